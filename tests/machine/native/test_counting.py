"""Options that are counted without a list are those of the list, and the one of a number is that of its row."""

import random

import pytest
from tests.engine.agreement.settings import load

from cavewright.machine.ir.form import Call
from cavewright.machine.ir.rewriting import within_all
from cavewright.machine.native.cursor import Cursor
from cavewright.machine.native.linking import form_of
from cavewright.machine.native.machine import machine


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "hex", "nine-mens-morris", "breakthrough"])
@pytest.mark.gate("wasm-connect-four")
def test_the_option_of_a_number_is_that_of_its_row(name, backend):
    game, rng = load(name), random.Random(name)
    form = form_of(game, 2)
    made = machine(form.module, backend, True)
    cursor, whole = Cursor(form.interface, made), form.layout.whole
    counted = {each.name for each in form.module.functions if each.name.startswith("count_")}
    assert counted
    state = game.new_initial_state()
    for _ in range(30):
        cursor.load(state._h, state._s)
        many, before = made.call("counted"), made.read(whole.at, whole.length * 4)
        assert many == made.call("options") == len(state.legal_actions())
        row, ends = rng.randrange(many), []
        for how in ("take", "choose"):
            made.write(whole.at, before)
            made.call("begin")
            made.call("counted" if how == "take" else "options")
            made.call(how, row)
            ends.append(made.read(whole.at, whole.length * 4))
        assert ends[0] == ends[1]
        state = state.apply(state.legal_actions()[row])
        if state.is_terminal:
            break


@pytest.mark.parametrize(
    ("name", "left"), [("tic-tac-toe", set()), ("breakthrough", set()), ("hex", {"root", "search", "regroup"})]
)
@pytest.mark.gate("tic-tac-toe-left0")
def test_nothing_is_called_in_the_loop_of_a_playout(name, left):
    """What a playout does again and again is written out in it, but for what stands in the middle of an expression, and what happens rarely."""
    module = form_of(load(name), 2).module
    playout = next(each for each in module.functions if each.name == "playout")
    calls = {part.function.split("_")[0] for part in within_all(playout.body) if isinstance(part, Call)}
    assert calls == left
