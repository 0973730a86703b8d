"""Logs tell in sentences what has happened: what catalogues say of actions and changes, and what is not worth a word."""

import re

import pytest

import cavewright as cw
from cavewright.bots import make
from cavewright.play.matches.narration import full_label, narrate, of_move
from cavewright.play.positions.action import CHANCE
from cavewright.play.states.preview import rules_of

LANGUAGES = ("en", "de", "es")
GAMES = (
    "the-cave",
    "the-cave-de",
    "kave-kapers",
    "cave-vs-cave",
    "cave-vs-cave+cave-vs-cave-era2",
    "tic-tac-toe",
    "connect-four",
    "breakthrough",
    "hex",
    "nine-mens-morris",
)
DEN = """ruleset den 1.0 "Den"
    language 1
kind tool
    | tool | slots: 1..1 |
    | rope | 1           |
    | lamp | 1           |
players team 2..2
    keeps pack: bag of tool endless
    keeps depth: 0..9 = 1
    keeps awake: yes_no
    keeps seen: set of tool
to play
    repeat until some(t in team where t.depth >= 5)
        each team from first(t in team)
            offer day
menu day "What now?"
action dig(t in tool) in day "Dig"
    gain t.slots depth
    lose 1 lamp from pack
    set awake = yes
    set seen[lamp] = yes
action lend(t in tool) in day "Lend"
    for each o in team where o is not me
        set o.seen[t] = yes
action rest in day "Rest"
    set awake = no
action agree in day "Agree"
    agreed: may "Agree?"
        gain 1 lamp in pack
scoring
    score points = depth
"""
SAID = """msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\n"

"""
CATALOGUE = [
    ("dig (told)", "dig {t}", "digs with a {t}"),
    ("agree (told)", "agree", "thinks"),
    ("agreed (told)", "agreed {answer}", "nods | frowns"),
    ("lend (told)", "lend {t}", "lends a {t}"),
    ("rest (told)", "rest", "–"),
    ("team.depth (gained)", "depth", "–"),
    ("team.pack (lost)", "pack", "uses up {value}"),
    ("team.awake (gained)", "awake", "wakes {owner}"),
    ("team.awake (lost)", "awake", "sleeps"),
    ("team.seen (gained)", "seen", "sees {value}"),
    ("tool.lamp (told)", "lamp", "the lamp"),
]


@pytest.fixture
def den(tmp_path):
    """A match whose catalogue tells some of what happens."""
    (tmp_path / "locale").mkdir()
    (tmp_path / "den.cave").write_text(DEN, "utf-8")
    entries = (f'msgctxt "{key}"\nmsgid "{source}"\nmsgstr "{said}"\n\n' for key, source, said in CATALOGUE)
    (tmp_path / "locale" / "den.en.po").write_text(SAID + "".join(entries), "utf-8")
    return cw.Match(cw.load_game(tmp_path / "den.cave"), ["Anna", "Ben"], seed=1)


DEEDS = [
    (["dig rope"], ("digs with a rope: uses up 1 lamp, wakes Anna, sees the lamp",)),
    (["lend rope"], ("lends a rope: Ben sees rope",)),
    (["agree", "agreed yes"], ("thinks", "nods: +1 lamp (pack)")),
    (["agree", "agreed no"], ("thinks", "frowns")),
]


@pytest.mark.parametrize(("actions", "parts"), DEEDS, ids=[each[0][-1] for each in DEEDS])
def test_a_catalogue_says_what_has_happened(den, actions, parts):
    for each in actions:
        den.push(each)
    (told,) = narrate(den, 0, None)
    assert (told.parts, told.line_head("Anna")) == (parts, "Anna ")


def test_what_is_not_worth_a_word_is_left_out(den):
    den.push("rest")
    assert list(narrate(den, 0, None)) == []
    den.push("dig rope")
    den.push("dig rope")
    den.push("rest")
    assert [(each.player, each.parts) for each in narrate(den, 2, None)] == [
        (0, ("digs with a rope: uses up 1 lamp, wakes Anna, sees the lamp",)),
        (1, ("sleeps",)),
    ]


def played(spec, moves):
    """A match of greedy bots, so far."""
    base, *overlays = spec.split("+")
    match = cw.Match(cw.load_game(base, overlays), players=2, seed=11)
    bots = [make("greedy" if "kave" not in spec else "random", match.game, n) for n in range(2)]
    while not match.state.is_terminal and len(match.move_stack) < moves:
        player = match.state.active_players[0]
        match.push(bots[player].choose(match.state, player))
    return match


@pytest.mark.parametrize(
    "spec", [pytest.param(each, marks=[] if n in (0, 5) else [pytest.mark.long]) for n, each in enumerate(GAMES)]
)
@pytest.mark.gate("tic-tac-toe")
def test_bundled_games_are_told_in_sentences(spec):
    match = played(spec, 120)
    for lang in LANGUAGES:
        told = list(narrate(match, 0, None, lang))
        parts = [part for each in told for part in each.parts]
        assert [each.parts[0] for each in told if not each.is_sentence and each.player != CHANCE] == []
        assert [each for each in parts if re.search(r"→|–(?!\d)|\{|\d \([^)]*\)", each)] == []


