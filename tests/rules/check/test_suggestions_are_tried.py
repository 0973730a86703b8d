"""`did you mean …?`: a name is offered only where the rules would take it."""

import re
from pathlib import Path

import pytest

from cavewright.foundation.source import Diagnostic, Source
from cavewright.language.compose import compose
from cavewright.language.syntax import parse_file
from cavewright.play.examples.runner import run_examples
from cavewright.play.loading.load import load_game, try_load

HEAD = """ruleset guess 0.1 "Guess"
    language 1

unit m "metre"
unit mm "millimetre"

kind tool
    | tool | weight: 1 m..9 m |
    | lamp | 2 m            |
    | lame | 3 m            |

kind plant
    | plant | height: 1..9 |
    | lamb  | 2            |

players digger 1..2
    keeps bag: bag of tool
    keeps bags: 0..9
    keeps depth: 0 m..50 m
    keeps dept: 0..9
    keeps deep: yes_no

define weighty(t: tool) = t.weight > 2 m
define weight_of(t: tool, n: 0..9) = n

to pause
    lose 1 bags

to play
    repeat 3 times
        each digger from first(d in digger)
            offer works

menu works

action dig in works
    {}

scoring
    score bags = bags
    highest total wins
"""
TRIED = {
    "require dee": "deep",  # `depth` and `dept` are as near, and no conditions
    "set depth = depthh": "depth",
    "set dept = deptt": "dept",
    "set depth = 3 mn": "m",
    "gain 1 lamm in bag": "lamp",
    "require lamp.heigh": "",  # what is near is no condition
    "require lamp.weigh is 2 m": "weight",
    "require weight(lamp)": "weighty",  # the other takes two values
    "require weigh_of(lamp, 1) is 1": "weight_of",
    "require weigh_of(lamp, 1, 2) is 1": "",
    "pausee": "pause",
    "pausee(3)": "",
    "require some(t in toll where t is lamp)": "tool",
}


@pytest.mark.parametrize(("line", "offered"), TRIED.items())
def test_a_name_is_offered_where_the_rules_would_take_it(line: str, offered: str, tmp_path: Path) -> None:
    (tmp_path / "guess.cave").write_text(HEAD.format(line), "utf-8")
    _, found = try_load(tmp_path / "guess.cave")
    first = next(each for each in found if each.severity == "error")
    assert first.help == (f"did you mean `{offered}`?" if offered else "") or (
        not offered and "did you mean" not in first.help
    ), first
    if offered:
        wrong = next(word for word in re.findall("`([^`]*)`", first.message)[::-1] if re.search(rf"\b{word}\b", line))
        (tmp_path / "guess.cave").write_text(HEAD.format(re.sub(rf"\b{wrong}\b", offered, line)), "utf-8")
        _, found = try_load(tmp_path / "guess.cave")
        assert [str(each) for each in found if each.severity == "error"] == []


# ---- Declarations ------------------------------------------------------------------------------------------------------

