"""Statements in words: what the rules have somebody do, pay, choose or leave to chance."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...foundation.texts import capitalise
from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass, handles
from ...rules.model.statements import STATEMENTS, Block, Step
from .expressions import NOTHING, Expressions, Number, Price, known_value
from .parts import Noun, Part, Plain
from .sentence import Sentence

Told = tuple[Sentence, ...]
DIE = (1, 6)
"""The sides of a die that needs no more words."""
_BOUNDS = {"add": "raise", "sub": "lower"}
_COUNTED = {"gain": "gain-as", "lose": "lose-as", "move": "move-as"}


class Statements(Pass, over=STATEMENTS):
    """Sentences about statements, in a language, those of a block one after another."""

    def __init__(self, expressions: Expressions) -> None:
        self.names, self.tell, self.say = expressions.names, expressions.tell, expressions.say
        self.expressions, self.words = expressions, expressions.names.words
        self._texts = {each.rule: each for each in self.names.rules.clauses if each.text and not each.key}
        """What authors say of rules of rows."""

    def block(self, steps: Block) -> Told:
        """The sentences of a block; what never happens, and what always holds, is left out. Of a line that shows several
        pieces, one sentence tells all that it does."""
        at_once = {id(each.clause) for each in steps if _put_back(each.statement)}
        told = (each for each in steps if id(each.clause) not in at_once or _put_back(each.statement))
        return tuple(each for step in told for each in self.step(step))

    def step(self, step: Step) -> Told:
        """The sentences of a statement: its text where the author wrote one."""
        told: Told = self.handlers[type(step.statement)](self, step, step.statement)
        if not (told and step.reveals):
            return told
        return (*told, Sentence(self.sentence("told-openly"), "effect", "model", (), step.clause.name))

    # ---- how sentences are made -------------------------------------------------------------------------------------

    def make(self, step: Step, kind: str, message: str, inner: Told = (), **values: Any) -> Sentence:
        """A sentence about a clause, by its text or by a message; what happens within it stands below."""
        clause = step.clause
        if clause.text and kind != "requirement":
            return Sentence(self.words.clause(clause), kind, "text", inner, clause.name)
        return Sentence(self.sentence(message, bool(inner), **values), kind, "model", inner, clause.name)

    def make_whole(self, step: Step, kind: str, message: str, inner: Told = (), **values: Any) -> Sentence:
        """A sentence about a clause whose text asks or announces and leaves out how many, among what and under which
        condition: below the text stands the sentence that says these."""
        clause = step.clause
        made = Sentence(self.sentence(message, bool(inner), **values), kind, "model", inner, clause.name)
        if not clause.text:
            return made
        if kind == "repetition":
            said = self.finish_sentence(Plain(self.words.clause(clause)), True)
            return Sentence(said, kind, "text", (made,), clause.name)
        apart = replace(made, text=self.sentence(message, **values), inner=())
        return Sentence(self.words.clause(clause), kind, "text", (apart, *inner), clause.name)

    def binds(self, name: str, binds: tuple[m.Bind, ...]) -> Told:
        """The sentences about what is chosen along with an action: each under the name that the others say."""
        return tuple(Sentence(self._bound(each), "choice", "model", (), name) for each in binds)

    def _bound(self, bind: m.Bind) -> str:
        named, thing = self.names.local(bind.local), self.choice(bind, is_named=False)
        if not self.names.has_own_noun(bind.local):
            return self.sentence("choose", things=thing, thing=self.names.bound_noun(bind.local), where=NOTHING)
        return self.sentence("choose-named", name=named, thing=thing)

    def sentence(self, message: str, is_head: bool = False, **values: Any) -> str:
        """A sentence from a message, or the head of a block."""
        return self.finish_sentence(self.say(message, values), is_head)

    def finish_sentence(self, part: Part, is_head: bool = False) -> str:
        """Words as a sentence: with a capital letter and a full stop, or the colon of a head."""
        text = part.form()
        return self.names.language.say("head" if is_head else "sentence", {"text": capitalise(text)})

    # ---- what an action needs ---------------------------------------------------------------------------------------

    @handles(m.Require)
    def _require(self, step: Step, node: m.Require) -> Told:
        if node.condition.op == "const" and node.condition.args[0]:
            return ()
        refusal = self.words.clause(step.clause)
        inner = (Sentence(refusal, "refusal", "text", (), step.clause.name),) if refusal else ()
        never = _is(node.condition, 0)
        text = self.sentence("never") if never else self.sentence("only-if", condition=self.tell(node.condition))
        return (Sentence(text, "requirement", "model", inner, step.clause.name),)

    @handles(m.Cost)
    def _cost(self, step: Step, node: m.Cost) -> Told:
        price = self.price(node)
        return (self.make(step, "cost", "costs", price=price),) if price is not None else ()

    def price(self, cost: m.Cost) -> Part | None:
        """Returns the words for a price; none if it is nothing."""
        prices = [self.due(each.unit, each.amount) for each in cost.payments if not _is(each.amount, 0)]
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
        if target.op == "in_set":
            return self._member(step, target, value)
        if target.type.form == "yes_no":
            return self._switch(step, target, value)
        if said := self._set_phrase(target, value):
            return (self._by(step, said),)
        message = "set-role" if value.op in ("local", "me", "first") and value.type.form in ("row", "place") else "set"
        return (self.make(step, "effect", message, target=self._target(target), value=self.tell(value)),)

    def _by(self, step: Step, part: Part) -> Sentence:
        text = step.clause.text and self.words.clause(step.clause)
        return Sentence(text or self.finish_sentence(part), "effect", "text" if text else "model", (), step.clause.name)

    def _set_phrase(self, target: m.Expr, value: m.Expr) -> Part | None:
        """Returns the phrase for the change of a field, if somebody has worded it: `the team moves to {value}`."""
        if target.op not in ("field", "record", "edge"):
            return None
        owner, key, name = self.expressions.owner_and_name(target)
        said = self.names.phrase(f"{key} set", name)[0]
        who = self.expressions.owner(owner)
        if _is(value, -1):
            whose = {"owner": who if owner else NOTHING, "thing": self.expressions.noun_of(target)}
            return self.say("empties", {"target": self._target(target), **whose})
        values = {"owner": who, "value": self.tell(value)}
        return self.names.fill_phrase(said, values) if said else None

    def _target(self, target: m.Expr) -> Part:
        return self.expressions.of(target) if target.op in ("field", "record", "edge") else self.tell(target)

    def _let(self, step: Step, local: m.Local, value: m.Expr) -> Told:
        if local.type.form == "yes_no":
            return (self.make(step, "value", "note-whether", condition=self.tell(value)),)
        name, said = self.names.local(local), self.tell(value)
        if said.form() == name.form() or (_is(value, -1) and value.type.form != "number"):
            return ()
        return (self.make(step, "value", "let", name=name, value=said),)

    def _member(self, step: Step, target: m.Expr, value: m.Expr) -> Told:
        member, into = self.tell(target.args[0]), self.tell(target.args[1])
        if value.op == "const":
            return (self.make(step, "effect", "put-in" if value.args[0] else "take-out", member=member, set=into),)
        condition = self.tell(value)
        return (self.make(step, "effect", "put-in-if", member=member, set=into, condition=condition),)

    def _switch(self, step: Step, target: m.Expr, value: m.Expr) -> Told:
        if value.op == "const":
            return (self.make(step, "effect", "from-now-on", condition=self.tell(target, not value.args[0])),)
        condition = self.tell(value)
        return (self.make(step, "effect", "from-now-on-if", change=self.tell(target), condition=condition),)

    @handles(m.Transfer)
    def _transfer(self, step: Step, node: m.Transfer) -> Told:
        pieces: Any = self.expressions.join_list([self.pieces(each, node.giver) for each in node.pieces])
        giver, taker = (self.tell(each) if each is not None else NOTHING for each in (node.giver, node.taker))
        values: dict[str, Any] = {"pieces": pieces, "giver": giver, "taker": taker}
        message = "gain" if node.giver is None else "lose" if node.taker is None else "move"
        if getattr(pieces, "message", "") == "as-much":
            message, values = _COUNTED[message], {**values, **pieces.values}
        return (self.make(step, "effect", message, **values),)

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
        return piece if _is(each.amount, 1) else self.say("some-of", {"piece": piece, "amount": self.tell(each.amount)})

    @handles(m.Lay)
    def _lay(self, step: Step, node: m.Lay) -> Told:
        return (self.make(step, "effect", "lay", tile=self.tell(node.tile), place=self.tell(node.at)),)

    @handles(m.Finish)
    def _finish(self, step: Step, node: m.Finish) -> Told:
        return (self.make(step, "effect", "finish"),)

    # ---- chance -----------------------------------------------------------------------------------------------------

    @handles(m.Draw)
    def _draw(self, step: Step, node: m.Draw) -> Told:
        thing = self.names.bound_noun(node.local, False)
        return (self.make(step, "chance", "draw", thing=thing, bag=self.tell(node.bag)),)

    @handles(m.PutBack)
    def _back(self, step: Step, node: m.PutBack) -> Told:
        thing, amount = self.names.bound_noun(node.kept, False), Number(str(len(node.drawn)))
        return (self.make_whole(step, "chance", "draw-showing", thing=thing, amount=amount, bag=self.tell(node.bag)),)

    @handles(m.Roll)
    def _roll(self, step: Step, node: m.Roll) -> Told:
        _, domain, where = node.domain.args if node.domain.op == "those" else (None, node.domain, None)
        if domain.op == "range" and all(map(_is, domain.args, DIE)) and where is None:
            return (self.make(step, "chance", "roll-die"),)
        holds = self.tell(where) if where is not None else NOTHING
        values: dict[str, Any] = {"where": holds, "it": self.names.local(node.local)}
        if domain.op == "range":
            values |= {"domain": self.tell(domain), "thing": self.names.thing(node.local.type)}
            return (self.make_whole(step, "chance", "roll", **values),)
        values |= {"thing": self.names.bound_noun(node.local, False), "through": self._through(domain)}
        return (self.make_whole(step, "chance", "lot", **values),)

    def _through(self, domain: m.Expr) -> Any:
        return NOTHING if domain.op == "rows" else self.tell(domain)

    # ---- what is chosen ---------------------------------------------------------------------------------------------

    @handles(m.Offer)
    def _offer(self, step: Step, node: m.Offer) -> Told:
        message = "offer-any" if node.any else "offer-optional" if node.optional else "offer"
        message = "offer-once" if node.once else message
        menu = self.names.menu(node.menu)
        until = self.tell(node.until) if node.until is not None else NOTHING
        inner = self._menu_sentences(node.menu)
        if message == "offer" and len(inner) == 1:
            return inner
        return (self.make_whole(step, "choice", message, inner, menu=menu, until=until),)

    def _menu_sentences(self, menu: str) -> Told:
        """Returns the sentences about the choices of a decision within a rule, with the effects of each; of a choice
        whose text says all, the text alone."""
        rules = self.names.rules
        offered = () if menu in rules.menus else (each for each in rules.actions.values() if menu in each.menus)
        return tuple(map(self._offer_of, offered))

    def _offer_of(self, action: m.Action) -> Sentence:
        does = (*action.header, *action.body)
        inner = self.block(does) if action.binds or len(does) > 1 or not action.text else ()
        inner = (*self.binds(action.name, action.binds), *inner)
        inner = tuple(replace(each, inner=tuple(map(self._refusal, each.inner))) for each in inner)
        said = self.words.about(action.name, action.text) or self.words.name(
            action.name, action.name.rpartition(".")[2]
        )
        return Sentence(self.finish_sentence(Plain(said), bool(inner)), "choice", "text", inner, action.name)

    def _refusal(self, sentence: Sentence) -> Sentence:
        """The words of a refusal, where they stand among what is done."""
        if sentence.kind != "refusal":
            return sentence
        text = self.say("refused", {"text": sentence.text}).form()
        return replace(sentence, text=capitalise(text))

    @handles(m.Repack)
    def _repack(self, step: Step, node: m.Repack) -> Told:
        values: dict[str, Any] = {
            "thing": self.names.bound_noun(node.piece),
            "it": self.names.local(node.piece),
            "first": self._holding(node.first),
            "second": self._holding(node.second),
            **self._which(node.piece, node.where),
            "filling": NOTHING
            if node.filling is None or _is(known_value(node.filling), 0)
            else self.tell(node.filling),
        }
        return (self.make_whole(step, "choice", "repack", **values),)

    def _holding(self, bag: m.Expr) -> Part:
        """A bag, with how much it holds if that is bounded."""
        told, type_ = self.tell(bag), bag.type
        if not type_.room:
            return told
        unit = self.words.name(f"{type_.name}.{type_.measure}", type_.measure)
        values = {"bag": told, "room": Number(str(type_.room)), "unit": Plain(unit)}
        return self.say("holding", values, gender=told.gender)

    def _which(self, local: m.Local, where: m.Expr | None) -> dict[str, Any]:
        """The condition on what is gone through, or what it leaves out."""
        if where is not None and where.op == "ne" and where.args[0].args == (local,) and where.args[1].op == "const":
            return {"where": NOTHING, "except": self.tell(where.args[1])}
        return {"where": self.tell(where) if where is not None else NOTHING, "except": NOTHING}

    @handles(m.Choose)
    def _choose(self, step: Step, node: m.Choose) -> Told:
        if (back := _put_back(node)) is not None:
            return self._back(step, back)
        found = [
            self.make_whole(
                step,
                "choice",
                "choose" if len(node.binds) == 1 else "choose-several",
                self.block(node.body),
                **self._loop_values(node.binds, node.where),
            )
        ]
        if node.otherwise:
            otherwise = self.block(node.otherwise)
            found.append(Sentence(self.sentence("no-choice", True), "condition", "model", otherwise, step.clause.name))
        return tuple(found)

    def _loop_values(self, binds: tuple[m.Bind, ...], where: m.Expr | None, message: str = "one-of") -> dict[str, Any]:
        """Returns the values of a sentence about a loop or a choice: things, what they are among, and the condition on
        them."""
        things = [self.choice(each, message) for each in binds]
        holds = NOTHING if where is None or _is(where, 1) else self.tell(where)
        one = self.names.bound_noun(binds[0].local)
        thing = one if len(binds) == 1 else replace(one, gender="p")
        it = self.names.local(binds[0].local) if len(binds) == 1 else NOTHING
        return {"things": self.expressions.join_list(things), "thing": thing, "it": it, "where": holds}

    def choice(self, bind: m.Bind, message: str = "one-of", is_named: bool = True) -> Part:
        """One of what can be chosen."""
        is_number = not is_named or self.names.is_any_number(bind.local)
        if message == "one-of" and bind.domain.op == "range" and is_number:
            return self.say("a-number", {"domain": self.tell(bind.domain)})
        if message == "one-of" and bind.domain.op == "turnings":
            return self.say("a-turning", {"owner": self._turned(bind.domain.args[0])})
        noun = self.names.bound_noun(bind.local, is_named)
        return self.say(message, {"thing": noun, "through": self._through(bind.domain)})

    def _turned(self, sides: m.Expr) -> Part:
        """Whatever is turned: the tile, where the sides are those that are printed on it."""
        is_printed = sides.op == "column" and sides.args[0].name in {
            each.kind for each in self.names.rules.boards.values()
        }
        return self.tell(sides.args[2] if is_printed else sides)

    @handles(m.May)
    def _may(self, step: Step, node: m.May) -> Told:
        return (self.make(step, "choice", "may", self.block(node.body)),)

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
        if node.where is not None and _is(node.where, 0):
            return ()
        values = self._loop_values(node.binds, node.where, "every-of")
        return (self.make(step, "repetition", "for-each", self.block(node.body), **values),)

    @handles(m.InTurn)
    def _in_turn(self, step: Step, node: m.InTurn) -> Told:
        who, first = self.names.kind(self.names.rules.players), self.tell(node.first)
        return (self.make_whole(step, "repetition", "in-turn", self.block(node.body), who=who, first=first),)

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


def _put_back(node: m.Statement) -> m.PutBack | None:
    """Returns the pieces that go back where a player keeps one of several that are shown."""
    last = node.body[-1].statement if isinstance(node, m.Choose) and node.body else None
    return last if isinstance(last, m.PutBack) else None


def _is_idle(node: m.Statement) -> bool:
    """Tells if a statement does nothing as the options are set."""
    return isinstance(node, m.If) and not node.otherwise and all(_is(each, 0) for each, _ in node.branches)


def _is(e: m.Expr, value: int) -> bool:
    return bool(e.op == "const" and e.args[0] == value)
