"""Examples as people tell them: draws, what alone is possible, names of players, numbers of things, and signs that are
numbers; and headings, which name anything of a kind and not a certain one."""

import re

import pytest

from cavewright.publish.reference.example_blocks import ExampleBlocks
from cavewright.publish.reference.markdown import plain
from cavewright.publish.reference.reference import Reference, Translated

RULES = """ruleset pegs 1.0 "Pegs"
    language 1

kind card "Cards."
    | card | worth: 0..9 | label: text |
    | nil  | 0           | "−1"        |
    | hill | 2           | "hill"      |

players player 2..2
    keeps hand: bag of card
    keeps here: hole or none
    keeps spare: 0..9
    keeps shown: bag of card
    keeps goal: hole or none
    keeps purse: bag of card
    keeps marked: set of hole

game
    keeps shut: set of hole

board hole "Holes."
    grid 3 by 1
    keeps peg: player or none

define width(h: hole) = count(g in neighbours(h))
define taken(h: hole) = h.peg is not none

to fill(h: hole)
    set h.peg = me

to turn
    offer moves

to play
    each player from first(p in player)
        turn

menu moves

action put(h in hole) in moves "Put a peg"
    free: require not taken(h) and width(h) > 0 "Taken."
    fill(h)
    set here = h

scoring
    score n = 1
    highest total wins

example ends "White puts a peg."
    | player | hand | purse     |
    | White  | nil  | nil, hill |
    | Black  |      |           |
    | hole   | peg      |
    | a1     | Black    |
    | b1     | Black    |
    begin turn as White
    allow only White: put c1
    when White: put c1
    then count(h in hole where h.peg is Black) is 2 and White.hand[nil] is 1
    then White.here is c1 and wins(White) and wins(Black)
    then every(h in hole: taken(h))
    then Black.here is none
    then nil not in Black.hand
    then White.spare is 0 and White.shown[hill] is 0 and White.here is c1
    then size(Black.hand) is 0 and size(Black.shown) is 0 and total(White) is 1 and total(Black) is 1
    given White.goal = b1
    then b1 not in White.marked
    then a1 not in shut
    then White.spare is 0 and White.shown[hill] is 0 and White.purse[nil] is 1 and White.purse[hill] is 1
"""
TEXTS = {
    "en": {
        "kind hole (noun)": "the hole, the holes",
        "player.here (phrase)": "{owner} plays at {value} | {owner} does not play at {value}",
        "player.spare (counted)": "the spare peg, the spare pegs",
        "player.shown (content)": "{value} in view",
        "player.marked (content)": "{value} on the list",
        "player.purse (content)": "{value}",
        "game.shut (without)": "nobody has shut {value}",
        "hole.peg (counted)": "the peg, the pegs",
        "player.goal (state)": "{owner} is bound for {value}",
        "define width (phrase)": "the width of {h}",
        "define taken (phrase)": "{h} is taken | {h} is free",
        "to fill (phrase)": "fill {h}",
    },
    "de": {
        "kind hole (noun)": "das Loch, die Löcher",
        "kind card (noun)": "die Karte, die Karten",
        "hole.peg (noun)": "der Stift, die Stifte",
        "player.hand (noun)": "die Hand, die Hände",
        "player White (noun)": "Weiß",
        "player Black (noun)": "Schwarz",
        "player.here (phrase)": "{owner} bei {value:dat} steht | {owner} nicht bei {value:dat} steht",
        "player.spare (counted)": "der Stift übrig, die Stifte übrig",
        "player.shown (content)": "{value} offen da",
        "card.hill (noun)": "der Hügel, die Hügel",
        "player.marked (content)": "{value} auf der Liste",
        "player.purse (content)": "{value}",
        "game.shut (without)": "niemand hat {value} geschlossen",
        "player.goal (state)": "{owner} will nach {value:dat}",
        "define width (phrase)": "die Breite von {h:dat}",
        "define taken (phrase)": "{h} besetzt ist | {h} frei ist",
        "to fill (phrase)": "{h:acc} füllen",
    },
    "es": {
        "kind hole (noun)": "el hoyo, los hoyos",
        "kind card (noun)": "la carta, las cartas",
        "hole.peg (noun)": "la clavija, las clavijas",
        "player.hand (noun)": "la mano, las manos",
        "player White (noun)": "Blanco",
        "player Black (noun)": "Negro",
        "player.here (phrase)": "{owner} juega en {value} | {owner} no juega en {value}",
        "player.spare (counted)": "la clavija de sobra, las clavijas de sobra",
        "player.shown (content)": "{value} a la vista",
        "card.hill (noun)": "la colina, las colinas",
        "player.marked (content)": "{value} en la lista",
        "player.purse (content)": "{value}",
        "game.shut (without)": "nadie ha cerrado {value}",
        "player.goal (state)": "{owner} va a {value}",
        "define width (phrase)": "la anchura de {h}",
        "define taken (phrase)": "{h} está ocupado | {h} está libre",
        "to fill (phrase)": "llenar {h}",
    },
}
SAID = {
    "en": [
        "Only this is possible: White chooses “put c1”.",
        "White chooses “put c1”",
        "Then: Black has 2 pegs; White has 1 card (−1) in the hand",
        "Then: White plays at c1; it is a draw",
        "Then: every hole is taken",
        "Then: Black plays at no hole",
        "Then: Black does not have the −1 in the hand",
        "Then: White has no spare pegs and no hill in view and plays at c1",
        "Then: Black has nothing in the hand and nothing in view; White and Black have 1 point each",
        "Suppose White is bound for b1",
        "Then: White does not have b1 on the list",
        "Then: nobody has shut a1",
        "Then: White has 1 card (−1), 1 hill, no spare pegs and no hill in view",
    ],
    "de": [
        "Nur dies ist möglich: Weiß wählt „put c1“.",
        "Weiß wählt „put c1“",
        "Danach: Weiß hat 1 Karte (−1) in der Hand",
        "Danach: Weiß steht bei c1; das Spiel endet unentschieden",
        "Danach: Jedes Loch ist besetzt",
        "Danach: Schwarz steht bei keinem Loch",
        "Danach: Schwarz hat „−1“ nicht in der Hand",
        "Danach: Weiß hat keine Stifte übrig und keinen Hügel offen da und steht bei c1",
        "Danach: Schwarz hat nichts in der Hand und nichts offen da; Weiß und Schwarz haben je 1 Punkt",
        "Angenommen, Weiß will nach b1",
        "Danach: Weiß hat b1 nicht auf der Liste",
        "Danach: Niemand hat a1 geschlossen",
        "Danach: Weiß hat 1 Karte (−1), 1 Hügel, keine Stifte übrig und keinen Hügel offen da",
    ],
    "es": [
        "Solo esto es posible: Blanco elige «put c1».",
        "Blanco elige «put c1»",
        "Después: Blanco tiene 1 carta (−1) en la mano",
        "Después: Blanco juega en c1; la partida acaba en empate",
        "Después: cada hoyo está ocupado",
        "Después: Negro no juega en ningún hoyo",
        "Después: Negro no tiene «−1» en la mano",
        "Después: Blanco no tiene ninguna clavija de sobra ni ninguna colina a la vista y juega en c1",
        "Después: Negro no tiene nada en la mano ni nada a la vista; Blanco y Negro tienen 1 punto cada uno",
        "Supongamos que Blanco va a b1",
        "Después: Blanco no tiene b1 en la lista",
        "Después: nadie ha cerrado a1",
        "Después: Blanco tiene 1 carta (−1), 1 colina, ninguna clavija de sobra y ninguna colina a la vista",
    ],
}
HEADINGS = {
    "en": {
        "define width": "The width of a hole",
        "define taken": "When a hole is taken",
        "to fill": "Fill a hole",
    },
    "de": {
        "define width": "Die Breite von einem Loch",
        "define taken": "Wann ein Loch besetzt ist",
        "to fill": "Ein Loch füllen",
    },
    "es": {
        "define width": "La anchura de un hoyo",
        "define taken": "Cuándo un hoyo está ocupado",
        "to fill": "Llenar un hoyo",
    },
}


