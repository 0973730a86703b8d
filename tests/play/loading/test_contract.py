"""The names that are promised, and what calls say to values that they cannot take."""

import inspect
import sys
import typing
from contextlib import suppress
from fractions import Fraction
from functools import cache

import pytest
from tests.play.states.walks import the_cave

import cavewright as cw

DETAILS = {"Game.engine", "Game.interruption_at", "Type.facts"}
"""What carries out the rules, and what stages know of values; no part of the contract."""


def public():
    """Every function of the contract, with the name by which people call it. What the engine alone makes is asked for its methods only."""
    for name in dir(cw):
        value = getattr(cw, name)
        if inspect.isclass(value):
            inherited = [vars(base) for base in reversed(value.mro()) if base.__module__.startswith("cavewright.")]
            for member, found in dict(each for names in inherited for each in names.items()).items():
                function = (
                    getattr(found, "fget", None) or getattr(found, "__func__", None) or getattr(found, "find", found)
                )
                if not member.startswith("_") and inspect.isfunction(function) and f"{name}.{member}" not in DETAILS:
                    yield f"{name}.{member}", function
        elif inspect.isfunction(value):
            yield name, value


def classes_in(hint):
    for each in typing.get_args(hint):
        yield from classes_in(each)
    kind = typing.get_origin(hint) or hint
    if inspect.isclass(kind) and kind.__module__.startswith("cavewright"):
        yield kind


@pytest.mark.parametrize("name, function", [*public()], ids=lambda value: value if isinstance(value, str) else "")
def test_what_a_signature_speaks_of_is_exported(name, function):
    names = {
        **{each: getattr(cw, each) for each in dir(cw)},
        "nx": type("nx", (), {"Graph": typing.NewType("Graph", list) and dict}),
    }
    hints = typing.get_type_hints(function, {**names, **vars(sys.modules[function.__module__]), "nx": names["nx"]})
    for hint in hints.values():
        assert {each.__name__ for each in classes_in(hint)} <= set(dir(cw)), name


def test_the_names_are_the_contract():
    import cavewright.connect.cli
    import cavewright.foundation.draw.svg  # noqa: F401

    assert dir(cw) == sorted(cw.__all__) and len(set(cw.__all__)) == len(cw.__all__)
    assert [name for name in dir(cw) if inspect.ismodule(getattr(cw, name))] == ["bots", "encodings"] and all(
        hasattr(cw, name) for name in dir(cw)
    )


def test_values_say_what_they_are():
    match = cw.Match(the_cave(), ["Anna", "Rafał"], 7)
    action = match.state.legal_actions(match.state.active_players[0])[0]
    assert repr(action) == f"<Action {action}>" and repr(the_cave()) == "<Game the-cave 2.0>"
    assert repr(match).startswith("<Match of the-cave, Anna, Rafał: ") and repr(match).endswith(
        repr(match.state).partition(": ")[2]
    )
    assert repr(match.state).startswith("<State of the-cave: ") and repr(cw.Line(match.state)).startswith(
        "<Line of the-cave: 0 steps on, "
    )
    assert "totals=" in repr(match.state.outcome()) and repr(
        cw.Action(0, "enter", (), action.signature, the_cave())
    ).startswith("<Action 0")
    assert (
        repr(cw.Match(the_cave(), ["Anna", "Rafał"], 987654321)).count("987654321") == 0
    )  # a seed tells what is to come


# ---- wrong values ------------------------------------------------------------------------------------------------------------


class Odd:
    """Something that is nothing of what is asked for, and whose words fail."""

    def __repr__(self):
        raise RuntimeError("no words")


ODD = object()
WRONG = [
    None,
    -1,
    -2,
    -4,
    -99,
    1.5,
    True,
    10**30,
    -(10**30),
    "",
    "x",
    "0: x",
    "\ud800",
    "\x1b[31m",
    "9" * 10_000,
    b"bytes",
    ODD,
    float("nan"),
    float("inf"),
    [],
    ["\ud800"],
    [[]],
    {},
    {1: 2},
    {"x": Odd()},
    (),
    (0, (999,)),
    (0,),
    set(),
    Fraction(1, 2),
    lambda: 2.0,
    lambda *given: ODD,
    int,
    Odd(),
    range(3),
    99,
    "de\0",
    ["a", "a"],
    [None],
]


def hex_action():
    return hex_state().legal_actions()[0]


