"""Games on every engine, such that a module really plays where one is meant: before it is made, the interpreter does."""

import cavewright as cw

ENGINES = {
    "interpreter": {"engine": "interpreter"},
    "python": {},
    "wasm": {"engine": "machine", "backend": "wasm"},
    "c": {"engine": "machine", "backend": "c"},
}


def load_on(engine, rules, players):
    """A game of rules that an engine plays."""
    game = cw.load_rules({"rules.cave": rules}, **ENGINES[engine])
    if ENGINES[engine].get("engine") == "machine":
        assert game.make_module(players) == "machine"
    return game


def begin_on(engine, rules, players):
    """The beginning of a game of rules, played by an engine."""
    return load_on(engine, rules, players).new_initial_state(players)


def codes_in(rules):
    """The codes of the errors of rules, in order."""
    try:
        cw.load_rules({"rules.cave": rules})
    except cw.RulesetError as found:
        return [each.code for each in found.diagnostics if each.severity == "error"]
    return []
