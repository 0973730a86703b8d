"""What the documents show is true: their Python runs, their rules are checked and played, their commands work, their links lead somewhere.

The blocks ```cave of a page are read one after the other. One with a head (`ruleset`, `overlay`, `edition`) begins a file, those that follow go on with it;
```csv title="FILE" is a table beside it, and ```sh are commands that are carried out where these files lie. On the page of the tutorial the blocks are parts of its files.
"""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

import cavewright as cw
from cavewright.connect.cli import app
from cavewright.foundation.source import Source
from cavewright.language.syntax import parse_file
from cavewright.language.syntax.format import format_source
from cavewright.play.loading.load import try_load
from cavewright.rules.check.symbols import BUILTINS, FOLDS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(each for each in DOCS.rglob("*.md") if each.name != "page.md"),
]
STEPS = sorted((DOCS / "language" / "tutorial").glob("*.cave"), key=lambda path: int(path.stem.partition("-")[0]))
NAMED = {int(path.stem.partition("-")[0]): path for path in STEPS}
SHELF = {
    "little-cave.cave": NAMED[8],
    "torch-light.cave": NAMED[9],
    "callings.cave": NAMED[10],
    "dig-or-rest.cave": NAMED[11],
}
"""Files that the commands of the tutorial find in their folder."""
BLOCK = re.compile(r'^```(cave|csv|sh)(?: title="(\S+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
HEAD = re.compile(r"^(ruleset|overlay|edition) (\S+)", re.MULTILINE)
GRAMMAR = (ROOT / "grammar" / "cavewright.lark").read_text("utf-8")
WORDS = re.findall(r'^[A-Z_]+: "([a-z]+)"$', GRAMMAR, re.MULTILINE)


LIBRARIES = ("pyspiel", "pettingzoo", "gymnasium")
"""What the page of adapters is about."""


def named(path):
    return path.relative_to(ROOT).as_posix()


def blocks(path):
    """Kind, title and text of every fenced block that a test understands."""
    return BLOCK.findall(path.read_text("utf-8"))


def files_of(path):
    """The rule files and tables that the blocks of a page put together, by name; what stands before the first head has none."""
    files, name = {}, ""
    for kind, title, text in blocks(path):
        if kind == "cave":
            name = head[2] + ".cave" if (head := HEAD.search(text)) else name
            files[name] = f"{files[name]}\n{text}" if name in files else text
        elif kind == "csv":
            files[title] = text
    return files


def played(game, bot, seed, most=600):
    """A match of bots to its end or to a bound."""
    match, bot = cw.Match(game, players=game.players[0], seed=seed), cw.bots.make(bot, game, seed)
    for _ in range(most):
        if match.state.is_terminal:
            break
        player = match.state.active_players[0]
        match.push(bot.choose(match.state, player))
    return match.state


def sound(path, overlays=()):
    """The game of a rule file, which has no findings, holds its own examples, and can be played."""
    game, found = try_load(path, overlays)
    assert found == () and game is not None, [f"{each} ({each.help})" for each in found]
    own = re.findall(r"^(?:add )?example (\S+)", Path((*overlays, path)[0]).read_text("utf-8"), re.MULTILINE)
    failed = [str(finding) for each in cw.run_examples(game, own) for finding in each.diagnostics]
    assert failed == []
    assert played(game, "random", 1).key()
    return game


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
@pytest.mark.gate(
    "README.md", "docs/translating.md", "docs/coming_from.md", "docs/start/authors.md", "docs/language/tutorial.md"
)
def test_python_runs(path):
    """Every session in a document gives what stands under it."""
    text = re.sub(r"```\w*", "", path.read_text("utf-8"))
    for library in LIBRARIES if path.stem == "adapters" else ():
        pytest.importorskip(library, reason=f"needs {library}")
    examples = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    runner.run(examples)
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_links_lead_somewhere(path):
    """Every relative link names a file or folder of the repository."""
    for link in re.findall(r"\]\(([^)#:]+)\)", path.read_text("utf-8")):
        assert (path.parent / link).exists(), link


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_every_fenced_block_is_one_that_is_run(path):
    """No block is of a kind that no test knows; those of built games are run by tests/connect/export, test_build.py and test_other_languages.py."""
    text = path.read_text("utf-8")
    opened = [line for line in text.split("\n") if line.startswith("```") and line != "```"]
    assert len(opened) == len(blocks(path)) + sum(
        text.count(f"```{kind}\n")
        for kind in ("python", "js", "c", "rust", "go")[: 1 if path.stem != "building" else 5]
    ), opened


@pytest.mark.parametrize("path", [each for each in DOCUMENTS if files_of(each) and each.stem != "tutorial"], ids=named)
@pytest.mark.gate("docs/index.md")
def test_rules_of_a_page_are_sound(path, tmp_path):
    """What a page shows is in the one layout, has nothing wrong, and plays; an overlay is played on what it extends."""
    files = files_of(path)
    for name, text in files.items():
        (tmp_path / (name or "loose.cave")).write_text(text, "utf-8")
        assert name.endswith(".csv") or format_source(Source(name, text)) == (text, ())
    for name, text in files.items():
        if head := HEAD.search(text):
            over = head[1] != "ruleset"
            base = re.search(r"^    extends (\S+)", text, re.MULTILINE)[1] if over else ""
            below = tmp_path / f"{base}.cave" if f"{base}.cave" in files else base
            sound(below if over else tmp_path / name, [tmp_path / name] if over else ())


def understood(arguments):
    """Whether the command line knows the command and its options; nothing is carried out."""
    command = get_command(app).commands[arguments[0]]
    command.make_context(arguments[0], arguments[1:]).close()
    return True


def run_command(arguments):
    """The exit status of a command, and what it says: in this process, or by the program that `CAVEWRIGHT_COMMAND` names, which may have an
    environment of its own."""
    if program := os.environ.get("CAVEWRIGHT_COMMAND"):
        done = subprocess.run([program, *arguments], input="", capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr
    done = CliRunner().invoke(app, arguments, input="")
    return done.exit_code, done.output


OF_EXTRAS = ("book", "cards", "playground", "lsp")
"""Commands that ask for an extra where it is not installed, and say which."""


def carry_out(path, folder, slow):
    """The commands of a page, one after the other, in a folder with the files that the page has shown so far; nobody sits at the terminal. `falsify`
    ends with 1 where it has found lines that no example misses."""
    for name, file in SHELF.items():
        (folder / name).write_text(file.read_text("utf-8"), "utf-8")
    name = ""
    for kind, _, text in blocks(path):
        if kind == "cave" and path.stem != "tutorial":
            begun = HEAD.search(text)
            name = f"{begun[2]}.cave" if begun else name
            if name:
                (folder / name).write_text(text if begun else (folder / name).read_text("utf-8") + "\n" + text, "utf-8")
        for line in text.splitlines() if kind == "sh" else ():
            program, *arguments = shlex.split(line)
            assert program == "cavewright" and understood(arguments)
            if arguments[0] == "serve":  # goes on until Ctrl-C
                continue
            if slow or not (arguments[0] in ("simulate", "profile", "test") and arguments[1].startswith("the-cave")):
                status, said = run_command(arguments)
                is_without = arguments[0] in OF_EXTRAS and 'pip install "cavewright[' in said
                has_found = arguments[0] == "falsify" and status == 1 and " mutants of " in said
                assert status == 0 or is_without or has_found, f"{line}\n{said}"


WITH_COMMANDS = [each for each in DOCUMENTS if any(kind == "sh" for kind, _, _ in blocks(each))]


@pytest.mark.parametrize("path", WITH_COMMANDS, ids=named)
@pytest.mark.gate("docs/index.md")
def test_commands_of_a_page_work(path, tmp_path, monkeypatch):
    """All that are quick; of those that play or test a large game, that the command is known and has these options."""
    monkeypatch.chdir(tmp_path)
    carry_out(path, tmp_path, slow=False)


@pytest.mark.long
@pytest.mark.parametrize("path", WITH_COMMANDS, ids=named)
def test_slow_commands_of_a_page_work(path, tmp_path, monkeypatch):
    """All."""
    monkeypatch.chdir(tmp_path)
    carry_out(path, tmp_path, slow=True)


@pytest.mark.parametrize("path", [*STEPS[:8], NAMED[11]], ids=lambda path: path.stem)
@pytest.mark.gate("11-dig-or-rest")
def test_a_step_of_the_tutorial_plays(path):
    """Each step is a game without findings, in the one layout, that greedy and random bots play to its end."""
    text = path.read_text("utf-8")
    assert format_source(Source(path.name, text)) == (text, ())
    game = sound(path)
    assert all(played(game, bot, 3).is_terminal for bot in ("random", "greedy"))


@pytest.mark.parametrize(("step", "changed"), [(9, "crystal"), (10, "lake")])
@pytest.mark.gate("10-lake")
def test_the_house_rules_of_the_tutorial_play(step, changed):
    """Each changes what one example of the game says, and has some of its own."""
    game = sound(NAMED[8], [NAMED[step]])
    assert played(game, "greedy", 3).is_terminal
    assert [each.name for each in cw.run_examples(game) if each.diagnostics] == [changed]


def test_the_tutorial_shows_what_stands_in_its_files():
    """Every block is a piece of the file that was named last, but for empty lines."""
    page = (DOCS / "language" / "tutorial.md").read_text("utf-8")
    shown = set()
    for part in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        found = re.search(r"\]\(tutorial/(\S+)\)", part)
        if found is None:
            assert "```cave" not in part
            continue
        step = found[1]
        lines = (DOCS / "language" / "tutorial" / step).read_text("utf-8").split("\n")
        shown.add(step)
        for kind, _, text in BLOCK.findall(part):
            for piece in text.strip("\n").split("\n\n") if kind == "cave" else ():
                length = len(piece.split("\n"))
                assert any(lines[at : at + length] == piece.split("\n") for at in range(len(lines))), f"{step}\n{piece}"
    assert shown == {each.name for each in STEPS}


@pytest.mark.parametrize("path", sorted((DOCS / "language/sketches").glob("*.cave")), ids=lambda p: p.stem)
def test_sketches_are_in_the_language(path):
    """Pages of two other games, written to see that the language is not made for one, can be read."""
    file, found = parse_file(Source(path.name, path.read_text("utf-8")))
    assert len(file.items) > 20 and found == ()


def test_the_card_names_every_word():
    """Every word of the grammar stands on the card."""
    card = (DOCS / "language/card.md").read_text("utf-8")
    assert len(WORDS) > 60
    assert [word for word in WORDS if not re.search(rf"\b{word}\b", card)] == []


def test_the_reference_has_an_example_of_every_word():
    """Every word of the grammar stands in a rule that the reference shows, and so do all questions that can be asked."""

    page = DOCS / "language/reference.md"
    rules = "\n".join(text for kind, _, text in blocks(page) if kind == "cave")
    assert [word for word in WORDS if not re.search(rf"\b{word}\b", rules)] == []
    assert [name for name in (*BUILTINS, *FOLDS) if f"`{name}(" not in page.read_text("utf-8")] == []


def test_the_list_of_diagnostics_is_complete():
    """Every page is listed by its title, in the order of the codes."""
    listed = re.findall(
        r"^- \[(C\d+)\]\(\1/page\.md\): ([^·\n]*?)(?: ·.*)?$",
        (DOCS / "diagnostics/index.md").read_text("utf-8"),
        re.MULTILINE,
    )
    titles = [each.read_text("utf-8").split("\n")[0] for each in sorted((DOCS / "diagnostics").glob("*/page.md"))]
    assert [f"# {code}: {title}" for code, title in listed] == titles


def test_the_site_shows_every_page():
    """The navigation names each page but those of single diagnostics."""
    shown = re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert sorted(shown) == sorted(each.relative_to(DOCS).as_posix() for each in DOCUMENTS[2:])


@pytest.mark.parametrize("page", ["CONTRIBUTING.md"])
def test_modules_of_a_page_exist(page):
    """A page for contributors names modules by their room, `rules/check/kinds.py`, or, where the room is clear, by their name alone."""
    modules = {path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py") if ".venv" not in path.parts}
    named = re.findall(r"`([\w/.]+\.py)`", (ROOT / page).read_text("utf-8"))
    assert len(named) > 20
    assert [each for each in named if not any(f"/{path}".endswith(f"/{each}") for path in modules)] == []


@pytest.mark.long
def test_a_finding_is_traced_to_the_line_that_makes_it():
    told = subprocess.run(
        [sys.executable, ROOT / ".ci" / "trace_finding.py", "C0410", DOCS / "diagnostics" / "C0410" / "bad.cave"],
        capture_output=True,
        text=True,
    )
    chain = told.stdout.split("\n\n")[0].splitlines()
    assert "is above the highest value" in chain[0]
    assert chain[1].split()[-1] == "main"
    assert "language/tables/typed_rows.py" in chain[-2]
    assert "is outside" not in told.stdout
