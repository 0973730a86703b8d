"""`check --fix`: does what findings are sure of, and says what it did."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...foundation.storage.durable_writes import write_all
from ...foundation.texts import texts
from ...language.compose import Folder, find_ruleset
from ...language.compose.folders import rule_files_of
from ..editor.remedies import Remedy, sure_remedies
from ..editor.workspace import Workspace
from . import output as s

MOST = 200
"""What is mended in one ruleset at one go."""


def fix(names: Sequence[str], lang: str) -> None:
    """Mends the files of paths where a finding allows one remedy only, of a stack those that are named by a path. Raises
    ValueError where all is named by ids: what is installed stays as it is."""
    for name in names:
        found = find_ruleset(name)
        if isinstance(found, Folder) and found.registered and not Path(name).exists():
            raise ValueError(f"`{name}` is installed and stays as it is; `--fix` takes a file or a folder")
    for name in names:
        for part in (name,) if Path(name).exists() else name.split("+"):
            if Path(part).exists():
                _fix_one(Path(part).absolute(), lang)


def _fix_one(path: Path, lang: str) -> None:
    first = next(iter(rule_files_of(path)), None)
    if first is None:
        return
    workspace = Workspace()
    done = sure_remedies(workspace, first, MOST)
    write_all({each: workspace.texts[each] for each in dict.fromkeys(one.path for one in done)})
    words = texts(lang)
    for each in done:
        s.say(words.phrase("mended {place}: {what}", place=_place(each), what=each.title))


def _place(remedy: Remedy) -> str:
    span = remedy.diagnostic.span
    return f"{remedy.path.name}, {remedy.diagnostic.code}" + (f" `{span.text}`" if span and span.text.strip() else "")
