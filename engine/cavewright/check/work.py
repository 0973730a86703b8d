"""How much work an expression and a step of play can be, at most; loops within loops multiply."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any

from ..model import ruleset as m
from ..source import Diagnostic, at
from .expressions import most_around
from .flow import Decisions, graph_of, in_order
from .limits import MOST_STEP
from .whole import Whole, steps

MOST_WORK = 1_000_000
"""Of one expression, and of listing what can be chosen at one place: things gone through, all loops multiplied."""
PLACES = 1_000
"""How many places a board that grows is taken to have."""
_FOLDS = ("sum", "count", "some", "every", "first", "most", "least")


def check_work(whole: Whole) -> Iterator[Diagnostic]:
    """C0609, C0612: expressions and steps of play that may take too long."""
    work = Work(whole)
    yield from work.large()


class Work:
    """Estimates, never too low, for one ruleset."""

    def __init__(self, whole: Whole) -> None:
        self.whole, self.rules = whole, whole.ruleset
        self.named: dict[str, int] = {}
        self.bodies = whole.bodies()
        self.decides = Decisions(whole)
        self.done: dict[str, int] = {}
        self.begun: dict[str, tuple[int, bool]] = {}

    # ---- expressions -----------------------------------------------------------------------------------------------

    def of(self, value: Any) -> int:
        """The work of an expression, or of all in a tuple."""
        if isinstance(value, tuple):
            return sum(map(self.of, value))
        if isinstance(value, m.Bind):
            return self.of(value.domain)
        if not isinstance(value, m.Expr):
            return 0
        if value.op in _FOLDS:
            _, domain, where, body = value.args
            return self.of(domain) + self.size(domain) * (1 + self.of(where) + self.of(body))
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

    # ---- what happens ----------------------------------------------------------------------------------------------

    def listing(self, binds: tuple[m.Bind, ...], asked: Any) -> int:
        """Going through all combinations of what is bound, asking something of each."""
        return self.of(binds) + prod(self.size(each.domain) for each in binds) * (1 + self.of(asked))

    def option(self, action: m.Action) -> int:
        """Listing the ways to take an action: each line of its header is asked as soon as the parameters in it are known."""
        sizes = [self.size(each.domain) for each in action.binds]
        levels = {each.local.number: n for n, each in enumerate(action.binds, start=1)}
        asked = 0
        for step in action.header:
            known = tuple(_asked(step.statement))
            level = max((levels.get(each.number, 0) for each in locals_of(known)), default=0)
            asked += prod(sizes[:level]) * self.of(known)
            if isinstance(step.statement, m.Assign):
                levels[step.statement.target.args[0].number] = level
        return self.of(action.binds) + prod(sizes) + asked

    def block(self, block: m.Block) -> int:
        """All that is done in a block at one go."""
        return sum(self.step(each.statement) for each in block)

    def step(self, node: Any) -> int:
        """All that is done by a statement at one go; a loop in which somebody decides goes on another time."""
        match node:
            case m.If(branches=branches, otherwise=otherwise):
                return self.of(tuple(c for c, _ in branches)) + max(map(self.block, (*(b for _, b in branches), otherwise)))
            case m.ForEach(binds=binds, where=where, body=body):
                return self.listing(binds, where) + self.times(prod(self.size(each.domain) for each in binds), body)
            case m.InTurn(first=first, body=body):
                return self.of(first) + self.times(self.rules.player_range[1], body)
            case m.Repeat(times=times, until=until, body=body):
                return self.of(times) + self.times(2 if times is None else times.type.high, body) + 2 * self.of(until)
            case m.Choose(binds=binds, where=where, body=body, otherwise=otherwise):
                return self.beside() + self.listing(binds, where) + max(self.block(body), self.block(otherwise))
            case m.AtOnce(body=body) | m.May(body=body):
                return 1 + self.beside() + self.block(body)
            case m.AsPlayer(player=player, body=body):
                return self.of(player) + self.block(body)
            case m.Call(process=name, arguments=arguments):
                return 1 + self.of(arguments) + self.done.get("to " + name, 0)
            case m.Transfer():
                return self.transfer(node)
            case m.Draw(bag=bag):
                return self.of(bag) + self.size(bag)
            case m.Roll(domain=domain):
                return self.of(domain) + self.size(domain)
            case m.Repack(first=first, where=where, filling=filling):
                return 4 * self.size(first) * (1 + self.of(where) + self.of(filling))
            case m.Offer(any=any_, optional=optional, until=until):
                chosen = max((self.done.get("action " + each.name, 0) for each in self.offered(node)), default=0)
                return 1 + self.of(until) + (chosen if any_ or optional else max(chosen, self.all_options(node)))
        return 1 + self.of(tuple(_asked(node)))

    def beside(self) -> int:
        """What is offered beside every decision."""
        return sum(self.option(each) + self.done.get("action " + each.name, 0) for each in self.rules.beside)

    def offered(self, node: m.Offer) -> list[m.Action]:
        """The actions of an offer."""
        return [each for each in self.rules.actions.values() if node.menu in each.menus]

    def all_options(self, node: m.Offer) -> int:
        """Listing all options of an offer, each of them tried up to the next decision."""
        tried = sum(self.option(each) + self.begun.get("action " + each.name, (0, False))[0] for each in self.offered(node))
        return 1 + self.beside() + self.of(node.until) + tried

    def beginning(self, block: m.Block) -> tuple[int, bool]:
        """What is done in a block up to a decision that is certain to come, and whether one is."""
        total = 0
        for each in block:
            work, stops = self.begins(each.statement)
            total += work
            if stops:
                return total, True
        return total, False

    def begins(self, node: Any) -> tuple[int, bool]:
        """The same of a statement."""
        match node:
            case m.Offer(any=any_, optional=optional) if any_ or optional:
                return 1, True
            case m.Offer():
                return self.all_options(node), False
            case m.May():
                return 1, True
            case m.Call(process=name, arguments=arguments):
                work, stops = self.begun.get("to " + name, (0, False))
                return 1 + self.of(arguments) + work, stops
            case m.If(branches=branches, otherwise=otherwise):
                ways = [self.beginning(each) for each in (*(block for _, block in branches), otherwise)]
                return self.of(tuple(c for c, _ in branches)) + max(work for work, _ in ways), all(stops for _, stops in ways)
        return self.step(node), False

    def transfer(self, node: m.Transfer) -> int:
        """All pieces of a transfer; the room in the bag that takes them is measured for each kind."""
        kinds = self.size(node.giver or node.taker)  # type: ignore[arg-type]
        each = 1 + (kinds if node.taker is not None and node.taker.type.room else 0)
        return 1 + self.of(tuple(_asked(node))) + sum(each * (kinds if piece.amount is None else 1) for piece in node.pieces)

    def times(self, count: int, body: m.Block) -> int:
        """A body that is done several times. Where somebody decides each time, the end of one time and the beginning of the next come
        together; of a loop that is all there is in another that is so already."""
        if not self.decides.block(body):
            return max(count, 1) * self.block(body)
        inner = len(body) == 1 and isinstance(body[0].statement, (m.InTurn, m.Repeat))
        return self.block(body) + (0 if inner else self.opening(body))

    def opening(self, body: m.Block) -> int:
        """What is done in a block until it comes to chance; all of it, if it never does."""
        if len(body) == 1 and isinstance(body[0].statement, m.Call):
            return self.opening(self.bodies["to " + body[0].statement.process])
        chance = next((n for n, each in enumerate(body) if isinstance(each.statement, (m.Draw, m.Roll))), len(body))
        return self.block(body[: chance + 1])

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

    def _parts(self, statement: Any) -> Iterator[tuple[m.Expr, int]]:
        for each in _asked(statement):
            yield each, self.of(each)
        if isinstance(statement, (m.Choose, m.ForEach)):
            yield statement.binds[-1].domain, self.listing(statement.binds, statement.where)

    def _rules(self) -> Iterator[Diagnostic]:
        for name in in_order(graph_of(self.whole)):
            self.done[name], self.begun[name] = self.block(self.bodies[name]), self.beginning(self.bodies[name])
            asked = [self.all_options(step.statement) for step in steps(self.bodies[name]) if isinstance(step.statement, m.Offer)]
            most = max(self.done[name], *asked, 0)
            if most > MOST_STEP:
                yield at("C0612", f"`{name}` may take {_shown(most)} steps at one go; at most {MOST_STEP:,} are allowed",
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


def locals_of(value: Any) -> Iterator[m.Local]:
    """The names that expressions mention."""
    if isinstance(value, m.Local):
        yield value
    elif isinstance(value, (m.Expr, tuple)):
        for each in value.args if isinstance(value, m.Expr) else value:
            yield from locals_of(each)


def _too_much(what: str, work: int, value: m.Expr) -> Diagnostic:
    return at("C0609", f"{what} may go through {_shown(work)} things; at most {MOST_WORK:,} are allowed", value.span,
              help="loops within loops multiply: narrow the inner one, or go through fewer things")


def _shown(work: int) -> str:
    return f"{work:,}" if work < 10**12 else "more than a million million"
