"""Table of what carrying out each statement does: what it writes and binds, which blocks are in it, who decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from ...foundation.source.frozen import frozen
from . import statements as s
from .declarations import Expr, Local


@frozen
class Effects:
    """Effects of a statement, by the names of its fields.

    Each expression is in one of three: it says what is written to (`writes`); it picks where that is (`indices`), as
    what stands inside of a target does, such as the owner of a bag; or it is only read (`reads`), as a value or to
    decide what happens. `decides` says who decides something there, before what is inside of the statement: nobody,
    chance, or players. `shared` is a statement that all players see, so that none can be in what they do all at once.
    """

    writes: tuple[str, ...] = ()
    indices: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    binds: tuple[str, ...] = ()
    blocks: tuple[str, ...] = ()
    decides: Literal["", "chance", "players"] = ""
    shared: bool = False


EFFECTS: Mapping[type, Effects] = {
    s.Require: Effects(reads=("condition",)),
    s.Cost: Effects(reads=("payments",), blocks=("payments",)),
    s.Assign: Effects(writes=("target",), reads=("value",)),
    s.Transfer: Effects(writes=("giver", "taker"), reads=("pieces",)),
    s.Shift: Effects(writes=("giver", "taker"), reads=("amount",)),
    s.Shuffle: Effects(writes=("pile",), shared=True),
    s.Take: Effects(writes=("pile",), binds=("local",)),
    s.Deal: Effects(writes=("giver", "taker"), reads=("amount",), blocks=("body",)),
    s.Lay: Effects(indices=("at",), reads=("tile", "sides")),
    s.Draw: Effects(writes=("bag",), binds=("local",), decides="chance", shared=True),
    s.PutBack: Effects(writes=("bag",)),
    s.Roll: Effects(reads=("domain",), binds=("local",), decides="chance", shared=True),
    s.Offer: Effects(reads=("until",), blocks=("otherwise",), decides="players"),
    s.Repack: Effects(writes=("first", "second"), reads=("where", "filling"), binds=("piece",), decides="players"),
    s.Finish: Effects(shared=True),
    s.Call: Effects(reads=("arguments",)),
    s.If: Effects(reads=("branches",), blocks=("branches", "otherwise")),
    s.ForEach: Effects(reads=("binds", "where"), binds=("binds",), blocks=("body",)),
    s.InTurn: Effects(reads=("first", "where", "until"), blocks=("body",), shared=True),
    s.AtOnce: Effects(blocks=("body",), decides="players", shared=True),
    s.Repeat: Effects(reads=("until", "times"), blocks=("body",)),
    s.Choose: Effects(
        reads=("binds", "where", "until"), binds=("binds",), blocks=("body", "otherwise"), decides="players"
    ),
    s.May: Effects(blocks=("body",), decides="players"),
    s.AsPlayer: Effects(reads=("player",), blocks=("body",), shared=True),
}


def written_to(statement: object) -> tuple[Expr, ...]:
    """Returns the targets that a statement writes, and the bags that it takes from."""
    targets = (getattr(statement, name) for name in EFFECTS[type(statement)].writes)
    return tuple(each for each in targets if each is not None)


def indices_of(statement: object) -> Iterator[tuple[Expr | None, Expr]]:
    """Yields the targets that a statement writes, none where it is a board that grows, each with an expression that
    picks it: a row, a place, a passage, a player, or a member of a bag or set."""
    for target in written_to(statement):
        yield from ((target, each) for each in _picked_by(target))
    for name in EFFECTS[type(statement)].indices:
        yield None, getattr(statement, name)


def _picked_by(target: Expr) -> Iterator[Expr]:
    """The expressions inside of what is written to. Only the whole bag or set of a member is no index itself."""
    whole = _WHOLE.get(target.op)
    for n, each in enumerate(target.args):
        if n == whole:
            yield from _picked_by(each)
        elif isinstance(each, Expr):
            yield each


_WHOLE: Mapping[str, int] = {"amount": 0, "in_set": 1}
"""Where the whole stands in what is written of a part of it."""


def bound_by(statement: object) -> Iterator[Local]:
    """The names that get a value in a statement, other than by `let` and `set`."""
    for name in EFFECTS[type(statement)].binds:
        held = getattr(statement, name)
        yield from (each.local for each in held) if isinstance(held, tuple) else (held,)


def inner_blocks(statement: object) -> Iterator[s.Block]:
    """The blocks inside a statement; those that pay a cost, too."""
    for name in EFFECTS[type(statement)].blocks:
        match held := getattr(statement, name), name:
            case _, "branches":
                yield from (block for _, block in held)
            case _, "payments":
                yield from (each.pay for each in held)
            case _:
                yield held


def steps_within(block: s.Block) -> Iterator[s.Step]:
    """The steps of a block, each before those inside it."""
    for step in block:
        yield step
        for inner in inner_blocks(step.statement):
            yield from steps_within(inner)


def decided_by(statement: object) -> Literal["", "chance", "players"]:
    """Returns the one who decides at a statement: nobody, chance, or players."""
    return EFFECTS[type(statement)].decides


def may_change_bags(statement: object) -> bool:
    """Tells if a statement, its inner statements aside, may change the pieces in bags: it writes, or others act
    there."""
    effects = EFFECTS[type(statement)]
    return bool(effects.writes) or effects.decides == "players" or isinstance(statement, s.Call)


def is_shared(statement: object) -> bool:
    """Tells if a statement changes something for all players at once, or who acts."""
    return EFFECTS[type(statement)].shared
