"""Modules of the engine: how long they and their functions may be, what they are called, and what they keep their hands off."""

import ast

import pytest
from tests.house.engine_modules import ENGINE, INSIDE, ROOMS, modules_of, named, nodes_of, room_of, tree_of

LONGEST = 70
LONGEST_FILE = 400
NO_BEGINNING = {"What", "Which", "Where", "How", "From", "Why", "Whether", "Who", "While", "Of"}
"""A module's first line says what it does: it begins with a noun or a verb."""
VAGUE = {"utils", "util", "helpers", "helper", "common", "base", "manager", "misc"}

FILES = {
    "foundation/storage/cache.py",
    "foundation/storage/plain_files.py",
    "foundation/storage/durable_writes.py",
    "connect/serve/put_away.py",
    "language/syntax/lark_parser.py",
    "foundation/texts/extraction.py",
    "foundation/texts/texts.py",
    "publish/reference/simulated_figures.py",
    "publish/sentences/language.py",
    "connect/export/build.py",
    "connect/host/match_file.py",
    "connect/editor/playground_files.py",
    "connect/web/installing.py",
    "connect/web/static_page.py",
    "machine/ir/routine_compiler.py",
    "machine/native/c_compiler.py",
    "machine/native/extension.py",
    "machine/native/parts_in_c.py",
}
"""Who opens files outside the command line: what is kept between runs, plain files, matches that are put away, the grammar, catalogues and language files of the program, the JavaScript of builds, what a browser installs, the file of a match of a table, the texts of routines, what a C compiler takes and makes."""
FRESH = "play/matches/seed.py"
"""Where a match that is given no seed gets one: the only module that asks the machine for chance."""
TIMED = "bots/players/tree_search.py"
"""A bot may be given milliseconds: the only module that looks at a clock for what is chosen."""
OPENS = {"open", "read_text", "read_bytes", "write_text", "write_bytes"}


@pytest.mark.parametrize("room", (ENGINE.name, *ROOMS))
def test_functions_are_short_and_modules_have_telling_names(room):
    for path in modules_of(room):
        vague = {path.stem.strip("_")} & VAGUE | set(path.stem.split("_")) & (VAGUE - {"base", "common"})
        assert not vague, f"{named(path)}: name it after what it does"
        for node in nodes_of(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or 0) - node.lineno + 1
                assert length <= LONGEST, f"{named(path)}:{node.lineno} {node.name} has {length} lines: divide it"


@pytest.mark.parametrize("room", (ENGINE.name, *ROOMS))
def test_files_are_short_and_begin_with_what_they_do(room):
    for path in modules_of(room):
        lines, first = path.read_text("utf-8").count("\n"), (ast.get_docstring(tree_of(path)) or "").partition(" ")[0]
        assert lines <= LONGEST_FILE, f"{named(path)} has {lines} lines: divide it by purpose"
        assert first and first not in NO_BEGINNING, (
            f"the first line of {named(path)} begins with {first!r}: begin with a noun or a verb"
        )


@pytest.mark.parametrize(
    "room",
    [
        room
        for room in ROOMS
        if room
        not in (
            "connect/cli",
            "bots/study",
            "connect/adapters",
            "publish/changes",
            "connect/host",
            "connect/web",
            "connect/hall",
        )
    ],
)
def test_rooms_that_decide_nothing_read_no_clock_and_roll_no_dice(room):
    for path, node in ((path, node) for path in modules_of(room) for node in nodes_of(path)):
        names = (
            [each.name for each in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom) and not node.level
            else []
        )
        if path.relative_to(ENGINE).as_posix() not in (FRESH, TIMED):
            assert not {each.split(".")[0] for each in names} & {"time", "datetime", "secrets", "uuid"}, named(path)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
            assert node.attr == "Random", f"{named(path)}:{node.lineno} uses the global random.{node.attr}"


INEXACT = {
    "sum",
    "fsum",
    "sumprod",
    "hypot",
    "dist",
    "statistics",
    "fma",
    "cbrt",
    "exp2",
    "exp",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "pow",
    "Pow",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "degrees",
    "radians",
    "cmath",
    "numpy",
}
"""Functions of which the last digit depends on the version of Python or on the machine, and modules of such."""
DRAWING = (
    *modules_of("foundation/draw"),
    ENGINE / "publish" / "reference" / "course_diagram.py",
    ENGINE / "connect" / "export" / "pictures_record.py",
    *(
        ENGINE / "play" / "views" / name
        for name in ("pictures.py", "scene.py", "board_reading.py", "printed_boards.py")
    ),
)
COUNTING = {"board_reading.py": {"sum"}, "pictures_record.py": {"Pow"}}
"""Modules that add up whole numbers, or take powers of them."""


def test_what_is_drawn_is_reckoned_by_operations_that_all_pythons_share():
    for path in DRAWING:
        for node in ast.walk(tree_of(path)):
            name = (
                node.id
                if isinstance(node, ast.Name)
                else node.attr
                if isinstance(node, ast.Attribute)
                else node.name.split(".")[0]
                if isinstance(node, ast.alias)
                else ""
            )
            module = node.module if isinstance(node, ast.ImportFrom) else ""
            wrong = ({name, module or ""} & INEXACT) - COUNTING.get(path.name, set())
            assert not wrong, (
                f"{named(path)}:{node.lineno} uses {wrong}: `geometry` has `total`, `distance`, `corner` and `on_circle`"
            )


def touched(path):
    """What a module calls to open a file, and what of the terminal it names. `open` of anything but a path is a method of our own."""
    for node in nodes_of(path):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
            owner = getattr(getattr(node.func, "value", None), "id", "")
            if name in OPENS and (name != "open" or isinstance(node.func, ast.Name) or owner in ("os", "io", "path")):
                yield "file"
            if isinstance(node.func, ast.Name) and name in ("print", "input"):
                yield "terminal"
        if (
            isinstance(node, ast.Attribute)
            and getattr(node.value, "id", "") == "sys"
            and node.attr in ("stdout", "stderr", "stdin", "exit")
        ):
            yield "terminal"


def test_files_and_the_terminal_are_touched_in_few_places():
    found = {
        path.relative_to(ENGINE).as_posix(): set(touched(path)) for path in INSIDE if room_of(path) != "connect/cli"
    }
    assert {name for name, what in found.items() if "terminal" in what} == set()
    assert {name for name, what in found.items() if "file" in what} == FILES