def begun():
    return cw.Match(the_cave(), 2, 7)


def deciding():
    return begun().state


def due():
    return the_cave().new_initial_state(2)


@cache
def at_chance():
    state = cw.load_game("kave-kapers").new_initial_state()
    while state.current_player != cw.CHANCE:
        player = state.active_players[0]
        state = state.apply(state.legal_actions(player)[0])
    return state


def chance():
    return cw.Line(at_chance())


@cache
def hex_state():
    return cw.load_game("hex").new_initial_state()


def hexed():
    return cw.Line(hex_state())


TABLE = {
    "load_game ruleset": lambda value: cw.load_game(value),
    "load_game overlays": lambda value: cw.load_game("hex", value),
    "load_game options": lambda value: cw.load_game("hex", options=value),
    "load_game engine": lambda value: cw.load_game("hex", engine=value),
    "load_game registered_only": lambda value: cw.load_game("hex", registered_only=value),
    "load_game backend": lambda value: cw.load_game("hex", engine="machine", backend=value),
    "load_rules backend": lambda value: cw.load_rules({"x.cave": "x"}, engine="machine", backend=value),
    "State.draw_any random": lambda value: due().draw_any(value),
    "load_rules files": lambda value: cw.load_rules(value),
    "load_rules text": lambda value: cw.load_rules({"x.cave": value}),
    "load_rules name": lambda value: cw.load_rules({value: "x"} if value.__hash__ else value),
    "run_examples game": lambda value: cw.run_examples(value, ()),
    "run_examples names": lambda value: cw.run_examples(cw.load_game("hex"), value),
    "Match game": lambda value: cw.Match(value),
    "Match players": lambda value: cw.Match(the_cave(), value),
    "Match seed": lambda value: cw.Match(the_cave(), 2, value),
    "Match.at moves": lambda value: begun().at(value),
    "Match.push action": lambda value: begun().push(value),
    "Match.push by_host": lambda value: begun().push("discover", by_host=value),
    "Match.pop fenced": lambda value: begun().pop(fenced=value),
    "Match.correct state": lambda value: begun().correct(value, "the table agreed"),
    "Match.correct reason": lambda value: begun().correct(begun().game.new_initial_state(len(begun().names)), value),
    "Match.from_json text": lambda value: cw.Match.from_json(value),
    "Match.from_json load": lambda value: cw.Match.from_json(begun().to_json(), value),
    "Game.new_initial_state players": lambda value: the_cave().new_initial_state(value),
    "Game.with_options options": lambda value: the_cave().with_options(value),
    "Game.wording lang": lambda value: the_cave().wording(value),
    "Game.parse_action text": lambda value: the_cave().parse_action(value),
    "Game.parse_action player": lambda value: the_cave().parse_action("discover", value),
    "Game.read_state text": lambda value: the_cave().read_state(value),
    "bots.make name": lambda value: cw.bots.make(value, the_cave()),
    "bots.make game": lambda value: cw.bots.make("greedy", value),
    "bots.make seed": lambda value: cw.bots.make("random", the_cave(), value),
    "bot.choose player": lambda value: cw.bots.make("random", the_cave()).choose(deciding(), value),
    "State.value player": lambda value: deciding().value(value),
    "State.legal_actions player": lambda value: deciding().legal_actions(value),
    "State.check action": lambda value: deciding().check(value),
    "State.interrupts player": lambda value: deciding().interrupts(value),
    "State.host_actions player": lambda value: deciding().host_actions(value),
    "State.apply_by_host action": lambda value: deciding().apply_by_host(value),
    "State.apply action": lambda value: deciding().apply(value),
    "State.apply action at chance": lambda value: due().apply(value),
    "Action.label lang": lambda value: hex_action().label(value),
    "Reason.text lang": lambda value: deciding().check("0: discover").reasons[0].text(value),
    "Event.text lang": lambda value: begun().at(1).events[0].text(value),
    "Outcome.table lang": lambda value: deciding().outcome().table(value),
    "Outcome.labels lang": lambda value: deciding().outcome().labels(value),
    "Outcome.partners player": lambda value: deciding().outcome().partners(value),
    "Line state": lambda value: cw.Line(value),
    "Line.options player": lambda value: hexed().options(value),
    "Line.action option": lambda value: hexed().action(value),
    "Line.push option": lambda value: hexed().push(value),
    "Line.push option at chance": lambda value: chance().push(value),
    "Line.push_nth n": lambda value: hexed().push_nth(value),
    "Line.push_nth player": lambda value: hexed().push_nth(0, value),
    "Line.push player": lambda value: hexed().push((0, (0,)), value),
    "Line.draw value": lambda value: chance().draw(value),
    "Line.draw value where nothing is": lambda value: hexed().draw(value),
    "Line.draw_any random": lambda value: chance().draw_any(value),
    "Line.playout random": lambda value: hexed().playout(value),
    "Line.playout bound": lambda value: hexed().playout(lambda: 0.5, value),
    "State.view viewer": lambda value: deciding().view(value),
    "State.events_for viewer": lambda value: deciding().events_for(value),
    "State.problems viewer": lambda value: deciding().problems(value),
    "State.returns viewer": lambda value: deciding().returns(value),
    "State.outcome viewer": lambda value: deciding().outcome(value),
    "State.cave_for viewer": lambda value: deciding().cave_for(value),
    "State.svg viewer": lambda value: deciding().svg(value),
    "Match.svg viewer": lambda value: begun().svg(value),
    "Match.to_json viewer": lambda value: begun().to_json(value),
    "Match.divergence game": lambda value: begun().divergence(value),
    "Match.told viewer": lambda value: begun().told(value),
    "Match.told since": lambda value: begun().told(since=value),
    "Match.told until": lambda value: begun().told(until=value),
    "Match.told lang": lambda value: begun().told(lang=value),
    "State.player_meant player": lambda value: deciding().player_meant(value),
    "State.svg lang": lambda value: deciding().svg(None, value),
    "Match.svg lang": lambda value: begun().svg(None, value),
    "Match by_hand": lambda value: cw.Match(the_cave(), 2, 7, by_hand=value),
}
TAKEN = {
    "load_game overlays": [[], {}, (), set()],
    "load_game options": [None, {}],
    "load_game backend": [None],
    "load_rules backend": [None],
    "load_game registered_only": [True],
    "run_examples names": [None, [], {}, (), set()],
    "Match players": [None, 99, True][:1],
    "Match.pop fenced": [True],
    "Match.push by_host": [True],
    "State.interrupts player": [None],
    "State.host_actions player": [None],
    "Game.new_initial_state players": [None],
    "Game.with_options options": [{}],
    "Game.parse_action player": [None],
    "State.legal_actions player": [None],
    "State.value player": [None],
    "bot.choose player": [None],
    "bots.make seed": [99, 10**30],
    "Match by_hand": [True],
    "State.view viewer": [None],
    "State.events_for viewer": [None],
    "State.problems viewer": [None],
    "State.returns viewer": [None],
    "State.outcome viewer": [None],
    "State.cave_for viewer": [None],
    "State.svg viewer": [None],
    "Match.svg viewer": [None],
    "Match.to_json viewer": [None],
    "Match.told viewer": [None],
    "Match.told until": [None],
    "State.player_meant player": [None],
    "Line.options player": [None],
    "Line.push player": [None],
    "Line.push_nth n": [99],
    "Line.push_nth player": [None],
    "Match seed": [None, 99, "9" * 10_000][1:2],
}
"""Values that are documented to be taken, each where it is."""
TYPED = (TypeError, ValueError)


