"""Saves and pictures of a match: read, and written so that nothing is lost or half written."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...foundation.storage.durable_writes import write_over
from ...foundation.storage.plain_files import NotPlainError, read_plain
from ...foundation.texts import Texts, translatable
from ...language.compose import rules_called
from ...play.loading.load import load_game
from ...play.loading.rulesets import RulesetError
from ...play.matches.match import Match, SaveError
from ...play.matches.save_text import with_bots
from ...play.states.game import Game

if TYPE_CHECKING:
    from ...play.states.game import State

CHANGED = translatable("The rules have changed since this match was saved; all its actions still fit.")
LARGEST = 64 * 1024 * 1024
MOST_TRIES = 20
"""Rulesets of the same name that are looked at for a save."""


def read_match(path: Path, spec: str = "") -> tuple[Match, tuple[str, ...]]:
    """A saved match, and who sat at its seats: the name of a bot, or "".

    With `spec`, under those rules, which have to be the same game; else they are looked for by name: among those that
    are known, then beside the save and in the current folder. Raises SaveError, RulesetError and OSError.
    """
    text = _text_of(path)
    try:
        match = Match.from_json(text, partial(rules_named, spec) if spec else partial(_look_for, path, _hash(text)))
    except SaveError as error:
        raise SaveError(f"`{path}`: {error}") from error
    except RulesetError as error:
        raise RulesetError(
            [replace(each, notes=(*each.notes, f"while the save `{path}` was read")) for each in error.diagnostics]
        ) from error
    seats = tuple(json.loads(text).get("bots", ()))
    return match, seats if len(seats) == len(match.names) else ("",) * len(match.names)


def has_changed(path: Path, match: Match) -> bool:
    """Tells if the rules are not those under which the match was saved, though all its actions still fit."""
    return _hash(_text_of(path)) != match.game.hash


def _text_of(path: Path) -> str:
    """The text of a save. Raises SaveError and OSError."""
    data = read_plain(path, LARGEST)
    if len(data) > LARGEST:
        raise SaveError(f"`{path}` is too large for a save")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SaveError(f"`{path}` is no save: it is not written in UTF-8") from error


def changed_words(match: Match, said: Texts) -> str:
    """Returns the note on a match whose rules have changed since: from where on it goes another way, if that is
    known."""
    found = match.divergence()
    return said.phrase(CHANGED) + (f" {found.text(said.lang)}" if found is not None else "")


def other_rules(spec: str, match: Match) -> Game:
    """Other rules of the game of a match, with its options as far as they have them."""
    game = _same_game(spec, match.game.id)
    return game.with_options({name: value for name, value in match.game.options.items() if name in game.options})


def rules_named(spec: str, ruleset: str, overlays: Sequence[str], options: dict[str, Any]) -> Game:
    """The rules that somebody names, with a save's options; they have to be those of the save, as far as their names
    go."""
    game = _same_game(spec, ruleset)
    if set(game.overlays) != set(overlays):
        here, there = (" and ".join(sorted(each)) or "no overlay" for each in (game.overlays, overlays))
        raise SaveError(f"this match is played with {there}, not with {here}")
    return game.with_options(options) if options else game


def _same_game(spec: str, ruleset: str) -> Game:
    """The rules that somebody names for a match of a ruleset, which have to be of it."""
    game = load_game(spec)
    if game.id != ruleset:
        raise SaveError(f"this is a match of {ruleset}, not of {game.id}")
    return game


def _hash(text: str) -> str:
    """The hash in a save, if it is one."""
    try:
        return str(json.loads(text)["hash"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return ""


def _look_for(path: Path, hash: str, ruleset: str, overlays: Sequence[str], options: dict[str, Any]) -> Game:
    """The rules of a save by their names; of several, those with its hash."""
    near = [_near(each, path) for each in overlays]
    tries = [
        (ruleset, list(overlays)),
        *(
            (base, [found[0] if found else name for name, found in zip(overlays, near, strict=True)])
            for base in _near(ruleset, path)[:MOST_TRIES] or [ruleset]
        ),
    ]
    games: list[Game] = []
    problems: list[RulesetError] = []
    for base, others in tries:
        try:
            games.append(load_game(base, others, options))
        except RulesetError as error:
            problems.append(error)
        if games and games[-1].hash == hash:
            return games[-1]
    if games:
        return games[0]
    if any(each.code != "C0201" for each in problems[-1].diagnostics):
        raise problems[-1]
    lost = "+".join([ruleset, *overlays])[:100]
    raise SaveError(
        "\n".join(
            (
                f"its rules, `{lost}`, are neither installed nor beside it nor in this folder",
                "name them: `cavewright replay SAVE --rules PATH`, `cavewright play PATH --resume SAVE`",
            )
        )
    )


def _near(name: str, path: Path) -> list[str]:
    """Paths of rules of that name beside a save, then in the current folder."""
    found = [each for folder in (path.absolute().parent, Path.cwd()) for each in rules_called(name, folder)]
    return list(dict.fromkeys(f"{os.path.relpath(each)}{os.sep if each.is_dir() else ''}" for each in found))


def write_match(path: Path, match: Match, seats: Sequence[str]) -> None:
    """Saves a match. Raises OSError, and ValueError rather than write over a file that is no save."""
    look_at_target(path)
    text = match.to_json()
    write_over(path, (with_bots(text, list(seats)) if any(seats) else text) + "\n")


def look_at_target(path: Path, is_save: bool = True) -> None:
    """Raises OSError where no file can be written, and ValueError where another file would be lost."""
    target = Path(os.path.realpath(path))
    if not target.parent.is_dir():
        raise FileNotFoundError(
            2, "there is no such folder", str(path.parent if target == path.absolute() else target.parent)
        )
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    if path.is_dir():
        raise IsADirectoryError(21, "is a folder", str(path))
    if not os.access(target.parent, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, "cannot be written to", str(target.parent))
    if path.exists() and not _begins(path, b'"cavewright"' if is_save else b"<svg"):
        raise ValueError(
            f"`{path}` is there already and is no save; choose another name"
            if is_save
            else f"`{path}` is there already and is no picture; choose another name"
        )


def _begins(path: Path, mark: bytes) -> bool:
    """Tells if a file is empty, or has near its beginning the mark of a file that may be written over."""
    try:
        begin = read_plain(path, 199)
    except NotPlainError:
        return False
    return not begin.strip() or mark in begin


def write_svg(path: Path, state: State, lang: str) -> None:
    """Draws a position into a file. Raises OSError, and ValueError rather than draw over a file that is no picture."""
    from ...foundation.draw import draw_svg
    from ...play.views.scene import scene_of

    look_at_target(path, is_save=False)
    write_over(path, draw_svg(scene_of(state, None, lang)))
