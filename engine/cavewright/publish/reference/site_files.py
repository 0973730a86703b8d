"""Configuration and style with which the pages of a reference become a site, for Zensical and for MkDocs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from ...foundation.draw.palette import contrast, ink_on
from ...foundation.source.frozen import frozen
from ...foundation.texts import name_of

MADE = "# Written by `cavewright docs`. Without this line the file is yours, and is never written again."
"""The first line of a configuration that may be written anew."""
STYLE = "reference.css"
THEMED = (
    "af ar az be bg bn ca cs cy da de el en eo es et eu fa fi fr gl he hi hr hu hy id is it ja ka kn ko lb lt lv mk mn ms my "
    "nb nl nn pl pt ro ru sa sh si sk sl sq sr sv ta te th tl tr uk ur uz vi zh pt-BR zh-TW "
)
"""Languages in which the theme has words of its own."""
DARK, READABLE = "#1e2129", 4.6
"""The dark ground of the theme, and how far letters have to stand out."""
_OF_ALL = """.md-typeset :is(p, li, td, dd) a:not(.headerlink) { text-decoration: underline; text-underline-offset: 0.15em; }
.md-typeset h1 { line-height: 1.2; }
.md-typeset img.icon { height: 1.5em; width: auto; vertical-align: middle; margin: 0; }
.md-typeset img.beside { width: calc(50% - 0.4em); vertical-align: top; }
@media (max-width: 45em) {
  .md-typeset img.beside { width: 100%; }
  .md-typeset p:has(> a > img.wide) { overflow-x: auto; }
  .md-typeset img.wide { max-width: none; }
}
@media print {
  .md-typeset details { display: none !important; }
  .md-typeset a.headerlink, .md-footer { display: none !important; }
  .md-typeset img { max-height: 90mm; width: auto; }
  .md-typeset :is(h2, h3) { break-after: avoid; }
  .md-typeset :is(img, tr, li, blockquote) { break-inside: avoid; }
}
"""
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


@frozen
class Look:
    """A publisher's own: the title of the site, the name of the file of a logo, a colour as `#rrggbb`, and the address
    at which the site will be; each may be empty."""

    title: str = ""
    logo: str = ""
    colour: str = ""
    address: str = ""


def is_colour(text: str) -> bool:
    """Tells if a text is a colour such as `#7a4b1f`."""
    return _COLOUR.fullmatch(text) is not None


def site_configuration(lang: str, languages: Iterable[str], title: str, navigation: str, look: Look) -> str:
    """The configuration of a site in one language, whose pages lie in a folder with its name; `languages` are those to
    which a reader can switch."""
    several = [*languages]
    lines = [MADE, f"site_name: {_text(look.title or title)}"]
    lines += [f"site_url: {_text(look.address.rstrip('/') + f'/{lang}/')}"] if look.address else []
    lines += [f"docs_dir: {lang}", f"site_dir: site/{lang}", "theme:", "  name: material"]
    lines += [f"  language: {lang}"] if f"{lang} " in THEMED else []
    lines += ["  font: false"]
    lines += [f"  logo: {_text(look.logo)}", f"  favicon: {_text(look.logo)}"] if look.logo else []
    primary = "custom" if look.colour else "brown"
    lines += [
        "  features: [navigation.sections, navigation.top, navigation.footer, toc.follow, search.highlight, content.code.copy]",
        "  palette:",
        *_scheme("light", "default", primary),
        *_scheme("dark", "slate", primary),
        f"extra_css: [{STYLE}]",
        "plugins: [search]",
        "markdown_extensions:",
        "  - tables",
        "  - attr_list",
        "  - md_in_html",
        "  - toc: {permalink: true, toc_depth: 3}",
        "  - pymdownx.highlight",
        "  - pymdownx.superfences",
    ]
    if len(several) > 1:
        lines += ["extra:", "  alternate:"]
        lines += [f"    - {{name: {_text(name_of(each))}, link: ../{each}/, lang: {each}}}" for each in several]
    return "\n".join([*lines, "nav:", navigation.rstrip("\n"), ""])


def _scheme(mode: str, scheme: str, primary: str) -> list[str]:
    return [
        f'    - media: "(prefers-color-scheme: {mode})"',
        f"      scheme: {scheme}",
        f"      primary: {primary}",
    ]


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def style_sheet(look: Look) -> str:
    """The style of all pages: links that can be seen, wide pictures that scroll, print without what is folded away; and
    the colour of the publisher with letters on it that can be read."""
    return _OF_ALL + (_colours(look.colour) if look.colour else "")


def _colours(colour: str) -> str:
    on_colour = ink_on(colour)
    on_light = _readable(colour, "#ffffff", "#000000")
    on_dark = _readable(colour, DARK, "#ffffff")
    return f"""[data-md-color-primary="custom"] {{
  --md-primary-fg-color: {colour}; --md-primary-fg-color--light: {colour}; --md-primary-fg-color--dark: {colour};
  --md-primary-bg-color: {on_colour}; --md-primary-bg-color--light: {on_colour}b3;
}}
[data-md-color-scheme="default"][data-md-color-primary="custom"] {{ --md-typeset-a-color: {on_light}; }}
[data-md-color-scheme="slate"][data-md-color-primary="custom"] {{ --md-typeset-a-color: {on_dark}; }}
"""


def _parts(colour: str) -> tuple[float, ...]:
    return tuple(int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))


def _readable(colour: str, ground: str, towards: str) -> str:
    """The nearest shade of a colour that can be read on a ground, darker or lighter.

    >>> _readable("#ffcc00", "#ffffff", "#000000"), _readable("#114477", "#ffffff", "#000000")
    ('#8c7000', '#114477')
    """
    ends = [*zip(_parts(colour), _parts(towards), strict=True)]
    for step in range(21):
        mixed = "#" + "".join(f"{round(255 * (a + (b - a) * step / 20)):02x}" for a, b in ends)
        if contrast(mixed, ground) >= READABLE:
            return mixed
    return towards