def source_of(key):
    return key.rpartition(" (")[0].rpartition(".")[2].rpartition(" ")[2].replace("_", " ")


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pegs")
    (folder / "pegs.cave").write_text(RULES, "utf-8")
    (folder / "locale").mkdir()
    for lang, said in TEXTS.items():
        entries = [f'msgctxt "{key}"\nmsgid "{source_of(key)}"\nmsgstr "{text}"\n' for key, text in said.items()]
        head = f'msgid ""\nmsgstr ""\n"Language: {lang}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        (folder / "locale" / f"{lang}.po").write_text("\n".join((head, *entries)), "utf-8")
    return Reference.of([str(folder)], with_figures=False)


def lines(reference, lang):
    game = Translated(lang)(reference.games[0])
    return [plain(each.words) for example in game.examples for each in ExampleBlocks(game, example).done()]


@pytest.mark.parametrize("lang", SAID)
def test_an_example_is_told_as_people_say_it(reference, lang):
    assert lines(reference, lang) == SAID[lang]


@pytest.mark.parametrize("lang", HEADINGS)
def test_a_heading_names_anything_of_a_kind(reference, lang):
    game = Translated(lang)(reference.games[0])
    found = {name: game.heading(*name.split()) for name in ("define width", "define taken", "to fill")}
    assert found == HEADINGS[lang]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Next comes the queen or the king."),
        ("de", "Als Nächstes kommt die Dame oder der König."),
        ("es", "A continuación sale la reina o el rey."),
    ],
)
def test_what_chance_may_bring_alone_is_a_sentence(lang, said):
    game = Translated(lang)(Reference.of(["kuhn-poker"], with_figures=False).games[0])
    told = [plain(each.words) for example in game.examples for each in ExampleBlocks(game, example).done()]
    assert said in told


