"""The page on which the rules of an open file are played, from the beginning or from where an example stands."""

from __future__ import annotations

import tempfile
from hashlib import sha256
from pathlib import Path

from ...foundation.storage.durable_writes import write_over
from ...machine.native.native_error import NativeError
from ...play.examples.runner import rehearse
from ...publish.reference.position_links import layouts_of, opening, position_link
from ..export.build import BuildError
from ..web.static_page import page_files
from .workspace import Workspace


def play_folder(workspace: Workspace, path: Path, example: str = "", lang: str = "en") -> dict[str, str]:
    """Writes the page for the rules of a file as they stand in the editor. `folder` says where it lies, `start` what
    stands behind the `#` of its address; or `error` why there is none."""
    project = workspace.project(path)
    game, opened = project.game_of_files, project.open_rules(lang)
    if game is None or opened is None:
        wrong = project.check_result[1]
        return {"error": f"these rules cannot be played: {wrong[0]}" if wrong else "these rules cannot be played"}
    try:
        files = page_files(game, list(game.players), "game", opened)
    except (BuildError, NativeError) as error:
        return {"error": str(error)}
    folder = Path(tempfile.gettempdir(), f"cavewright-{sha256(str(path).encode()).hexdigest()[:12]}")
    folder.mkdir(mode=0o700, exist_ok=True)
    for name, data in files.items():
        write_over(folder / name, data)
    asked = next((each for each in game.examples if each.name == example), None)
    state = opening(rehearse(game, asked)[1]) if asked is not None else None
    start = position_link(state, layouts_of(state.game), lang) if state is not None else ""
    return {"folder": str(folder), "start": start}
