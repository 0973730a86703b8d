"""The types of a built game: TypeScript finds them beside the JavaScript, and they know what a program in TypeScript uses."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.engine.agreement.settings import load

from cavewright.connect.export.build import DRAWING, build_files

MODULES = Path(os.environ.get("NODE_MODULES") or Path(__file__).parents[3] / ".ci" / "node_modules")
COMPILER = MODULES / "typescript" / "bin" / "tsc"
WAYS = {"node": ("nodenext", "nodenext"), "bundler": ("esnext", "bundler")}
"""How programs in TypeScript are set up: which modules they are, and how they are looked for."""
STRICT = "--noEmit --strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --target es2022 --lib es2022,dom"
EXPORTED = re.compile(r"^export (?:async |abstract )?(?:function|class|const) (\w+)", re.MULTILINE)
PROGRAM = """
import { load, IllegalActionError, type Action, type Reason } from "./tic-tac-toe.mjs";
import { draw, picture, sceneOf } from "./picture.mjs";

const game = await load({ players: 2 });
const match = game.begin({ seed: 7n, names: ["Anna", "Ben"] });
const told: string[] = match.apply("0: mark b2").map((event) => event.text("de"));
try {
  match.apply("1: mark b2");
} catch (error) {
  if (!(error instanceof IllegalActionError)) throw error;
  const reasons: Reason[] = error.reasons;
  console.log(reasons.map((each) => each.code + each.message), told);
}
while (!match.over) {
  if (match.current === -1) match.draw();
  const action: Action | undefined = match.actions(match.active[0])[0];
  if (action) match.apply(action);
}
console.log(match.check("0: mark b2", "de").length, match.scores(null).totals, match.view("all"));
console.log(game.resume(match.save()).moves.length, game.playout(7n, 0).decisions);
const { svg, places } = picture(match, { viewer: null, lang: "en" });
console.log(svg.length, places, draw(sceneOf(match)).svg);
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("types")
    for name, data in build_files(load("tic-tac-toe"), [2]).items():
        (made / name).write_bytes(data)
    return made


@pytest.mark.parametrize("name", ["tic-tac-toe", DRAWING[0].removesuffix(".mjs")])
def test_what_is_typed_is_there(folder, name):
    code, types = ((folder / f"{name}.{suffix}").read_text("utf-8") for suffix in ("mjs", "d.mts"))
    assert EXPORTED.findall(types)
    assert set(EXPORTED.findall(types)) == {
        *EXPORTED.findall(code),
        *re.findall(r"^export \{ (\w+) \};", code, re.MULTILINE),
    }


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("program", "wrong"),
    [(PROGRAM, ""), (PROGRAM.replace("match.check(", "match.chek("), "chek")],
    ids=["right", "wrong"],
)
def test_a_program_in_typescript_is_checked(folder, way, program, wrong):
    if not (COMPILER.exists() and shutil.which("node")):
        pytest.skip("TypeScript is not installed: npm install --prefix .ci --no-package-lock --ignore-scripts")
    (folder / "program.mts").write_text(program, "utf-8")
    module, resolution = WAYS[way]
    command = ["node", COMPILER, *STRICT.split(), "--module", module, "--moduleResolution", resolution, "program.mts"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    assert wrong in done.stdout if wrong else not done.stdout, done.stdout
    assert bool(done.returncode) == bool(wrong)
