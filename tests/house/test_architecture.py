"""The shape of the house: nine packages and their rooms, which of them may use which, and what each says of itself."""

import ast
import importlib
import re

import pytest
from tests.house.engine_modules import (
    ENGINE,
    FORWARDING,
    INSIDE,
    MODULES,
    OUTSIDE,
    PACKAGES,
    ROOMS,
    imported,
    modules_of,
    named,
    package_of,
    room_of,
    tree_of,
)

FIRST_ROOM = {package: f"{package}/{rooms[0]}" for package, rooms in PACKAGES.items()}


def test_the_packages_and_rooms_are_those_of_the_plan():
    stray = {room_of(path) for path in MODULES} - {ENGINE.name, *PACKAGES, *ROOMS}
    assert not stray, (
        f"{', '.join(sorted(stray))}: put a new room into one of the nine packages, and enter it in `PACKAGES`"
    )
    assert {room_of(path) for path in MODULES} == {ENGINE.name, *PACKAGES, *ROOMS}
    assert len(PACKAGES) == 9


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_uses_only_those_before_it(room):
    allowed = {ENGINE.name, *ROOMS[: ROOMS.index(room) + 1]}
    wrong = {
        f"{named(path)} imports {'.'.join(module)}: move what both need to `{room}` or an earlier room, or the module to a later one"
        for path in modules_of(room)
        for module in imported(path)
        if len(module) > 2 and "/".join(module[1:3]) in ROOMS and "/".join(module[1:3]) not in allowed
    }
    assert not wrong, "\n".join(sorted(wrong))


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_says_what_comes_in_and_what_goes_out_and_where_to_begin(package):
    said = ast.get_docstring(tree_of(ENGINE / package / "__init__.py")) or ""
    assert said.startswith(f"{package.capitalize()}: ") and "In come" in said and "Begin with" in said, (
        f"{package}/__init__.py says what comes in, what goes out, and the module to begin with"
    )
    rooms = {room for room in PACKAGES[package] if f"`{room}`" in said or f"{room}/" in said}
    assert rooms == set(PACKAGES[package]), f"{package}/__init__.py names each of its rooms"
    begin = re.search(r"[Bb]egin with `([^`]+)`", said)
    assert begin and (ENGINE / package / begin[1]).is_file(), f"{package}/__init__.py names a module that there is"


@pytest.mark.parametrize("package", PACKAGES)
def test_tests_mirror_the_packages(package):
    rooms = {path.name for path in (ENGINE.parents[1] / "tests" / package).iterdir() if path.is_dir()}
    own = {"engine": {"agreement", "draws"}, "rules": {"boards", "constructs"}, "connect": {"embedding", "hosts"}}
    assert rooms - {"__pycache__"} <= set(PACKAGES[package]) | own.get(package, set())


@pytest.mark.parametrize("path", FORWARDING)
def test_documented_paths_only_forward(path):
    name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    body = tree_of(ENGINE / path).body
    assert all(isinstance(each, ast.ImportFrom | ast.Expr) for each in body)
    if name != "adapters":
        documented = importlib.import_module(f"cavewright.{name}")
        real = importlib.import_module(f"cavewright.{FORWARDING[path].replace('/', '.')}")
        names = [each for each in vars(real) if not each.startswith("_")]
        assert names and all(
            getattr(documented, each, None) is getattr(real, each) for each in getattr(real, "__all__", names)
        )


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
    below, above = ("cavewright", "play", "positions", "action"), ("cavewright", "play", "states", "game")
    assert above not in graph[below] and ("cavewright", "play", "views", "graph") in graph[above]
    graph[below] = {*graph[below], above}
    circle = circle_in(graph)
    assert {below, above} <= set(circle) and all(
        there in graph[here] for here, there in zip(circle, circle[1:] + circle[:1], strict=True)
    )
    assert circle_in({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == [] and circle_in({"a": {"b"}, "b": {"a"}}) == [
        "a",
        "b",
    ]


def test_the_invariants_name_tests_that_there_are():
    root = ENGINE.parents[1]
    named = re.findall(r"\(`(tests/[^`:]+)(?:::(\w+))?`\)", (root / "docs" / "architecture.md").read_text("utf-8"))
    assert len(named) >= 9
    assert [each for each in named if f"def {each[1]}" not in (root / each[0]).read_text("utf-8")] == []


def test_the_check_sees_imports():
    assert package_of(ENGINE / "play" / "views" / "seen.py") == ("cavewright", "play", "views")
    paths = [path for path in INSIDE if room_of(path) == "play/views"]
    names = {"/".join(module[1:3]) for path in paths for module in imported(path) if len(module) > 2}
    assert {"rules/model", "rules/program", "rules/cave", "play/positions", "play/views"} <= names
    assert set(OUTSIDE) <= {path.relative_to(ENGINE).as_posix() for path in MODULES}
