"""Decisions of a game as values: what can be chosen where, and by which questions to the module a refusal is explained."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from ...engine.interpret.allotments import BOUNDLESS
from ...machine.ir.scope import UnloweredError
from ...play.views.reasons import DOMAINS
from ...play.views.unmet_parts import COMPARISONS, Part, is_composed, name_in_words, parts_of, pieces_in
from ...publish.sentences import Sentences
from ...rules.check.whole_program import notice_expressions
from ...rules.model import ruleset as m
from ...rules.model.capacities import sizes_in
from ...rules.model.free_names import mentions
from ...rules.model.paid_pieces import chosen_piece
from ...rules.model.secrecy import secrecy
from ...rules.program import instructions as i
from .instrumented_module import QueryFunctions
from .numbering import Numbering
from .pictures_record import Pictures
from .texts_record import Texts, notice_parts

TOLD = ("number", "yes_no", "row", "place", "sides")
"""Forms of values that reasons say."""
KEPT = ("field", "local", "record", "edge")


class Decisions:
    """Makes the record of a program, and asks the module for the functions that it needs."""

    def __init__(self, rules: m.Ruleset, program: i.Program, numbering: Numbering, texts: Texts) -> None:
        self.rules, self.program, self.numbering, self.texts = rules, program, numbering, texts
        self.pictures = Pictures(texts)
        self.record: dict[str, Any] = {}
        self.told = {words.lang: Sentences(words) for words in texts.words.values()}

    def ask(self, questions: QueryFunctions) -> None:
        """Asks a module for all functions; the record is that of the last one asked."""
        self.questions = ask = questions
        code = {}
        for at, node in enumerate(self.program.code):
            self.at = at
            made = self.node(node)
            if made is not None:
                code[str(at)] = made
        self.record = {
            "code": code,
            "scoring": self.scoring(),
            "counted": list(self.counted_lines()),
            "notices": list(self.notices()),
            "spoken": [[ask.value(e), self.texts.type(e.type), secrecy(e)] for e in self.texts.spoken],
        }
        self.pictures.ask(questions)

    def node(self, node: i.Instruction) -> dict[str, Any] | None:
        """An instruction at which play stands."""
        match node:
            case i.Decide():
                options = [self.option(n, each) for n, each in enumerate(node.options)]
                return {"is": "decide", "options": options, **self.packing(node)}
            case i.Chance():
                bag = node.bag
                return {
                    "is": "chance",
                    "signature": self.texts.signature(node.signature),
                    "open": secrecy((node.bag, node.domain)) == "open",
                    "bag": -1 if bag is None else self.numbering.field(bag.args[0]),
                    "owner": -1 if bag is None or bag.args[1] is None else self.questions.value(bag.args[1]),
                    "clause": self.numbering.clause(node.clause),
                }
            case i.Fork():
                return {"is": "fork", "to": node.to}
            case i.Join():
                return {"is": "join"}
            case i.End():
                return {"is": "end"}
        return None

    def packing(self, node: i.Decide) -> dict[str, Any]:
        """The bag that is packed: how much it holds, by which measure, and how much of that a piece of each row takes;
        where the slots of what is left to pack begin."""
        if node.packing is None:
            return {}
        first, *_, left = node.packing.args
        bag: m.Field = first.args[0]
        kind, measure, room = bag.type.name, bag.type.measure, bag.type.room
        packing = {
            "kind": kind,
            "left": left,
            "clause": self.numbering.clause(node.clause),
            "bag": self.numbering.field(bag),
            "room": 0 if not room or room >= BOUNDLESS else room,
            "sizes": list(sizes_in(bag.type, self.rules.kinds[kind])),
            "measure": self.texts.in_all_languages(
                lambda words: words.name(f"{kind}.{measure}", measure) if measure else ""
            ),
        }
        return {"packing": packing}

    def option(self, n: int, option: i.Option) -> dict[str, Any]:
        """An option: its values, and what stands before it."""
        rule = option.signature.rule
        action = self.rules.actions.get(rule)
        origin = next((c.origin for c in self.rules.clauses if c.rule in (rule, f"action {rule}")), self.rules.id)
        return {
            "signature": self.texts.signature(option.signature),
            "origin": origin,
            "cites": list(action.cites) if action else [],
            "by": self.texts.in_all_languages(lambda words: words.by(rule, origin)),
            "domains": [
                {
                    "has": self.questions.member(each, slot),
                    "said": DOMAINS.get(each.op, "{value} cannot be chosen here."),
                    "text": each.span.text,
                    "place": str(each.span),
                }
                for each, slot in zip(option.domains, option.slots, strict=True)
            ],
            "slots": list(option.slots),
            "guards": [self.guard(each) for each in option.guards],
            "tells": self.texts.game._ahead.may_tell(self.at, option.signature.name),
            "refused": self.questions.trial(self.at, n, option) if option.is_tried else -1,
        }

    def guard(self, guard: i.Guard) -> dict[str, Any]:
        """Returns the record of a guard of an option."""
        found: dict[str, Any] = {
            "form": guard.form,
            "level": guard.level,
            "clause": self.numbering.clause(guard.clause),
        }
        if guard.slot >= 0:
            return {**found, "let": self.questions.let(guard)}
        if guard.amount is not None and guard.held is not None:
            return {
                **found,
                **self.texts.unit(guard.unit, guard.clause),
                **self.paid_piece(guard),
                "amount": self.questions.value(guard.amount),
                "held": self.questions.value(guard.held),
                "tell": self.tell((guard.amount, guard.held)),
            }
        assert guard.condition is not None
        said = guard.said or guard.condition
        parts = m.conjuncts(said)
        if guard.form == "where" or not (guard.clause.text or guard.form == "once"):
            condition = said
            found["demand"] = self.texts.in_all_languages(lambda words: self.told[words.lang].demand(condition))
        return {
            **found,
            "holds": self.questions.value(guard.condition),
            "parts": [self.part(each) for each in parts] if len(parts) > 1 else [],
            "whole": self.part(said, len(parts) > 1),
        }

    def paid_piece(self, guard: i.Guard) -> dict[str, Any]:
        """Returns the question for the piece that is chosen to be paid with, and the unit of each row; nothing where the
        price names what it is paid with."""
        piece = chosen_piece(guard.held)
        if piece is None or piece.type.name not in self.rules.kinds:
            return {}
        rows = self.rules.kinds[piece.type.name].rows
        units = [self.texts.unit(each, guard.clause) for each in rows]
        return {"paid": [self.questions.value(piece), [[each["unit"], each["forms"], each["price"]] for each in units]]}

    def part(self, e: m.Expr, is_whole: bool = False) -> dict[str, Any]:
        """A condition that may be what does not hold, and what is said of it."""
        return {
            "holds": -1 if is_whole else self.questions.value(e),
            "text": e.span.text,
            "tell": self.tell(e),
            **self.sides(e),
            **({"unmet": self.unmet_part(parts_of(e))} if is_composed(e) else {}),
        }

    def unmet_part(self, part: Part) -> dict[str, Any]:
        """Returns the record of a part of a condition that has a name, is denied or joined, and what is said of it."""
        if part.joined:
            return {"joined": part.joined, "parts": [self.unmet_part(each) for each in part.parts]}
        found: dict[str, Any] = {"holds": self.questions.value(part.condition), "denied": part.is_denied}
        comparison = part.comparison()
        named, text = (part.condition, part.text) if comparison is None else (comparison[1], part.subject)
        found["name"] = self.texts.in_all_languages(lambda words: name_in_words(named, text, words))
        if comparison is not None:
            op, left, right = comparison
            found |= {"op": COMPARISONS[op], "left": self.value_record(left), "right": self.value_record(right)}
        if part.condition.op == "has":
            found |= {"left": [self.questions.value(pieces_in(part.condition)), -1], "one": True}
        return found

    def sides(self, e: m.Expr) -> dict[str, Any]:
        """Returns the present and the needed value."""
        if e.op in COMPARISONS:
            left, right = e.args
            return {
                "is": "compared",
                "op": COMPARISONS[e.op],
                "left": self.value_record(left),
                "right": self.value_record(right),
            }
        if e.op == "has":
            return {
                "is": "has",
                "left": [self.questions.value(pieces_in(e)), -1],
                "right": self.value_record(e.args[1]),
            }
        if e.op == "not":
            return {"is": "not"}
        return {"is": "yes"} if e.op in KEPT and e.type.is_truth else {"is": "text"}

    def value_record(self, e: m.Expr) -> Any:
        """A value that is said, by its question and its type; or as it is written."""
        return [self.questions.value(e), self.texts.type(e.type)] if e.type.form in TOLD else e.span.text

    def tell(self, value: Any) -> list[Any]:
        """Returns the players who may know the value of something: how secret it is, and the names on which that
        depends, with the slot of whoever knows them."""
        bound = [
            [each.local.shown, each.whose]
            for each in self.program.bound.get(self.at, ())
            if mentions(value, {each.local.number})
        ]
        return [secrecy(value), *bound]

    def counted_lines(self) -> Iterator[list[int]]:
        """Lines that are carried out so many times and have a text: clause, and questions for how often it has been
        begun and how often it is to be done."""
        for clause, items, slot in self.program.counted:
            yield [self.numbering.clause(clause), self.questions.cell(slot), self.questions.whole(items)]

    def notices(self) -> Iterator[dict[str, Any]]:
        """Yields the record of each notice: questions, to be asked while one player acts, and its text in parts. One about
        which a module cannot be asked is left out."""
        for each in self.rules.notices:
            try:
                shown = self.questions.value(each.shown)
                values = [[self.questions.value(value), self.texts.type(value.type)] for _, value in each.values]
            except UnloweredError:
                continue
            yield {
                "name": each.name,
                "shown": [shown, secrecy(notice_expressions(each))],
                "values": values,
                "text": self.texts.in_all_languages(partial(notice_parts, notice=each)),
            }

    def scoring(self) -> dict[str, Any]:
        """Returns the record of the scoring: questions, each to be asked while one player acts."""
        scoring, ask = self.rules.scoring, self.questions.value
        assert scoring is not None

        def question_of(e: m.Expr | None) -> list[Any]:
            return [-1, "open"] if e is None else [ask(e), secrecy(e)]

        return {
            "highest": scoring.highest,
            "lines": [[*question_of(each.value), each.name, self.category(each.name)] for each in scoring.lines],
            "among": question_of(scoring.among),
            "together": question_of(scoring.together),
            "least": question_of(scoring.least),
            "ties": [[highest, *question_of(value)] for highest, value in scoring.ties],
        }

    def category(self, name: str) -> Any:
        """Returns the name of a category of points."""
        return self.texts.in_all_languages(lambda words: words.name(f"scoring.{name}", name))
