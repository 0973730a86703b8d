"""Every code that the engine can give has a folder under `docs/diagnostics`: a page, a bad file and the same file mended.

In the files, `#! C0203` at the end of a line says what is found on it, alone on a line what is found on the next; on a
line that begins with `#:` it is found at no place. `#: set pace=fast` sets an option, `#: run NAME` asks for another
ruleset, `#* 5000 TEXT` stands for as many lines, with their number for `{n}`. An overlay is played on `base.cave`
there. A folder `bad` instead of `bad.cave` holds several files; those called `over-…` are overlays, and catalogues (`.po`) stand beside
what they translate.
"""

import re
import shutil
from pathlib import Path

import pytest

import cavewright
from cavewright.connect.cli.check_book import OF_BOOKS
from cavewright.engine.jit.code_size import too_large
from cavewright.foundation.source import Diagnostic
from cavewright.foundation.source.render import in_language
from cavewright.foundation.texts import languages, texts
from cavewright.machine.native.native import compile_findings
from cavewright.play.examples.runner import run_examples
from cavewright.play.loading.load import try_load
from cavewright.play.loading.opened_rules import open_rules
from cavewright.play.loading.rulesets import read_files
from cavewright.publish.book.sentence_book import SentenceBook
from cavewright.publish.changes.translations import findings
from cavewright.publish.reference.long_sentences import long_sentences
from cavewright.publish.reference.row_pictures import RowPictures

REPOSITORY = Path(__file__).parents[3]
PAGES = REPOSITORY / "docs" / "diagnostics"
FOLDERS = sorted(each.parent for each in PAGES.glob("*/page.md"))
CODE = re.compile(r"\bC[01]\d{3}\b")
MARK = re.compile(r"#! (C\d{4})\s*$")
REPEATED = re.compile(r"^( *)#\* (\d+) (.*)$", re.MULTILINE)
ENGLISH = re.compile(
    r"\b(and|are|be|can|cells?|columns?|for|has|here|is|it|its|names?|not|numbers?|of|or|rows?|than|that|the|there|this|to|values?|what|which|with)\b"
)
"""Words of which one stands in nearly every English sentence, and none in German or Spanish."""
Found = set[tuple[str, int, str]]


def emitted() -> set[str]:
    """The codes that stand in the engine; in doctests and comments they would be the same ones."""
    engine = Path(cavewright.__file__).parent
    return {code for each in engine.rglob("*.py") for code in CODE.findall(each.read_text("utf-8"))}


def spread(text: str) -> str:
    """The text with its repeated lines written out."""
    return REPEATED.sub(lambda m: "\n".join(m[1] + m[3].replace("{n}", str(n)) for n in range(int(m[2]))), text)


def marks(name: str, text: str) -> Found:
    """File, line and code of what is said to be found; line 0 for what has no place."""
    found = set()
    for number, line in enumerate(text.split("\n"), 1):
        mark = MARK.search(line)
        if mark:
            found.add(("", 0, mark[1]) if line.startswith("#:") else (name, number + line.startswith("#!"), mark[1]))
    return found


def laid_out(case: Path, folder: Path) -> tuple[list[Path], list[Path], Found, str]:
    """The files of a case, written out to a folder: those of the ruleset, overlays, what they mark, and all their text."""
    sources = sorted(case.iterdir()) if case.is_dir() else [case.with_suffix(".cave")]
    base, overlays, marked, everything = [], [], set[tuple[str, int, str]](), ""
    for each in sources:
        text = spread(each.read_bytes().decode("utf-8"))
        if each.suffix == ".po":
            is_of_overlay = each.name.startswith("over-")
            place = folder / ("overlays" if is_of_overlay else "rules") / "locale" / each.name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, "utf-8")
            marked |= marks(each.name, text)
            continue
        is_overlay = each.name.startswith("over-") or re.search(r"^overlay ", text, re.MULTILINE) is not None
        place = folder / ("overlays" if is_overlay else "rules") / each.name
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(text.encode("utf-8"))
        (overlays if is_overlay else base).append(place)
        marked |= marks(each.name, text)
        everything += text
    if not base:
        (folder / "rules").mkdir()
        base.append(Path(shutil.copy(PAGES / "base.cave", folder / "rules")))
    return base, overlays, marked, everything


def found_in(case: Path, folder: Path) -> tuple[tuple[Diagnostic, ...], Found]:
    """What is found in a case, examples included, and what it says is found."""
    base, overlays, marked, text = laid_out(case, folder)
    options = dict(re.findall(r"^#: set (\w+)=(\S+)", text, re.MULTILINE))
    named = re.search(r"^#: run (\S+)", text, re.MULTILINE)
    game, found = try_load(named[1] if named else base[0].parent, overlays, options)
    if game is not None and not named:
        found += findings(game, read_files(base[0].parent, overlays, options)[1].folders)
        found += too_large(game.interpreter, game.engine)
        found += tuple(long_sentences(open_rules(str(base[0].parent), {}))) if case.parent.name == "C0543" else ()
        if case.parent.name in OF_BOOKS:
            opened = open_rules(str(base[0].parent), {})
            found += (*SentenceBook(opened).findings(), *RowPictures(opened).findings)
        found += compile_findings(game) if case.parent.name.startswith("C10") else ()
        found += tuple(each for result in run_examples(game) for each in result.diagnostics)
    return found, marked