TURNS = """example turns "White plays twice."
    | player |
    | White  |
    | Black  |
    begin turn as White
    when White: put a1
    begin turn as Black
    when Black: put b1
    begin turn as White
    when White: put c1
"""


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "begins a later turn"), ("de", "beginnt einen späteren Zug"), ("es", "empieza un turno posterior")],
)
@pytest.mark.parametrize("process", ["turn", "shift"])
def test_another_turn_of_a_player_is_told_and_no_first_one(tmp_path, lang, said, process):
    """Whatever the rules call what a player does in turn."""
    rules = re.sub(r"\bturn\b", process, RULES.partition("example ends")[0] + TURNS)
    (tmp_path / "pegs.cave").write_text(rules, "utf-8")
    told = lines(Reference.of([str(tmp_path)], with_figures=False), lang)
    assert [n for n, each in enumerate(told) if said in each] == [len(told) - 2], told
    assert told[-2] == f"White {said}"


@pytest.mark.parametrize("process", ["round", "turn"])
def test_no_other_turn_is_told_of_a_process_in_which_players_take_turns(tmp_path, process):
    """Nor of a first turn by itself behind one."""
    rules, head = RULES.partition("example ends")[0], TURNS.partition("    begin turn")[0]
    rules = rules.replace("to turn\n", "to round\n    each player\n        turn\n\nto turn\n", 1)
    more = "    begin round as White\n    when White: put a1\n    when Black: put b1\n"
    more += f"    begin {process} as White\n    when White: put c1\n"
    (tmp_path / "pegs.cave").write_text(rules + head + more, "utf-8")
    told = lines(Reference.of([str(tmp_path)], with_figures=False), "en")
    assert told and not [each for each in told if "later turn" in each], told


def test_a_row_within_a_told_text_takes_its_told_words(tmp_path):
    """As an entrance does in `comes to the North Entrance`."""
    (tmp_path / "pegs.cave").write_text(
        RULES.partition("example ends")[0] + TURNS.partition("    begin turn as B")[0], "utf-8"
    )
    rules = (
        (tmp_path / "pegs.cave")
        .read_text("utf-8")
        .replace("keeps goal: hole", "keeps top: card or none\n    keeps goal: hole")
    )
    (tmp_path / "pegs.cave").write_text(
        rules.replace("    set here = h\n", "    set here = h\n    set top = hill\n"), "utf-8"
    )
    (tmp_path / "locale").mkdir()
    told = {"player.top (told)": "top", "card.hill (told)": "hill"}
    said = {"top": "turns up {value}", "hill": "the green hill"}
    head = 'msgid ""\nmsgstr ""\n"Language: en\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    entries = [f'msgctxt "{key}"\nmsgid "{source}"\nmsgstr "{said[source]}"\n' for key, source in told.items()]
    (tmp_path / "locale" / "en.po").write_text("\n".join((head, *entries)), "utf-8")
    assert "turns up the green hill" in " ".join(lines(Reference.of([str(tmp_path)], with_figures=False), "en"))
