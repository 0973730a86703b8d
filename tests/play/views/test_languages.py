"""Games in three languages: labels, reasons, events, outcome, drawing and narration say it in each, and in no other."""

import random
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

import cavewright as cw
from cavewright.foundation.draw.characters import Lettering
from cavewright.foundation.draw.geometry import Area
from cavewright.foundation.draw.text_board import hidden_places
from cavewright.play.matches.narration import narrate
from cavewright.play.views.scene import scene_of

LANGUAGES = ("de", "es")
SAME = re.compile(
    r"[\d\s·:,;+–−→×┌┐└┘─│├┤┬┴┼╵╶╷╴*()-]+|Anna|Jola|total|\b[IV]+\b|\b[IV]+-\d+\b|\b[nesw]\d\w*\b|\bo\b|\b[nesw]{1,4}\b|\d+ m\b|\bno\b"
)
"""What is the same in every language: numbers, names of players, tiles, places and sides."""


class Dabbler:
    """A bot that picks what to do before how to do it, so that rare actions come up too."""

    def __init__(self):
        self.random = random.Random(7)

    def choose(self, state, player):
        """One of the actions of one name."""
        actions = state.legal_actions(player)
        name = self.random.choice(sorted({each.name for each in actions}))
        return self.random.choice([each for each in actions if each.name == name])


PLAYED = {
    "the-cave": ({}, lambda game, seat: cw.bots.make("greedy", game, seat)),
    "kave-kapers": ({"vertical": "yes"}, lambda game, seat: Dabbler()),
}


@pytest.fixture(scope="module", params=PLAYED)
def match(request):
    """A game of bots up to its end or its six hundredth entry."""
    options, bot = PLAYED[request.param]
    match = cw.Match(cw.load_game(request.param, options=options), players=["Anna", "Jola"], seed=11)
    bots = [bot(match.game, n) for n in range(2)]
    while not match.state.is_terminal and len(match.move_stack) < 600:
        player = match.state.active_players[0]
        match.push(bots[player].choose(match.state, player))
    return match


def bare(text):
    return SAME.sub("", text)


def alike(english, other):
    """Whether a text says in another language what it says in English, where it says anything in words."""
    return bare(english) and bare(english).casefold() == bare(other).casefold()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.gate("the-cave-es")
def test_every_label_and_event_is_said_in_the_language(match, lang):
    same = {str(action) for action in match.move_stack if alike(action.label(), action.label(lang))}
    events = [event for n in range(len(match.move_stack)) for event in match.at(n + 1).events]
    same |= {each.text() for each in events if each.is_told and alike(each.text(), each.text(lang))}
    assert len(events) > 500 and same == set()
    assert not [text for action in match.move_stack if "{" in (text := action.label(lang))]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.gate("the-cave-de", "the-cave-es")
def test_every_reason_is_said_in_the_language(match, lang):
    """Every action of the match, asked for in other positions of it."""
    seen, same = {}, set()
    for n in range(0, len(match.move_stack), 7):
        state = match.at(n)
        for action in {str(each): each for each in match.move_stack[::5]}.values():
            for reason in state.check(action).reasons:
                seen[reason.code, reason.rule] = reason
    for reason in seen.values():
        same |= {reason.text()} if alike(reason.text(), reason.text(lang)) else set()
        assert reason.in_language(lang).rule == reason.rule and reason.in_language(lang).text() == reason.text(lang)
    assert len(seen) > 15 and same == set()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.gate("the-cave-de")
def test_outcome_drawing_and_narration_are_said_in_the_language(match, lang):
    state = match.state
    english, said = (state.outcome().table(each).splitlines()[0].split("  ") for each in ("en", lang))
    assert not set(filter(None, map(str.strip, english))) & set(map(str.strip, said)) - {"total", "bonus"}
    scenes = [scene_of(state, None, each) for each in ("en", lang)]
    pairs = zip(*(sorted((mark, text) for mark, text in each.legend) for each in scenes), strict=True)
    assert [each for each in pairs if alike(each[0][1], each[1][1])] == []
    assert not alike(scenes[0].subtitle, scenes[1].subtitle)
    told = [" ".join(part for each in narrate(match, 0, None, one) for part in each.parts) for one in ("en", lang)]
    words = [
        set(re.findall(r"[^\W\d_]{4,}", text.casefold())) - {"anna", "jola", "nesw", "hand", "marker"} for text in told
    ]
    assert len(words[0]) > 20 and words[0] & words[1] == set()