WHOLE = (
    HEAD.replace("{}", "require yes")
    + """
menu empty

option pace = slow
    | pace | text |
    | slow | "Slow." |
    | fast | "Fast." |
option pacer: 1..9 = 3
preset quick
    set pace = fast

board cave of tile by open
    grid growing
kind tile
    | tile | open: set of side |
    | hall | n e               |
kind tale
    | tale | length: 0..9 |
    | saga | 3            |

to step(n: 1..9)
    gain n bags
to lead
    follow
to follow
    pause

whenever dig
    gain 1 bags
"""
)
ELSEWHERE = [
    ("offer works", "offer workz", "works"),
    ("offer works", "offer emty", ""),  # an empty menu offers nothing
    ("dig in works", "dig in works, work", ""),
    ("dig in works", "dig in wurks", "works"),
    ("whenever dig", "whenever digg", "dig"),
    ("whenever dig", "whenever dig, digg", ""),
    ("    follow", "    folow", "follow"),
    ("    pause\n\nwhen", "    leed\n\nwhen", ""),  # `lead` comes here
    ("    follow", "    leed", ""),
    ("    follow", "    stepp(3)", "step"),
    ("    follow", "    stepp(yes)", ""),
    ("keeps deep: yes_no", "keeps deep: yes_noo", "yes_no"),
    ("keeps deep: yes_no", "keeps deep: textt", ""),
    ("keeps deep: yes_no", "keeps deep: toll or none", "tool"),
    ("step(n: 1..9)", "step(n: textt)", ""),
    ("keeps deep: yes_no", "keeps deep: set of tex", ""),
    ("keeps deep: yes_no", "keeps deep: set of toll", "tool"),
    ("bag: bag of tool", "bag: bag of toll", "tool"),
    ("bag: bag of tool", "bag: bag of tole holding 9 length", "tale"),
    ("bag: bag of tool", "bag: bag of tool holding 9 wait", "weight"),
    ("bag: bag of tool", "bag: bag of tale holding 9 lenght", "length"),
    ("length: 0..9", "length: textt", "text"),
    ("open: set of side", "open: set of sidee", "side"),
    ("length: 0..9", "length: cav", ""),
    ("cave of tile", "cave of tiel", "tile"),
    ("cave of tile", "cave of tal", ""),
    ("set pace = fast", "set pac = fast", "pace"),
    ("set pace = fast", "set pacr = 4", "pacer"),
    ("set pace = fast", "set pac = 12", ""),
    ("pacer: 1..9 = 3", "pacer: yesno = yes", "yes_no"),
    ("pacer: 1..9 = 3", "pacer: yesno = 3", ""),
    ("    require yes", "    cost 1 bgas", "bags"),
    ("    require yes", "    cost (depth) bgas", ""),
]
"""What is written otherwise, and what is offered for the word that is wrong."""


@pytest.mark.parametrize(("right", "wrong", "offered"), ELSEWHERE)
@pytest.mark.gate(
    "offer works-offer workz-works",
    "    follow-    folow-follow",
    "open: set of side-open: set of sidee-side",
    "bag: bag of tool-bag: bag of toll-tool",
)
def test_so_it_is_with_what_is_declared(right: str, wrong: str, offered: str, tmp_path: Path) -> None:
    assert WHOLE.count(right) == 1
    first = _first_error(tmp_path, WHOLE.replace(right, wrong, 1))
    assert first is not None
    assert first.help == f"did you mean `{offered}`?" if offered else "did you mean" not in first.help, first
    if offered:
        mistaken = next(each for each in re.findall("`([^`]*)`", first.message)[::-1] if each in wrong)
        assert _first_error(tmp_path, WHOLE.replace(right, wrong.replace(mistaken, offered), 1)) is None


def _first_error(folder: Path, text: str) -> Diagnostic | None:
    (folder / "guess.cave").write_text(text, "utf-8")
    return next((each for each in try_load(folder / "guess.cave")[1] if each.severity == "error"), None)


# ---- Words of the language, heads and branches of overlays -----------------------------------------------------------------

WORDS = {
    "    gian 3 bags": "gain",
    "    lett 3 bags": "",
    "    otherwize if yes": "",
    "    sett bags 3": "set",
    "    repaet 3 times": "repeat",
    "    chose t in tool": "choose",
    "    chose 3 bags": "lose",  # `choose` is nearer
}


@pytest.mark.parametrize(("line", "offered"), WORDS.items())
def test_a_word_is_offered_where_more_can_be_read_with_it(line: str, offered: str) -> None:
    _, found = parse_file(Source("words.cave", f"to play\n{line}\n    finish\n"))
    assert found and found[0].help.startswith("did you mean") == bool(offered), found
    assert not offered or found[0].help == f"did you mean `{offered}`?"


LAYERS = {
    "extends coer ^2.0": "core",
    "extends coer ^1.0": "",
    "extends core\n    requires nigt ^1.0": "night",
    "extends core\n    requires nigt ^2.0": "",
    "extends core\n\namend to play\n    change way: otherwise if sun > 33 to otherwise if sun > 4": "otherwise if sun > 3",
    "extends core\n\namend to play\n    change twice: otherwise if sun > 33 to otherwise if sun > 4": "",
}


