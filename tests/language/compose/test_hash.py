"""The hash covers what a ruleset means, and nothing else."""

import pytest
from tests.language.compose.folders import CASES, parsed

from cavewright.foundation.source import Source
from cavewright.language.compose import compose
from cavewright.language.syntax import tree as t

BASE = (CASES / "set_option" / "base.cave").read_text("utf-8")
KIND = '\nkind tile\n    rows "tiles.csv"\n    | tile | n: 0..9 | label: text |\n'
TILES = 'tile,n,label\nt1,1,one\nt2,2,"two, too"\n'

SAME = {
    "comment": ("unit m", "# a comment\n\nunit m"),
    "text of a unit": ('"metre"', '"meter"'),
    "text of a requirement": ("You need a rope.", "No rope."),
    "text of a declaration": ('"Ways to go."', '"Ways"'),
    "text cell": ('"Step by step."', '"Slowly."'),
    "text column": ('| "rope"      |', '| "cord"      |'),
    "citation": ('action sleep in chores "Sleep"', 'action sleep in chores "Sleep"  [X-1]'),
    "layout of a line": ("day:  require points > 0 ", "day: require points>0 "),
    "layout of a row": ("| climb | 2            | rope                |", "|climb|2|rope|"),
    "layout of a type": ("points: 1..5", "points: 1 .. 5"),
    "version": ("core 1.2", "core 1.3"),
    "note": ("menu chores", 'note rest "Have some."\n\nmenu chores'),
    "chapter": ("menu chores", 'chapter rest "The rest"\n\nmenu chores'),
    "example": ("menu chores", "example rest\n    given sun = yes\n\nmenu chores"),
}
OTHER = {
    "value": ("days = 5", "days = 6"),
    "unit": ("unit m", "unit n"),
    "key": ("tool: require", "tools: require"),
    "statement": ("gain n point", "lose n point"),
    "order of lines": ("    let n = 2\n    gain n point\n", "    gain n point\n    let n = 2\n"),
    "cell": ("| climb | 2 ", "| climb | 3 "),
    "type of a column": ("points: 1..5", "points: 1..6"),
    "name of a row": ("| walk ", "| stroll "),
    "nested line": ("deep: lose 1 point", "deep: lose 2 point"),
    "default of an option": ("pace = slow", "pace = fast"),
    "menu of an action": ("sleep in chores", "sleep in chores, rest"),
    "flag of a type": ("keeps bag: bag of tool", "keeps bag: bag of tool hidden"),
}


def hash_of(text: str, *tables: Source) -> str:
    return compose([parsed("core/base.cave", text)], [], tables)[0].hash


@pytest.mark.parametrize(("old", "new"), SAME.values(), ids=SAME)
def test_what_is_not_meant(old: str, new: str) -> None:
    assert BASE.count(old) == 1
    assert hash_of(BASE.replace(old, new)) == hash_of(BASE)


@pytest.mark.parametrize(("old", "new"), OTHER.values(), ids=OTHER)
def test_what_is_meant(old: str, new: str) -> None:
    assert BASE.count(old) == 1
    assert hash_of(BASE.replace(old, new)) != hash_of(BASE)


def test_the_hash_stays() -> None:
    assert hash_of("ruleset a 1.0\n    language 1\n\nconstant b = 2\n")[:16] == "5a2bd528893ce087"


@pytest.mark.parametrize(
    ("text", "is_same"),
    [
        (TILES, True),
        ("# known\n\n" + TILES.replace(",", " , "), True),
        (TILES.replace("one", "uno"), True),
        ("\ufeff" + TILES.replace("\n", "\r\n"), True),
        (TILES.replace("t2,2", "t2,3"), False),
        (TILES.replace("t1", "t0"), False),
        (TILES + '"open\n', False),
    ],
)
def test_tables_are_part_of_it(text: str, is_same: bool) -> None:
    with_tiles = hash_of(BASE + KIND, Source("core/tiles.csv", TILES))
    assert (hash_of(BASE + KIND, Source("core/tiles.csv", text)) == with_tiles) is is_same


@pytest.mark.parametrize("fits", [True, False])
def test_what_separates_the_columns_of_a_file_is_no_part_of_it(fits: bool) -> None:
    said, tiles = (
        KIND.replace('"tiles.csv"', '"tiles.csv" separated by ";"'),
        TILES if fits else TILES.replace("label", "words"),
    )
    with_commas = hash_of(BASE + KIND, Source("core/tiles.csv", tiles))
    semicolons = tiles.replace(",", ";").replace("; ", ", ")
    assert hash_of(BASE + said, Source("core/tiles.csv", semicolons)) == with_commas
    assert hash_of(BASE + said, Source("core/tiles.csv", tiles)) != with_commas


def test_rows_of_a_file_with_semicolons_are_written_into_a_table() -> None:
    said = KIND.replace('"tiles.csv"', '"tiles.csv" separated by ";"')
    result, _ = compose([parsed("base.cave", BASE + said)], [], [Source("tiles.csv", "tile;n;label\nt1;1;one\n")])
    assert [each.raw for each in result.with_file_rows(result.declarations[-1]).members if isinstance(each, t.Row)][
        1:
    ] == ["| t1 | 1 | one |"]


def test_a_table_belongs_to_the_folder_of_its_rules() -> None:
    result, _ = compose(
        [parsed("core/base.cave", BASE + KIND)], [], [Source("other/tiles.csv", "x"), Source("core/tiles.csv", TILES)]
    )
    (rows,) = [member for each in result.declarations for member in each.members if isinstance(member, t.Rows)]
    found = result.table(rows)
    assert found is not None and found.name == "core/tiles.csv"
    assert compose([parsed("base.cave", BASE + KIND)], [], [Source("tiles.csv", TILES)])[0].table(rows) is None
