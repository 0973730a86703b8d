"""The shape of the house: which room may use which, how long a function may be, and what no module is called."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ENGINE = Path(__file__).parents[2] / "engine" / "cavewright"
ROOMS = (
    "storage",
    "texts",
    "source",
    "syntax",
    "tables",
    "compose",
    "model",
    "check",
    "program",
    "cave",
    "optimise",
    "ir",
    "emit",
    "generate",
    "draw",
    "interpret",
    "jit",
    "positions",
    "views",
    "sentences",
    "states",
    "native",
    "loading",
    "matches",
    "examples",
    "bots",
    "encodings",
    "batches",
    "prompts",
    "study",
    "publish",
    "reference",
    "adapters",
    "export",
    "serve",
    "web",
    "cli",
)
"""In the order of the pipeline: a room uses itself and those before it."""
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
    "connect/web/match_file.py",
    "connect/web/static_page.py",
    "machine/native/c_compiler.py",
    "machine/native/extension.py",
    "machine/native/extension_source.py",
}
"""Who opens files outside the command line: what is kept between runs, plain files, matches that are put away, the grammar, catalogues and language files of the program, the JavaScript of builds, the file of a match that a page plays, what a C compiler takes and makes."""
FRESH = "play/matches/seed.py"
"""Where a match that is given no seed gets one: the only module that asks the machine for chance."""
TIMED = "bots/players/tree_search.py"
"""A bot may be given milliseconds: the only module that looks at a clock for what is chosen."""
OPENS = {"open", "read_text", "read_bytes", "write_text", "write_bytes"}

MODULES = sorted(ENGINE.rglob("*.py"))
INSIDE = [path for path in MODULES if path.parent != ENGINE]


@cache
def tree_of(path):
    return ast.parse(path.read_text("utf-8"), path.name)


@cache
def nodes_of(path):
    """What is looked at below, gone through once: imports, functions, calls and attributes."""
    looked_at = ast.Import | ast.ImportFrom | ast.FunctionDef | ast.AsyncFunctionDef | ast.Call | ast.Attribute
    return tuple(node for node in ast.walk(tree_of(path)) if isinstance(node, looked_at))


def named(path):
    return path.relative_to(ENGINE.parent).as_posix()


def package_of(path):
    """The package that relative imports of a module start from."""
    return ("cavewright", *path.relative_to(ENGINE).parent.parts)


def imported(path):
    """The modules of the engine that a module imports anywhere, as parts of their names."""
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from (tuple(each.name.split(".")) for each in node.names if each.name.split(".")[0] == "cavewright")
        elif isinstance(node, ast.ImportFrom):
            package = package_of(path)
            start = package[: len(package) - node.level + 1] if node.level else ()
            module = (*start, *(node.module.split(".") if node.module else ()))
            if module[:1] == ("cavewright",):
                yield from ((*module, each.name) for each in node.names)


def room_of(path):
    return path.relative_to(ENGINE).parts[0]


def modules_of(room):
    """The modules of a room; of "cavewright" those that lie beside the rooms."""
    return [path for path in MODULES if (path.parent == ENGINE if room == ENGINE.name else room_of(path) == room)]


def test_the_rooms_are_those_of_the_plan():
    rooms = {path.name for path in ENGINE.iterdir() if path.is_dir() and any(path.glob("*.py"))}
    assert (new := rooms - set(ROOMS)) == set(), (
        f"{', '.join(sorted(new))}: enter a new room in `ROOMS`, in the order of the pipeline, and in docs/architecture.md"
    )
    assert rooms == set(ROOMS)
    assert {path.name for path in ENGINE.glob("*.py")} <= {"__init__.py", "__main__.py"}


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_uses_only_those_before_it(room):
    allowed = ROOMS[: ROOMS.index(room) + 1]
    wrong = {
        f"{named(path)} imports {'.'.join(module)}: move what both need to `{room}` or an earlier room, or the module to a later one"
        for path in modules_of(room)
        for module in imported(path)
        if len(module) > 1 and module[1] not in allowed and not module[1].startswith("__")
    }
    assert not wrong, "\n".join(sorted(wrong))


def module_of(path):
    """The name of a module, as parts; a package goes by its own."""
    return (*package_of(path), *(() if path.name == "__init__.py" else (path.stem,)))


def uses():
    """Of every module the modules of the engine that it imports: also for types alone, and inside of functions."""
    modules = {module_of(path): path for path in MODULES}
    return {
        module: {(name if name in modules else name[:-1]) for name in imported(path)} & set(modules) - {module}
        for module, path in modules.items()
    }


def circle_in(graph):
    """Names that lead from one to the next and back to the first; none where nothing leads back to itself."""
    left = dict(graph)
    while ends := [each for each, names in left.items() if not names & set(left)]:
        for each in ends:
            del left[each]
    way = [min(left)] if left else []
    while way and (found := min(graph[way[-1]] & set(left))) not in way:
        way.append(found)
    return way[way.index(found) :] if way else []


def test_no_files_import_each_other_in_a_circle():
    assert [".".join(each) for each in circle_in(uses())] == []


def test_the_check_sees_circles():
    graph = uses()
    below, above = ("cavewright", "positions", "action"), ("cavewright", "states", "game")
    assert above not in graph[below] and ("cavewright", "views", "graph") in graph[above]
    graph[below] = {*graph[below], above}
    circle = circle_in(graph)
    assert {below, above} <= set(circle) and all(
        there in graph[here] for here, there in zip(circle, circle[1:] + circle[:1], strict=True)
    )
    assert circle_in({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == [] and circle_in({"a": {"b"}, "b": {"a"}}) == [
        "a",
        "b",
    ]


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


@pytest.mark.parametrize("room", [room for room in ROOMS if room not in ("cli", "study", "adapters", "publish", "web")])
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
    *modules_of("draw"),
    ENGINE / "reference" / "course_diagram.py",
    ENGINE / "export" / "pictures_record.py",
    *(ENGINE / "views" / name for name in ("pictures.py", "scene.py", "board_reading.py", "printed_boards.py")),
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
            name = type(node.op).__name__ if isinstance(node, ast.BinOp) else name
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
    found = {path.relative_to(ENGINE).as_posix(): set(touched(path)) for path in INSIDE if room_of(path) != "cli"}
    assert {name for name, what in found.items() if "terminal" in what} == set()
    assert {name for name, what in found.items() if "file" in what} == FILES


def test_the_invariants_name_tests_that_there_are():
    root = ENGINE.parents[1]
    named = re.findall(r"\(`(tests/[^`:]+)(?:::(\w+))?`\)", (root / "docs" / "architecture.md").read_text("utf-8"))
    assert len(named) >= 9
    assert [each for each in named if f"def {each[1]}" not in (root / each[0]).read_text("utf-8")] == []


def test_the_check_sees_imports():
    room = ENGINE / "views" / "seen.py"
    assert package_of(room) == ("cavewright", "views")
    names = {module[1] for path in INSIDE if room_of(path) == "views" for module in imported(path) if len(module) > 1}
    assert {"model", "program", "cave", "positions", "views"} <= names
