"""What there is to translate: every text that an author writes, and what only the rule reference tells."""

import pytest

from cavewright import load_game
from cavewright.play.loading.opened_rules import open_rules
from cavewright.publish.changes.catalogue_files import update_catalogue
from cavewright.publish.changes.translations import findings, parts_of, translatable_texts

RULES = """ruleset odd 1.0 "Odd"
    language 1

option long: yes_no = no "A long game?"
    require not long "A long game needs heavy stones."

kind removal "What is taken out."
    | removal | teams: 2..5 | rhyme: text      | label: text |
    | few1    | 2           | "Two by two"     | "a few"     |
    | many2   | 3           | "Three and free" | "many"      |
    alone: require removal.teams > 1 "Nobody plays alone."

kind table
    | table | width: 1..9 |
    | t1    | 3           |

players player 2..2
    keeps points: 0..99 = sum(r in removal: r.teams) + sum(t in table: t.width) "Points."

to play "A round."
    rest_a_while
    repeat 2 times
        each player from first(p in player)
            offer moves

to rest_a_while
    as first(p in player)
        gain 1 points

menu moves "A move"

action step in moves "One step."
    gain 1 points

scoring
    score points = points
    highest total wins
"""
COUNTED = """
kind coin
    | coin  | label: text | plural: text |
    | d     | "penny"     | "pence"      |
    | s     | "crown"     |              |
"""
HEAD = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n'


def entry(key, source, said="anders"):
    return f'\nmsgctxt "{key}"\nmsgid "{source}"\nmsgstr "{said}"\n'


def game_of(folder, catalogue=HEAD, rules=RULES):
    (folder / "locale").mkdir(exist_ok=True)
    (folder / "odd.cave").write_text(rules, "utf-8")
    (folder / "locale" / "de.po").write_text(catalogue, "utf-8")
    opened = open_rules(str(folder), {})
    return load_game(str(folder)), opened.folders


def told(folder, catalogue):
    return [(each.code, each.message) for each in findings(*game_of(folder, catalogue), "de")]


@pytest.mark.parametrize(
    "key, text",
    [
        ("removal.alone", "Nobody plays alone."),
        ("long.require", "A long game needs heavy stones."),
        ("removal.few1.rhyme", "Two by two"),
        ("removal.few1 (name)", "a few"),
    ],
)
def test_texts_of_requirements_and_of_cells_are_translated(key, text, tmp_path):
    assert (key, text) in {each.entry.key for each in translatable_texts(game_of(tmp_path)[0])}
    assert not [each for each in told(tmp_path, HEAD + entry(key, text)) if f"`{key}`" in each[1]]
    assert [code for code, said in told(tmp_path, HEAD + entry(key, "An old text")) if f"`{key}`" in said] == ["C0702"]


BESIDES = [("table.t1 (name)", "t1"), ("rest_a_while (name)", "rest a while")]
"""What the reference tells and nobody has to translate."""


@pytest.mark.parametrize("key, text", BESIDES)
def test_what_only_the_reference_tells_may_be_translated(key, text, tmp_path):
    assert key not in {each.entry.context for each in translatable_texts(game_of(tmp_path)[0])}
    assert not [each for each in told(tmp_path, HEAD + entry(key, text)) if f"`{key}`" in each[1]]
    assert [code for code, said in told(tmp_path, HEAD + entry(key, "An old text")) if f"`{key}`" in said] == ["C0702"]


def test_a_key_of_nothing_is_still_told(tmp_path):
    assert [each[0] for each in told(tmp_path, HEAD + entry("table.t2 (name)", "t2")) if "t2" in each[1]] == ["C0705"]


def test_a_catalogue_that_is_brought_up_to_date_keeps_what_the_reference_tells(tmp_path):
    game, folders = game_of(tmp_path, HEAD + entry(*BESIDES[0]) + entry("table.t2 (name)", "t2"))
    made = update_catalogue(game, parts_of(game, folders)[0], "de")
    assert BESIDES[0][0] in made and "table.t2" not in made and BESIDES[1][0] not in made


def plural_entry(said):
    return f'\nmsgctxt "counted d"\nmsgid "penny"\nmsgid_plural "pence"\nmsgstr[0] "{said}"\nmsgstr[1] "{said}e"\n'


def pieces(folder, catalogue, lang):
    game = game_of(folder, catalogue, RULES + COUNTED)[0]
    words, kind = game.wording(lang), game.rules_model.kinds["coin"]
    return [words.pieces(n, kind, row) for row in (0, 1) for n in (1, 2)]


def test_rules_say_what_several_of_a_row_are_called_and_catalogues_translate_it(tmp_path):
    own = ["1 penny", "2 pence", "1 crown", "2 crown"]
    assert pieces(tmp_path, HEAD, "en") == pieces(tmp_path, HEAD, "de") == own
    assert pieces(tmp_path, HEAD + plural_entry("Groschen"), "de") == ["1 Groschen", "2 Groschene", *own[2:]]
    assert pieces(tmp_path, HEAD + entry("coin.d (name)", "penny", "Groschen"), "de")[:2] == [
        "1 Groschen",
        "2 Groschen",
    ]
    asked_for = {
        each.entry.key: each.entry.sources for each in translatable_texts(game_of(tmp_path, HEAD, RULES + COUNTED)[0])
    }
    assert asked_for["counted d", "penny"] == ("penny", "pence") and ("counted s", "crown") not in asked_for


def test_a_catalogue_of_the_language_of_the_rules_counts_rows_too(tmp_path):
    entry = '\nmsgctxt "counted s"\nmsgid "crown"\nmsgid_plural "crowns"\nmsgstr[0] "crown"\nmsgstr[1] "crowns"\n'
    game_of(tmp_path)
    (tmp_path / "locale" / "en.po").write_text(HEAD.replace("de", "en") + entry, "utf-8")
    assert pieces(tmp_path, HEAD, "en")[2:] == ["1 crown", "2 crowns"]
    game, folders = game_of(tmp_path, HEAD, RULES + COUNTED)
    assert [each.message for each in findings(game, folders, "en")] == []
