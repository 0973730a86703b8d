"""A language model at the table: it reads the rules in parts, asks what it may know and why not, and plays. The client is that of the SDK."""

import random
import re
import sys
from importlib.util import find_spec

import pytest

import cavewright as cw
from cavewright.connect.prompts.prompt import decision_lines, position_lines
from cavewright.connect.serve import rule_parts
from cavewright.connect.serve.faults import Fault
from cavewright.connect.serve.sessions import Sessions

pytestmark = pytest.mark.skipif(find_spec("mcp") is None, reason="the package mcp is missing")


def host(*specs):
    """The package is loaded by tests that need it, not while they are collected."""
    from cavewright.connect.serve.mcp_server import Tools

    return Tools(Sessions(specs))


def shown(state, player):
    """A decision with the word on how it is answered here."""
    lines = [*decision_lines(state, player), "", "Pass one of them to `play`, as it is written above between backticks"]
    return "\n".join(lines) + f", for example `{state.legal_actions(player)[0].text}`."


def listed(text):
    return re.findall(r"^- `([^`]+)`", text, re.MULTILINE)


@pytest.mark.long
def test_a_model_plays_by_the_client_of_the_sdk():
    import anyio
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    async def played():
        parameters = StdioServerParameters(
            command=sys.executable,
            args=["-m", "cavewright", "serve", "--mcp", "connect-four"],
            env=dict(__import__("os").environ),
        )
        async with stdio_client(parameters) as (read, write), ClientSession(read, write) as client:
            begun = await client.initialize()
            assert "rules" in begun.instructions
            assert [each.name for each in (await client.list_tools()).tools] == [
                "games",
                "new_match",
                "matches",
                "rules",
                "look",
                "why_not",
                "play",
                "seat_bot",
                "close_match",
            ]

            async def ask(tool, **given):
                answer = await client.call_tool(tool, given)
                return answer.is_error, answer.content[0].text

            assert "connect-four: Connect four, 2 players" in (await ask("games"))[1]
            wrong, text = await ask("new_match", game="connect-four", opponents="random", seed=3)
            assert not wrong and text.startswith("Match m1. You are player 0.") and len(listed(text)) == 7
            assert (await ask("rules", match="m1"))[1].startswith("Part 1 of 1.\n\n")
            assert (await ask("why_not", match="m1", action="drop 9"))[1].startswith("drop: 9 cannot be chosen here.")
            wrong, text = await ask("play", match="m1", action="drop 9")
            assert wrong and "9 cannot be chosen here. Legal now, among others: drop 1" in text
            assert (await ask("play", match="m9", action="drop 1"))[0] and (await ask("new_match", game="/etc/passwd"))[
                0
            ]
            text, rng = (await ask("look", match="m1"))[1], random.Random(1)
            while listed(text):
                wrong, text = await ask("play", match="m1", action=rng.choice(listed(text)))
                assert not wrong
            assert "total" in text
            tools = {each.name: each.annotations for each in (await client.list_tools()).tools}
            looks = {name for name, each in tools.items() if each.read_only_hint}
            assert looks == {"games", "matches", "rules", "look", "why_not"}
            ends = {name for name, each in tools.items() if each.destructive_hint}
            assert ends == {"play", "seat_bot", "close_match"} and not any(
                each.open_world_hint for each in tools.values()
            )
            addresses = [str(each.uri) for each in (await client.list_resources()).resources]
            assert addresses == ["rules://connect-four", "book://connect-four"]
            for address in addresses:
                text = (await client.read_resource(address)).contents[0].text
                assert text.startswith("# ") and len(text) > 500
            for prompt, given in (("play_game", {"game": "connect-four"}), ("explain_rules", {"game": "connect-four"})):
                said = (await client.get_prompt(prompt, given)).messages[0].content.text
                assert "connect-four" in said

    anyio.run(played)


def test_where_an_action_is_passed_nothing_speaks_of_a_line_of_a_reply():
    """In the tools a model names an action as it is listed: neither a look nor a refusal asks for a line that marks it."""
    table = host("connect-four", "the-cave")
    table.new_match("connect-four", opponents="random", seed=3)
    said = [table.look("m1"), table.new_match("the-cave", opponents="random", seed=1)]
    for action in ("", "fly", "drop 9", "drop 1 or drop 2", "not drop 1", "x" * 200_000):
        with pytest.raises(Fault) as refused:
            table.play("m1", action)
        said.append(str(refused.value))
        assert "Legal now" in said[-1] or action == "not drop 1" or len(action) > 1000
    assert not any("ACTION" in each for each in said) and all(len(each) < 1000 for each in said[2:])
    legal = listed(table.look("m1"))
    assert "player 0: " + legal[2] in table.play("m1", legal[2])


def test_readings_are_of_games_that_are_served():
    readings = pytest.importorskip("cavewright.connect.serve.mcp_readings")
    sessions = Sessions(["tic-tac-toe"])
    for make in (readings.rules_text, readings.book_text):
        assert make(sessions, "tic-tac-toe", "de") != make(sessions, "tic-tac-toe", "en")
        for id in ("hex", "../tic-tac-toe", "/etc/passwd", ""):
            with pytest.raises(Fault):
                make(sessions, id, "en")