@pytest.mark.gate("the-cave")
def test_an_unknown_language_is_refused_with_those_that_there_are(match):
    action, event = match.move_stack[0], match.at(len(match.move_stack)).events
    for say in (action.label, match.state.outcome().table, *(each.text for each in event[:1])):
        with pytest.raises(ValueError, match="`xx`; there are texts in de, en, es"):
            say("xx")
    assert match.game.languages == ("de", "en", "es")


GAMES = (
    "the-cave",
    "the-cave-de",
    "the-cave-es",
    "cave-vs-cave",
    "kave-kapers",
    "breakthrough",
    "connect-four",
    "hex",
    "nine-mens-morris",
    "tic-tac-toe",
)
ERA = "cave-vs-cave+cave-vs-cave-era2"


@pytest.mark.parametrize(
    "spec",
    [
        *GAMES,
        ERA,
        *(f"the-cave+{each}" for each in cw.registered_overlays() if each not in (*GAMES, ERA.split("+")[1])),
    ],
)
@pytest.mark.gate("connect-four")
def test_bundled_catalogues_lack_nothing(spec):
    from cavewright.play.loading.rulesets import read_files
    from cavewright.publish.changes.translations import findings

    rules, files, found = read_files(spec)
    folders = files.folders
    if rules is None:
        pytest.skip(f"{spec} is for other rules: {found[0]}")
    game = cw.Game(rules)
    told = [str(each) for lang in (*LANGUAGES, "en") for each in findings(game, folders, lang)]
    assert told == []


@pytest.fixture(scope="module")
def walk():
    """A game of rooms and goods to its end, with both eras and whatever can be done."""
    match, chance = (
        cw.Match(cw.load_game("cave-vs-cave", overlays=["cave-vs-cave-era2"]), players=["Anna", "Jola"], seed=6),
        random.Random(6),
    )
    while not match.state.is_terminal:
        actions = match.state.legal_actions(match.state.active_players[0])
        match.push(chance.choice([each for each in actions if each.name not in ("eat", "done")] or actions))
    return match


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.long
def test_rooms_tiles_and_offers_are_said_in_the_language(walk, lang):
    same = {action.label() for action in walk.move_stack if alike(action.label(), action.label(lang))}
    events = [event for n in range(len(walk.move_stack)) for event in walk.at(n + 1).events]
    same |= {each.text() for each in events if each.is_told and alike(each.text(), each.text(lang))}
    asked = {(signature.rule, signature.text) for action in walk.move_stack if (signature := action.signature).text}
    same |= {text for rule, text in asked if alike(text, walk.game.wording(lang).about(rule, text))}
    assert len(walk.move_stack) > 300 and len(asked) > 10 and same <= {"emmer", "2 emmer"}
    reasons = {
        (each.code, each.rule): each
        for n in range(0, len(walk.move_stack), 13)
        for action in {str(each): each for each in walk.move_stack[::5]}.values()
        for each in walk.at(n).check(action).reasons
    }
    assert {"excavation.take.once", "take.there"} <= {rule for _, rule in reasons}
    assert [each.text() for each in reasons.values() if alike(each.text(), each.text(lang))] == []


@pytest.mark.parametrize(
    "lang, found, board",
    [("de", "aufdecken: Goldader", "Höhle von Anna"), ("es", "destapar: veta de oro", "cueva de Anna")],
)
@pytest.mark.long
def test_what_is_called_by_a_word_is_said_by_it(walk, lang, found, board):
    """A room that comes up, not only its colour; a board that everybody has."""
    said = {
        event.text(lang) for n in range(len(walk.move_stack)) for event in walk.at(n + 1).events if event.kind == "draw"
    }
    assert found in said and not any("(" in each for each in said)
    assert board in str(scene_of(walk.state, None, lang))


