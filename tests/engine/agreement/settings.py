"""Games of all rulesets with random options, overlays and numbers of players."""

from functools import cache
from pathlib import Path

import cavewright as cw
from cavewright.engine.interpret import interpreter, step
from cavewright.engine.jit import compiled, instructions

RULESETS = Path(__file__).parents[3] / "rulesets"
CLASSICS = tuple(sorted(path.name for path in (RULESETS / "classics").iterdir()))
HOUSE = tuple(sorted(path.stem for path in (RULESETS / "house-rules").glob("*.cave")))
BASES = (
    "the-cave",
    "the-cave-de",
    "the-cave-es",
    "kave-kapers",
    "cave-vs-cave",
    "cave-vs-cave+cave-vs-cave-era2",
    *CLASSICS,
)
TOLD = tuple(
    sorted(
        str(path.relative_to(RULESETS).parent) for path in RULESETS.rglob("*.cave") if path.parent.name != "house-rules"
    )
)


@cache
def load(name, overlays=(), options=()):
    """A game, loaded once for each choice; raises RulesetError for one that does not fit together."""
    return cw.load_game(name, overlays, dict(options))


def allow(work, monkeypatch):
    """So much work is what a step may take."""
    for module in (step, interpreter, compiled, instructions):
        monkeypatch.setattr(module, "WORK_LIMIT", work)
    monkeypatch.setitem(compiled.RUNTIME, "WORK_LIMIT", work)


def with_random_options(name, rng, overlays=()):
    """A game with options by chance: of two choices that do not go together, those of the rules."""
    known = load(name, overlays).options_schema()["properties"]
    options = tuple((option, any_of(schema, rng)) for option, schema in known.items() if rng.random() < 0.6)
    try:
        return load(name, overlays, options)
    except cw.RulesetError:
        return load(name, overlays)


def any_of(schema, rng):
    """A value that an option may have."""
    if schema.get("type") == "integer":
        return rng.randint(schema["minimum"], schema["maximum"])
    return rng.choice(schema.get("enum", (True, False)))


def house_rules(rng, most=4):
    """Some house rules that go together, and at least one."""
    chosen = ()
    for each in rng.sample(HOUSE, most):
        try:
            load("the-cave", (*chosen, each))
        except cw.RulesetError:
            continue
        chosen = (*chosen, each)
    return chosen
