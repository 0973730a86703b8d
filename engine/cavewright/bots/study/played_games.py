"""Records of games that bots played: what came of each, and where one stood that was given up."""

from __future__ import annotations

from ...foundation.source.frozen import frozen


@frozen
class Stuck:
    """Place at which a game stood that was given up: the line at which its last decisions were made, its text, whose turn it was,
    what could be chosen there, and the lines that go on until something holds and had not come to an end."""

    place: str
    line: str
    player: int
    offered: tuple[str, ...]
    waiting: tuple[str, ...]


@frozen
class Played:
    """One game. `bots`, `totals`, `breakdown`, `counted`, `sides` and `out_by` have an entry a seat; seats with one
    number in `sides` are together.

    `ended` says that it ended by the rules; if not, it was given up, and scores are as things stood. `decisions` counts
    those that were any, `turns` the stretches in which one player decided, `rounds` the turns of the player who had
    most. `fired` says how often each clause changed something, left a decision, was chosen, or scored. `out_by` names,
    for a player who was not in the running (`counted`), the clause that last changed something on which that depends;
    None where nothing ever changed.
    """

    seed: int
    bots: tuple[str, ...]
    ended: bool
    decisions: int
    turns: int
    rounds: int
    totals: tuple[int, ...]
    breakdown: tuple[tuple[int, ...], ...]
    counted: tuple[bool, ...]
    winners: tuple[int, ...]
    fired: tuple[tuple[str, int], ...]
    sides: tuple[int, ...]
    out_by: tuple[str | None, ...]
    unchanged: int = 0
    """Loops that ended since a round had changed nothing."""
    offered: int = 0
    """Options in all decisions that were any."""
    pieces: tuple[tuple[str, int], ...] = ()
    """How often each row of a table was named by what was chosen: `equipment rope`."""
    stuck: Stuck | None = None
    """Of a game that was given up where it stood."""
    used: tuple[tuple[tuple[str, int], ...], ...] = ()
    """By seat how often it chose each action, named each row of a table by its choices, and drew each row."""
    last_action: str = ""
    """Action that somebody chose last."""
