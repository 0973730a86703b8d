"""Figures of a book: examples before and after with their price and what they bring, set-up with the numbers of its
steps, pieces as they are printed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ...foundation.draw import Board, Entry, Scene, draw_svg
from ...foundation.source.frozen import frozen
from ...play.examples.runner import ExampleStep
from ...play.positions.sight import ALL
from ...play.states.game import State
from ...play.views.pictures import example_scene, tile_scene
from ...play.views.scene import scene_of
from ..reference.components_page import NAMES
from ..reference.example_blocks import ExampleBlocks, title_of
from ..reference.game_reference import GameReference
from .possessions import brings_something, compare_possessions

WIDE = 1.9
"""A map more than so many times as wide as high is printed in parts, one below the other."""
LETTERS = "ABCDEFGHIJ"
_NAMED_PLACE = re.compile(r"\{(\w+)\}")


@frozen
class Figure:
    """Pictures beside each other, what stands below them, and at the arrow between them what is paid and what it
    brings. `below` has a line under each picture; `form` is `pair`, `tall` for one below the other, `small` or "".
    `address` is where the position can be played, if it can."""

    drawn: tuple[str, ...]
    caption: str
    paid: tuple[str, ...] = ()
    brings: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    form: str = ""
    address: str = ""


@dataclass(frozen=True)
class Figures:
    """The figures of a game's book."""

    game: GameReference

    def example(self, name: str, caption: str) -> Figure | None:
        """An example before and after; none for one without a board. A place that the caption names in braces has a
        letter, there and in the picture; the subject of the example stands below it if nobody wrote a caption."""
        example = next((each for each in self.game.examples if each.name == name), None)
        if example is None or not self.game.steps.get(name):
            return None
        blocks = ExampleBlocks(self.game, example)
        acts = [each for each in blocks.steps if each.action is not None and not each.reasons]
        acts = _up_to_gain(self.game, list(_last_deeds(acts)))
        first, last = (acts[0].before, acts[-1].after) if acts else (blocks.start, None)
        after = _for_print(example_scene(first, last, self.game.lang))
        if not any(each.places for each in after.boards):
            return None
        letters = dict(zip(dict.fromkeys(_NAMED_PLACE.findall(caption)), LETTERS))
        scenes = [_before(first, after, self.game.lang), after] if acts else [after]
        drawn = tuple(dict.fromkeys(_draw(each, letters) for each in scenes))
        said = _NAMED_PLACE.sub(lambda found: f"*{letters[found[1]]}*", caption) or title_of(self.game, example)
        player = _player_of(acts)
        if last is None or player < 0 or len(drawn) < 2:
            return Figure(drawn, said, form="pair" if len(drawn) > 1 else "")
        changed = compare_possessions(self.game, [(each.before, each.after) for each in acts], player)
        return Figure(drawn, said, changed.paid, changed.gained, changed.pips, "pair")

    def starts(self, marks: Mapping[str, str]) -> Iterator[Figure]:
        """Yields the set-up: for two players, or the fewest, with the numbers of its steps, for others the boards alone,
        where they are not the same. `marks` has the number of a step by the field or board that it is about."""
        game = self.game
        counts = dict[tuple[str, ...], list[int]]()
        firsts = dict[tuple[str, ...], Scene]()
        for count in game.game.players if game.rules.boards else ():
            state = game.game.new_initial_state(NAMES[:count] if count <= len(NAMES) else count)
            scene = _without_likes(scene_of(state, ALL, game.lang))
            if any(each.places for each in scene.boards):
                drawn = tuple(map(_draw, _parts(_for_print(scene))))
                counts.setdefault(drawn, []).append(count)
                firsts.setdefault(drawn, scene)
        for drawn, several in counts.items():
            is_main = 2 in several or min(several) == max(2, min(game.game.players))
            if marks and is_main:
                drawn = tuple(map(_draw, _parts(self._number_steps(firsts[drawn], marks))))
            yield Figure(drawn, self._start_of(several), form="tall" if is_main else "")

    def _start_of(self, counts: Sequence[int]) -> str:
        first, last = counts[0], counts[-1]
        if last == 1:
            return self.game.phrase("The start for one player")
        numbers = str(first) if first == last else f"{first}–{last}"
        return self.game.phrase("The start with {numbers} players", numbers=numbers)

    def _number_steps(self, scene: Scene, marks: Mapping[str, str]) -> Scene:
        """Returns a position with the numbers of steps before what they are about; tables that have none are left out."""
        words = self.game.opened.words
        named = {
            f"{each.owner}.{each.name}": f"{words.kind(each.owner)} {words.field(each)}"
            if each.owner in self.game.rules.kinds and each.owner != self.game.rules.players
            else words.field(each)
            for each in self.game.rules.fields
        }
        numbers = {named.get(key, key): number for key, number in marks.items()}

        def with_number(text: str, title: str = "") -> str:
            key = next((each for each in numbers if text == each or text.startswith(f"{each} ")), "")
            return f"{numbers[key]}  {title or text}" if key else title

        tables = []
        for table in scene.tables:
            rows = [row for row in table[1:] if row[0].text in numbers]
            if rows:
                tables.append((table[0], *((Entry(with_number(row[0].text)), *row[1:]) for row in rows)))
        boards = tuple(replace(each, title=with_number(each.name, each.title)) for each in scene.boards)
        return replace(scene, title="", subtitle="", legend=(), boards=boards, tables=tuple(tables))

    def rows(self, kind: str, rows: Sequence[str]) -> Iterator[Figure]:
        """Yields rows of a kind as they are printed, each with its name below it."""
        for row in rows:
            own = self.game.row_pictures.own(self.game.rules.kinds[kind], row)
            scene = tile_scene(self.game.game, kind, row, self.game.lang)
            place = scene.boards[0].places[0]
            if own is not None:
                yield Figure((own.svg,), place.label or row, form="small")
                continue
            bare = replace(scene, boards=(replace(scene.boards[0], places=(replace(place, name=""),)),))
            yield Figure((draw_svg(bare),), place.label or row, form="small")


