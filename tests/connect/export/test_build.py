"""`cavewright build`: the files, the programs of the documents, and what is said of files that were tampered with."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.engine.agreement.settings import load
from typer.testing import CliRunner

import cavewright as cw
from cavewright.connect.cli import app
from cavewright.connect.export.build import build_files
from cavewright.machine.native.machine import compiler

PAGE = (Path(__file__).parents[3] / "docs" / "building.md").read_text("utf-8")
node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


def program(kind):
    return re.search(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[1]


def run(folder, text):
    """What a program in JavaScript says."""
    (folder / "program.mjs").write_text(text, "utf-8")
    done = subprocess.run(["node", "program.mjs"], cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Tic-tac-toe, as the command builds it."""
    made = tmp_path_factory.mktemp("built")
    done = CliRunner().invoke(app, ["build", "tic-tac-toe", "--out", str(made), "--c"])
    assert done.exit_code == 0 and "10 files" in done.output
    return made


def test_what_cannot_be_built_is_said(tmp_path):
    for spec, players in (("hex", "5"), ("no-such-game", "2")):
        done = CliRunner().invoke(app, ["build", spec, "--out", str(tmp_path / "none"), "--players", players])
        assert done.exit_code == 1 and not (tmp_path / "none").exists() and "Traceback" not in done.output


@pytest.mark.long
def test_there_is_a_module_for_every_number_of_players_or_for_one():
    assert [each for each in build_files(load("the-cave"), [2, 4]) if each.endswith(".wasm")] == [
        "the-cave-2.wasm",
        "the-cave-4.wasm",
    ]
    assert [each for each in build_files(load("the-cave"), [4], "x") if each.endswith(".wasm")] == ["x.wasm"]


@pytest.mark.long
@node
def test_the_program_of_the_documents_runs_in_node(folder):
    events, reason, scores, decisions = run(folder, program("js"))
    assert events == "b2: Zeichen Spieler 1"
    assert (
        reason.split(" ")[0] in ("requirement", "domain") and scores.startswith("[ ") and int(decisions) in range(5, 10)
    )


def test_the_program_of_the_documents_runs_in_c(folder):
    if compiler() is None:
        pytest.skip("there is no C compiler")
    (folder / "program.c").write_text(program("c"), "utf-8")
    _, *command = re.search("`(cc .* tic-tac-toe.c)`", PAGE).group(1).split()
    strict = ["-Wall", "-Wextra", "-Werror"]
    for dialect in ([], ["-std=c99"], ["-std=c17", "-pedantic"]):
        subprocess.run([compiler(), *dialect, *strict, *command], cwd=folder, check=True, timeout=120)
    said = subprocess.run([folder / "a.out"], capture_output=True, text=True, check=True).stdout.splitlines()
    assert said[0] == "player 0: cell 8 of 9" and re.fullmatch(r"[01] : [01]", said[-1]) and len(said) in range(6, 11)


def test_the_program_of_the_documents_runs_with_a_shared_library(folder):
    if compiler() is None:
        pytest.skip("there is no C compiler")
    _, *command = re.search("`(cc .* -shared .*)`", PAGE).group(1).split()
    subprocess.run([compiler(), *command], cwd=folder, check=True, timeout=120)
    said = subprocess.run(
        [sys.executable, "-c", program("python")], cwd=folder, capture_output=True, text=True, check=True, timeout=120
    ).stdout
    assert re.fullmatch("[01] [01]\n", said)


BAD = """
import { readFileSync } from "node:fs";
import { load, GameError } from "./tic-tac-toe.mjs";
const wasm = readFileSync("tic-tac-toe.wasm"), json = readFileSync("tic-tac-toe.json", "utf-8"), changed = Uint8Array.from(wasm);
changed[changed.length >> 1] ^= 1;
const match = (await load()).begin(), save = match.save();
match.apply("0: mark b2");
const kept = JSON.stringify(match.view("all"));
const tried = {
  players: () => load({ players: 9 }),
  "a module that was changed": () => load({ files: { wasm: changed } }),
  "a module that is none": () => load({ files: { wasm: new Uint8Array(3) } }),
  "texts that are none": () => load({ files: { json: "{" } }),
  "texts of another version": () => load({ files: { json: "{}" } }),
  "a language": () => match.actions()[0].label("xx"),
  "an action that is none": () => match.apply("1: jump"),
  "a value that is none": () => match.apply("1: mark z9"),
  "an action that is refused": () => match.apply("1: mark b2"),
  "a player that is none": () => match.actions(7),
  "a save that is none": () => match.game.resume("x"),
  "a save that was changed": () => match.game.resume(save.replace("Player 1", "Player 3")),
  "without WebAssembly": async () => {
    const known = globalThis.WebAssembly;
    delete globalThis.WebAssembly;
    try { await load(); } finally { globalThis.WebAssembly = known; }
  },
};
for (const [name, attempt] of Object.entries(tried)) {
  try {
    await attempt();
    console.log(`${name}: nothing was said`);
  } catch (error) {
    console.log(`${name}: ${error instanceof GameError ? "said" : error.stack}`);
  }
}
console.log(JSON.stringify(match.view("all")) === kept);
"""


@node
def test_whatever_is_wrong_is_said_and_the_match_stays_where_it_was(folder):
    *said, same = run(folder, BAD)
    assert [each for each in said if not each.endswith(": said")] == [] and len(said) == 13 and same == "true"


@pytest.mark.long
@node
def test_saves_go_from_one_to_the_other(tmp_path):
    for file, data in build_files(load("the-cave"), [2], "game").items():
        (tmp_path / file).write_bytes(data)
    match = cw.Match(load("the-cave"), ["Anna", "Rafał"], 2**70 + 3)
    for _ in range(40):
        match.push(match.state.legal_actions(match.state.active_players[0])[-1])
    (tmp_path / "python.json").write_text(match.to_json(), "utf-8")
    moves, text = run(
        tmp_path,
        """
        import { readFileSync } from "node:fs";
        import { load } from "./game.mjs";
        const match = (await load({ players: 2 })).resume(readFileSync("python.json", "utf-8"));
        console.log(match.moves.length);
        for (let n = 0; n < 12; n++) match.current === -1 ? match.draw() : match.apply(match.actions(match.active[0])[0]);
        console.log(JSON.stringify(match.save()));
    """,
    )
    again = cw.Match.from_json(json.loads(text))
    assert int(moves) == len(match.move_stack) and len(again.move_stack) == len(match.move_stack) + 12
    assert again.seed == 2**70 + 3 and again.state.names == ("Anna", "Rafał")
