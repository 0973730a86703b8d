"""Files of rows that several overlays change one after the other: the last file counts, once."""

import pytest

import cavewright as cw

BASE = """ruleset shop 1.0 "Shop"
    language 2

kind good
    rows "a.csv"
    | good | price: 1..3 |
    | wood | 1           |

players trader 2..2
    keeps done: 0..9

to play
    each trader
        buy: choose g in good
            gain g.price done

scoring
    score done = done
    highest total wins
"""


@pytest.mark.parametrize("repeats_base", [False, True])
def test_the_last_file_of_rows_counts(repeats_base, tmp_path):
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "shop.cave").write_text(BASE)
    (tmp_path / "shop" / "a.csv").write_text("good,price\nfur,1\n")
    for n in (1, 2, 3):
        (tmp_path / f"o{n}").mkdir()
        before = "a" if n == 1 or repeats_base else f"o{n - 1}"
        after = "".join(f"    after o{each}\n" for each in range(1, n))
        (tmp_path / f"o{n}" / f"o{n}.cave").write_text(
            f'overlay o{n} 1.0 "O"\n    language 2\n    extends shop ^1.0\n{after}\n'
            f'amend kind good\n    change rows: "{before}.csv" to "o{n}.csv"\n'
        )
        (tmp_path / f"o{n}" / f"o{n}.csv").write_text(f"good,price\nfur{n},{n}\n")
    overlays = [str(tmp_path / f"o{n}") for n in (3, 1, 2)]
    game = cw.load_game(str(tmp_path / "shop"), overlays=overlays)
    assert game.rules_model.kinds["good"].rows == ("wood", "fur3")