@pytest.mark.parametrize(
    "id",
    [
        "connect-four",
        "the-cave",
        *(pytest.param(each, marks=pytest.mark.long) for each in ("kave-kapers", "cave-vs-cave", "the-cave-de")),
    ],
)
@pytest.mark.gate("connect-four")
def test_the_rules_come_in_parts_of_a_stated_size(id):
    table = host()
    table.new_match(id, opponents="random", seed=1)
    whole, number, said = [], 0, ""
    while not whole or number < int(re.match(r"Part \d+ of (\d+)\.", said)[1]):
        number += 1
        said = table.rules("m1", number, 600)
        assert len(said.encode()) <= 600 * rule_parts.BYTES
        whole.append(said)
    text = "\n".join(whole)
    rules = cw.load_game(id).rules_model
    for name, action in rules.actions.items():
        assert "." in name or cw.load_game(id).wording().about(name, action.text).rstrip(".") in text, name
    for given in ((0, 600), (99, 600), (1, 10), (1, 10**9)):
        with pytest.raises(Fault, match=r"`part`: (part|tokens) is a number"):
            table.rules("m1", *given)


@pytest.mark.long
def test_the_rules_are_those_of_the_table_as_it_is_set():
    table = host()
    table.new_match(
        "the-cave", overlays=["long-rope"], options={"starting_kit": "suggested"}, opponents="random", seed=1
    )
    table.new_match("the-cave", opponents="random", seed=1)
    with_rope, without = ("\n".join(table.rules(id, n, 4000) for n in (1, 2)) for id in ("m1", "m2"))
    assert with_rope != without and table._seats["m1"].match.game.options["starting_kit"] == "suggested"


@pytest.mark.long
def test_a_model_is_told_what_its_seat_may_know():
    table = host()
    said = table.new_match("the-cave", seat=1, overlays=["survey-goals"], opponents="random", seed=4)
    match, rng = table._seats["m1"].match, random.Random(2)
    secret = next(
        each.name
        for each in match.game.rules_model.fields
        if each.shown == "secret" and each.owner == match.game.rules_model.players
    )
    before = 0
    for _ in range(15):
        told = [table._line(each) for each in match.told(1, before)]
        assert said.removeprefix("Match m1. You are player 1.\n\n") == "\n".join(
            [*told, "", shown(match.state, 1)] if told else [shown(match.state, 1)]
        )
        assert table.look("m1") == shown(match.state, 1)
        before = len(match.move_stack)
        said = table.play("m1", rng.choice(listed(said)))
    assert (
        match.state.view(0).players[0].values[secret] is not None
        and secret not in match.state.view(1).players[0].values
    )
    assert [*match.told(1)] != [*match.told()], "some of it was not for the model"


def test_what_is_told_when_it_is_not_ones_turn_is_for_the_seat():
    """Also at the end, and with the points."""
    table = host()
    table.new_match(
        "the-cave", seat=1, overlays=["survey-goals"], options={"starting_kit": "suggested"}, opponents="random", seed=4
    )
    seat = table._seats["m1"]
    for _ in range(8):
        seat.match.push(seat.match.state.legal_actions(seat.match.state.active_players[0])[-1])
    seat.player = next(n for n in (0, 1) if n not in seat.match.state.active_players)
    assert (
        table.look("m1")
        == "\n".join(position_lines(seat.match.state, seat.player))
        != "\n".join(position_lines(seat.match.state, cw.ALL))
    )
    action = next(each for each in seat.match.state.legal_actions(1 - seat.player))
    assert "turn" in table.why_not("m1", action.text), "it is asked for the seat, whose turn it is not"


WRONG = [
    ("new_match", {"game": "nonsense"}, "game"),
    ("new_match", {"game": "hex", "seat": 2}, "seat"),
    ("new_match", {"game": "hex", "players": 9}, "players"),
    ("new_match", {"game": "hex", "opponents": "deep blue"}, "opponents"),
    ("new_match", {"game": "hex", "seed": -1}, "seed"),
    ("new_match", {"game": "the-cave", "options": {"x": 1}}, "game"),
    ("new_match", {"game": "the-cave", "overlays": ["../x"]}, "game"),
    ("look", {"match": "m9"}, "match"),
    ("why_not", {"match": "m1", "action": "fly"}, "action"),
    ("why_not", {"match": "m1", "action": "1: place a1"}, "action"),
]


@pytest.mark.parametrize("tool, given, field", WRONG)
def test_wrong_arguments_are_named(tool, given, field):
    table = host()
    table.new_match("hex", opponents="random", seed=1)
    with pytest.raises(Fault) as found:
        getattr(table, tool)(**given)
    assert found.value.fields[0]["field"] == field and found.value.fields[0]["expected"]
    assert listed(table.look("m1"))


@pytest.mark.parametrize(
    "error",
    [RecursionError("deep"), KeyError("x"), ValueError("the dice are gone")],
    ids=lambda each: type(each).__name__,
)
def test_a_bot_that_fails_is_reported_and_another_sits_there(error):
    class Failing:
        def choose(self, state, player):
            raise error

    table = host("connect-four")
    table.new_match("connect-four", opponents="random", seed=3)
    table._seat("m1").bots[1] = Failing()
    said = table.play("m1", "drop 1")
    assert (
        said.startswith("player 0: drop 1") and "The bot of player 1 could not go on" in said and "`seat_bot`" in said
    )
    assert "could not go on" in table.look("m1") and len(table._seat("m1").match.move_stack) == 1
    said = table.seat_bot("m1", 1, "greedy")
    assert "could not go on" not in said and "player 1: drop" in said and listed(said)
    for given in ((0, "greedy"), (2, "greedy"), (1, "deep blue")):
        with pytest.raises(Fault):
            table.seat_bot("m1", *given)
