"""How much work an expression and a step of play can be, at most; loops within loops multiply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from math import prod
from typing import Any, NamedTuple

from ..model import ruleset as m
from ..model.mentions import locals_in, mentions
from ..model.ruleset import FOLDS
from ..source import Diagnostic, at
from .expressions import most_around
from .flow import graph_of, in_order
from .limits import MOST_STEP
from .whole import Whole

MOST_WORK = 1_000_000
"""Of one expression, and of listing what can be chosen at one place: things gone through, all loops multiplied."""
PLACES = 1_000
"""How many places a board that grows is taken to have."""


def check_work(whole: Whole) -> Iterator[Diagnostic]:
    """C0609, C0612: expressions and steps of play that may take too long."""
    work = Work(whole)
    yield from work.large()


NEVER = -(10**30)
"""The work on ways that do not exist."""


class Flow(NamedTuple):
    """The work on ways through a part of the rules: on those without a decision, up to the first one, behind the last one.

    `most` is the largest between two decisions, the beginning and the end counting as such.
    """

    through: int
    head: int
    tail: int
    most: int

    def then(self, other: Flow) -> Flow:
        """This part, and then another.

        >>> decided(5, plain(1)).then(plain(10)).then(decided(3, plain(0)))
        Flow(through=-1000000000000000000000000000000, head=5, tail=0, most=14)
        """
        through, head, tail = self.through + other.through, self.through + other.head, self.tail + other.through
        most = max(self.most, other.most, through, head, tail, self.tail + other.head)
        return Flow(max(through, NEVER), max(self.head, head), max(other.tail, tail), most)

    def times(self, count: int) -> Flow:
        """This part so many times over."""
        more, inner = (max(0, count - n) * max(0, self.through) for n in (1, 2))
        through = count * self.through if self.through > 0 else self.through
        most = max(self.most, through, self.head + more, self.tail + more, self.tail + self.head + inner)
        return Flow(max(through, NEVER), max(self.head + more, NEVER), max(self.tail + more, NEVER), most)


def plain(work: int) -> Flow:
    """Work without a decision."""
    return Flow(work, NEVER, NEVER, work)


def decided(listed: int, after: Flow) -> Flow:
    """A decision, for which so much is looked at, and what follows it."""
    return Flow(NEVER, listed, max(after.through, after.tail), max(listed, after.most))


def either(flows: Iterable[Flow]) -> Flow:
    """One of several parts."""
    return Flow(*map(max, zip(*flows, strict=True)))


class Work:
    """Estimates, never too low, for one ruleset."""

    def __init__(self, whole: Whole) -> None:
        self.whole, self.rules = whole, whole.ruleset
        self.named: dict[str, int] = {}
        self.bodies = whole.bodies()
        self.done: dict[str, Flow] = {}

    # ---- expressions -----------------------------------------------------------------------------------------------

    def of(self, value: Any) -> int:
        """The work of an expression, or of all in a tuple."""
        if isinstance(value, tuple):
            return sum(map(self.of, value))
        if isinstance(value, m.Bind):
            return self.of(value.domain)
        if not isinstance(value, m.Expr):
            return 0
        if value.op in FOLDS:
            local, domain, where, body = value.args
            return self.of(domain) + self.size(domain) + self.asked((where, body), frozenset([local.number]), self.size(domain))
        if value.op == "those":
            return self.of(value.args[1]) + self.size(value.args[1]) * (1 + self.of(value.args[2]))
        if value.op in ("call", "ranked"):
            return 1 + self.name(value.args[0]) + self.of(value.args[1])
        listed = self.size(value) if value.type.form == "list" else self.inside(value)
        return min(listed + sum(map(self.of, value.args)), MOST_STEP * MOST_STEP)

    def inside(self, value: m.Expr) -> int:
        """What one operator goes through by itself."""
        if value.op in ("size", "room") and value.args[0].type.form == "bag":
            return 1 + len(self.rules.kinds[value.args[0].type.name].rows)
        if value.op == "fits":
            return 4 * (1 + self.of(value.args[0].free))
        return self.ways(value) if value.op in ("distance", "reach") else 1

    def ways(self, value: m.Expr) -> int:
        """What a question about ways goes through: every place, and every step where there is something to ask."""
        board, where, cost = value.args[0], *value.args[-4:-2]
        own = self.own_places(board)
        steps = 2 * len(board.ends) * own // max(1, self.places(board)) if board.fixed else PLACES * most_around(value)
        return own + steps * self.of((where, cost, board.joined))

    def places(self, board: m.Board) -> int:
        """At most how many places a board has."""
        return len(self.rules.kinds[board.name].rows) if board.fixed else PLACES

    def own_places(self, board: m.Board) -> int:
        """At most how many places a player's own board has; no way leads from one board to another."""
        return self.places(board) // (self.rules.player_range[1] if board.fixed and board.private else 1)

    def name(self, what: m.Define | m.Ranking) -> int:
        """The work of a definition, or of a ranking: everybody is compared."""
        if what.name not in self.named:
            parts = (what.body,) if isinstance(what, m.Define) else (what.by, what.among, what.least)
            times = 1 if isinstance(what, m.Define) else self.rules.player_range[1]
            self.named[what.name] = times * self.of(parts)
        return self.named[what.name]

    def size(self, domain: m.Expr) -> int:
        """At most how many things a domain holds."""
        if domain.op == "rows":
            return len(domain.args[0].rows) or 1
        if domain.op == "range":
            return int(max(1, domain.args[1].type.high - domain.args[0].type.low + 1))
        if domain.op == "those":
            return self.size(domain.args[1])
        if domain.op == "these":
            return len(domain.args)
        if domain.op in ("neighbours", "exits", "openers", "turnings"):
            return most_around(domain)
        if domain.op == "own_places" or (domain.op == "frontier" and domain.args[-1] is not None):
            return self.own_places(domain.args[0])
        if domain.op == "column" and domain.type.form == "set":
            return max(1, *(int(each).bit_count() for each in domain.args[0].columns[domain.args[1]].values))
        if domain.type.form == "sides":
            return 4
        if domain.op in ("reach", "lines"):
            return self.ways(domain) if domain.op == "reach" else 4 * self.places(domain.args[0])
        if domain.type.form == "set" and domain.type.high:
            return domain.type.high
        if domain.type.form == "bag":
            return len(self.rules.kinds[domain.type.name].rows)
        element = domain.type.element
        if element is not None and element.form == "number":
            return max(1, (element.high - element.low) // element.step + 1)
        return len(self.rules.kinds[element.name].rows) if element is not None and element.form == "row" else PLACES

    # ---- searches that are remembered ------------------------------------------------------------------------------

    def asked(self, value: Any, varying: frozenset[int], times: int) -> int:
        """The work of an expression that is asked so often, while the locals of these numbers change.

        Searches over fixed boards are remembered: one that does not depend on these locals is made once.
        """
        once = self.once(value, varying)
        return once + times * (self.of(value) - once)

    def once(self, value: Any, varying: frozenset[int]) -> int:
        """The part of the work of an expression that searches take which do not depend on these locals."""
        if isinstance(value, tuple):
            return sum(self.once(each, varying) for each in value)
        if not isinstance(value, m.Expr):
            return 0
        if value.op in FOLDS:
            return self.once(value.args[1], varying)
        if value.op == "call":
            define, given = value.args
            inner = frozenset(p.number for p, each in zip(define.parameters, given, strict=True) if mentions(each, varying))
            return self.once(define.body, inner) + self.once(given, varying)
        if value.op == "as" and mentions(value.args[0], varying):
            return 0
        if value.op in ("distance", "reach") and value.args[0].fixed:
            ends, how = value.args[1:-4], value.args[-4:]
            return self.once(ends, varying) + (0 if mentions((ends[0], *how), varying) else self.ways(value) - 1)
        return self.once(value.args, varying)

    # ---- what happens ----------------------------------------------------------------------------------------------

    def listing(self, binds: tuple[m.Bind, ...], asked: Any) -> int:
        """Going through all combinations of what is bound, asking something of each."""
        times = prod(self.size(each.domain) for each in binds)
        return self.of(binds) + times + self.asked(asked, frozenset(each.local.number for each in binds), times)

    def option(self, action: m.Action) -> int:
        """Listing the ways to take an action: each line of its header is asked as soon as the parameters in it are known."""
        sizes = [self.size(each.domain) for each in action.binds]
        levels = {each.local.number: n for n, each in enumerate(action.binds, start=1)}
        asked = 0
        for step in action.header:
            known = tuple(_asked(step.statement))
            level = max((levels.get(each.number, 0) for each in locals_in(known)), default=0)
            varying = frozenset(number for number, at in levels.items() if 0 < at <= level)
            asked += self.asked(known, varying, prod(sizes[:level]))
            if isinstance(step.statement, m.Assign):
                levels[step.statement.target.args[0].number] = level
        return self.of(action.binds) + prod(sizes) + asked

    def block(self, block: m.Block) -> Flow:
        """What a block does, step after step."""
        return reduce(Flow.then, (self.step(each.statement) for each in block), plain(0))

    def step(self, node: Any) -> Flow:
        """What a statement does; a part of which nothing is known to follow costs what it asks."""
        match node:
            case m.If(branches=branches, otherwise=otherwise):
                return plain(self.of(tuple(c for c, _ in branches))).then(either(map(self.block, (*(b for _, b in branches), otherwise))))
            case m.ForEach(binds=binds, where=where, body=body):
                return plain(self.listing(binds, where)).then(self.block(body).times(prod(self.size(each.domain) for each in binds)))
            case m.InTurn(first=first, body=body):
                return plain(self.of(first)).then(self.block(body).times(self.rules.player_range[1]))
            case m.Repeat(times=times, until=until, body=body):
                around = self.block(body).then(plain(self.of(until)))
                return plain(self.of(times) + self.of(until)).then(around.times(2 if times is None else times.type.high))
            case m.AtOnce(body=body):
                return plain(1).then(self.block(body))
            case m.AsPlayer(player=player, body=body):
                return plain(self.of(player)).then(self.block(body))
            case m.Call(process=name, arguments=arguments):
                return plain(1 + self.of(arguments)).then(self.done.get("to " + name, plain(0)))
            case m.Transfer():
                return plain(self.transfer(node))
        return self.decision(node) or plain(1 + self.of(tuple(_asked(node))))

    def decision(self, node: Any) -> Flow | None:
        """What comes before and after the decision of a statement, if it is one."""
        match node:
            case m.Choose(binds=binds, where=where, body=body, otherwise=otherwise):
                listed = self.beside() + self.listing(binds, where)
                return either((decided(listed, self.block(body)), plain(listed).then(self.block(otherwise))))
            case m.May(body=body):
                return decided(1 + self.beside(), either((self.block(body), plain(0))))
            case m.Draw(bag=bag):
                return decided(self.of(bag) + self.size(bag), plain(0))
            case m.Roll(domain=domain):
                return decided(self.of(domain) + self.size(domain), plain(0))
            case m.Repack(first=first, where=where, filling=filling):
                work = 4 * self.size(first) * (1 + self.of(where) + self.of(filling))
                return decided(work, plain(work))
            case m.Offer(any=any_, optional=optional, until=until):
                listed = 1 + self.beside() + self.of(until) + sum(self.option(each) + self.tried(each) for each in self.offered(node))
                taken = either((plain(1), *(self.done.get("action " + each.name, plain(0)) for each in self.offered(node))))
                return decided(listed, taken.then(plain(listed)).times(2) if any_ or optional else taken)
            case m.Finish():
                return decided(0, plain(0))
        return None

    def tried(self, action: m.Action) -> int:
        """What is done of an action up to the next decision, to see whether it can be taken."""
        flow = self.done.get("action " + action.name, plain(0))
        return max(flow.head, flow.through, 0)

    def beside(self) -> int:
        """What is offered beside every decision; whatever is taken of it, the decision is asked again."""
        return sum(self.option(each) + self.done.get("action " + each.name, plain(0)).most for each in self.rules.beside)

    def offered(self, node: m.Offer) -> list[m.Action]:
        """The actions of an offer."""
        return [each for each in self.rules.actions.values() if node.menu in each.menus]

    def transfer(self, node: m.Transfer) -> int:
        """All pieces of a transfer; the room in the bag that takes them is measured for each kind."""
        kinds = self.size(node.giver or node.taker)  # type: ignore[arg-type]
        each = 1 + (kinds if node.taker is not None and node.taker.type.room else 0)
        return 1 + self.of(tuple(_asked(node))) + sum(each * (kinds if piece.amount is None else 1) for piece in node.pieces)

    # ---- what is too much ------------------------------------------------------------------------------------------

    def large(self) -> Iterator[Diagnostic]:
        """Definitions, expressions, choices and rules that are too much work."""
        found = list(self._listed())
        yield from found or self._rules()

    def _listed(self) -> Iterator[Diagnostic]:
        for name, define in self.rules.defines.items():
            if self.name(define) > MOST_WORK:
                yield _too_much(f"`{name}`", self.name(define), define.body)
                return
        alone = [(each, self.of(each)) for each in self._alone()]
        for value, work in [*alone, *(part for step in self.whole.steps() for part in self._parts(step.statement))]:
            if work > MOST_WORK:
                yield _too_much("this", work, value)
        for action in self.rules.actions.values():
            if action.binds and self.option(action) > MOST_WORK:
                yield _too_much(f"listing the ways to `{action.name}`", self.option(action), action.binds[-1].domain)

    def _alone(self) -> Iterator[m.Expr]:
        """Expressions that stand in no statement."""
        scoring = self.rules.scoring
        rankings = (part for each in self.rules.rankings.values() for part in (each.by, each.among, each.least))
        lines = (*(line.value for line in scoring.lines), *(value for _, value in scoring.ties)) if scoring else ()
        scores = (scoring.among, scoring.together, scoring.least, *lines) if scoring else ()
        yield from (each for each in (*rankings, *scores, self.rules.advice) if each is not None)
        yield from (each.condition for each in self.rules.demands)

    def _parts(self, statement: Any) -> Iterator[tuple[m.Expr, int]]:
        for each in _asked(statement):
            yield each, self.of(each)
        if isinstance(statement, (m.Choose, m.ForEach)):
            yield statement.binds[-1].domain, self.listing(statement.binds, statement.where)

    def _rules(self) -> Iterator[Diagnostic]:
        for name in in_order(graph_of(self.whole)):
            self.done[name] = self.block(self.bodies[name])
            if self.done[name].most > MOST_STEP:
                yield at("C0612", f"`{name}` may take {_shown(self.done[name].most)} steps at one go; at most {MOST_STEP:,} are allowed",
                         self.whole.declared(name),
                         help="loops within loops multiply: go through fewer things, or let somebody decide in between")
                return


def _asked(statement: Any) -> Iterator[m.Expr]:
    """The expressions of a statement itself."""
    match statement:
        case m.If(branches=branches):
            yield from (condition for condition, _ in branches)
        case m.Cost(payments=payments):
            yield from (part for each in payments for part in (each.amount, each.held))
        case m.Transfer(pieces=pieces, giver=giver, taker=taker):
            yield from (part for each in pieces for part in (each.amount, each.piece) if part is not None)
            yield from (part for part in (giver, taker) if part is not None)
        case m.Call(arguments=arguments):
            yield from arguments
        case m.Choose() | m.ForEach():
            return
        case _:
            yield from (value for name in getattr(statement, "__slots__", ()) if isinstance(value := getattr(statement, name), m.Expr))


def _too_much(what: str, work: int, value: m.Expr) -> Diagnostic:
    return at("C0609", f"{what} may go through {_shown(work)} things; at most {MOST_WORK:,} are allowed", value.span,
              help="loops within loops multiply: narrow the inner one, or go through fewer things")


def _shown(work: int) -> str:
    return f"{work:,}" if work < 10**12 else "more than a million million"