@pytest.mark.parametrize(("lang", "first"), [("en", "Greedy"), ("de", "Greedy"), ("es", "Empieza ")])
def test_what_nobody_did_begins_with_a_capital(lang, first):
    match = cw.Match(cw.load_game("cave-vs-cave"), ["Greedy 1", "Greedy 2"], seed=2)
    told = next(narrate(match, 0, None, lang))
    assert told.player < 0 and told.parts[0].startswith(first) and all(each[0].islower() for each in told.parts[1:])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_throws_before_a_turn_is_told_to_have_thrown(lang):
    """The throw with which a turn begins is its player's, and a place is called by its name."""
    match = played("backgammon", 60)
    rolled = [each for each, action in enumerate(match.move_stack) if action.name == "red"]
    first = next(each.player for each in narrate(match, rolled[0], None, lang))
    assert first == match.at(rolled[0] + 2).active_players[0] != match.move_stack[rolled[0] - 1].player
    told = " ".join(part for each in narrate(match, 0, None, lang) for part in each.parts)
    assert any(str(action).startswith(("0: run bar-", "1: run bar-")) for action in match.move_stack)
    assert "bar-" not in told


TRICK = {"en": "plays {}", "de": "spielt {}", "es": "juega {}"}


@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_that_is_played_from_a_hand_is_told_to_everybody(lang, viewer):
    match, words = cw.Match(cw.load_game("hearts"), seed=3), cw.load_game("hearts").wording(lang)
    while not match.move_stack or match.move_stack[-1].name != "card":
        state = match.state
        match.push(state.legal_actions(state.active_players[0])[0])
    at, action = len(match.move_stack) - 1, match.move_stack[-1]
    card = words.show_value(action.values[0], action.signature.parameters[0][1])
    said = [each for each in of_move(match, at, viewer, lang) if each.player == action.player]
    assert [each.said for each in said if TRICK[lang].format(card) in each.said] and said[-1].is_sentence


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_dealt_is_told_of_whoever_it_is_dealt_to(lang):
    match = cw.Match(cw.load_game("hearts"), seed=3)
    dealt = [each for at in range(51) for each in of_move(match, at, 1, lang)]
    assert {each.player for each in dealt} == {1}
    assert not [each.said for each in dealt if match.names[1] in each.said]


ALONE = [
    ("cave-vs-cave", "rooms", "use rooms (Use a room)", "Räume nutzen (Einen Raum nutzen)"),
    ("cave-vs-cave", "done", "done", "fertig"),
    ("tic-tac-toe", "mark a1", "mark a1", "a1 markieren"),
    ("the-cave", "take_camp yes", "Take the camp along? yes", "Das Zelt mitnehmen? ja"),
]


@pytest.mark.parametrize(("spec", "text", *LANGUAGES[:2]), ALONE, ids=[each[1] for each in ALONE])
def test_away_from_its_list_an_action_says_what_it_is_about(spec, text, en, de):
    action = cw.load_game(spec).parse_action(text, player=0)
    assert [full_label(action, lang) for lang in ("en", "de")] == [en, de]


SPOKEN = [
    ("draughts", 11, "king", {"en": "a king stands", "de": "steht eine Dame", "es": "hay una dama"}),
    ("backgammon", 4, "bar-", {"en": "moves a man from the bar", "de": "von der Bar", "es": "de la barra"}),
    ("backgammon", 4, "", {"en": "now has a man on the ", "de": "einen Stein auf Feld ", "es": " ahora una ficha "}),
    ("chess", 1, "", {"en": "loses the right to ", "de": "verliert das Recht", "es": "derecho al enroque "}),
]


@pytest.mark.long
@pytest.mark.parametrize(("spec", "seed", "unsaid", "said"), SPOKEN, ids=[f"{each[0]} {each[2]}" for each in SPOKEN])
def test_logs_of_classics_speak_as_players_do(spec, seed, unsaid, said):
    match = cw.Match(cw.load_game(spec), seed=seed)
    bot = make("random", match.game, seed)
    while not match.state.is_terminal and len(match.move_stack) < 200:
        match.push(bot.choose(match.state, match.state.active_players[0]))
    for lang, words in said.items():
        told = [part for each in narrate(match, 0, None, lang) for part in each.parts]
        assert [each for each in told if words in each], lang
        assert not [each for each in told if unsaid and lang != "en" and unsaid in each], lang


TOWER = """\
ruleset tower 1.0 "Tower"
    language 2

kind die
    | die  | open: yes_no |
    | low  | no           |
    | high | yes          |

players guest 2..2
    keeps doors: 0..9

to play
    repeat each guest from first(g in guest) until some(g in guest where g.doors is 9)
        thrown: roll d in die
        if d.open
            offer gate

menu gate

action open in gate "Open a door"
    gain 1 doors

scoring
    score doors = doors
"""


def test_who_throws_in_vain_is_told_to_have_thrown(tmp_path):
    """A turn in which a throw allows nothing has no act; its throw is no part of the turn before."""
    (tmp_path / "tower.cave").write_text(TOWER, "utf-8")
    match, vain = cw.Match(cw.load_game(tmp_path / "tower.cave"), ["Anna", "Ben"], seed=4), 0
    while not match.state.is_terminal:
        match.push("open")
    thrown = [at for at, action in enumerate(match.move_stack) if action.player == CHANCE]
    acted = next(at for at, action in enumerate(match.move_stack) if action.player != CHANCE)
    for turn, at in enumerate(thrown):
        if at < acted:
            continue
        (deed,) = of_move(match, at, None)
        assert deed.player == turn % 2, at
        vain += match.move_stack[at - 1].player == CHANCE
    assert vain > 3


STALLS = """ruleset stalls 1.0 "Stalls"
    language 2

kind stall
    | stall |
    | mill  |
        to use
            set had = had - 1 if had > 0 otherwise 0

players farmer 1..2
    keeps had: 0..9

menu day

to play
    each farmer
        offer day

action go(to s in stall) in day
    s.use

scoring
    score had = had
    highest total wins
"""


def test_what_the_lines_of_a_chosen_row_bring_about_is_told_with_the_action():
    assert "mill.use" in rules_of(cw.load_rules({"stalls.cave": STALLS}).rules_model, "go")
