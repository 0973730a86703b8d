"""Sentences of a ruleset: what stands at each of its constructs, in one language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...foundation.source import Span
from ...foundation.source.lazy_property import lazy_property
from ...play.positions.value_text import write_value
from ...play.positions.wording import Wording, split_phrase
from ...rules.model import ruleset as m
from ...rules.model.row_definitions import is_by_row, values_by_row
from .declarations import Declarations
from .expressions import Expressions
from .known_values import OWNED, Number
from .mentions import used_defines
from .names import Names, without_values
from .parts import Noun, Part, Plain
from .places import Places
from .sentence import Sentence, all_of
from .statements import Statements

Told = tuple[Sentence, ...]
SENTENCES = ("told-is",)
"""Messages about a position that are clauses, with the verb where a language has it in them."""


class Sentences:
    """The rules of a game as people read them, in the language of a wording.

    >>> from cavewright import load_game
    >>> told = Sentences(load_game("the-cave").wording("en"))
    >>> told.action("photograph")[1].inner[0].text
    'There is no photo token here.'
    """

    def __init__(self, words: Wording, people: tuple[str, ...] = ()) -> None:
        self.words = words.saying(self._value_in_text, True) if words.rules.spoken else words
        self.rules, self.lang = words.rules, words.lang
        self._names = Names(self.words, people)
        self._expressions = Expressions(self._names)
        self._statements = Statements(self._expressions)
        self._declarations = Declarations(self._statements)

    # ---- parts of sentences -----------------------------------------------------------------------------------------

    def value(self, e: m.Expr) -> str:
        """A value as a noun phrase; a condition as a clause, as it stands behind `if`."""
        return self._expressions.tell(e).form()

    def condition(self, e: m.Expr, contrary: bool = False) -> str:
        """A condition or its contrary as it stands by itself."""
        return self._expressions.say("it-holds", {"condition": self._expressions.tell(e, contrary)}).form().rstrip(",")

    def has_phrase(self, e: m.Expr) -> bool:
        """Tells if an author has worded that something kept or printed has a value."""
        if e.op not in OWNED:
            return False
        _, key, name = self._expressions.owner_and_name(e)
        return bool(self._names.phrase(key, name)[0])

    def pieces(self, piece: m.Expr, amount: int) -> str:
        """A number of pieces: `2 ropes`, `no rope`."""
        values = {"piece": (told := self._expressions.tell(piece)), "amount": Number(str(amount))}
        return self._expressions.say("pieces" if amount or not isinstance(told, Noun) else "no-piece", values).form()

    def number_of(self, kind: str, amount: int) -> str:
        """Returns a number of rows of a kind: `5 cards`."""
        return self._expressions.say("pieces", {"piece": self._names.kind(kind), "amount": Number(str(amount))}).form()

    def noun_of_kind(self, kind: str) -> Noun:
        """Returns the noun for a row of a kind."""
        return self._names.kind(kind)

    def entry_of(self, e: m.Expr) -> str:
        """A value as a word in a list, without its article where it has one."""
        told = self._expressions.tell(e)
        return self._expressions.say("entry", {"noun": told}).form() if isinstance(told, Noun) else told.form()

    def part(self, e: m.Expr) -> Part:
        """Returns a value as a part of a message."""
        return self._expressions.tell(e)

    def bag(self, bag: m.Expr) -> Part:
        """Returns the noun for something kept, whoever has it."""
        return self._expressions.noun_of(bag)

    def noun_of_each(self, field: m.Field) -> Noun | None:
        """Returns the noun for each of what a number of somebody counts, where a catalogue has it."""
        return self._names.noun_of_each(field)

    def noun_counted(self, kept: m.Expr) -> Noun | None:
        """Returns the noun that a catalogue has for each thing that keeps something: `the entrance`; none without one."""
        _, key, name = self._expressions.owner_and_name(kept)
        entry = self._names.own_words(key, "counted", name)
        return self._names.language.noun(entry) if entry else None

    def tell_state(self, message: str, **values: Any) -> str:
        """Returns a message about a position as it stands by itself."""
        told = self._expressions.say(message, {name: _as_part(each) for name, each in values.items()})
        return self._expressions.say("it-holds", {"condition": told}).form() if message in SENTENCES else told.form()

    def content_in_words(self, bag: m.Expr, things: str, end: str = "content") -> str:
        """Returns the words that an author has for things that somebody has in a bag, `{value} in hand`; "" without them."""
        _, key, name = self._expressions.owner_and_name(bag)
        return split_phrase(self._names.own_words(key, end, name))[0].replace("{value}", things)

    def emptiness_in_words(self, bag: m.Expr, nothing: str) -> str:
        """Returns an author's words for nothing in a bag, or those for things with `nothing` in them; "" without either."""
        _, key, name = self._expressions.owner_and_name(bag)
        things, own = split_phrase(self._names.own_words(key, "content", name))
        return own or things.replace("{value}", nothing)

    def state_in_words(self, kept: m.Expr, value: m.Expr | None, shown: Part | None = None) -> str:
        """Returns an author's sentence for what something kept is, as `shown` or as its value is told; "" without one."""
        owner, key, name = self._expressions.owner_and_name(kept)
        entry = self._names.own_words(key, "state", name)
        if value is not None and value.op == "const":
            written = write_value(value.args[0], value.type, self.rules)
            entry = self._names.own_words(f"{key} {written}", "state", name) or entry
        said = split_phrase(entry)[value is None] if entry else ""
        values = {"owner": self._expressions.owner(owner)}
        filled = {**values, "value": shown or self._bare_word(value)} if value is not None else values
        return self._names.fill_phrase(said, filled).form() if said else ""

    def _bare_word(self, value: m.Expr) -> Part:
        """Returns a value of which a sentence says the word alone."""
        told = self._expressions.tell(value)
        return Plain(told.form().strip("“”„«»")) if told.form()[:1] in "“„«" else told

    def price(self, cost: m.Cost) -> str:
        """Returns the price, in short: `2 points and 1 rope`; "" where that is nothing."""
        said = self._statements.price(cost)
        return said.form() if said is not None else ""

    def _value_in_text(self, e: m.Expr, forms: tuple[str, ...]) -> str:
        """A value that a text says of the moment, as a noun phrase; what it counts stands in brackets."""
        return f"{self.value(e)} ({forms[-1]})" if forms else self.value(e)

    # ---- what stands at a place of the rule files ------------------------------------------------------------------

    @lazy_property
    def _places(self) -> Places:
        return Places(self.rules)

    def line(self, span: Span) -> Told:
        """Returns the sentences of the line that begins there; nothing where it never does anything."""
        return self._statements.block(self._places.steps(span))

    def expression(self, span: Span) -> str:
        """Returns the words of the expression that stands there; "" if there is none."""
        found = self._places.expression(span)
        return self.value(found) if found is not None else ""

    def message(self, message: str, *spans: Span, **values: Any) -> str:
        """A message of the language with the expressions that stand at places: `$first`, `$second`; "" without them."""
        found = [self._places.expression(each) for each in spans]
        told = {name: self._expressions.tell(e) for name, e in zip(("first", "second"), found) if e is not None}
        return self._expressions.say(message, {**told, **values}).form() if len(told) == len(spans) else ""

    def demand(self, condition: m.Expr) -> str:
        """Returns the sentence about a condition: `Only if that square has no mark.`"""
        return self._statements.sentence("only-if", condition=self._expressions.tell(condition))

    def contrary_of_choice(self, condition: m.Expr, chosen: Mapping[m.Local, int]) -> str:
        """Returns the sentence that a condition does not hold of what was chosen; "" where the rules have no name for it."""
        inner = condition.args[0] if condition.op == "not" else condition
        if inner.op not in ("call", *OWNED):
            return ""
        for local, value in chosen.items():
            self._names.known[local] = self.part(m.constant(value, local.type, condition.span))
        said = self.condition(condition, True)
        self._names.known.clear()
        return self._statements.finish_sentence(Plain(said))

    def choice(self, span: Span) -> str:
        """Returns the words for a choice among the members of the domain that stands there."""
        bind = self._places.bind(span)
        return self._statements.choice(bind).form() if bind is not None else ""

    def flow(self, texts: Sequence[str]) -> str:
        """Texts one after another."""
        text = texts[0] if texts else ""
        for each in texts[1:]:
            text = self._expressions.say("running", {"first": text, "next": each}).form()
        return text.rstrip(".:,")

    def phrase_of(self, kind: str, name: str) -> str:
        """Returns the phrase of a definition with its parameters by their own names, of a process with anything that
        these may be, or of a kind; "" where nobody has worded it."""
        if kind in ("kind", "players"):
            return self._names.kind(name).one
        known: Mapping[str, Mapping[str, Any]] = {"define": self.rules.defines, "to": self.rules.processes}
        what = known.get(kind, {}).get(name)
        called = name.rpartition(".")[2] if kind == "define" else name
        said = self._names.phrase(f"{kind} {name}", called)[0] if what is not None else ""
        if not said or what is None:
            return ""
        if kind == "to":
            return self._names.fill_phrase(without_values(said), self._names.any_things(what.parameters)).form()
        given = self._names.any_things(what.parameters)
        if what.body.type.is_truth:
            return self.message("title-condition", text=self._names.fill_phrase(said, given))
        return self._names.fill_phrase(said, given, False).form()

    def costs(self, unit: str, amount: Span) -> str:
        """Returns the amount of a payment in words; "" where no expression stands there."""
        found = self._places.expression(amount)
        return self._statements.due(unit, found).form() if found is not None else ""

    def running(self, told: Told, whole: bool = True) -> str:
        """Sentences one after another, those within others behind them; if not `whole`, the first one, and what is
        told with it but is no other case."""
        first = [each for number, each in enumerate(told) if not number or each.kind != "condition"]
        return self.flow([each.text for each in (all_of(told) if whole else first)])

    def step(self, step: m.Step) -> Told:
        """Returns the sentences of one statement of a block."""
        return self._statements.step(step)

    # ---- constructs -------------------------------------------------------------------------------------------------

    def process(self, name: str) -> Told:
        """Returns the sentences of a process."""
        return self._statements.block(self.rules.processes[name].body)

    def action(self, name: str) -> Told:
        """Returns the sentences about what is chosen for an action, its needs, its price and its effects."""
        action = self.rules.actions[name]
        told = self._statements.block((*action.header, *action.body))
        return (*self._statements.out_of_turn(action), *self._statements.binds(f"action {name}", action.binds), *told)

    def clause(self, name: str) -> Told:
        """Returns the sentences about the clause of that name, `enter.level`."""
        rule = name.partition(".")[0]
        known = self.action(rule) if rule in self.rules.actions else ()
        known = self.process(rule) if rule in self.rules.processes else known
        return tuple(each for each in all_of(known) if each.clause == name)

    def trigger(self, trigger: m.Trigger) -> Sentence:
        """Returns the sentence about the consequences of actions."""
        inner = self._statements.block(trigger.body)
        actions = [self._names.action(each) for each in dict.fromkeys(trigger.actions)]
        after = self._expressions.join_list(actions, "or") if actions else self._expressions.say("any-action", {})
        said = self.words.clause(trigger.clause) if trigger.clause.text else ""
        head = Sentence(said, "trigger", "text", (), trigger.clause.name)
        text = self._statements.sentence("whenever", True, actions=after)
        return Sentence(text, "trigger", "model", (head, *inner) if said and inner else inner, trigger.clause.name)

    def define(self, name: str) -> Sentence:
        """Returns the sentence about the meaning of a word of the rules."""
        define = self.rules.defines[name]
        if is_by_row(define):
            told = (self._row_definition(define, *each) for each in values_by_row(define))
            return Sentence(" ".join(told), "value", "model", (), f"define {name}")
        is_clause = define.body.type.is_truth
        if is_clause and define.body.op == "const":
            said = self._expressions.define(define, not define.body.args[0])
            text = self._statements.sentence("means-always", name=said)
        else:
            said = self._expressions.define(define)
            meaning = self._expressions.tell(define.body)
            text = self._statements.sentence("means-clause" if is_clause else "means", name=said, meaning=meaning)
        return Sentence(text, "value", "model", (), f"define {name}")

    def _row_definition(self, define: m.Define, row: int, value: m.Expr) -> str:
        """Returns the sentence about the meaning of a definition for a row."""
        it, *others = define.parameters
        given = (m.constant(row, it.type.without_none(), value.span), *(each.at(value.span) for each in others))
        message = "means-clause" if value.type.is_truth else "means"
        meaning = self._expressions.tell(value)
        if value.type.is_truth and value.op == "const":
            said = self._expressions.define(define, not value.args[0], given)
            return self._statements.sentence("means-always", name=said)
        return self._statements.sentence(message, name=self._expressions.define(define, False, given), meaning=meaning)

    def row_definition(self, value: Span) -> str:
        """Returns the sentence about the definition of a row whose value stands there; "" if there is none."""
        for define in filter(is_by_row, self.rules.defines.values()):
            for row, each in values_by_row(define):
                if each.span == value:
                    return self._row_definition(define, row, each)
        return ""

    def scoring(self) -> Told:
        """Returns the sentences about the players who score, the points, and the winner."""
        scoring = self.rules.scoring
        return self._declarations.scoring(scoring) if scoring is not None else ()

    def ranking(self, name: str) -> Told:
        """Points by place."""
        return self._declarations.ranking(self.rules.rankings[name])

    def demands(self, kind: str) -> Told:
        """Returns the sentences about the requirements on every row of a kind."""
        return tuple(self._declarations.demand(each) for each in self.rules.demands if each.kind == kind)

    def players(self) -> Sentence:
        """Returns the sentence about the number of players."""
        low, high = self.rules.player_range
        return self._declarations.players(low, high)

    def board(self, name: str) -> Told:
        """Returns the sentences about a board."""
        return self._declarations.board(self.rules.boards[name])

    def field(self, field: m.Field) -> Sentence:
        """Returns the sentence about a field, its owner, and whoever sees it."""
        return self._declarations.field(field)

    def beginning(self, field: m.Field) -> str:
        """Returns the sentence about what a bag, a pile or a set begins with; "" where it begins empty."""
        return " ".join(each.text for each in self._declarations.beginning(field))

    def sight(self, field: m.Field) -> str:
        """Returns the sentence about who sees a field; "" where all do."""
        said = self._expressions.say("sight", {"shown": field.shown}).form()
        return self._statements.finish_sentence(Plain(said)) if said else ""

    def option(self, name: str) -> Sentence:
        """A question before the game, and how it is answered here."""
        return self._declarations.option(self.rules.options[name])

    def terms(self) -> Iterator[tuple[str, str, str]]:
        """The words of the rules as they stand within sentences, without an article: each with what it is, `define`,
        `kind` or `kept`, and its name. Of a definition with parameters it is what stands before them, if that is more than
        a word."""
        for name in used_defines(self.rules):
            said = self._names.phrase(f"define {name}", name.rpartition(".")[2])[0]
            before, brace, _ = self._names.language.split(said)[1].partition(" {")
            before = before.rpartition(" ")[0] if brace else before
            before = self._without_relative(before) if brace else before
            if not brace or " " in before:
                yield before, "define", name
        for noun in self._names.common_nouns():
            yield from ((each, "language", noun.one) for each in (noun.one, noun.many) if each)
        for kind in self.rules.kinds.values():
            for column in kind.columns:
                yield self._names.column(kind.name, column).one, "column", f"{kind.name}.{column}"
        for name in self.rules.kinds:
            noun = self._names.kind(name)
            yield from ((each, "kind", name) for each in (noun.one, noun.many))
        for field in (each for each in self.rules.fields if each.loop is None):
            if field.type.is_truth and self._names.phrase(f"{field.owner}.{field.name}", field.name)[0]:
                continue
            yield self.field_noun(field), "kept", f"{field.owner}.{field.name}"

    def _without_relative(self, words: str) -> str:
        """Words without a pronoun at their end that leads on to what is not among them."""
        first, _, last = words.rpartition(" ")
        return first if last in self._names.language.words_of("relatives") else words

    def field_noun(self, field: m.Field) -> str:
        """Returns the name of a field within sentences."""
        return self.words.field(field) if field.type.is_truth else self._names.field(field).one

    def entry(self, field: m.Field) -> str:
        """Returns the name of a field in a list of words."""
        said = self._expressions.say("entry", {"noun": self._names.field(field)})
        return self.field_noun(field) if field.type.is_truth else said.form()

    def owner(self, field: m.Field) -> str:
        """Returns the name of the owner of a field within sentences."""
        board, _, passage = field.owner.partition(" ")
        if passage:
            return self._names.common_noun(passage).one
        return (self._names.board if board in self.rules.boards else self._names.kind)(board).one

    # ---- all --------------------------------------------------------------------------------------------------------

    def all(self) -> Iterator[Sentence]:
        """Every sentence of the rules, those within others behind them; bots' advice apart."""
        rules = self.rules
        told: list[Sentence] = [self.players(), *(self.field(each) for each in rules.fields if each.loop is None)]
        told += [each for field in rules.fields for each in self._declarations.beginning(field)]
        told += [each for name in rules.boards for each in self.board(name)]
        told += [each for name in rules.kinds for each in self.demands(name)]
        told += [self.option(name) for name in rules.options]
        told += [self.define(name) for name in used_defines(rules)]
        told += [each for name in rules.processes for each in self.process(name)]
        told += [each for name in rules.actions for each in self.action(name)]
        told += [self.trigger(each) for each in rules.triggers]
        told += [each for name in rules.rankings for each in self.ranking(name)]
        return all_of((*told, *self.scoring()))

    def share(self) -> Mapping[str, int]:
        """Counts the sentences from the model, from texts, and from code."""
        return Counter(each.source for each in self.all())

    @property
    def missing(self) -> Mapping[str, str]:
        """The names whose grammar no catalogue gives, by their keys, of all that was told so far."""
        return dict(self._names.missing)


def _as_part(value: Any) -> Any:
    """Returns a value of a message; digits as the number that they are."""
    return Number(value) if isinstance(value, str) and value.isdecimal() else value
