"""Builds the website: the guide, with a gallery of house rules and the reference of all rulesets in English, and that in other languages.

Sources are made in build/site/, a folder for each language with a configuration of its own; then each is built strictly
into site/, and all its links are looked at. The playground is written beside them, in site/playground. With `--compare`
Zensical builds the same sources, as strictly, and has to come to the same pages and anchors.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD, SITE = ROOT / "build" / "site", ROOT / "site"
GALLERY = Path(__file__).with_name("gallery.py")
API_PAGES = Path(__file__).with_name("api_pages.py")
CHECK = Path(__file__).with_name("check_site.py")
LANGUAGES = {"en": "Rules of games", "de": "Spielregeln", "es": "Reglas de juegos"}
STYLE = "site.css"
GUIDE = "en"
"""The language of the guide; its reference stands in a folder of the guide's site."""


def main(arguments: list[str]) -> None:
    shutil.rmtree(BUILD, ignore_errors=True)
    reference = BUILD / "reference"
    run(
        sys.executable,
        "-m",
        "cavewright.connect.cli",
        "docs",
        "--no-figures",
        "--out",
        str(reference),
        "--lang",
        ",".join(LANGUAGES),
    )
    for lang in LANGUAGES:
        make_source(lang, reference / lang)
    shutil.rmtree(SITE, ignore_errors=True)
    for lang in LANGUAGES:
        run(sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(BUILD / lang / "mkdocs.yml"))
    pairs = [build_with_zensical(lang) for lang in LANGUAGES] if "--compare" in arguments else []
    run(sys.executable, str(CHECK), str(SITE), *(each for pair in pairs for each in ("--pair", *map(str, pair))))
    run(sys.executable, "-m", "cavewright.connect.cli", "playground", "--out", str(SITE / "playground"))


def build_with_zensical(lang: str) -> tuple[Path, Path]:
    """Builds the sources of a language with Zensical too; that site, and the one that it has to be like."""
    config = BUILD / lang / "zensical.yml"
    text = (BUILD / lang / "mkdocs.yml").read_text("utf-8")
    config.write_text(re.sub(r"^site_dir: .*$", "site_dir: zensical", text, flags=re.MULTILINE), "utf-8")
    run(sys.executable, "-m", "zensical", "build", "--strict", "--clean", "-f", str(config))
    return BUILD / lang / "zensical", SITE if lang == GUIDE else SITE / lang


def make_source(lang: str, reference: Path) -> None:
    """The folder of one language: pages, and the configuration that builds them."""
    pages, config = BUILD / lang / "docs", (ROOT / "mkdocs.yml").read_text("utf-8")
    head, _, guide = config.partition("\nnav:\n")
    if lang == GUIDE:
        rules = taken(reference / "navigation.yml", "rules")
        shutil.copytree(ROOT / "docs", pages)
        shutil.copytree(reference, pages / "rules")
        run(sys.executable, str(API_PAGES), str(pages / "api"))
        run(sys.executable, str(GALLERY), str(pages / "gallery"))
        interface = taken(pages / "api" / "navigation.yml", "api")
        navigation = f"{guide}  - House rules, a gallery: gallery/index.md\n  - Python interface:\n{interface}  - {LANGUAGES[lang]}:\n{rules}"
    else:
        navigation = taken(reference / "navigation.yml")
        shutil.copytree(reference, pages)
        shutil.copy(ROOT / "docs" / STYLE, pages)
        head = re.sub(r"^not_in_nav: \|\n(?:  .*\n?)+", "", head, flags=re.MULTILINE)
        head = re.sub(r"^site_name: .*$", f"site_name: Cavewright – {LANGUAGES[lang]}", head, flags=re.MULTILINE)
        head = re.sub(r"^  name: material$", f"  name: material\n  language: {lang}", head, flags=re.MULTILINE)
    target = SITE if lang == GUIDE else SITE / lang
    for key, value in (("docs_dir", pages), ("site_dir", target)):
        head = re.sub(rf"^{key}: .*$", f"{key}: {os.path.relpath(value, BUILD / lang)}", head, flags=re.MULTILINE)
    (BUILD / lang / "mkdocs.yml").write_text(f"{head}\nnav:\n{navigation}", "utf-8")


def taken(file: Path, folder: str = "") -> str:
    """A navigation file, which is not published, as a part of the configuration: its pages lie in a folder."""
    text = file.read_text("utf-8")
    file.unlink()
    return (
        indented(re.sub(r': "([^"]+\.md)"$', rf': "{folder}/\1"', text, flags=re.MULTILINE), 6)
        if folder
        else indented(text, 2)
    )


def indented(text: str, by: int) -> str:
    return "".join(f"{' ' * by}{line}\n" for line in text.splitlines())


def run(*command: str) -> None:
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    if done.returncode:
        raise SystemExit(done.returncode)


if __name__ == "__main__":
    main(sys.argv[1:])
