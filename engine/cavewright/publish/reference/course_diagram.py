"""Diagram of the course of a game: its processes as boxes within boxes, drawn from the rules.

A loop, a turn of each player and a choice is a frame with a head, and what happens in it stands inside, from top to bottom.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import field

from ...foundation.draw.characters import broken, clean
from ...foundation.draw.palette import CARVED, FONT, INK, PAPER, ROCK_EDGE, SOFT_INK
from ...foundation.draw.svg_writer import SvgWriter, number
from ...foundation.draw.svg_writer import TextStyle as Style
from ...foundation.source.frozen import frozen
from ...rules.model import ruleset as m
from ...rules.model import statements as st
from ..sentences import Sentence
from ..sentences.mentions import NAMED, nodes
from .game_reference import GameReference
from .markdown import Item, Items

WIDTH, PAD, GAP, LINE, SIZE = 560.0, 12.0, 14.0, 19.0, 14.0
DEEPEST = 9
FRAMES = {"loop": ("↻ ", "#e7dcc0"), "players": ("⇄ ", "#dfe6d5"), "choice": ("? ", "#d8e2ea"), "part": ("", "#efe4cc")}
"""The sign and the colour of each sort of frame."""


@frozen
class Stage:
    """Something that happens: its words, what sort of frame it is ("" for a plain box), and what happens within."""

    words: str
    sort: str = ""
    inner: tuple[Stage, ...] = ()


def course_diagram(game: GameReference) -> tuple[str, Items] | None:
    """The course of the game as a picture and as a list, for those who do not see it; none where nothing happens."""
    process = game.rules.processes.get("play")
    if process is None:
        return None
    stages = tuple(_Course(game).block(process.body, 0))
    title = game.phrase("The course of the game")
    return (_picture(title, stages), Items(tuple(map(_item, stages)))) if stages else None


@frozen
class _Course:
    """Reads the stages out of the processes."""

    game: GameReference
    seen: set[str] = field(default_factory=set)

    def block(self, block: st.Block, depth: int) -> Iterator[Stage]:
        """The stages of a block, without the bookkeeping between them, and without a call of what has just been done."""
        last = ""
        for stage in (each for step in block for each in self.step(step, depth)) if depth < DEEPEST else ():
            if stage.words != self.game.phrase("{stage} (as above)", stage=last):
                yield stage
            last = stage.words.removesuffix(".")

    def step(self, step: st.Step, depth: int) -> Iterator[Stage]:
        """The stages of a statement."""
        words, statement = self.game.sentences.words.clause(step.clause), step.statement
        phrase = self.game.phrase
        match statement:
            case st.Call(process, _):
                yield from self.call(self.game.rules.processes[process], depth)
            case st.Repeat(_, _, body):
                yield from self.frame(self.head(step), "loop", body, depth)
            case st.InTurn(_, body):
                yield from self.frame(words or phrase("Each player in turn"), "players", body, depth)
            case st.AtOnce(body):
                yield from self.frame(words or phrase("All players at once"), "players", body, depth)
            case st.Offer(menu=menu, otherwise=otherwise):
                yield Stage(
                    words
                    or self.game.opened.words.text(f"menu {menu}", self.game.rules.menus.get(menu, ""))
                    or phrase("Choose an action"),
                    "choice",
                    tuple(self.actions(menu)),
                )
                yield from self.block(otherwise, depth)
            case st.If(branches, otherwise):
                yield from self.branches(step, branches, otherwise, depth)
            case st.May(_, body) | st.ForEach(_, _, body) | st.AsPlayer(_, body):
                if words:
                    inner = tuple(self.block(body, depth + 1)) or tuple(self.deeds(step, words))
                    yield Stage(words, "choice" if isinstance(statement, st.May) else "", inner)
            case st.Choose() | st.Roll() | st.Draw() | st.Finish():
                said = words or ("" if self.is_said(step) else self.head(step))
                if said:
                    yield Stage(said)
            case _:
                return

    def branches(
        self, step: st.Step, branches: tuple[tuple[m.Expr, st.Block], ...], otherwise: st.Block, depth: int
    ) -> Iterator[Stage]:
        """The branches of a condition that is not known before play, each with its own words; nothing of one that an author
        says elsewhere, unless something is chosen there."""
        if self.is_said(step) and not any(
            isinstance(each, st.Offer | st.Choose | st.May) for each in nodes(step, NAMED)
        ):
            return
        told = [each.text.rstrip(":. ") for each in self.game.sentences.step(step) if each.kind == "condition"]
        possible = [each for each in branches if each[0].op != "const" or each[0].args[0]]
        bodies = [*(body for _, body in possible), otherwise]
        if not told:
            yield from self.block(bodies[0], depth)
            return
        for words, body in zip(told, bodies, strict=False):
            yield from self.frame(words, "choice", body, depth)

    def deeds(self, step: st.Step, words: str) -> Iterator[Stage]:
        """Yields what is done in a step whose words end in a colon."""
        told = self.game.sentences.step(step) if words.endswith(":") else ()
        yield from map(_stage_of, told[0].inner if told else ())

    def is_said(self, step: st.Step) -> bool:
        """Tells if an author says a step in a chapter."""
        return step.clause.name in self.game.book.covered_keys

    def head(self, step: st.Step) -> str:
        """The first words of a statement's sentence; behind the title of a loop its number: `Final rounds (3 times)`.

        A whole sentence of its author says alone until when, or how often, a loop runs, unless the rules have a number."""
        told = self.game.sentences.step(step)
        times = step.statement.times if isinstance(step.statement, st.Repeat) else None
        is_counted = times is not None and times.op == "const"
        is_whole = self.is_said(step) or step.clause.text.endswith(".")
        below = told[0].inner[:1] if told and (is_counted or not is_whole) else ()
        heads = [told[0], *(each for each in below if each.clause == told[0].clause)] if told else []
        words = [each.text.rstrip(":. ") for each in heads if each.kind == heads[0].kind]
        return f"{words[0]} ({words[1]})" if is_counted and len(words) == 2 else ": ".join(words)

    def frame(self, words: str, sort: str, body: st.Block, depth: int) -> Iterator[Stage]:
        """A frame, if anything happens in it that is worth a box."""
        inner = tuple(self.block(body, depth + 1))
        if inner:
            yield Stage(words, sort, inner)

    def call(self, process: m.Process, depth: int) -> Iterator[Stage]:
        """A process: a frame with its text, or what happens in it."""
        if process.name in self.seen:
            name = self.game.heading("to", process.name, process.text)
            yield Stage(self.game.phrase("{stage} (as above)", stage=name))
            return
        self.seen.add(process.name)
        inner = tuple(self.block(process.body, depth + 1))
        text = self.game.opened.words.text(f"to {process.name}", process.text)
        if text:
            yield Stage(text, "part" if inner else "", inner)
        else:
            yield from inner

    def actions(self, menu: str) -> Iterator[Stage]:
        """Yields the actions of a menu, in a line."""
        words = self.game.opened.words
        names = [
            words.text(f"action {each.name}", each.text) or words.name(each.name, each.name)
            for each in self.game.rules.actions.values()
            if menu in each.menus and "." not in each.name
        ]
        if names:
            yield Stage(" · ".join(names))


def _stage_of(sentence: Sentence) -> Stage:
    """Returns a sentence as a stage, with what happens within it."""
    return Stage(sentence.text.rstrip(":. "), "", tuple(map(_stage_of, sentence.inner)))


def _item(stage: Stage) -> Item:
    return Item(stage.words, tuple(map(_item, stage.inner)))


# ---- layout ------------------------------------------------------------------------------------------------------------


def _picture(title: str, stages: tuple[Stage, ...]) -> str:
    root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img", "font-family": FONT})
    pen = SvgWriter(root)
    pen.add("title", title)
    paper = pen.add("rect", x=0, y=0, rx=14, fill=PAPER)
    low = _column(pen, stages, PAD, PAD, WIDTH - 2 * PAD) + PAD
    size = {"width": number(WIDTH), "height": number(low)}
    paper.attrib |= size
    root.attrib |= {**size, "viewBox": f"0 0 {size['width']} {size['height']}"}
    ET.indent(root, " ")
    return ET.tostring(root, encoding="unicode") + "\n"


def _column(pen: SvgWriter, stages: tuple[Stage, ...], left: float, top: float, width: float) -> float:
    """Stages below each other with arrows between them; answers how far down they reach."""
    for n, each in enumerate(stages):
        if n:
            middle = left + width / 2
            pen.line(((middle, top), (middle, top + GAP - 3)), stroke=SOFT_INK, stroke_width=1.5)
            pen.add("path", d=f"M{number(middle - 4)} {number(top + GAP - 6)} h8 l-4 5z", fill=SOFT_INK)
            top += GAP
        top = _stage(pen, each, left, top, width)
    return top


def _stage(pen: SvgWriter, stage: Stage, left: float, top: float, width: float) -> float:
    """A box or a frame; answers how far down it reaches."""
    sign, colour = FRAMES.get(stage.sort, ("", CARVED))
    box = pen.add("rect", x=left, y=top, width=width, rx=8, fill=colour, stroke=ROCK_EDGE, stroke_width=1)
    low = top + 8
    for line in broken(clean(sign + stage.words), width - 2 * PAD, SIZE, bool(stage.inner)) or [""]:
        pen.words((left + PAD, low + 13), line, SIZE, Style(INK, weight=600 if stage.inner else 400))
        low += LINE
    if stage.inner:
        low = _column(pen, stage.inner, left + PAD, low + 4, width - 2 * PAD) + 4
    box.attrib["height"] = number(low + 6 - top)
    return low + 6