@pytest.mark.parametrize(("text", "offered"), LAYERS.items())
def test_an_overlay_is_offered_what_it_could_stand_upon(text: str, offered: str) -> None:
    branches = "\n".join(
        f"    {key}: if sun > 9\n        rest\n" + "".join(f"    otherwise if sun > {n}\n        rest\n" for n in every)
        for key, every in (("way", (3, 1)), ("twice", (3, 3)))
    )
    core, night, over = (
        parse_file(Source("", each))[0]
        for each in (
            f"ruleset core 2.0\n    language 1\n\nto play\n{branches}",
            "overlay night 1.0\n    language 1\n    extends core",
            f"overlay over 1.0\n    language 1\n    {text}\n",
        )
    )
    _, found = compose([core], [[night], [over]])
    assert found[0].help == f"did you mean `{offered}`?" if offered else "did you mean" not in found[0].help, found
    if offered:
        mistaken = next(
            each for each in re.findall("`([^`]*)`", found[0].message) if each in text and each not in ("over", "core")
        )
        mended, _ = parse_file(Source("", f"overlay over 1.0\n    language 1\n    {text.replace(mistaken, offered)}\n"))
        assert compose([core], [[night], [mended]])[1] == ()


# ---- Examples ----------------------------------------------------------------------------------------------------------

SEEN = """
example seen
    | digger | bags |
    | Ann    | 2    |
    begin follow as Ann
"""
IN_EXAMPLES = [
    ("| digger |", "| diger |", "digger"),
    ("| digger | bags |", "| diger | bgas |", ""),
    ("| bags |", "| bgas |", "bags"),
    ("| bags |\n    | Ann    | 2    |", "| bags | bagz |\n    | Ann | 2 | 2 |", "bag"),
    ("| bags |\n    | Ann    | 2    |", "| bags | bag | bagg |\n    | Ann | 2 | none | 2 |", ""),
    ("follow", "folow", "follow"),
    ("follow", "stepp", ""),
    ("as Ann", "as Anne", "Ann"),
]


@pytest.mark.parametrize(("right", "wrong", "offered"), IN_EXAMPLES)
def test_so_it_is_in_examples(right: str, wrong: str, offered: str, tmp_path: Path) -> None:
    (tmp_path / "guess.cave").write_text(WHOLE + SEEN.replace(right, wrong, 1), "utf-8")
    (result,) = run_examples(load_game(tmp_path / "guess.cave"))
    first = result.diagnostics[0]
    assert first.help == f"did you mean `{offered}`?" if offered else "did you mean" not in first.help, first


MAP = (
    WHOLE
    + """
kind room
    | room |
    | hut  |
    | den  |
kind road
    | road | ends: set of room |
    | path | hut den           |
kind rood
    | rood | ends: set of tool |
    | mile | lamp lame         |
board room by road
"""
)
MAPS = [
    ("board room by road", "board room by raod", "road"),
    ("board room by road", "board roam by road", "room"),
    ("board room by road", "board rom by rood", ""),
]


@pytest.mark.parametrize(("right", "wrong", "offered"), MAPS)
def test_a_printed_map_is_offered_kinds_that_belong_together(
    right: str, wrong: str, offered: str, tmp_path: Path
) -> None:
    """`rood` is as near as `road`, and joins no rooms."""
    assert _first_error(tmp_path, MAP) is None
    first = _first_error(tmp_path, MAP.replace(right, wrong))
    assert (
        first is not None and first.code == "C0207" and first.help == (f"did you mean `{offered}`?" if offered else "")
    )


GROWING = """ruleset dig 0.1 "Dig"
    language 1
kind tile
    | tile | sides: set of side |
    | hall | n e s w            |
players team 2..2
board cave of tile by sides
    grid growing
    keeps depth: 0..9
    passage keeps worn: 0..9
to play
    for each p in cave
        set p.depth = p.y
        set passage(p, n).worn = 2
    finish
scoring
    score depth = sum(p in cave: p.depth)
    highest total wins
"""


@pytest.mark.parametrize(
    ("right", "wrong", "offered"),
    [("p.depth = p", "p.depht = p", "depth"), ("p.y", "p.yy", "y"), (").worn", ").wrn", "worn")],
)
def test_what_places_and_passages_that_grow_have_is_offered(
    right: str, wrong: str, offered: str, tmp_path: Path
) -> None:
    assert "C0206" not in [each.code for each in try_load(_written(tmp_path / "right", GROWING))[1]]
    found = try_load(_written(tmp_path / "wrong", GROWING.replace(right, wrong)))[1]
    assert [each.help for each in found if each.code == "C0206"] == [f"did you mean `{offered}`?"]


def _written(folder: Path, text: str) -> Path:
    folder.mkdir()
    (folder / "dig.cave").write_text(text, "utf-8")
    return folder
