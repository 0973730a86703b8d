"""Built games in bundles of esbuild and Vite: without a flag, with the files that they need and no others."""

import re
import shutil
import subprocess

import pytest
from tests.engine.agreement.settings import load

from cavewright.connect.export.build import build_files

PATIENCE = 500
ENTRY = """
import { load } from "./game/game.mjs";
const match = (await load({ players: 2 })).begin({ seed: 7n });
match.apply(match.actions(match.active[0])[0]);
console.log(match.moves.length);
"""
PAGE = "globalThis.document = { createElement: () => ({ relList: { supports: () => true } }) };\n"
"""As much of a page as the bundle asks for."""


@pytest.mark.long
def test_a_bundler_sees_each_file_and_no_module_of_node():
    """Addresses are written out in the one form that bundlers follow; what is of node alone is named by a variable."""
    files = build_files(load("the-cave"), [2, 3], "game")
    text = files["game.mjs"].decode()
    addresses = re.findall(r"new URL\((.*?), import\.meta\.url\)", text)
    assert addresses == ['"./game-2.wasm"', '"./game-3.wasm"', '"./game.json"']
    assert not re.search(r"""import\((\s|/\*.*?\*/)*["'`]|from ["'](?!\./)""", text)


def called(folder, *command):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A folder with both bundlers, as npm installs them."""
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed")
    folder = tmp_path_factory.mktemp("bundles")
    (folder / "package.json").write_text('{"private": true, "type": "module"}', "utf-8")
    install = ["npm", "install", "--no-audit", "--no-fund", "esbuild@0.28", "vite@8"]
    done = subprocess.run(install, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    if done.returncode:
        pytest.skip("npm cannot install esbuild and Vite: is there a network?")
    (folder / "game").mkdir()
    for name, content in build_files(load("tic-tac-toe"), [2], "game", with_c=True).items():
        (folder / "game" / name).write_bytes(content)
    (folder / "entry.mjs").write_text(ENTRY, "utf-8")
    (folder / "index.html").write_text('<!doctype html><script type="module" src="./entry.mjs"></script>', "utf-8")
    return folder


@pytest.mark.long
def test_esbuild_bundles_without_a_flag_for_node(project):
    said = called(project, "npx", "esbuild", "entry.mjs", "--bundle", "--format=esm", "--outfile=out/bundle.mjs")
    assert "warning" not in said.lower()
    for name in ("game.json", "game.wasm"):
        shutil.copy(project / "game" / name, project / "out")
    assert called(project, "node", "out/bundle.mjs").strip() == "1"


@pytest.mark.long
def test_vite_takes_the_files_that_are_needed_and_no_others(project):
    said = called(project, "npx", "vite", "build")
    assert "warning" not in said.lower() and "externalized" not in said
    made = [each.suffix for each in (project / "dist" / "assets").iterdir()]
    assert sorted(made) == [".js", ".json", ".wasm"]
    (page,) = (project / "dist" / "assets").glob("*.js")
    moved = page.with_suffix(".mjs")
    text = page.read_text("utf-8").replace("/assets/", "./")
    moved.write_text(f"{PAGE}{text}", "utf-8")
    assert called(project, "node", moved).strip() == "1"
