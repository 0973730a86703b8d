"""Statements in words: what the rules have somebody do, pay, choose or leave to chance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from ...rules.model.statements import STATEMENTS, Block, Step
from ...rules.model.types import row
from .choices import Choices, is_number
from .known_values import KEPT, NOTHING, Price
from .parts import Noun, Part
from .sentence import Sentence

Told = tuple[Sentence, ...]
_BOUNDS = {"add": "raise", "sub": "lower"}
_COUNTED = {"gain": "gain-as", "lose": "lose-as", "move": "move-as", "deal": "deal-as"}


class Statements(Choices, over=STATEMENTS):
    """Sentences about statements, in a language, those of a block one after another."""

    # ---- what an action needs ---------------------------------------------------------------------------------------

    @handles(m.Require)
    def _require(self, step: Step, node: m.Require) -> Told:
        if node.condition.op == "const" and node.condition.args[0]:
            return ()
        refusal = self.words.clause(step.clause)
        inner = (Sentence(refusal, "refusal", "text", (), step.clause.name),) if refusal else ()
        never = is_number(node.condition, 0)
        text = self.sentence("never") if never else self.sentence("only-if", condition=self.tell(node.condition))
        return (Sentence(text, "requirement", "model", inner, step.clause.name),)

    @handles(m.Cost)
    def _cost(self, step: Step, node: m.Cost) -> Told:
        price = self.price(node)
        return (self.make(step, "cost", "costs", price=price),) if price is not None else ()

    def price(self, cost: m.Cost) -> Part | None:
        """Returns the words for a price; none if it is nothing."""
        prices = [self.due(each.unit, each.amount) for each in cost.payments if not is_number(each.amount, 0)]
        return self.expressions.join_list(prices) if prices else None

    def due(self, unit: str, amount: m.Expr) -> Part:
        """Returns the words for the amount of a payment."""
        if amount.op == "const":
            number = int(amount.args[0])
            return Price(self.words.count_with_noun(number, unit), self.words.price(number, unit))
        return self._as_many(self.names.unit(unit), amount)

    def _as_many(self, piece: Part, amount: m.Expr) -> Part:
        """As many of a piece as something says, or as much of what is not counted."""
        message = "as-much" if not isinstance(piece, Noun) else "as-many" if piece.many else "as-mass"
        return self.say(message, {"piece": piece, "amount": self.tell(amount)})

    # ---- what is written --------------------------------------------------------------------------------------------

    @handles(m.Assign)
    def _assign(self, step: Step, node: m.Assign) -> Told:
        target, value = node.target, node.value
        if target.op == "local":
            return self._let(step, target.args[0], value)
        if value.op in _BOUNDS and value.args[0] == target:
            by = self.tell(value.args[1])
            return (self.make(step, "effect", _BOUNDS[value.op], target=self._target(target), amount=by),)
        if value.op == "with_occurrences":
            return self._put_position(step, target, value.args[1])
        if target.op == "in_set":
            return self._member(step, target, value)
        if target.type.is_truth:
            return self._switch(step, target, value)
        if said := self._set_phrase(target, value):
            return (self._by(step, said),)
        message = "set-role" if value.op in ("local", "me", "first") and value.type.facts.is_thing else "set"
        return (self.make(step, "effect", message, target=self._target(target), value=self.tell(value)),)

    def _by(self, step: Step, part: Part) -> Sentence:
        text = step.clause.text and self.words.clause(step.clause)
        return Sentence(text or self.finish_sentence(part), "effect", "text" if text else "model", (), step.clause.name)

    def _set_phrase(self, target: m.Expr, value: m.Expr) -> Part | None:
        """Returns the phrase for the change of a field, if somebody has worded it: `the team moves to {value}`."""
        if target.op not in KEPT:
            return None
        owner, key, name = self.expressions.owner_and_name(target)
        said = self.names.phrase(f"{key} set", name)[0]
        who = self.expressions.owner(owner)
        if is_number(value, -1):
            whose = {"owner": who if owner else NOTHING, "thing": self.expressions.noun_of(target)}
            return self.say("empties", {"target": self._target(target), **whose})
        values = {"owner": who, "value": self.tell(value)}
        return self.names.fill_phrase(said, values) if said else None

    def _target(self, target: m.Expr) -> Part:
        return self.expressions.of(target) if target.op in KEPT else self.tell(target)

    def _let(self, step: Step, local: m.Local, value: m.Expr) -> Told:
        if local.type.is_truth:
            return (self.make(step, "value", "note-whether", condition=self.tell(value)),)
        name, said = self.names.local(local), self.tell(value)
        if said.form() == name.form() or (is_number(value, -1) and not value.type.is_number):
            return ()
        return (self.make(step, "value", "let", name=name, value=said),)

    def _member(self, step: Step, target: m.Expr, value: m.Expr) -> Told:
        member, into = self.tell(target.args[0]), self.tell(target.args[1])
        if value.op == "const":
            return (self.make(step, "effect", "put-in" if value.args[0] else "take-out", member=member, set=into),)
        condition = self.tell(value)
        return (self.make(step, "effect", "put-in-if", member=member, set=into, condition=condition),)

    def _put_position(self, step: Step, kept: m.Expr, times: m.Expr) -> Told:
        where = self.tell(kept)
        is_more = times.op == "add" and times.args[0].op == "occurrences"
        if is_number(times.args[1] if is_more else times, 1):
            message = "put-position" if is_more or times.type.is_truth else "let-position"
        elif is_number(times, 0):
            message = "take-position"
        elif times.type.is_truth:
            return (self.make(step, "effect", "put-position-if", kept=where, condition=self.tell(times)),)
        else:
            message = "put-position-often" if is_more else "let-position"
        many = self.tell(times.args[1] if is_more else times)
        return (self.make(step, "effect", message, kept=where, times=many),)

    def _switch(self, step: Step, target: m.Expr, value: m.Expr) -> Told:
        if value.op == "const":
            return (self.make(step, "effect", "from-now-on", condition=self.tell(target, not value.args[0])),)
        condition = self.tell(value)
        return (self.make(step, "effect", "from-now-on-if", change=self.tell(target), condition=condition),)

    @handles(m.Transfer)
    def _transfer(self, step: Step, node: m.Transfer) -> Told:
        pieces: Any = self.expressions.join_list([self.pieces(each, node.giver) for each in node.pieces])
        message = "gain" if node.giver is None else "lose" if node.taker is None else "move"
        giver = self._end(node.giver, "bottom-of" if node.from_bottom else "")
        return self._tell_move(
            step, message, pieces, giver, self._end(node.taker, "bottom-of" if node.to_bottom else "")
        )

    def _tell_move(self, step: Step, message: str, pieces: Any, giver: Part, taker: Part) -> Told:
        """Tells that pieces come, go or change places."""
        values: dict[str, Any] = {"pieces": pieces, "giver": giver, "taker": taker}
        if getattr(pieces, "message", "") == "as-much":
            message, values = _COUNTED[message], {**values, **pieces.values}
        return (self.make(step, "chance" if message.startswith("deal") else "effect", message, **values),)

    # ---- piles ------------------------------------------------------------------------------------------------------

    def _end(self, bag: m.Expr | None, which: str) -> Any:
        """Returns the words for a bag, or for an end of a pile."""
        if bag is None:
            return NOTHING
        return self.say(which, {"pile": self.tell(bag)}) if which else self.tell(bag)

    @handles(m.Shift)
    def _shift(self, step: Step, node: m.Shift) -> Told:
        giver = self._end(node.giver, "bottom-of" if node.from_bottom else "top-of")
        taker = self._end(node.taker, "bottom-of" if node.to_bottom else "")
        message = "lose" if node.taker is None else "move"
        return self._tell_move(step, message, self._number_of(node.amount, node.giver), giver, taker)

    @handles(m.Deal)
    def _deal(self, step: Step, node: m.Deal) -> Told:
        giver = self._end(node.giver, "bottom-of" if node.from_bottom else "")
        taker = self._end(node.taker, "bottom-of" if node.to_bottom else "")
        return self._tell_move(step, "deal", self._number_of(node.amount, node.giver), giver, taker)

    def _number_of(self, amount: m.Expr, pile: m.Expr) -> Part:
        """Returns the words for so many pieces, whatever they are."""
        thing = self.names.thing(row(pile.type.name))
        if amount.op == "const":
            return self.say("pieces", {"piece": thing, "amount": self.tell(amount)})
        return self._as_many(thing, amount)

    @handles(m.Take)
    def _take(self, step: Step, node: m.Take) -> Told:
        thing = self.names.bound_noun(node.local, False)
        pile = self._end(node.pile, "bottom-of" if node.bottom else "top-of")
        return (self.make(step, "effect", "draw", thing=thing, bag=pile, shown=node.local.shown),)

    @handles(m.Shuffle)
    def _shuffle(self, step: Step, node: m.Shuffle) -> Told:
        return (self.make(step, "chance", "shuffle", pile=self.tell(node.pile)),)

    def pieces(self, each: m.Amount, giver: m.Expr | None) -> Part:
        """Returns the words for the number and the sort of pieces."""
        if each.piece is None or each.amount is None:
            return self.say("everything", {})
        piece = self.tell(each.piece)
        if each.amount.op == "amount" and each.amount.args == (giver, each.piece):
            return self.say("all-pieces", {"piece": piece})
        if each.amount.op != "const":
            return self._as_many(piece, each.amount)
        if each.piece.op == "const" and each.piece.args[0] >= 0:
            return self.say("pieces", {"piece": piece, "amount": self.tell(each.amount)})
        return (
            piece
            if is_number(each.amount, 1)
            else self.say("some-of", {"piece": piece, "amount": self.tell(each.amount)})
        )

    @handles(m.Lay)
    def _lay(self, step: Step, node: m.Lay) -> Told:
        return (self.make(step, "effect", "lay", tile=self.tell(node.tile), place=self.tell(node.at)),)

    @handles(m.Finish)
    def _finish(self, step: Step, node: m.Finish) -> Told:
        return (self.make(step, "effect", "finish"),)

    # ---- what happens when, and how often ---------------------------------------------------------------------------

    @handles(m.Call)
    def _call(self, step: Step, node: m.Call) -> Told:
        process = self.names.rules.processes[node.process]
        if process.body and all(_is_idle(each.statement) for each in process.body):
            return ()
        said = self.expressions.phrase_of(f"to {process.name}", process, node.arguments, "named-process", False)
        return (self._by(step, said),)

    @handles(m.If)
    def _if(self, step: Step, node: m.If) -> Told:
        branches = self._branches(step, node)
        if not step.clause.text:
            return branches
        return (Sentence(self.words.clause(step.clause), "condition", "text", branches, step.clause.name),)

    def _branches(self, step: Step, node: m.If) -> Told:
        found: list[Sentence] = []
        for condition, body in node.branches:
            if condition.op == "const" and not condition.args[0]:
                continue
            inner = self._case(step, body)
            if condition.op == "const":
                return (*found, *self._otherwise(step, inner, bool(found)))
            message = "or-if" if found else "if"
            text = self.sentence(message, True, condition=self.tell(condition))
            found.append(Sentence(text, "condition", "model", inner, step.clause.name))
        return (*found, *self._otherwise(step, self.block(node.otherwise), bool(found)))

    def _case(self, step: Step, body: Block) -> Told:
        """Returns the sentences of a case: the rule of a row in the words of its author, if there are any."""
        said = self._texts.get(body[0].clause.rule) if body else None
        if said is None or said.rule == step.clause.rule:
            return self.block(body)
        return (Sentence(self.words.clause(said), "effect", "text", (), said.rule),)

    def _otherwise(self, step: Step, inner: Told, is_after: bool) -> Told:
        if not inner or not is_after:
            return inner
        return (Sentence(self.sentence("otherwise", True), "condition", "model", inner, step.clause.name),)

    @handles(m.ForEach)
    def _for_each(self, step: Step, node: m.ForEach) -> Told:
        if node.where is not None and is_number(node.where, 0):
            return ()
        values = self._loop_values(node.binds, node.where, "every-of")
        return (self.make(step, "repetition", "for-each", self.block(node.body), **values),)

    @handles(m.InTurn)
    def _in_turn(self, step: Step, node: m.InTurn) -> Told:
        *inner, (message, values) = self._turns(node)
        turns = None
        for each, said in inner:
            turns = self.say(each, {**said, "turns": turns})
        return (self.make_whole(step, "repetition", message, self.block(node.body), **values, turns=turns),)

    def _turns(self, node: m.InTurn) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yields the messages that tell who has turns, the inner ones first, each with its values."""
        who = self.names.kind(self.names.rules.players)
        if node.first.op == "seats":
            yield from self._turns_back(who, node.first.args[0])
        elif node.is_listed:
            yield "turns-in-order", {"who": who, "order": self.tell(node.first)}
        elif node.first.op == "const":
            yield "turns", {"who": who}
        else:
            yield "in-turn", {"who": who, "first": self.tell(node.first)}
        if node.again:
            yield "turns-again", {}
        if node.where is not None:
            yield "turns-if", {"where": self.tell(node.where)}
        if node.until is not None:
            yield "turns-until", {"until": self.tell(node.until)}

    def _turns_back(self, who: Part, player: m.Expr) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yields the message of turns that go the other way round, from whoever sits behind that player on."""
        if player.op == "const":
            yield "turns-back", {"who": who}
        else:
            first = player.args[0]
            first = first.args[2] if first.op == "if" else first
            yield "in-turn-back", {"who": who, "first": self.tell(first)}

    @handles(m.AtOnce)
    def _at_once(self, step: Step, node: m.AtOnce) -> Told:
        who = self.names.kind(self.names.rules.players)
        return (self.make(step, "repetition", "at-once", self.block(node.body), who=who),)

    @handles(m.Repeat)
    def _repeat(self, step: Step, node: m.Repeat) -> Told:
        inner = self.block(node.body)
        if node.until is not None:
            return (self.make_whole(step, "repetition", "repeat-until", inner, until=self.tell(node.until)),)
        assert node.times is not None
        message = "repeat" if node.times.op == "const" else "repeat-as"
        return (self.make_whole(step, "repetition", message, inner, times=self.tell(node.times)),)

    @handles(m.AsPlayer)
    def _as_player(self, step: Step, node: m.AsPlayer) -> Told:
        return (self.make(step, "repetition", "as-player", self.block(node.body), who=self.tell(node.player)),)


def _is_idle(node: m.Statement) -> bool:
    """Tells if a statement does nothing as the options are set."""
    return isinstance(node, m.If) and not node.otherwise and all(is_number(each, 0) for each, _ in node.branches)
