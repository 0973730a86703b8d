"""Files with the words of the program: those that come with it, and those of a project's own folder."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "CAVEWRIGHT_LOCALE"
"""The variable of the environment that names a project's own folder of catalogues."""
OWN = "cavewright-locale"
"""The folder that is read if the variable names none, in the current folder."""


def locale_folders() -> tuple[Path, ...]:
    """The folders with catalogues of the program: that of the project, if it has one, and that of the program."""
    named = os.environ.get(VARIABLE, "")
    own = Path(named or OWN).absolute()
    return (*([own] if own.is_dir() else []), Path(__file__).resolve().parent.parent.parent / "locale")


def locale_files(lang: str, ending: str) -> tuple[Path, ...]:
    """The files of a language with an ending, `.po` or `.ftl`: that of the project first."""
    return tuple(path for each in locale_folders() if (path := each / f"{lang}{ending}").is_file())


def stamped_files(lang: str, ending: str) -> tuple[tuple[Path, int], ...]:
    """The files of a language with an ending, each with the time at which it was written."""
    return tuple((path, path.stat().st_mtime_ns) for path in locale_files(lang, ending))


def file_languages(ending: str) -> set[str]:
    """The languages of which there is a file with an ending."""
    return {path.stem for each in locale_folders() for path in each.glob(f"*{ending}")}
