"""`games`: what there is to play."""

from __future__ import annotations

from typing import Any

from ..compose import find_ruleset, registered_games, registered_overlays
from ..compose.library import Folder
from ..compose.order import properties, read_head
from ..play.load import RulesetError
from ..source import errors
from ..syntax import parse_file
from ..syntax import tree as t
from . import screen as s
from .opening import Opened, open_rules
from .show import option_record, players_of, print_head, print_options


def games(spec: str = "", settings: dict[str, str] | None = None, as_json: bool = False) -> int:
    """Prints all games and overlays, or one game with its options and overlays; the exit status."""
    if spec:
        return _one(open_rules(spec, settings or {}), as_json)
    found = [_summary(name) for name in registered_games()]
    overlays = [_overlay(name) for name in registered_overlays()]
    if as_json:
        s.answer({"games": found, "overlays": overlays})
        return 0
    out = s.console()
    s.say(out, "Games", "bold")
    s.grid(out, [(each["id"], each["title"] or each["error"], each["playable_by"], f"{len(each['options'])} options")
                 for each in found], ("cyan", "", "", "dim"))
    _print_overlays(overlays)
    s.say(out)
    s.paragraph(out, "`cavewright games ID` tells more of one; `cavewright play ID` plays it.", style="dim")
    return 0


def _one(opened: Opened, as_json: bool) -> int:
    rules, out = opened.rules, s.console()
    overlays = [each for each in map(_overlay, registered_overlays()) if not set(rules.grounds).isdisjoint(each["extends"])]
    if as_json:
        s.answer({**_record(opened), "overlays": overlays})
        return 0
    print_head(opened, out)
    print_options(opened, out)
    _print_overlays(overlays)
    return 0


def _print_overlays(overlays: list[dict[str, Any]]) -> None:
    if overlays:
        out = s.console()
        s.head(out, "Overlays (played as BASE+OVERLAY)")
        s.grid(out, [(each["id"], each["title"], f"on {', '.join(each['extends'])}") for each in overlays], ("cyan", "", "dim"))


def _summary(name: str) -> dict[str, Any]:
    """A game in short; one that does not check is listed with its first error."""
    try:
        return _record(open_rules(name, {}))
    except RulesetError as error:
        first = (errors(error.diagnostics) or error.diagnostics)[0]
        return {"id": name, "title": "", "playable_by": "", "options": [], "error": f"does not check: {first.message}"}


def _record(opened: Opened) -> dict[str, Any]:
    rules = opened.rules
    return {"id": rules.id, "title": rules.title, "version": rules.version, "players": list(rules.player_range),
            "playable_by": players_of(opened), "options": [option_record(each) for each in rules.options.values()],
            "presets": list(rules.presets), "reconstructions": list(rules.reconstructions), "error": ""}


def _overlay(name: str) -> dict[str, Any]:
    folder = find_ruleset(name)
    head = _head(folder) if isinstance(folder, Folder) else None
    if head is None:
        return {"id": name, "title": "", "version": "", "extends": []}
    return {"id": name, "title": head.text, "version": head.version, "extends": [each.word for each in properties(head, "extends")]}


def _head(folder: Folder) -> t.Declaration | None:
    return read_head([parse_file(source)[0] for source in folder.sources], "overlay")[0]