def _last_deeds(acts: Sequence[ExampleStep]) -> Iterator[ExampleStep]:
    """Yields what the player who acts last does without another player between, and what chance decides meanwhile."""
    actors = [each.action.player if each.action is not None else -1 for each in acts]
    last = next((each for each in reversed(actors) if each >= 0), -1)
    others = [n for n, each in enumerate(actors) if each not in (last, -1)]
    yield from acts[max(others, default=-1) + 1 :]


def _player_of(acts: Sequence[ExampleStep]) -> int:
    """Returns the player who acts, or -1."""
    return max((each.action.player for each in acts if each.action is not None), default=-1)


def _up_to_gain(game: GameReference, acts: list[ExampleStep]) -> list[ExampleStep]:
    """Returns deeds up to the last that brings something; all of them where none does."""
    player = _player_of(acts)
    gains = [
        n for n, each in enumerate(acts) if player >= 0 and brings_something(game, (each.before, each.after), player)
    ]
    return acts[: gains[-1] + 1] if gains else acts


def _for_print(scene: Scene) -> Scene:
    """A scene as it is printed: its boards alone."""
    return replace(scene, title="", subtitle="", tables=(), legend=(), players=())


def _without_likes(scene: Scene) -> Scene:
    """A scene in which boards that look alike, such as those of several players at the start, are there once."""
    seen: dict[object, Board] = {}
    for each in scene.boards:
        seen.setdefault((each.form, each.places, each.links), each)
    return replace(scene, boards=tuple(seen.values()))


def _parts(scene: Scene) -> Iterator[Scene]:
    """Yields a scene whole, or a wide map in two halves, each with the neighbours of its places in the other."""
    board = next((each for each in scene.boards if each.form == "map" and each.places), None)
    across = [each.x for each in board.places] if board is not None else []
    down = [each.y for each in board.places] if board is not None else []
    if board is None or max(across) - min(across) < WIDE * (max(down) - min(down)):
        yield scene
        return
    middle = (max(across) + min(across)) / 2
    for is_west in (True, False):
        own = {each.name for each in board.places if (each.x <= middle) is is_west}
        near = {name for each in board.links for name in (each.a, each.b) if {each.a, each.b} & own}
        part = replace(board, places=tuple(each for each in board.places if each.name in own | near))
        yield replace(scene, boards=(part,), tables=scene.tables if is_west else ())


def _draw(scene: Scene, letters: Mapping[str, str] = {}) -> str:
    """A picture in which places that a game names as it grows go without their names, or have letters."""
    grown = {each.name for board in scene.boards if board.form == "growing" for each in board.places}
    names = "|".join(map(re.escape, sorted(grown)))
    drawn = draw_svg(scene)

    def letter(found: re.Match[str]) -> str:
        return f"{found[1]}{letters[found[2]]}</text>" if found[2] in letters else ""

    if not names:
        return drawn
    drawn = re.sub(rf"<title>(?:{names})(?: · )?", "<title>", drawn)
    return re.sub(rf"(<text[^>]*>)({names})</text>", letter, drawn)


def _before(start: State, after: Scene, lang: str) -> Scene:
    """The position before, as much of it as the picture afterwards shows."""
    shown = {board.name: {each.name for each in board.places} for board in after.boards}
    boards: list[Board] = []
    for board in scene_of(start, ALL, lang).boards:
        if board.name in shown:
            places = tuple(each for each in board.places if each.name in shown[board.name])
            beyond = frozenset(each.cell for each in board.places if each.name not in shown[board.name] and each.laid)
            boards.append(replace(board, places=places, beyond=beyond))
    return replace(after, boards=tuple(boards))
