"""Builds the website: the guide with the reference of all bundled rulesets in English, and the reference in other languages.

Sources are made in build/site/, a folder for each language with a configuration of its own; then each is built strictly
into site/. `python .ci/build_site.py --sources` makes the sources alone.
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
LANGUAGES = {"en": "Rules of games", "de": "Spielregeln", "es": "Reglas de juegos"}
GUIDE = "en"
"""The language of the guide; its reference stands in a folder of the guide's site."""


def main(arguments: list[str]) -> None:
    shutil.rmtree(BUILD, ignore_errors=True)
    reference = BUILD / "reference"
    run(sys.executable, "-m", "cavewright.cli", "docs", "--out", str(reference), "--lang", ",".join(LANGUAGES))
    for lang in LANGUAGES:
        make_source(lang, reference / lang)
    if "--sources" not in arguments:
        shutil.rmtree(SITE, ignore_errors=True)
        for lang in LANGUAGES:
            run(sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(BUILD / lang / "mkdocs.yml"))


def make_source(lang: str, reference: Path) -> None:
    """The folder of one language: pages, and the configuration that builds them."""
    pages, config = BUILD / lang / "docs", (ROOT / "mkdocs.yml").read_text("utf-8")
    navigation = (reference / "navigation.yml").read_text("utf-8")
    (reference / "navigation.yml").unlink()
    head, _, guide = config.partition("\nnav:\n")
    if lang == GUIDE:
        shutil.copytree(ROOT / "docs", pages)
        shutil.copytree(reference, pages / "rules")
        below = re.sub(r': "([^"]+\.md)"$', r': "rules/\1"', navigation, flags=re.MULTILINE)
        navigation = f"{guide}  - {LANGUAGES[lang]}:\n{indented(below, 6)}"
    else:
        shutil.copytree(reference, pages)
        head = re.sub(r"^not_in_nav: \|\n(?:  .*\n?)+", "", head, flags=re.MULTILINE)
        head = re.sub(r"^site_name: .*$", f"site_name: Cavewright – {LANGUAGES[lang]}", head, flags=re.MULTILINE)
        head = re.sub(r"^  name: material$", f"  name: material\n  language: {lang}", head, flags=re.MULTILINE)
        navigation = indented(navigation, 2)
    target = SITE if lang == GUIDE else SITE / lang
    for key, value in (("docs_dir", pages), ("site_dir", target)):
        head = re.sub(rf"^{key}: .*$", f"{key}: {os.path.relpath(value, BUILD / lang)}", head, flags=re.MULTILINE)
    (BUILD / lang / "mkdocs.yml").write_text(f"{head}\nnav:\n{navigation}", "utf-8")


def indented(text: str, by: int) -> str:
    return "".join(f"{' ' * by}{line}\n" for line in text.splitlines())


def run(*command: str) -> None:
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    if done.returncode:
        raise SystemExit(done.returncode)


if __name__ == "__main__":
    main(sys.argv[1:])
