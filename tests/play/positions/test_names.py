"""The engine knows no game by name: it says no name that a ruleset declares, and play is the same under other names."""

import random
import re
from dataclasses import asdict
from functools import cache
from pathlib import Path

import pytest
from tests.play.positions.declared import (
    ROOT,
    declared,
    engine_files,
    language_words,
    said_in,
    texts_of,
    without_examples,
    words_of,
)
from tests.play.positions.renamed import other_name, renamed_folder, translated
from tests.play.states.walks import drawn, steered, uniform

import cavewright as cw

GENERAL = {}
for written in (Path(__file__).parent / "general_words.txt").read_text("utf-8").splitlines():
    if written and not written.startswith("#"):
        words, _, reason = written.partition(": ")
        GENERAL[words_of(words)] = reason


@cache
def names():
    """What no file of the engine may say: all that rulesets declare, but for words of the language and general ones."""
    return {
        name: sorts
        for name, sorts in declared().items()
        if "_".join(name) not in language_words() and name not in GENERAL
    }


def test_rulesets_declare_names():
    assert (
        len(declared()) > 200
        and ("camp", "box") in declared()
        and ("half", "oxygen") in declared()
        and ("hunger", "test") in declared()
    )


def test_every_general_word_is_declared_somewhere_and_has_a_reason():
    for name, reason in GENERAL.items():
        assert len(reason) > 5, name
        assert name in declared(), f"no ruleset declares {' '.join(name)} any more: drop it from general_words.txt"


@pytest.mark.parametrize("folder", sorted({path.parent.relative_to(ROOT).as_posix() for path in engine_files()}))
def test_the_engine_names_no_game_thing(folder):
    found = sorted(
        (f"{path.name}:{line}", " ".join(name), *sorted(names()[name]))
        for path in engine_files()
        if path.parent == ROOT / folder
        for name, line in set(said_in(path, names()))
    )
    assert not found, f"{folder} names what rulesets declare: {found}"


def test_the_scan_sees_identifiers_strings_and_comments(tmp_path):
    path = tmp_path / "a.py"
    path.write_text(
        '"""A rope.\n\n>>> camera\nraft\n\nA `camera`!"""\nbackpacks = 1  # the camp box\nx = "struggle"\nclass HalfOxygen: pass\n'
    )
    names = {
        words_of(each): {each}
        for each in ("rope", "raft", "camera", "backpack", "camp_box", "struggle", "half-oxygen", "oxygen")
    }
    assert sorted(" ".join(name) for name, _ in said_in(path, names)) == [
        "backpack",
        "camp box",
        "half oxygen",
        "oxygen",
        "rope",
        "struggle",
    ]
    assert [text for _, text in texts_of(path)][1:3] == [
        "backpacks",
        "# the camp box",
    ] and "raft" not in without_examples(">>> x\nraft\n\n")


# ---- the same game under other names ----------------------------------------------------------------------------------------


OPTIONS = [
    {"starting_kit": "suggested"},
    {"fullness": "exactly", "rope_entry": "flat"},
    {"homecoming": "any_visit", "dive_wait": "next_turn"},
]


@pytest.fixture(scope="module")
def twins(tmp_path_factory):
    """The ruleset and its renamed twin, as folders."""
    folder = tmp_path_factory.mktemp("renamed")
    return ROOT / "rulesets" / "the-cave", renamed_folder(ROOT / "rulesets" / "the-cave", folder / "the-cave")


def both(twins, options):
    """The game, and the game under other names with the same options."""
    one = cw.load_game(twins[0], options=options)
    renamed = {other_name(k): v if isinstance(v, bool) else other_name(v) for k, v in options.items()}
    return one, cw.load_game(twins[1], options=renamed)


def test_other_names_are_other_names(twins):
    one, two = both(twins, {})
    mine, theirs = set(one.rules_model.processes) - {"play"}, set(two.rules_model.processes) - {"play"}
    assert (
        not mine & theirs and len(mine) == len(theirs) and set(one.signatures) & set(two.signatures) <= language_words()
    )
    assert set(one.options) & set(two.options) <= language_words() and not set(one.rules_model.actions) & set(
        two.rules_model.actions
    )
    assert one.hash != two.hash and len(one.rules) == len(two.rules)
    text = (twins[1] / "the-cave.cave").read_text("utf-8")
    said = re.sub(r'"[^"\n]*"|#.*|\[[A-Z][^\]]*\]', "", text)
    assert not {"rope", "camera", "backpack", "struggle", "errands", "here"} & set(re.findall(r"[\w-]+", said))


@pytest.mark.parametrize("number", range(3))
@pytest.mark.long
def test_the_same_games_result(twins, number):
    one, two = both(twins, OPTIONS[number])
    rng, a, b = random.Random(number), one.new_initial_state(2 + number), two.new_initial_state(2 + number)
    for step in range(420):
        assert a.current_player == b.current_player and a.active_players == b.active_players
        if a.is_terminal:
            break
        same_choices(a, b)
        action = drawn(a, rng) if a.current_player == cw.CHANCE else (steered if number else uniform)(a, rng)
        a, b = a.apply(action), b.apply(translated(str(action)))
        assert [(e.kind, e.player, e.change) for e in a.events] == [(e.kind, e.player, e.change) for e in b.events]
        assert a.outcome().totals == b.outcome().totals and a.outcome().winners == b.outcome().winners
        if step % 60 == 0:
            assert same(asdict(a.view(0)), asdict(b.view(0))) and a._s == b._s and a._h == b._h
            same_reasons(a, b, rng)
    assert sorted(a.cave) == sorted(b.cave)


def same_choices(a, b):
    """The same actions in the same order, or the same chances."""
    if a.current_player == cw.CHANCE:
        assert [(translated(str(o)), share) for o, share in a.chance_outcomes()] == [
            (str(o), share) for o, share in b.chance_outcomes()
        ]
    for player in a.active_players:
        assert [translated(str(each)) for each in a.legal_actions(player)] == [
            str(each) for each in b.legal_actions(player)
        ]


def same_reasons(a, b, rng):
    """What is refused is refused for the same reasons."""
    for text in (
        "discover",
        "photograph",
        "pack",
        "dive",
        "load_camp",
        "abandon_camp",
        "throw_away raft",
        "enter n1 by walk",
        "place n9 nes",
    ):
        mine, theirs = a.check(f"0: {text}").reasons, b.check(translated(f"0: {text}")).reasons
        assert [(r.code, r.message if r.code == "requirement" else "", len(r.citation)) for r in mine] == [
            (r.code, r.message if r.code == "requirement" else "", len(r.citation)) for r in theirs
        ], text


def same(mine, theirs):
    """Equal plain data, names mapped."""
    if isinstance(mine, dict):
        pairs = zip(mine.items(), theirs.items(), strict=True)
        return all(other in (name, translated(name)) and same(value, twin) for (name, value), (other, twin) in pairs)
    if isinstance(mine, (list, tuple)):
        return len(mine) == len(theirs) and all(map(same, mine, theirs))
    return mine == theirs or translated(str(mine)) == theirs
