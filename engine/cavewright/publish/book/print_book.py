"""Prints a book: HTML as one page, PDF as A4 and as a booklet of A5, EPUB."""

from __future__ import annotations

import io
import logging
import re
import zipfile
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import fields
from typing import Any

from ...foundation.draw.characters import typeset
from ...foundation.texts import capitalise
from ..reference.credits import credit_lines
from ..reference.option_words import choice_words, option_title
from ..reference.player_aid import NoLibraryError, printer
from .cards import Card
from .chapters import BookContents, cover_picture
from .figures import Figure

SIZES = {"a4": "210mm 297mm; margin: 20mm 22mm 18mm", "a5": "148mm 210mm; margin: 13mm 12mm 14mm"}
LARGER = "html { font-size: 10.5pt; } .steps { font-size: 1.25mm; } .price, .tidy { font-size: 9.5pt; }"
"""Letters on the larger paper."""
LARGEST, LEAST, ARROW = 0.2, 0.04, 24.0
"""Millimetres for a pixel of a picture, at most and at least, and for an arrow with what stands at it."""
ROOM = {"pair": (113.0, 50.0), "tall": (113.0, 82.0), "small": (18.0, 18.0), "": (55.0, 48.0)}
"""Millimetres that a picture may be wide and high."""
SCALES, SIDES = (1, 0.94, 0.88, 0.82), 2
"""How large the letters of cards are, the first that fits on so many sides."""
_SIZE = re.compile(r'\bwidth="([0-9.]+)" height="([0-9.]+)"')
_HALO = re.compile(
    r'<text([^>]*)( stroke="[^"]*" stroke-width="[^"]*"[^>]*?) paint-order="stroke"([^>]*)>([^<]*)</text>'
)
_BOLD = re.compile(r"\*([^*]+)\*")
_RULE = re.compile(r"(?<![\w.])(\d{1,2}\.\d{1,2})(?![\w.%])")
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of files within an archive, so that the same book is the same bytes."""


def _environment(known: Collection[str]) -> Any:
    """The templates' environment: texts are escaped, `*…*` is bold, and numbers of rules lead to them."""
    try:
        from jinja2 import Environment, PackageLoader
        from markupsafe import Markup, escape
    except ImportError as error:
        raise NoLibraryError("jinja2") from error

    def mark_up(text: str) -> Markup:
        bold = _BOLD.sub(r"<b>\1</b>", str(escape(typeset(text)))).replace("\n", "<br>")
        return Markup(_RULE.sub(lambda found: _link(found[1]) if found[1] in known else found[0], bold))

    environment = Environment(
        loader=PackageLoader(__package__, "."), autoescape=True, trim_blocks=True, finalize=_typeset_text
    )
    environment.filters["marked"] = mark_up
    return environment


def _typeset_text(value: object) -> object:
    """Returns what a template prints: a plain text is typeset, all else stays."""
    return typeset(value) if type(value) is str else value


def _text_of(environment: Any, name: str) -> str:
    """Returns the text of a file beside this module."""
    text: str = environment.loader.get_source(environment, name)[0]
    return text


def cards_html(
    contents: BookContents, cards: Sequence[Card], paper: str = "", address: str = "", scale: float = 1
) -> str:
    """Cards as one page that needs no other file; with an address, if there is one, to be scanned. On paper, letters are
    as large as `scale` says. NoLibraryError without Jinja2, and for an address without segno."""
    game, environment = contents.game, _environment(())
    from markupsafe import Markup

    style = "".join(_text_of(environment, name) for name in ("book.css", "cards.css"))
    page = (
        f"@page {{ size: {SIZES[paper].partition(';')[0]}; margin: 8mm 9mm }} {_card_letters(scale)}" if paper else ""
    )
    words = {"names": game.phrase("Names"), "date": game.phrase("Date")}
    values: dict[str, Any] = {"lang": game.lang, "title": cards[0].title, "cards": cards, "words": words}
    values["icon"] = _icons(contents, Markup)
    values |= {"address": address, "code": Markup(scanned_code(address) if address else "")}
    made: str = environment.get_template("cards.html.jinja").render(**values, style=Markup(style + page))
    return made


