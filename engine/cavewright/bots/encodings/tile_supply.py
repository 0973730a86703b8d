"""Supply of tiles: how many can come to lie on boards that grow, in a whole game.

A tile that is drawn out of a bag is used by whatever lays it, or puts it into a bag out of which tiles are drawn. Where
each draw is used no more than once, and nothing else brings tiles, no more come to lie than there are pieces. A tile
that is laid by its name is used for a draw that comes before it on every way. Of other rules the ways through the
program say how often a tile is laid, if anything does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from ...machine.ir.laying_bounds import LayingBounds
from ...play.states.game import Game
from ...rules.model import ruleset as m
from ...rules.program import instructions as i


class TileSupply:
    """Ways of the tiles of a game for some players from its first decision on."""

    def __init__(self, game: Game, players: int) -> None:
        self.rules, self.program = game.rules_model, game.program
        self.bounds = LayingBounds(self.rules, self.program, players)
        self.kinds = {self.rules.boards[name].kind for name in self.rules.growing}
        self.first: int = game.new_initial_state(players)._h[i.PC]
        self.nodes = {at: self.program.code[at] for at in self.reachable_instructions([self.first])}
        self.draws: dict[int, set[int]] = {}
        """By the slot into which tiles are drawn, where that is done."""
        for at, node in self.nodes.items():
            if isinstance(node, i.Chance) and node.bag is not None and node.bag.type.name in self.kinds:
                self.draws.setdefault(node.slot, set()).add(at)
        for node in self.nodes.values():
            source, target = self.copied_slots(node)
            if source in self.draws:
                self.draws.setdefault(target, set()).update(self.draws[source])
        for slot in [*self.written_otherwise()]:
            self.draws.pop(slot, None)

    @property
    def most_laid(self) -> float:
        """Returns the most tiles that are laid, as the ways through the program say; infinite where they do not."""
        return sum(self.bounds.most_laid(name) for name in self.rules.growing)

    @property
    def is_kept(self) -> bool:
        """True if no more tiles come to lie than there are pieces, in bags and on boards, at the first decision."""
        used: dict[int, set[int]] = {slot: set() for slot in self.draws}
        for at, node in self.nodes.items():
            if self.brings(node):
                slot = self.drawn_for(at, node)
                if slot is None:
                    return False
                used[slot].add(at)
        return not any(self.is_used_twice(slot, points) for slot, points in used.items())

    def brings(self, node: i.Instruction) -> bool:
        """Tells if an instruction lays a tile, or puts one that comes from no bag where it may be drawn."""
        match node:
            case i.LayTile():
                return True
            case i.Pieces(transfer=m.Transfer(giver=None, taker=m.Expr() as bag)):
                return self.is_drawn_from(bag)
            case i.Returned(bag=bag) | i.Set(target=m.Expr(op="amount", args=(m.Expr() as bag, *_))):
                return self.is_drawn_from(bag)
        return False

    def is_drawn_from(self, bag: m.Expr) -> bool:
        """Tells if tiles of a bag may come to lie: unless it is a field from which nothing is drawn or moved."""
        if bag.type.name not in self.kinds:
            return False
        return bag.op != "field" or any(each.op != "field" or each.args[0] == bag.args[0] for each in self.givers())

    def givers(self) -> Iterator[m.Expr]:
        """The bags out of which tiles come, to be laid or into others."""
        for node in self.nodes.values():
            match node:
                case (
                    i.Chance(bag=m.Expr() as bag) | i.Pieces(transfer=m.Transfer(giver=m.Expr() as bag, taker=m.Expr()))
                ):
                    if bag.type.name in self.kinds:
                        yield bag
                case i.Repack(first=first, second=second):
                    yield from (each for each in (first, second) if each.type.name in self.kinds)

    def drawn_for(self, at: int, node: i.Instruction) -> int | None:
        """The slot of the draw that an instruction spends; none where it is not known to spend one."""
        match node:
            case i.LayTile(tile=m.Expr(op="local", args=(local,))):
                return self.slot_of(local)
            case i.Pieces(transfer=m.Transfer(pieces=(m.Amount(amount=one, piece=m.Expr(op="local", args=(local,))),))):
                return self.slot_of(local) if one is not None and one.op == "const" and one.args[0] == 1 else None
            case i.LayTile():
                return next(
                    (
                        slot
                        for slot, draws in self.draws.items()
                        if at not in self.reachable_instructions([self.first], draws)
                    ),
                    None,
                )
        return None

    def slot_of(self, local: m.Local) -> int | None:
        """The slot of a name, if tiles are drawn into it and nothing else comes there."""
        slot = self.program.layout.locals.get(local.number, -1)
        return slot if slot in self.draws else None

    def is_used_twice(self, slot: int, points: Collection[int]) -> bool:
        """Tells if a draw may be used at two of some points, or at one twice."""
        draws = self.draws[slot]
        return any(self.reachable_instructions(set(self.bounds.flow[at]) - draws, draws) & set(points) for at in points)

    def written_otherwise(self) -> Iterator[int]:
        """The slots into which something else comes than tiles that are drawn."""
        for node in self.program.code:
            match node:
                case i.Chance(slot=slot) if node.bag is None or node.bag.type.name not in self.kinds:
                    yield slot
                case i.Decide(options=options):
                    yield from (slot for option in options for slot in option.slots)
                case i.Next(slot=slot):
                    yield slot
                case i.Call(arguments=arguments):
                    yield from (slot for slot, _ in arguments)
                case i.Copy() | i.Set():
                    source, target = self.copied_slots(node)
                    yield source if source in self.draws else target

    def copied_slots(self, node: i.Instruction) -> tuple[int, int]:
        """From which slot to which an instruction copies; -1 where that is none. What was copied counts as drawn where it
        came to lie, and no longer where it came from."""
        slots = self.program.layout.locals
        match node:
            case i.Copy(source=source, target=target):
                return source, target
            case i.Set(target=m.Expr(op="local", args=(there,)), value=m.Expr(op="local", args=(here,))):
                return slots.get(here.number, -1), slots.get(there.number, -1)
            case i.Set(target=m.Expr(op="local", args=(there,))):
                return -1, slots.get(there.number, -1)
        return -1, -1

    def reachable_instructions(self, begun: Iterable[int], beside: Collection[int] = ()) -> set[int]:
        """The instructions to which ways lead, those left out that lead through some others."""
        found = {*begun} - {*beside}
        left: list[Any] = [*found]
        while left:
            more = {*self.bounds.flow[left.pop()]} - found - {*beside}
            found |= more
            left += more
        return found
