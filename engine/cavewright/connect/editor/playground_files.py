"""Folder of the playground: the page, Python for the browser, and the engine with what it needs as one archive."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from ...foundation.source.version import VERSION
from ...foundation.storage.durable_writes import write_all
from ...foundation.storage.plain_files import read_plain
from ...foundation.texts import texts, translatable
from ...language.syntax.highlight import patterns
from .playground import Playground

PYODIDE, PYTHON, PLATFORM = "314.0.7", "3.14", "pyemscripten_2026_0_wasm32"
"""The release of npm's package `pyodide`, and the Python that it holds."""
NEEDED = (
    "pydantic>=2.7,<3",
    "lark>=1.2,<2",
    "networkx>=3.2,<4",
    "babel>=2.12,<3",
    "fluent.runtime>=0.4,<0.5",
    "platformdirs>=4,<5",
    "pluralizer>=2,<3",
    "lazy-loader>=0.4,<1",
    "joblib>=1.5,<2",
    "pygments>=2.17",
)
"""What the engine needs in a browser: what stands in `pyproject.toml`, without what only a terminal needs."""
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
MOST_BYTES = 8_000_000
"""In one file of the engine."""
PAGES = ("playground.css", "playground.mjs", "links.mjs", "worker.mjs", "offline.js")
FIRST = "tic-tac-toe"
_LEFT_OUT = re.compile(
    r"(^|/)(tests?|testing|__pycache__|pygments/(?!lexer|token|filter|util|unistring|__init__|lexers/_mapping|lexers/__init__|modeline|plugin|regexopt|filters/__init__|style)\S*)/"
    r"|^babel/locale-data/(?!(en|de|es|root)\.dat)|^networkx/drawing/|^[^/]+\.dist-info/(?!METADATA)|\.(pyi|c|h|pyx)$"
)
"""What of the packages no page asks for."""

WORDS = {
    "rules": translatable("The rules"),
    "game": translatable("Game"),
    "file": translatable("File"),
    "play": translatable("Play"),
    "share": translatable("Share"),
    "loading": translatable("Python is being loaded"),
    "starting": translatable("the engine starts"),
    "building": translatable("the game is being built"),
    "ready": translatable("the game is built"),
    "right": translatable("nothing is wrong"),
    "found": translatable("findings: {n}"),
    "examples": translatable("examples: {done} of {all} carried out, {failed} do not hold"),
    "copied": translatable("the link is copied"),
    "linked": translatable("the link stands in the address"),
    "bad_link": translatable("that link is cut, was changed on its way, or is none of this page"),
    "no_such_game": translatable("that link is of a game that is not here: {name}"),
    "no_such_file": translatable("that link changes a file that {game} has not: {name}"),
    "long_text": translatable("so much text fits into no link: {n} letters of at most {most}"),
    "no_worker": translatable("this page needs a server: `python -m http.server` in its folder"),
    "no_python": translatable("Python could not be loaded: {why}"),
}


class PlaygroundError(ValueError):
    """The folder cannot be made; the text says what is missing."""


def write_playground(folder: Path, lang: str, report: Callable[[str], None] = lambda what: None) -> dict[str, int]:
    """Writes the playground into a folder, and returns the size of its files. What was fetched before stays. Raises
    PlaygroundError where npm, pip or a package cannot be had."""
    folder.mkdir(parents=True, exist_ok=True)
    if not all((folder / "pyodide" / each).is_file() for each in RUNTIME):
        report("pyodide")
        _fetch_runtime(folder / "pyodide")
    packages = folder / "packages.zip"
    if not packages.is_file():
        report("packages")
        write_all({packages: _packages()})
    archive = _site(packages)
    pages = page_files(lang, sha256(archive).hexdigest()[:12])
    write_all({folder / name: data for name, data in {**pages, "site.zip": archive}.items()})
    packages_left = {packages}
    return {
        each.relative_to(folder).as_posix(): each.stat().st_size
        for each in sorted(folder.rglob("*"))
        if each.is_file() and each not in packages_left
    }