def _card_letters(scale: float) -> str:
    """Returns the style of letters on cards: as the style sheet has them, or smaller."""
    sizes = {"": 7.6, " h1": 15, " h2": 9.5, " .tidy": 7}
    return " ".join(f".cards{name} {{ font-size: {size * scale:.2f}pt }}" for name, size in sizes.items())


def _icons(contents: BookContents, mark: Any) -> Callable[[str, str], Any]:
    """Returns what shows the picture of a row in a table, by the heading of the table and the name of the row; each time
    with ids of its own."""
    count = 0

    def show(head: str, name: str) -> Any:
        nonlocal count
        drawn = contents.icons.get((head, name), "")
        count += 1
        shown = own_ids(drawn.replace("<svg ", '<svg class="icon" aria-hidden="true" ', 1), f"i{count}-")
        return mark(shown) if drawn else ""

    return show


def scanned_code(address: str) -> str:
    """Returns an address as the picture of a QR code. NoLibraryError without segno."""
    try:
        from segno import make_qr  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError as error:
        raise NoLibraryError("segno") from error
    made: str = make_qr(address, error="m").svg_inline(border=2, svgclass="code", omitsize=True, title=address)
    return made


def print_cards(contents: BookContents, cards: Sequence[Card], address: str = "") -> tuple[bytes, int]:
    """Returns cards on paper, and on how many pages they are: on both sides of a sheet each, where letters may be made
    small enough for that. NoLibraryError and NoFontError as for any page."""
    for scale in SCALES:
        made, pages = _print_page(cards_html(contents, cards, "a5", address, scale))
        if pages <= SIDES * len(cards):
            break
    return made, pages


def as_pdf(html: str) -> bytes:
    """A page on paper, tagged, with bookmarks. NoLibraryError without WeasyPrint, NoFontError where letters would be empty
    boxes."""
    return _print_page(html)[0]


def _print_page(html: str) -> tuple[bytes, int]:
    """Returns a page on paper, and on how many pages it is."""
    unprinted, log = _UnprintedLetters(), logging.getLogger("weasyprint")
    log.addHandler(unprinted)
    try:
        variant = {"pdf_variant": "pdf/ua-1", "pdf_identifier": b"cavewright"}
        document = printer()(string=html).render(**variant)
        made: bytes = document.write_pdf(**variant)
    finally:
        log.removeHandler(unprinted)
    if unprinted.letters:
        raise NoFontError(tuple(unprinted.letters))
    return made, len(document.pages)


class NoFontError(ValueError):
    """Letters that no font has by which a page is printed."""

    def __init__(self, letters: tuple[str, ...]) -> None:
        super().__init__(" ".join(letters))
        self.letters = letters


