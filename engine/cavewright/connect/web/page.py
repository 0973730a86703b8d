"""Page of a guest: everything that is shown, as plain values that templates write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...foundation.draw import Scene
from ...foundation.draw import Table as Rows
from ...play.matches.narration import why_no_further
from ...play.positions.action import SIMULTANEOUS
from ...play.states.decisive_places import decisive_places
from ...play.states.lessons import lesson_for, subject_of
from ...play.states.preview import standings
from ...play.views.notices import notices_for
from ...play.views.outcome import ending, score_rows
from ...play.views.panel import kept_words, turn_words
from ...play.views.seat_looks import seat_looks
from ...rules.model.ruleset import Field
from ..prompts.standing_rows import standing_rows
from .boards import BoardControls, about, read_picks
from .choices import Choice, Spot, Spots, choices_at, choices_of, group, next_spots, question
from .hints import Hint, hint_for
from .laid_pieces import Look, looks_of
from .packing import Packing, draft_of, is_packing, packing_of
from .page_basis import PageBasis
from .page_values import Asked, Beside, Page, Pointed, Scores
from .piece_in_hand import Way, ways_of
from .refusals import Refusal, refusals_of
from .rules_pages import notes_of, titles_of_things
from .table import Guest, Table

SHORT = 60
"""Letters of what the game keeps that have room in the head of the page."""
MOST_LISTED = 400
"""Choices that are written in a list; more are only on the board."""


def page_of(table: Table, guest: Guest, asked: Asked, lang: str) -> Page:
    """Returns the page that a guest sees now, or of an earlier position."""
    with table.lock:
        return _PageBuilder(table, guest, asked, lang).page()


class _PageBuilder(PageBasis):
    """Makes one page."""

    # ---- the page ---------------------------------------------------------------------------------------------------

    def page(self) -> Page:
        """All of it."""
        state, me = self.state, self.me
        acts = me is not None and me in self.acting
        since = self.since() if self.then is None else self.then
        scene = self.scene(since)
        spots = Spots(state, scene, self.words)
        self.hint = hint_for(state, me, self.lang) if me is not None and self.may_hint and self.asked.hint else Hint()
        hinted = self.hint.first
        wish = self.asked.pack or (draft_of(self.hint.actions) if hinted is not None and is_packing(state, me) else "")
        packing = packing_of(state, me, wish, self.words) if acts and me is not None else None
        choices = self.choices(me, spots) if acts and me is not None and packing is None else ()
        picks = read_picks(self.asked.at, spots)
        pointed_at, picks = picks, picks if choices_at(choices, picks) else ()
        then = next_spots(choices, picks)
        ways = self.ways(me, choices, spots) if choices and me is not None else ()
        looks = self.looks(me, choices, picks, spots) if choices and me is not None else {}
        decisive = self.decisive(spots)
        overlay = BoardControls(scene, spots, then, picks, hinted.text if hinted else "", me, ways, looks, decisive)
        return Page(
            self.lang,
            self.words.text("ruleset", self.match.game.title),
            self.turn(),
            self.game_values(),
            tuple((self.people[e.player], e.points, str(e.player)) for e in standings(state, self.viewer)),
            self.viewer,
            me,
            self.table.stamp(me if me is not None else self.viewer),
            self.table.mark(me if me is not None else self.viewer),
            self.hand_to(),
            self.says(acts),
            acts,
            state.is_terminal,
            tuple(overlay.boards([each.heading for each in scene.boards])),
            tuple((name, tuple(cards)) for name, cards in overlay.cards()),
            scene.legend,
            question(choices, self.words) if choices else "",
            group([each for each in choices if not each.spots and not self.is_final(each)], self.words),
            tuple(each for each in choices if not each.spots and self.is_final(each)),
            self.numbers(),
            self.card(scene),
            tuple(choices[:MOST_LISTED]) if then else (),
            ways,
            self.refusals(me, choices, spots) if choices and me is not None else (),
            self.pointed_place(scene, spots, choices, pointed_at),
            packing,
            self.gap(packing),
            *self.taking_back(),
            hinted.label(self.lang) if hinted and packing is None else "",
            hinted.text if hinted else "",
            self.may_hint,
            *self.account(since),
            self.people,
            self.tables(scene),
            self.scores(),
            self.trouble(),
            self.guest.role == "host" and bool(self.table.failures) and self.then is None,
            tuple(notes_of(self.match.game, self.words, None)),
            None if self.then is None else self.positions.index(self.then),
            tuple(range(len(self.positions))),
            tuple(each.colour for each in seat_looks(self.match.game.rules_model, len(self.people))),
            beside=tuple(self.beside()),
            by_host=tuple(self.by_host()),
            why=self.hint.reasons,
            marks=tuple(self.marks(overlay, bool(choices))),
            decided=tuple(name for _, name in decisive),
            lesson=self.lesson() if acts else ("", ""),
            has_lessons=acts and bool(self.match.game.rules_model.lessons),
            notices=() if me is None else notices_for(state, me, self.viewer, self.lang),
        )

    def turn(self) -> str:
        """Returns the round, and the player whose turn it is."""
        rounds = self.table.rounds.words(self.at, self.lang)
        return " · ".join(filter(None, (rounds, turn_words(self.state, self.lang))))

    def scene(self, since: int) -> Scene:
        """The boards with what has changed since then marked, for who has no turn what the last one has brought."""
        if self.then is not None:
            since = max((each for each in self.positions if each < self.then), default=0)
        elif not isinstance(self.viewer, int):
            since = self.last_turn()
        return self.shown.scene(self.at, self.viewer, self.lang, since if 0 < since < self.at else None)

    def choices(self, me: int, spots: Spots) -> tuple[Choice, ...]:
        """Returns the choices now."""
        return self.shown.remember(
            lambda: choices_of(self.state, me, spots, self.words), "choices", self.at, me, self.lang
        )

    def beside(self) -> Iterator[Beside]:
        """Yields what the seats of whoever looks may do at any time; where a screen is shared and something on it is not
        for all, only the one that says to be here."""
        is_private = self.table.is_private(self.guest)
        for seat in () if self.then is not None else self.seats:
            found = self.state.interrupts(seat) if not is_private or seat == self.me else ()
            if found:
                said = tuple((each.text, each.label(self.lang)) for each in found)
                yield Beside(seat, self.people[seat], self.table.stamp(seat), said)

    def by_host(self) -> Iterator[Beside]:
        """Yields what the host of the match may do about each seat, for the host alone."""
        for seat in range(len(self.people)) if self.guest.role == "host" and self.then is None else ():
            found = self.state.host_actions(seat)
            if found:
                said = tuple((each.text, each.label(self.lang)) for each in found)
                yield Beside(seat, self.people[seat], self.table.stamp(seat), said)

    def ways(self, me: int, choices: tuple[Choice, ...], spots: Spots) -> tuple[Way, ...]:
        """Returns the ways in which a piece can be laid now."""
        return self.shown.remember(
            lambda: ways_of(self.state, me, choices, spots, self.lang), "ways", self.at, me, self.lang
        )

    def refusals(self, me: int, choices: tuple[Choice, ...], spots: Spots) -> tuple[Refusal, ...]:
        """Returns the refusals now."""
        return self.shown.remember(
            lambda: refusals_of(self.state, me, choices, self.words, spots), "refusals", self.at, me, self.lang
        )

    def lesson(self) -> tuple[str, str]:
        """Returns the word of the teacher: what it is about, and what it says."""
        if not self.asked.teaches or self.me is None:
            return "", ""
        found = lesson_for(self.state, self.me, self.match.move_stack[: self.at], self.asked.passed.split(","))
        return ("", "") if found is None else (subject_of(found), self.words.clause(found))

    def looks(self, me: int, choices: tuple[Choice, ...], picks: tuple[Spot, ...], spots: Spots) -> Mapping[str, Look]:
        """Returns how what each click would lay looks."""
        return self.shown.remember(
            lambda: looks_of(self.state, me, choices, picks, spots, self.lang), "looks", self.at, me, self.lang, picks
        )

    def decisive(self, spots: Spots) -> tuple[Spot, ...]:
        """Returns the places that decided the match, where it is over."""
        if not self.state.is_terminal or not self.at:
            return ()
        before = self.match.at(self.at - 1)
        last = self.match.move_stack[self.at - 1]
        rules = self.match.game.rules_model
        return self.shown.remember(
            lambda: tuple(spots.on(rules.boards[board], row) for board, row in decisive_places(before, last)),
            "decisive", self.at,
        )  # fmt: skip

    def marks(self, overlay: BoardControls, acts: bool) -> Iterator[tuple[str, str]]:
        """Yields the marks that lie over the boards now, each by its look, with what it means."""
        used = overlay.marks_used()
        words = {"can": "mark_can", "leads": "mark_leads", "hint-here": "mark_hint", "picked": "mark_picked"}
        words |= {"new": "new" if isinstance(self.viewer, int) else "just", "won": "mark_won"}
        yield from ((look, self.say(word)) for look, word in words.items() if look in used)
        if acts:
            yield "refused", self.say("mark_refused")

    def numbers(self) -> tuple[str, ...]:
        """The numbers that the player keeps, such as how much is left to spend."""
        if self.me is None:
            return ()
        rules, kept = self.match.game.rules_model, self.state.view(self.viewer).players[self.me].values
        told = [f for f in rules.fields if f.owner == rules.players and f.told]
        own = [f for f in told if f.type.is_number or f.type.is_truth]
        found = []
        for field in own:
            value = kept.get(field.name)
            if field.type.is_number and isinstance(value, int) and (value or not is_zero_at_first(field)):
                found.append(f"{self.words.field(field)} {value}")
            elif value is True:
                found.append(self.words.field(field))
        return tuple(found)

    def is_final(self, choice: Choice) -> bool:
        """Tells if the rules ask before a choice, since it cannot be made good again."""
        return bool(self.words.confirmation(choice.action.signature))

    def card(self, scene: Scene) -> tuple[tuple[str, str], ...]:
        """Returns what the player has that acts now, from the tables of possessions: what it is, and how much."""
        found = []
        for head, *rows in (each for each in self.tables(scene) if self.me in self.acting):
            at = next((n for n, cell in enumerate(head) if cell.piece is not None and cell.piece.player == self.me), 0)
            found += [
                (row[0].text, row[at].text) for row in rows if at and len(row) > at and row[at].text.strip("–-0 ")
            ]
        return tuple(found)

    def game_values(self) -> tuple[str, ...]:
        """Returns the values of the game, as far as the head of the page has room for them."""
        return tuple(each for each in kept_words(self.state, self.viewer, self.lang) if len(each) < SHORT)

    def tables(self, scene: Scene) -> tuple[Rows, ...]:
        """Returns the tables of possessions, without those in the head of the page."""
        shown = set(self.game_values())
        fresh = (
            tuple(row for row in rows if not shown & {row[0].text, f"{row[0].text}: {row[1].text}"})
            for rows in scene.tables
        )
        return tuple(rows for rows in fresh if len(rows) > 1)

    def says(self, acts: bool) -> str:
        """Returns the turn in words, for whoever reads them."""
        state = self.state
        if state.is_terminal:
            return self.say("ended")
        if self.then is not None:
            return turn_words(state, self.lang)
        if acts and self.me is not None:
            return self.say("your_turn", name=self.people[self.me])
        waiting = [n for n in state.active_players if n not in self.seats]
        if not waiting:
            return turn_words(state, self.lang)
        if any(n in self.table.failures for n in waiting):
            return turn_words(state, self.lang)
        names = self.texts.both([self.people[n] for n in waiting])
        return self.say("waiting" if all(self.table.bots[n] for n in waiting) else "waiting_for", name=names)

    def hand_to(self) -> tuple[tuple[int, str], ...]:
        """To whom a shared screen is to be handed before it shows anything."""
        if self.then is not None or not self.table.is_private(self.guest) or self.me is not None:
            return ()
        return tuple((n, self.people[n]) for n in self.acting)

    def pointed_place(
        self, scene: Scene, spots: Spots, choices: tuple[Choice, ...], picks: tuple[Spot, ...]
    ) -> Pointed | None:
        """Returns the account of the place that is pointed at."""
        if not picks:
            return None
        spot = picks[-1]
        place = next((each for each in scene.boards[spot[0]].places if each.name == spot[1]), None)
        here = choices_at(choices, picks)
        refused: tuple[Refusal, ...] = ()
        if self.me is not None and self.me in self.acting and len(picks) == 1:
            refused = refusals_of(self.state, self.me, choices, self.words, spots, spot)
        lines = () if place is None else (about(place), *place.facts)
        done = tuple(each for each in here if len(each.spots) == len(picks))
        names = {each.action.name: self.words.action(each.action.signature) for each in here}
        if place is not None and (title := titles_of_things(self.match.game, self.lang).get(place.thing)):
            names[place.thing] = title
        some = done or here[:MOST_LISTED]
        return Pointed(spot[1], lines, some, refused, bool(here) and not done, tuple(names.items()))

    # ---- what was done, and what is worth it ----------------------------------------------------------------------------

    def gap(self, packing: Packing | None) -> str:
        """Returns the question before a packing that leaves something empty though more would fit; "" where nobody asks."""
        if packing is None or not packing.has_gap:
            return ""
        return self.say("leave_empty", n=packing.most - packing.full, all=packing.most, measure=packing.measure)

    def taking_back(self) -> tuple[str, str, int | None]:
        """Returns the action that would be taken back, otherwise the reason against it; and the player of that
        action."""
        if self.then is not None or not self.seats or not self.match.move_stack:
            return "", "", None
        for seat in self.undoers():
            if (action := self.table.undoable(seat)) is not None:
                return action.label(self.lang), "", seat
        if self.state.current_player == SIMULTANEOUS or (self.me is None and not self.state.is_terminal):
            return "", "", None
        return "", why_no_further(self.match, self.lang), None

    def undoers(self) -> tuple[int, ...]:
        """The seats whose last actions may be taken back on this page, as far as the rules let them."""
        if self.table.is_private(self.guest) or self.guest.role == "seat":
            return () if self.me is None else (self.me,)
        return self.seats

    def scores(self) -> Scores | None:
        """The points with their breakdown."""
        outcome = self.state.outcome(self.viewer)
        if outcome.winners is None:
            return None
        heads, *rows = map(tuple, score_rows(outcome, self.lang))
        if (standing := standing_rows(self.state, self.viewer, self.lang)) is not None:
            return Scores(heads[: len(standing.rows[0])], standing.rows, standing.why, False)
        winners = [self.people[each] for each in outcome.winners]
        said = ending(outcome, winners, self.texts) if self.state.is_terminal else self.say("as_if")
        return Scores(heads, tuple(rows), said, self.state.is_terminal)

    def trouble(self) -> str:
        """Why bots have stopped, and what can be done about that."""
        failures = sorted(self.table.failures.items()) if self.then is None else []
        said = [
            self.say("bot_failed", bot=each.bot, name=self.people[seat], why=each.why(self.texts))
            for seat, each in failures
        ]
        said += [self.say("reseat" if self.guest.role == "host" else "host_reseats")] if failures else []
        said += [self.say("no_hint", why=self.hint.failure.why(self.texts))] if self.hint.failure else []
        return " ".join(said)


def is_zero_at_first(field: Field) -> bool:
    """Tells if a number begins at 0, so that 0 says nothing."""
    return field.start is None or (field.start.op == "const" and not field.start.args[0])
