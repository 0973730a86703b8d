"""Checks a built website: every link and anchor resolves, no page asks another site for anything; compares two builds.

python .ci/check_site.py site                              looks at the links of all pages
python .ci/check_site.py site other/site                   and whether the other build has the same pages and anchors
python .ci/check_site.py site --pair site/de other/de      and looks at another pair of builds in the same way

Each page is read once, however many sites it is part of.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src", "object": "data"}
"""What a browser fetches by itself."""
UNASKED = {"canonical", "alternate", "prev", "next"}
"""Relations of `link` that it does not."""


class Looked(HTMLParser):
    """The anchors of a page, the links that it has, and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors, self.links, self.loaded = set[str](), list[str](), list[str]()
        self.headings = set[str]()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {each for each in (given.get("id"), given.get("name") if tag == "a" else None) if each}
        if tag in ("h1", "h2", "h3", "h4") and given.get("id"):
            self.headings.add(given["id"])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag in LOADED and LOADED[tag] in given and given.get("rel", "") not in UNASKED:
            self.loaded.append(given[LOADED[tag]])


@cache
def page_at(path: Path) -> Looked:
    """The page of a file, which is read once."""
    return Looked(path.read_text("utf-8"))


@cache
def pages(site: Path) -> dict[Path, Looked]:
    """The pages of a site, by their files."""
    files = (path.resolve() for path in sorted(site.rglob("*.html")) if path.name != "404.html")
    return {path: page_at(path) for path in files}


@cache
def target_of(start: Path, path: str) -> Path | None:
    """The file to which a path leads from a folder; none where there is no file."""
    there = (start / unquote(path).lstrip("/")).resolve()
    there = there / "index.html" if there.is_dir() else there
    return there if there.exists() else None


def wrong_in(site: Path) -> Iterator[str]:
    """Links that lead nowhere, and what is asked of other sites."""
    found, root = pages(site), site.resolve()
    for path, page in found.items():
        for link in (*page.links, *page.loaded):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in page.loaded and parts.scheme != "data":
                    yield f"{path.relative_to(root)} loads {link}"
                continue
            start = root if parts.path.startswith("/") else path.parent
            there = target_of(start, parts.path) if parts.path else path
            if there is None:
                yield f"{path.relative_to(root)} leads to {link}, which is not there"
            elif parts.fragment and there in found and unquote(parts.fragment) not in {*found[there].anchors, "__skip"}:
                yield f"{path.relative_to(root)} leads to {link}, which has no such anchor"


def own_pages(site: Path) -> dict[Path, Looked]:
    """The pages of a site by path, but for those of sites within it."""
    inner = {path.parent.resolve() for path in site.rglob("sitemap.xml")} - {site.resolve()}
    found = pages(site).items()
    return {path.relative_to(site.resolve()): page for path, page in found if inner.isdisjoint(path.parents)}


def other_in(one: Path, other: Path) -> Iterator[str]:
    """What two builds do not have in common: pages, and anchors of headings."""
    first, second = own_pages(one), own_pages(other)
    for path in sorted({*first} ^ {*second}):
        yield f"{path} is only in {one if path in first else other}"
    for path in sorted({*first} & {*second}):
        for anchor in sorted(first[path].headings ^ second[path].headings):
            yield f"{path}#{anchor} is only in {one if anchor in first[path].headings else other}"


def main() -> int:
    """Carries out the command; the exit status."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("site", type=Path)
    options.add_argument("others", type=Path, nargs="*", help="builds of the same site")
    options.add_argument("--pair", type=Path, nargs=2, action="append", default=[], help="two more builds of one site")
    asked = options.parse_args()
    pairs = [*((asked.site, other) for other in asked.others), *asked.pair]
    sites = dict.fromkeys([asked.site, *(one for one, _ in pairs)])
    wrong = [each for site in sites for each in wrong_in(site)]
    wrong += [each for one, other in pairs for each in other_in(one, other)]
    wrong += [f"there is no page in {site}" for site in sites if not pages(site)]
    count = sum(len(pages(site)) for site in sites)
    print("\n".join(wrong) or f"{count} pages: every link and anchor resolves, nothing is asked of another site")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
