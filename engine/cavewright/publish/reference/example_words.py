"""Words for lines of examples that no player does: what holds then, and what is set by hand."""

from __future__ import annotations

import re
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
from .game_reference import GameReference

Said = tuple[str, str]
"""Whoever or whatever has something, "" for nobody, and what is said of it."""
_OWNED = re.compile(r"\b(\d)\.([a-z]\w*)")
"""A place on the board of a player."""
KEPT = ("field", "record", "edge")
"""Operators for something that is kept."""


class ExampleWords:
    """Tells what a `then` or a `given` line of an example says of a position, as a list that begins with whose it is.

    What only the rules keep for themselves is left out, since nobody at a table sees it.
    """

    def __init__(self, game: GameReference, state: State) -> None:
        rules = state.game.rules_model
        self.game, self.state, self.rules = game, state, rules
        self.words = state.game.wording(game.lang)
        self.read = ExampleExpressions(state.game, state.names)
        self.read.state = state
        self.listed: tuple[m.Expr, ...] = ()
        """The bags of which a line says how much is in them, and what."""
        self.sentences = Sentences(self.words, self.words.people(state.names))

    @classmethod
    def of_step(cls, game: GameReference, step: ExampleStep) -> str:
        """The words for a line; "" for one that says nothing to a reader."""
        made = cls(game, step.after)
        if isinstance(step.node, t.Then):
            return made.then(step.node)
        return made.setting(step.node) if isinstance(step.node, t.Given) else ""

    def then(self, node: t.Then) -> str:
        """Whatever holds at this point."""
        parts = m.conjuncts(self.read.condition(node.condition))
        bags = [bag for each in parts if (bag := _bag_of(each)) is not None]
        self.listed = tuple(each for each in bags if bags.count(each) > 1)
        winners = [each for each in parts if each.type.is_truth and each.op != "not" and self._standing_of(each)]
        told = [self._part(each) for each in parts if len(winners) < 2 or each not in winners]
        shared = [("", self._shared_win(winners))] if len(winners) > 1 else []
        return self._name_owners(_in_groups([*told, *shared]))

    def setting(self, node: t.Given) -> str:
        """Whatever is set from here on."""
        target = self.read.expr(node.target)
        if target.op == "open" or self._is_bookkeeping(target):
            return ""
        if not target.type.is_truth and self.sentences.has_phrase(target) and (now := self._now(target)) != NONE:
            return self._name_owners(self._clause(m.holds("eq", target, m.constant(now, target.type, target.span))))
        is_value = not target.type.is_truth
        said = self._value(target) if is_value else ("", self._clause(target, not self._now(target)))
        return self._name_owners(_in_groups([said]))

    def _name_owners(self, said: str) -> str:
        """Returns words with the places of boards that each player has named by their owners: `0.a2` as `a2 (Anna)`."""
        if not any(each.private for each in self.rules.boards.values()):
            return said
        people = dict(enumerate(self.words.people(self.state.names)))
        return _OWNED.sub(lambda found: f"{found[2]} ({people.get(int(found[1]), found[1])})", said)

    def _shared_win(self, winners: list[m.Expr]) -> str:
        """Returns the words for several who win at once: of two players that is a draw."""
        if len(winners) == len(self.state.names) == 2:
            return self.game.phrase("it is a draw")
        names = [self.sentences.value(each.args[0]) for each in winners]
        return self.game.phrase("{names} win together", names=self.game.texts.both(names))

    # ---- parts of a condition ----------------------------------------------------------------------------------------

    def _part(self, e: m.Expr) -> Said:
        if self._is_bookkeeping(e):
            return "", ""
        if e.op == "eq" and _is_none(e.args[1]):
            return "", self._clause(e) if not _is_of_game(e.args[0]) else self.sentences.no_such(e.args[0])
        if e.op == "eq" and not e.args[0].type.is_truth and e.args[0].op != "const":
            return ("", self._clause(e)) if self._is_said_whole(e.args[0]) else self._value(e.args[0])
        inner = e.args[0] if e.op == "not" else e
        is_sign = inner.op == "has" and not self.sentences.entry_of(inner.args[1])[:1].isalpha()
        if inner is not e and (is_sign or inner.op == "in_set"):
            return "", self._clause(e)
        if inner.op == "has" and inner.args[0].op in KEPT and inner.args[1].op == "const":
            owner, bag = self._owner_and_name(inner.args[0])
            piece = self.sentences.entry_of(inner.args[1])
            return owner, f"{bag}: {self.sentences.no_such(inner.args[1]) if inner is not e else piece}"
        if inner.op == "in_set" and inner.args[1].op in KEPT and inner.args[0].op == "const":
            owner, name = self._owner_and_name(inner.args[1])
            return owner, f"{name}: {self.sentences.entry_of(inner.args[0])}"
        return "", self._clause(e)

    def _clause(self, e: m.Expr, is_contrary: bool = False) -> str:
        inner = e.args[0] if e.op == "not" else e
        if (warned := self._warning_of(inner)) is not None:
            return warned
        if (standing := self._standing_of(inner)) is None:
            return self.sentences.condition(e, is_contrary)
        if is_contrary is (e.op == "not"):
            return self.game.phrase("{name} wins", name=standing[0])
        return self.game.phrase("{name} does not win", name=standing[0])

    def _value(self, e: m.Expr) -> Said:
        """A value under its name, and whoever or whatever has it."""
        said = self._value_text(e)
        if (standing := self._standing_of(e)) is not None:
            return standing[0], f"{standing[1]}: {said}"
        if e.op == "as" and e.args[1].op in ("ranked", "call"):
            return self.sentences.value(e.args[0]), f"{self.sentences.entry_of(e.args[1])}: {said}"
        if e.op == "amount" and e.args[0].op in KEPT:
            owner, bag = self._owner_and_name(e.args[0])
            return owner, f"{bag}: {self._pieces(e.args[1], self._now(e))}"
        owner, name = self._owner_and_name(e)
        return owner, f"{name.rstrip(':,')}: {said}"

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
            return self.sentences.pieces(piece, amount)
        if amount and any(each.isdecimal() for each in sign):
            return f"{self.sentences.number_of(piece.type.name, amount)} ({sign})"
        if not amount:
            return self.sentences.no_such(piece)
        return sign if amount == 1 else f"{sign} ×{amount}"

    def _contents(self, bag: m.Expr, value: Any) -> str:
        """Returns what lies in a bag; in a pile from the top."""
        lying = getattr(value, "pieces", None) or [piece for piece, many in enumerate(value) for _ in range(many)]
        runs = [(m.constant(piece, row(bag.type.name), bag.span), len(list(same))) for piece, same in groupby(lying)]
        return ", ".join(self._pieces(*each) for each in runs) or self.game.phrase("nothing")

    def _owner_and_name(self, e: m.Expr) -> Said:
        """Returns the owner of something and its name; "" for what belongs to nobody."""
        if e.op in ("size", "count_bits") and e.args[0].op in KEPT:
            owner, bag = self._owner_and_name(e.args[0])
            return owner, f"{bag}:"
        if e.op == "room" and e.args[0].op in KEPT:
            owner, bag = self._owner_and_name(e.args[0])
            return owner, self.game.phrase("room left ({bag})", bag=bag)
        if e.op in KEPT:
            field, of = e.args[0 if e.op == "field" else 1], e.args[-1]
            return self.sentences.entry_of(of) if of is not None else "", self._name_of(field)
        return "", self.sentences.entry_of(e)

    def _name_of(self, field: m.Field) -> str:
        """Returns the name of something that is kept: of a number that which the pages of the game show beside it, if a
        catalogue has one, and not the noun of a sentence, which counts."""
        name = self.words.field(field)
        is_named = field.type.is_number and name != field.name.replace("_", " ")
        return name if is_named else self.sentences.entry(field)

    def _standing_of(self, e: m.Expr) -> tuple[str, str] | None:
        """The player and the name of a total or a score; none if it is neither."""
        if e.op != "as" or e.args[1].op != "column" or e.args[1].args[0].name != self.rules.players:
            return None
        said = " ".join(e.span.text.split())
        line = said.rpartition(",")[2].strip(" )") if said.startswith("score") else ""
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
        shown = {each.name: each.text for each in notices_for(self.state, self._now(e.args[0]), ALL, self.game.lang)}
        warning = self.game.phrase("“{text}”", text=shown[name]) if name in shown else ""
        return f"{self.game.phrase('{name} is warned', name=player)}{f': {warning}' if warning else ''}"

    def _is_bookkeeping(self, e: m.Expr) -> bool:
        return any(not each.told for each in _fields(e))

    def _now(self, e: m.Expr) -> Any:
        return self.read.value(e, whole(self.state), self.state._s)

    def _value_text(self, e: m.Expr) -> str:
        value = self._now(e)
        if e.type.is_bag:
            return self._contents(e, value)
        if value == NONE and e.type.facts.is_thing:
            return self.game.phrase("none")
        content = e.args[0].type.content if e.op in ("size", "count_bits") and e.args[0].op in KEPT else None
        if value and content is not None:
            number = self.sentences.number_of(content.name, value) if content.name in self.rules.kinds else str(value)
            return self.game.phrase("{number} in all", number=number) if e.args[0] in self.listed else number
        if e.type.is_number and not e.type.unit:
            return (
                str(value).replace("-", "−")
                if value or e.op not in ("size", "count_bits")
                else self.game.phrase("nothing")
            )
        return self.words.show_value(value, e.type, self.state.names)


