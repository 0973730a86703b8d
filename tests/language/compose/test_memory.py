"""Rules that lie in memory, and ids that come from strangers: no path of theirs is looked at."""

import io
import os
import sys
from pathlib import Path

import pytest

import cavewright as cw
from cavewright.language.compose.folders import LIMITS, MOST_BYTES, MOST_FILES
from cavewright.language.compose.in_memory import files_in, folder_in_memory
from cavewright.play.loading.rulesets import read_files

RULESETS = Path(__file__).parents[3] / "rulesets"
RACE = """ruleset race 1.0
    language 1

players runner 2..3
    keeps steps: 0..99

to play
    each runner from first(p in runner)
        choose n in 1..3
            gain n steps

scoring
    score steps = steps
    highest total wins
"""
FAR = "overlay far 1.0\n    language 1\n    extends race ^1.0\nconstant most = 3\n"


def in_memory(folder):
    """The files of a folder of the repository, as `load_rules` takes them."""
    paths = [
        *folder.glob("*.cave"),
        *folder.glob("*.csv"),
        *folder.glob("*.svg"),
        *folder.glob("book.lock"),
        *folder.glob("locale/*.po"),
    ]
    return {each.relative_to(folder).as_posix(): each.read_text("utf-8") for each in paths}


@pytest.mark.parametrize("name", ["the-cave", "kave-kapers", "cave-vs-cave", "the-cave-de", "classics/hex"])
@pytest.mark.gate("cave-vs-cave")
def test_files_in_memory_are_those_of_a_folder(name):
    game, other = cw.load_rules(in_memory(RULESETS / name)), cw.load_game(RULESETS / name)
    assert game == other and game.facts == other.facts and game.languages == other.languages
    assert game.new_initial_state().key() == other.new_initial_state().key()


def test_files_of_a_folder_can_be_had_as_they_are_given():
    given = in_memory(RULESETS / "the-cave")
    folder = folder_in_memory(given)
    assert files_in(folder) == given == files_in(read_files(RULESETS / "the-cave")[1].folders[0])


@pytest.mark.long
def test_overlays_lie_in_memory_or_are_installed():
    longer = (RULESETS / "house-rules" / "long-rope.cave").read_text("utf-8")
    wanted = cw.load_game("the-cave", ["long-rope", "open-camps"])
    base = in_memory(RULESETS / "the-cave")
    assert (
        cw.load_rules(base, ["open-camps", {"mine.cave": longer}])
        == wanted
        == cw.load_game("the-cave", [{"x.cave": longer}, "open-camps"])
    )
    assert (
        cw.load_rules(base, {"mine.cave": longer}, {"starting_kit": "suggested"}).options["starting_kit"] == "suggested"
    )
    assert cw.load_rules(base).with_options({"starting_kit": "suggested"}).overlays == ()


def test_places_are_those_of_the_files_given():
    with pytest.raises(cw.RulesetError) as caught:
        cw.load_rules({"race.cave": RACE.replace("gain n", "gain m"), "other.cave": 'kind x\n  rows "no.csv"\n'})
    assert {each.span.source.name for each in caught.value.diagnostics if each.span} == {"race.cave", "other.cave"}
    with pytest.raises(cw.RulesetError) as caught:
        cw.load_rules({"race.cave": RACE}, [{"race.cave": FAR}])
    assert str(caught.value).startswith("overlay-1/race.cave:4:10: ")


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".cave",
        "..",
        "../x.cave",
        "/x.cave",
        "a/x.cave",
        "./x.cave",
        "a\\x.cave",
        "x.txt",
        "x",
        "x.cave/",
        "x\0.cave",
        "\ud800.cave",
        "locale/x.cave",
        "locale/../de.po",
        "locale/xx yy.po",
        "de.po",
        "x" * 200 + ".cave",
        "x\n.cave",
        ".x.cave",
    ],
)
def test_what_can_be_no_name_is_refused(name):
    with pytest.raises(cw.RulesetError, match=r"error\[C0105\].*cannot be the name"):
        cw.load_rules({"race.cave": RACE, name: "text"})


