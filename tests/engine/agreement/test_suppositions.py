"""What would be: `possible` and `after`, by every engine. Nothing of what is carried out in thought stays."""

import random

import pytest
from tests.engine.agreement.lockstep import Pair
from tests.engine.agreement.settings import allow
from tests.machine.native.lockstep_native import Twin

import cavewright as cw
from cavewright.machine.native import moves
from cavewright.play.loading.load import try_load
from cavewright.play.states.game import Game

HEAD = """ruleset hop 1.0 "Hop"
    language 1

players team 2..2
    keeps n: 0..9
    keeps seen: 0..99
    keeps hand: 0..9 SHOWN

game
    keeps at: 1..9 = 1
    keeps last: team or none
    keeps told: yes_no

board square
    grid 3 by 3
    keeps stone: team or none

define other = first(t in team where t is not me)

to hop(k: 1..3)
    require n < 6
    gain (k) n
    set at = at + 1 if at < 9 otherwise at
    require at < 9

to mark(s: square, t: team)
    require s.stone is none
    as t
        set s.stone = me

menu turn "Turn"

action put(s in square) in turn "Put"
    free: require s.stone is none
    set s.stone = me
    lines: require not some(x in 1..3 where every(y in 1..3: cell(x, y).stone is me))

action jump(k in 1..3) in turn "Jump"
    let before = n
    more: require possible(hop(k)) and after(hop(k): n + at) > before + at
    hop(k)

action swap(s in square, t in square) in turn "Swap"
    own: require s.stone is me and t.stone is other
    legal: require after(put(first(u in square where u.stone is none)): count(u in square where u.stone is none)) < 5
    set s.stone = other
    set t.stone = me

scoring
    score won = n + seen
    highest total wins
"""
RULES = (
    HEAD.replace("SHOWN", "")
    + """
define best = most(k in 1..3: after(hop(k): n + at))
define would_hold(s: square) = after(put(s): s.stone is me)
define whose(s: square, t: team) = after(mark(s, t): s.stone)
define stuck(s: square, left: 0..9) = after(put(s): left + count(u in square where possible(put(u))))

to play
    repeat each team until not possible(turn)
        set seen = best + count(s in square where possible(put(s))) + 3 * count(s in square where would_hold(s))
        offer turn
        set last = whose(first(s in square where s.stone is none), other)
        if other.can_move
            set told = stuck(cell(2, 2), n) > 3
    gain 1 at

define can_move = possible(jump) or possible(put)
"""
)


@pytest.mark.parametrize("backend", ["wasm", pytest.param("c", marks=pytest.mark.long)])
def test_the_machine_goes_with_the_interpreter(backend):
    game = cw.load_rules({"hop.cave": RULES})
    assert Twin(game, 2, backend, checked=True).walk("hop", 200) == 200


@pytest.mark.long
def test_generated_python_goes_with_the_interpreter():
    game = cw.load_rules({"hop.cave": RULES})
    rng = random.Random(3)
    for _ in range(3):
        pair = Pair(game)
        while not pair.made.is_terminal and pair.decisions < 60:
            ((player, options),) = pair.listed().items()
            pair.apply(player, rng.choice(options))
        assert pair.decisions > 8


ASKED = [
    ("possible(hop(1))", {}, 1),
    ("possible(hop(1))", {"n": 6}, 0),
    ("possible(hop(1))", {"at": 8}, 0),
    ("possible(put(cell(1, 1)))", {}, 1),
    ("possible(put(cell(1, 1)))", {"cell(1, 1).stone": "me"}, 0),
    ("possible(put)", {}, 1),
    ("possible(swap)", {}, 0),
    ("possible(turn)", {"n": 6}, 1),
    ("after(hop(3): n)", {"n": 4}, 7),
    ("after(hop(3): n)", {"n": 6}, 0),
    ("after(hop(3): n) + n", {"n": 4}, 11),
    ("after(hop(2): after(hop(2): at))", {}, 3),
    ("count(s in square where after(mark(s, other): s.stone) is other)", {}, 9),
    ("count(s in square where after(put(s): s.stone) is me)", {"cell(1, 1).stone": "me", "cell(1, 2).stone": "me"}, 6),
    ("sum(k in 1..3: after(hop(k): n * k))", {"n": 1}, 2 + 6 + 12),
    ("other.after_hop", {"n": 5}, 1),
    ("moved(n)", {"n": 2}, 5),
]
"""What is asked, what is set before, and the answer."""


