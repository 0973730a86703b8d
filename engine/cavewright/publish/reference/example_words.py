"""Words for lines of examples that no player does: what holds then, and what is set by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from ...language.syntax import tree as t
from ...play.examples.conditions import ExampleExpressions
from ...play.examples.kept_slots import whole
from ...play.examples.runner import ExampleStep
from ...play.positions.sight import ALL
from ...play.states.game import State
from ...play.views.notices import notices_for
from ...rules.model import ruleset as m
from ...rules.model.types import NONE, row
from ..sentences import Sentences
from ..sentences.known_values import KEPT
from ..sentences.parts import Noun
from .game_reference import GameReference
from .joined_clauses import Clause
from .owned_places import OwnedPlaces, name_owners
from .told_counts import (
    is_formula,
    is_none,
    is_of,
    is_of_game,
    is_of_table,
    line_of,
    members_of,
    owner_counted,
    reward_of_nobody,
    subject_of,
)
from .told_holdings import IN_OWN_WORDS, Holding, Reward, Said, join_told, points_in_words, with_minus
from .told_winners import ToldWinners, fields_of


class ExampleWords:
    """Tells what a `then` or a `given` line of an example says of a position, in sentences of who or what has, holds or is
    something.

    What only the rules keep for themselves is left out, since nobody at a table sees it.
    """

    def __init__(self, game: GameReference, state: State) -> None:
        rules = state.game.rules_model
        self.game, self.state, self.rules = game, state, rules
        self.words = state.game.wording(game.lang)
        self.read = ExampleExpressions(state.game, state.names)
        self.read.state = state
        self.sentences = Sentences(self.words, self.words.people(state.names))
        self.ends = ToldWinners(state)
        self.is_scored = state.is_terminal

    @classmethod
    def of_step(cls, game: GameReference, step: ExampleStep) -> str:
        """The words for a line; "" for one that says nothing to a reader."""
        made = cls(game, step.after)
        if isinstance(step.node, t.Then):
            return made.then(step.node)
        return made.settings([step.node]) if isinstance(step.node, t.Given) else ""

    def then(self, node: t.Then) -> str:
        """Whatever holds at this point."""
        conditions = list(self._holding_conditions(self.read.condition(node.condition)))
        parts = [each for each in conditions if each.op != "const"]
        by_point = [each for each in parts if self.ends.is_about_win(each)]
        winners = [self.sentences.value(each.args[0]) for each in parts if self._is_win(each)]
        winners = list(dict.fromkeys([*winners, *(self.ends.winners() if by_point else ())]))
        self.is_scored = self.is_scored or bool(winners)
        is_shared = len(winners) > 1
        is_over = self.state.is_terminal and any(map(self._is_standing, parts))
        kept = [
            each
            for each in parts
            if each not in by_point
            and not (is_shared and self._is_win(each))
            and not (is_over and is_of_table(each))
            and not (winners and self._is_loss(each))
        ]
        told = list(self._parts(kept))
        shared = [self._win(winners)] if is_shared or by_point else []
        told = [each for each in told if not (isinstance(each, Clause) and each.is_no_warning)]
        told = [each for each in told if not (isinstance(each, Clause) and any(map(each.repeats, told)))]
        return self._join([*told, *shared])

    def settings(self, nodes: Iterable[t.Given], *, is_table_shown: bool = False) -> str:
        """Whatever is set from here on, but for what a player has where a table shows it."""
        targets = [self.read.expr(each.target) for each in nodes]
        told = [each for each in targets if not (is_table_shown and is_of(self.rules.players, each))]
        return self._join([self._setting(each) for each in told])

    def _setting(self, target: m.Expr) -> Said:
        if target.op == "open" or self._is_bookkeeping(target):
            return Clause("")
        if target.type.is_truth:
            return self._clause(target, not self._now(target))
        is_told = self.sentences.has_phrase(target) and self._now(target) != NONE
        return self._equal(target) if is_told else self._value(target)

    def _join(self, parts: list[Said]) -> str:
        """Returns the sentences for parts, with the places of boards that each player has named by their owners."""
        said = join_told(parts, self.sentences, self.game.texts.both)
        is_owned = any(each.private for each in self.rules.boards.values())
        return name_owners(said, self.words.people(self.state.names), self.sentences) if is_owned else said

    def _holding_conditions(self, e: m.Expr) -> Iterator[m.Expr]:
        """Yields the conditions of which one consists; of several of which one has to hold the first that holds now."""
        for each in m.conjuncts(e):
            if each.op == "or" and (held := next((one for one in each.args if self._now(one)), None)) is not None:
                yield from self._holding_conditions(held)
            else:
                yield each

    def _is_win(self, e: m.Expr) -> bool:
        return e.type.is_truth and e.op != "not" and self._standing_of(e) is not None

    def _is_loss(self, e: m.Expr) -> bool:
        return e.op == "not" and self._is_win(e.args[0])

    def _is_standing(self, e: m.Expr) -> bool:
        """Tells if a condition says who wins, or what somebody scores."""
        first = e.args[0] if e.op in ("not", "eq") else e
        return self.ends.is_about_win(e) or isinstance(first, m.Expr) and self._standing_of(first) is not None

    def _win(self, winners: list[str]) -> Clause:
        """Returns the words for who wins: several of two players who win at once is a draw."""
        if not winners:
            return Clause(self.game.phrase("nobody wins"))
        if len(winners) == 1:
            return Clause(self.game.phrase("{name} wins", name=winners[0]), winners[0])
        if len(winners) == len(self.state.names) == 2 and len(self.ends.winners()) < 2:
            return Clause(self.game.phrase("it is a draw"))
        return Clause(self.game.phrase("{names} win together", names=self.game.texts.both(winners)))

    # ---- parts of a condition ----------------------------------------------------------------------------------------

    def _parts(self, conditions: list[m.Expr]) -> Iterator[Said]:
        """Yields the words for conditions; whose something is, and what or how much lies there, in one."""
        places = OwnedPlaces(conditions, self.sentences, self._now, self.game.texts.both)
        for each in conditions:
            if (said := places.said_with_owner(each)) is not None:
                yield said
            elif each.op == "eq" and all(self._standing_of(side) for side in each.args):
                yield from map(self._value, each.args)
            elif not places.is_said_with_other(each):
                yield self._part(each)

    def _part(self, e: m.Expr) -> Said:
        if self._is_bookkeeping(e):
            return Clause("")
        if counted := owner_counted(e, self.sentences):
            return self._number_counted(*counted, e.args[1].args[0])
        if (reward := reward_of_nobody(e)) is not None:
            return Clause(self.sentences.tell_state("told-nobody-gets", things=self.sentences.part(reward)))
        if is_formula(e):
            return Clause("")
        if e.op == "eq" and is_none(e.args[1]):
            if e.args[0].op in KEPT and (said := self.sentences.state_in_words(e.args[0], None)):
                return Clause(said, self._subject_of(e))
            return self._clause(e) if not is_of_game(e.args[0]) else Clause(self._absent(e.args[0]))
        if e.op == "eq" and not e.args[0].type.is_truth and e.args[0].op != "const":
            is_whole = self._is_said_whole(e.args[0]) and not self._state(e.args[0])
            return self._clause(e) if is_whole else self._value(e.args[0])
        inner = e.args[0] if e.op == "not" else e
        is_sign = inner.op == "has" and not self.sentences.entry_of(inner.args[1])[:1].isalpha()
        if inner is not e and (is_sign or inner.op == "in_set"):
            return self._clause(e)
        if inner.op == "has" and inner.args[0].op in KEPT and inner.args[1].op == "const":
            return self._holding(inner.args[0], self._thing(inner.args[1], inner is e), is_none=inner is not e)
        if inner.op == "in_set" and inner.args[1].op in KEPT and inner.args[0].op == "const":
            return self._holding(inner.args[1], self._thing(inner.args[0]))
        return self._clause(e)

    def _number_counted(self, owner: str, things: str, number: int) -> Said:
        """Returns the words for how many things somebody has, or how many there are."""
        if owner:
            return Holding(owner, "told-has", things, is_none=not number)
        return Clause(self.sentences.tell_state("told-there", things=things, amount=str(number)))

    def _clause(self, e: m.Expr, is_contrary: bool = False) -> Clause:
        inner = e.args[0] if e.op == "not" else e
        if (warned := self._warning_of(inner)) is not None:
            is_warned = bool(self._now(inner))
            return Clause(warned, self.sentences.value(inner.args[0]), is_warned, not is_warned)
        is_so = is_contrary is (e.op == "not")
        if said := self._membership(inner, is_so) or self._state(inner, is_so):
            return Clause(said, self._subject_of(inner))
        if (standing := self._standing_of(inner)) is None:
            return Clause(self.sentences.condition(e, is_contrary), self._subject_of(inner))
        name, phrase = standing[0], self.game.phrase
        return Clause(phrase("{name} wins", name=name) if is_so else phrase("{name} does not win", name=name), name)

    def _membership(self, e: m.Expr, is_member: bool) -> str:
        """Returns the sentence that a set has something, or has it not, in an author's words for the set; "" without them."""
        if e.op not in ("in_set", "has"):
            return ""
        member, kept = e.args if e.op == "in_set" else reversed(e.args)
        if kept.op not in KEPT:
            return ""
        one, tell, owner = self.sentences.part(member), self.sentences.tell_state, ""
        said = [tell(each, piece=one) for each in ("told-one", "told-not-one")]
        if kept.args[-1] is not None:
            owner = self.sentences.value(kept.args[-1])
        own = "" if is_member else self.sentences.content_in_words(kept, said[0], "without")
        if own or not owner:
            return own.replace("{owner}", owner)
        things = self.sentences.content_in_words(kept, said[not is_member])
        if not things and kept.type.is_bag and kept.args[-1].type.is_row_of(self.rules.players):
            things = tell("told-inside", things=said[not is_member], bag=self.sentences.bag(kept))
        return tell("told-has" if is_member else "told-has-not", owner=owner, things=things) if things else ""

    def _subject_of(self, e: m.Expr) -> str:
        """Returns the words for whoever a comparison, or something that is yes or no, is about, or for a member of a set of the
        game; "" for anything else."""
        if (subject := subject_of(e)) is None and e.op == "in_set":
            subject = e.args[0]
        return self.sentences.value(subject) if subject is not None else ""

    def _equal(self, e: m.Expr) -> Clause:
        """Returns the clause that something is what it is now."""
        eq = m.holds("eq", e, self._as_constant(e))
        return Clause(said, self._subject_of(eq)) if (said := self._state(e)) else self._clause(eq)

    def _state(self, e: m.Expr, is_so: bool = True) -> str:
        """Returns the sentence that an author has for what something is now; "" without one. Of a number it is for none and for
        one."""
        if e.op not in KEPT or e.type.is_bag or e.type.element is not None:
            return ""
        now = self._now(e) if not e.type.is_truth else is_so
        if e.type.is_number and not e.type.unit and now > 1:
            return ""
        is_nothing = now == NONE or not now and (e.type.is_truth or e.type.is_number and not e.type.unit)
        return self.sentences.state_in_words(e, None if is_nothing else self._as_constant(e))

    def _value(self, e: m.Expr) -> Said:
        """Returns the words for what something is now, and whoever or whatever has it."""
        tell, now = self.sentences.tell_state, self._now(e)
        if (standing := self._standing_of(e)) is not None:
            name, is_total = standing[1], standing[1] == self.game.phrase("total")
            if is_total:
                return Reward(standing[0], now, "told-totals")
            points = points_in_words(now, self.sentences, line_of(e))
            verb = "told-scores" if self.is_scored else "told-scores-so-far"
            return Holding(standing[0], verb, tell("told-score", amount=points, name=name), is_none=not now)
        if e.op == "as" and e.args[1].op == "ranked":
            part = self.sentences.part(e.args[1])
            named, nothing = tell("told-reward", name=part), tell("told-no", thing=part)
            return Reward(self.sentences.value(e.args[0]), now, "told-gets", named, nothing)
        if e.op == "as" and e.args[1].op == "call":
            thing, owner = (self.sentences.part(each) for each in (e.args[1], e.args[0]))
            return Clause(tell("told-is", thing=thing, owner=owner, value=self._value_text(e)))
        if e.op in ("amount", "size", "count_bits", "room") and e.args[0].op in KEPT:
            return self._amount(e, now)
        if e.type.element is not None and e.op in KEPT:
            members = [m.constant(each, e.type.element, e.span) for each in members_of(now)]
            return self._holding(
                e,
                self.game.texts.both(list(map(self._thing, members))) if members else "",
                "" if members else "nothing",
            )
        if e.type.is_bag and e.op in KEPT:
            return self._holding(e, contents := self._contents(e, now), "" if contents else "nothing")
        if e.op == "tile" and now != NONE:
            place, piece = self.sentences.part(e.args[1]), self._as_constant(e)
            if self.sentences.entry_of(e.args[1]) == self.sentences.entry_of(piece):
                return Clause("")
            text = tell("told-lies", place=place, piece=self.sentences.part(piece))
            return Clause(text, self.sentences.value(e.args[1]), piece=self.sentences.entry_of(piece))
        if (counted := self._noun_of_each(e)) is None or self._state(e):
            return self._equal(e)
        said = self._number_of(counted, now)
        if e.args[-1] is None:
            return Clause(self.sentences.content_in_words(e, said) or tell("told-there", things=said, amount=str(now)))
        own = self.sentences.content_in_words(e, said) if now else self.sentences.emptiness_in_words(e, said)
        return Holding(self.sentences.value(e.args[-1]), "told-has", own or said, is_none=not now)

    def _as_constant(self, e: m.Expr) -> m.Expr:
        return m.constant(self._now(e), e.type, e.span)

    def _noun_of_each(self, e: m.Expr) -> Noun | None:
        """Returns the noun for each of what something kept counts."""
        is_amount = e.op in KEPT and not e.type.is_row
        return self.sentences.noun_of_each(e.args[0 if e.op == "field" else 1]) if is_amount else None

    def _number_of(self, noun: Noun, number: int) -> str:
        return self.sentences.tell_state("pieces" if number else "told-none-of", piece=noun, amount=str(number))

    def _amount(self, e: m.Expr, now: int) -> Said:
        """Returns the words for how many pieces of a kind, or of all kinds, are in a bag, or for how many there is room."""
        bag: m.Expr = e.args[0]
        if e.op == "amount" and e.args[1].type.name == self.rules.players and (each := self._noun_of_each(bag)):
            owner, tell = self.sentences.value(e.args[1]), self.sentences.tell_state
            told = self._holding(bag, tell("told-for", things=self._number_of(each, now), owner=owner), is_none=not now)
            return told.with_later(tell("told-for", things=str(now), owner=owner)) if now else told
        if e.op == "amount":
            return self._holding(bag, self._pieces(e.args[1], now), is_none=not now)
        if e.op == "room":
            room = self.sentences.tell_state("told-room", amount=str(now))
            return self._holding(bag, room, "room", now, is_none=not now)
        content, counted = bag.type.content, self._noun_of_each(bag)
        if not now and counted is None:
            return self._holding(bag, "", "nothing")
        if counted is not None:
            return self._holding(bag, self._number_of(counted, now), "counted", now, is_none=not now)
        is_named = content is not None and content.name in self.rules.kinds
        number = self.sentences.number_of(content.name, now) if is_named and content is not None else str(now)
        if now and self.sentences.entry_of(bag).endswith(f" {number.partition(' ')[2]}"):
            number = str(now)
        return self._holding(bag, number, "all", now)

    def _holding(self, bag: m.Expr, things: str, of: str = "", amount: int = 0, *, is_none: bool = False) -> Holding:
        """Returns the words for what is in a bag: of a player as what the player has there, else as what the bag holds."""
        owner, said = bag.args[-1], things or self.game.phrase("nothing")
        if owner is None or not owner.type.is_row or owner.type.name != self.rules.players:
            said_of = self.sentences.emptiness_in_words if is_none else self.sentences.content_in_words
            if things and (own := said_of(bag, "{value}")):
                place = self.sentences.value(owner) if owner is not None else ""
                own = own.replace("{owner}", place)
                return Holding(own, IN_OWN_WORDS, things, is_none=is_none, place=place)
            verb = "told-hold" if self.sentences.part(bag).gender == "p" else "told-holds"
            return Holding(self.sentences.value(bag), verb, said, of=of, amount=amount, is_none=is_none)
        if things and "{owner}" in (own := self.sentences.content_in_words(bag, "{value}")):
            return Holding(own.replace("{owner}", self.sentences.value(owner)), IN_OWN_WORDS, things, is_none=is_none)
        return Holding(self.sentences.value(owner), "told-has", said, bag, of, amount, is_none)

    def _thing(self, e: m.Expr, is_there: bool = True) -> str:
        """Returns the words for something that somebody has, or has not."""
        return self.sentences.tell_state("told-one", piece=self.sentences.part(e)) if is_there else self._without(e)

    def _without(self, e: m.Expr) -> str:
        return self.sentences.tell_state("told-no", thing=self.sentences.part(e))

    def _absent(self, e: m.Expr) -> str:
        return self.sentences.tell_state("told-absent", thing=self.sentences.part(e))

    def _is_said_whole(self, e: m.Expr) -> bool:
        """Tells if a sentence says better how much or what something is than a list of names and values: of a number of
        things, and of what an author words."""
        if e.op == "count":
            return True
        return e.op == "amount" and e.args[1].op != "const" or self.sentences.has_phrase(e)

    def _pieces(self, piece: m.Expr, amount: int) -> str:
        """Returns a number of pieces; of those whose names are mere signs, such as dice, the sign and how often, and of
        those whose names are numbers, what has the number."""
        sign = self.sentences.entry_of(piece)
        if any(each.isalpha() for each in sign) or piece.op != "const":
            return self.sentences.pieces(piece, amount) if amount else self._without(piece)
        if amount and any(each.isdecimal() for each in sign):
            return f"{self.sentences.number_of(piece.type.name, amount)} ({sign})"
        if not amount:
            return self._without(piece)
        return sign if amount == 1 else f"{sign} ×{amount}"

    def _contents(self, bag: m.Expr, value: Any) -> str:
        """Returns what lies in a bag; in a pile from the top."""
        lying = getattr(value, "pieces", None) or [piece for piece, many in enumerate(value) for _ in range(many)]
        runs = [(m.constant(piece, row(bag.type.name), bag.span), len(list(same))) for piece, same in groupby(lying)]
        return self.game.texts.both([self._pieces(*each) for each in runs]) if runs else ""

    def _standing_of(self, e: m.Expr) -> tuple[str, str] | None:
        """The player and the name of a total or a score; none if it is neither."""
        if e.op != "as" or e.args[1].op != "column" or e.args[1].args[0].name != self.rules.players:
            return None
        line = line_of(e)
        name = self.words.name(f"scoring.{line}", line) if line else self.game.phrase("total")
        return self.sentences.value(e.args[0]), name

    def _warning_of(self, e: m.Expr) -> str | None:
        """Returns the words for a notice to a player, as it is shown now; none for anything else."""
        name = e.args[1].args[0].name if e.op == "as" and e.args[1].op == "call" else ""
        if name not in {each.name for each in self.rules.notices}:
            return None
        player = self.sentences.value(e.args[0])
        if not self._now(e):
            return self.game.phrase("{name} is not warned yet", name=player)
        held = notices_for(self.state, self._now(e.args[0]), ALL, self.game.lang, is_of_part=True)
        shown = {each.name: each.text for each in held}
        if name not in shown:
            return self.game.phrase("{name} is warned", name=player)
        return self.game.phrase("{name} sees the warning “{text}”", name=player, text=shown[name])

    def _is_bookkeeping(self, e: m.Expr) -> bool:
        return any(not each.told for each in fields_of(e))

    def _now(self, e: m.Expr) -> Any:
        return self.read.value(e, whole(self.state), self.state._s)

    def _value_text(self, e: m.Expr) -> str:
        value = self._now(e)
        if e.type.is_bag:
            return self._contents(e, value)
        if value == NONE and e.type.facts.is_thing:
            return self.game.phrase("none")
        if e.type.is_number and not e.type.unit:
            return with_minus(value)
        return self.words.show_value(value, e.type, self.state.names)
