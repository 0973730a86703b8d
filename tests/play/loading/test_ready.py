"""A ruleset that was kept between runs is the ruleset that was read: the same values and findings, the same play."""

import os
import pickle
import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from tests.play.states.walks import step

import cavewright as cw
from cavewright.foundation.source import Source, Span
from cavewright.foundation.storage import cache
from cavewright.language.syntax import lark_parser, parse
from cavewright.play.loading import load, ruleset_cache, rulesets, shared
from cavewright.play.loading.load import try_load
from cavewright.play.loading.opened_rules import open_rules
from cavewright.play.loading.rulesets import read_files

HERE = Path(__file__).parent
RULESETS = HERE.parents[2] / "rulesets"
LOADED = [
    *((each, (), {}) for each in cw.registered_games()),
    *((each, (), {}) for each in sorted((HERE.parents[1] / "rules" / "boards").glob("*.cave"))),
    ("the-cave", ("long-rope", "short-game"), {}),
    ("the-cave", (), {"starting_kit": "suggested", "hardship_climbs": False}),
    ("cave-vs-cave+cave-vs-cave-era2", (), {}),
]


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """A cache of its own; games share nothing, as if each were of another process."""
    monkeypatch.setattr(shared, "MOST_HELD", 0)
    shared.SHARED.known.clear()
    monkeypatch.setenv("CAVEWRIGHT_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(rulesets, "parse_file", rulesets.parse_file.__wrapped__)
    return tmp_path / "kept"


@pytest.fixture
def unread(monkeypatch):
    """From now on nothing is checked any more."""

    def stop():
        def fail(*given):
            raise AssertionError("checked anew")

        monkeypatch.setattr(rulesets, "rules_in", fail)

    return stop


def played(game, steps=60):
    """What can be done and what comes of it, on a walk."""
    rng, state, said = random.Random(3), game.new_initial_state(), []
    for _ in range(steps):
        if state.is_terminal:
            break
        action, state = step(state, rng)
        said.append((str(action), state.key(), [each.text() for each in state.events], state.view()))
    return said


@pytest.mark.parametrize("given", LOADED, ids=lambda given: "+".join([Path(given[0]).stem, *given[1], *given[2]]))
@pytest.mark.gate("the-cave+long-rope+short-game")
def test_what_is_kept_is_what_was_read(given, unread):
    game, found = try_load(*given)
    unread()
    again, same = try_load(*given)
    assert (
        found == same
        and again.rules_model == game.rules_model
        and again.facts == game.facts
        and again.options == game.options
    )
    assert again.hash == game.hash and repr(again.program) == repr(game.program)
    assert played(again) == played(game)


@pytest.mark.parametrize("spec", ["the-cave", "hex", "the-cave+long-rope"])
@pytest.mark.gate("hex")
def test_what_was_composed_is_kept_too(spec, monkeypatch):
    made = open_rules(spec, {}).declarations
    monkeypatch.setattr(rulesets, "compose", lambda *given: pytest.fail("composed anew"))
    kept = open_rules(spec, {}).declarations
    assert (kept, kept.tables) == (made, made.tables)


def test_places_in_files_lie_in_the_files_just_read(unread):
    read_files("the-cave")
    unread()
    rules, files, _ = read_files("the-cave")
    folders = files.folders
    sources = {id(each) for folder in folders for each in (*folder.sources, *folder.tables.values())}
    spans = [each.span for each in rules.clauses if isinstance(each.span, Span)]
    assert len(spans) > 50 and {id(each.source) for each in spans} <= sources


@pytest.mark.long
def test_options_are_read_from_what_is_kept_too(unread):
    game = cw.load_game("the-cave")
    other = game.with_options({"starting_kit": "suggested"})
    unread()
    assert cw.load_game("the-cave").with_options({"starting_kit": "suggested"}).rules_model == other.rules_model
    assert cw.load_game("the-cave", options={"starting_kit": "suggested"}).hash == other.hash != game.hash


def test_warnings_are_given_again(place, unread):
    odd = HERE.parents[2] / "docs/diagnostics/C0504/bad.cave"
    game, found = try_load(odd)
    unread()
    again, same = try_load(odd)
    assert [each.code for each in found] == ["C0504"] and game is not None and again is not None
    assert same == found and same[0].labels == found[0].labels and str(same[0]) == str(found[0])


def test_rules_that_cannot_be_played_are_refused_again(place, tmp_path):
    (tmp_path / "odd.cave").write_text('ruleset odd 1.0 "Odd"\n    language 1\n\nconstant a = b\n')
    said = [try_load(tmp_path / "odd.cave") for _ in range(2)]
    assert said[0] == said[1] and said[0][0] is None and len(said[0][1]) > 0 and not list(place.iterdir())
    with pytest.raises(cw.RulesetError):
        cw.load_game("the-cave").with_options({"starting_kit": "none of these"})


@pytest.mark.parametrize(
    "change",
    [
        lambda folder, monkeypatch: (folder / "the-cave.cave").write_text(
            (folder / "the-cave.cave").read_text().replace("turn_points    = 5", "turn_points    = 6")
        ),
        lambda folder, monkeypatch: (folder / "tiles.csv").write_text((folder / "tiles.csv").read_text() + "\n"),
        lambda folder, monkeypatch: (folder / "facts.csv").write_text((folder / "facts.csv").read_text() + "\n"),
        lambda folder, monkeypatch: (folder / "the-cave.cave").rename(folder / "the-cave-anew.cave"),
        lambda folder, monkeypatch: (folder / "more.cave").write_text("constant unused = 4\n"),
        lambda folder, monkeypatch: monkeypatch.setattr(cache, "program", lambda: "another"),
    ],
    ids=["rules", "table", "facts", "name", "another file", "program"],
)
@pytest.mark.gate("rules")
def test_what_has_changed_is_read_anew(tmp_path, monkeypatch, change, unread):
    shutil.copytree(RULESETS / "the-cave", tmp_path / "the-cave")
    cw.load_game(tmp_path / "the-cave")
    change(tmp_path / "the-cave", monkeypatch)
    unread()
    with pytest.raises(AssertionError, match="checked anew"):
        cw.load_game(tmp_path / "the-cave")


def test_options_that_are_told_apart_have_their_own(unread):
    cw.load_game("the-cave", options={"hardship_climbs": True})
    unread()
    for options in (
        {},
        {"hardship_climbs": False},
        {"hardship_climbs": "yes"},
        {"hardship_climbs": 1},
        {"rank_the_lost": True},
    ):
        with pytest.raises(AssertionError, match="checked anew"):
            cw.load_game("the-cave", options=options)


def kept_ruleset(place):
    """The file of the ruleset that is kept; the other one holds the tables of the parser."""
    folders = load.read_stack("the-cave", ())[0]
    return place / (ruleset_cache.key_of(folders, {}) + cache.ENDING)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x80\x05N.",
        pickle.dumps({"rules": 1}),
        pickle.dumps([1] * 9)[:-3],
        b"cos\nno_such_name\n.",
        b"\x80\x05P9\n.",
    ],
)
@pytest.mark.long
def test_an_entry_of_something_else_is_ignored_and_written_anew(place, content, unread):
    game = cw.load_game("the-cave")
    cache.write(kept_ruleset(place).stem, content)
    assert cw.load_game("the-cave").rules_model == game.rules_model
    unread()
    assert cw.load_game("the-cave").rules_model == game.rules_model


