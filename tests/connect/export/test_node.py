"""Built games in node tell what Python tells, word for word: games of every ruleset, played in step."""

import json
import random
import re
import shutil
import subprocess

import pytest
from tests.connect.export.transcripts import transcript
from tests.connect.leaving import RULES
from tests.engine.agreement.settings import BASES, load
from tests.engine.agreement.test_choices import CHOICES
from tests.engine.agreement.test_own_places import LAID, tiles_of
from tests.engine.agreement.test_pile_engines import GAMES as PILES
from tests.fuzz.loop_rules import LoopRules
from tests.play.views.named_conditions import CONDITIONS, named_rules
from tests.play.views.spoken_rules import AUCTION
from tests.play.views.test_chosen_prices import SHOP

import cavewright as cw
from cavewright.connect.export.build import build_files
from cavewright.machine.native.machine import has_wasm

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
GAMES = [(name, None) for name in BASES]


def written_down(name, folder, games, most, players=None, playouts_of=3, first_seed=0):
    """A build of a ruleset, games of it, and whole games at random that are compared by their ends, in a folder."""
    base, *overlays = name.split("+")
    game = load(base, tuple(overlays))
    low, high = game.rules_model.player_range
    players = players or max(low, min(3, high))
    first = game.new_initial_state(players)
    game.parsable = [each for player in first.active_players for each in first.legal_actions(player)]
    for file, data in build_files(game, [players], "game").items():
        (folder / file).write_bytes(data)
    played = [transcript(game, players, first_seed + n, most) for n in range(games)]
    record = json.loads((folder / "game.json").read_text("utf-8"))
    playouts = []
    if has_wasm() and playouts_of:
        seed = 2**40 + first_seed + games
        made = cw.Native(game, players).playouts(playouts_of, seed=seed, bound=150)
        playouts = [[seed, 150, [[*each] for each in zip(made.lengths, made.totals, made.winners, strict=True)]]]
    told = {
        "players": players,
        "merges": record["seats"][str(players)]["merges"],
        "games": played,
        "playouts": playouts,
    }
    (folder / "games.json").write_text(json.dumps(told), "utf-8")
    return played


def in_node(folder, here):
    """What node says: how much was compared."""
    done = subprocess.run(
        ["node", here / "lockstep.mjs", folder / "game.mjs", folder / "games.json"],
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    return int(done.stdout)


@pytest.mark.parametrize(
    ("seed", "most", "playouts"),
    [
        pytest.param(0, 40, 3, id="one"),
        *(pytest.param(n, 300, 400, id=f"long-{n}", marks=pytest.mark.long) for n in range(3)),
    ],
)
@pytest.mark.parametrize("name", BASES)
@pytest.mark.gate("breakthrough-one")
def test_node_tells_what_python_tells(name, seed, most, playouts, tmp_path, request):
    """A move of Go is told in two seconds, as its areas are counted for each who looks: of that sixty."""
    most = min(most, 60) if name == "go" else most
    played = written_down(name, tmp_path, 1, most, playouts_of=playouts, first_seed=seed)
    assert in_node(tmp_path, request.path.parent) > 5 * sum(map(len, played))


VOTES = """ruleset votes 1.0 "Votes"
    language 1
players voter 2..3
    keeps ballots: bag of voter
to play
    repeat 3 times
        each voter from first(v in voter)
            vote: choose v in voter "For whom?"
                gain 1 v in ballots
scoring
    score points = size(ballots)
    highest total wins
"""


def test_players_in_a_bag_are_told_by_their_names(tmp_path, request):
    (tmp_path / "votes.cave").write_text(VOTES)
    written_down(str(tmp_path / "votes.cave"), tmp_path, 1, 6)
    told = [
        event[3]
        for step in json.loads((tmp_path / "games.json").read_text())["games"][0]
        for event in step.get("events", ())
    ]
    assert in_node(tmp_path, request.path.parent) and any("Player" in each for each in told)


def test_prices_in_chosen_pieces_are_told_alike(tmp_path, request):
    (tmp_path / "shop.cave").write_text(SHOP.format(room="9 units"))
    written_down(str(tmp_path / "shop.cave"), tmp_path, 8, 12)
    assert re.search("This costs \\d (wood|clay)", (tmp_path / "games.json").read_text())
    assert in_node(tmp_path, request.path.parent) > 30


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=pytest.mark.long if each != "quarry" else ()) for each in PILES]
)
def test_piles_are_told_alike(name, tmp_path, request):
    written_down(str(PILES[name]), tmp_path, 2, 60)
    assert name != "quarry" or "is shuffled" in (tmp_path / "games.json").read_text()
    assert in_node(tmp_path, request.path.parent) > 1000


def test_loops_that_come_to_nothing_end_alike(tmp_path, request):
    (tmp_path / "loops.cave").write_text(LoopRules(random.Random(2)).text())
    written_down(str(tmp_path / "loops.cave"), tmp_path, 1, 8, playouts_of=0)
    assert "this ends, since a whole round changed nothing" in (tmp_path / "games.json").read_text()
    assert in_node(tmp_path, request.path.parent) > 30


AT_ONCE = """ruleset stuck 1.0 "All at once"
    language 2
players player 2..2
    keeps n: 0..9
menu turn
to play
    repeat until some(p in player where p.n > 5)
        each player
            begin: choose k in 1..3
                gain up to (k) n
        repeat until some(p in player where p.n is 9)
            each player at once
                offer turn
action go in turn
    require n > 7
    gain 1 n
scoring
    score men = n
    highest total wins
"""


def test_a_loop_in_which_all_act_at_once_and_nobody_can_ends_alike(tmp_path, request):
    (tmp_path / "stuck.cave").write_text(AT_ONCE)
    written_down(str(tmp_path / "stuck.cave"), tmp_path, 2, 12, playouts_of=0)
    assert "this ends, since a whole round changed nothing" in (tmp_path / "games.json").read_text()
    assert in_node(tmp_path, request.path.parent) > 30


