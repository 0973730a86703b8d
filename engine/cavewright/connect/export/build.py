"""Builds of a game: a module for each number of players, texts as JSON, and JavaScript that plays it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from ...foundation.source.ample_stack import with_room
from ...foundation.source.version import VERSION
from ...machine.emit.wasm import wasm
from ...machine.ir.loop_ends import LoneProgram
from ...machine.ir.program_lowering import Lowered
from ...machine.ir.scope import UnloweredError
from ...machine.native.linking import form_of
from ...play.matches.match import Match
from ...play.matches.rounds import Rounds
from ...play.states.game import Game
from .c_files import c_files
from .decisions_record import Decisions
from .instrumentation import InstrumentedEffects
from .instrumented_module import told_module
from .layout_record import layout_record
from .numbering import Numbering
from .texts_record import Texts

FORMAT = "module 1"
"""The version of the JSON, by which the JavaScript knows it."""

RUNTIME = {"mjs": "runtime.mjs", "d.mts": "runtime.d.mts", "d.ts": "runtime.d.mts"}
"""What plays a game, by the end of its name, and its types: TypeScript looks for `.d.mts` beside `.mjs`, people for `.d.ts`."""
DRAWING = ("picture.mjs", "picture.d.mts", "drawing.mjs")
"""The JavaScript that draws positions, the same for all games."""


class BuildError(ValueError):
    """Rules that cannot be had as a module; `what` cannot be compiled, which stands at `place`."""

    def __init__(self, game: str, error: UnloweredError) -> None:
        self.what, self.why = error.what, error.why
        self.place = str(error.span) if error.span is not None else ""
        where = f" ({self.place})" if self.place else ""
        super().__init__(f"{game} cannot be built: `{error.what}` cannot be compiled: {error.why}{where}")


@with_room
def build_files(game: Game, players: Sequence[int], name: str = "", with_c: bool = False) -> dict[str, bytes]:
    """The files of a build for some numbers of players, by name; `with_c`: also as a source of C.

    Raises BuildError where some of the rules cannot be compiled.

    >>> from cavewright import load_game
    >>> sorted(each for each in build_files(load_game("tic-tac-toe"), [2], with_c=True) if "tic" in each)
    ['tic-tac-toe.c', 'tic-tac-toe.d.mts', 'tic-tac-toe.d.ts', 'tic-tac-toe.h', 'tic-tac-toe.json', 'tic-tac-toe.mjs', 'tic-tac-toe.wasm']
    >>> [each for each in build_files(load_game("tic-tac-toe"), [2]) if "tic" not in each]
    ['picture.mjs', 'picture.d.mts', 'drawing.mjs']
    """
    build = _Build(game, name or game.id, len(players) > 1)
    for many in players:
        build.seat(many)
        if with_c:
            build.source(many)
    return {**build.files, **build.beside()}


class _Build:
    """Files as they come about."""

    def __init__(self, game: Game, name: str, several: bool) -> None:
        self.game, self.name, self.several = game, name, several
        self.numbering = Numbering(game.rules_model, game.program)
        self.texts = Texts(game, self.numbering)
        self.decisions = Decisions(game.rules_model, game.program, self.numbering, self.texts)
        self.files: dict[str, bytes] = {}
        self.seats: dict[str, Any] = {}

    def file(self, players: int) -> str:
        """Returns the names of files for a number of players."""
        return f"{self.name}-{players}" if self.several else self.name

    def seat(self, players: int) -> None:
        """The module for a number of players."""
        try:
            form, program = told_module(self.game, players, self.numbering, self.decisions.ask)
        except UnloweredError as error:
            raise BuildError(self.game.id, error) from None
        code = wasm(form.module)
        assert isinstance(program.effects, InstrumentedEffects)
        rounds = Rounds(Match(self.game, players, seed=0)).after(0) if program.heads else None
        layout = layout_record(form, program.effects, self.numbering, self.first(form, players), rounds)
        file = f"{self.file(players)}.wasm"
        self.files[file] = code
        self.seats[str(players)] = {"wasm": file, "sha256": hashlib.sha256(code).hexdigest(), **layout}

    def source(self, players: int) -> None:
        """Returns the rules as a source of C, which need not tell what they do."""
        form = form_of(self.game, players, program=LoneProgram)
        self.files |= c_files(form, self.game.title, self.first(form, players), self.file(players))

    def first(self, form: Lowered, players: int) -> bytes:
        """The bytes of the first position."""
        state = self.game.new_initial_state(players)
        return form.layout.encoding.encode(state._h, state._s)

    def addresses(self) -> str:
        """Returns the lines by which the JavaScript finds each module, in the one form that bundlers know."""
        lines = [
            f'  {players}: () => new URL("./{seats["wasm"]}", import.meta.url),'
            for players, seats in self.seats.items()
        ]
        return "\n".join(["const MODULES = {", *lines, "};"])

    def beside(self) -> dict[str, bytes]:
        """Returns the files that are alike for all numbers of players: texts, and what plays the modules."""
        record = {
            "cavewright": FORMAT,
            "engine": VERSION,
            **self.decisions.record,
            **self.texts.record(),
            "pictures": self.decisions.pictures.record(),
            "host": sorted(self.game.rules_model.host_actions),
            "seats": self.seats,
        }
        found = {f"{self.name}.json": json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()}
        web = files(__package__).joinpath("web")
        for suffix, source in RUNTIME.items():
            text = web.joinpath(source).read_text("utf-8").replace("const MODULES = {};", self.addresses())
            found[f"{self.name}.{suffix}"] = text.replace("NAME", self.name).encode()
        return found | {each: web.joinpath(each).read_bytes() for each in DRAWING}
