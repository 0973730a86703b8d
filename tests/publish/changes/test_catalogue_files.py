"""Files for translators: a template with notes, a list of terms, a set-up that a platform reads, and how much is done."""

import configparser
import csv
import io
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cavewright.connect.cli import app
from cavewright.foundation.texts import Entry, read_catalogue
from cavewright.publish.changes.catalogue_files import notes_for, share_done

GAME = Path(__file__).parents[3] / "rulesets" / "classics" / "tic-tac-toe"


@pytest.fixture
def written(tmp_path):
    """The folder of catalogues of a game after its texts were asked for in French."""
    shutil.copytree(GAME, tmp_path / "game", ignore=shutil.ignore_patterns("fr.po"))
    result = CliRunner().invoke(app, ["translate", str(tmp_path / "game"), "--lang", "fr", "--template"])
    assert result.exit_code == 0 and " 0 % done" in result.stdout, result.stdout
    return tmp_path / "game" / "locale"


def test_a_template_has_the_texts_of_a_catalogue_and_says_where_each_is_shown(written):
    template = (written / "texts.pot").read_text("utf-8")
    keys = [each.key for each in read_catalogue(template).entries]
    assert keys == [each.key for each in read_catalogue((written / "fr.po").read_text("utf-8")).entries] and keys
    assert template.count("#. ") >= len(keys)


def test_files_for_translators_are_no_part_of_the_rules(written):
    result = CliRunner().invoke(app, ["check", str(written.parent)])
    assert result.exit_code == 0 and "C0704" not in result.stdout and ".pot" not in result.stdout


def test_terms_are_the_names_of_a_game(written):
    rows = [*csv.DictReader(io.StringIO((written / "texts.terms.fr.csv").read_text("utf-8")))]
    assert {"mark", "won"} <= {each["source"] for each in rows} and all(each["target"] == "" for each in rows)
    assert set(rows[0]) <= {"location", "source", "target", "comment"}, (
        "csv2tbx of translate-toolkit refuses other heads"
    )


def test_a_platform_reads_its_set_up(written):
    setup = configparser.ConfigParser(interpolation=None)
    setup.read(written / "texts.weblate.ini", "utf-8")
    component = setup["component"]
    assert component["file_format"] == "po" and component["source_language"] == "en"
    assert Path(component["filemask"].replace("*", "fr")) == written / "fr.po"
    assert Path(component["new_base"]) == written / "texts.pot"


@pytest.mark.parametrize(
    ("key", "text", "told"),
    [
        ("enter.gear", "It costs {price enter}.", "the price of the action enter"),
        ("book 5.1", "See {5.3}.", "the number of another rule"),
        ("game (name)", "Cave", "A name"),
        ("action enter", "Enter.", "above its rules"),
        ("x.y", "You have {turn_points|point|points}.", "one and for several"),
    ],
)
def test_notes_say_where_a_text_is_shown_and_what_stands_in_braces(key, text, told):
    assert any(told in each for each in notes_for(Entry(key, (text,))))


def test_all_is_done_only_if_nothing_is_open():
    full, empty = Entry("a", ("a",), ("b",)), Entry("b", ("b",))
    assert share_done((full,) * 999 + (empty,)) == 99 and share_done((full,)) == 100 and share_done(()) == 100


def test_the_formats_hold_for_the_tools_of_translators(written):
    pypo = pytest.importorskip("translate.storage.pypo", reason="translate-toolkit is not installed")
    units = pypo.pofile.parsefile(str(written / "texts.pot")).units
    assert len([each for each in units if not each.isheader()]) == 10