class _UnprintedLetters(logging.Handler):
    """Collects the letters of which WeasyPrint says that no font has them."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.letters: dict[str, None] = {}

    def emit(self, record: logging.LogRecord) -> None:
        if ".notdef" in record.msg and isinstance(record.args, tuple):
            self.letters[str(record.args[0])] = None


def book_html(contents: BookContents, ids: bool = False, paper: str = "") -> str:
    """The whole book as one page that needs no other file. NoLibraryError without Jinja2."""
    known = {each.number for chapter in contents.chapters for each in chapter.rules}
    environment = _environment(known)
    from markupsafe import Markup

    template = environment.get_template("book.html.jinja")
    style = _text_of(environment, "book.css") + (_page_style(paper) if paper else "")
    values = _values(contents)
    pictures = _numbered_pictures(values["chapters"], Markup)
    made: str = template.render(
        **{**values, "chapters": pictures, "style": Markup(style), "ids": ids, "cover": Markup(values["cover"])},
        icon=_icons(contents, Markup),
    )
    return split_halos(made) if paper else made


def split_halos(html: str) -> str:
    """Returns a page in which letters with a halo are written twice, their halo first: what prints a page draws the lines
    of letters above their faces, whatever order a picture asks for."""

    def twice(found: re.Match[str]) -> str:
        halo = f"<text{found[1]}{found[2]}{found[3]}>{found[4]}</text>"
        return f"{halo}<text{found[1]}{found[3]}>{found[4]}</text>"

    return _HALO.sub(twice, html)


def _link(number: str) -> str:
    return f'<a class="x" href="#r{number}">{number}</a>'


def _page_style(paper: str) -> str:
    numbers = "font: 400 7pt 'DejaVu Sans', sans-serif; color: #6b6152;"
    return (
        f"@page {{ size: {SIZES[paper]}; @bottom-left {{ content: string(chapter); {numbers} }}"
        f" @bottom-right {{ content: counter(page); {numbers} }} }}"
        " @page :first { @bottom-left { content: none } @bottom-right { content: none } }"
        " .toc a::after { content: target-counter(attr(href), page); float: right; color: #6b6152; }"
        + (LARGER if paper == "a4" else "")
    )


def _numbered_pictures(chapters: Any, mark: Any) -> list[dict[str, Any]]:
    """The chapters as the template reads them; ids within a picture are made its own, so that no two are alike."""
    count = 0

    def with_ids(figure: Figure) -> dict[str, Any]:
        nonlocal count
        count += 1
        sized = sized_pictures(figure)
        drawn = [mark(own_ids(each, f"p{count}{side}-")) for side, each in zip("abcd", sized)]
        return {**_parts_of(figure), "drawn": drawn}

    return [
        {
            **_parts_of(chapter),
            "rules": [{**_parts_of(rule), "figures": list(map(with_ids, rule.figures))} for rule in chapter.rules],
        }
        for chapter in chapters
    ]


def sized_pictures(figure: Figure) -> tuple[str, ...]:
    """The pictures of a figure with their widths on paper, in `em` of a millimetre: all in one scale, none larger than
    there is room for."""
    sizes, scale = _sizes_of(figure), scale_of(figure)
    if not scale:
        return figure.drawn
    return tuple(
        _SIZE.sub(f'style="width: {width * scale:.1f}em"', each, count=1)
        for each, (width, _) in zip(figure.drawn, sizes, strict=True)
    )


def _sizes_of(figure: Figure) -> list[tuple[float, float]]:
    return [(float(found[1]), float(found[2])) for each in figure.drawn if (found := _SIZE.search(each))]


def scale_of(figure: Figure) -> float:
    """Returns the millimetres on paper for a pixel of a figure; 0 for one that does not say its size."""
    sizes = _sizes_of(figure)
    if not sizes or len(sizes) < len(figure.drawn):
        return 0
    is_beside = figure.form == "pair"
    across = sum(width for width, _ in sizes) if is_beside else max(width for width, _ in sizes)
    room, high = ROOM[figure.form]
    arrows = ARROW * (len(sizes) - 1) if is_beside else 0
    return min(LARGEST, (room - arrows) / across, high / max(height for _, height in sizes))


def unreadable_pictures(contents: BookContents) -> tuple[str, ...]:
    """Returns the numbers of the rules at which a picture is too large for a page: made as small as the room there asks, its
    letters could not be read."""
    rules = (rule for chapter in contents.chapters for rule in chapter.rules)
    return tuple(rule.number for rule in rules if any(0 < scale_of(each) < LEAST for each in rule.figures))


def _parts_of(value: Any) -> dict[str, Any]:
    return {each.name: getattr(value, each.name) for each in fields(value)}


def own_ids(svg: str, prefix: str) -> str:
    """A picture whose ids begin with something of its own."""
    ids = re.findall(r'\bid="([^"]+)"', svg)
    for each in sorted(set(ids), key=len, reverse=True):
        name = re.escape(each)
        svg = re.sub(rf'(\bid="|url\(#|href="#|labelledby="){name}(?=["\s)])', rf"\g<1>{prefix}{each}", svg)
    return svg


def _values(contents: BookContents) -> dict[str, Any]:
    game, opened = contents.game, contents.game.opened
    phrase = game.phrase
    return {
        "lang": game.lang,
        "title": opened.title,
        "author": ", ".join(opened.property_values("author")),
        "players": capitalise(opened.players),
        "edition": phrase("Rules {version}", version=game.rules.version),
        "cover": _SIZE.sub("", cover_picture(contents), count=1),
        "chapters": contents.chapters,
        "how": tuple(_how_to_read(contents)),
        "agreed": tuple(_list_agreements(contents)),
        "index": contents.index,
        "credits": (*credit_lines(opened), *opened.reconstructions),
        "words": {
            "kind": phrase("The rules"),
            "contents": phrase("Contents"),
            "index": phrase("Index"),
            "otherwise": phrase("If you agree on it"),
            "other": phrase("Or"),
            "agreed": phrase("The rules of this table"),
            "since": phrase("since {version}", version="{}"),
            "open": phrase("Open this position"),
            "stale": phrase("The rules have changed since this sentence was written. They say:"),
        },
    }


def _list_agreements(contents: BookContents) -> Iterator[tuple[str, str]]:
    """Yields house rules with the reasons that they give, and options that are not as they usually are, with the choice."""
    opened = contents.game.opened
    for head in opened.declarations.heads:
        title = opened.words.text(head.label, head.text) or head.name
        yield title, " ".join(opened.reasons_for(head))
    for option in opened.rules.options.values():
        if option.value != option.default:
            yield option_title(option, opened.words), choice_words(option, option.value, opened.words)


def _how_to_read(contents: BookContents) -> Iterator[tuple[str, str]]:
    """Yields the marks that a reader meets, each with its meaning."""
    phrase = contents.game.phrase
    first = next((rule.number for each in contents.chapters for rule in each.rules if rule.number), "")
    if first:
        yield first, phrase("Every rule has a number in the margin. It stays the same in later printings.")
    asked = next((each for each in contents.chapters if each.questions), None)
    if asked is not None:
        said = phrase("Where the rules can be read in more than one way, this chapter says how they are read here.")
        yield str(asked.number), said
    words = next((each for each in contents.chapters if each.words), None)
    if words is not None:
        yield str(words.number), phrase("This chapter explains the words of the game and says which rules use them.")


def book_pdf(contents: BookContents, paper: str, ids: bool = False) -> bytes:
    """The book on paper, tagged, with bookmarks. NoLibraryError without WeasyPrint."""
    return as_pdf(book_html(contents, ids, paper))


def book_epub(contents: BookContents, ids: bool = False) -> bytes:
    """The book for readers of EPUB 3: a chapter of XHTML, its style, and a navigation."""
    game = contents.game
    html = split_halos(book_html(contents, ids))
    body = re.sub(r"^.*?<body>", "", html, flags=re.DOTALL).partition("</body>")[0]
    body = re.sub(r"<(br|img|meta)([^<>]*?)/?>", r"<\1\2/>", body)
    entries = "".join(
        f'<li><a href="book.xhtml#c{each.number}">{each.number}. {_xml(each.title)}</a></li>'
        for each in contents.chapters
    )
    lang, title = game.lang, _xml(game.opened.title)
    drawn = ' properties="svg"' if "<svg" in body else ""
    head = '<?xml version="1.0" encoding="utf-8"?>\n'
    page = (
        f'{head}<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="{lang}" '
        f'xml:lang="{lang}"><head><title>{title}</title><link rel="stylesheet" href="book.css" type="text/css"/></head>'
    )
    identifier = f"urn:cavewright:{game.folder}:{game.rules.version}:{lang}"
    files = {
        "META-INF/container.xml": f'{head}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
        '<rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        "book.opf": f'{head}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="{lang}">'
        f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">{_xml(identifier)}</dc:identifier>'
        f"<dc:title>{title}</dc:title><dc:language>{lang}</dc:language>"
        '<meta property="dcterms:modified">2000-01-01T00:00:00Z</meta></metadata><manifest>'
        '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        f'<item id="book" href="book.xhtml" media-type="application/xhtml+xml"{drawn}/>'
        '<item id="css" href="book.css" media-type="text/css"/></manifest><spine><itemref idref="book"/></spine></package>',
        "nav.xhtml": f'{page}<body><nav epub:type="toc" id="toc"><h1>{title}</h1><ol>{entries}</ol></nav></body></html>',
        "book.xhtml": f"{page}<body>{body}</body></html>",
        "book.css": _text_of(_environment(()), "book.css"),
    }
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr(zipfile.ZipInfo("mimetype", EPOCH), "application/epub+zip")
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, EPOCH), text.encode(), zipfile.ZIP_DEFLATED)
    return target.getvalue()


def _xml(text: str) -> str:
    from xml.sax.saxutils import escape

    return escape(text)