@pytest.mark.parametrize("engine", ["interpreter", "python", "machine"])
@pytest.mark.parametrize("asked, given, answer", ASKED)
@pytest.mark.gate("possible(swap)-given6-0-interpreter", "moved(n)-given16-5-python")
def test_what_would_be_is_what_would_come(asked, given, answer, engine):
    value = f"{asked} if yes otherwise 0" if not asked.startswith("possible") else f"1 if {asked} otherwise 0"
    lines = "".join(f"    set {where} = {value}\n" for where, value in given.items())
    rules = HEAD.replace("SHOWN", "") + (
        "\ndefine after_hop = after(hop(1): n)\n\ndefine moved(k: 0..9) = after(hop(1): n + k)\n\n"
        f"to play\n    as first(t in team)\n{lines}".replace("\n    set", "\n        set")
        + f"        set seen = {value}\n        offer turn\n"
    )
    game = cw.load_rules({"hop.cave": rules}, engine=engine)
    if engine == "machine":
        game.make_module(2)
    state = game.new_initial_state(2)
    kept = {name: game.program.layout.base[owner, name] for owner, name in game.program.layout.base}
    assert state._h[kept["seen"]] == answer
    assert state._h[kept["last"]] == -1


@pytest.mark.parametrize("limit", [20, 60, 120, 250, 500, 1_000, 3_000])
@pytest.mark.gate("60")
def test_what_is_done_in_thought_is_work_where_it_is_asked(limit, monkeypatch):
    """Whatever the limit, generated code and machine stop where the interpreter does."""
    allow(limit, monkeypatch)
    plain = Game(cw.load_rules({"hop.cave": RULES}).rules_model, engine="interpreter")
    meant = length(plain)
    assert length(cw.load_rules({"hop.cave": RULES})) == meant
    monkeypatch.setattr("cavewright.machine.native.linking.WORK_LIMIT", limit)
    moves.maker_for.cache_clear()
    assert length(cw.load_rules({"hop.cave": RULES}, engine="machine")) == meant
    moves.maker_for.cache_clear()


def length(game):
    """The steps of a random game until it is too much work, or a dozen."""
    rng, been = random.Random(1), []
    try:
        state = game.new_initial_state(2)
        while not state.is_terminal and len(been) < 12:
            options = [str(each) for each in state.legal_actions()]
            been.append(options)
            state = state.apply(rng.choice(options))
    except cw.WorkLimitError:
        pass
    return been


@pytest.mark.parametrize("line", ["toil", "if possible(toil)\n            set at = 2", "set at = after(toil: 3)"])
@pytest.mark.parametrize("limit, fits", [(900, False), (4_000, True)])
@pytest.mark.gate("900-False-toil", "4000-True-toil")
def test_a_question_costs_what_carrying_it_out_costs(line, limit, fits, monkeypatch):
    allow(limit, monkeypatch)
    loop = "\nto toil\n    for each i in 1..50, j in 1..20\n        set at = 1\n    require n < 9\n"
    play = f"\nto play\n    as first(t in team)\n        {line}\n        offer turn\n"
    game = cw.load_rules({"hop.cave": HEAD.replace("SHOWN", "") + loop + play})
    if fits:
        assert game.new_initial_state(2).legal_actions()
    else:
        with pytest.raises(cw.WorkLimitError):
            game.new_initial_state(2)


@pytest.mark.parametrize("asked", ["possible(toil)", "after(toil: at) is 1"])
def test_the_costs_of_questions_add_up(asked, monkeypatch):
    """One fits into the budget, five do not."""
    loop = "\nto toil\n    for each i in 1..50, j in 1..20\n        set at = 1\n    require n < 9\n"
    play = (
        f"\nto play\n    as first(t in team)\n        set seen = count(k in 1..5 where {asked})\n        offer turn\n"
    )
    game = cw.load_rules({"hop.cave": HEAD.replace("SHOWN", "") + loop + play}, engine="interpreter")
    allow(4_000, monkeypatch)
    with pytest.raises(cw.WorkLimitError):
        game.new_initial_state(2)


