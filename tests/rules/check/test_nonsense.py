"""Nonsense that is told, not stumbled over: each piece is put into a small ruleset, and just these codes are found."""

from pathlib import Path

import pytest

from cavewright.play.loading.load import try_load

FRAME = """ruleset dig 1.0 "Dig for gold"
    language 1

kind tool
    keeps left: 0..9 = 3
    | tool | price: 1..5 | hues: set of side | label: text |
    | lamp | 1           | n e               | "a lamp"    |
    | pick | 2           |                   | "a pick"    |

players team 2..4
    keeps gold: 0..20 = 5
    keeps bag: bag of tool
    keeps tired: yes_no

to play
    roll starter in team
    repeat 3 times
        each team from starter
            offer any work

menu work

action dig(x in tool) in work "Dig for gold"
    require not tired and x.left > 0
    {line}
    gain x.price gold
    gain 1 x in bag
    lose 1 x.left
    set tired = bag[lamp] > 2 and size(x.hues) > 1 and lamp.hues[n]

scoring
    score gold = gold
    highest total wins

{declaration}
"""
UNUSED = {"C0520", "C0521", "C0522", "C0523", "C0503", "C0504"}

DECLARATIONS = {
    "constant gold = 1": {"C0202"},
    "constant tool = 1": {"C0202"},
    "constant sum = 1": {"C0209"},
    "define me = 1": {"C0209"},
    "define team = 1": {"C0202"},
    "option gold = yes": {"C0202", "C0401"},
    "option lamps: 1..lamps = 2": {"C0203"},
    "option many: 1..9 = 20": {"C0410"},
    "option many: 1..9 = lamp": {"C0203"},
    'option word = red "?"\n    | choice |': {"C0203"},
    "players crew 1..2": {"C0227"},
    "players team 2..4": {"C0202"},
    "players team 1..lamps": {"C0202"},
    "kind hat": {"C0223"},
    "kind hat\n    | hat |": set(),
    "kind hat\n    keeps x: 0..9": {"C0223"},
    "kind side\n    | side |": {"C0209"},
    "kind hat\n    | hat | a: hat | b: set of hat |\n    | x | x | x, x |": set(),
    "kind hat\n    | hat | a: bag of tool |\n    | x | 1 |": {"C0419"},
    "kind hat\n    | hat | a: 0.. |\n    | x | 1 |": {"C0101"},
    "board tool of tool by hues\n    grid growing": {"C0202"},
    "board place of tool by price\n    grid growing": {"C0206"},
    "board place of hat by brim\n    grid growing": {"C0207"},
    "board place of place by place\n    grid growing": {"C0207"},
    "board place of tool by hues\n    keeps x: 0..9": {"C0421"},
    "board place of tool by hues\n    grid growing\n    grid growing": {"C0228"},
    "board place of tool by hues\n    grid growing\n    keeps x: bag of tool": {"C0419"},
    "board place of tool by hues\n    grid growing\n    free where place": {"C0401"},
    "define a = b\ndefine b = a": {"C0501"},
    "define a(t: team) = r(t)\nranking r(t: team) by a(t)\n    | r | place: 1..9 | level: 1..9 | points: 0..9 |": {
        "C0501"
    },
    "ranking r(t: team) by r(t)\n    | r | place: 1..9 | level: 1..9 | points: 0..9 |": {"C0501"},
    "define a(t: team) = r(t)\nranking r(t: team) by t.gold\n    | r | place: 1..9 | level: 1..9 | points: 0..9 |": set(),
    "ranking r(t: team) by t.gold\n    among yes": {"C0225"},
    "ranking r(t: team) by t.bag\n    | r | place: 1..9 | level: 1..9 | points: 0..9 |": {"C0401"},
    "constant a = b\nconstant b = a": {"C0501"},
    "constant a = d\ndefine d = a": {"C0501"},
    "constant big = 1000000000 * 1000000000": {"C0415"},
    "define a(b: bag of tool) = size(b)": {"C0419"},
    "define a(n: 0..9, n: 0..9) = n": {"C0209"},
    "currency coin = bag\n    lose 1 gold": set(),
    "whenever dig, dig\n    gain 1 gold": set(),
    "preset p\n    set nothing = 1": {"C0220"},
    "advice = bag": {"C0401"},
    "advice = lamp.label": {"C0401"},
    "game\n    keeps x: text": {"C0419"},
    "game\n    keeps x: 9..0": {"C0416"},
    "game\n    keeps x: 0..9 = 10": {"C0410"},
    "game\n    keeps x: 0..9 = x": set(),
    "game\n    keeps x: bag of tool holding 9 label": {"C0206"},
    "game\n    keeps x: set of 0..99999": {"C0604"},
    "to a\n    b\nto b\n    a": {"C0502"},
    "to a(n: 0..9)\n    a(n)": {"C0502"},
    "currency a = gold\n    cost 1 b\ncurrency b = gold\n    cost 1 a\naction buy in work\n    cost 1 a": {"C0508"},
}
LINES = {
    "let y = bag": {"C0419"},
    "set bag = bag": {"C0406"},
    "set x.hues[n] = yes": {"C0406"},
    "set x.label = x.label": {"C0406"},
    "require bag is bag": {"C0401"},
    "require x.label is lamp.label": {"C0401"},
    "gain 1 lamp in (bag if tired otherwise bag)": {"C0101"},
    "require size(bag if tired otherwise bag) > 0": {"C0422"},
    "let team = 3": set(),
    "let x = 3": {"C0209"},
    "gain 1 dig": {"C0203"},
    "lose all": {"C0405"},
    "move all from bag to bag": set(),
    "move all from gold to bag": {"C0401"},
    "require yes": {"C0506"},
    "require no": {"C0507"},
    "require gold >= 0": {"C0506"},
    "require gold is gold": {"C0506"},
    "require not (gold > 20)": {"C0506"},
    "require gold > 20 and tired": {"C0507"},
    "cost (0 - 1) gold": {"C0416"},
    "choose n in 1..0\n        gain n gold": {"C0513"},
    "choose n in 1..0\n        gain n gold\n    otherwise\n        gain 1 gold": set(),
    "offer work": {"C0502"},
    "repeat until gold > 9\n        gain 1 gold": set(),
    "repeat until gold > 9\n        choose n in 1..3\n            gain n gold\n        otherwise\n            gain 1 gold": set(),
    "repeat until gold > 9\n        may\n            gain 1 gold": set(),
    "repeat until team.gold > 9\n        may\n            gain 1 gold": {"C0401"},
    "repeat until x is lamp\n        may\n            gain 1 gold": {"C0509"},
    "repeat until no\n        may\n            finish": set(),
    "repeat gold times\n        gain 1 gold": set(),
    "repeat (gold * 1000) times\n        gain 1 gold": {"C0605"},
    "for each a in 1..1000, b in 1..1000, c in team\n        gain 1 gold": {"C0609"},
    "set gold = sum(a in 1..1000: sum(b in 1..2000: 1))": {"C0609"},
    "each team at once\n        helper": {"C0213"},
    "each team at once\n        finish": {"C0511"},
    "finish\n    gain 1 gold": {"C0516"},
}


