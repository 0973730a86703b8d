"""Choices and chance in words: among what, under which condition, how many and how often."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...foundation.texts import capitalise
from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass, handles
from ...rules.model.statements import Block, Step
from .expressions import Expressions
from .known_values import NOTHING, Number, known_value
from .parts import Part, Plain
from .sentence import Sentence

Told = tuple[Sentence, ...]
DIE = (1, 6)
"""The sides of a die that needs no more words."""
ELSE = {
    (False, False): "choose-else",
    (False, True): "choose-else-any",
    (True, False): "choose-else-several",
    (True, True): "choose-else-any-several",
}
"""Messages about what will do else, by whether that is several things, and whether any will do."""
AGAIN = {
    (False, False): "choose-any",
    (False, True): "choose-any-stop",
    (True, False): "choose-any-once",
    (True, True): "choose-any-once-stop",
}
"""Messages about choices that are made again and again, by whether each thing is chosen once, and whether one may stop."""


class Choices(Pass):
    """Sentences about what players choose and what chance brings, and how sentences about a line are made."""

    def __init__(self, expressions: Expressions) -> None:
        self.names, self.tell, self.say = expressions.names, expressions.tell, expressions.say
        self.expressions, self.words = expressions, expressions.names.words
        self._texts = {each.rule: each for each in self.names.rules.clauses if each.text and not each.key}
        """What authors say of rules of rows."""

    def block(self, steps: Block) -> Told:
        """The sentences of a block; what never happens, and what always holds, is left out. Of a line that shows several
        pieces, one sentence tells all that it does."""
        at_once = {id(each.clause) for each in steps if put_back(each.statement)}
        told = (each for each in steps if id(each.clause) not in at_once or put_back(each.statement))
        return tuple(each for step in told if not _counts_rounds(step) for each in self.step(step))

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
        said = self.say(message, values)
        if clause.fit == "up to" and (kind == "effect" or isinstance(step.statement, m.Deal)):
            said = self.say("as-far", {"said": said})
        return Sentence(self.finish_sentence(said, bool(inner)), kind, "model", inner, clause.name)

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

    def sentence(self, message: str, is_head: bool = False, **values: Any) -> str:
        """A sentence from a message, or the head of a block."""
        return self.finish_sentence(self.say(message, values), is_head)

    def finish_sentence(self, part: Part, is_head: bool = False) -> str:
        """Words as a sentence: with a capital letter and a full stop, or the colon of a head."""
        text = part.form()
        return self.names.language.say("head" if is_head else "sentence", {"text": capitalise(text)})

    def binds(self, name: str, binds: tuple[m.Bind, ...]) -> Told:
        """The sentences about what is chosen along with an action: each under the name that the others say."""
        return tuple(Sentence(self._bind_text(each), "choice", "model", (), name) for each in binds)

    def out_of_turn(self, action: m.Action) -> Told:
        """The sentences about when an action may be done by players who are not asked, or by the host."""
        menus = (each for each in self.names.rules.interrupts if each.menu in action.menus)
        return tuple(
            Sentence(self._interrupt_text(each), "condition", "model", (), f"menu {each.menu}") for each in menus
        )

    def _interrupt_text(self, menu: m.Interrupt) -> str:
        told = self.say("by-host" if menu.internal else "out-of-turn", {})
        if menu.where is not None:
            told = self.say("turns-if", {"turns": told, "where": self.tell(menu.where)})
        return self.finish_sentence(told)

    def _bind_text(self, bind: m.Bind) -> str:
        named = self.names.local(bind.local)
        thing = self.choice(bind, is_named=False)
        if not self.names.has_own_noun(bind.local):
            return self.sentence("choose", things=thing, thing=self.names.bound_noun(bind.local), where=NOTHING)
        return self.sentence("choose-named", name=named, thing=thing)

    # ---- chance -----------------------------------------------------------------------------------------------------

    @handles(m.Draw)
    def _draw(self, step: Step, node: m.Draw) -> Told:
        thing = self.names.bound_noun(node.local, False)
        bag = self.say("bottom-of", {"pile": self.tell(node.bag)}) if node.bottom else self.tell(node.bag)
        return (self.make(step, "chance", "draw", thing=thing, bag=bag, shown=node.local.shown),)

    @handles(m.PutBack)
    def _back(self, step: Step, node: m.PutBack) -> Told:
        thing = self.names.bound_noun(node.kept, False)
        amount = Number(str(len(node.drawn)))
        return (self.make_whole(step, "chance", "draw-showing", thing=thing, amount=amount, bag=self.tell(node.bag)),)

    @handles(m.Roll)
    def _roll(self, step: Step, node: m.Roll) -> Told:
        _, domain, where = node.domain.args if node.domain.op == "those" else (None, node.domain, None)
        if domain.op == "range" and all(map(is_number, domain.args, DIE)) and where is None:
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
        if node.through:
            message = "offer-once-through" if node.once else "offer-any-through"
        menu = self.names.menu(node.menu)
        until = self.tell(node.until) if node.until is not None else NOTHING
        inner = self._menu_sentences(node.menu)
        found = (self.make_whole(step, "choice", message, inner, menu=menu, until=until),)
        if message == "offer" and len(inner) == 1:
            found = inner
        return (*found, *self._without_choice(step, node.otherwise))

    def _without_choice(self, step: Step, otherwise: m.Block) -> Told:
        """The sentences about what is done where there is nothing to choose."""
        if not otherwise:
            return ()
        said = self.sentence("no-choice", True)
        return (Sentence(said, "condition", "model", self.block(otherwise), step.clause.name),)

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
            if node.filling is None or is_number(known_value(node.filling), 0)
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
        if (back := put_back(node)) is not None:
            return self._back(step, back)
        message, values = self._told_choice(node)
        found = self.make_whole(step, "choice", message, self.block(node.body), **values)
        return (found, *self._without_choice(step, node.otherwise))

    def _told_choice(self, node: m.Choose) -> tuple[str, dict[str, Any]]:
        """The message and the values about a choice: what is chosen, what else if nothing of that is there, how often."""
        several = len(node.binds) > 1
        where = node.ranks[0].condition if node.ranks else node.where
        message = "choose-several" if several else "choose"
        values = self._loop_values(node.binds, where)
        for each in node.ranks[1:]:
            chosen = self.say(message, values)
            message = ELSE[several, each is node.ranks[-1] and node.takes_any]
            values = {**self._loop_values(node.binds, each.condition), "chosen": chosen}
        if node.any:
            until = self.tell(node.until) if node.until is not None else NOTHING
            values = {"chosen": self.say(message, values), "until": until}
            message = AGAIN[node.chosen is not None, node.stop]
        return message, values

    def _loop_values(self, binds: tuple[m.Bind, ...], where: m.Expr | None, message: str = "one-of") -> dict[str, Any]:
        """Returns the values of a sentence about a loop or a choice: things, what they are among, and the condition on
        them."""
        things = [self.choice(each, message) for each in binds]
        holds: Any = NOTHING
        condition: Any = NOTHING
        if where is not None and not is_number(where, 1):
            holds = condition = self.tell(where)
            if len(binds) == 1:
                holds = self.expressions.relative(where, binds[0].local)
        one = self.names.bound_noun(binds[0].local)
        thing = one if len(binds) == 1 else replace(one, gender="p")
        it = self.names.local(binds[0].local) if len(binds) == 1 else NOTHING
        return {
            "things": self.expressions.join_list(things),
            "thing": thing,
            "it": it,
            "where": holds,
            "condition": condition,
        }

    def choice(self, bind: m.Bind, message: str = "one-of", is_named: bool = True) -> Part:
        """One of what can be chosen."""
        is_number = not is_named or self.names.is_any_number(bind.local)
        if message == "one-of" and bind.domain.op == "range" and is_number:
            return self.say("a-number", {"domain": self.tell(bind.domain)})
        if message == "one-of" and bind.domain.op == "turnings":
            return self.say("a-turning", {"owner": self._thing_to_turn(bind.domain.args[0])})
        noun = self.names.bound_noun(bind.local, is_named)
        return self.say(message, {"thing": noun, "through": self._through(bind.domain)})

    def _thing_to_turn(self, sides: m.Expr) -> Part:
        """Whatever is turned: the tile, where the sides are those that are printed on it."""
        is_printed = sides.op == "column" and sides.args[0].name in {
            each.kind for each in self.names.rules.boards.values()
        }
        return self.tell(sides.args[2] if is_printed else sides)

    @handles(m.May)
    def _may(self, step: Step, node: m.May) -> Told:
        return (self.make(step, "choice", "may", self.block(node.body)),)


def put_back(node: m.Statement) -> m.PutBack | None:
    """Returns the pieces that go back where a player keeps one of several that are shown."""
    last = node.body[-1].statement if isinstance(node, m.Choose) and node.body else None
    return last if isinstance(last, m.PutBack) else None


def _counts_rounds(step: Step) -> bool:
    """Tells if a step only notes how often a loop has begun."""
    target = step.statement.target if isinstance(step.statement, m.Assign) else None
    return target is not None and target.op == "field" and target.args[0].loop is not None


def is_number(e: m.Expr, value: int) -> bool:
    """Tells if an expression is a number that is known."""
    return bool(e.op == "const" and e.args[0] == value)
