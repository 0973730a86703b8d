"""Ways, neighbours and what can be reached, in words."""

from __future__ import annotations

from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from .counted_things import CountedThings
from .known_values import OWNED
from .names import Names
from .parts import Part, Told


class WaySentences(CountedThings):
    """The part of `Expressions` that tells what lies where, and where ways lead."""

    names: Names

    def tell_plainly(self, e: m.Expr, contrary: bool) -> Part:
        """Returns the message of an operator's name, with what it takes as values."""
        raise NotImplementedError

    def owner_and_name(self, e: m.Expr) -> tuple[m.Expr | None, str, str]:
        """Returns whose something kept or printed is, its key and its name."""
        raise NotImplementedError

    def owner(self, owner: m.Expr | None) -> Part:
        """Returns the noun for the owner of something."""
        raise NotImplementedError

    @handles("distance", "reach", "sight")
    def _through(self, e: m.Expr, contrary: bool) -> Part:
        self.names.passed.update(each for each in e.args[-2:] if isinstance(each, m.Local))
        return self.tell_plainly(e, contrary)

    @handles("neighbours")
    def _neighbours(self, e: m.Expr, contrary: bool) -> Part:
        board, place = e.args
        is_joined = board.has_sides and board.kind or board.joined is not None
        return self.say("neighbours-joined" if is_joined else "op-neighbours", {"place": self.tell(place)})

    @handles("in_set")
    def _in_set(self, e: m.Expr, contrary: bool) -> Part:
        """Returns the clause that a set has a member, in the author's words for the set where there are any."""
        member, within = e.args
        if within.op in OWNED:
            owner, key, name = self.owner_and_name(within)
            if said := self.names.phrase(key, name)[contrary]:
                return self.names.fill_phrase(said, {"owner": self.owner(owner), "value": self.tell(member)})
        return self.tell_plainly(e, contrary)

    @handles("in_list")
    def _in_list(self, e: m.Expr, contrary: bool) -> Part:
        member, among = e.args
        if among.op == "neighbours":
            return self.say("beside", {"member": self.tell(member), "place": self.tell(among.args[1])}, contrary)
        if among.op == "reach":
            reached = self._through(among, False)
            values = reached.values if isinstance(reached, Told) else {}
            return self.say("reachable", {**values, "member": self.tell(member)}, contrary)
        if among.op != "range":
            return self.tell_plainly(e, contrary)
        low, high = map(self.tell, among.args)
        return self.say("within", {"member": self.tell(member), "low": low, "high": high}, contrary)

    @handles("tile")
    def _tile(self, e: m.Expr, contrary: bool) -> Part:
        return self.tell(e.args[1])
