"""CSV files are read cell by cell, and what is wrong is told with its place, row after row."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cavewright as cw
from cavewright.foundation.source import Source, Span
from cavewright.language.tables import RawTable, read_csv

READ = {
    "plain": ("a,b\nx,1\n", [["a", "b"], ["x", "1"]]),
    "no line break at the end": ("a,b\nx,1", [["a", "b"], ["x", "1"]]),
    "byte order mark and CRLF": ("\ufeffa,b\r\nx,1\r\n", [["a", "b"], ["x", "1"]]),
    "comments and blank lines": ("# c\n\na,b\n  # x,1\n \t\nx,1\n", [["a", "b"], ["x", "1"]]),
    "quotes": ('a,b\nx,"1, ""2"" | #"\n', [["a", "b"], ["x", '1, "2" | #']]),
    "blanks around cells": ('a , b\n x ,  " 1 " \n', [["a", "b"], ["x", " 1 "]]),
    "blank cells": ('a,b\nx,\nx,""\n', [["a", "b"], ["x", ""], ["x", ""]]),
    "a quote inside a bare cell": ('a,b\nx,5" pipe\n', [["a", "b"], ["x", '5" pipe']]),
}

UNCLOSED = "t.csv:2:3: error[C0130]: row `x`, column `b`: this quote is not closed"
BROKEN = {
    "unclosed quote": ('a,b\nx,"1\ny,2\n', [UNCLOSED], 1),
    "doubled quote at the end": ('a,b\nx,"1""\n', [UNCLOSED], 0),
    "text after a quote": (
        'a,b\nx,"1"2\ny,2\n',
        ["t.csv:2:3: error[C0130]: row `x`, column `b`: the cell goes on after its closing quote"],
        1,
    ),
    "missing cell": (
        "a,b\nx\ny,2\n",
        ["t.csv:2:2: error[C0131]: row `x`, column `b`: the row has 1 cell, the table has 2 columns"],
        1,
    ),
    "extra cell": (
        "a,b\n7,1,2\ny,2\n",
        ["t.csv:2:5: error[C0131]: row 1, column 3: the row has 3 cells, the table has 2 columns"],
        1,
    ),
    "NUL": (
        "a,b\nx,1\x002\ny,2\n",
        ["t.csv:2:4: error[C0132]: row `x`, column `b`: control character U+0000 in a table"],
        1,
    ),
    "control character at an edge": (
        "a,b\nx,\x1c2\n",
        ["t.csv:2:3: error[C0132]: row `x`, column `b`: control character U+001C in a table"],
        0,
    ),
    "control character behind a cell": (
        "a,b\nx \x1c,2\n",
        ["t.csv:2:3: error[C0132]: row `x`, column `a`: control character U+001C in a table"],
        0,
    ),
    "control character alone": (
        "a,b\n\x1c\n",
        ["t.csv:2:1: error[C0132]: row 1, column `a`: control character U+001C in a table"],
        0,
    ),
    "old line breaks": (
        "a,b\rx,1\r",
        ["t.csv:1:4: error[C0132]: header, column 2: control character U+000D in a table"],
        0,
    ),
    "repeated column": ("a,b, a\nx,1,2\n", ["t.csv:1:6: error[C0136]: column `a` is repeated"], 1),
    "column without a name": ("a,\nx,1\n", ["t.csv:1:3: error[C0414]: header, column 2: the column has no name"], 1),
    "broken header": ('a,"b\nx,1\n', ["t.csv:1:3: error[C0130]: header, column 2: this quote is not closed"], 1),
    "nothing": ("# only words\n", ["t.csv:1:1: error[C0414]: the table is empty"], 0),
    "several": (
        'a,b\nx,"1\ny\nz,3\n',
        [UNCLOSED, "t.csv:3:2: error[C0131]: row `y`, column `b`: the row has 1 cell, the table has 2 columns"],
        1,
    ),
}

TOO_LARGE = {
    "cell": (
        "a,b\nx,1\ny," + "9" * 5000 + "\nz\n",
        ["t.csv:3:3: error[C0133]: row `y`, column `b`: a cell has at most 1000 characters, this one has 5000"],
        1,
    ),
    "columns": (
        ",".join(f"c{n}" for n in range(70)) + "\nx\n",
        ["t.csv:1:247: error[C0133]: a table has at most 64 columns"],
        0,
    ),
    "rows": ("a\n" + "x\n" * 5002, ["t.csv:5002:1: error[C0133]: a table has at most 5000 rows"], 5000),
}


SEPARATED = {
    "semicolons": (";", 'a ; b\nx;1,5\n"y;z" ;"1 ""2"""\n', [["a", "b"], ["x", "1,5"], ["y;z", '1 "2"']]),
    "tabs": ("\t", 'a\tb\tc\nx\t\t"1\t2"\n"y"\t "2" \t\n', [["a", "b", "c"], ["x", "", "1\t2"], ["y", "2", ""]]),
    "a sign of patterns": ("^", "a^b\n\\^]\n", [["a", "b"], ["\\", "]"]]),
    "a bar": ("|", "a|b\nx|\n", [["a", "b"], ["x", ""]]),
}
RULES = """ruleset dig 1.0 "Dig"
    language 1

kind tool
    rows "tools.csv" separated by {}
    | tool | price: 1..5 | label: text |
    | lamp | 1           | "Lamp"      |

players team 1..2

to play
    finish

scoring
    score price = sum(t in tool: t.price)
    highest total wins
"""
MORE = """overlay more 1.0
    language 1
    extends dig ^1.0

amend kind tool
    change spade.price: 2 to 5
    add rows "more.csv" separated by "|"
"""


def read(text: str) -> tuple[RawTable, list[str]]:
    table, findings = read_csv(Source("t.csv", text))
    return table, [str(each) for each in findings]


