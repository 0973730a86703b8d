"""Diagnostics as text. The expected texts stand in `rendered/`: `<case>.plain.txt` and `<case>.terminal.txt`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from unicodedata import category, east_asian_width

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cavewright.foundation.source import Diagnostic, Label, Source, Span, at
from cavewright.foundation.source.marked_lines import wrap_text
from cavewright.foundation.source.render import render_github, render_json, render_plain, render_terminal, summary

RENDERED = Path(__file__).parent / "rendered"

ROPE = Source(
    "long-rope.cave",
    """\
overlay long_rope 0.3
language 1
extends the_cave ^1.2

change team_limit: 5 to 6

amend table entering
    change climb.point: 2 to 3
end
""",
)
TABLE = "table entering:    way, feature, points, spends, needs, token\n"
MOVING = Source("the-cave/moving.cave", "\n" * 13 + TABLE + "\n" * 90)
LONG = Source("long.cave", "let a = " + "1 + " * 60 + "wrong" + " + 2" * 60 + "\n")
ODD = Source("odd\x1b.cave", "\tunit\x1b[31m \ud800 m\u202e\xa0x\r\n")
WIDE = Source("wide.cave", "unit 洞窟 e\u0301 x\n")
BLOCK = Source("block.cave", "rule dig\n  when\n    pick\nend\nrule dig\n")
LIMITS = Source("limits.cave", "limit stack: 4\n")


def of(source: Source, word: str, number: int = 0) -> Span:
    """The place of a word in a source, counted from 0."""
    found = list(re.finditer(re.escape(word), source.text))[number]
    return Span(source, *found.span())


def end_of(source: Source, before: int = 0) -> Span:
    """The empty place so many characters before the end of a source."""
    return Span(source, len(source.text) - before, len(source.text) - before)


CASES: dict[str, Diagnostic] = {
    "other_file": at(
        "C0203",
        "there is no clause `climb.point` to change",
        of(ROPE, "climb.point"),
        "not a column of table `entering`",
        more=[Label(of(MOVING, "way"), "its columns: way, feature, points, spends, needs, token")],
        help="did you mean `climb.points`?",
    ),
    "other_file_without_words": at(
        "C0203",
        "there is no clause `climb.point` to change",
        of(ROPE, "climb.point"),
        more=[Label(of(MOVING, "way"))],
    ),
    "same_file": at(
        "C0207",
        "two rules are named `dig`",
        of(BLOCK, "dig", 1),
        "again here",
        more=[Label(of(BLOCK, "dig"), "first here")],
    ),
    "next_line": at(
        "C0207",
        "`pick` is needless",
        of(BLOCK, "pick"),
        "this",
        more=[Label(of(BLOCK, "when"), "within this")],
    ),
    "same_line": at(
        "C0401",
        "`4` is no name",
        of(LIMITS, "4"),
        "a number",
        more=[Label(of(LIMITS, "limit"), "asks for a name")],
        severity="warning",
    ),
    "several_lines": at("C0105", "this block has no end", Span(BLOCK, 5, 28), "opened here"),
    "long_line": at("C0201", "there is no name `wrong`", of(LONG, "wrong"), "not a name"),
    "long_line_start": at("C0201", "there is no name `a`", of(LONG, "a"), "not a name"),
    "long_line_end": at("C0104", "the line stops short", end_of(LONG, 1), "more is due"),
    "long_line_whole": at("C0110", "a long line", Span(LONG, 4, len(LONG.text)), "all of it"),
    "odd_characters": at("C0101", "no such character `\x1b`", of(ODD, "m\u202e"), "turns \x07 the \ttext"),
    "wide_characters": at(
        "C0201",
        "there is no unit `洞窟` \u2026",
        of(WIDE, "洞窟"),
        "wide",
        more=[Label(of(WIDE, "x"), "narrow")],
    ),
    "empty_file": at("C0103", "the file is empty", Span(Source("empty.cave", ""), 0, 0), "write `language 1`"),
    "end_of_file": at("C0104", "the file stops within a rule", end_of(BLOCK), "`end` is due"),
    "outside": at("C0104", "a place past the file", Span(BLOCK, 900, -4)),
    "no_labels": Diagnostic(
        "C0601",
        "the game names no players",
        notes=("a note\nof two lines",),
        help="add `players 1 to 6`",
    ),
    "no_code": Diagnostic("", "nothing to read", help="give a file"),
    "notes": at(
        "C0310",
        "two overlays change `dig` and neither knows the other",
        of(BLOCK, "dig"),
        "`cosy` amends its cost",
        notes=(
            "overlays with no `after` between them must not touch the same clause, for it would be the order of "
            "their names that decides",
            "second",
        ),
        help="if `cosy` is meant to win, end its first line with `after hard`, and then check it once more",
    ),
    "words_to_the_left": at("C0201", "far right", of(Source("r.cave", "." * 70 + "x"), "x"), "written for `core`"),
    "words_below": at("C0201", "far right", of(Source("r.cave", "." * 70 + "x"), "x"), "word " * 30 + "end"),
    "far_line": at("C0201", "far down", Span(Source("f.cave", "\n" * 1233 + "x"), 1233, 1234), "here"),
}


@pytest.mark.parametrize("case", CASES)
def test_plain(case: str) -> None:
    assert render_plain([CASES[case]]) == (RENDERED / f"{case}.plain.txt").read_text("utf-8")


@pytest.mark.parametrize("case", CASES)
def test_terminal(case: str) -> None:
    assert render_terminal([CASES[case]], colour=False) == (RENDERED / f"{case}.terminal.txt").read_text("utf-8")


def test_every_expected_text_belongs_to_a_case() -> None:
    assert {path.name.split(".")[0] for path in RENDERED.iterdir()} == set(CASES)


def test_colours() -> None:
    assert render_terminal([CASES["several_lines"]]) == (
        "\x1b[1;31merror[C0105]\x1b[0m\x1b[1m: this block has no end\x1b[0m\n"
        "  \x1b[34m╭─\x1b[0m block.cave:1:6\n"
        "\x1b[34m1 │\x1b[0m rule dig\n"
        "\x1b[34m  │\x1b[0m      \x1b[1;31m─┬─\x1b[0m\n"
        "\x1b[34m  │\x1b[0m       \x1b[1;31m╰── opened here\x1b[0m\n"
        "  \x1b[34m╰─\x1b[0m \x1b[2mcavewright explain C0105\x1b[0m\n"
    )


def test_narrow_terminal() -> None:
    assert (
        render_terminal([CASES["other_file"]], width=40, colour=False)
        == """\