def test_values_of_the_moment_are_told_alike(tmp_path, request):
    (tmp_path / "auction.cave").write_text(AUCTION)
    written_down(str(tmp_path / "auction.cave"), tmp_path, 2, 30)
    said = (tmp_path / "games.json").read_text()
    assert "is too little: it has to be" in said and "Bid more than" in said
    assert in_node(tmp_path, request.path.parent) > 100


LARGE_SETS = """ruleset rings 1.0 "Rings"
    language 2
players player 2..2
game
    keeps many: 0..3
board spot
    grid 20 by 20
    keeps rings: set of 1..999
menu turn
to play
    repeat each player until many is 3
        offer turn
action mark(n in 1..3) in turn
    for each p in spot
        set p.rings[n] = yes
    gain 1 many
scoring
    score men = many
    highest total wins
"""


@pytest.mark.long
def test_a_step_that_writes_many_large_sets_is_told_whole(tmp_path, request):
    """400 sets of 32 words are more notes than were kept once: what was left began in the middle of a set."""
    (tmp_path / "rings.cave").write_text(LARGE_SETS)
    written_down(str(tmp_path / "rings.cave"), tmp_path, 1, 3, playouts_of=0)
    assert in_node(tmp_path, request.path.parent) > 3


CHECKED = """
const { load } = await import(process.argv[1]);
const match = (await load({ players: 1 })).begin({ seed: 1n });
const told = (lang) => match.check("enter", lang).map((one) => [one.current, one.needed]);
console.log(JSON.stringify(["en", "de", "es"].map(told)));
"""


@pytest.mark.parametrize(
    "condition",
    [pytest.param(each, marks=() if each == "strange and late" else pytest.mark.long) for each in CONDITIONS],
)
def test_parts_of_conditions_with_names_are_told_alike(condition, tmp_path):
    for file, data in build_files(cw.load_rules(named_rules(condition)), [1], "game").items():
        (tmp_path / file).write_bytes(data)
    command = ["node", "--input-type=module", "-e", CHECKED, str(tmp_path / "game.mjs")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [[list(said)] for said in CONDITIONS[condition]]


@pytest.mark.parametrize(
    ("where", "words"),
    [
        (" where k is 4 otherwise k + 1 in left and k > 0 otherwise any", {"once": " once", "stop": " or stop"}),
        pytest.param(
            " where k is 4 otherwise k < 3",
            {"once": " once", "until": " until past > 20", "otherwise": "otherwise\n        set none_left = 7"},
            marks=pytest.mark.long,
        ),
    ],
)
def test_choices_by_ranks_are_told_alike(where, words, tmp_path, request):
    said = {"any": "any ", "once": "", "stop": "", "until": "", "does": "gain 0 past", "otherwise": ""} | words
    (tmp_path / "choices.cave").write_text(CHOICES.format(where=where, **said))
    played = written_down(str(tmp_path / "choices.cave"), tmp_path, 3, 40, players=1)
    assert in_node(tmp_path, request.path.parent) > 5 * sum(map(len, played))


LEAVING = RULES.replace("repeat 9 times", "repeat 3 times").replace(
    "    gain 1 dug", "    choose n in 1..3\n        gain n dug"
)
STEPS = ["0: dig", "0: n 2", "0: leave", "1: dig", "1: n 3", "2: dig", "2: n 1", "2: run_out"]
OUT_OF_TURN = """
const { load, IllegalActionError } = await import(process.argv[1]);
const match = (await load({ players: 3 })).begin({ seed: 4n }), told = [];
const look = () => told.push([match.interrupts().map(String), match.hostActions().map(String), match.current, match.over ? [] : match.actions().map(String)]);
look();
for (const each of JSON.parse(process.argv[2])) {
  let reasons = [];
  if (each.endsWith("run_out")) reasons = match.check(each).map((one) => one.message);
  try { match.apply(each); } catch (error) { if (!(error instanceof IllegalActionError)) throw error; match.apply(each, true); }
  told.at(-1).push(reasons);
  look();
}
const again = (await load({ players: 3 })).resume(match.save());
told.push([again.over, again.moves]);
match.undo();
look();
console.log(JSON.stringify(told));
"""


def test_players_who_are_not_asked_act_in_node_as_in_python(tmp_path):
    game = cw.load_rules({"leaving.cave": LEAVING})
    for file, data in build_files(game, [3], "game").items():
        (tmp_path / file).write_bytes(data)
    command = ["node", "--input-type=module", "-e", OUT_OF_TURN, str(tmp_path / "game.mjs"), json.dumps(STEPS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    match, told = cw.Match(game, 3, seed=4), []

    def look():
        state = match.state
        asked = [] if state.is_terminal else [str(each) for each in state.legal_actions()]
        sides = (state.interrupts(), state.host_actions())
        told.append([*([str(each) for each in side] for side in sides), state.current_player, asked])

    look()
    for each in STEPS:
        refused = [reason.text() for reason in match.state.check(each).reasons] if each.endswith("run_out") else []
        match.push(each, by_host=each.endswith("run_out"))
        told[-1].append(refused)
        look()
    told.append([match.state.is_terminal, [str(each) for each in match.move_stack]])
    match.pop()
    look()
    assert json.loads(done.stdout) == told


def test_what_each_lays_on_its_own_board_unseen_is_told_alike(tmp_path, request):
    (tmp_path / "ships.cave").write_text(tiles_of(*LAID[0]))
    written_down(str(tmp_path / "ships.cave"), tmp_path, 3, 20)
    assert in_node(tmp_path, request.path.parent) > 30
