"""Screens of `play`: the board, what a player has, the score, the actions, and why one is refused."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import PurePath
from typing import Any

from rich.console import Console
from rich.text import Text

from ..draw import Scene, draw_text
from ..draw.characters import Lettering, columns, pad, plain
from ..draw.text import boards as board_blocks
from ..draw.text import breadth, side_by_side
from ..model import ruleset as m
from ..model.ruleset import Board, Column, Kind
from ..positions.action import Action, Reason, Verdict
from ..positions.wording import Wording
from ..states.game import State
from ..states.preview import Due, Preview, preview, standings
from ..texts import Texts, marked, texts
from ..views.graph import standing_field
from ..views.outcome import Outcome, summed
from ..views.panel import board_of, initials, kept_value, kept_words, many_words, turn_words
from ..views.scene import scene_of
from ..views.view import PlayerView
from .action_list import Choices
from .narration import Told, brief, label
from .output import is_plain

COLOURS = ("bright_blue", "dark_orange", "green", "magenta", "yellow", "cyan", "bright_yellow", "white")
GAP = "    "
LEAST_PANEL = 30
ROCK = r"[┌┐└┘─│├┤┬┴┼┈┊]+"


class Table:
    """Prints to one console, in its letters and within its width, in one language."""

    def __init__(self, console: Console, lang: str = "en") -> None:
        self.console, self.plain, self.lang = console, is_plain(console), lang
        self.texts = texts(lang)
        self.phrase = self.texts.phrase
        self.width = max(20, console.width)
        self.board_shown: list[str] = []

    # ---- lines ---------------------------------------------------------------------------------------------------

    def lettering(self, scene: Scene | None = None, width: int = 0) -> Lettering:
        """How texts are written here; a scene's symbols that ASCII lacks become letters."""
        return Lettering(
            width or self.width,
            not self.plain,
            ascii_marks(scene) if scene is not None and self.plain else {},
            self.lang,
        )

    def wording(self, state: State) -> Wording:
        """What the things of the game are called."""
        return state.game.wording(self.lang)

    def words(self, text: str) -> str:
        """A text in the letters of the console."""
        return self.lettering().words(text)

    def line(self, text: str = "", style: str = "") -> None:
        """One line, neither wrapped nor cut."""
        self.console.print(Text(self.words(text), style=style), soft_wrap=True)

    def paragraph(self, text: str, first: str = "", style: str = "", head: str = "") -> None:
        """Words wrapped to the console, later lines set in by as much as `first` is wide; `head` colours `first`."""
        for number, said in enumerate(self.wrapped(text, first)):
            shown = Text(said, style=style)
            if number == 0 and head:
                shown.stylize(head, 0, len(self.words(first)))
            self.console.print(shown, soft_wrap=True)

    def whole(self, text: str) -> None:
        """One line as it is, for what a person may want to copy: a command, a path."""
        self.console.print(Text(self.words(text)), soft_wrap=True)

    def wrapped(self, text: str, first: str = "", width: int = 0) -> list[str]:
        """The lines of a paragraph."""
        lead, room = self.words_kept(first), max(width or self.width, 16)
        indent = " " * min(columns(lead), room // 2)
        return textwrap.wrap(
            self.words(text), room, initial_indent=lead, subsequent_indent=indent, break_on_hyphens=False
        ) or [lead.rstrip()]

    def packed(self, items: Iterable[str], first: str = "", width: int = 0, between: str = " · ") -> list[str]:
        """Things side by side in lines that fit; none is broken that fits into a line."""
        lead, room = self.words_kept(first), max(width or self.width, 16)
        indent, gap = " " * min(columns(lead), room // 2), self.words_kept(between)
        lines, started = [lead], False
        for item in items:
            more = gap if started else ""
            if started and columns(lines[-1] + more + self.words(item) + gap.rstrip()) > room:
                lines[-1] += gap.rstrip()
                lines.append(indent)
                more = ""
            *full, last = self.wrapped(item, "~" * columns(lines[-1] + more), width)
            lines[-1] += more + (full[0] if full else last)[columns(lines[-1] + more) :]
            lines += [*full[1:], last] if full else []
            started = True
        return [line.rstrip() for line in lines]

    def words_kept(self, text: str) -> str:
        """The same as `words`, with the blanks at both ends."""
        begin, end = len(text) - len(text.lstrip(" ")), len(text.rstrip(" "))
        return text if not text.strip() else " " * begin + self.words(text.strip(" ")) + text[end:]

    def colour(self, player: int) -> str:
        """The style of a player's name."""
        return f"bold {COLOURS[player % len(COLOURS)]}" if player >= 0 else "bold"

    # ---- the whole table ---------------------------------------------------------------------------------------------

    def position(self, state: State, viewer: int | None, rows: int = 0, small: bool = False) -> None:
        """Heading, board, what the viewer has, and the score. Of a board with more than `rows` lines (0: any) only a
        part.

        The board is left out when it is as it was shown last; then `small` leaves out all but what the viewer has.
        """
        panel_wide = self.width
        scene = scene_of(state, viewer, self.lang)
        block = self.board(scene)
        fresh = block != self.board_shown
        self.board_shown = block
        if small and not fresh and viewer is not None:
            self.map_lines(self.belongings(state, viewer, viewer))
            return
        self.heading(state, viewer)
        cut = self.cropped(block, self.middle(scene, viewer, len(block)), rows)
        beside = fresh and breadth(block) + len(GAP) + LEAST_PANEL <= self.width
        if beside:
            panel_wide = self.width - breadth(cut) - len(GAP)
        panel = self.panel(state, viewer, panel_wide)
        if fresh:
            self.map_lines(side_by_side(cut, panel) if beside else [*cut, ""])
        if not beside:
            self.map_lines(panel)

    def changed(self, state: State) -> bool:
        """Whether the board is not as it was shown last."""
        return self.board(scene_of(state, None, self.lang)) != self.board_shown

    def map_lines(self, lines: Iterable[str]) -> None:
        """Lines of a drawing; nothing wraps them."""
        for said in lines:
            shown = Text(said)
            shown.highlight_regex(ROCK, "dim")
            self.console.print(shown, soft_wrap=True)

    def heading(self, state: State, viewer: int | None) -> None:
        """Title and turn at the left, what the game keeps at the right or below."""
        who = state.current_player
        title = f"{self.wording(state).text('ruleset', state.game.title)} · {turn_words(state, self.lang)}"
        kept = " · ".join(kept_words(state, viewer, self.lang))
        if kept and columns(self.words(title)) + columns(self.words(kept)) + 3 <= self.width:
            self.line(pad(self.words(title), self.width - columns(self.words(kept))) + kept, self.colour(who))
        else:
            self.line(title, self.colour(who))
            if kept:
                self.paragraph(kept)

    def board(self, scene: Scene) -> list[str]:
        """All boards as lines, without heading and legend."""
        blocks = board_blocks(scene, self.lettering(scene))
        return [line for n, block in enumerate(blocks) for line in ([""] if n else []) + block]

    def middle(self, scene: Scene, viewer: int | None, lines: int) -> int:
        """About which line of the board the viewer stands."""
        for board in scene.boards[:1]:
            rows = [place.y for place in board.places]
            mine = [place.y for place in board.places for piece in place.pieces if piece.player == viewer]
            if mine:
                return int((mine[0] - min(rows) + 0.5) / (max(rows) - min(rows) + 1) * lines)
        return lines // 2

    def cropped(self, block: list[str], middle: int, rows: int) -> list[str]:
        """At most so many lines around one of them; says how many are missing."""
        if not rows or len(block) <= rows:
            return block
        room = max(3, rows - 1)
        start = max(0, min(middle - room // 2, len(block) - room))
        above, below = start, len(block) - start - room
        hidden = ((above, marked("{n} above")), (below, marked("{n} below")))
        missing = self.texts.both(self.phrase(where, n=count) for count, where in hidden if count)
        said = self.phrase("… lines not shown: {missing}; `map` shows all", missing=missing)
        return [*block[start : start + room], self.words(said)[: self.width]]

    def map(self, state: State, viewer: int | None) -> None:
        """The whole drawing with its legend."""
        scene = scene_of(state, viewer, self.lang)
        self.heading(state, viewer)
        self.line()
        bare = replace(scene, title="", subtitle="")
        self.map_lines(draw_text(bare, self.width, not self.plain, self.lettering(scene).marks).splitlines())

    # ---- what a player has -------------------------------------------------------------------------------------------

    def panel(self, state: State, viewer: int | None, width: int) -> list[str]:
        """What the viewer has, and the score."""
        own = self.belongings(state, viewer, viewer, width) if viewer is not None else []
        score = self.score_line(state, viewer, width)
        return [*own, *([""] if own and score else []), *score]

    def belongings(self, state: State, player: int, viewer: int | None, width: int = 0) -> list[str]:
        """What a player has, as far as the viewer may see it."""
        rules, words, everybody = state.game.rules_model, self.wording(state), state.view(viewer).players
        kept = everybody[player].values
        own = [f for f in rules.fields if f.owner == rules.players and f.told]
        fields = [f for f in own if f.name in kept and not is_idle(f, player, everybody, rules)]
        first = (
            [initials(state.names)[player] + " " + state.names[player]]
            if state.names[player] != initials(state.names)[player]
            else []
        )
        first = first or [state.names[player]]
        standing = standing_field(rules)
        if standing is not None and kept.get(standing.name) is not None:
            first.append(self.where(state, str(kept[standing.name]), viewer))
        first += [
            self.phrase("{name} {number} of {most}", name=words.field(f), number=kept[f.name], most=f.type.high)
            if has_most(f)
            else f"{words.field(f)} {kept[f.name]}"
            for f in fields
            if f.type.form == "number" and kept[f.name] is not None
        ]
        flags = [words.field(f) for f in fields if f.type.form == "yes_no" and kept[f.name]]
        rows = [
            (words.field(f), self.contents(f, kept[f.name], state))
            for f in fields
            if f is not standing and f.type.form not in ("number", "yes_no") and kept[f.name] not in (None, (), {})
        ]
        rows += [
            (words.field(f), [many_words(f, everybody[player].sizes[f.name], words)])
            for f in own
            if everybody[player].sizes.get(f.name)
        ]
        wide = max([len(name) for name, _ in rows], default=0)
        lines = self.packed(first, width=width)
        for name, said in [*rows, *([("", flags)] if flags else [])]:
            lines += self.packed(said, f"  {pad(name, wide)}  ", width)
        return lines

    def contents(self, field: m.Field, value: Any, state: State) -> list[str]:
        """What a field holds, with how full a bag is."""
        words = self.wording(state)
        said = " ".join(kept_value(field, value, state, words)).removeprefix(f"{words.field(field)}: ").split(" · ")
        if field.type.form == "bag" and field.type.room:
            kind = state.game.rules_model.kinds[field.type.name]
            column = kind.columns.get(field.type.measure)
            used = sum(count * (column.values[kind.index(row)] if column else 1) for row, count in value.items())
            measure = words.name(f"{kind.name}.{field.type.measure}", field.type.measure) if column else ""
            said.append(
                self.phrase("{number} of {most} {measure}", number=used, most=field.type.room, measure=measure).strip()
            )
        return said

    def where(self, state: State, place: str, viewer: int | None) -> str:
        """`at e2, water, 25 m`"""
        rules, standing = state.game.rules_model, standing_field(state.game.rules_model)
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
        return self.packed(said, f"{self.phrase('score')}  ", width, "   ") if said else []

    def everybody(self, state: State, viewer: int | None) -> None:
        """What all players have openly."""
        for player in range(len(state.names)):
            self.map_lines(self.belongings(state, player, viewer))

    def outcome(self, state: State, viewer: int | None) -> None:
        """The scores by category, and who wins or would win."""
        outcome = state.outcome(viewer)
        if outcome.winners is None:
            self.map_lines(self.score_line(state, viewer, self.width) or [self.words(self.phrase("No points yet."))])
            return
        lines = outcome.table(self.lang).splitlines()
        if max(map(columns, map(self.words, lines))) <= self.width:
            self.map_lines(map(self.words_kept, lines))
        else:
            self.outcome_in_words(outcome)
        winners = [state.names[each] for each in outcome.winners]
        if state.is_terminal:
            self.line(ending(outcome, winners, self.texts), "bold")
        else:
            stars = (
                [self.phrase("* would win.")]
                if winners and max(map(columns, map(self.words, lines))) <= self.width
                else []
            )
            self.paragraph(
                " ".join([self.phrase("This is how it would count if the game ended now."), *stars]), style="dim"
            )

    def outcome_in_words(self, outcome: Outcome) -> None:
        """The scores by category where there is no room for a table."""
        for n, (name, parts, counted) in enumerate(zip(outcome.names, outcome.breakdown, outcome.counted, strict=True)):
            said = [
                f"{each} {'?' if points is None else points}"
                for each, points in zip(outcome.labels(self.lang), parts, strict=True)
            ]
            shared = [f"{self.phrase('together')} {outcome.totals[n]}"] if outcome.are_together else []
            self.map_lines(
                self.packed(
                    [*said, f"{self.phrase('total')} {summed(parts)}", *shared]
                    if counted
                    else [self.phrase("lost"), *shared],
                    f"{name}: ",
                )
            )

    # ---- what has happened -------------------------------------------------------------------------------------------

    def told(self, state: State, told: Told) -> None:
        """One player's actions in a row."""
        name = state.names[told.player] if told.player >= 0 else ""
        *first, last = told.parts or ("",)
        parts = (*first, f"{last} ({', '.join(told.by)})" if told.by else last)
        for number, said in enumerate(self.packed(parts, f"{name}: " if name else "")):
            shown = Text(said)
            if name and number == 0:
                shown.stylize(self.colour(told.player), 0, columns(self.words(name)) + 1)
            self.console.print(shown, soft_wrap=True)

    # ---- what may be done --------------------------------------------------------------------------------------------

    def choices(self, choices: Choices, viewer: int) -> None:
        """The legal actions, numbered, with costs and effects; or the question that is asked."""
        if choices.mode != "list":
            self.asked(choices)
            return
        if choices.question and choices.actions[0].signature.parameters:
            self.paragraph(
                choices.question + (" " + self.phrase("Enter will do.") if len(choices.actions) == 1 else ""),
                style="bold",
            )
        seen = [preview(choices.state, each) for each in choices.actions]
        scene = scene_of(choices.state, viewer, self.lang)
        for compact, group in groupby(seen, key=lambda each: _compact(each, seen)):
            if compact:
                self.compact(list(group), choices)
            else:
                self.rows(list(group), seen, choices, scene)

    def asked(self, choices: Choices) -> None:
        """A question that is answered by a number, or by yes or no."""
        self.paragraph(f"{choices.question or self.unsaid(choices)} ({choices.keys()})", style="bold")

    def unsaid(self, choices: Choices) -> str:
        """What is asked where the rules do not say it."""
        first, words = choices.actions[0], self.wording(choices.state)
        if choices.mode != "number":
            return self.phrase("{what}?", what=words.subject(first.signature, first.values))
        pieces = [
            words.shown(value, type_)
            for value, (_, type_) in zip(first.values[:-1], first.signature.parameters, strict=False)
        ]
        what = words.action(first.signature)
        return (
            self.phrase("{what}: how many {piece}?", what=what, piece=", ".join(pieces))
            if pieces
            else self.phrase("{what}: how many?", what=what)
        )

    def rows(self, group: Sequence[Preview], seen: Sequence[Preview], choices: Choices, scene: Scene) -> None:
        """Some actions, one in a line: number, words, cost, what comes of it."""
        names = {
            id(each): self.words(label(each.action, self.lang) if not self.plain else each.action.label(self.lang))
            for each in seen
        }
        costs = {id(each): cost_words(each.dues, self.wording(choices.state)) for each in seen}
        wide = min(max(map(columns, names.values())), self.width // 2)
        cost_wide = min(max(map(columns, costs.values())), 24)
        alone = {each.action.name for each in seen if len(each.action.values) == 0}
        for each in group:
            first = f"{choices.key(each.action):>3}  {pad(names[id(each)], wide)}  " + (
                f"{pad(costs[id(each)], cost_wide)}  " if cost_wide else ""
            )
            says = self.effects(each, scene, each.action.name in alone, self.wording(choices.state))
            for number, said in enumerate(self.packed(says, first)):
                shown = Text(said)
                if number == 0:
                    shown.stylize("bold cyan", 0, 3)
                shown.stylize("dim", min(len(said), len(first)))
                self.console.print(shown, soft_wrap=True)

    def effects(self, each: Preview, scene: Scene, alone: bool, words: Wording) -> list[str]:
        """What is at the place that an action names, what the action brings, what chance decides then."""
        parts: list[str] = []
        for value, (_, type_) in zip(each.action.arguments, each.action.signature.parameters, strict=True):
            board = each.action.game.rules_model.board_of(type_)
            if board is not None:
                parts += about_place(scene, board, str(value), words)
        parts += brief(each.events, scene.players[each.action.player], self.lang, each.action)
        parts += [self.phrase("then {what}", what=words.to_come(each.chance))] if each.chance else []
        if each.turn is not None:
            parts.append(
                self.phrase("then {name}’s turn", name=scene.players[each.turn])
                if each.turn >= 0
                else self.phrase("ends the game")
            )
        if not parts and alone:
            parts = [words.question(each.action.signature)]
        return parts

    def compact(self, group: Sequence[Preview], choices: Choices) -> None:
        """Actions that differ in one value and cost nothing, in one line."""
        words = self.wording(choices.state)
        keyed = [
            f"{choices.key(each.action)} {words.shown(each.action.values[0], each.action.signature.parameters[0][1], choices.state.names)}"
            for each in group
        ]
        for said in self.packed(keyed, f"     {words.action(group[0].action.signature)}:  ", between="   "):
            shown = Text(said)
            shown.highlight_regex(r"(?<=  )\d+(?= )", "bold cyan")
            self.console.print(shown, soft_wrap=True)

    # ---- why not -----------------------------------------------------------------------------------------------------

    def refused(self, action: Action, verdict: Verdict) -> None:
        """Why an action is not legal, in short."""
        self.paragraph(self.phrase("Not now: {action}.", action=action.label(self.lang)), style="bold")
        for reason in verdict.reasons:
            self.reason(reason)

    def reason(self, reason: Reason) -> None:
        """One reason: the clause, what it says, the facts that it carries out."""
        cites = f"  [{', '.join(reason.citation)}]" if reason.citation else ""
        said = reason.said(self.lang)
        self.paragraph(
            f"{said.message}{f' ({said.by})' if said.by else ''}{cites}",
            f"  {reason.rule}  " if reason.rule else "  ",
            head="yellow",
        )

    def reason_in_full(self, reason: Reason, facts: Mapping[str, Mapping[str, str]]) -> None:
        """The same with what there is and what there would have to be, the facts themselves, and the place in the
        rules."""
        self.reason(reason)
        said = reason.said(self.lang)
        if said.current and said.needed:
            self.paragraph(
                self.phrase("there is: {current} · needed: {needed}", current=said.current, needed=said.needed),
                "      ",
            )
        for id in reason.citation:
            self.fact(id, facts)
        if reason.place:
            self.paragraph(
                short_place(reason.place) + (f", {reason.origin}" if reason.origin else ""), "      ", style="dim"
            )

    def fact(self, id: str, facts: Mapping[str, Mapping[str, str]]) -> None:
        """A fact of the rulebook, if it is known."""
        row = facts.get(id)
        if row is not None:
            where = f" ({row['place']})" if row.get("place") else ""
            self.paragraph(f"{row.get('text', '')}{where}", f"      {id}  ", style="dim")
            if row.get("remark"):
                self.paragraph(row["remark"], "      ", "      ")

    def rules(self, name: str, words: Wording, facts: Mapping[str, Mapping[str, str]]) -> None:
        """The clauses of a rule, of an action below an offer only its own; each with line, text and what it cites; then
        the facts."""
        rules = words.rules
        head, below, _ = name.partition(".")
        clauses = [each for each in rules.clauses if below and (each.rule == name or each.rule.startswith(f"{name}."))]
        clauses = clauses or [each for each in rules.clauses if each.rule in (head, f"action {head}", f"to {head}")]
        cited: dict[str, None] = {}
        for clause in clauses:
            cited |= dict.fromkeys(clause.cites)
            source = " ".join(clause.span.source.line(clause.span.line).split("  #")[0].split("  [")[0].split())
            if clause.text:
                source = source.replace(f'"{clause.text}"', f'"{words.clause(clause)}"')
            cites = f"  [{', '.join(clause.cites)}]" if clause.cites else ""
            deep = "  " if clause.key else ""
            self.paragraph(source + cites, deep, style="" if clause.key else "bold")
        for id in cited:
            self.fact(id, facts)

    def row(self, kind: Kind, row: int, words: Wording) -> None:
        """What is printed on a row of a kind, and what it does: the texts of its abilities."""
        parts = [
            _printed(column, row, words.name(f"{kind.name}.{column.name}", column.name), words)
            for column in kind.columns.values()
        ]
        self.paragraph(" · ".join(filter(None, parts)), f"{words.row(kind, row)}  ", head="bold")
        for clause in words.rules.clauses:
            if clause.text and clause.rule.startswith(f"{kind.rows[row]}."):
                self.paragraph(words.clause(clause), "  ", "    ")


# ---- words ----------------------------------------------------------------------------------------------------------


def _printed(column: Column, row: int, name: str, words: Wording) -> str:
    """`points 3`; only the name where that says all, and nothing for what is not there or is only drawn."""
    value = column.values[row]
    if column.texts or value <= 0 and column.type.form != "row" or value < 0:
        return ""
    return name if column.type.form == "yes_no" else f"{name} {words.shown(value, column.type)}"


def _compact(each: Preview, seen: Sequence[Preview]) -> str:
    """The name under which an action is listed with its like in one line, or ""."""
    alike = [other for other in seen if other.action.name == each.action.name]
    small = len(alike) > 2 and all(
        len(other.action.values) == 1 and not other.dues and not other.chance for other in alike
    )
    return each.action.name if small and each.action.signature.parameters[0][1].form in ("row", "number") else ""


def cost_words(dues: Iterable[Due], words: Wording) -> str:
    """`2 points, 1 rope`"""
    return ", ".join(words.counted(each.amount, each.unit) for each in dues)


def ending(outcome: Outcome, winners: list[str], words: Texts) -> str:
    """Who has won, together or each for itself, or how much it would have taken."""
    if winners:
        if len(winners) > 1 and len({outcome.sides[each] for each in outcome.winners or ()}) == 1:
            return words.phrase("{names} win together.", names=words.both(winners))
        return words.plural("{names} wins.", "{names} win.", len(winners), names=words.both(winners))
    if outcome.least is not None and any(outcome.counted):
        return words.phrase(
            "Nobody wins: it takes {points} points.", points=min(each for each in outcome.least if each is not None)
        )
    return words.phrase("Nobody wins.")


def is_idle(field: m.Field, player: int, everybody: Sequence[PlayerView], rules: m.Ruleset) -> bool:
    """Whether what a player keeps says nothing: nothing where there was nothing, or for everybody still what it was in
    the beginning."""
    start = (
        field.start.args[0]
        if field.start is not None and field.start.op == "const"
        else 0
        if field.start is None
        else None
    )
    if field.type.form == "number":
        return start == 0 and everybody[player].values[field.name] == 0
    if (
        field.type.form != "row"
        or field.start is None
        or start is None
        or start < 0
        or field.type.name not in rules.kinds
    ):
        return False
    begun = start if field.type.name == rules.players else rules.kinds[field.type.name].rows[start]
    return all(each.values.get(field.name, begun) == begun for each in everybody)


def has_most(field: m.Field) -> bool:
    """Whether the most that a number may be is worth telling: bounds of nines are there because a number needs one."""
    return field.type.high < 100 and bool(str(field.type.high).strip("9"))


def about_place(scene: Scene, board: Board, place: str, words: Wording) -> list[str]:
    """What is at a place: its kind and what it keeps that is not usual."""
    owner, _, name = place.rpartition(".") if board.private else ("", "", place)
    drawn = board_of(scene.players[int(owner)], board, words) if owner else board.name
    found = next((each for one in scene.boards if one.name == drawn for each in one.places if each.name == name), None)
    if found is None:
        return []
    tokens = [dict(scene.legend).get(each, each) for each in found.tokens]
    return [each for each in (found.label, *found.notes, *tokens) if each]


def ascii_marks(scene: Scene) -> dict[str, str]:
    """Letters for symbols that ASCII has nothing like, taken from what they mean and not from what is in use."""
    taken = {piece.initial for board in scene.boards for place in board.places for piece in place.pieces} | set(
        initials(scene.players)
    )
    taken |= {plain(symbol) for symbol, _ in scene.legend}
    marks: dict[str, str] = {}
    for symbol, meaning in scene.legend:
        if "?" in plain(symbol):
            free = [each for each in plain(meaning).upper() if each.isalnum() and each not in taken]
            marks[symbol] = free[0] if free else "?"
            taken.add(marks[symbol])
    return marks


def short_place(place: str) -> str:
    """A place in the rules without folders: `the-cave.cave:12:5`."""
    return PurePath(place).name
