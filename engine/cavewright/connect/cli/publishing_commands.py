"""Commands of publishers, translators and embedders, as they are typed: `build`, `diff`, `docs`, `translate`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from .arguments import AsJson, Language, Rules, SetOptions, any_language, argument, option, whole


def diff_command(
    old: Annotated[str, argument("A", help="Id or path, with overlays: ID+my-rule.")],
    new: Annotated[str, argument("B", help="What to compare it with.")],
    texts: Annotated[
        bool, option("--texts", help="Also what differs in wording only, or has no effect on play.")
    ] = False,
    lines: Annotated[
        bool, option("--lines", help="Line by line, also where authors say in their own words what has changed.")
    ] = False,
    settings: SetOptions = None,
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Tells how two rulesets differ, rule by rule, in words."""


def docs_command(
    specs: Annotated[
        list[str] | None,
        argument(
            "RULESET",
            help="What to publish: games, games with overlays, or overlays alone. All that there are, if not said.",
        ),
    ] = None,
    out: Annotated[
        Path, option("--out", "DIR", help="The folder that is filled, with a folder for each language.")
    ] = Path("reference"),
    languages: Annotated[
        str, option("--lang", "LANGS", help="Languages of the pages: en,de,es.", show_default=True)
    ] = "en",
    strict: Annotated[bool, option("--strict", help="A rule without a text or an example is an error too.")] = False,
    pdf: Annotated[bool, option("--pdf", help="The player aid as PDF too; needs the extra `pdf`.")] = False,
    figures: Annotated[
        bool,
        option("--figures/--no-figures", help="Play simulated games of which no figures are kept, or leave those out."),
    ] = True,
    play: Annotated[
        bool, option("--play", help="A page for each game too, on which it is played and its examples are opened.")
    ] = False,
    earlier: Annotated[
        list[str] | None,
        option("--earlier", "OLD", help="An earlier version of the game: a page tells what has changed since."),
    ] = None,
    title: Annotated[str, option("--title", "TEXT", help="The title of the site.")] = "",
    logo: Annotated[Path | None, option("--logo", "FILE", help="A picture beside the title: svg, png.")] = None,
    colour: Annotated[str, option("--colour", "#RRGGBB", help="The colour of the site.")] = "",
    address: Annotated[str, option("--address", "URL", help="Where the site will be, without the language.")] = "",
    settings: SetOptions = None,
) -> None:
    """A rule reference to publish: Markdown, pictures and a navigation file."""


def book_command(
    spec: Rules,
    out: Annotated[
        Path, option("--out", "DIR", help="The folder that is filled, with a folder for each language.")
    ] = Path("book"),
    languages: Annotated[
        str, option("--lang", "LANGS", help="Languages of the book: en,de,es.", show_default=True)
    ] = "en",
    forms: Annotated[
        str, option("--forms", "FORMS", help="What is written: html, pdf, epub.", show_default=True)
    ] = "html,pdf,epub",
    ids: Annotated[bool, option("--ids", help="Ids of facts in small type behind the rules.")] = False,
    strict: Annotated[
        bool, option("--strict", help="A sentence that is stale, or a line without one, is an error too.")
    ] = False,
    play: Annotated[
        str,
        option("--play", "URL", help="The address of the page that `build` made: pictures lead to their positions."),
    ] = "",
    settings: SetOptions = None,
) -> None:
    """A game as a book that people learn from, to print or to read."""


def cards_command(
    spec: Rules,
    out: Annotated[
        Path, option("--out", "DIR", help="The folder that is filled, with a folder for each language.")
    ] = Path("cards"),
    languages: Annotated[
        str, option("--lang", "LANGS", help="Languages of the book: en,de,es.", show_default=True)
    ] = "en",
    address: Annotated[str, option("--address", "URL", help="An address that the sheets show, to be scanned.")] = "",
    settings: SetOptions = None,
) -> None:
    """A player aid on a sheet, and one of what an edition or house rules change."""


def build_command(
    spec: Rules,
    out: Annotated[Path, option("--out", "DIR", help="The folder into which the files go.")],
    players: Annotated[
        int,
        option("--players", "N", help="How many play; every number that may, if not said.", parser=whole(0, 99)),
    ] = 0,
    with_c: Annotated[bool, option("--c", help="The rules as C too, with a header.")] = False,
    page: Annotated[
        bool, option("--page", help="A page too, on which the game is played from any web space, without a server.")
    ] = False,
    settings: SetOptions = None,
    lang: Language = "en",
) -> None:
    """A game for web pages and node: WebAssembly, texts as JSON, and a JavaScript file that plays it."""


def translate_command(
    name: Annotated[str, argument("RULESET", help="Whose texts; the last overlay, if some are named.")],
    lang: Annotated[str, option("--lang", "LANG", help="The language to translate into.", callback=any_language)],
    template: Annotated[
        bool, option("--template", help="Also a template (.pot), a list of terms, and a set-up for Weblate.")
    ] = False,
) -> None:
    """A catalogue of the texts of rules, to be filled in by a translator."""


PUBLISHING: dict[str, Callable[..., None]] = {
    "book": book_command,
    "build": build_command,
    "cards": cards_command,
    "diff": diff_command,
    "docs": docs_command,
    "translate": translate_command,
}
"""What is typed, and what it does."""
