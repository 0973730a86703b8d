"""Conditions that have a name, are denied or joined: what a reason says of them."""

import random

import pytest
from tests.play.views.named_conditions import CONDITIONS, named_rules

import cavewright as cw
from cavewright.play.views.unmet_parts import parts_of, unmet
from cavewright.rules.model import ruleset as m

ATOMS = ("key", "late", "fuel >= 3", "wind < 2", "closed", "manned(wind)", "light_or_key", "welcome", "sea is calm")


@pytest.mark.parametrize("condition", CONDITIONS)
def test_what_is_missing_is_said_by_its_parts_in_every_language(condition):
    state = cw.load_rules(named_rules(condition)).new_initial_state()
    [reason] = state.check("enter").reasons
    told = [reason.in_language(lang) for lang in ("en", "de", "es")]
    assert tuple((each.current, each.needed) for each in told) == CONDITIONS[condition]


def made_up(rng, depth=3):
    """A condition of parts, at random."""
    form = rng.choice(("atom", "not", "and", "or")) if depth else "atom"
    if form == "atom":
        return rng.choice(ATOMS)
    if form == "not":
        return f"not ({made_up(rng, depth - 1)})"
    return f"({made_up(rng, depth - 1)}) {form} ({made_up(rng, depth - 1)})"


@pytest.mark.parametrize("seed", range(12))
def test_a_condition_fails_exactly_when_a_part_is_unmet_and_one_such_part_would_do(seed):
    """Each part that is said does not stand as it must; if all of them did, nothing of what was asked before would be missing."""
    rng = random.Random(seed)
    rules = cw.load_rules(named_rules(made_up(rng))).rules_model
    [condition] = [
        step.statement.condition for step in rules.actions["enter"].header if isinstance(step.statement, m.Require)
    ]
    for _ in range(20):
        facts = {}

        def holds(part, facts=facts):
            return facts.setdefault((part.op, part.span.text, str(part.args)), rng.random() < 0.5)

        found = unmet(parts_of(condition), holds)
        assert bool(found) != truth(condition, holds)
        assert all(bool(holds(each.condition)) == each.is_denied for each in found)


def truth(condition, holds):
    """Returns what a condition comes to, worked out apart from its parts."""
    match condition.op:
        case "not":
            return not truth(condition.args[0], holds)
        case "and":
            return min(truth(each, holds) for each in condition.args)
        case "or":
            return max(truth(each, holds) for each in condition.args)
        case "call":
            define, given = condition.args
            return truth(m_filled(define, given), holds)
    return holds(condition)


def m_filled(define, given):
    """The body of a definition with what it is asked about."""
    from cavewright.rules.model.name_substitution import replace_names

    return replace_names(define.body, dict(zip(define.parameters, given, strict=True)))
