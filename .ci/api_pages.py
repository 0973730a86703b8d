"""Writes the pages of the Python interface from its docstrings, as plain Markdown: what a name takes and gives, its errors, an example.

`python .ci/api_pages.py FOLDER` writes them; the website has them behind its guide. A public name without a page or without a
docstring, and one without an example that runs, stop it.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import itertools
import re
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import cavewright


@dataclass(frozen=True)
class Page:
    """A page: its file, its title, what it is about, the module, and the names of that module in the order of reading."""

    file: str
    title: str
    about: str
    module: str
    names: tuple[str, ...]


def names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


PAGES = (
    Page(
        "games",
        "Games and rules",
        "A game comes from rule files. See [Games, states, matches](../embedding.md).",
        "cavewright",
        names(
            "load_game load_rules Game registered_games registered_overlays RulesetError run_examples ExampleResult __version__"
        ),
    ),
    Page(
        "states",
        "States and actions",
        "A state is a value; an action leads to the next. See [Games, states, matches](../embedding.md).",
        "cavewright",
        names(
            "State Action Signature Verdict Reason IllegalActionError InvalidActionError AmbiguousActionError Event Outcome WorkLimitError "
            "CHANCE SIMULTANEOUS TERMINAL"
        ),
    ),
    Page(
        "views",
        "Views and secrets",
        "Each viewer sees what the rules show. See [Games, states, matches](../embedding.md#view).",
        "cavewright",
        names("View PlayerView BoardView Kept ALL"),
    ),
    Page(
        "matches",
        "Matches and saves",
        "A match keeps its players, its seed and its moves. See [Hosts](../hosts.md).",
        "cavewright",
        names("Match Correction Divergence SaveError"),
    ),
    Page(
        "speed",
        "Fast play",
        "A line goes on in place; a native module plays many games to a call, or many side by side. See [Speed](../speed.md).",
        "cavewright",
        names("Line Native NativeError Playouts vector Vector"),
    ),
    Page(
        "model",
        "Rules as data",
        "What a game says of its own rules.",
        "cavewright",
        names("Clause Example Field Kind Type Diagnostic Label Source Span Texts Wording UnknownLanguage"),
    ),
    Page(
        "prompts",
        "Language models",
        "Text in, text out. See [Language models](../language_models.md).",
        "cavewright",
        names("prompt read_reply RefusedReply"),
    ),
    Page("bots", "Bots", "Players that are programs.", "cavewright.bots", names("names make Bot")),
    Page(
        "encodings",
        "Encodings",
        "Actions as numbers, positions as vectors. See [Programs that learn](../adapters.md).",
        "cavewright.encodings",
        names("Actions Observations Information Recall Part EncodingError"),
    ),
    Page(
        "openspiel",
        "OpenSpiel",
        "Games as OpenSpiel's. See [Programs that learn](../adapters.md).",
        "cavewright.adapters.openspiel",
        names("register misfits Misfit SpielGame"),
    ),
    Page(
        "pettingzoo",
        "PettingZoo",
        "Games as environments of several agents. See [Programs that learn](../adapters.md).",
        "cavewright.adapters.pettingzoo",
        names("env raw_env"),
    ),
    Page(
        "pettingzoo_parallel",
        "PettingZoo, parallel",
        "Games in which every agent gives an action each step. See [Programs that learn](../adapters.md).",
        "cavewright.adapters.pettingzoo_parallel",
        names("parallel_env"),
    ),
    Page(
        "gymnasium",
        "Gymnasium",
        "A seat as an environment, bots at the others. See [Programs that learn](../adapters.md).",
        "cavewright.adapters.gymnasium",
        names("env OneSeat register"),
    ),
    Page(
        "gymnasium_vector",
        "Vectors of Gymnasium",
        "Many games at once, bots at the other seats. See [Programs that learn](../adapters.md).",
        "cavewright.adapters.gymnasium_vector",
        names("SeatVector"),
    ),
    Page(
        "kaggle",
        "Kaggle",
        "Games in the shape of Kaggle's environments. See [Programs that learn](../adapters.md).",
        "cavewright.adapters.kaggle",
        names("environment"),
    ),
    Page(
        "textarena",
        "TextArena",
        "Games in the shape of TextArena's environments. See [Programs that learn](../adapters.md).",
        "cavewright.adapters.textarena",
        names("env Arena"),
    ),
)
SUBMODULES = ("bots", "encodings")
"""Public names that are modules, with pages of their own."""


WITHOUT = ("NativeError", "WorkLimitError", "ExampleResult")
"""Errors for machines and rules that no example has at hand; and what the example of `run_examples` shows."""
IMPORT = "```pycon\n>>> import cavewright as cw\n```"


def left_out() -> list[str]:
    """Public names that no page has.

    >>> left_out()
    []
    """
    told = {(page.module, name) for page in PAGES for name in page.names}
    promised = [("cavewright", name) for name in cavewright.__all__ if name not in SUBMODULES]
    promised += [(f"cavewright.{each}", name) for each in SUBMODULES for name in getattr(cavewright, each).__all__]
    return [f"{module}.{name}" for module, name in promised if (module, name) not in told]


def written(page: Page) -> str:
    """A page. Raises ValueError for a name without a docstring or an example."""
    module = importlib.import_module(page.module)
    bare = [
        name
        for name in page.names
        if name not in WITHOUT and callable(getattr(module, name)) and not has_example(getattr(module, name))
    ]
    if bare:
        raise ValueError(f"the page {page.file} has no example of {', '.join(bare)}: give each one that runs")
    parts = [f"# {page.title}", page.about, IMPORT if page.module == "cavewright" else f"`{page.module}`"]
    for name in page.names:
        parts += entry(module, name)
    return "\n\n".join(parts) + "\n"


def has_example(value: Any) -> bool:
    """Whether the docstring of a name has an example, or that of one of its methods.

    >>> has_example(has_example), has_example(written)
    (True, False)
    """
    inner = own_members(value).values() if isinstance(value, type) else ()
    texts = (
        inspect.getdoc(getattr(each, "__func__", None) or getattr(each, "fget", None) or each)
        for each in (value, *inner)
    )
    return any(">>>" in (text or "") for text in texts)


def entry(module: ModuleType, name: str) -> Iterator[str]:
    """What is told of a public name."""
    value, shown = getattr(module, name), name.replace("_", "\\_") if name.startswith("__") else name
    yield f"## {shown}"
    if isinstance(value, int | str) or not callable(value):
        yield f"`{value!r}`" if isinstance(value, int) else f"`{module.__name__}.{name}`"
        yield constant_told(module, name)
        return
    yield f"```python\n{signature(name, value)}\n```"
    yield from prose(docstring(value, f"{module.__name__}.{name}"))
    if isinstance(value, type):
        yield from members(value)


def constant_told(module: ModuleType, name: str) -> str:
    told = {
        "ALL": "The viewer from whom nothing is hidden: a server, a log, a test.",
        "CHANCE": "The player of what chance decides: `state.current_player` before a draw or a roll.",
        "SIMULTANEOUS": "`state.current_player` while several players choose at once; `state.active_players` are those.",
        "TERMINAL": "`state.current_player` when the game is over.",
        "__version__": "The version of this package.",
    }
    if name not in told:
        raise ValueError(f"{module.__name__}.{name} is not told: say in constant_told what it is")
    return told[name]


def docstring(value: Any, name: str) -> str:
    """The docstring. Raises ValueError where there is none."""
    text = inspect.getdoc(value)
    if not text:
        raise ValueError(f"{name} has no docstring")
    return text


def prose(text: str) -> Iterator[str]:
    """A docstring as Markdown: its examples in fences."""
    for block in re.split(r"\n\s*\n", text):
        yield f"```pycon\n{block}\n```" if block.lstrip().startswith(">>>") else block.strip().replace("<", "&lt;")


def signature(name: str, value: Any) -> str:
    """How something is called, with the types as they are written.

    >>> print(signature("find", lambda word, most=3: 0))
    find(word, most=3)
    """
    try:
        known = inspect.signature(value)
    except (TypeError, ValueError):
        return f"class {name}"
    shown, star = list[str](), False
    for each in known.parameters.values():
        if each.name == "self":
            continue
        if each.kind is each.KEYWORD_ONLY and not star:
            shown.append("*")
        star = star or each.kind in (each.KEYWORD_ONLY, each.VAR_POSITIONAL)
        mark = {each.VAR_POSITIONAL: "*", each.VAR_KEYWORD: "**"}.get(each.kind, "")
        type_ = f": {written_type(each.annotation)}" if each.annotation is not each.empty else ""
        equals = " = " if type_ else "="
        default = (
            f"{equals}{each.default!r}"
            if each.default is not each.empty and "object at" not in repr(each.default)
            else ""
        )
        shown.append(f"{mark}{each.name}{type_}{default}")
    gives = (
        f" -> {written_type(known.return_annotation)}"
        if known.return_annotation is not known.empty and not isinstance(value, type)
        else ""
    )
    line = f"{name}({', '.join(shown)}){gives}"
    return line if len(line) <= 100 else f"{name}(\n" + "".join(f"    {each},\n" for each in shown) + f"){gives}"


def result_of(getter: Any) -> str:
    gives = inspect.signature(getter).return_annotation
    return "" if gives is inspect.Signature.empty else f": {written_type(gives)}"


def written_type(annotation: Any) -> str:
    return annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))


def members(kind: type) -> Iterator[str]:
    """The fields of a value, and what else can be asked of it or done with it, in the order in which that is written."""
    if is_dataclass(kind):
        notes = field_notes(kind)
        rows = [
            f"- `{each.name}: {written_type(each.type)}`{': ' * bool(notes.get(each.name))}{notes.get(each.name, '')}"
            for each in fields(kind)
            if not each.name.startswith("_")
        ]
        if rows:
            yield "\n".join(rows)
    for name, value in own_members(kind).items():
        of = (
            value.__func__
            if isinstance(value, classmethod | staticmethod)
            else value.fget
            if isinstance(value, property)
            else value
        )
        text = inspect.getdoc(value if isinstance(value, property) else of)
        if not text:
            raise ValueError(f"{kind.__name__}.{name} has no docstring")
        yield f"### {kind.__name__}.{name}"
        called = name if isinstance(value, property) else signature(name, of)
        yield f"```python\n{called}{result_of(of) if isinstance(value, property) else ''}\n```"
        yield from prose(text)


def own_members(kind: type) -> dict[str, Any]:
    """Methods and properties without an underscore, of the class and of those that it is made from."""
    found = dict[str, Any]()
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("cavewright"):
            found |= {
                name: each
                for name, each in vars(base).items()
                if not name.startswith("_")
                and (callable(each) or isinstance(each, property | classmethod | staticmethod))
            }
    return {name: each for name, each in found.items() if not isinstance(each, type)}


def field_notes(kind: type) -> dict[str, str]:
    """What stands below the fields of a class in its source."""
    try:
        body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0].body  # type: ignore[attr-defined]
    except (OSError, TypeError):
        return {}
    pairs = itertools.pairwise(body)
    return {
        one.target.id: " ".join(other.value.value.split())
        for one, other in pairs
        if isinstance(one, ast.AnnAssign)
        and isinstance(one.target, ast.Name)
        and isinstance(other, ast.Expr)
        and isinstance(other.value, ast.Constant)
        and isinstance(other.value.value, str)
    }


def write(folder: Path) -> None:
    """Writes all pages, and a navigation file that has them in the order of reading."""
    if missing := left_out():
        raise ValueError(f"no page has {', '.join(missing)}: enter it in PAGES")
    folder.mkdir(parents=True, exist_ok=True)
    for page in PAGES:
        (folder / f"{page.file}.md").write_text(written(page), "utf-8")
    lines = (f'- {page.title}: "{page.file}.md"\n' for page in PAGES)
    (folder / "navigation.yml").write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