error[C0203]: there is no clause
`climb.point` to change
  ╭─ long-rope.cave:8:12
8 │     change climb.point: 2 to 3
  │            ───────────
  │  not a column of table `entering`
  ├─ the-cave/moving.cave:14:20
  │  its columns: way, feature, points,
  │  spends, needs, token
  ├─ help: did you mean `climb.points`?
  ╰─ cavewright explain C0203
"""
    )


# --- Several -------------------------------------------------------------------------------------------------------

MANY = [Diagnostic(f"C{number:04}", "wrong") for number in range(34)]


@pytest.mark.parametrize("render, last", [(render_plain, "... and 14 more"), (render_terminal, "… and 14 more")])
def test_cap(render, last) -> None:
    lines = render(MANY).splitlines()
    assert lines[-1] == last
    assert sum("wrong" in line for line in lines) == 20
    assert "more" not in render(MANY[:20])


def test_plain_blocks_are_parted_by_an_empty_line() -> None:
    assert render_plain(MANY[:2]) == "error[C0000]: wrong\n\nerror[C0001]: wrong\n"


@pytest.mark.parametrize("render", [render_plain, render_terminal, render_json, render_github])
def test_nothing_to_tell(render) -> None:
    assert render(iter([])) == ""


def test_hint_stands_once_under_each() -> None:
    assert [render_terminal([found]).count("cavewright explain") for found in CASES.values()] == [
        1 if found.code else 0 for found in CASES.values()
    ]


WARNING = Diagnostic("C0602", "long", severity="warning")


@pytest.mark.parametrize(
    "diagnostics, expected",
    [
        ([], "0 errors, 0 warnings"),
        ([*MANY[:2], WARNING], "2 errors, 1 warning"),
        ([MANY[0], WARNING, WARNING], "1 error, 2 warnings"),
    ],
)
def test_summary(diagnostics: list[Diagnostic], expected: str) -> None:
    assert summary(diagnostics) == expected


# --- For programs --------------------------------------------------------------------------------------------------


def test_json() -> None:
    first, second = map(json.loads, render_json([CASES["several_lines"], CASES["no_labels"]]).splitlines())
    place = {"file": "block.cave", "line": 1, "column": 6, "end_line": 4, "end_column": 4}
    assert first == {
        "code": "C0105",
        "severity": "error",
        "message": "this block has no end",
        **place,
        "labels": [{**place, "text": "opened here"}],
        "notes": [],
        "help": "",
    }
    assert second == {
        "code": "C0601",
        "severity": "error",
        "message": "the game names no players",
        **dict.fromkeys(place),
        "labels": [],
        "notes": ["a note\nof two lines"],
        "help": "add `players 1 to 6`",
    }


def test_json_tells_all_diagnostics() -> None:
    assert len(render_json(MANY).splitlines()) == len(render_github(MANY).splitlines()) == 34


@pytest.mark.parametrize(
    "diagnostic, expected",
    [
        (
            CASES["same_line"],
            "::warning file=limits.cave,line=1,col=14,title=C0401::"
            "`4` is no name%0Aa number%0Alimits.cave:1:1: asks for a name\n",
        ),
        (
            CASES["no_labels"],
            "::error title=C0601::the game names no players%0Anote: a note%0Aof two lines%0A"
            "help: add `players 1 to 6`\n",
        ),
        (CASES["no_code"], "::error::nothing to read%0Ahelp: give a file\n"),
        (
            at("C0101", "50%0A, a: b\r\nc", Span(Source("C:\\a,b\n50%.cave", "x"), 0, 1)),
            "::error file=C%3A\\a%2Cb%0A50%25.cave,line=1,col=1,title=C0101::50%250A, a: b\\r%0Ac\n",
        ),
    ],
)
def test_github(diagnostic: Diagnostic, expected: str) -> None:
    assert render_github([diagnostic]) == expected


# --- Whatever the text ---------------------------------------------------------------------------------------------

CHARACTERS = st.one_of(
    st.characters(exclude_categories=()),
    st.sampled_from("\n\r\t \x1b\x85\u2028\u202e\ud800\udfff洞e\u0301%:,"),
)
TEXTS = st.text(CHARACTERS, max_size=150)
OFFSETS = st.integers(-5, 160)


@st.composite
def diagnostics(draw: st.DrawFn) -> Diagnostic:
    sources = draw(st.lists(st.builds(Source, TEXTS, TEXTS), min_size=1, max_size=3))
    spans = st.builds(Span, st.sampled_from(sources), OFFSETS, OFFSETS)
    labels = draw(st.lists(st.builds(Label, spans, st.one_of(st.just(""), TEXTS)), max_size=5))
    notes = draw(st.lists(TEXTS, max_size=2))
    code = draw(st.one_of(st.just("C0101"), TEXTS))
    severity = draw(st.sampled_from(["error", "warning"]))
    return Diagnostic(code, draw(TEXTS), tuple(labels), tuple(notes), draw(TEXTS), severity)


def screen_width(line: str) -> int:
    return sum(0 if category(c) in ("Mn", "Me") else 2 if east_asian_width(c) in "WF" else 1 for c in line)


@pytest.mark.long
@settings(deadline=None)
@given(diagnostics())
def test_plain_is_printable_ascii(found: Diagnostic) -> None:
    text = render_plain([found])
    assert all(" " <= character <= "~" for character in text.replace("\n", ""))


@pytest.mark.long
@settings(deadline=None)
@given(diagnostics(), st.integers(-1, 200))
def test_terminal_is_printable(found: Diagnostic, width: int) -> None:
    text = render_terminal([found], width, colour=False)
    assert all(character.isprintable() for character in text.replace("\n", ""))


@pytest.mark.long
@settings(deadline=None)
@given(diagnostics(), st.integers(-1, 200))
def test_colour_adds_only_codes(found: Diagnostic, width: int) -> None:
    coloured = re.sub("\x1b\\[[0-9;]*m", "", render_terminal([found], width))
    assert [line.rstrip() for line in coloured.split("\n")] == [
        line.rstrip() for line in render_terminal([found], width, colour=False).split("\n")
    ]


@settings(deadline=None)
@given(TEXTS, OFFSETS, OFFSETS, st.integers(40, 120))
def test_lines_of_a_source_keep_to_the_width(text: str, start: int, end: int, width: int) -> None:
    found = at("C0101", "wrong", Span(Source("a", text), start, end), "one two three")
    assert max(map(screen_width, render_terminal([found], width, colour=False).split("\n"))) <= width


@settings(deadline=None)
@given(st.text("ab洞\t\x1b", min_size=1, max_size=150), st.data())
def test_underline_stands_below_its_character(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    marked = f"{text[:offset]}X{text[offset:]}"
    found = at("C0101", "wrong", Span(Source("a", marked), offset, offset + 1))
    _, _, line, under, _ = render_terminal([found], 60, colour=False).splitlines()
    assert screen_width(line[: line.index("X")]) == screen_width(under[: under.index("─")])


@settings(deadline=None)
@given(st.lists(diagnostics(), max_size=3))
def test_one_line_for_programs(found: list[Diagnostic]) -> None:
    told, noted = render_json(found), render_github(found)
    assert [json.loads(line)["message"] for line in told.split("\n")[:-1]] == [each.message for each in found]
    assert noted.count("\n") == len(found)
    noted.encode("utf-8")


def test_words_beside_a_place_stay_on_its_line() -> None:
    source = Source("a.cave", "one two")
    said = render_plain([Diagnostic("C0101", "no", (Label(Span(source, 0, 3), "first\nsecond"),))])
    assert "^^^ first second" in said


def test_a_message_of_several_lines_is_told_on_one() -> None:
    assert render_plain([Diagnostic("C0101", "no\nmore")]) == "error[C0101]: no more\n"


@pytest.mark.parametrize("room, lines", [(7, ["one two"]), (6, ["one", "two"]), (2, ["one", "two"])])
def test_words_are_wrapped_where_they_no_longer_fit(room: int, lines: list[str]) -> None:
    assert wrap_text("one two", room) == lines