def prices(game: cw.Game) -> dict[str, int]:
    kind = game.rules_model.kinds["tool"]
    return dict(zip(kind.rows, kind.columns["price"].values, strict=False))


@pytest.mark.parametrize(("text", "rows"), READ.values(), ids=READ)
def test_cells_of_a_good_file(text: str, rows: list[list[str]]) -> None:
    table, findings = read(text)
    assert findings == []
    assert [[cell.text for cell in cells] for cells in (table.header, *(row.cells for row in table.rows))] == rows


@pytest.mark.parametrize(("separator", "text", "rows"), SEPARATED.values(), ids=SEPARATED)
def test_cells_between_other_characters(separator: str, text: str, rows: list[list[str]]) -> None:
    table, findings = read_csv(Source("t.csv", text), separator)
    assert findings == ()
    assert [[cell.text for cell in cells] for cells in (table.header, *(row.cells for row in table.rows))] == rows


@pytest.mark.parametrize("separator", [";", "\t", "#", " "])
def test_a_rows_line_says_what_separates_the_columns(separator: str) -> None:
    table = 'tool;price;label\nspade;2;"Spade, long"\n'.replace(";", separator)
    files = {"dig.cave": RULES.format(f'"{separator}"'), "tools.csv": table}
    assert prices(cw.load_rules(files)) == {"lamp": 1, "spade": 2}
    over = {"more.cave": MORE, "more.csv": "tool|label|price\npick|A pick|3\n"}
    assert prices(cw.load_rules(files, overlays=[over])) == {"lamp": 1, "spade": 5, "pick": 3}
    with pytest.raises(cw.RulesetError, match="C0302"):  # a row of that name is there
        cw.load_rules(files, overlays=[over | {"more.csv": "tool|label|price\nlamp|A lamp|3\n"}])


@pytest.mark.parametrize("separator", ["", ";;", "\\t"])
def test_a_separator_that_is_not_one_character_is_told_where_it_stands(separator: str) -> None:
    with pytest.raises(cw.RulesetError) as caught:
        cw.load_rules({"dig.cave": RULES.format(f'"{separator}"'), "tools.csv": "tool;price;label\n"})
    (finding,) = caught.value.diagnostics
    assert (finding.code, finding.span and finding.span.line) == ("C0137", 5)
    assert finding.message == f"columns are separated by one character, and this is {len(separator)}"


@pytest.mark.parametrize(("text", "findings", "rows"), (BROKEN | TOO_LARGE).values(), ids=BROKEN | TOO_LARGE)
def test_what_is_wrong_is_told_and_the_next_row_is_read(text: str, findings: list[str], rows: int) -> None:
    table, found = read(text)
    assert (found, len(table.rows)) == (findings, rows)


def test_every_cell_knows_its_place() -> None:
    table, _ = read_csv(Source("t.csv", '# c\na, b\r\nx, "1, 2" ,\r\ny, "1, 2"\r\n'))
    places = [(cell.span.text, str(cell.span)) for cell in table.rows[0].cells]
    assert places == [("y", "t.csv:4:1"), ('"1, 2"', "t.csv:4:4")]


def test_a_repeated_column_points_at_the_first() -> None:
    _, (finding,) = read_csv(Source("t.csv", "a,b,a\n"))
    assert [label.span.column for label in finding.labels] == [5, 1]


LABELS = {
    'a,b\nx,"1\n': [('"1', "opened here")],
    "a,b\nx,1,2\n": [("2", "one too many")],
    "a,b\nx\n": [("", "the row ends here")],
    "a,b,a\n": [("a", "repeated here"), ("a", "first written here")],
    "a\n" + "x\n" * 5001: [("x", "one too many")],
    ",".join(f"c{n}" for n in range(65)) + "\n": [("c64", "one too many")],
}


@pytest.mark.parametrize(("text", "labels"), LABELS.items(), ids=[each[:12] for each in LABELS])
def test_a_label_says_what_is_there(text: str, labels: list[tuple[str, str]]) -> None:
    _, (finding,) = read_csv(Source("t.csv", text))
    assert [(each.span.text, each.text) for each in finding.labels] == labels


def test_an_empty_table_says_what_to_write() -> None:
    _, (finding,) = read_csv(Source("t.csv", "# only words\n"))
    assert (finding.span, finding.help) == (
        Span(Source("t.csv", "# only words\n"), 0, 0),
        "name its columns in the first row",
    )


def test_at_most_a_hundred_findings() -> None:
    assert len(read("a,b\n" + "x\n" * 300)[1]) == 100


BYTES = st.binary().map(lambda raw: raw.decode("utf-8", "surrogateescape"))


@given(st.text() | st.text(alphabet='a1",|#\n\r\t \x00\ufeff\ud800') | BYTES)
def test_no_text_makes_the_reader_raise(text: str) -> None:
    table, findings = read_csv(Source("t.csv", text))
    for cell in (*table.header, *(cell for row in table.rows for cell in row.cells)):
        assert 0 <= cell.span.start <= cell.span.end <= len(text)
    assert all(str(each) for each in findings)


CELLS = st.text(st.characters(exclude_categories=("Cc", "Cf", "Cs")), max_size=20)


@given(st.lists(st.tuples(CELLS, CELLS), max_size=5))
def test_what_python_quotes_is_read_back(rows: list[tuple[str, str]]) -> None:
    written = io.StringIO()
    csv.writer(written, quoting=csv.QUOTE_ALL).writerows([("a", "b"), *rows])
    table, findings = read_csv(Source("t.csv", written.getvalue()))
    assert findings == ()
    assert [tuple(cell.text for cell in row.cells) for row in table.rows] == rows