def codes(text: str, folder: Path, **options: object) -> set[str]:
    (folder / "dig.cave").write_text(text, "utf-8")
    _, found = try_load(folder, options=options)
    assert all(each.message and (each.span or each.help) for each in found)
    return {each.code for each in found}


@pytest.mark.parametrize("declaration", DECLARATIONS)
def test_a_declaration(declaration: str, tmp_path: Path) -> None:
    assert (
        codes(FRAME.format(line="let y = 1", declaration=declaration), tmp_path) - UNUSED == DECLARATIONS[declaration]
    )


@pytest.mark.parametrize("line", LINES)
def test_a_line(line: str, tmp_path: Path) -> None:
    assert codes(FRAME.format(line=line, declaration=""), tmp_path) - UNUSED == LINES[line]


PROCESS = "to helper\n    {line}\n"


@pytest.mark.parametrize(
    "line",
    [
        "luck: roll y in 1..2",
        "for each t in team\n        gain 1 t.gold",
        "finish",
        "gain 1 lamp.left",
        "as starter_of\n        gain 1 gold",
    ],
)
def test_what_all_do_at_once_is_their_own_in_processes_too(line: str, tmp_path: Path) -> None:
    declaration = PROCESS.format(line=line) + "\ndefine starter_of = first(t in team where t.gold > 0)"
    assert "C0511" in codes(FRAME.format(line="each team at once\n        helper", declaration=declaration), tmp_path)
    assert "C0511" not in codes(FRAME.format(line="helper", declaration=declaration), tmp_path)


@pytest.mark.parametrize("value", ["", "maybe", "--3", 10**30, -1, None, 1.5, [], "9" * 400, True])
def test_an_option_from_outside_that_cannot_be(value: object, tmp_path: Path) -> None:
    text = FRAME.format(line="gain many gold", declaration='option many: 1..9 = 4 "How many?"')
    (tmp_path / "dig.cave").write_text(text, "utf-8")
    game, found = try_load(tmp_path, options={"many": value})
    assert game is None and [each.code for each in found] == ["C0221"]
    assert "many" in found[0].message and "1..9" in found[0].help and len(str(found[0])) < 200


def test_a_preset_gives_the_values_that_it_says(tmp_path: Path) -> None:
    text = FRAME.format(
        line="gain many gold", declaration='option many: 1..9 = 4 "How many?"\npreset lots\n    set many = 7'
    )
    (tmp_path / "dig.cave").write_text(text, "utf-8")
    game, found = try_load(tmp_path)
    assert found == () and game is not None and game.rules_model.presets == {"lots": {"many": 7}}


OVERLAYS = ("", "+flood-season", "+heavy-ropes", "+lamp-oil", "+long-rope", "+short-turns")


@pytest.mark.parametrize("overlay", OVERLAYS)
@pytest.mark.gate("+long-rope")
def test_the_bundled_rules_have_no_findings(overlay: str) -> None:
    assert try_load(f"the-cave{overlay}")[1] == ()


WANTED = {
    "set gold = sum(t in team: t.tired)": "this has to be a number, not `yes_no`",
    "set lamp.left = lamp": "the new value has to be of type `0..9`, not `tool`",
}


@pytest.mark.parametrize("line", WANTED)
def test_what_a_type_should_have_been(line: str, tmp_path: Path) -> None:
    (tmp_path / "dig.cave").write_text(FRAME.format(line=line, declaration=""), "utf-8")
    _, found = try_load(tmp_path)
    assert WANTED[line] in [each.message for each in found], [each.message for each in found]
