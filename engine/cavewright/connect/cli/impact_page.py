"""Page of an impact study as HTML: text, tables and plots in one file, which asks for nothing elsewhere."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from ...bots.impact import Impact
from ...bots.impact.figures import MATTERS
from ...bots.study.played_games import Played
from ...foundation.texts import Texts
from .impact_text import caveats_of, heading_of, lists_of, name_of, row_of, title_of

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
table { border-collapse: collapse; width: 100% } th, td { padding: .25rem .6rem; border-bottom: 1px solid #ddd; text-align: right }
th:first-child, td:first-child, td:last-child { text-align: left } svg { max-width: 100%; height: auto }
pre { overflow-x: auto; background: #f4f4f4; padding: .5rem } h1 { font-size: 1.5rem } h2 { font-size: 1.15rem }
@media print { body { margin: 0; font-size: 11pt } h2, table, svg { break-inside: avoid } }
"""


MOST_DRAWN = 12
"""Things that are used more or less of which so many are drawn."""
BASE, VARIANT = "#79a", "#b43"


def page_of(found: Impact, words: Sequence[str], said: Texts, replays: Sequence[str] = ()) -> str:
    """The whole page; `replays` are commands that replay games which show the difference. Raises ImportError without the
    extra `plots`."""
    title = escape(title_of(found, said))
    parts = [f"<h1>{title}</h1>", *(f"<p>{escape(each)}</p>" for each in caveats_of(found, said))]
    if words:
        parts += [f"<h2>{escape(said.phrase('In words'))}</h2>", list_of(words)]
    parts += [f"<h2>{escape(said.phrase('Figures'))}</h2>", table_of(found, said)]
    if found.pairs:
        parts += [intervals_plot(found, said), lengths_plot(found, said)]
        parts += [wins_plot(found, said), usage_plot(found, said)]
    for heading, lines in lists_of(found, said):
        parts += [f"<h2>{escape(heading)}</h2>", list_of(lines)]
    if replays:
        heading = escape(said.phrase("Games to replay"))
        parts += [f"<h2>{heading}</h2>", "<pre>" + "\n".join(map(escape, replays)) + "</pre>"]
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    body = "\n".join(parts)
    return f'<!doctype html>\n<html lang="{said.lang}"><head>{head}<style>{STYLE}</style></head>\n<body>\n{body}\n</body></html>\n'


def list_of(lines: Sequence[str]) -> str:
    """Lines as a list."""
    return "<ul>" + "".join(f"<li>{escape(each)}</li>" for each in lines) + "</ul>"


def table_of(found: Impact, said: Texts) -> str:
    """All figures as a table."""
    head = "".join(f"<th>{escape(each)}</th>" for each in heading_of(said))
    rows = (row_of(each, said) for each in found.differences)
    cells = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows)
    return f"<table><tr>{head}</tr>" + "".join(f"<tr>{each}</tr>" for each in cells) + "</table>"


def intervals_plot(found: Impact, said: Texts) -> str:
    """Every difference with its interval, each measured by its margin, as an SVG picture."""
    figure, axes = _new_figure(0.32 * len(found.differences) + 1)
    for n, each in enumerate(reversed(found.differences)):
        low, high, at = (
            value / each.margin for value in (each.interval.low, each.interval.high, each.interval.estimate)
        )
        axes.plot([low, high], [n, n], color=VARIANT if each.verdict == MATTERS else "#577", linewidth=3)
        axes.plot([at], [n], "o", color="#222", markersize=4)
    axes.set_yticks(range(len(found.differences)), [name_of(each, said) for each in reversed(found.differences)])
    axes.axvspan(-1, 1, color="#eee", zorder=0)
    axes.set_xlim(-10, 10)
    axes.set_xlabel(said.phrase("difference, measured by what would matter (grey)"))
    return _svg_of(figure)


def lengths_plot(found: Impact, said: Texts) -> str:
    """Draws lengths of games, in rounds, and the best scores, by base and variant."""
    figure, axes = _new_figure(3, columns=2)
    shown: tuple[tuple[str, Callable[[Played], float]], ...] = (
        (said.phrase("rounds"), lambda played: played.rounds),
        (said.phrase("best score"), lambda played: max(played.totals)),
    )
    for each, (name, measure) in zip(axes, shown, strict=True):
        sides = [[measure(getattr(pair, side)) for pair in found.played] for side in ("base", "variant")]
        each.hist(sides, bins=20, label=[said.phrase("base"), said.phrase("variant")], color=[BASE, VARIANT])
        each.set_xlabel(name)
        each.legend()
    return _svg_of(figure)


def wins_plot(found: Impact, said: Texts) -> str:
    """Draws by seat the share of games that it won, with its interval, by base and variant."""
    figure, axes = _new_figure(0.5 * len(found.shares[0]) + 1)
    for shares, colour, label, off in (
        (found.shares[0], BASE, said.phrase("base"), 0.12),
        (found.shares[1], VARIANT, said.phrase("variant"), -0.12),
    ):
        for n, each in enumerate(shares):
            axes.plot([100 * each.low, 100 * each.high], [n + off] * 2, color=colour, linewidth=3)
            axes.plot([100 * each.estimate], [n + off], "o", color=colour, label=label if not n else None)
    names = [said.phrase("seat {number}", number=n + 1) for n in range(len(found.shares[0]))]
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlim(0, 100)
    axes.set_xlabel(said.phrase("share of wins, in per cent"))
    axes.legend()
    return _svg_of(figure)


def usage_plot(found: Impact, said: Texts) -> str:
    """Draws what is used more and less, by base and variant."""
    shown = [each for each in found.usage if abs(each.base - each.variant) > 1e-9][:MOST_DRAWN]
    if not shown:
        return ""
    figure, axes = _new_figure(0.45 * len(shown) + 1)
    places = range(len(shown))
    axes.barh([n - 0.18 for n in places], [each.base for each in shown], 0.34, color=BASE, label=said.phrase("base"))
    axes.barh(
        [n + 0.18 for n in places], [each.variant for each in shown], 0.34, color=VARIANT, label=said.phrase("variant")
    )
    axes.set_yticks(places, [each.name for each in shown])
    axes.invert_yaxis()
    axes.set_xlabel(said.phrase("times a game"))
    axes.legend()
    return _svg_of(figure)


def _new_figure(height: float, columns: int = 1) -> tuple[Any, Any]:
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, height), layout="constrained")
    FigureCanvasSVG(figure)
    return figure, figure.subplots(1, columns)


def _svg_of(figure: Any) -> str:
    """A picture as SVG to stand within a page, with nothing that names another address."""
    kept = io.StringIO()
    figure.savefig(kept, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return kept.getvalue()[kept.getvalue().index("<svg") :]
