"""A ruleset with everything that can be edited, edits of it, and what they come to."""

from collections.abc import Iterable, Sequence

from hypothesis import strategies as st
from tests.language.compose.folders import CASES, base_of, parsed

from cavewright.foundation.source import Diagnostic, Source
from cavewright.language.compose import Composed, compose
from cavewright.language.compose.rules_hash import meaning
from cavewright.language.syntax import tree as t

TABLES = [Source("tiles.csv", "tile,open,n\nt1,a b,1\nt2,b,2\nt3,,3\n")]
MORE = """\
to wake
    day: if points > 7
        gain 1 point
    otherwise if points > 3
        gain 2 point
    otherwise if points > 1
        gain 3 point
    otherwise
        gain 4 point
    if purse > 3
        gain 5 point
    if purse > 1
        gain 6 point

menu games
menu sports

action throw(far in 1..3, what in tool) in chores, games "Throw"
    gain far point

define near(n: 0..9) = points > n

whenever dig, sleep
    gain 1 point

whenever sleep, throw
    gain 2 point

board field
    grid 3 by 3
    keeps wet: yes_no

kind trail
    | trail | into: set of tool | level: 0..9 |
    | flat  | rope              | 1           |
    | steep |                   | 2           |
    level: require trail.level < 9

whenever throw as echo
    gain 4 point

to rise
    turn
    up: gain 1 purse
"""
SMALL = base_of(CASES / "set_option")
BASE = [
    parsed("base.cave", SMALL[0].span.source.text + "    then highest points\n"),
    parsed("more.cave", MORE),
    parsed(
        "tiles.cave",
        'kind tile "Tiles."\n    rows "tiles.csv"\n    | tile | n: 0..9 | open: text |\n    | t0 | 0 | |\n',
    ),
]
EDITS = {
    "": [
        "change players team: 1..4 to 2..4",
        "change players team: 1..4 to 1..5",
        "add to players team: 5..6",
        "add to days: + 2",
        "add to days: - 1",
        "change option pace: slow to fast",
        "change t1.n: 1 to 4",
        'change constant days: "Days in a week." to "Days."',
        'remove scoring because "peace"',
        "replace scoring\n    score gold = 2 * purse",
        "set pace = fast",
        "set pace = slow",
        "change days: 5 to 6",
        "change days: 5 to 7",
        "change days: 6 to 5",
        "change climb.points: 2 to 3",
        "change climb.needs: rope to _",
        'remove action sleep because "no"',
        "replace action sleep in chores\n    gain 1 point",
        "add constant verses = 3",
        "add constant verses = 4",
        "replace constant days = 5",
        'remove kind tool because "no"',
        'remove action dig because "no"',
        "add whenever dig as gains\n    gain 3 point",
        "add whenever dig as gains\n    gain 4 point",
        "add whenever dig as rumble\n    finish",
        'remove whenever echo because "silence"',
        'remove kind trail because "no"',
    ],
    "amend scoring": [
        "add then highest purse",
        "add then lowest purse",
        "add before then then highest purse",
        "change then: points to purse",
        "drop then: points",
        "change then[points]: points to points + purse",
        "add after then[points] then lowest purse",
    ],
    "amend kind trail": [
        "add flat.into: lamp",
        "add steep.into: rope, lamp",
        "drop flat.into: rope",
        "change flat.into: rope to lamp",
        "change level: 0..9 to 0..10",
        "add to level: 10..11",
        "change level: 0..9 to 0..12",
        "add column wet: yes_no = no",
        "add column wet: yes_no = yes",
        "add column dry: 0..3 = 2",
        "drop level: column level: 0..9",
        "add | deep | lamp | 3 |",
        "change flat.level: 1 to 4",
        "drop | flat |",
        "change level: column level: 0..9 to column depth: 0..9",
        "drop level: require trail.level < 9",
    ],
    "amend whenever echo": [
        "add whenever dig",
        "drop throw: whenever throw",
        "change gain: gain 4 point to gain 5 point",
        "add whenever sleep",
    ],
    "amend to rise": [
        "change turn: turn to if sun\n        turn\n    otherwise\n        low: gain 1 point",
        "change turn: turn to if sun\n        finish",
        "change up: gain 1 purse to repeat 2 times\n        gain 1 purse",
        "drop up: gain 1 purse",
        "add before up low: finish",
        "change turn: turn to finish",
    ],
    "amend action dig": [
        "drop tool: require rope in bag",
        "change day: require points > 0 to require points > 1",
        "drop n: let n = 2",
        "change point: cost 1 point to cost 2 point",
        'change tool: "You need a rope." to "No rope."',
        'change tool: "You need a rope." to "Rope!"',
        'change day: require points > 0 to require points > 2 "Too few."',
        "change tool: _ to [A-1]",
        "change cost: cost 1 point to cost 3 point",
        "move tool after day",
        "add lamp: require sun",
        "add lamp: require not sun",
        "add require sun",
        "add after tool require 1 > 0",
        "add before found finish",
        "add after gain finish",
        "add after gain lose 1 point",
        "move gain after found",
        "add after lamp set sun = no",
        "change n: let n = 2 to let n = 3",
        "move day before tool",
        "add cost 1 purse",
        "add to cost: + 1",
        "add to cost: cost 1 purse",
        "add to tool: or sun",
        "add to day: and sun",
        "change day: require points > 0 to require points > 0 and not sun",
        "add to n: + purse",
        "change n: let n = 2 to let n = 2 - 1",
    ],
    "amend to turn": [
        "drop night: points > 0",
        "change night: points > 0 to points > 1",
        "drop deep: lose 1 point",
        "add finish",
        "change deep: lose 1 point to lose 2 point",
        "add to deep: + 1",
        "add to night: and sun",
        "add after rest gain 1 purse",
        "move rest before points",
        "add before dream wake: finish",
        "change points: set points = 2 to set points = 3",
        "add gain 1 purse",
        "move night after offer",
        "change night: if points > 0 to if points > 3",
        "drop night: if points > 0",
        "add after night gain 2 purse",
        "add before offer gain 3 purse",
    ],
    "amend kind way": [
        "change climb.points: 2 to 3",
        "change climb.points: 2 to 4",
        "drop | climb |",
        "drop | climb | 2 |",
        "add | swim | 3 | |",
        "add | swim | 4 | |",
        "add | crawl | 3 | |",
        "add after walk | run | 1 | |",
        "add before climb | hop | 1 | |",
        "move climb before walk",
        "change walk.needs: _ to lamp",
    ],
    "amend kind tile": [
        "change t1.n: 1 to 5",
        "change t2.open: b to a b",
        "drop | t2 |",
        "drop | t3 | 3 |",
        "add | t4 | 4 | |",
        "add after t1 | t5 | 5 | |",
        "move t3 before t2",
        'change rows: "tiles.csv" to "others.csv"',
        'drop rows: "tiles.csv"',
        'add rows "others.csv"',
        "add | t9 | 4 | |",
        "change t0.n: 0 to 1",
    ],
    "amend to play": [
        "change repeat: repeat days times to repeat 3 times",
        "drop repeat: repeat days times",
        "add turn",
    ],
    "amend to wake": [
        "change day: otherwise if points > 3 to otherwise if points > 5",
        "change day: otherwise if points > 3 to otherwise if points > 1",
        "change otherwise[points > 1]: points > 1 to points > 4",
        "change otherwise[points > 1]: otherwise if points > 1 to otherwise if points > 3",
        "drop day: otherwise if points > 3",
        "drop day.otherwise: otherwise",
        "change day.otherwise: otherwise to otherwise if points > 0",
        "change day.otherwise: otherwise to otherwise if points > 5",
        "change day: otherwise to otherwise if points > 3",
        "add after day otherwise\n        gain 9 point",
        "change otherwise[points > 3].gain: gain 2 point to gain 3 point",
        "change day.otherwise.gain: gain 4 point to gain 5 point",
        "add after day otherwise if points > 6\n        gain 6 point",
        "add after otherwise[points > 3] otherwise if points > 2\n        gain 1 point",
        "add after if[purse > 1] otherwise\n        gain 7 point",
        "add after if[purse > 1] otherwise\n        gain 8 point",
        "change if[purse > 1]: purse > 1 to purse > 3",
        "change if[purse > 3]: purse > 3 to purse > 2",
        "add after otherwise[points > 1].gain lose 1 point",
        "drop if[purse > 1]: if purse > 1",
        "drop day: if points > 7",
        "change day: if points > 7 to repeat until points > 7",
        "move otherwise before day",
    ],
    "amend action throw": [
        "change far: 1..3 to 1..4",
        "change far: with far in 1..3 to with far in 1..5",
        "change far: with far in 1..3 to with by far in 1..3",
        "drop what: tool",
        "add with high in 1..2",
        "add with low in 1..2",
        "add before far with high in 1..2",
        "move what before far",
        "add in sports",
        "drop chores: in chores",
        "add in games",
        "drop games: games",
        "change games: in games to in sports",
        "add far: finish",
    ],
    "amend whenever dig": [
        "drop dig: whenever dig",
        "drop sleep: sleep",
        "change dig: dig to throw",
        "change dig: whenever dig to whenever nap",
        "change sleep: sleep to throw",
        "add whenever throw",
        "add whenever nap [A-1]",
        "add whenever amble",
        "add with k: 0..9",
    ],
    "amend whenever sleep": [
        "drop sleep: sleep",
        "drop throw: throw",
        "change sleep: sleep to dig",
        "change throw: throw to dig",
        "add whenever dig",
        "add whenever nap",
    ],
    "amend define near": [
        "change n: 0..9 to 0..5",
        "add with m: 0..9",
        "add after n with m: tool",
        "drop n: with n: 0..9",
        "change n: with n: 0..9 to with n: tool",
    ],
    "amend board field": [
        "add free where dry",
        "add passage where not wet",
        "add passage where wet",
        "change passage: not wet to wet",
    ],
    "amend players team": [
        "change points: keeps points: 0..days = 2 to keeps points: 0..9",
        "change points: 2 to 1",
        "drop purse: _",
        "add keeps lamp: 0..5",
        "add keeps torch: 0..5",
    ],
}
CHOSEN = st.lists(
    st.sampled_from([(block, edit) for block, edits in EDITS.items() for edit in edits]), max_size=4, unique=True
)


