"""Numbers are worked out exactly by every engine, or an error names their line."""

import pytest
from tests.engine.agreement.engines import begin_on

import cavewright as cw

RULES = """ruleset sums 1.0 "Sums"
    language 1

players player 1..1
    keeps a: -1000000000..1000000000 = 40000
    keeps b: -1000000000..1000000000 = 40000
    keeps c: -1000000000..1000000000

to play
    choose k in 0..2
        set a = a + k
    choose k in 0..1
        set c = {value}

scoring
    score c = c
    highest total wins
"""
EXACT = {
    "a * b / b": 40001,
    "a * b - a * b + 5": 5,
    "a * b / 100000": 16000,
    "a * b * a / a / b": 40001,
    "sum(n in 1..9: a * b) / 9 / b": 40001,
    "-7 / 2": -4,
    "7 / -2": -4,
    "-7 / -2": 3,
    "(b - 40007) / 2": -4,
    "remainder(b, 7)": 2,
    "remainder(-7, 4)": 1,
    "remainder(7, -4)": -1,
    "remainder(a * b, b - 39993)": 6,
}
REFUSED = {
    "a / (b - 40000)": "a number is divided by zero (rules.cave:13)",
    "remainder(a, b - 40000)": "a number is divided by zero (rules.cave:13)",
    "a * b * a * b * a / b": "a number is beyond 9,007,199,254,740,991 (rules.cave:13)",
}


def after(value, engine):
    """The score behind both decisions."""
    state = begin_on(engine, RULES.format(value=value), 1)
    for option in (1, 0):
        state = state.apply(state.legal_actions()[option])
    return state.returns()[0]


@pytest.mark.parametrize("value", EXACT)
@pytest.mark.parametrize(
    "engine", ["interpreter", "python", "wasm", pytest.param("c", marks=pytest.mark.long)], ids=lambda each: each
)
@pytest.mark.gate(
    "interpreter-a * b / b",
    "python-a * b / b",
    "wasm-a * b / b",
    "python-7 / -2",
    "wasm-remainder(7, -4)",
    "python-remainder(a * b, b - 39993)",
)
def test_a_number_is_exact(value, engine):
    assert after(value, engine) == EXACT[value]


@pytest.mark.parametrize("value", REFUSED)
@pytest.mark.parametrize("engine", ["interpreter", "python", "wasm", pytest.param("c", marks=pytest.mark.long)])
@pytest.mark.gate("wasm-a / (b - 40000)", "python-a * b * a * b * a / b")
def test_what_cannot_be_worked_out_names_its_line(value, engine):
    with pytest.raises(cw.WorkLimitError) as found:
        after(value, engine)
    assert str(found.value) == REFUSED[value]


def test_an_option_that_divides_by_zero_is_refused_where_it_is_tried():
    rules = (
        RULES.format(value="k")
        .replace("choose k in 0..2\n        set a = a + k", "offer work")
        .replace(
            "to play", "menu work\n\naction share(n in 0..2) in work\n    set c = a / n\n    require c > 0\n\nto play"
        )
    )
    for engine in ("interpreter", "python"):
        state = cw.load_rules({"sums.cave": rules}, engine=engine).new_initial_state(1)
        assert [str(each) for each in state.legal_actions()] == ["0: share 1", "0: share 2"]
