"""Table of what carrying out each statement does: what it writes and binds, which blocks are in it, who decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from ..source.frozen import frozen
from . import statements as s
from .declarations import Expr, Local


@frozen
class Effects:
    """What a statement does, by the names of its fields; it only reads those that are not named.

    `decides` says who decides something there, before what is inside of the statement: nobody, chance, or players.
    `shared` is a statement that all players see, so that none can be in what they do all at once.
    """

    writes: tuple[str, ...] = ()
    binds: tuple[str, ...] = ()
    blocks: tuple[str, ...] = ()
    decides: Literal["", "chance", "players"] = ""
    shared: bool = False


EFFECTS: Mapping[type, Effects] = {
    s.Require: Effects(),
    s.Cost: Effects(blocks=("payments",)),
    s.Assign: Effects(writes=("target",)),
    s.Transfer: Effects(writes=("giver", "taker")),
    s.Lay: Effects(shared=True),
    s.Draw: Effects(writes=("bag",), binds=("local",), decides="chance", shared=True),
    s.PutBack: Effects(writes=("bag",)),
    s.Roll: Effects(binds=("local",), decides="chance", shared=True),
    s.Offer: Effects(decides="players"),
    s.Repack: Effects(writes=("first", "second"), binds=("piece",), decides="players"),
    s.Finish: Effects(shared=True),
    s.Call: Effects(),
    s.If: Effects(blocks=("branches", "otherwise")),
    s.ForEach: Effects(binds=("binds",), blocks=("body",)),
    s.InTurn: Effects(blocks=("body",), shared=True),
    s.AtOnce: Effects(blocks=("body",), decides="players", shared=True),
    s.Repeat: Effects(blocks=("body",)),
    s.Choose: Effects(binds=("binds",), blocks=("body", "otherwise"), decides="players"),
    s.May: Effects(blocks=("body",), decides="players"),
    s.AsPlayer: Effects(blocks=("body",), shared=True),
}


def written_to(statement: object) -> tuple[Expr, ...]:
    """What a statement writes to, and the bags that it takes from."""
    targets = (getattr(statement, name) for name in EFFECTS[type(statement)].writes)
    return tuple(each for each in targets if each is not None)


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


def decided_by(statement: object) -> Literal["", "chance", "players"]:
    """Who decides something at a statement: nobody, chance, or players."""
    return EFFECTS[type(statement)].decides


def may_change_bags(statement: object) -> bool:
    """Whether a statement, what is inside of it aside, may change what lies in bags: it writes, or others act there."""
    effects = EFFECTS[type(statement)]
    return bool(effects.writes) or effects.decides == "players" or isinstance(statement, s.Call)


def is_shared(statement: object) -> bool:
    """Whether a statement changes something for all players at once, or who acts."""
    return EFFECTS[type(statement)].shared
