"""Screens of `play`: the board, what a player has, the score, and what has happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rich.text import Text

from ...foundation.draw import Scene, draw_text
from ...foundation.draw.characters import columns, pad
from ...foundation.draw.text import boards as board_blocks
from ...foundation.draw.text import breadth, side_by_side
from ...foundation.draw.text_board import MOST_LINES
from ...foundation.draw.wrapping import DEEP
from ...play.matches.narration import Told
from ...play.states.game import State
from ...play.states.preview import standings
from ...play.views.board_reading import standing_field
from ...play.views.outcome import Outcome, ending, sum_known
from ...play.views.panel import initials, kept_value, kept_words, many_words, turn_words
from ...play.views.scene import scene_of
from ...play.views.view import PlayerView
from ...rules.model import ruleset as m
from ..prompts.standing_rows import StandingRows, standing_rows
from .play_options import Options, about_place

GAP = "    "
LEAST_PANEL = 30
LEAST_ROWS = 9
"""Lines of a board that are shown, whatever else there is."""
NOTE = 3
"""Lines that say what of it is not shown."""
WIDEST = 10_000


class Table(Options):
    """The table as a player sees it."""

    round = ""
    """Which round it is, if that is known."""

    # ---- the whole table ---------------------------------------------------------------------------------------------

    def position(
        self, state: State, viewer: int | None, below: int = 0, small: bool = False, asked: bool = False
    ) -> None:
        """Heading, board, what the viewer has, and the score. At a terminal only as much of the board as leaves room for
        all that and `below` more lines.

        The board is left out when it is as it was shown last and no place on it is asked for; then `small` leaves out
        all but what the viewer has.
        """
        scene = scene_of(state, viewer, self.lang)
        block = self.board(scene)
        fresh = asked or block != self.board_shown or (not small and self.is_gone(len(block)))
        if fresh:
            self.board_shown, self.others_shown, self.lines_since = block, [], 0
        if small and not fresh and viewer is not None:
            self.map_lines(self.belongings(state, viewer, viewer))
            return
        heading = self.heading(state, viewer)
        self.print_texts(heading)
        if not fresh:
            self.map_lines(self.panel(state, viewer, self.width))
            return
        room = self.console.height - len(heading) - below if self.console.is_terminal else MOST_LINES
        free = self.width - breadth(block) - len(GAP)
        if free >= LEAST_PANEL:
            panel = self.panel(state, viewer, free)
            self.map_lines(side_by_side(self.board(scene, max(room, len(panel), LEAST_ROWS)), panel))
        else:
            panel = self.panel(state, viewer, self.width)
            self.map_lines([*self.board(scene, max(room - len(panel) - 1, LEAST_ROWS)), "", *panel])

    def is_gone(self, lines: int) -> bool:
        """Tells if a board of so many lines has gone from the screen since it was shown."""
        return self.console.is_terminal and self.lines_since + lines > 2 * self.console.height

    def has_changed(self, state: State) -> bool:
        """Tells if the board is not as it was shown last."""
        return self.board(scene_of(state, None, self.lang)) != self.board_shown

    def heading(self, state: State, viewer: int | None) -> list[Text]:
        """Title and turn at the left, what the game keeps at the right or below."""
        colour = self.colour(state.current_player)
        title = self.wording(state).text("ruleset", state.game.title)
        title = self.words(" · ".join(filter(None, (title, self.round, turn_words(state, self.lang)))))
        kept = self.words(" · ".join(kept_words(state, viewer, self.lang)))
        if kept and columns(title) + columns(kept) + 3 <= self.width:
            return self.texts_of([pad(title, self.width - columns(kept)) + kept], style=colour)
        below = self.wrap(kept) if kept else []
        return [*self.texts_of(self.wrap(title), style=colour), *self.texts_of(below)]

    def board(self, scene: Scene, high: int = MOST_LINES) -> list[str]:
        """All boards as lines, without heading and legend; if one would take more lines than `high`, what is around the
        figures of the viewer, and how to see all."""
        boards = tuple(each for each in scene.boards if each.form != "cards")
        drawn, lettering = replace(scene, boards=boards), self.lettering(scene)
        aside = self.phrase("`{map}` shows all.", map=self.phrase("map"))
        blocks = board_blocks(drawn, lettering, high=high, aside=aside)
        if any(len(block) > high for block in blocks):
            blocks = board_blocks(drawn, lettering, high=max(high - NOTE, LEAST_ROWS), aside=aside)
        return [line for n, block in enumerate(blocks) for line in ([""] if n else []) + block]

    def map(self, state: State, viewer: int | None, is_wide: bool = False) -> None:
        """The whole drawing with its legend: in strips where it is too wide, or in one piece, however wide."""
        scene = scene_of(state, viewer, self.lang)
        self.print_texts(self.heading(state, viewer))
        self.line()
        bare = replace(scene, title="", subtitle="")
        marks, wide = self.lettering(scene).marks, WIDEST if is_wide else None
        whole = f"{self.phrase('map')} {self.phrase('wide')}"
        aside = self.phrase("`{map}` shows it in one piece.", map=whole)
        self.map_lines(draw_text(bare, self.width, not self.plain, marks, True, wide, aside).splitlines())

    # ---- what a player has -------------------------------------------------------------------------------------------

    def panel(self, state: State, viewer: int | None, width: int) -> list[str]:
        """Returns the possessions of the viewer, and the score."""
        held = [self.possessions(state, n, viewer) for n in range(len(state.names))]
        if not any(first[1:] or rows for first, rows in held):
            marked = [first[0] for first, _ in held]
            return [*self.pack(marked, width=width, between="   "), *self.score_line(state, viewer, width)]
        own = self.belongings(state, viewer, viewer, width) if viewer is not None else []
        others = [line for n in range(len(state.names)) if n != viewer for line in self.goods(state, n, viewer, width)]
        others, self.others_shown = [] if others == self.others_shown else others, others
        score = self.score_line(state, viewer, width)
        return [line for part in (own, others, score) if part for line in ("", *part)][1:]

    def belongings(self, state: State, player: int, viewer: int | None, width: int = 0) -> list[str]:
        """Returns the possessions of a player, as far as the viewer may see them."""
        first, rows = self.possessions(state, player, viewer)
        wide = max([len(name) for name, _ in rows], default=0)
        lines = self.pack(first, width=width)
        for name, said in rows:
            lines += self.pack(said, f"  {pad(name, wide)}  ", width)
        return lines

    def goods(self, state: State, player: int, viewer: int | None, width: int) -> list[str]:
        """Returns the open possessions of another player, in few lines."""
        first, rows = self.possessions(state, player, viewer)
        said = [f"{name} {item}".strip() if n == 0 else item for name, items in rows for n, item in enumerate(items)]
        return self.pack([*first, *said], width=width)

    def possessions(
        self, state: State, player: int, viewer: int | None
    ) -> tuple[list[str], list[tuple[str, list[str]]]]:
        """Returns the state and the possessions of a player: name, place and numbers; then the contents of each bag and
        the like by its name."""
        rules = state.game.rules_model
        words = self.wording(state)
        everybody = state.view(viewer).players
        kept = everybody[player].values
        own = [f for f in rules.fields if f.owner == rules.players and f.told]
        fields = [f for f in own if f.name in kept and not is_idle(f, player, everybody, rules)]
        mark, standing = initials(state.names)[player], standing_field(rules)
        first = [state.names[player] if state.names[player] == mark else f"{mark} {state.names[player]}"]
        if standing is not None and kept.get(standing.name) is not None:
            first.append(self.where(state, str(kept[standing.name]), viewer))
        first += [
            self.phrase("{name} {number} of {most}", name=words.field(f), number=kept[f.name], most=f.type.high)
            if has_most(f)
            else f"{words.field(f)} {kept[f.name]}"
            for f in fields
            if f.type.is_number and kept[f.name] is not None
        ]
        rows = [
            (words.field(f), self.contents(f, kept[f.name], state))
            for f in fields
            if f is not standing and not (f.type.is_number or f.type.is_truth) and kept[f.name] not in (None, (), {})
        ]
        rows += [
            (words.field(f), [many_words(f, everybody[player].sizes[f.name], words)])
            for f in own
            if everybody[player].sizes.get(f.name)
        ]
        flags = [words.field(f) for f in fields if f.type.is_truth and kept[f.name]]
        return first, [*rows, *([("", flags)] if flags else [])]

    def contents(self, field: m.Field, value: Any, state: State) -> list[str]:
        """Returns the content of a field; of a bag with the room that it fills."""
        words = self.wording(state)
        said = " ".join(kept_value(field, value, state, words)).removeprefix(f"{words.field(field)}: ").split(" · ")
        if field.type.is_bag and field.type.room:
            kind = state.game.rules_model.kinds[field.type.name]
            column = kind.columns.get(field.type.measure)
            amounts = value if isinstance(value, dict) else Counter(value)
            used = sum(count * (column.values[kind.index(row)] if column else 1) for row, count in amounts.items())
            measure = words.name(f"{kind.name}.{field.type.measure}", field.type.measure) if column else ""
            said.append(
                self.phrase("{number} of {most} {measure}", number=used, most=field.type.room, measure=measure).strip()
            )
        return said

    def where(self, state: State, place: str, viewer: int | None) -> str:
        """`at e2, water, 25 m`"""
        rules = state.game.rules_model
        standing = standing_field(rules)
        board = rules.board_of(standing.type) if standing is not None else None
        shown = place.rpartition(".")[2] if board is not None and board.private else place
        about = (
            about_place(scene_of(state, viewer, self.lang), board, place, self.wording(state))
            if board is not None
            else []
        )
        return ", ".join((self.phrase("at {place}", place=shown), *about))

    def score_line(self, state: State, viewer: int | None, width: int) -> list[str]:
        """Everybody's points as things stand, as far as the viewer may know them."""
        rows = standings(state, viewer)
        if not state.is_terminal and not any(each.points for each in rows):
            return []
        said = [f"{state.names[each.player]} {each.points}" + ("" if each.counted else "*") for each in rows]
        if any(not each.counted for each in rows) and not state.is_terminal:
            said.append(self.phrase("* not if it ended now"))
        return self.pack(said, f"{self.phrase('score')}  ", width, "   ") if said else []

    def everybody(self, state: State, viewer: int | None) -> None:
        """Shows the open possessions of all players."""
        for player in range(len(state.names)):
            self.map_lines(self.belongings(state, player, viewer))

    def outcome(self, state: State, viewer: int | None) -> None:
        """The scores by category, and who wins or would win."""
        outcome = state.outcome(viewer)
        if outcome.winners is None:
            self.map_lines(self.score_line(state, viewer, self.width) or [self.words(self.phrase("No points yet."))])
            return
        if (standing := standing_rows(state, viewer, self.lang)) is not None:
            self.standing(standing, ("", *outcome.labels(self.lang), self.phrase("total")))
            return
        lines = outcome.table(self.lang).splitlines()
        fits = max(map(columns, map(self.words, lines))) <= self.width
        if fits:
            self.map_lines(map(self.words_kept, lines))
        else:
            self.outcome_in_words(outcome)
        winners = [state.names[each] for each in outcome.winners]
        if state.is_terminal:
            self.paragraph(ending(outcome, winners, self.texts), style="bold")
        else:
            stars = [self.phrase("* would win.")] if winners and fits else []
            self.paragraph(
                " ".join([self.phrase("This is how it would count if the game ended now."), *stars]), style="dim"
            )

    def standing(self, standing: StandingRows, heads: Sequence[str]) -> None:
        """Shows the points of each by category in the middle of a game, and why somebody is not in the running."""
        rows = [tuple(heads), *standing.rows]
        widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
        if sum(widths) + 2 * len(widths) <= self.width:
            for first, *others in rows:
                cells = (each.rjust(w) for each, w in zip(others, widths[1:], strict=True))
                self.line("  ".join([pad(first, widths[0]), *cells]).rstrip())
        else:
            for first, *others in standing.rows:
                said = [f"{head} {each}" for head, each in zip(heads[1:], others, strict=True)]
                self.map_lines(self.pack(said, f"{first}: "))
        self.paragraph(standing.why, style="dim")

    def outcome_in_words(self, outcome: Outcome) -> None:
        """The scores by category where there is no room for a table."""
        for n, (name, parts, counted) in enumerate(zip(outcome.names, outcome.breakdown, outcome.counted, strict=True)):
            said = [
                f"{each} {'?' if points is None else points}"
                for each, points in zip(outcome.labels(self.lang), parts, strict=True)
            ]
            shared = [f"{self.phrase('together')} {outcome.totals[n]}"] if outcome.are_together else []
            self.map_lines(
                self.pack(
                    [*said, f"{self.phrase('total')} {sum_known(parts)}", *shared]
                    if counted
                    else [self.phrase("lost"), *shared],
                    f"{name}: ",
                )
            )

    # ---- what has happened -------------------------------------------------------------------------------------------

    def show_account(self, state: State, told: Told) -> None:
        """One player's actions in a row."""
        name = state.names[told.player] if told.player >= 0 else ""
        *first, last = told.parts or ("",)
        parts = (*first, f"{last} ({', '.join(told.by)})" if told.by else last)
        lines = self.pack(parts, told.line_head(name), later=DEEP)
        self.print_lines(lines, head=self.colour(told.player) if name else "", end=columns(self.words(name)) + 1)


def is_idle(field: m.Field, player: int, everybody: Sequence[PlayerView], rules: m.Ruleset) -> bool:
    """Tells if the value of a player's field says nothing: nothing where there was nothing, or for everybody still what
    it was in the beginning."""
    start = field.start.args[0] if field.start is not None and field.start.op == "const" else None
    if field.type.is_number:
        return (field.start is None or start == 0) and everybody[player].values[field.name] == 0
    if not field.type.is_row or start is None or start < 0 or field.type.name not in rules.kinds:
        return False
    begun = start if field.type.name == rules.players else rules.kinds[field.type.name].rows[start]
    return all(each.values.get(field.name, begun) == begun for each in everybody)


def has_most(field: m.Field) -> bool:
    """Tells if the greatest value of a number is worth showing: bounds of nines are there because a number needs
    one."""
    return field.type.high < 100 and bool(str(field.type.high).strip("9"))
