"""The pages of the Python interface: no public name without one, no page without an example."""

import importlib.util
import sys
from dataclasses import replace
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / ".ci" / "api_pages.py"
pytest.importorskip("pyspiel", reason="the package open_spiel is missing")
pytest.importorskip("pettingzoo", reason="the package pettingzoo is missing")


@pytest.fixture(scope="module")
def api():
    spec = importlib.util.spec_from_file_location("api_pages", SCRIPT)
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_public_name_has_a_page_with_what_it_takes_gives_and_raises(api, tmp_path):
    api.write(tmp_path)
    games, states = ((tmp_path / f"{each}.md").read_text("utf-8") for each in ("games", "states"))
    assert (
        "## load_game" in games
        and "-> Game" in games
        and "Raises RulesetError" in games
        and ">>> game.id, game.players" in games
    )
    assert (
        "### State.apply" in states
        and "### Event.origin" in states
        and "the ruleset or overlay that wrote it" in states
    )
    assert (tmp_path / "navigation.yml").read_text("utf-8").startswith('- Games and rules: "games.md"')


def test_a_name_without_a_page_is_told(api, monkeypatch, tmp_path):
    monkeypatch.setattr(
        api,
        "PAGES",
        [
            replace(page, names=tuple(each for each in page.names if each not in ("Match", "make")))
            for page in api.PAGES
        ],
    )
    assert api.left_out() == ["cavewright.Match", "cavewright.bots.make"]
    with pytest.raises(ValueError, match=r"no page has cavewright\.Match, cavewright\.bots\.make"):
        api.write(tmp_path)


def test_a_name_without_an_example_is_told(api, monkeypatch):
    """Also one of a page on which others have examples."""
    page = next(each for each in api.PAGES if each.file == "views")
    monkeypatch.setattr(api, "has_example", lambda value: value.__name__ != "Kept")
    with pytest.raises(ValueError, match="the page views has no example of Kept: give each one that runs"):
        api.written(page)


def test_what_has_no_docstring_is_told(api):
    class Bare:
        def asked(self):
            return 1

    Bare.__module__ = "cavewright.bare"
    with pytest.raises(ValueError, match=r"Bare\.asked has no docstring"):
        list(api.members(Bare))