def _in_groups(parts: Iterable[Said]) -> str:
    """Joins what is said, under each owner once where it comes one after another: `Anna – points: 3, tanks: 1; n2 – depth:
    25 m`."""
    groups = groupby((each for each in dict.fromkeys(parts) if each[1]), key=lambda each: each[0])
    return "; ".join(
        (f"{owner} – " if owner else "") + ", ".join(_by_name(said for _, said in several)) for owner, several in groups
    )


def _by_name(said: Iterable[str]) -> Iterator[str]:
    """Yields what is said under the same name, one after another, under that name once: `purse: 1 ruby, no opal`."""
    last = ""
    for each in said:
        name, colon, value = each.partition(": ")
        yield value if colon and name == last else each
        last = name if colon else ""


def _bag_of(e: m.Expr) -> m.Expr | None:
    """Returns the bag or set of which a condition says what or how much is in it."""
    inner = e.args[0] if e.op in ("not", "eq") else e
    if not isinstance(inner, m.Expr) or inner.op not in ("size", "count_bits", "amount", "has", "in_set"):
        return None
    bag: m.Expr = inner.args[1] if inner.op == "in_set" else inner.args[0]
    return bag


def _is_none(e: m.Expr) -> bool:
    """Tells if an expression is nothing at all."""
    return e.op == "const" and (e.type.is_none or e.type.facts.is_thing and e.args[0] == NONE)


def _is_of_game(e: m.Expr) -> bool:
    """Tells if an expression is something that the game keeps itself."""
    return e.op == "field" and e.args[1] is None


def _fields(e: Any) -> Iterator[m.Field]:
    """Yields the fields that an expression names itself."""
    if isinstance(e, m.Field):
        yield e
    elif isinstance(e, m.Expr):
        yield from (each for arg in e.args for each in _fields(arg))
