"""What `show --rule` says of how the decisions and draws of a rule are written."""

import pytest
from typer.testing import CliRunner

from cavewright.connect.cli import app

WRITTEN = {
    ("the-cave", "discover"): "`draw TILE`",
    ("kave-kapers", "draw_lots"): "`lot 1..6`",
    ("cave-vs-cave", "play"): "",
    ("kave-kapers", "draw_card"): "`draw CARD`",
    ("the-cave", "toll"): "",
    ("the-cave", "turn"): "`done`",
}


@pytest.mark.parametrize(
    ("rule", "written"), WRITTEN.items(), ids=lambda each: "-".join(each) if isinstance(each, tuple) else ""
)
@pytest.mark.gate("the-cave-discover-", "the-cave-turn-")
def test_show_tells_how_decisions_and_draws_are_written(rule, written):
    said = " ".join(
        CliRunner().invoke(app, ["show", rule[0], "--rule", rule[1]], env={"COLUMNS": "200"}).stdout.split()
    )
    assert written in said and ("Actions and examples write" in said) is bool(written)
