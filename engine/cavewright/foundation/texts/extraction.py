"""The texts of the program as they stand in its source, and its catalogues brought up to date with them.

`python -m cavewright.foundation.texts.extraction` writes what is new into every catalogue, without a translation, and takes out
what is gone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from .catalogue import Entry, read_catalogue, write_catalogue
from .texts import MESSAGE, SOURCE, languages, name_of

SAYING = {"phrase": 1, "announce": 1, "translatable": 1, "plural": 2}
"""The functions that say a text, and how many forms of it they are given."""
TYPED = ("connect/cli/__init__.py", "connect/cli/arguments.py", "cli/*_command.py", "cli/*_commands.py")
"""The modules that declare commands and options."""
HEAD = (
    "What stands in braces is filled in. Words in backticks and in capitals, and commands, are typed: they stay as they are.",
    f"Entries of the context `{MESSAGE}` are sentences of findings; there may be more of them in the source than here.",
)


@cache
def extract() -> tuple[Entry, ...]:
    """Every text that is said by `phrase` or `plural` or is `marked`, and what `--help` says; once, in the order of the
    files, with its plural if any file has one."""
    found: dict[str, Entry] = {}
    for path in _modules():
        tree = tree_of(path)
        helps = _helps(tree) if any(map(path.match, TYPED)) else ()
        for sources in sorted((*_translatable_calls(tree), *helps)):
            entry = Entry("", sources[1])
            known = found.setdefault(entry.sources[0], entry)
            if len(known.sources) < len(entry.sources):
                found[entry.sources[0]] = entry
    return tuple(found.values())


def _translatable_calls(tree: ast.Module) -> Iterator[tuple[int, tuple[str, ...]]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            forms = [
                each.value
                for each in node.args[: SAYING.get(name, 0)]
                if isinstance(each, ast.Constant) and isinstance(each.value, str)
            ]
            if forms and len(forms) == SAYING[name]:
                yield node.lineno, tuple(forms)


def _helps(tree: ast.Module) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yields the help texts of the command line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg in ("help", "epilog") and isinstance(node.value, ast.Constant):
            yield node.value.lineno, (str(node.value.value),)
    for node in tree.body:
        is_command = isinstance(node, ast.FunctionDef) and (node.decorator_list or node.name.endswith("_command"))
        if isinstance(node, ast.FunctionDef) and is_command and (text := ast.get_docstring(node)):
            yield node.lineno, (text,)


@cache
def messages() -> frozenset[str]:
    """Templates of all sentences in the source, with numbers for what is filled in: among them those of findings and
    errors."""
    found = set()
    for path in _modules():
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= {node.value, node.value.replace("{", "{{").replace("}", "}}")}
            if isinstance(node, ast.JoinedStr):
                found.add(_template(node))
    return frozenset(found)


def _template(node: ast.JoinedStr) -> str:
    parts, number = [], 0
    for each in node.values:
        if isinstance(each, ast.Constant):
            parts.append(str(each.value).replace("{", "{{").replace("}", "}}"))
        else:
            parts.append(f"{{{number}}}")
            number += 1
    return "".join(parts)


def update_catalogue(text: str, lang: str) -> str:
    """A catalogue with all the texts there are, and the translations that it has for them."""
    catalogue = read_catalogue(text)
    read = catalogue.entries
    known, templates = {each.key: each for each in read}, messages()
    entries = [
        each
        if old is None or (len(old.said) > 1) != (len(each.sources) > 1)
        else Entry("", each.sources, old.said, fuzzy=old.fuzzy)
        for each in extract()
        for old in (known.get(each.key),)
    ]
    entries += [each for each in read if each.context == MESSAGE and each.sources[0] in templates]
    return write_catalogue(
        entries, lang, f"The words of the program: {name_of(lang)}.", HEAD, counting=catalogue.counting
    )


@cache
def tree_of(path: Path) -> ast.Module:
    """Returns the syntax tree of a module, read once."""
    return ast.parse(path.read_text(encoding="utf-8"))


def _modules() -> list[Path]:
    root = Path(__file__).resolve().parent.parent.parent
    return sorted(path for path in root.rglob("*.py") if path.name != Path(__file__).name)


def update() -> None:
    """Writes all catalogues anew."""
    for lang in languages():
        path = Path(__file__).resolve().parent.parent.parent / "locale" / f"{lang}.po"
        if lang != SOURCE:
            path.write_text(update_catalogue(path.read_text(encoding="utf-8"), lang), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    update()