class Trap:
    """What does something when it is unpickled."""

    def __reduce__(self):
        return os.mkdir, (TRAPS[0],)


TRAPS = [""]


def test_what_another_could_have_written_is_never_unpickled(place, tmp_path):
    game = cw.load_game("the-cave")
    TRAPS[0] = str(tmp_path / "sprung")
    cache.write(kept_ruleset(place).stem, pickle.dumps(Trap()))
    place.chmod(0o777)
    assert cw.load_game("the-cave").rules_model == game.rules_model and not (tmp_path / "sprung").exists()
    place.chmod(0o700)
    assert cw.load_game("the-cave").rules_model == game.rules_model and (tmp_path / "sprung").exists(), (
        "the trap would have worked"
    )


@pytest.mark.parametrize("part", ["book", "lock"])
def test_findings_about_texts_depend_on_the_book_and_rules_do_not(part):
    (folder,) = load.read_stack("the-cave", ())[0]
    other = replace(folder, **{part: Source(getattr(folder, part).name, "# other")})
    keys = {
        what: [ruleset_cache.key_of([each], {}, what) for each in (folder, other)] for what in ("findings", "ruleset")
    }
    assert (len(set(keys["findings"])), len(set(keys["ruleset"]))) == (2, 1)


def test_values_that_are_no_options_are_not_kept(place):
    assert ruleset_cache.key_of([], {"a": ["b"]}) is None and ruleset_cache.key_of([], {1: "b"}) is None
    with pytest.raises(cw.RulesetError):
        cw.load_game("the-cave", options={"starting_kit": ["suggested"]})


TEXTS = [
    "constant a = 3\n",
    "constant = 3\n",
    "to turn\n  a\n b\n",
    'unit m "metre\n',
    "define a = (1 + \n",
    "define a = some(x in 1..3 where x > 2)\n",
    "x y z\n",
]


@pytest.mark.long
def test_the_parser_from_kept_tables_reads_and_finds_the_same(place):
    from cavewright.foundation.source import Source

    lark_parser._parser.cache_clear()
    try:
        said = []
        for _ in range(2):
            said.append([parse.parse_file(Source("a.cave", text)) for text in TEXTS])
            lark_parser._parser.cache_clear()
            assert len(list(place.iterdir())) == 1
        assert said[0] == said[1] and sum(bool(found) for _, found in said[0]) == 5
        for each in place.iterdir():
            cache.write(each.stem, b"no tables")
        assert [parse.parse_file(Source("a.cave", text)) for text in TEXTS] == said[0]
    finally:
        lark_parser._parser.cache_clear()
