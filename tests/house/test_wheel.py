"""The built wheel works away from the repository: rules, grammar and diagnostics travel in it, and nothing that no user needs.

`CAVEWRIGHT_WHEEL` names a wheel to test in place of one that is built for it; `make release` does so.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]

SCRIPT = """
import cavewright as cw, pathlib
assert "site" in cw.__file__, cw.__file__
game = cw.load_game("the-cave", overlays=["long-rope"])
match = cw.Match(game, players=2, seed=1)
print(game.id, game.overlays, len(match.state.legal_actions(match.state.active_players[0])) > 1)
"""


KINDS = [
    r"cavewright/(?!foundation/texts/extraction)(\w+/)*\w+\.py",
    r"cavewright/py\.typed",
    r"cavewright/__init__\.pyi",
    r"cavewright/connect/host/__init__\.pyi",
    r"cavewright/publish/reference/simulated\.json",
    r"cavewright/connect/export/web/(runtime|picture)\.(mjs|d\.mts)",
    r"cavewright/connect/export/web/drawing\.mjs",
    r"cavewright/locale/\w\w\.(po|ftl)",
    r"cavewright/connect/(web|editor|hall)/pages/\w+\.(html|css|m?js)",
    r"cavewright/publish/book/\w+\.(css|html\.jinja)",
    r"cavewright/(save|protocol)\.schema\.json",
    r"cavewright/card\.md",
    r"cavewright/machine/native/extension_parts/\w+\.c",
    r"cavewright/grammar/cavewright\.lark",
    r"cavewright/rulesets/([\w-]+/)+[\w.-]+\.(cave|csv|po|lock)",
    r"cavewright/rulesets/house-rules/[\w-]+\.book",
    r"cavewright/rulesets/[\w-]+/[\w-]+\.svg",
    r"cavewright/diagnostics/C\d{4}/(page\.md|(bad|good)(/[\w.-]+)?\.(cave|csv|po|lock|svg))",
    r"cavewright-[\d.]+\.dist-info/(METADATA|WHEEL|RECORD|entry_points\.txt|licenses/LICENSE)",
]
"""Files that may be in the wheel."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel: the one that is named, or one that is freshly built."""
    if named := os.environ.get("CAVEWRIGHT_WHEEL"):
        return Path(named)
    folder = tmp_path_factory.mktemp("built")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """A folder into which the wheel is installed."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-compile",
        "--target",
        str(folder / "site"),
        str(wheel),
    ]
    subprocess.run(pip, check=True, capture_output=True)
    return folder


def run(installed, *arguments):
    """Runs Python in the folder, with nothing of the repository in reach."""
    env = {**os.environ, "PYTHONPATH": str(installed / "site")}
    return subprocess.run(
        [sys.executable, *arguments], cwd=installed, env=env, capture_output=True, text=True, timeout=120
    )


def test_nothing_is_in_it_that_no_user_needs(wheel):
    """Every file is of a kind that the package reads, or that installing it needs, and none of these kinds is missing."""
    names = ZipFile(wheel).namelist()
    assert [name for name in names if not any(re.fullmatch(kind, name) for kind in KINDS)] == []
    assert [kind for kind in KINDS if not any(re.fullmatch(kind, name) for name in names)] == []


def test_the_page_of_the_package_leads_to_nothing_that_lies_in_the_repository_alone(wheel):
    """Nor does it show pictures that lie there; links to the web stay."""
    archive = ZipFile(wheel)
    page = archive.read(next(name for name in archive.namelist() if name.endswith("/METADATA"))).decode()
    links = re.findall(r"\]\(([^)]*)\)", page)
    assert len(links) >= 3 and [each for each in links if not each.startswith("https://")] == []
    assert "five classics" in page and "![" not in page


def test_the_schema_of_saves_is_the_published_one(wheel):
    """Other programs find it beside the package; that of the protocol, too."""
    for name in ("save.schema.json", "protocol.schema.json"):
        assert ZipFile(wheel).read(f"cavewright/{name}") == (ROOT / "docs" / name).read_bytes()


@pytest.mark.long
def test_a_game_from_the_wheel(installed):
    """Bundled games and overlays load and play."""
    done = run(installed, "-c", SCRIPT)
    assert (done.stdout, done.stderr) == ("the-cave ('long-rope',) True\n", "")


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["games"], "the-cave"),
        (["games", "--lang", "de"], "Die Höhle"),
        (["check", "the-cave"], ""),
        (["explain", "C0203"], "C0203"),
        (["explain", "TC-EN-SPEC-05"], "struggling_by_choice"),
    ],
)
@pytest.mark.gate(3)
def test_commands_from_the_wheel(installed, arguments, said):
    """The command line finds what it needs inside the package."""
    done = run(installed, "-m", "cavewright", *arguments)
    assert done.returncode == 0 and said in done.stdout, done.stderr
