"""`build`: a game as files for web pages, for node, and for programs in C."""

from __future__ import annotations

from pathlib import Path

from ...foundation.storage.durable_writes import write_all
from ...foundation.storage.plain_files import look_at_folder
from ...play.loading.opened_rules import open_rules
from ...play.loading.rulesets import catalogues_of
from ...play.states.game import Game
from ..export.build import build_files
from . import output as s


def build(
    spec: str,
    out: Path,
    settings: dict[str, str],
    *,
    players: int,
    with_c: bool,
    page: bool,
    lang: str,
) -> int:
    """Writes the files; the exit status. Raises RulesetError, BuildError and OSError."""
    look_at_folder(out)
    opened = open_rules(spec, settings, lang)
    game = Game(opened.rules, opened.facts, catalogues=catalogues_of(opened.folders))
    low, high = opened.rules.player_range
    if players:
        game.new_initial_state(players)
    numbers = [players] if players else range(low, high + 1)
    files = build_files(game, numbers, opened.full_id, with_c) if with_c or not page else {}
    if page:
        from ..web.static_page import page_files

        files |= page_files(game, numbers, opened.full_id, opened)
    out.mkdir(parents=True, exist_ok=True)
    write_all({out / file: data for file, data in files.items()})
    size = sum(map(len, files.values()))
    s.say(opened.phrase("{path}: {files} files, {size} KB", path=out, files=len(files), size=-(-size // 1000)))
    return 0
