"""Catalogues of a base below overlays: what only an overlay asks of the base's texts, no catalogue of the base lacks."""

import re

import pytest

from cavewright.connect.cli.rules_argument import playable
from cavewright.play.loading.load import load_game
from cavewright.play.loading.rulesets import read_files
from cavewright.play.states.game import Game
from cavewright.publish.changes.translations import findings, translatable_texts

BASE = """ruleset dive 1.0 "Dive"
    language 1

kind air
    | air  | hours: 1..9 |
    | full | 4           |
    | half | 2           |

kind sort
    | sort | n: 1..9 |
    | lake | 1       |
    | sump | 2       |

currency tank = size(equipment)
    use: choose a in equipment "Which air do you use?"
        move 1 a from equipment to store

players diver 1..2
    keeps equipment: bag of air
    keeps store: bag of air
    keeps points: 0..9 = 5

menu chores "What a diver does."

to play
    each diver
        gain 1 full, 2 half in equipment
        repeat 2 times
            offer chores

action dive in chores "Dive"
    deep: require points > 0 "Too deep for you."
    cost 1 tank
    gain 1 points

action rest in chores "Rest"
    gain 1 points

scoring "Most points win."
    score points = points
    highest total wins
"""
OVER = 'overlay {name} 1.0 "{name}"\n    language 1\n    extends dive ^1.0\n\n'
OVERLAYS = {
    "pays with a currency of the base": 'add action wash in chores "Wash"\n    cost 1 tank\n',
    "keeps rows of which the base shows no name": "amend players diver\n    add keeps liked: sort or none\n",
    "lets something be chosen": 'add action pick(s in sort) in chores "Pick"\n    gain s.n points\n',
    "counts": "amend action rest\n    add pay: cost 1 point\n",
    "moves a line": "amend action dive\n    change gain: gain 1 points to if points < 3\n        gain 2 points\n",
    "changes a text": 'amend action dive\n    change deep: "Too deep for you." to "Much too deep."\n',
    "changes a condition": "amend action dive\n    change deep: require points > 0 to require points > 1\n",
    "adds to a condition": "amend action dive\n    add to deep: and size(store) < 9\n",
    "follows an action": "add whenever dive as joy\n    gain 1 points\n",
    "replaces an action": 'replace action rest in chores "Rest"\n    cost 1 tank\n    gain 1 points\n',
    "adds a row": "amend kind sort\n    add | well | 3 |\n",
}


def written(folder, name, text, catalogue=""):
    folder.joinpath(name, "locale").mkdir(parents=True, exist_ok=True)
    folder.joinpath(name, f"{name}.cave").write_text(text, "utf-8")
    if catalogue:
        folder.joinpath(name, "locale", "de.po").write_text(catalogue, "utf-8")
    return str(folder / name)


def catalogue_of(texts, without=""):
    """A catalogue in which each text is said as itself, with a mark."""
    entries = ((each.entry.context, each.entry.sources) for each in texts if each.entry.context != without)
    return "\n".join(
        f'msgctxt "{context}"\nmsgid "{said[0]}"\n'
        + (
            f'msgid_plural "{said[1]}"\nmsgstr[0] "§{said[0]}"\nmsgstr[1] "§{said[1]}"\n'
            if said[1:]
            else f'msgstr "§{said[0]}"\n'
        )
        for context, said in entries
    )


@pytest.fixture
def base(tmp_path):
    """The folder of a base all of which is translated, and its texts."""
    path = written(tmp_path, "dive", BASE)
    rules, _, _ = read_files(*playable(path))
    texts = translatable_texts(Game(rules))
    return written(tmp_path, "dive", BASE, catalogue_of(texts)), texts


def missing_below(path, over, lang=""):
    """The texts that are said to be missing in the catalogue of the base."""
    rules, files, _ = read_files(*playable(f"{path}+{over}"))
    found = findings(Game(rules), files.folders, lang)
    return [
        re.search("`(.*?)`", each.message)[1]
        for each in found
        if each.code == "C0701" and "dive" in each.help and "dive/locale" in each.help
    ]


@pytest.mark.parametrize("lang", ["", "de"])
@pytest.mark.parametrize("case", OVERLAYS)
@pytest.mark.gate("pays with a currency of the base-de", "lets something be chosen-", "changes a text-de")
def test_nothing_is_missing_below(base, tmp_path, case, lang):
    path, _ = base
    over = written(tmp_path, "over", OVER.format(name="over") + OVERLAYS[case])
    assert missing_below(path, over, lang) == []


def test_what_is_missing_below_is_told_whatever_lies_upon_it(base, tmp_path):
    path, texts = base
    written(tmp_path, "dive", BASE, catalogue_of(texts, without="dive.deep"))
    for case in ("pays with a currency of the base", "counts"):
        over = written(tmp_path, "over", OVER.format(name="over") + OVERLAYS[case])
        assert missing_below(path, over) == ["dive.deep"]


def test_a_line_of_a_currency_is_said_as_the_base_says_it(base, tmp_path):
    path, _ = base
    over = written(tmp_path, "over", OVER.format(name="over") + OVERLAYS["pays with a currency of the base"])
    words = load_game(path, overlays=[over]).wording("de")
    assert words.text("wash.use", "Which air do you use?") == "§Which air do you use?"
    assert words.text("wash.use", "Another text?") == "Another text?"
