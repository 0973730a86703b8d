"""Lines of `play` on one console: wrapped, packed, coloured; reasons, facts and rules in them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import PurePath
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from ...foundation.draw import Scene
from ...foundation.draw.characters import Lettering, plain
from ...foundation.draw.wrapping import pack, wrap
from ...foundation.texts import texts
from ...play.loading.opened_rules import open_rules
from ...play.positions.action import Action, Reason, Verdict
from ...play.positions.moment import wording_at
from ...play.positions.wording import Wording
from ...play.states.game import Game, State
from ...play.views.panel import initials
from ...rules.model.ruleset import Column, Kind
from ..prompts.decision_signatures import signatures_of_decision
from .output import is_plain

if TYPE_CHECKING:
    from ...publish.book.rule_numbers import RuleNumbers

COLOURS = ("bright_blue", "dark_orange", "green", "magenta", "yellow", "cyan", "bright_yellow", "white")
NUMBER = re.compile(r"\d+")
ROCK = r"[┌┐└┘─│├┤┬┴┼┈┊]+"


class Lines:
    """Prints to one console, in its letters and within its width, in one language."""

    def __init__(self, console: Console, lang: str = "en") -> None:
        self.console, self.plain, self.lang = console, is_plain(console), lang
        self.texts = texts(lang)
        self.phrase = self.texts.phrase
        self.spec, self.book = "", ""
        self._numbers: RuleNumbers | None = None
        self.board_shown: list[str] = []
        self.others_shown: list[str] = []
        self.lines_since = 0

    # ---- lines ---------------------------------------------------------------------------------------------------

    @property
    def width(self) -> int:
        """Columns to fill, as the terminal is now."""
        return max(20, self.console.width)

    def lettering(self, scene: Scene | None = None) -> Lettering:
        """Returns the lettering of texts on this screen; a scene's symbols that ASCII lacks become letters."""
        return Lettering(
            self.width,
            not self.plain,
            ascii_marks(scene) if scene is not None and self.plain else {},
            self.lang,
        )

    def wording(self, state: State) -> Wording:
        """Returns the names of the things of the game."""
        return state.game.wording(self.lang)

    def words(self, text: str) -> str:
        """A text in the letters of the console."""
        return self.lettering().words(text)

    def line(self, text: str = "", style: str = "") -> None:
        """One line, neither wrapped nor cut."""
        self.print_texts([Text(self.words(text), style=style)])

    def paragraph(self, text: str, first: str = "", style: str = "", head: str = "", later: str | None = None) -> None:
        """Words wrapped to the console, later lines set in by `later`, or by as much as `first` is wide; `head` colours
        `first`."""
        self.print_lines(self.wrap(text, first, later=later), style, head, len(self.words(first)))

    def announce(self, template: str, /, style: str = "", **values: object) -> None:
        """A sentence of the program as a paragraph."""
        self.paragraph(self.phrase(template, **values), style=style)

    def print_lines(self, lines: Iterable[str], style: str = "", head: str = "", end: int = 0) -> None:
        """Lines as they are; the first one is coloured up to an end."""
        self.print_texts(self.texts_of(lines, head, end, style=style))

    def texts_of(self, lines: Iterable[str], head: str = "", end: int = 0, dim: int = 0, style: str = "") -> list[Text]:
        """Lines with their colours: the first one has a head that ends somewhere; what stands behind `dim` columns is dim."""
        texts = [Text(each, style=style) for each in lines]
        if head and texts:
            texts[0].stylize(head, 0, end)
        for each in texts if dim else ():
            each.stylize("dim", min(len(each), dim))
        return texts

    def print_texts(self, lines: Iterable[Text]) -> None:
        """Prints lines, and counts them."""
        for each in lines:
            self.lines_since += 1
            self.console.print(each, soft_wrap=True)

    def wrap(self, text: str, first: str = "", width: int = 0, later: str | None = None) -> list[str]:
        """The lines of a paragraph."""
        deep = None if later is None else len(later)
        return wrap(self.words(text), max(width or self.width, 16), self.words_kept(first), deep)

    def pack(
        self, items: Iterable[str], first: str = "", width: int = 0, between: str = " · ", later: int | None = None
    ) -> list[str]:
        """Things side by side in lines that fit; none is broken that fits into a line."""
        room = max(width or self.width, 16)
        return pack(map(self.words, items), room, self.words_kept(first), self.words_kept(between), later)

    def words_kept(self, text: str) -> str:
        """Returns the words with the blanks at both ends."""
        begin, end = len(text) - len(text.lstrip(" ")), len(text.rstrip(" "))
        return text if not text.strip() else " " * begin + self.words(text.strip(" ")) + text[end:]

    def colour(self, player: int) -> str:
        """The style of a player's name."""
        return f"bold {COLOURS[player % len(COLOURS)]}" if player >= 0 else "bold"

    def map_lines(self, lines: Iterable[str]) -> None:
        """Lines of a drawing; nothing wraps them."""
        drawn = self.texts_of(lines)
        for each in drawn:
            each.highlight_regex(ROCK, "dim")
        self.print_texts(drawn)

    # ---- why not -----------------------------------------------------------------------------------------------------

    def show_refusal(self, action: Action, verdict: Verdict) -> None:
        """Shows the reasons against an action, in short."""
        self.announce("Not now: {action}.", "bold", action=action.label(self.lang))
        for reason in verdict.reasons:
            self.reason(reason, action.game.wording(self.lang))

    def reason(self, reason: Reason, words: Wording) -> str:
        """One reason: the clause, what it says, the facts that it carries out. Returns what it says."""
        from ...publish.sentences.reasons import reason_text

        cites = f"  [{', '.join(reason.citation)}]" if reason.citation else ""
        text, by = reason_text(reason, words), reason.in_language(self.lang).by
        self.paragraph(
            f"{text}{f' ({by})' if by else ''}{cites}", f"  {reason.rule}  " if reason.rule else "  ", head="yellow"
        )
        return text

    def reason_in_full(self, reason: Reason, game: Game) -> None:
        """Returns the reason with what there is and what there would have to be, the facts themselves, and the place in the
        rules."""
        text = self.reason(reason, game.wording(self.lang))
        said = reason.in_language(self.lang)
        if said.current and said.needed and not self.is_said(said, text):
            self.paragraph(
                self.phrase("there is: {current} · needed: {needed}", current=said.current, needed=said.needed),
                "      ",
            )
        elif said.code == "requirement" and said.needed and not said.current and said.needed not in text:
            self.paragraph(self.phrase("missing: {needed}", needed=said.needed), "      ")
        for id in reason.citation:
            self.fact(id, game)
        self.rule_by_number(reason.rule)
        if reason.place:
            self.paragraph(
                PurePath(reason.place).name + (f", {reason.origin}" if reason.origin else ""), "      ", style="dim"
            )

    def rule_by_number(self, rule: str) -> None:
        """Shows the number of the rule of the book that says a clause, with a link to it where the book has an address."""
        from ...publish.book.rule_numbers import RuleNumbers

        if self._numbers is None and self.spec:
            with suppress(ValueError, OSError):
                self._numbers = RuleNumbers(open_rules(self.spec, {}, self.lang))
        number = self._numbers.number_of(rule) if self._numbers is not None else ""
        if number:
            link = f"  {self.book}#r{number}" if self.book else ""
            self.paragraph(self.phrase("rule {number} of the book", number=number) + link, "      ", style="dim")

    def is_said(self, reason: Reason, text: str) -> bool:
        """Tells if the present and the needed value add nothing to a text: it holds both, or they are but yes and
        no."""
        both = {reason.current, reason.needed}
        is_value = reason.code == "domain" and not reason.needed[0].isdecimal()
        return is_value or both == set(map(self.phrase, ("yes", "no"))) or both <= set(NUMBER.findall(text))

    def fact(self, id: str, game: Game) -> None:
        """A fact of the rulebook, if it is known, in the language of the screen where it is translated."""
        from ...publish.reference.option_words import name_choices

        row = game.facts.get(id)
        if row is not None:
            where = f" ({row['place']})" if row.get("place") else ""
            words = game.wording(self.lang)
            text = name_choices(words.fact(id, row.get("text", "")), words)
            self.paragraph(f"{text}{where}", f"      {id}  ", style="dim")
            if row.get("remark"):
                self.paragraph(row["remark"], "      ", "      ")

    def rules(self, name: str, game: Game) -> None:
        """The clauses of a rule, of an action below an offer only its own; each with line, text and what it cites; then
        the facts."""
        rules, words = game.rules_model, game.wording(self.lang)
        head, below, _ = name.partition(".")
        clauses = [each for each in rules.clauses if below and (each.rule == name or each.rule.startswith(f"{name}."))]
        clauses = clauses or [each for each in rules.clauses if each.rule in (head, f"action {head}", f"to {head}")]
        cited: dict[str, None] = {}
        clauses = list({(each.span.source.name, each.span.line): each for each in reversed(clauses)}.values())[::-1]
        least = min((each.span.column for each in clauses), default=1)
        for clause in clauses:
            cited |= dict.fromkeys(clause.cites)
            source = " ".join(clause.line.split())
            if clause.text:
                source = source.replace(f'"{clause.text}"', f'"{words.clause(clause)}"')
            cites = f"  [{', '.join(clause.cites)}]" if clause.cites else ""
            deep = " " * (clause.span.column - least)
            self.paragraph(source + cites, deep, style="" if clause.key else "bold", later=deep + "    ")
        for id in cited:
            self.fact(id, game)

    def game_help(self, state: State, player: int) -> None:
        """Shows what the game is about, and what the decision of a player is about, each action in a line."""
        words, opened = self.wording(state), None
        with suppress(ValueError, OSError):
            opened = open_rules(self.spec or state.game.id, {}, self.lang)
        self.paragraph(words.text("ruleset", state.game.title), style="bold")
        for name in ("about", "aim") if opened is not None else ():
            for text in opened.property_values(name) if opened is not None else ():
                self.paragraph(text)
        self.announce("What you can do now:", "bold")
        now = wording_at(state, self.lang, player, player)
        for signature in signatures_of_decision(state, player):
            about = now.question(signature)
            name = words.action(signature)
            self.paragraph(about if about.lower() != name.lower() else "", f"  {name}  ", head="bold")
        self.announce("`rules ACTION` shows what the rules say of one.", style="dim")

    def row(self, kind: Kind, row: int, words: Wording) -> None:
        """Shows the values printed on a row of a kind, and its uses: the texts of its abilities."""
        parts = [
            _column_words(column, row, words.column(kind.name, column.name), words) for column in kind.columns.values()
        ]
        self.paragraph(" · ".join(filter(None, parts)), f"{words.row(kind, row)}  ", head="bold")
        for clause in words.rules.clauses:
            if clause.text and clause.rule.startswith(f"{kind.rows[row]}."):
                self.paragraph(words.clause(clause), "  ", "    ")
        if uses := _uses(kind, row, words):
            self.print_lines(self.pack(uses, f"  {self.phrase('for')}  "))


def _uses(kind: Kind, row: int, words: Wording) -> list[str]:
    """Returns the uses of a row: the actions that name it or are paid for with it, and the rows of other tables in
    which it stands; where there is none of these, the processes that name it."""
    from ...publish.sentences.mentions import actions_about, processes_about, rows_about

    actions = (
        words.about(each.name, each.text) or words.name(each.word, each.word)
        for each in actions_about(words.rules, kind, row)
    )
    rows = (
        f"{words.row(other, n)} ({words.column(other.name, column.name)})"
        for other, n, column in rows_about(words.rules, kind, row)
    )
    found = list(dict.fromkeys((*actions, *rows)))
    return found or [words.about(f"to {each.name}", each.text) for each in processes_about(words.rules, kind, row)]


def _column_words(column: Column, row: int, name: str, words: Wording) -> str:
    """`points 3`; only the name where that says all, and nothing for what is not there or is only drawn."""
    value = column.values[row]
    if column.texts or value <= 0 and not column.type.is_row or value < 0:
        return ""
    return name if column.type.is_truth else f"{name} {words.show_value(value, column.type)}"


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