def put(base: Sequence[t.File], overlays: Sequence[Sequence[t.File]]) -> tuple[Composed, tuple[Diagnostic, ...]]:
    return compose(base, overlays, [*TABLES, Source("others.csv", "tile,n,open\nt8,8,\nt9,9,a\n")])


def overlay(name: str, edits: Iterable[tuple[str, str]], after: Sequence[str] = ()) -> list[t.File]:
    lines = [f"overlay {name} 1.0", "    language 1", "    extends core ^1.0", *(f"    after {each}" for each in after)]
    for block, edit in edits:
        lines += ["", block, f"    {edit}"] if block else ["", edit]
    return [parsed(f"{name}.cave", "\n".join(lines) + "\n")]


def unordered(declarations: Iterable[t.Declaration]) -> list[str]:
    """What they mean, without the order of members, of declarations, and of requirements and costs in a row."""
    return sorted(str(_loose(meaning(each, lambda rows: None))) for each in declarations)


def _loose(described: list[object]) -> list[object]:
    *said, members = described
    named = dict(said)  # type: ignore[call-overload]
    return [
        sorted(str(each) for each in said if each[0] != "block"),
        _sorted_runs(named.get("block", [])),  # type: ignore[index]
        sorted(map(str, members)),
    ]  # type: ignore[call-overload]


def _sorted_runs(lines: list[list[object]]) -> list[object]:
    runs: list[list[str]] = []
    for line in lines:
        leads = dict(line[1:])["statement"][0] in ("Require", "Cost")  # type: ignore[call-overload]
        if leads and runs and runs[-1][0][0] == "+":
            runs[-1].append(f"+{line}")
        else:
            runs.append([f"{'+' if leads else '-'}{line}"])
    return [sorted(each) for each in runs]
