"""The gallery of house rules: of each its words, a picture, its lines, and figures as long as they are of the rules as they are."""

import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / ".ci" / "gallery.py"


@pytest.fixture(scope="module")
def gallery():
    spec = importlib.util.spec_from_file_location("gallery", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def figures_of(hash_):
    """Figures as they are stored."""
    return {
        "hash": hash_,
        "examples": {"noticed": 7, "of": 8, "marked": 1, "all noticed": 10, "all": 12},
        "impact": {"pairs": 40, "bot": "greedy", "figures": {"rounds": [20.0, 22.5, 0.5, 4.5, "differs"]}},
    }


def test_a_rule_is_shown_with_all_that_is_known(gallery, tmp_path):
    figures = figures_of(gallery.load_variant("lamp-oil").hash)
    text = "\n".join(gallery.section("lamp-oil", figures, tmp_path))
    assert "A lamp that burns down" in text and "You should feel the dark" in text
    assert "add constant full_lamp" in text and "**" in text
    assert "notice 7 of 8" in text and "| rounds | 20.0 | 22.5 | 0.5 to 4.5 | differs |" in text and "40 pairs" in text
    assert (tmp_path / "lamp-oil.svg").read_text("utf-8").startswith("<svg") and "lamp-oil.svg" in text


def test_figures_of_other_rules_are_not_shown(gallery, tmp_path):
    text = "\n".join(gallery.section("lamp-oil", figures_of("another"), tmp_path))
    assert "Not measured" in text and "22.5" not in text


def test_every_house_rule_is_there(gallery):
    assert len(gallery.house_rules()) == 24
