"""Draws sentences at random out of what is printed of the bundled games, for somebody to read and judge.

`python .ci/draw_sentences.py FOLDER --lang en --seed 7 --count 200` reads a folder that `cavewright docs`, `book` and `cards`
have filled, or fills it first with `--write`. Facts of rulebooks and lines of rule files are left out: people wrote them.
"""

from __future__ import annotations

import argparse
import html
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

LEFT_OUT = ("facts.md", "rules.md")
BOOKS = ("the-cave", "the-cave-de", "kave-kapers", "cave-vs-cave")
FEWEST_WORDS = 3
_CODE = re.compile(r"```.*?```", re.DOTALL)
_TAG = re.compile(r"<[^>]+>")
_BLOCK = re.compile(r"</(?:p|li|td|th|h[1-6]|figcaption|div|dt|dd|tr|summary)>|<br ?/?>")
_LINK = re.compile(r"!?\[((?:[^\[\]\\]|\\.)*)\]\([^)]*\)(?:\{[^}]*\})?")
_END = re.compile(r"(?<=[.?!…])[”“»\"*]* (?=[“„«\"*]*[^\W\d_a-zäöüß])")


def write_all(folder: Path, lang: str) -> None:
    """Writes the references of all games, and the books and cards of those that have them."""
    command = [sys.executable, "-m", "cavewright"]
    jobs = [["docs", "--no-figures", "--out", str(folder / "docs")]]
    for game in BOOKS:
        jobs += [["book", game, "--forms", "html", "--out", str(folder / "book" / game)]]
        jobs += [["cards", game, "--out", str(folder / "cards" / game)]]
    for job in jobs:
        subprocess.run([*command, *job, "--lang", lang], check=True, stdout=subprocess.DEVNULL)


def sentences(folder: Path, lang: str) -> Iterator[tuple[str, str]]:
    """Yields each sentence once, with the page on which it stands first."""
    known: set[str] = set()
    pages = sorted(each for each in folder.rglob("*") if each.suffix in (".md", ".html") and lang in each.parts)
    for page in pages:
        if page.name in LEFT_OUT or "play" in page.parts:
            continue
        text = page.read_text("utf-8")
        for each in _parts(_plain_markdown(text) if page.suffix == ".md" else _plain_html(text)):
            if each not in known and len(each.split()) >= FEWEST_WORDS:
                known.add(each)
                yield str(page.relative_to(folder)), each


def _plain_markdown(text: str) -> str:
    text = _CODE.sub("", text)
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
    text = re.sub(r"\s*\{ [#.][^}]*\}", "", text)
    for _ in range(2):
        text = _LINK.sub(lambda found: "" if found[0].startswith("!") else found[1], text)
    text = re.sub(r"(?m)^\s*(?:[-#>]+ )+", "", text)
    text = re.sub(r"(?<!\\)\*+", "", text)
    text = re.sub(r"(?<!\\)\|", "\n", text)
    return html.unescape(re.sub(r"\\(.)", r"\1", _TAG.sub("", text)))


def _plain_html(text: str) -> str:
    text = re.sub(r"<(style|script|svg|head)\b.*?</\1>", "", text, flags=re.DOTALL)
    text = " ".join(text.split())
    return html.unescape(_TAG.sub("", _BLOCK.sub("\n", text)))


def _parts(text: str) -> Iterator[str]:
    for line in text.splitlines():
        for each in _END.split(line.strip()):
            yield " ".join(each.split())


def main() -> None:
    """Prints the sentences that are drawn, each behind its page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lang", default="en")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--write", action="store_true", help="write the pages first")
    given = parser.parse_args()
    if given.write:
        write_all(given.folder, given.lang)
    found = list(sentences(given.folder, given.lang))
    drawn = random.Random(given.seed).sample(found, min(given.count, len(found)))
    print(f"# {len(drawn)} of {len(found)} sentences, {given.lang}, seed {given.seed}")
    for number, (page, text) in enumerate(sorted(drawn), 1):
        print(f"{number:3} {page}\t{text}")


if __name__ == "__main__":
    main()