def test_calls_of_the_contract_are_in_the_table():
    taken = {
        f"{name} {parameter}"
        for name, function in public()
        for parameter in inspect.signature(function).parameters
        if parameter not in ("self", "cls", "known")
    }
    inner = {
        "nearest_action",
        "blank",
        "actions",
        "goes_on_from",
        "push_listed",
        "draw_listed",
        "brief",
        "said",
        "by",
        "texts",
        "place",
        "line",
        "to",
    }
    ours = {
        each
        for each in taken
        if each.split(" ")[0].split(".")[0]
        in ("Game", "State", "Match", "Line", "load_game", "load_rules", "run_examples", "Outcome")
        and each.split(" ")[0].split(".")[-1] not in inner
    }
    assert ours - set(TABLE) <= {"Line.action player", "load_rules overlays", "load_rules options", "load_rules engine"}


@pytest.mark.parametrize("name", TABLE)
def test_wrong_values_are_refused_by_name_value_and_expectation(name):
    call, argument = TABLE[name], name.split(" ")[1].removesuffix("s")
    tried = 0
    for value in [*WRONG, the_cave(), deciding(), hex_action()]:
        if (
            isinstance(value, cw.Game)
            and argument == "game"
            or isinstance(value, cw.State)
            and argument == "state"
            or any(value is each or (type(value) is type(each) and value == each) for each in TAKEN.get(name, ()))
        ):
            with suppress(*TYPED):  # for another reason
                call(value)
            continue
        try:
            got = call(value)
        except TYPED as error:
            said = str(error)
            tried += 1
            assert len(said) > 15 and len(said) < 500 and said.isprintable(), (value, said)
        except Exception as error:
            pytest.fail(f"{name} of {type(value).__name__} raises {type(error).__name__}: {error}")
        else:
            if (
                name == "State.check action"
                or callable(value)
                and argument == "random"
                or name in HARMLESS
                and type(value) in HARMLESS[name]
            ):
                continue
            pytest.fail(
                f"{name} takes {type(value).__name__} {'' if isinstance(value, Odd) else repr(value)[:40]}: {type(got).__name__}"
            )
    assert tried > 20