WRONG = [
    ("if possible(play)", "C0517", "something to decide"),
    ("if possible(lot)", "C0517", "something to chance"),
    ("if possible(over)", "C0517", "ends the game"),
    ("if possible(nothing)", "C0213", "no process, action or menu"),
    ("if possible(hop)", "C0404", "one value"),
    ("if possible(hop(1, 2))", "C0404", "one value"),
    ("if possible(put(1))", "C0401", "square"),
    ("if possible(hop(9))", "C0410", "outside"),
    ("if after(turn: n > 3)", "C0404", "not the menu"),
    ("if after(put: n > 3)", "C0404", "one value"),
    ("if after(hop(1))", "C0404", "only `after` a value"),
    ("if possible(hop(1): n > 3)", "C0404", "only `after` a value"),
    ("if after(hop(1): after(hop(1): after(hop(1): after(hop(1): n)))) > 3", "C0615", "4 deep"),
]


@pytest.mark.parametrize("line, code, said", WRONG)
def test_questions_that_have_no_answer_are_refused(line, code, said):
    more = "\nto lot\n    roll r in 1..3\n    gain (r) n\n\nto over\n    finish\n"
    rules = (
        HEAD.replace("SHOWN", "")
        + more
        + f"\nto play\n    each team\n        {line}\n            gain 1 at\n        offer turn\n"
    )
    found = [each for each in try_load({"hop.cave": rules})[1] if each.severity == "error"]
    assert code in {each.code for each in found} or code == "C0517" and "C0502" in {each.code for each in found}
    assert any(said in each.message for each in found) or "C0502" in {each.code for each in found}


@pytest.mark.parametrize("asked", ["possible(hop(1))", "after(hop(1): n) > 1", "later"])
def test_nothing_asks_what_would_be_after_itself(asked):
    rules = RULES.replace("    require n < 6\n", f"    require n < 6\n    require {asked}\n")
    rules += "\ndefine later = possible(put(first(s in square)))\n"
    rules = (
        rules.replace("    set s.stone = me\n", "    hop(1)\n    set s.stone = me\n", 2) if asked == "later" else rules
    )
    assert "C0502" in {each.code for each in try_load({"hop.cave": rules})[1]}


@pytest.mark.parametrize("reveals", ["", " reveals"])
@pytest.mark.parametrize("asked", ["possible(peek)", "after(peek: at) is 2", "told_of(3)"])
def test_the_answer_is_as_secret_as_all_that_is_looked_at(asked, reveals):
    """Whoever sees what comes of the answer learns the hand of another: the line says that it comes out, or is refused."""
    rules = HEAD.replace("SHOWN", "secret") + (
        "\nto peek\n    require other.hand > 3\n    set at = 2\n\ndefine told_of(k: 0..9) = after(peek: at) < k\n"
        f"\nto play\n    each team\n        if {asked}{reveals}\n            set told = yes\n        offer turn\n"
    )
    found = {each.code for each in try_load({"hop.cave": rules})[1] if each.severity == "error"}
    assert found == (set() if reveals else {"C0524"})


def test_ones_own_secret_may_be_asked_about():
    """What only its player knows may decide what that player can choose."""
    rules = HEAD.replace("SHOWN", "secret") + (
        "\nto peek\n    require hand > 3\n    set at = 2\n\naction see in turn\n    require possible(peek)\n    gain 1 at\n"
        "\nto play\n    each team\n        offer turn or none\n"
    )
    assert [each for each in try_load({"hop.cave": rules})[1] if each.severity == "error"] == []


OVERLAY = """overlay tired 1.0 "Tired"
    language 1
    extends hop ^1.0

amend to hop
    change gain: gain (k) n to gain 1 n
"""


def test_a_house_rule_changes_what_would_be():
    plain, tired = (cw.load_rules({"hop.cave": RULES}, more) for more in ([], [{"tired.cave": OVERLAY}]))
    seen = [each.new_initial_state(2) for each in (plain, tired)]
    kept = plain.program.layout.base["team", "seen"]
    assert seen[0]._h[kept] - seen[1]._h[kept] == 2