def test_what_there_is_to_translate():
    """Names of rows that are words, however many, also of what is printed on them or is chosen below a rule; texts of the scoring; own boards."""
    from cavewright.publish.changes.translations import translatable_texts

    keys, others = (
        {each.entry.context for each in translatable_texts(cw.load_game(name))} for name in ("cave-vs-cave", "the-cave")
    )
    assert keys > {
        "chamber.treasury (name)",
        "colour.blue (name)",
        "back.dark (name)",
        "nook.two_sided (name)",
        "scoring.then",
        "scoring.least",
        "board cave (name)",
        "masonry.take.material.wood",
        "chamber.points (column)",
    }
    assert (
        not keys & {"chamber.colour (column)", "chamber.symbol (column)", "square.x (column)"}
        and "bonus.points (column)" in others
    )
    names = {
        each for each in {*others, *(each for each in keys if each.startswith("square"))} if each.endswith("(name)")
    }
    assert not any(each.startswith(("tile.", "square.", "board place (")) for each in names)


# ---- what catalogues do -----------------------------------------------------------------------------------------------------

OVERLAY = """overlay lieder 1.0 "Lieder"
    language 1
    extends mine ^1.0
    texts de

add action sing in work "Ein Lied singen"
    tired: require gold > 90 "Zu müde."
    gain 1 gold
"""
ENGLISH = 'msgctxt "sing.tired"\nmsgid "Zu müde."\nmsgstr "Too tired."\n\nmsgctxt "sing (name)"\nmsgid "sing"\nmsgstr "chant"\n'
STALE = 'msgctxt "sing.tired"\nmsgid "Zu müde zum Singen."\nmsgstr "Too tired to sing."\n'


def game_with(tmp_path, catalogue, lang):
    base = (Path(__file__).parents[3] / "docs" / "diagnostics" / "base.cave").read_text("utf-8")
    (tmp_path / "mine.cave").write_text(base, "utf-8")
    (tmp_path / "lieder.cave").write_text(OVERLAY, "utf-8")
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / f"lieder.{lang}.po").write_text(catalogue, "utf-8")
    return cw.load_game(tmp_path / "mine.cave", overlays=[tmp_path / "lieder.cave"])


def reason_of(game, lang):
    state = game.new_initial_state(2)
    state = state.apply(state.chance_outcomes()[0][0])
    return next(each.text(lang) for each in state.check("0: sing").reasons)


def test_an_overlay_brings_texts_of_its_own_language_and_a_catalogue_for_others(tmp_path):
    game = game_with(tmp_path, ENGLISH, "en")
    assert (reason_of(game, "de"), reason_of(game, "en")) == ("Zu müde.", "Too tired.")
    assert game.parse_action("0: sing").label("en") == "chant" and game.parse_action("0: sing").label("de") == "sing"
    assert game.hash == game_with(tmp_path / "bare", STALE, "en").hash if (tmp_path / "bare").mkdir() is None else False


def test_a_stale_translation_is_not_used(tmp_path):
    assert reason_of(game_with(tmp_path, STALE, "en"), "en") == "Zu müde."


def test_another_language_than_those_of_the_program(tmp_path):
    """What the rules say is said in it, and what the program says in English, marked."""
    game = game_with(tmp_path, 'msgctxt "sing.tired"\nmsgid "Zu müde."\nmsgstr "Zbyt zmęczony."\n', "pl")
    assert game.languages == ("de", "en", "es", "pl") and reason_of(game, "pl") == "Zbyt zmęczony."
    assert game.new_initial_state(2).outcome().table("pl").split()[:3] == ["gold", "[en:", "total]"]


def test_a_broken_catalogue_leaves_the_game_playable(tmp_path):
    assert reason_of(game_with(tmp_path, 'msgid "\n', "en"), "en") == "Zu müde."


def test_what_a_translation_fills_in_is_looked_up_and_never_run(tmp_path):
    game = game_with(
        tmp_path, 'msgctxt "buy (label)"\nmsgid "buy {item}"\nmsgstr "{item.__class__} {item} {0} {x"\n', "fr"
    )
    assert game.parse_action("0: buy lamp").label("fr") == "{item.__class__} lamp {0} {x"


# ---- whose rule that is -----------------------------------------------------------------------------------------------------

LAMP = {"en": "by house rule lamp-oil", "de": "nach der Hausregel lamp-oil", "es": "por la regla de la casa lamp-oil"}
EDITION = {"en": "by the edition the-cave-de", "de": "nach der Ausgabe the-cave-de", "es": "por la edición the-cave-de"}