HARMLESS = {"Line.playout bound": (int,), "Match seed": (int, type(None)), "Match.divergence game": (type(None),)}
"""Numbers that are what is asked for."""


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: cw.Match(None), ["game", "None", "Game"]),
        (lambda: cw.Line(None), ["state", "None", "State"]),
        (lambda: cw.run_examples(None), ["game", "None", "Game"]),
        (lambda: the_cave().with_options(None), ["options", "None", "mapping"]),
        (lambda: chance().draw(10**9), ["value", "1000000000", "weights"]),
        (lambda: hexed().push((0, (999,))), ["option", "(0, (999,))", "options"]),
        (lambda: hexed().push(None), ["option", "None", "options"]),
        (lambda: the_cave().new_initial_state(players=1.5), ["players", "1.5", "number"]),
        (lambda: the_cave().new_initial_state(players=9), ["players", "9", "2 to 5"]),
        (lambda: the_cave().new_initial_state(players=["", "x"]), ["player", "''", "text"]),
        (lambda: hexed().playout(None), ["random", "None", "function"]),
        (lambda: hexed().playout(lambda: 0.5, -1), ["bound", "-1", "from 0"]),
        (lambda: deciding().outcome().partners(7), ["player", "7", "0 to 1"]),
        (lambda: cw.load_game("hex", registered_only=1), ["registered_only", "1", "True or False"]),
        (lambda: cw.load_game("hex", engine="c"), ["engine", "'c'", "python"]),
        (lambda: the_cave().parse_action("0: discover", player=1), ["player 0", "player 1", "discover"]),
        (lambda: the_cave().parse_action("chance: draw_tile", 9), ["player", "9", "0 to 4"]),
        (lambda: begun().pop(fenced=None), ["fenced", "None", "True or False"]),
    ],
)
def test_the_error_says_which_argument_what_it_is_and_what_was_expected(call, words):
    with pytest.raises(TYPED) as caught:
        call()
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_a_text_is_the_action_of_the_player_who_is_asked_for():
    game = the_cave()
    assert (
        game.parse_action("discover", player=1)
        == game.parse_action("1: discover", player=1)
        == game.parse_action("1: discover")
    )
    with pytest.raises(cw.AmbiguousActionError):
        game.parse_action("discover")


def test_a_line_that_refuses_stands_where_it_stood():
    line, end = hexed(), hexed()
    before, option = line.state.key(), line.options()[3]
    with pytest.raises(cw.InvalidActionError):
        line.push((7, option[1]))
    assert line.state.key() == before and line.depth == 0
    line.push((option[0], option[1]))
    with pytest.raises(cw.InvalidActionError, match="not"):
        line.push(option)
    line.pop()
    with pytest.raises(IndexError, match="no step to take back"):
        line.pop()
    end.playout(lambda: 0.3)
    with pytest.raises(cw.InvalidActionError, match="the game is over"):
        end.push(option)


def test_an_action_of_another_game_is_read_as_its_text():
    other = cw.load_game("the-cave", options={"starting_kit": "suggested"}, engine="interpreter")
    state = cw.Match(other, 2, 7).state
    assert [state.apply(str(each)) for each in state.legal_actions()] == [
        state.apply(cw.Match(other, 2, 7).state._read(str(each))) for each in state.legal_actions()
    ]
    with pytest.raises(cw.InvalidActionError, match="is no place"):
        state.apply(hex_action())
