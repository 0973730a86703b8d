"""Expressions in words: values as noun phrases, conditions as clauses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from ...rules.model.operators import COMPARISONS, FOLDS, LOOPS, OPERATORS, operators
from .counted_things import is_whose
from .known_values import KEPT, NOTHING, OWNED, bound_in_words, is_none, is_true, known_value, naming_of, terms_of
from .names import Names
from .parts import Noun, Part, Plain, Told
from .ways import WaySentences

CHECKED = operators(lambda each: each.made == "check")
"""The operators of checked rules."""
_OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}
_OWN = {
    *OWNED,
    *WaySentences.handlers,
    "const",
    "local",
    "me",
    "abs",
    "not",
    "and",
    "or",
    "call",
    "ranked",
    "possible",
    "after",
}
_SUMS = ("add", "sub")
"""What stands within brackets where it is multiplied, divided or taken away."""


class Expressions(WaySentences, over=CHECKED, left=CHECKED - _OWN - set(COMPARISONS) - set(LOOPS)):
    """Sentences about expressions, in a language. An operator without a method of its own is told by the message of its
    name, with what it takes as values."""

    def __init__(self, names: Names) -> None:
        self.names, self.rules, self.language = names, names.rules, names.language

    def tell(self, e: m.Expr, contrary: bool = False) -> Part:
        """A value, or a condition and its contrary."""
        handler = self.handlers.get(e.op)
        told: Part = handler(self, e, contrary) if handler is not None else self.tell_plainly(e, contrary)
        return told

    def say(self, message: str, values: Mapping[str, Any], contrary: bool = False, gender: str = "") -> Told:
        """A message, or its contrary."""
        if not contrary:
            return Told(self.language.say, message, values, gender)
        if self.language.has(f"{message}.not"):
            return Told(self.language.say, f"{message}.not", values)
        return Told(self.language.say, "negation", {"condition": Told(self.language.say, message, values)})

    def tell_plainly(self, e: m.Expr, contrary: bool) -> Part:
        """Returns the message of an operator's name, with what it takes as values."""
        takes = list(OPERATORS[e.op].takes)
        takes += takes[-1:] * (len(e.args) - len(takes)) if takes and takes[-1].rest else []
        if takes and takes[-1].rest:
            return self.join_list([self.value_of(each) for each in e.args])
        values = {each.name: self.value_of(arg) for each, arg in zip(takes, e.args, strict=True)}
        return self.say(f"op-{e.op.replace('_', '-')}", values, contrary)

    def value_of(self, arg: Any) -> Any:
        """An argument of an operator as a value of a message."""
        match arg:
            case None:
                return NOTHING
            case m.Expr(op="const", args=(1,), type=type_) if type_.is_truth:
                return NOTHING
            case m.Expr():
                return self.tell(arg)
            case m.Local():
                return self.names.bound_noun(arg)
            case m.Board():
                return self.names.board(arg.name)
            case m.Kind():
                return self.names.kind(arg.name)
            case m.Field():
                return self.names.field(arg)
        return Plain(str(arg))

    def join_list(self, parts: list[Part], message: str = "and") -> Part:
        """`a, b and c`"""
        *first, last = parts
        if not first:
            return last
        return self.say(message, {"left": self._with_commas(first), "right": last})

    def _with_commas(self, parts: list[Part]) -> Part:
        """`a, b, c`, by halves: a long list is nested as little as can be."""
        if len(parts) == 1:
            return parts[0]
        half = (len(parts) + 1) // 2
        return self.say("comma", {"first": self._with_commas(parts[:half]), "next": self._with_commas(parts[half:])})

    # ---- leaves -----------------------------------------------------------------------------------------------------

    @handles("const")
    def _const(self, e: m.Expr, contrary: bool) -> Part:
        value, type_ = e.args[0], e.type
        if type_.is_truth:
            return self.say("holds" if bool(value) is not contrary else "never-holds", {})
        if is_none(e):
            return self.say("nothing", {})
        if type_.is_row and type_.name in self.rules.kinds:
            return self.names.row(self.rules.kinds[type_.name], value)
        return self.names.value(type_, self.names.words.show_value(value, type_, self.names.people))

    @handles("local")
    def _local(self, e: m.Expr, contrary: bool) -> Part:
        local = e.args[0]
        if not e.type.is_truth:
            return self.names.local(local)
        said = self.names.phrase(f"local {local.name}", local.name)
        if said[contrary]:
            return self.names.fill_phrase(said[contrary], {})
        self.names.missing[f"local {local.name} (phrase)"] = local.name
        return self.say("so", {"name": Plain(self.names.words.name(local.name, local.name))}, contrary)

    @handles("me")
    def _me(self, e: m.Expr, contrary: bool) -> Part:
        who = self.names.kind(self.rules.players)
        return self.say("me", {"noun": who}, gender=who.gender)

    # ---- what is kept and printed -----------------------------------------------------------------------------------

    @handles(*OWNED)
    def of(self, e: m.Expr, contrary: bool = False) -> Part:
        """Something kept or printed, of its owner; one that is `yes` or `no` as a clause."""
        if e.op == "field" and e.args[0].loop:
            loop = e.args[0].loop
            text = self.names.words.clause(loop).rstrip(".") or loop.key.replace("_", " ")
            return self.say("begun", {"loop": Plain(text)})
        owner, key, name = self.owner_and_name(e)
        who = self.owner(owner)
        if e.type.is_truth:
            said = self.names.phrase(key, name)
            if said[contrary]:
                return self.names.fill_phrase(said[contrary], {"owner": who})
            if said[0]:
                return self.say("negation", {"condition": self.names.fill_phrase(said[0], {"owner": who})})
            self.names.missing[f"{key} (phrase)"] = name
            return self.say("kept-holds", {"name": self.noun_of(e), "owner": who if owner else NOTHING}, contrary)
        thing = self.noun_of(e)
        if owner is None or owner.op == "me":
            return thing
        return self.say("of", {"thing": thing, "owner": who}, gender=thing.gender)

    def owner(self, owner: m.Expr | None) -> Part:
        """Returns the noun for the owner of something."""
        if owner is None:
            return Plain("")
        return self.names.kind(self.rules.players) if owner.op == "me" else self.tell(owner)

    def noun_of(self, e: m.Expr) -> Noun:
        """Returns the noun for a field or a printed value, without its owner."""
        if e.op == "column":
            return self.names.column(e.args[0].name, e.args[1])
        return self.names.field(e.args[0] if e.op == "field" else e.args[1])

    def owner_and_name(self, e: m.Expr) -> tuple[m.Expr | None, str, str]:
        """Of something kept or printed whose it is, its key and its name."""
        if e.op == "column":
            return e.args[2], f"{e.args[0].name}.{e.args[1]}", e.args[1]
        kept = e.args[0] if e.op == "field" else e.args[1]
        return e.args[-1], f"{kept.owner}.{kept.name}", kept.name

    # ---- conditions -------------------------------------------------------------------------------------------------

    @handles("not")
    def _not(self, e: m.Expr, contrary: bool) -> Part:
        return self.tell(e.args[0], not contrary)

    @handles("and", "or")
    def _both(self, e: m.Expr, contrary: bool) -> Part:
        is_and = (e.op == "and") is not contrary
        parts = [self._within(each, contrary) if is_and else self.tell(each, contrary) for each in terms_of(e, e.op)]
        return self.join_list(parts, "and" if is_and else "or")

    def _within(self, e: m.Expr, contrary: bool) -> Part:
        """One of several conditions that hold together."""
        inner = e.args[0] if e.op == "not" else e
        is_or = inner.op == ("and" if contrary is not (e.op == "not") else "or")
        told = self.tell(e, contrary)
        return self.say("either", {"condition": told}) if is_or else told

    @handles(*COMPARISONS)
    def _comparison(self, e: m.Expr, contrary: bool) -> Part:
        left, right = e.args
        op = _OPPOSITE[e.op] if contrary else e.op
        if left.type.is_truth:
            return self._same(left, right, op == "eq")
        if right.op == "const" and right.type.is_none:
            return self._none(left, op == "eq")
        if op in ("eq", "ne") and left.op in OWNED:
            owner, key, name = self.owner_and_name(left)
            said = self.names.phrase(key, name)[op == "ne"]
            if said:
                return self.names.fill_phrase(said, {"owner": self.owner(owner), "value": self.tell(right)})
        if counted := self.number_of_things(left, right, op):
            return counted
        op, right = bound_in_words(op, right)
        return self.say(f"op-{op}", {"left": self.tell(left), "right": self.tell(right)})

    def _none(self, e: m.Expr, is_none: bool) -> Part:
        """Returns the clause that something is nothing."""
        if e.op == "tile":
            return self.say("op-laid", {"place": self.tell(e.args[1])}, is_none)
        is_of_nobody = e.type.is_row and e.type.name == self.rules.players
        if e.op in OWNED and is_none and not is_of_nobody and e.type.facts.is_thing and (said := self._nowhere(e)):
            return said
        if e.op in OWNED and (owner := self.owner_and_name(e)[0]) is not None:
            values = {"owner": self.owner(owner), "thing": self.noun_of(e)}
            return self.say("has-none" if is_none else "has-some", values)
        left = self.tell(e)
        is_named = e.op == "local" and not isinstance(left, Noun)
        none, some = ("op-named-none", "op-named-some") if is_named else ("op-is-none", "op-is-some")
        return self.say(none if is_none else some, {"left": left})

    def _nowhere(self, e: m.Expr) -> Part | None:
        """Returns the clause that something kept is nothing, in the author's words for a value: `Ann stands on no tile`."""
        owner, key, name = self.owner_and_name(e)
        is_negated = self.language.has("no-such-thing.not")
        said = self.names.phrase(key, name)[is_negated]
        nothing = self.say("no-such-thing", {"noun": self.names.thing(e.type)}, is_negated)
        return self.names.fill_phrase(said, {"owner": self.owner(owner), "value": nothing}) if said else None

    def _same(self, left: m.Expr, right: m.Expr, is_same: bool) -> Part:
        if right.op == "const":
            return self.tell(left, is_same is not bool(right.args[0]))
        return self.say("op-same" if is_same else "op-differ", {"left": self.tell(left), "right": self.tell(right)})

    # ---- what has a name --------------------------------------------------------------------------------------------

    @handles("call")
    def _call(self, e: m.Expr, contrary: bool) -> Part:
        define, values = e.args
        if (known := known_value(e)) is not e and e.type.is_number:
            return self.tell(known)
        return self.phrase_of(f"define {define.name}", define, values, naming_of(e), contrary)

    @handles("ranked")
    def _ranking(self, e: m.Expr, contrary: bool) -> Part:
        ranking, values = e.args
        return self.phrase_of(f"ranking {ranking.name}", ranking, values, "named", False)

    @handles("possible")
    def _possible(self, e: m.Expr, contrary: bool) -> Part:
        return self.say("op-possible", {"deed": self._name_deed(*e.args), "form": e.args[0].form}, contrary)

    @handles("after")
    def _after(self, e: m.Expr, contrary: bool) -> Part:
        deed, values, value = e.args
        message = "op-after-clause" if e.type.is_truth else "op-after"
        return self.say(
            message, {"deed": self._name_deed(deed, values), "value": self.tell(value, contrary), "form": deed.form}
        )

    def _name_deed(self, deed: m.Deed, values: tuple[m.Expr, ...]) -> Part:
        """Returns the name of a deed in thought, with its values."""
        if deed.form == "menu":
            return self.names.menu(deed.name)
        if deed.form == "to":
            return self.phrase_of(deed.label, self.rules.processes[deed.name], values, "named-process", False)
        given = self.join_list(list(map(self.tell, values))) if values else NOTHING
        name = Plain(self.names.words.name(deed.name, deed.name))
        return self.say("named-process", {"name": name, "of": given})

    def phrase_of(self, key: str, what: Any, values: tuple[m.Expr, ...], message: str, contrary: bool) -> Part:
        """Returns the phrase of a definition with its values; else its name."""
        given = {each.name: self.tell(value) for each, value in zip(what.parameters, values, strict=False)}
        return self._fill_phrase_of(key, what, given, message, contrary)

    def _fill_phrase_of(self, key: str, what: Any, given: Mapping[str, Part], message: str, contrary: bool) -> Part:
        called = what.name.rpartition(".")[2] if isinstance(what, m.Define) else what.name
        said = self.names.phrase(key, called, getattr(what, "text", ""))
        if said[contrary]:
            return self.names.fill_phrase(said[contrary], given, message != "named")
        if said[0]:
            return self.say("negation", {"condition": self.names.fill_phrase(said[0], given)})
        self.names.missing[f"{key} (phrase)"] = called
        of = self.join_list(list(given.values())) if given else NOTHING
        return self.say(message, {"name": Plain(self.names.words.name(key, called)), "of": of}, contrary)

    def define(self, define: m.Define, contrary: bool = False, values: tuple[m.Expr, ...] = ()) -> Part:
        """Returns the phrase of a word of the rules, or of its contrary, of these values or else of anything."""
        if values:
            return self.phrase_of(f"define {define.name}", define, values, naming_of(define.body), contrary)
        given = {each.name: self.tell(each.at(define.body.span)) for each in define.parameters}
        if not any(each in self.names.letters for each in define.parameters):
            given |= self.names.any_things(tuple(each for each in define.parameters if not each.type.is_truth))
        return self._fill_phrase_of(f"define {define.name}", define, given, naming_of(define.body), contrary)

    # ---- what is gone through ---------------------------------------------------------------------------------------

    @handles(*FOLDS)
    def _fold(self, e: m.Expr, contrary: bool) -> Part:
        local, through, where, what = e.args
        values = {**self._gone_through(local, through, where, e.op == "count"), "what": self.value_of(what)}
        if what is None and (where is None or is_whose(values["where"], self.names.letters.get(local, ""))):
            values["thing"] = self.names.thing(local.type)
        return self.say(f"op-{e.op}", values, contrary)

    @handles("those")
    def _those(self, e: m.Expr, contrary: bool) -> Part:
        return self.say("op-those", self._gone_through(e.args[0], e.args[1], e.args[2], True))

    def _noun_of_bound(self, local: m.Local, is_many: bool) -> Noun:
        noun = self.names.bound_noun(local)
        return replace(noun, gender="p") if is_many else noun

    def relative(self, where: m.Expr, local: m.Local, *, is_many: bool = False) -> Part:
        """A condition on something, or on several things, as a clause: `whose owner is White`, where it begins with what
        each keeps."""
        if where.op == "and":
            parts = (self._within(each, False) if each.op == "or" else each for each in terms_of(where, "and"))
            told = [each if isinstance(each, Part) else self.relative(each, local, is_many=is_many) for each in parts]
            return self.join_list(told)
        left = where.args[0] if where.op in COMPARISONS else None
        if left is not None and left.op == "as" and left.args[0].op == "local" and left.args[0].args[0] == local:
            return self._whose(where, local, is_many, self.tell(left.args[1]))
        is_kept = left is not None and left.op in OWNED and not left.type.is_truth
        owner, key, name = self.owner_and_name(left) if is_kept and left is not None else (None, "", "")
        is_whose = owner is not None and owner.op == "local" and owner.args[0] == local
        if not is_whose or left is None or is_none(where.args[1]) or any(self.names.phrase(key, name)):
            return self.tell(where)
        return self._whose(where, local, is_many, self.noun_of(left))

    def _whose(self, where: m.Expr, local: m.Local, is_many: bool, noun: Part) -> Part:
        """Returns a comparison as a clause about something that belongs to a thing: `whose owner is White`."""
        op, right = bound_in_words(where.op, where.args[1])
        thing = self._noun_of_bound(local, is_many)
        return self.say(f"whose-{op}", {"thing": thing, "noun": noun, "right": self.tell(right)})

    def noun_of_each(self, e: m.Expr) -> Noun | None:
        is_kept = e.op in KEPT and e.type.is_number
        return self.names.counted_in_catalogue(e.args[0 if e.op == "field" else 1]) if is_kept else None

    def kept_by(self, e: m.Expr) -> Part | None:
        owner = self.owner_and_name(e)[0]
        return self.owner(owner) if owner is not None else None

    def noun_of_contents(self, bag: m.Expr) -> Noun:
        content = bag.type.content
        return self.names.thing(content) if content is not None else self.names.common_noun("thing")

    def things_gone_through(self, e: m.Expr) -> Mapping[str, Any]:
        local, through, where, _ = e.args
        values = self._gone_through(local, through, where, True)
        is_plain = where is None or is_whose(values["where"], self.names.letters.get(local, ""))
        return {**values, "thing": self.names.thing(local.type)} if is_plain else values

    def _gone_through(
        self, local: m.Local, through: m.Expr, where: m.Expr | None, is_many: bool = False
    ) -> dict[str, Any]:
        return {
            "thing": self.names.bound_noun(local),
            "through": NOTHING if through.op == "rows" else self.tell(through),
            "where": self.value_of(where)
            if where is None or is_true(where)
            else self.relative(where, local, is_many=is_many),
            "it": NOTHING if through.op in ("reach", "own_places") else self.names.local(local),
        }

    @handles("add", "sub", "mul", "div", "remainder")
    def _arithmetic(self, e: m.Expr, contrary: bool) -> Part:
        left, right = e.args
        if e.op in _SUMS and right.op == "const" and right.args[0] == 0:
            return self.tell(left)
        sums = ("div",) if e.op in _SUMS else (*_SUMS, "div")
        values = {
            "left": self._operand(left, sums),
            "right": self._operand(right, () if e.op == "add" else (*_SUMS, "div")),
        }
        return self.say(f"op-{e.op}", values)

    def _operand(self, e: m.Expr, sums: tuple[str, ...]) -> Part:
        """A number that something is reckoned from: within brackets if it would be read otherwise."""
        inner = e.args[0] if e.op == "within" else e
        told = self.tell(e)
        return self.say("grouped", {"number": told}) if inner.op in ("if", *sums) else told

    @handles("abs")
    def _abs(self, e: m.Expr, contrary: bool) -> Part:
        inner = e.args[0]
        if inner.op == "sub":
            left, right = inner.args
            return self.say("difference", {"left": self.tell(left), "right": self.tell(right)})
        return self.tell_plainly(e, contrary)
