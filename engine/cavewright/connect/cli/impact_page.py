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
@media print { body { margin: 0; font-size: 11pt } h2, table, svg { break-inside: avoid } }
"""


def page_of(found: Impact, words: Sequence[str], said: Texts) -> str:
    """The whole page. Raises ImportError without the extra `plots`."""
    title = escape(title_of(found, said))
    parts = [f"<h1>{title}</h1>", *(f"<p>{escape(each)}</p>" for each in caveats_of(found, said))]
    if words:
        parts += [f"<h2>{escape(said.phrase('In words'))}</h2>", list_of(words)]
    parts += [f"<h2>{escape(said.phrase('Figures'))}</h2>", table_of(found, said)]
    if found.pairs:
        parts += [intervals_plot(found, said), lengths_plot(found, said)]
    for heading, lines in lists_of(found, said):
        parts += [f"<h2>{escape(heading)}</h2>", list_of(lines)]
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
        axes.plot([low, high], [n, n], color="#a33" if each.verdict == MATTERS else "#577", linewidth=3)
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
        each.hist(sides, bins=20, label=[said.phrase("base"), said.phrase("variant")], color=["#9bb", "#a33"])
        each.set_xlabel(name)
        each.legend()
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
