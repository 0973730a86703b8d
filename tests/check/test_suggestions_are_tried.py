"""`did you mean …?`: a name is offered only where the rules would take it."""

import re
from pathlib import Path

import pytest

from cavewright.loading.load import try_load

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
    assert first.help == (f"did you mean `{offered}`?" if offered else "") or (not offered and "did you mean" not in first.help), first
    if offered:
        wrong = next(word for word in re.findall("`([^`]*)`", first.message)[::-1] if re.search(rf"\b{word}\b", line))
        (tmp_path / "guess.cave").write_text(HEAD.format(re.sub(rf"\b{wrong}\b", offered, line)), "utf-8")
        _, found = try_load(tmp_path / "guess.cave")
        assert [str(each) for each in found if each.severity == "error"] == []
