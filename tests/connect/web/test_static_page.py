"""A page that plays without a server, in Chromium: by the keyboard, against bots, taken up again; examples open on it."""

import functools
import http.server
import json
import re
import shutil
import subprocess
import threading
from pathlib import Path

import pytest
from tests.bots.players.look_alikes import rules
from tests.connect.web.test_hints import GUESS
from tests.connect.web.test_keyboard import AXE, MISSING, PUPPETEER, looked_at
from tests.connect.web.test_out_of_turn import RULES

import cavewright as cw
from cavewright.connect.web.static_page import page_files
from cavewright.play.examples.runner import rehearse
from cavewright.play.loading.opened_rules import open_rules
from cavewright.publish.reference.position_links import layouts_of, position_link
from cavewright.publish.reference.reference import Reference

HERE = Path(__file__).parent
in_chromium = pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)}")
in_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


@pytest.fixture
def site(tmp_path):
    """A folder, and the address under which it is served: nothing but files."""
    handler = functools.partial(Files, directory=str(tmp_path))
    server = Patient(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield tmp_path, f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


class Patient(http.server.ThreadingHTTPServer):
    """Lets a browser wait that opens many connections at once on a machine that is busy; five is the most otherwise."""

    request_queue_size = 128


class Files(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, and says nothing."""

    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *given):
        pass


def written(spec, folder, players=2):
    base, *overlays = spec.split("+")
    game = cw.load_game(base, overlays)
    for name, data in page_files(game, [players], "game").items():
        (folder / name).write_bytes(data)
    return game


def node(*arguments, timeout=600):
    done = subprocess.run(["node", *map(str, arguments)], capture_output=True, text=True, timeout=timeout)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def test_nothing_stands_in_the_page_that_a_strict_policy_forbids(tmp_path):
    written("tic-tac-toe", tmp_path)
    page, script, told = ((tmp_path / name).read_text("utf-8") for name in ("index.html", "play.mjs", "play.json"))
    assert "default-src 'none'" in page and not re.search(r"<script(?![^>]* src=)|<style|\son\w+=|style=", page)
    assert all(
        not each.startswith(("/", "http"))
        for each in re.findall(r'(?:src|href|from|fetch\()=? ?"([^"]+)"', page + script)
    )
    words = json.loads(told)["words"]
    assert set(words) == {"en", "de", "es"} and words["de"] != words["en"]
    asked = set(re.findall(r'say\("(\w+)"', script)) | {
        "close_up",
        "whole_map",
        "new",
        "just",
        "all_win",
        "several_win",
        "no_save",
        "no_game",
    }
    assert all(asked <= set(each) for each in words.values())


@in_chromium
def test_a_match_against_bots_is_taken_back_and_taken_up_again(site):
    folder, address = site
    written("tic-tac-toe", folder)
    said = node(HERE / "static_page.mjs", PUPPETEER, address)
    assert said["errors"] == []
    assert said["title"] == "Your turn, <b>AnnaPlayer 1" and "Player 2" in said["bot"]
    assert said["stays"].startswith("Nothing can be taken back: Player 2 has acted since")
    assert said["foreseen"] == "b2: mark b2: then Player 2’s turn" and said["marked"] == 1
    assert said["earlier"][:2] == ["Position 0 of 2", 0] and said["rules"] == "Rules"
    assert (
        said["refused"] == "Only if that square has no mark."
        and said["needed"] == []
        and said["german"] == "Du bist am Zug, <b>AnnaPlayer 1"
    )
    assert said["resumed"].startswith("2 ") and said["ended"] and said["undone"].startswith("0 ")
    assert said["without"] == "This browser has no WebAssembly. The game needs it."


@in_chromium
def test_what_falls_to_a_place_is_done_there_and_the_beginning_is_no_wider_than_a_telephone(site):
    folder, address = site
    written("connect-four", folder)
    said = node(HERE / "static_drop.mjs", PUPPETEER, address)
    assert said["errors"] == [] and max(said["wide"]) <= 390
    assert said["done"] == [
        ["a1 b1 c1 d1 e1 f1 g1", "d1: soltar en la columna 4: después, turno de Jugador 2"],
        ["d2 a1 b1 c1 e1 f1 g1", "d2: soltar en la columna 4: después, turno de Jugador 1"],
    ]
    assert said["pieces"] == 2


def put(rules, folder, address):
    """Puts the page of some rules for two into a folder; the address under which it is served."""
    (folder / "rules.cave").write_text(rules, "utf-8")
    for name, data in page_files(cw.load_game(folder / "rules.cave"), [2], "game").items():
        (folder / name).write_bytes(data)
    return address


HUSH = """ruleset hush 1.0 "Hush"
    language 1
kind gem
    | gem  | worth: 0..9 |
    | ruby | 1           |
    | opal | 2           |
players team 2..2
    keeps hand: gem or none secret
board hall
    grid 2 by 2
    keeps owner: team or none
to play
    repeat 2 times
        each team from first(t in team)
            hide: choose g in gem "What do you hide?"
                set hand = g
            mark: choose h in hall where h.owner is none "Which hall?"
                set h.owner = me
scoring
    score points = 0
"""


@in_chromium
def test_a_screen_that_is_handed_over_tells_nobody_the_secrets_of_another(site):
    address = put(HUSH, *site)
    pages = node(HERE / "static_secret.mjs", PUPPETEER, f"{address}#players=2&names=Anna,Ben")
    told = [sorted(each for each in ("ruby", "opal") if each in page) for page in pages]
    assert told == [[], ["opal", "ruby"], ["ruby"], [], ["opal", "ruby"], ["opal"], [], ["opal", "ruby"]]


@in_chromium
def test_a_hint_does_not_know_what_another_keeps_secret(site):
    address = put(GUESS, *site)
    said = node(HERE / "static_hints.mjs", PUPPETEER, f"{address}#players=2&names=Anna,Ben")
    assert len(said) == 24 and {each.rpartition(" ")[2] for each in said} == {"ruby", "opal", "jade"}


@in_node
@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    ["mines", "far_bid", "uncounted", "drawn", "drawn_apart", "flags", "trap", "own_board", "a_name", "passages"],
)
def test_bots_of_a_page_know_no_more_than_their_player(name, tmp_path):
    """What is hidden, uncounted, or still as it was in the beginning: equal random numbers give equal moves."""
    said = said_by_bots(name, tmp_path)
    assert len(said) > 1 and len({str(each) for each in said.values()}) == 1


def said_by_bots(name, folder, dealing=None):
    """What bots of a page choose, by what is true; `dealing` takes the place of what deals a value anew."""
    files = page_files(cw.load_rules({"dark.cave": rules(name)}), [2], "game")
    if dealing is not None:
        assert files["bots.mjs"].count(DEALT) == 1
        files["bots.mjs"] = files["bots.mjs"].replace(DEALT, dealing)
    for file, data in files.items():
        (folder / file).write_bytes(data)
    return node(HERE / "static_worlds.mjs", folder, 2)


DEALT = b"if (drawn !== undefined) write(0, drawn);"


@in_node
@pytest.mark.long
@pytest.mark.parametrize("name", ["mines", "far_bid", "rank"])
def test_a_bot_of_a_page_that_is_dealt_nothing_anew_is_found(name, tmp_path):
    said = said_by_bots(name, tmp_path, b"if (drawn !== undefined) continue;")
    assert len({str(each) for each in said.values()}) > 1


KUHN = HERE.parent / "adapters" / "kuhn.cave"


@in_node
@pytest.mark.parametrize(
    ("name", "field", "each", "many"),
    [("kuhn", "player.card", 1, 2), ("drawn_apart", "team.role", 2, 3), ("memory", "door.picture", 1, 6)],
)
@pytest.mark.gate("kuhn-player.card-1-2")
def test_bots_of_a_page_deal_what_fields_keep_from_what_there_is(name, field, each, many, tmp_path):
    """In each world there are as many of each piece as there are, some in a bag and some in fields."""
    game = cw.load_game(KUHN) if name == "kuhn" else cw.load_rules({"dark.cave": rules(name)})
    for file, data in page_files(game, [2], "game").items():
        (tmp_path / file).write_bytes(data)
    worlds = node(HERE / "static_dealt.mjs", tmp_path, 2)
    for world in worlds:
        kept = [value for (value,) in world[field]]
        assert [amount + kept.count(row) for row, amount in enumerate(world["game.deck"][0][1:])] == [each] * 3
    assert len({str(world[field]) for world in worlds}) == many


@in_chromium
def test_what_the_page_at_a_server_says_is_said_without_one(site):
    folder, address = site[0], put(LAMP, *site)
    files = {
        "other": cw.Match(cw.load_game("tic-tac-toe"), seed=1).to_json(),
        "torn": '{"cavewright": 2, "players": ["<b>", "b"]',
        "markup": '{"players": ["<img src=x onerror=alert(1)>", "b"]}',
    }
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    said = node(
        HERE / "static_table.mjs", PUPPETEER, f"{address}#players=2&names=Anna,Ben", *(folder / name for name in files)
    )
    assert said["errors"] == []
    rounds = [
        "round 1 · Anna’s turn",
        "round 1 · Ben’s turn",
        "round 2 · Anna’s turn tired: 1",
        "round 2 · Ben’s turn tired: 1",
        "Anna’s turn Last rounds: 1 of 2 tired: 2",
    ]
    assert said["from"] == "0", "from an earlier position a match of its own goes on"
    assert said["turn"] == rounds and said["undone"] == rounds[0]
    assert said["asked"] == "The lamp cannot be lit again." and (said["still"], said["done"]) == ("0", "1")
    assert said["seats"] == 2 and said["bot"] == said["kept"] == "Your turn, Anna"
    assert (
        len(said["refused"]) == 3
        and all(each.startswith("That is no match of this game: ") for each in said["refused"])
        and "other rules: tic-tac-toe" in said["refused"][0]
    )


LAMP = """ruleset lamp 1.0 "Lamp"
    language 1
players team 2..2
    keeps dark: yes_no
game
    keeps tired: 0..9
menu turn "A turn."
action stay in turn "Stay where it is bright"
    set tired = tired
action blow in turn "Blow it out"
    confirm "The lamp cannot be lit again."
    set dark = yes
to play
    repeat until tired >= 2
        each team from first(t in team)
            offer turn
        gain 1 tired
    late: repeat 2 times "Last rounds"
        each team from first(t in team)
            offer turn
scoring
    score points = 1 if dark otherwise 0
"""


MOVES = [
    ("tic-tac-toe", "en", 390, 30, False),
    ("the-cave", "de", 390, 12, True),
    ("the-cave", "en", 1280, 12, True),
    ("cave-vs-cave", "es", 1280, 12, True),
    ("cave-vs-cave", "en", 390, 12, True),
    ("kave-kapers", "en", 1280, 8, True),
    ("hex", "de", 390, 8, True),
]


@in_chromium
@pytest.mark.parametrize(
    ("spec", "lang", "width", "most"),
    [
        pytest.param(*each[:4], marks=[pytest.mark.long] * each[4], id=f"{each[0]}-{each[1]}-{each[2]}")
        for each in MOVES
    ],
)
def test_it_is_played_by_keyboard_alone(site, spec, lang, width, most):
    folder, address = site
    written(spec, folder)
    seen = node(HERE / "keyboard.mjs", PUPPETEER, AXE, f"{address}#players=2&seed=5&lang={lang}", width, most, "")
    looked_at(seen, width)
    assert seen["hints"] and (seen["actions"] >= most or (seen["ended"] and seen["actions"] > 4))


OPENED = """
import {{ load }} from "./game.mjs";
const game = await load({{ players: {players} }});
const found = [];
for (const link of {links}) {{
  const asked = new URLSearchParams(link), packed = Buffer.from(asked.get("position"), "base64url");
  const bytes = new Uint8Array(await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer());
  const match = game.at(bytes, asked.get("names").split(","));
  found.push([match.current, match.active.map((player) => match.actions(player).map(String)), asked.get("rules") === game.record.hash.slice(0, 16)]);
}}
console.log(JSON.stringify(found));
"""


@in_node
@pytest.mark.parametrize(
    "spec",
    [
        "tic-tac-toe",
        pytest.param("the-cave", marks=pytest.mark.long),
        pytest.param("kave-kapers", marks=pytest.mark.long),
        pytest.param("cave-vs-cave", marks=pytest.mark.long),
    ],
)
def test_positions_of_examples_are_opened_as_they_stand(spec, tmp_path):
    game = written(spec, tmp_path)
    layouts, states = layouts_of(game), []
    for example in game.examples:
        steps = rehearse(game, example)[1]
        before = next((each.before for each in steps if each.action is not None), None)
        if before is not None and before.game == game and len(before.names) == 2:
            states.append(before)
    links = {position_link(each, layouts, "en"): each for each in states}
    links.pop("", None)
    assert links
    (tmp_path / "opened.mjs").write_text(OPENED.format(players=2, links=json.dumps(list(links))), "utf-8")
    for state, (current, lists, is_same) in zip(links.values(), node(tmp_path / "opened.mjs"), strict=True):
        expected = [[str(each) for each in state.legal_actions(player)] for player in state.active_players]
        assert (current, lists, is_same) == (state.current_player, expected, True)


@in_chromium
@pytest.mark.long
def test_bags_are_packed_on_one_screen_and_taken_back_in_one_step(site):
    folder, address = site
    written("the-cave", folder)
    assert node(HERE / "static_packing.mjs", PUPPETEER, f"{address}#players=2&seed=5") == {
        "errors": [],
        "before": "1",
        "full": "backpack: 3 of 8 slots",
        "many": "1",
        "slots": [False, False, False, True, True, True, True, True],
        "asked": "5 of 8 slots are empty. Leave them empty?",
        "packed": True,
        "undone": "1",
    }


def test_the_page_says_whose_game_it_is_and_what_it_is_not():
    opened = open_rules("hex", {}, "en")
    notes = json.loads(page_files(cw.load_game("hex"), [2], "game", opened)["play.json"])["notes"]
    assert notes["en"][0].startswith("On a rhombus of hexagons") and notes["de"][0].startswith("Auf einer Raute")
    assert (
        "Piet Hein and John Nash" in notes["en"][1]
        and "It is not the rulebook" in notes["en"][1]
        and "MIT licence" in notes["en"][1]
        and "unter der MIT-Lizenz" in notes["de"][1]
    )


JUMPS = """ruleset jumps 1.0 "Jumps"
    language 1
players frog 2..2
    keeps way: 0..9
    keeps name: called or none
kind called
    | called |
    | hopper |
    | jumper |
option far = no "Do frogs jump far?"
to play
    repeat 2 times
        each frog from first(f in frog)
            offer turn
to meet
    names: each frog at once
        hear: choose n in called "What is your name?"
            set name = n
menu turn "A turn."
action jump in turn "Jump"
    set way = way + (3 if far otherwise 1)
scoring
    score way = way
    highest total wins
example near "One step."
    | frog |
    | Anna |
    | Ben  |
    begin play
    when Anna: jump
    then Anna.way is 1
example leap "Three steps."
    set far = yes
    | frog |
    | Anna |
    | Ben  |
    begin play
    when Anna: jump
    then Anna.way is 3
example names "All say their names at once."
    | frog |
    | Anna |
    | Ben  |
    begin meet
    when Ben: hear jumper
    then Ben.name is jumper
example last "Who is ahead wins."
    | frog | way |
    | Anna | 4   |
    | Ben  | 2   |
    then wins(Anna) and not wins(Ben)
"""


@in_chromium
def test_every_example_is_opened_by_its_options_also_where_nothing_is_done_or_all_act_at_once(site):
    folder, address = site
    (folder / "jumps.cave").write_text(JUMPS, "utf-8")
    reference = Reference.of([str(folder / "jumps.cave")], with_figures=False)
    files = (
        reference.with_play_pages(lambda game, opened, others: page_files(game, [2], "game", opened, others))
        .in_language("en")
        .files_by_path()
    )
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    links = [
        each
        for name, text in files.items()
        if name.endswith(".md")
        for each in re.findall(r"\[Open this position\]\((?:\.\./)?([^)]*)\)( \([^)]*\))?", text)
    ]
    assert [said for _, said in links] == ["", " (Do frogs jump far? yes)", "", ""]
    seen = node(HERE / "static_examples.mjs", PUPPETEER, *(f"{address}jumps/{link}" for link, _ in links))
    assert [each["errors"] for each in seen] == [[], [], [], []]
    assert [each["done"] for each in seen] == [
        "Anna: jump: way 0 → 1",
        "Anna: jump: way 0 → 3",
        "Anna: hear hopper",
        "",
    ]
    assert (
        [each["asked"] for each in seen[2:]] == ["What is your name?", ""]
        and seen[3]["result"] == "Anna wins."
        and "far" in seen[1]["note"]
        and "far" not in seen[0]["note"]
    )


@in_chromium
@pytest.mark.long
def test_players_act_out_of_turn_and_the_page_is_their_host(site):
    folder, address = site
    (folder / "leaving.cave").write_text(RULES, "utf-8")
    for name, data in page_files(cw.load_game(folder / "leaving.cave"), [3], "game").items():
        (folder / name).write_bytes(data)
    said = node(HERE / "static_beside.mjs", PUPPETEER, f"{address}#players=3&names=Anna,Ben,Kim")
    leaves, clocks = [f"beside-{n}-leave" for n in range(3)], [f"by-host-{n}-run_out" for n in range(3)]
    assert said["errors"] == [] and said["asked"] == "You never come back."
    assert said["offered"] == [leaves + clocks, [leaves[0], leaves[2], clocks[0], clocks[2]]]
    assert said["says"] == "The end"
