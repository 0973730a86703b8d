"""Course of a game: set-up by number of players, rounds and turns, as a diagram and in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ...rules.model import ruleset as m
from ..sentences.mentions import NAMED, nodes
from .chapter_pages import links_to, rule_blocks
from .course_diagram import course_diagram
from .fact_blocks import footer
from .game_reference import GameReference
from .markdown import Block, Details, Heading, Page, Paragraph, Strong, anchor_of


def course_page(game: GameReference) -> Page:
    """The diagram, then every process in the order in which it is reached."""
    blocks: list[Block] = []
    drawn = course_diagram(game)
    if drawn is not None:
        picture, listed = drawn
        blocks.append(game.picture("course", picture, game.phrase("The course of the game, as in the list below")))
        blocks.append(Details(game.phrase("The same as a list"), (listed,)))
    shown: set[str] = set()
    for process in processes_in_order(game.rules):
        blocks += _process(game, process, shown)
    return game.page("course.md", game.phrase("The course of the game"), blocks)


def processes_in_order(rules: m.Ruleset) -> list[m.Process]:
    """The processes in the order in which a game reaches them."""
    found: dict[str, m.Process] = {}

    def go(name: str) -> None:
        if name in rules.processes and name not in found:
            found[name] = rules.processes[name]
            for each in nodes(found[name].body, NAMED):
                if isinstance(each, m.Call):
                    go(each.process)

    go("play")
    for name in rules.processes:
        go(name)
    return list(found.values())


def _process(game: GameReference, process: m.Process, shown: set[str]) -> Iterator[Block]:
    """The rules about a process: as authors wrote them, each where it first belongs; step by step what nobody wrote."""
    written = game.book.rules_about(process.name)
    told = [*game.sentence_list(game.sentences.process(process.name))]
    if not told and not written:
        return
    yield Heading(2, game.heading("to", process.name, process.text), anchor_of("process", process.name))
    for each in written:
        if each.number not in shown:
            yield from rule_blocks(game, each)
    if known := [each for each in written if each.number in shown]:
        yield Paragraph((Strong(game.texts.plural("Rule", "Rules", len(known))), " ", *links_to(game, known)))
    shown |= {each.number for each in written}
    yield from told
    label = f"to {process.name}"
    ids = [id for each in game.rules.clauses if each.rule in (process.name, label) for id in each.cites]
    yield from footer(game, label, ids)
