"""`games`: what there is to play."""

from __future__ import annotations

from typing import Any

from ...foundation.source import errors
from ...foundation.texts import Texts, texts
from ...language.compose import find_ruleset, registered_games, registered_overlays
from ...language.compose.folders import Folder
from ...play.loading.opened_rules import OpenedRules, open_rules
from ...play.loading.ruleset_cache import remember
from ...play.loading.rulesets import RulesetError
from . import output as s
from .game_outline import outline_of
from .show import option_record, print_head, print_options

Summaries = tuple[list[dict[str, Any]], list[dict[str, Any]]]
"""Games and overlays, in short."""


def games(spec: str, settings: dict[str, str], as_json: bool, lang: str) -> int:
    """Prints all games and overlays, or one game with its options and overlays; the exit status."""
    if spec:
        return _one(open_rules(spec, settings, lang), as_json)
    if as_json:
        found, overlays = _every(lang)
        s.answer({"games": found, "overlays": overlays})
        return 0
    words = texts(lang)
    s.say(words.phrase("Games"), "bold")
    s.grid([_line(name, words) for name in registered_games()], ("cyan", "", "", "dim"))
    _print_overlays([_overlay(name, lang) for name in registered_overlays()], words)
    s.say()
    s.paragraph(words.phrase("`cavewright games ID` tells more of one; `cavewright play ID` plays it."), style="dim")
    return 0


def _line(name: str, words: Texts) -> tuple[str, str, str, str]:
    """Returns a game as it stands in the list: by its outline, or opened where that says not all."""
    outline = outline_of(name, words.lang)
    if outline is not None:
        title = outline.title
        players = outline.players(words.lang)
        options = len(outline.options)
    else:
        found = _summary(name, words.lang)
        title = found["title"] or found["error"]
        players = found["playable_by"]
        options = len(found["options"])
    return name, title, players, words.plural("{n} option", "{n} options", options)


def _every(lang: str) -> Summaries:
    """All games and overlays that are bundled or installed, in short."""
    names = registered_games(), registered_overlays()
    folders = [each for each in map(find_ruleset, (*names[0], *names[1])) if isinstance(each, Folder)]

    def summaries() -> Summaries:
        return [_summary(name, lang) for name in names[0]], [_overlay(name, lang) for name in names[1]]

    return remember(f"games {lang}", folders, {}, summaries)


def _one(opened: OpenedRules, as_json: bool) -> int:
    rules = opened.rules
    lang = opened.words.lang
    overlays = [
        each
        for each in (_overlay(name, lang) for name in registered_overlays())
        if not set(rules.grounds).isdisjoint(each["extends"])
    ]
    if as_json:
        s.answer({**_record(opened), "overlays": overlays})
        return 0
    print_head(opened)
    print_options(opened)
    _print_overlays(overlays, opened.words.texts)
    return 0


def _print_overlays(overlays: list[dict[str, Any]], words: Texts) -> None:
    if overlays:
        s.head(words.phrase("Overlays (played as BASE+OVERLAY)"))
        rows = [
            (each["id"], each["title"], words.phrase("on {rules}", rules=", ".join(each["extends"])))
            for each in overlays
        ]
        s.grid(rows, ("cyan", "", "dim"))


def _summary(name: str, lang: str) -> dict[str, Any]:
    """A game in short; one that does not check is listed with its first error."""
    try:
        return _record(open_rules(name, {}, lang))
    except RulesetError as error:
        first = (errors(error.diagnostics) or error.diagnostics)[0]
        why = texts(lang).phrase("does not check: {why}", why=texts(lang).translate(first.message))
        return {"id": name, "title": "", "playable_by": "", "options": [], "error": why}


def _record(opened: OpenedRules) -> dict[str, Any]:
    rules = opened.rules
    return {
        "id": rules.id,
        "title": opened.title,
        "version": rules.version,
        "players": list(rules.player_range),
        "playable_by": opened.players,
        "options": [option_record(each, opened.words) for each in rules.options.values()],
        "presets": list(rules.presets),
        "reconstructions": list(opened.reconstructions),
        "error": "",
    }


def _overlay(name: str, lang: str) -> dict[str, Any]:
    found = outline_of(name, lang)
    if found is None:
        return {"id": name, "title": "", "version": "", "extends": []}
    return {"id": name, "title": found.title, "version": found.version, "extends": list(found.extends)}
