"""Narrows loops over the places of a small board to those for which the condition can hold at all.

A condition such as `goes(s, t)` depends on what lies on the board, and on where `s` and `t` are. What it comes to is worked out
beforehand for each pair of places with three values: it holds, it fails, or the position decides. A table of words has the places for
which it does not fail, by the other place, and by what lies there if that is asked. The loop then goes through these alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .bitmap_queries import BitmapQueries
from .form import (
    Array,
    Bits,
    Call,
    Check,
    Choose,
    Const,
    Each,
    Expr,
    Fold,
    Function,
    If,
    Load,
    Op,
    Return,
    Span,
    Var,
    With,
    op,
)
from .form_expressions import KNOWN
from .memory import Memory
from .ranges import is_long
from .rewriting import free_variables, map_parts, within_all

PLACES = 64
"""Places of a board whose sets are one word."""
MOST_VALUES = 12
"""Values of what lies on the other place, by which the places are told apart."""
MOST_QUESTIONS = 120_000
"""Conditions that are worked out for one module: each takes some microseconds."""
MANY_PARTS = 60
"""Parts of a condition from which on it is dear to ask."""
MOST_TURNS = 16
"""Turns of a loop within a condition that are worked out."""
KEY = ""
"""Under this name stand the field of which the value is known for a place, that place, and the value."""
Names = dict[str, Any]
Meaning = Callable[[Names], int | None]
"""What an expression comes to where some of its variables are known; None where that depends on the position."""


class PossibleRows:
    """Narrows the loops of functions. `functions` are all of a module, by name, `questions` keep the sets of its fields."""

    def __init__(self, functions: Mapping[str, Function], memory: Memory, questions: BitmapQueries) -> None:
        self.functions, self.memory, self.questions = functions, memory, questions
        self.left = MOST_QUESTIONS
        self._meanings: dict[int, tuple[Expr, Meaning]] = {}
        self._bodies: dict[str, Meaning] = {}

    def narrow(self, part: Any) -> Any:
        """Returns a part of the form with its loops narrowed."""
        part = map_parts(part, self.narrow)
        match part:
            case Each(var=var, domain=Bits(word=word), body=(If(condition=test, otherwise=()),)):
                less = self._fewer(var, word, test)
                return part if less is None else Each(var, Bits(less), part.body)
            case Fold(kind="some", var=var, domain=Bits(word=word), test=test) if test is not None:
                less = self._fewer(var, word, test)
                return part if less is None else Fold("some", var, Bits(less), test)
        return part

    def _fewer(self, var: Var, word: Expr, test: Expr) -> Expr | None:
        """Returns the word of the places for which a test can hold; None where that tells nothing."""
        if not self._is_dear(test) or not is_long(word) or var.range.low < 0 or var.range.high >= PLACES:
            return None
        others = [
            each for each in free_variables(test) - {var} if each.range.low >= -1 and 8 <= each.range.high < PLACES
        ]
        if len(others) != 1:
            return None
        (other,) = others
        key, own = self._key(test, other), self._key(test, var)
        if key is None and own in self.questions.kept:
            return self._by_own_value(var, word, test, other, own)
        words = self._words(test, var, other, other, key)
        if words is None or sum(each.bit_count() for each in words) * 2 > len(words) * (var.range.high + 1):
            return None
        at = op("-", other, other.range.low)
        if key is not None:
            many, value = key.range.high - key.range.low + 1, op("-", Load(key, other), key.range.low)
            at = op("+", op("*", at, many), value)
        return op("&", word, Load(self.memory.table(words, size=PLACES), at))

    def _is_dear(self, test: Expr) -> bool:
        """Tells if asking a test takes longer than looking up where it can hold."""
        parts = list(within_all(test))
        called = (each.function for each in parts if isinstance(each, Call))
        return len(parts) >= MANY_PARTS or any(self._body(each) is not None for each in called)

    def _by_own_value(self, var: Var, word: Expr, test: Expr, other: Var, own: Array) -> Expr | None:
        """Returns the places in question by what lies there: those of each value with the places that it can have."""
        words = self._words(test, var, other, var, own)
        kept = self.questions.kept[own]
        many = own.range.high - own.range.low + 1
        if words is None or kept.words > 1:
            return None
        found: Expr | None = None
        for n in range(many):
            column = words[n::many]
            if any(column):
                table = self.memory.table(column, size=PLACES)
                some = op("&", kept.word(Const(own.range.low + n), 0), Load(table, op("-", other, other.range.low)))
                found = some if found is None else op("|", found, some)
        self.questions.asked.add(own)
        return Const(0) if found is None else op("&", word, found)

    def _words(self, test: Expr, var: Var, other: Var, of: Var, key: Array | None) -> list[int] | None:
        """Returns for each other place, and for each value of a field, the places for which a test can hold; None where
        that are too many questions. The field is that of the other place, or of each place itself."""
        values = [None] if key is None else list(range(key.range.low, key.range.high + 1))
        places = range(other.range.low, other.range.high + 1)
        asked = len(values) * len(places) * (var.range.high + 1)
        if asked > self.left:
            return None
        self.left -= asked
        return [self._possible(test, var, other, at, (of, key, value)) for at in places for value in values]

    def _key(self, test: Expr, other: Var) -> Array | None:
        """Returns the field that a test asks of a place, if it has few values: that with the most."""
        if other.range.low < 0:
            return None
        found = {each for each in self._asked_of(test, other) if each.range.high - each.range.low < MOST_VALUES}
        return max(found, key=lambda each: (each.range.high - each.range.low, -each.at), default=None)

    def _asked_of(self, part: Any, place: Expr) -> set[Array]:
        """Returns the fields that an expression, and what it calls, asks of a place."""
        found: set[Array] = set()
        for each in within_all(part):
            if isinstance(each, Load) and each.array.values is None and each.index == place:
                found.add(each.array)
            elif isinstance(each, Call) and (body := self._body(each.function)) is not None:
                for taken, given in zip(self.functions[each.function].parameters, each.args, strict=True):
                    if strip_checks(given) == place:
                        found |= self._asked_of(body, taken)
        return found

    def _possible(self, test: Expr, var: Var, other: Var, at: int, known: tuple[Var, Array | None, int | None]) -> int:
        """Returns the places for which a test does not fail whatever the position, as bits."""
        meaning, (of, field, value) = self.meaning(test), known
        return sum(
            1 << place
            for place in range(var.range.high + 1)
            if meaning({other.name: at, var.name: place, KEY: (field, at if of is other else place, value)}) != 0
        )

    def _body(self, name: str) -> Expr | None:
        """Returns the value of a function that does nothing but give it."""
        function = self.functions.get(name)
        match function.body if function is not None else ():
            case (Return(value=value),):
                return value
        return None

    # ---- what an expression comes to ---------------------------------------------------------------------------------

    def meaning(self, e: Expr) -> Meaning:
        """Returns what works an expression out."""
        if id(e) not in self._meanings:
            self._meanings[id(e)] = e, self._find_meaning(e)
        return self._meanings[id(e)][1]

    def _find_meaning(self, e: Expr) -> Meaning:
        match e:
            case Const(value=number):
                return lambda names: number
            case Var(name=name):
                return lambda names: names.get(name)
            case Check(value=value, range=range_):
                inner, low, high = self.meaning(value), range_.low, range_.high
                return lambda names: found if (found := inner(names)) is not None and low <= found <= high else None
            case Choose():
                return self._choose(e)
            case With(var=var, value=value, inner=inner_):
                given = self.meaning(value)
                then = self.meaning(inner_)
                name = var.name
                return lambda names: then({**names, name: given(names)})
            case Load():
                return self._load(e)
            case Op():
                return self._op(e)
            case Call(function=name, args=args) if self._body(name) is not None:
                return self._call(name, args)
            case Fold(kind="every" | "some", domain=Span()):
                return self._fold(e)
        return lambda names: None

    def _choose(self, e: Choose) -> Meaning:
        test, then, otherwise = map(self.meaning, (e.condition, e.then, e.otherwise))

        def choose(names: Names) -> int | None:
            holds = test(names)
            if holds is not None:
                return then(names) if holds else otherwise(names)
            one = then(names)
            return one if one is not None and one == otherwise(names) else None

        return choose

    def _load(self, e: Load) -> Meaning:
        array, index = e.array, self.meaning(e.index)
        first, entries = array.origin, array.values
        if entries is None:

            def read_known(names: Names) -> int | None:
                field, at, value = names[KEY]
                found: int | None = value if field is array and index(names) == at else None
                return found

            return read_known

        def read_printed(names: Names) -> int | None:
            at = index(names)
            return entries[at - first] if at is not None and 0 <= at - first < len(entries) else None

        return read_printed

    def _op(self, e: Op) -> Meaning:
        if e.name == "not":
            inner = self.meaning(e.args[0])
            return lambda names: None if (found := inner(names)) is None else int(not found)
        if e.name in ("and", "or", "&"):
            return self._join(e)
        if e.name not in KNOWN:
            return lambda names: None
        (a, b), reckon = map(self.meaning, e.args), KNOWN[e.name]
        is_product = e.name == "*"

        def reckon_known(names: Names) -> int | None:
            one, other = a(names), b(names)
            if one is None or other is None:
                return 0 if is_product and 0 in (one, other) else None
            return reckon(one, other)

        return reckon_known

    def _join(self, e: Op) -> Meaning:
        """Returns what works out a row of conditions; where the first does something, what comes behind it tells nothing."""
        (a, b), decides = map(self.meaning, e.args), int(e.name == "or")
        is_plain = self._is_plain(e.args[0])
        is_truth = e.name != "&"

        def join(names: Names) -> int | None:
            one = a(names)
            if one is not None and (bool(one) == bool(decides) if is_truth else one == 0):
                return decides
            other = b(names) if one is not None or is_plain else None
            if other is not None and (bool(other) == bool(decides) if is_truth else other == 0):
                return decides
            if one is None or other is None:
                return None
            return 1 - decides if is_truth else one & other

        return join

    def _is_plain(self, part: Expr) -> bool:
        """Tells if working an expression out changes nothing."""
        return not any(isinstance(each, Call) and self._body(each.function) is None for each in within_all(part))

    def _call(self, name: str, args: tuple[Expr, ...]) -> Meaning:
        given = [self.meaning(each) for each in args]
        taken = [each.name for each in self.functions[name].parameters]
        found: dict[Any, int | None] = {}

        def call(names: Names) -> int | None:
            values = tuple([each(names) for each in given])
            key = values, names[KEY][1:]
            if key not in found:
                found[key] = self._meaning_of(name)({KEY: names[KEY], **dict(zip(taken, values, strict=True))})
            return found[key]

        return call

    def _meaning_of(self, name: str) -> Meaning:
        """Returns what works out the value of a function."""
        if name not in self._bodies:
            body = self._body(name)
            assert body is not None
            self._bodies[name] = self.meaning(body)
        return self._bodies[name]

    def _fold(self, e: Fold) -> Meaning:
        """A loop over few numbers that are known."""
        assert isinstance(e.domain, Span)
        low, stop = self.meaning(e.domain.low), self.meaning(e.domain.stop)
        test = self.meaning(e.test) if e.test is not None else lambda names: 1
        value = self.meaning(e.value) if e.value is not None else lambda names: 1
        is_every, name = e.kind == "every", e.var.name

        def fold(names: Names) -> int | None:
            first, last = low(names), stop(names)
            if first is None or last is None or last - first > MOST_TURNS:
                return None
            known = True
            for n in range(first, last):
                asked = test({**names, name: n})
                holds = value({**names, name: n})
                if asked == 0:
                    continue
                if asked and holds is not None and bool(holds) != is_every:
                    return int(not is_every)
                known = known and asked is not None and holds is not None
            return int(is_every) if known else None

        return fold


def strip_checks(e: Expr) -> Expr:
    """Returns the value that a check is about."""
    return strip_checks(e.value) if isinstance(e, Check) else e
