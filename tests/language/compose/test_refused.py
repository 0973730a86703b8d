"""Broken, stale, conflicting, cyclic, missing, wrongly versioned and hostile overlays: all that a person then reads.

A case is a file in `refused/`: sections that begin with `=== NAME` are files laid beside `mine.cave`, and behind
`=== found` stands what is printed when all of them are played on it (or what stands behind `=== play`). In a section
`#* 5000 TEXT` stands for as many lines, `#> TEXT 5000` for as many times that text in one line, `#< HEX` for bytes, and
`#@ PATH` makes it a link.
"""

import re
from pathlib import Path

import pytest

from cavewright.foundation.source import Diagnostic
from cavewright.foundation.source.render import in_language, render_plain
from cavewright.foundation.texts import texts
from cavewright.play.loading.load import try_load

FOLDER = Path(__file__).parent / "refused"
CASES = sorted(FOLDER.glob("*.txt"))
LONGEST = 4000


def sections(case: Path) -> dict[str, str]:
    parts = re.split(r"(?m)^=== (.+)\n", case.read_text("utf-8"))[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def laid(path: Path, text: str) -> None:
    link, raw = re.match(r"#@ (.+)", text), re.match(r"#< (.+)", text)
    path.parent.mkdir(exist_ok=True)
    if link:
        path.symlink_to(link[1])
    elif raw:
        path.write_bytes(bytes.fromhex(raw[1]))
    else:
        text = re.sub(
            r"(?m)^#\* (\d+) (.*)$", lambda m: "\n".join(m[2].replace("{n}", str(n)) for n in range(int(m[1]))), text
        )
        text = re.sub(r"#> (.*?) (\d+)$", lambda m: m[1] * int(m[2]), text, flags=re.MULTILINE)
        path.write_text(text, "utf-8")


def findings(case: Path, folder: Path) -> tuple[Diagnostic, ...]:
    """What is found in a case."""
    files = sections(case)
    laid(folder / "mine.cave", (FOLDER / "mine.cave").read_text("utf-8"))
    for name, text in files.items():
        if "." in name:
            laid(folder / name, text)
    overlays = [Path(each).stem for each in files if each.endswith(".cave")]
    spec = files["play"].split() if "play" in files else ["mine", *overlays]
    game, found = try_load(spec[0], spec[1:])
    assert game is None
    return found


def read(case: Path, folder: Path) -> str:
    """What is printed about a case."""
    return render_plain(findings(case, folder)).replace(f"{folder}/", "")


@pytest.mark.parametrize("case", CASES, ids=lambda each: each.stem)
@pytest.mark.gate(
    "out-of-range", "options-together", "removed-and-needed", "conflict-cell", "preset-of-no-option", "no-menu-left"
)
def test_what_a_person_reads(case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert read(case, tmp_path) == sections(case)["found"]


@pytest.mark.parametrize("case", CASES, ids=lambda each: each.stem)
def test_each_has_a_help_line_and_is_not_long(case: Path) -> None:
    found = sections(case)["found"]
    errors = re.findall(r"(?m)^error", found)
    assert errors and len(re.findall(r"(?m)^ *= help: \S", found)) == len(errors) + len(
        re.findall(r"(?m)^warning", found)
    )
    assert len(found) < LONGEST and "Traceback" not in found


def test_there_are_many() -> None:
    assert len(CASES) >= 25


ENGLISH = {"the", "it", "is", "are", "and", "or", "here", "this", "that", "there", "of", "to", "write"}
"""Words that neither German nor Spanish has."""


@pytest.mark.parametrize("lang", ["de", "es"])
@pytest.mark.parametrize("case", CASES, ids=lambda each: each.stem)
@pytest.mark.gate("removed-and-needed-de", "conflict-whole-and-part-es", "missing-column-es")
def test_what_is_found_in_overlays_is_said_in_the_language(
    case: Path, lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What C03 finds, and what is missing because of an overlay. Code in backticks stays, and so do an author's words."""
    monkeypatch.chdir(tmp_path)
    found = [
        each
        for each in findings(case, tmp_path)
        if each.code.startswith("C03") or each.help.startswith("amend what needs")
    ]
    sources = " ".join(label.span.source.text for each in found for label in each.labels)
    own = "|".join(map(re.escape, sorted(set(re.findall(r'"([^"\n]+)"', sources)), key=len, reverse=True))) or "`"
    said = [in_language(each, texts(lang)) for each in found]
    lines = [
        line for each in said for line in (each.message, each.help, *each.notes, *(label.text for label in each.labels))
    ]
    assert [line for line in lines if ENGLISH & set(re.sub(f"`[^`]*`|{own}", "", line).lower().split())] == []