def page_files(lang: str, version: str) -> dict[str, bytes]:
    """The files of the page itself, by name."""
    pages = files(__package__).joinpath("pages")
    found = {name: pages.joinpath(name).read_bytes() for name in PAGES}
    found["index.html"] = pages.joinpath("playground.html").read_bytes()
    values = {b"LANG": lang.encode(), b"VERSION": f"{VERSION}-{version}".encode()}
    for name, data in found.items():
        for mark, value in values.items() if name.endswith((".html", "worker.mjs", "offline.js")) else ():
            data = data.replace(mark, value)
        found[name] = data
    phrase = texts(lang).phrase
    told = {
        "words": {name: phrase(each, **_marks(each)) for name, each in WORDS.items()},
        "games": Playground().games()["games"],
        "first": FIRST,
        "patterns": [{"begin": each.begin, "kinds": each.kinds, "end": each.end} for each in patterns()],
    }
    return found | {"playground.json": json.dumps(told, ensure_ascii=False).encode()}


def _marks(text: str) -> dict[str, str]:
    """The names of the values of a text, each standing for itself."""
    return {name: f"{{{name}}}" for name in re.findall(r"\{(\w+)\}", text)}


# ---- what is fetched -------------------------------------------------------------------------------------------------


def _fetch_runtime(folder: Path) -> None:
    """Takes Pyodide from npm."""
    with tempfile.TemporaryDirectory() as made:
        _run_program(["npm", "pack", "--silent", f"pyodide@{PYODIDE}"], Path(made))
        archive = next(Path(made).glob("*.tgz"), None)
        if archive is None:
            raise PlaygroundError(f"npm gave no `pyodide@{PYODIDE}`")
        with tarfile.open(archive) as packed:
            members = {each.name.rpartition("/")[2]: each for each in packed.getmembers() if each.isfile()}
            missing = [each for each in RUNTIME if each not in members]
            if missing:
                raise PlaygroundError(f"`pyodide@{PYODIDE}` has no `{missing[0]}`")
            folder.mkdir(exist_ok=True)
            found = {name: packed.extractfile(members[name]) for name in RUNTIME}
            write_all({folder / name: each.read() for name, each in found.items() if each is not None})


def _packages() -> bytes:
    """Returns the packages that the engine needs in a browser, from PyPI, as one archive."""
    with tempfile.TemporaryDirectory() as made:
        wanted = ["--platform", PLATFORM, "--platform", "any", "--python-version", PYTHON, "--implementation", "cp"]
        abis = ["--abi", f"cp{PYTHON.replace('.', '')}", "--abi", "none", "--only-binary", ":all:"]
        _run_program([sys.executable, "-m", "pip", "download", "-q", "-d", made, *wanted, *abis, *NEEDED], Path(made))
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
            for wheel in sorted(Path(made).glob("*.whl")):
                _copy(wheel, packed)
        return data.getvalue()


def _copy(wheel: Path, packed: zipfile.ZipFile) -> None:
    with zipfile.ZipFile(wheel) as found:
        for name in found.namelist():
            if not name.endswith("/") and not _LEFT_OUT.search(name):
                packed.writestr(zipfile.ZipInfo(name), found.read(name), zipfile.ZIP_DEFLATED)


def _run_program(command: list[str], folder: Path) -> None:
    program = shutil.which(command[0])
    if program is None:
        raise PlaygroundError(f"`playground` needs the program `{command[0]}`, and it is not there")
    made = subprocess.run([program, *command[1:]], cwd=folder, capture_output=True, text=True, timeout=900, check=False)
    if made.returncode:
        last = (made.stderr.strip().splitlines() or ["no word why"])[-1]
        raise PlaygroundError(f"`{Path(command[0]).name}` could not fetch it: {last[:200]}")


# ---- the engine ------------------------------------------------------------------------------------------------------


def _site(packages: Path) -> bytes:
    """Returns the packages with the engine, its grammar, rules and pages of findings."""
    data = io.BytesIO()
    with zipfile.ZipFile(packages) as found, zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in found.namelist():
            packed.writestr(zipfile.ZipInfo(name), found.read(name), zipfile.ZIP_DEFLATED)
        for name, path in _engine():
            data_of_file = read_plain(path, MOST_BYTES)
            packed.writestr(zipfile.ZipInfo(f"cavewright/{name}"), data_of_file, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def _engine() -> Iterator[tuple[str, Path]]:
    """The files of the engine by their places in a wheel."""
    package = Path(str(files("cavewright")))
    parts = {"": package, "grammar": package / "grammar", "rulesets": package / "rulesets"}
    for name in ("grammar", "rulesets"):
        if not parts[name].is_dir():
            parts[name] = package.parent.parent / name
    for part, folder in parts.items():
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder).as_posix()
            if (
                path.is_file()
                and "__pycache__" not in inside
                and (part or not inside.startswith(("grammar/", "rulesets/")))
            ):
                yield f"{part}/{inside}".lstrip("/"), path
