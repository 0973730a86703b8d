"""Rows are typed by their columns; what does not fit is told at its cell, all of it at once."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cavewright.foundation.source import Diagnostic, Source, Span
from cavewright.language.tables import Cell, Column, ColumnType, RawRow, Row, Value, read_csv, split_row, type_rows

HERE = Span(Source("columns.cave", ""), 0, 0)
SIDES = ("n", "e", "s", "w")
POINTS = ColumnType("number", 1, 9)
EVEN = ColumnType("number", 0, 500, 25, "m")
LOSS = ColumnType("number", -3, 0)
ODD = ColumnType("number", 1, 9, 2)
LETTERS = ColumnType("choice", choices=tuple("abcdefgh"))
OPTIONAL = ColumnType("number", 1, 9, optional=True)
YES_NO = ColumnType("yes_no")
SIDE = ColumnType("choice", choices=SIDES, of="Side")
MAYBE = ColumnType("choice", choices=("raft", "camera"), of="Item", optional=True)
SET = ColumnType("set", choices=SIDES, of="Side")
TEXT = ColumnType("text")

FITS: list[tuple[ColumnType, str, Value]] = [
    (POINTS, "1", 1),
    (POINTS, "9", 9),
    (POINTS, "007", 7),
    (LOSS, "-3", -3),
    (LOSS, "", 0),
    (ODD, "1", 1),
    (ODD, "7", 7),
    (EVEN, "25 m", 25),
    (EVEN, "500m", 500),
    (EVEN, "", 0),
    (OPTIONAL, "", None),
    (OPTIONAL, "3", 3),
    (YES_NO, "yes", True),
    (YES_NO, "no", False),
    (YES_NO, "", False),
    (SIDE, "n", "n"),
    (MAYBE, "raft", "raft"),
    (MAYBE, "", None),
    (MAYBE, "none", None),
    (ColumnType("choice", choices=("none", "one"), optional=True), "none", "none"),
    (SET, "n, e", frozenset("ne")),
    (SET, "n e", frozenset("ne")),
    (SET, '"n,e"', frozenset("ne")),
    (SET, "", frozenset()),
    (TEXT, "bare words", "bare words"),
    (TEXT, '"x | y"', "x | y"),
    (TEXT, "", ""),
    (ColumnType("text", optional=True), "", None),
]

DEPTHS = "write a number from 0 m to 500 m in steps of 25 m"
FAILS = [
    (POINTS, "10", "C0410", "`10` is above the highest value, 9", "write a number from 1 to 9"),
    (POINTS, "0", "C0410", "`0` is below the lowest value, 1", "write a number from 1 to 9"),
    (POINTS, "two", "C0410", "`two` is not a number", "write a number from 1 to 9"),
    (POINTS, "1_0", "C0410", "`1_0` is not a number", "write a number from 1 to 9"),
    (POINTS, "2.0", "C0410", "`2.0` is not a number", "write a number from 1 to 9"),
    (POINTS, "٣", "C0410", "`٣` is not a number", "write a number from 1 to 9"),
    (POINTS, "9" * 900, "C0410", f"`{'9' * 39}…` is above the highest value, 9", "write a number from 1 to 9"),
    (EVEN, "30 m", "C0410", "`30 m` is not a step of 25 m from 0 m", DEPTHS),
    (ODD, "4", "C0410", "`4` is not a step of 2 from 1", "write a number from 1 to 9 in steps of 2"),
    (EVEN, "25", "C0411", "`25` has no unit", "write `25 m`"),
    (EVEN, "25 ft", "C0411", "`25 ft` is not in the unit of the column, `m`", DEPTHS),
    (POINTS, "2 m", "C0411", "`2 m` has a unit, and this column has none", "write a number from 1 to 9"),
    (POINTS, "", "C0414", "a value is needed here", "write a number from 1 to 9"),
    (SIDE, "nn", "C0412", "there is no `Side` named `nn`", "did you mean `n`?"),
    (SIDE, "up", "C0412", "there is no `Side` named `up`", "write one of `n`, `e`, `s`, `w`"),
    (SIDE, "none", "C0412", "there is no `Side` named `none`", "write one of `n`, `e`, `s`, `w`"),
    (SIDE, "", "C0414", "a value is needed here", "write one of `n`, `e`, `s`, `w`"),
    (MAYBE, "raff", "C0412", "there is no `Item` named `raff`", "did you mean `raft`?"),
    (ColumnType("choice", choices=("a",)), "x", "C0412", "`x` is not one of the choices", "write one of `a`"),
    (ColumnType("choice"), "x", "C0412", "`x` is not one of the choices", ""),
    (LETTERS, "x", "C0412", "`x` is not one of the choices", "write one of `a`, `b`, `c`, `d`, `e`, `f`, `g`, `h`"),
    (
        ColumnType("choice", choices=tuple("abcdefghi")),
        "x",
        "C0412",
        "`x` is not one of the choices",
        "write one of `a`, `b`, `c`, `d`, `e`, `f`, `g`, `h` and 1 more",
    ),
    (SET, "n, up, e", "C0412", "there is no `Side` named `up`", "write one of `n`, `e`, `s`, `w`"),
    (YES_NO, "yess", "C0413", "`yess` is neither `yes` nor `no`", "did you mean `yes`?"),
    (YES_NO, "1", "C0413", "`1` is neither `yes` nor `no`", "write `yes` or `no`"),
    (TEXT, '"open', "C0130", "this quote is not closed", 'close it with `"` before the row ends'),
    (TEXT, "a\x07b", "C0132", "control character U+0007 in a table", "delete this character"),
    (TEXT, "x" * 1001, "C0133", "a cell has at most 1000 characters, this one has 1001", ""),
]

BAD_NAMES = {"7x": "C0135", "a--b": "C0135", "a-": "C0135", "_a": "C0135", "a b": "C0135", "": "C0414"}
GOOD_NAMES = ["a", "I-07", "Łódź", "a_1-2-b", "洞"]


def inline(*texts: str) -> list[RawRow]:
    return [split_row(Span(Source("a.cave", text), 0, len(text))) for text in texts]


def typed(texts: list[str], *types: ColumnType) -> tuple[tuple[Row, ...], tuple[Diagnostic, ...]]:
    columns = [Column(f"c{index}", each, HERE) for index, each in enumerate((TEXT, *types))]
    return type_rows(inline(*texts), columns, "Tile")


@pytest.mark.parametrize(("of", "text", "value"), FITS)
def test_a_cell_that_fits(of: ColumnType, text: str, value: Value) -> None:
    (row,), findings = typed([f"| a | {text} |"], of)
    assert (row.name, row.values, findings) == ("a", (value,), ())
    assert type(row.values[0]) is type(value)


@pytest.mark.parametrize(("of", "text", "code", "message", "help"), FAILS)
def test_a_cell_that_does_not_fit(of: ColumnType, text: str, code: str, message: str, help: str) -> None:
    rows, (finding,) = typed([f"| a | {text} |"], of)
    assert rows == ()
    assert (finding.code, finding.message, finding.help) == (code, f"row `a`, column `c1`: {message}", help)
    assert finding.span is not None and (finding.span.column, finding.span.text) == (7, text)


@pytest.mark.parametrize(("name", "code"), BAD_NAMES.items())
def test_a_name_that_is_none(name: str, code: str) -> None:
    rows, findings = typed([f"| {name} | 1 |"] * 2, POINTS)
    assert (rows, [each.code for each in findings]) == ((), [code, code])
    assert findings[1].message.startswith("row 2, column `c0`: ")


@pytest.mark.parametrize("name", GOOD_NAMES)
def test_a_name(name: str) -> None:
    assert typed([f"| {name} |"])[0][0].name == name


def test_a_repeated_name_points_at_the_first_row_even_when_that_is_wrong() -> None:
    rows, findings = typed(["| a | 99 |", "| b | 1 |", "| a | 2 |"], POINTS)
    assert [row.name for row in rows] == ["b"]
    assert [each.code for each in findings] == ["C0410", "C0134"]
    assert findings[1].message == "row `a`, column `c0`: the name `a` is repeated in `Tile`"
    assert [label.span.source.text for label in findings[1].labels] == ["| a | 2 |", "| a | 99 |"]
    assert [label.text for label in findings[1].labels] == ["repeated here", "first written here"]


def test_all_that_is_wrong_is_told_at_once() -> None:
    _, findings = typed(["| a | 99 | up |", "| b | 1 | n |", "| c | x |", "| d | 1 | up, down, n |"], POINTS, SET)
    assert [(each.code, each.message.split(":")[0]) for each in findings] == [
        ("C0410", "row `a`, column `c1`"),
        ("C0412", "row `a`, column `c2`"),
        ("C0131", "row `c`, column `c2`"),
        ("C0412", "row `d`, column `c2`"),
        ("C0412", "row `d`, column `c2`"),
    ]


def test_a_cell_from_another_file_is_told_there() -> None:
    (row,) = inline("| a | 1 |")
    changed = Cell("99", Span(Source("house.cave", "change a: 1 to 99"), 15, 17))
    columns = [Column("name", TEXT, HERE), Column("points", POINTS, HERE)]
    _, (finding,) = type_rows([RawRow((row.cells[0], changed), row.span)], columns, "Tile")
    assert str(finding.span) == "house.cave:1:16"


def test_a_near_word_is_found_among_many() -> None:
    many = ColumnType("choice", choices=tuple(f"tile-{number}" for number in range(5000)))
    _, (finding,) = typed(["| a | tlie-4321 |"], many)
    assert finding.help == "did you mean `tile-4321`?"


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("tile-4321", "tile-432"),
        ("tile-43", "tile-432"),
        ("tile-432ab", "tile-432"),
        ("tile-432abc", ""),
        ("xile-432", ""),
    ],
)
def test_among_many_words_those_count_that_begin_alike_and_are_about_as_long(word: str, found: str) -> None:
    many = ColumnType("choice", choices=("tile-432", *(f"{number}-other" for number in range(300))))
    _, (finding,) = typed([f"| a | {word} |"], many)
    assert finding.help.startswith(f"did you mean `{found}`?" if found else "write one of `tile-432`, ")


def test_a_row_keeps_the_places_of_its_cells_name_first() -> None:
    (row,), _ = typed(["| a | 1 | n e |"], POINTS, SET)
    assert [span.text for span in row.spans] == ["a", "1", "n e"]


def test_limits_of_a_table() -> None:
    rows, findings = typed([*["| a |"] * 300, "| z |"])
    assert ([row.name for row in rows], len(findings)) == (["a"], 100)
    rows, findings = typed([f"| a{number} |" for number in range(5002)])
    assert (len(rows), [each.code for each in findings]) == (5000, ["C0133"])
    assert [each.code for each in typed(["| a " * 70])[1]] == ["C0133"]
    rows, findings = typed(["| a |"], *[TEXT] * 64)
    assert (rows, [each.code for each in findings]) == ((), ["C0133"])


def test_reading_stops_at_a_cell_that_is_too_long() -> None:
    rows, findings = typed(["| a | 1 |", f"| b | {'9' * 5000} |", "| c | 99 |"], POINTS)
    assert ([row.name for row in rows], [each.code for each in findings]) == (["a"], ["C0133"])


def test_a_repeated_column_is_told_as_in_a_file() -> None:
    table, (from_file,) = read_csv(Source("t.csv", "a,b,b\nx,1,2\n"))
    columns = [Column(cell.text, TEXT, cell.span) for cell in table.header]
    rows, (from_columns,) = type_rows(table.rows, columns, "Tile")
    assert from_file == from_columns
    assert rows[0].values == ("1", "2")


def test_tables_are_at_hand_without_loading_pydantic() -> None:
    asked = "import sys, cavewright.language.tables; sys.exit('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0


WORDS = st.sampled_from([*SIDES, "none", "raft", "yes", "m"])
FORMS = st.sampled_from(["number", "yes_no", "choice", "set", "text"])
TYPES = st.builds(
    ColumnType,
    FORMS,
    st.integers(),
    st.integers(),
    st.integers(-3, 30),
    st.sampled_from(["", "m"]),
    st.lists(WORDS, max_size=4).map(tuple),
    st.sampled_from(["", "Side"]),
    st.booleans(),
)
ROW_TEXTS = st.one_of(
    st.text(),
    st.text(alphabet='an1-,|" m\x00\ud800\n'),
    st.lists(WORDS | st.integers().map(str), max_size=4).map(" | ".join),
)


@given(st.lists(ROW_TEXTS, max_size=4), st.lists(TYPES, max_size=3))
def test_no_text_makes_typing_raise(texts: list[str], types: list[ColumnType]) -> None:
    rows, findings = typed(texts, *types)
    assert len(rows) <= len(texts) <= len(rows) + len(findings)


NAMES = st.from_regex(r"[a-z]\w{0,5}(-\w{1,3})?", fullmatch=True)
PLAIN = st.text(st.characters(exclude_categories=("Cc", "Cf", "Cs")), max_size=20)
DEPTH = st.integers(0, 20).map(lambda steps: steps * 25)
VALUES = st.tuples(DEPTH, st.booleans(), st.sampled_from(SIDES), st.frozensets(st.sampled_from(SIDES)), PLAIN)
ROWS = st.dictionaries(NAMES, VALUES, min_size=1, max_size=5)


@pytest.mark.long
@given(ROWS)
def test_rows_that_fit_come_back(rows: dict[str, tuple[int, bool, str, frozenset[str], str]]) -> None:
    texts = [written(name, *values) for name, values in rows.items()]
    back, findings = typed(texts, EVEN, YES_NO, SIDE, SET, TEXT)
    assert findings == ()
    assert {row.name: row.values for row in back} == rows


def written(name: str, depth: int, flag: bool, side: str, sides: frozenset[str], text: str) -> str:
    quoted = text.replace('"', '""')
    return f'| {name} | {depth} m | {"yes" if flag else "no"} | {side} | {", ".join(sorted(sides))} | "{quoted}" |'
