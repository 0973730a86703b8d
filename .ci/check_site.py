"""Checks a built website: every link and anchor resolves, no page asks another site for anything; compares two builds.

python .ci/check_site.py site                  looks at the links of all pages
python .ci/check_site.py site other/site       and whether the other build has the same pages and anchors
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
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


def pages(site: Path) -> dict[Path, Looked]:
    return {
        path.resolve(): Looked(path.read_text("utf-8"))
        for path in sorted(site.rglob("*.html"))
        if path.name != "404.html"
    }


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
            there = path
            if parts.path:
                start = root if parts.path.startswith("/") else path.parent
                there = (start / unquote(parts.path).lstrip("/")).resolve()
                there = there / "index.html" if there.is_dir() else there
            if not there.exists():
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


def main(arguments: list[str]) -> None:
    site, *others = map(Path, arguments)
    wrong = [*wrong_in(site), *(each for other in others for each in other_in(site, other))]
    wrong += [] if pages(site) else [f"there is no page in {site}"]
    print(
        "\n".join(wrong)
        or f"{len(pages(site))} pages: every link and anchor resolves, nothing is asked of another site"
    )
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
