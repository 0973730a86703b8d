"""Trail of a match: behind which of its moves each entry of the store stands, and what has been taken back since."""

from __future__ import annotations

from ...foundation.source.frozen import frozen
from ...play.matches.match import Match
from ...play.states.game import State


@frozen
class Aside:
    """An entry that is no move of the match: an action that was undone, an undoing, or who sits where. It is for all, for
    its player alone, or for nobody."""

    player: int | None
    is_hidden: bool
    is_undoing: bool = False

    def is_for(self, viewer: int | None) -> bool:
        """Tells if a viewer has seen it."""
        return self.player is not None and (not self.is_hidden or self.player == viewer)


class Trail:
    """The entries of a match, the beginning first. Positions that were taken back stay, since viewers have seen them."""

    def __init__(self, moves: int) -> None:
        self.ends = [moves]
        """Behind how many moves of the match each entry stands."""
        self.asides: dict[int, Aside] = {}
        self.states: dict[int, State] = {}
        """Positions to which entries led that were undone, or that stood behind one that was."""

    def __len__(self) -> int:
        return len(self.ends)

    def add(self, moves: int) -> None:
        """Adds an entry of moves."""
        self.ends.append(moves)

    def pop(self) -> int:
        """Forgets the last entry; returns behind how many moves the one before it stands."""
        del self.ends[-1]
        return self.ends[-1]

    def add_aside(self, aside: Aside) -> None:
        """Adds an entry that is no move."""
        self.ends.append(self.ends[-1])
        self.asides[len(self.ends) - 1] = aside

    def undo(self, match: Match, index: int, is_hidden: bool) -> None:
        """Notes that the move of an index is about to be undone."""
        player = match.move_stack[index].player
        at = next(n for n, each in enumerate(self.ends) if each > index)
        for n in range(at, len(self.ends)):
            self.states.setdefault(n, match.at(self.ends[n]))
        if at and self.ends[at - 1] == index:  # else it is one of several that were carried out as one, and they stay
            self.asides[at] = Aside(player, is_hidden)
        self.ends = [each - (n >= at) for n, each in enumerate(self.ends)]
        self.add_aside(Aside(player, is_hidden, is_undoing=True))