@pytest.mark.parametrize(
    "files, code",
    [
        ({}, "C0105"),
        ({"x.csv": "a,b\n"}, "C0105"),
        ({"x.cave": "\ud800"}, "C0103"),
        ({"x.cave": "#" * (LIMITS[".cave"] + 1)}, "C0601"),
        ({"x.cave": "é" * (LIMITS[".cave"] // 2 + 1)}, "C0601"),
        ({"x.cave": "", **{f"{n}.csv": "" for n in range(MOST_FILES)}}, "C0601"),
        (
            {"x.cave": "", **{f"{n}.csv": "x" * LIMITS[".csv"] for n in range(MOST_BYTES // LIMITS[".csv"] + 1)}},
            "C0601",
        ),
        ({"x.cave": ""}, "C0312"),
        ({"x.cave": "\0" * 50}, None),
        ({"race.cave": RACE, "facts.csv": "\0\ud7ff"}, None),
    ],
)
def test_limits_are_those_of_files(files, code):
    with pytest.raises(cw.RulesetError) as caught:
        cw.load_rules(files)
    assert code is None or caught.value.diagnostics[0].code == code


@pytest.mark.parametrize(
    "given, words",
    [
        (None, "files"),
        ("race.cave", "files"),
        ([("a", "b")], "files"),
        ({"x.cave": b"bytes"}, "rule files are texts"),
        ({1: "x"}, "rule files are texts"),
        ({"x.cave": None}, "rule files are texts"),
    ],
)
def test_what_are_no_files_is_a_type_error(given, words):
    with pytest.raises(TypeError, match=words):
        cw.load_rules(given)


# ---- ids of strangers ------------------------------------------------------------------------------------------------------


@pytest.fixture
def planted(tmp_path, monkeypatch):
    """A folder in which a server runs, with rules of all sorts of names that no stranger should see, and the paths that are looked at."""
    for name in ("secret", "long-rope", "the-cave", "race"):
        (tmp_path / f"{name}.cave").write_text(RACE if name != "long-rope" else FAR)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "race.cave").write_text(RACE)
    monkeypatch.chdir(tmp_path)
    seen, at = [], tmp_path.resolve()

    def watched(name, function):
        def ask(path=".", *more, **named):
            if not isinstance(path, int):
                seen.append((name, os.path.abspath(os.fsdecode(path))))
            return function(path, *more, **named)

        return ask

    for module, names in ((os, ("stat", "lstat", "listdir", "scandir", "open", "readlink", "access")), (io, ("open",))):
        for name in names:
            monkeypatch.setattr(module, name, watched(name, getattr(module, name)))
    LOOKED.append(lambda event, path: seen.append((event, os.path.abspath(os.fsdecode(path)))))
    yield lambda: [each for each in seen if Path(each[1]).is_relative_to(at) or not allowed(each[1])]
    LOOKED.clear()


LOOKED = []


def audit(event, arguments):
    if LOOKED and event in ("open", "os.listdir", "os.scandir") and isinstance(arguments[0], (str, bytes, os.PathLike)):
        LOOKED[0](event, arguments[0])


sys.addaudithook(audit)


def allowed(path):
    """Whether a path is of the program, of Python, of what is installed, of what is kept between runs, of the system, or on the way there."""
    homes = [
        RULESETS.parent,
        sys.prefix,
        sys.base_prefix,
        os.environ["CAVEWRIGHT_CACHE"],
        "/proc",
        "/sys",
        *filter(None, sys.path),
    ]
    return any(
        Path(path).is_relative_to(os.path.abspath(each)) or Path(os.path.abspath(each)).is_relative_to(path)
        for each in homes
    )


STRANGE = [
    "secret",
    "./secret",
    "secret.cave",
    "./secret.cave",
    "folder",
    "folder/",
    "../x",
    "/etc/passwd",
    "/",
    ".",
    "..",
    "",
    "+",
    "the-cave+secret",
    "race+long-rope",
    "the-cave+./secret.cave",
    "~",
    "~/x.cave",
    "\0",
    "the-cave\0",
    "\ud800",
    "a" * 100_000,
    "+".join(["the-cave"] * 1000),
    "//host/share",
    "C:\\x.cave",
    "file:///etc/passwd",
    "house-rules",
    "classics",
    "house-rules/long-rope",
    "classics/hex",
    "rulesets/the-cave",
    "the-cave/",
    "The-Cave ",
    "%2e%2e/x",
    "the-cave/../the-cave",
]


@pytest.mark.parametrize("name", STRANGE, ids=lambda name: ascii(name)[:30])
@pytest.mark.gate("'folder'")
def test_what_is_no_installed_id_is_refused_unseen(name, planted):
    with pytest.raises(cw.RulesetError):
        cw.load_game(name, registered_only=True)
    with pytest.raises(cw.RulesetError):
        cw.load_game("the-cave", [name], registered_only=True)
    assert planted() == []


@pytest.mark.long
def test_what_is_installed_is_found_unseen(planted):
    game = cw.load_game("the-cave", ["long-rope"], registered_only=True)
    assert game.overlays == ("long-rope",) and game.title != "race"
    assert (
        cw.load_game("the-cave-de+solo", registered_only=True).id
        and cw.load_game("hex", registered_only=True).id == "hex"
    )
    assert cw.load_rules({"race.cave": RACE}).id == "race"
    with pytest.raises(cw.RulesetError):
        cw.load_rules({"mine.cave": FAR.replace("race", "secret")})
    with pytest.raises(cw.RulesetError):
        cw.load_rules({"race.cave": RACE}, ["./long-rope.cave"])
    assert planted() == []


def test_the_watch_sees_what_is_looked_at(planted):
    assert cw.load_game("secret").id == "race" and any(path.endswith("secret.cave") for _, path in planted())
