"""What clients of a host do: they keep a view by its changes, and play."""

import copy


def apply_changes(view, changes):
    """The view after the operations of a JSON Patch."""
    view = {"": copy.deepcopy(view)}
    for each in changes:
        *way, name = [part.replace("~1", "/").replace("~0", "~") for part in each["path"].split("/")]
        at = view
        for part in way:
            at = at[int(part) if isinstance(at, list) else part]
        name = int(name) if isinstance(at, list) else name
        assert (each["op"] == "add") == (name not in at if isinstance(at, dict) else False), each
        if each["op"] == "remove":
            del at[name]
        else:
            at[name] = each["value"]
    return view[""]


class Player:
    """One who looks at a match by what is new: its view, what it was told, its number."""

    def __init__(self, look):
        first = look(None)
        self.look, self.view, self.number = look, first["view"], first["number"]
        self.told, self.actions = first["told"], first["actions"]

    def catch_up(self):
        self.take(self.look(self.number))

    def take(self, new):
        """Takes a look since the number that this player has seen."""
        assert new["since"] == self.number and new["view"] is None
        self.view = apply_changes(self.view, new["changes"])
        self.told += new["told"]
        self.number, self.actions = new["number"], new["actions"]