def in_english(found: tuple[Diagnostic, ...], text: str, lang: str) -> list[str]:
    """What is still English when findings are told in another language; texts of the rules, and code, are as they are written."""
    said = [in_language(each, texts(lang)) for each in found]
    lines = [
        part for each in said for part in (each.message, each.help, *each.notes, *(label.text for label in each.labels))
    ]
    own = [each.rstrip(".") for each in re.findall(r'"([^"\n]+)"', text)]
    bare = [
        re.sub("|".join(["`[^`]*`", *map(re.escape, sorted(own, key=len, reverse=True))]), "", each) for each in lines
    ]
    return [each for each, left in zip(lines, bare, strict=True) if ENGLISH.search(left)]


def places(found: tuple[Diagnostic, ...]) -> Found:
    return {
        (Path(each.span.source.name).name, each.span.line, each.code) if each.span else ("", 0, each.code)
        for each in found
    }


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda each: each.name)
@pytest.mark.gate(
    "C0101",
    "C0104",
    "C0130",
    "C0133",
    "C0136",
    "C0202",
    "C0205",
    "C0208",
    "C0211",
    "C0214",
    "C0221",
    "C0224",
    "C0227",
    "C0230",
    "C0302",
    "C0305",
    "C0308",
    "C0311",
    "C0314",
    "C0317",
    "C0402",
    "C0405",
    "C0408",
    "C0412",
    "C0415",
    "C0418",
    "C0421",
    "C0424",
    "C0502",
    "C0505",
    "C0508",
    "C0511",
    "C0514",
    "C0518",
    "C0522",
    "C0525",
    "C0540",
    "C0543",
    "C0603",
    "C0606",
    "C0609",
    "C0612",
    "C0701",
    "C0704",
    "C0902",
    "C0905",
)
def test_the_bad_file_has_this_and_nothing_else(folder: Path, tmp_path: Path) -> None:
    found, marked = found_in(folder / "bad", tmp_path)
    assert {code for _, _, code in marked} == {folder.name}
    assert places(found) == marked, [f"{each} ({each.help})" for each in found]
    assert all(each.help for each in found if each.code.startswith("C05"))
    written = "".join(each.read_text("utf-8") for each in tmp_path.rglob("*.*") if each.is_file())
    for lang in languages():
        assert lang == "en" or in_english(found, written, lang) == [], (
            'write it into locale/*.po with `msgctxt "message"`'
        )


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda each: each.name)
@pytest.mark.gate(
    "C0101",
    "C0104",
    "C0130",
    "C0133",
    "C0136",
    "C0202",
    "C0205",
    "C0208",
    "C0211",
    "C0214",
    "C0221",
    "C0224",
    "C0227",
    "C0230",
    "C0302",
    "C0305",
    "C0308",
    "C0311",
    "C0314",
    "C0317",
    "C0402",
    "C0405",
    "C0408",
    "C0412",
    "C0415",
    "C0418",
    "C0421",
    "C0424",
    "C0502",
    "C0505",
    "C0508",
    "C0511",
    "C0514",
    "C0518",
    "C0522",
    "C0525",
    "C0540",
    "C0543",
    "C0603",
    "C0606",
    "C0609",
    "C0612",
    "C0701",
    "C0704",
    "C0902",
    "C0905",
)
def test_the_good_file_has_nothing(folder: Path, tmp_path: Path) -> None:
    found, _ = found_in(folder / "good", tmp_path)
    assert found == (), [f"{each} ({each.help})" for each in found]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda each: each.name)
def test_the_page_says_what_why_and_how(folder: Path) -> None:
    page = (folder / "page.md").read_text("utf-8")
    assert page.startswith(f"# {folder.name}: ")
    parts = re.split(r"^## (.*)\n", page, flags=re.MULTILINE)
    assert parts[1::2] == ["What", "Why", "How to fix"]
    assert all(len(each.split()) >= 3 for each in parts[2::2])


def test_every_code_has_a_folder_and_every_folder_a_code() -> None:
    assert sorted(emitted()) == [each.name for each in FOLDERS]
    assert len(FOLDERS) >= 40


def test_bad_and_good_are_the_same_file_but_for_a_few_lines() -> None:
    for folder in FOLDERS:
        bad, good = (
            {
                line.split("  #!")[0].rstrip()
                for file in sorted(folder.glob(f"{each}*"))
                for inner in (sorted(file.iterdir()) if file.is_dir() else [file])
                for line in inner.read_text("utf-8").split("\n")
            }
            for each in ("bad", "good")
        )
        assert len(good - bad) <= 14 and len(good & bad) >= min(3, len(good)), folder.name


TOO_LONG = """ruleset long 1.0 "Long"
    language 1
players one 1..1
kind thing
    rows "things.csv"
    | thing |
    | lamp  |
to play
    finish
scoring
    score things = count(t in thing)
    highest total wins
"""


@pytest.mark.long
def test_a_table_that_is_too_long_is_told_once(tmp_path: Path) -> None:
    """Where the file is, not again where its rows and those of the rules are too many together."""
    (tmp_path / "long.cave").write_text(TOO_LONG, "utf-8")
    for rows, line in ((6_000, 5_002), (5_000, 5_001)):
        (tmp_path / "things.csv").write_text("thing\n" + "".join(f"t{n}\n" for n in range(rows)), "utf-8")
        assert [(each.code, each.span.line) for each in try_load(tmp_path)[1] if each.span] == [("C0133", line)]