@pytest.mark.parametrize("lang", LAMP)
@pytest.mark.gate("de")
def test_reasons_and_events_say_whose_rule_it_is(lang):
    state = started("the-cave", overlays=["lamp-oil"])
    walked = state.apply("0: enter n1 by walk")
    assert {each.by(lang) for each in walked.events} == {""}
    reason = next(iter(walked.check("0: refill_lamp").reasons))
    assert reason.in_language(lang).by == LAMP[lang] and LAMP[lang] not in reason.text(lang)
    assert LAMP[lang] in {each.by(lang) for each in state.apply("0: refill_lamp").events}
    own = next(iter(walked.check("0: pack").reasons))
    assert (own.origin, own.in_language(lang).by) == ("the-cave", "")


def started(name, **more):
    """The first turn of a match for two, with the kit of a first game."""
    state = cw.load_game(name, options={"starting_kit": "suggested"}, **more).new_initial_state(2)
    while state.current_player < 0:
        state = state.apply(state.chance_outcomes()[0][0])
    return state


@pytest.mark.parametrize("lang", EDITION)
@pytest.mark.long
def test_an_edition_is_named_in_reasons_and_not_in_the_log(lang):
    state = started("the-cave-de").apply("0: enter n1 by walk")
    reason = next(iter(state.check("0: load_camp").reasons))
    assert (reason.rule, reason.in_language(lang).by) == ("load_camp.nearby", EDITION[lang])
    assert not any(each.is_by_overlay for each in state.events)


def test_a_clause_of_the_base_is_by_the_overlay_that_changed_its_text(tmp_path):
    base = (Path(__file__).parents[3] / "docs" / "diagnostics" / "base.cave").read_text("utf-8")
    (tmp_path / "mine.cave").write_text(base, "utf-8")
    (tmp_path / "dark.cave").write_text(
        'overlay dark 1.0 "Dark"\n    language 1\n    extends mine ^1.0\n\namend action dig\n    change light: "It is too dark." to "Dark."\n',
        "utf-8",
    )
    state = cw.load_game(tmp_path / "mine.cave", overlays=[tmp_path / "dark.cave"]).new_initial_state(2)
    reason = next(iter(state.apply(state.chance_outcomes()[0][0]).check("0: dig").reasons))
    assert (reason.text(), reason.origin, reason.by) == ("Dark.", "mine", "by house rule dark")


@pytest.mark.parametrize("lang", LAMP)
def test_a_line_of_the_log_names_a_house_rule_once(lang):
    game = cw.load_game("the-cave", overlays=["lamp-oil"], options={"starting_kit": "suggested"})
    match = cw.Match(game, players=2, seed=1)
    for action in ("refill_lamp", "enter n1 by walk", "enter o by walk"):
        match.push(action)
    told = [each.by for each in narrate(match, 0, None, lang)]
    assert told[-1] == (LAMP[lang],) and all(len(set(each)) == len(each) for each in told)


NOT_SHOWN = {
    "en": "… 4 places to the west and 1 place to the east are not shown.",
    "de": "… Nicht gezeigt: 4 Orte im Westen und 1 Ort im Osten.",
    "es": "… No se muestran: 4 lugares al oeste y 1 lugar al este.",
}


@pytest.mark.parametrize("lang", NOT_SHOWN)
def test_what_a_narrow_drawing_leaves_out(lang):
    ten = SimpleNamespace(boxes=[SimpleNamespace(area=Area(x, 0, 1, 1)) for x in range(10)])
    one_line, narrow = (hidden_places(ten, Area(4, 0, 5, 1), wide, Lettering(wide, lang=lang)) for wide in (80, 24))
    assert one_line == [NOT_SHOWN[lang]] and hidden_places(ten, Area(0, 0, 10, 1), 80, Lettering(80, lang=lang)) == []
    assert " ".join(map(str.strip, narrow)) == NOT_SHOWN[lang] and max(map(len, narrow)) <= 24


@pytest.mark.parametrize(
    ("lang", "board", "second"), [("de", "Spielplan", "Spieler 2"), ("es", "tablero", "Jugador 2")]
)
@pytest.mark.parametrize("name", ["the-cave", "kave-kapers"])
def test_a_picture_names_the_only_board_and_players_without_a_name_in_its_language(name, lang, board, second):
    scene = scene_of(cw.load_game(name).new_initial_state(2), None, lang)
    assert scene.boards[0].heading == board
    figures = {piece.text for each in scene.boards[0].places for piece in each.pieces}
    assert not any("Player" in each for each in figures)
    assert name != "the-cave" or second in figures
