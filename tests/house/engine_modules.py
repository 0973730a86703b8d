"""The modules of the engine as tests of the house see them: packages, rooms, imports, syntax trees."""

import ast
from functools import cache
from pathlib import Path

from cavewright.foundation.texts.extraction import tree_of

ENGINE = Path(__file__).parents[2] / "engine" / "cavewright"
PACKAGES = {
    "foundation": ("storage", "texts", "source", "draw"),
    "language": ("syntax", "tables", "compose"),
    "rules": ("model", "check", "program", "cave"),
    "engine": ("optimise", "generate", "interpret", "jit"),
    "play": ("positions", "views", "states", "loading", "matches", "examples"),
    "machine": ("ir", "emit", "native"),
    "bots": ("players", "encodings", "batches", "study", "falsify", "impact"),
    "publish": ("sentences", "changes", "reference", "book"),
    "connect": ("prompts", "adapters", "export", "serve", "host", "web", "hall", "editor", "cli"),
}
"""Packages and their rooms, in the order of the pipeline: a room uses itself and those before it."""
ROOMS = tuple(f"{package}/{room}" for package, rooms in PACKAGES.items() for room in rooms)
FORWARDING = {
    "adapters/__init__.py": "connect/adapters",
    "adapters/gymnasium.py": "connect/adapters/gymnasium",
    "adapters/gymnasium_vector.py": "connect/adapters/gymnasium_vector",
    "adapters/kaggle.py": "connect/adapters/kaggle",
    "adapters/openspiel.py": "connect/adapters/openspiel",
    "adapters/pettingzoo.py": "connect/adapters/pettingzoo",
    "adapters/pettingzoo_parallel.py": "connect/adapters/pettingzoo_parallel",
    "adapters/textarena.py": "connect/adapters/textarena",
    "encodings.py": "bots/encodings",
    "host.py": "connect/host",
    "sentences.py": "publish/sentences",
    "study.py": "bots/study",
}
"""Paths that documents name, each a module that only forwards to where its names stand."""
OUTSIDE = ("__init__.py", "__main__.py", *FORWARDING)
"""Modules that belong to no package."""

MODULES = sorted(ENGINE.rglob("*.py"))
INSIDE = [path for path in MODULES if path.relative_to(ENGINE).as_posix() not in OUTSIDE]


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
    """The room that a module lies in, with its package; "cavewright" for those beside the packages, the package for its `__init__`."""
    parts = path.relative_to(ENGINE).parts
    if path.relative_to(ENGINE).as_posix() in OUTSIDE:
        return ENGINE.name
    return "/".join(parts[:2]) if len(parts) > 2 else parts[0]


def modules_of(room):
    """The modules of a room; of "cavewright" those that lie beside the packages."""
    return [path for path in MODULES if room_of(path) == room]
