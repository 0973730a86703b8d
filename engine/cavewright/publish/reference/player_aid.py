"""Player aid: two printed pages with the turn, the actions and their costs, and the scoring, as HTML."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from typing import Any

from ...foundation.draw.characters import typeset
from .action_pages import action_title, reasons_of, short_cost
from .credits import credit_lines
from .game_reference import GameReference
from .markdown import Items, plain, tidy

LETTERS_OF_A_PAGE = 3600
"""Letters that fill a page in the usual size."""
LARGEST, SMALLEST = 10.5, 5.5
STYLE = """
@page { size: A4; margin: 14mm; }
* { box-sizing: border-box; }
body { font-family: system-ui, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif; color: black; background: white;
  margin: 0 auto; max-width: 182mm; line-height: 1.35; }
section { break-after: page; }
section:last-of-type { break-after: auto; }
h1 { font-size: 1.5em; margin: 0 0 .4em; }
h2 { font-size: 1.15em; margin: .7em 0 .3em; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: .25em .5em .25em 0; border-bottom: .5pt solid silver; }
ul { margin: .2em 0; padding-inline-start: 1.3em; }
li { break-inside: avoid; }
footer { font-size: .75em; color: dimgray; margin-top: .8em; }
@media screen { body { padding: 1rem; font-size: 1rem !important; } section { margin-bottom: 2rem; }
  table { table-layout: fixed; } th, td { overflow-wrap: break-word; hyphens: auto; } }
@media screen and (max-width: 30em) { th, td { font-size: .85rem; } }
"""


def player_aid(game: GameReference) -> str:
    """The aid as one HTML file that needs no other."""
    first, second = ET.Element("section"), ET.Element("section")
    _actions(first, game)
    _turn(second if len(first) else first, game)
    _scoring(second, game)
    footer = ET.SubElement(second, "footer")
    footer.text = " ".join(typeset(tidy(each)) for each in credit_lines(game.opened))
    html = ET.Element("html", {"lang": game.lang})
    head = ET.SubElement(html, "head")
    ET.SubElement(head, "meta", {"charset": "utf-8"})
    ET.SubElement(head, "meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"})
    title = game.phrase("{game}: player aid", game=game.opened.title)
    ET.SubElement(head, "title").text = typeset(tidy(title))
    ET.SubElement(head, "style").text = STYLE
    size = min(_size(first), _size(second))
    body = ET.SubElement(html, "body", {"style": f"font-size: {size:.1f}pt"})
    main = ET.SubElement(body, "main")
    _text_element(main, "h1", title)
    main.extend((first, second))
    return "<!doctype html>\n" + ET.tostring(html, encoding="unicode", method="html") + "\n"


def _size(section: ET.Element) -> float:
    """The size of letters with which a section fills a page and no more, about."""
    letters = sum(len(text) for text in section.itertext()) + 45 * sum(1 for _ in section.iter())
    return max(SMALLEST, min(LARGEST, LARGEST * math.sqrt(LETTERS_OF_A_PAGE / max(letters, 1))))


def _text_element(parent: ET.Element, tag: str, text: str) -> ET.Element:
    made = ET.SubElement(parent, tag)
    made.text = typeset(tidy(text))
    return made


def _actions(section: ET.Element, game: GameReference) -> None:
    """A row for each action: what it costs, and in which words it is refused."""
    actions = [each for each in game.rules.actions.values() if "." not in each.name]
    if not actions:
        return
    _text_element(section, "h2", game.phrase("Actions"))
    table = ET.SubElement(section, "table")
    head = ET.SubElement(ET.SubElement(table, "thead"), "tr")
    for words in (game.phrase("Action"), game.phrase("It costs"), game.phrase("Why it is not possible")):
        _text_element(head, "th", words)
    body = ET.SubElement(table, "tbody")
    for each in actions:
        row = ET.SubElement(body, "tr")
        reasons = " ".join(reason.text for reason in reasons_of(game, each))
        for words in (action_title(game, each), short_cost(game, each), reasons):
            _text_element(row, "td", words)


def _turn(section: ET.Element, game: GameReference) -> None:
    """The course of a turn: the process that is named so, or the game."""
    name = next((each for each in ("turn", "round", "play") if each in game.rules.processes), "")
    if name:
        _text_element(section, "h2", game.phrase("The course of a turn"))
        _lists(section, game.sentence_list(game.sentences.process(name)))


def _scoring(section: ET.Element, game: GameReference) -> None:
    """Adds the scoring, and every ranking."""
    _text_element(section, "h2", game.phrase("Scoring"))
    _lists(section, game.sentence_list(game.sentences.scoring()))
    for name in game.rules.rankings:
        _lists(section, game.sentence_list(game.sentences.ranking(name)))


def _lists(parent: ET.Element, told: Iterable[Items]) -> None:
    for each in told:
        items = ET.SubElement(parent, "ul")
        for item in each.items:
            _lists(_text_element(items, "li", plain(item.words)), [Items(item.inner)] if item.inner else [])


class NoLibraryError(ImportError):
    """A library that printing needs and that is not there; `lacking` is what it lacks itself, if it is there."""

    def __init__(self, name: str, lacking: str = "") -> None:
        super().__init__(name)
        self.lacking = lacking


def printer() -> Any:
    """Returns the class of WeasyPrint that prints pages. NoLibraryError without WeasyPrint, the extra `pdf`, and without
    the libraries of the machine that it needs."""
    try:
        from weasyprint import HTML  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError as error:
        raise NoLibraryError("weasyprint") from error
    except OSError as error:
        raise NoLibraryError("weasyprint", str(error).strip().partition("\n")[0]) from error
    return HTML


def as_pdf(html: str) -> bytes:
    """The pages as PDF, the same bytes for the same pages. NoLibraryError without WeasyPrint."""
    made: bytes = printer()(string=html).write_pdf(pdf_variant="pdf/ua-1", pdf_identifier=b"cavewright")
    return made
