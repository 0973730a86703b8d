"""`playground`: a folder of static files, in which rules are written and played in a browser."""

from __future__ import annotations

from pathlib import Path

from ...foundation.texts import texts
from ..editor.playground_files import PYODIDE, write_playground
from . import output as s


def playground(out: Path, lang: str) -> int:
    """Writes the folder, and says how large it is and how it is served; the exit status."""
    phrase = texts(lang).phrase
    fetching = {
        "pyodide": phrase("fetching Pyodide {version} from npm", version=PYODIDE),
        "packages": phrase("fetching Python packages from PyPI"),
    }
    sizes = write_playground(out, lang, lambda what: s.say(fetching[what], "dim", s.console(stderr=True)))
    size = f"{sum(sizes.values()) / 1e6:.1f}"
    s.say(phrase("{n} files, {size} MB, in {folder}", n=len(sizes), size=size, folder=out))
    s.say(phrase("serve them with `python -m http.server --directory {folder}`", folder=out))
    return 0
