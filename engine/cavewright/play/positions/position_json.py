"""Text of positions, and back: what a state is, without the match that led to it."""

from __future__ import annotations

import json
from typing import Annotated, Any

from ...engine.interpret.closures import Boards, Slots
from ...foundation.source.argument_checks import shorten
from ...foundation.source.wrong_fields import wrong_fields
from ...rules.check.cardinality import PLACES
from ...rules.model.piles import MOST_IN_PILE, Heap, Pile
from ...rules.model.recorded_positions import is_record
from ...rules.program import instructions as i
from .playable import Playable
from .position import Branches, Position

FORMAT = 1
Parts = tuple[tuple[str, ...], Slots, Boards, Branches | None]
"""The names of players, the slots, the boards, and the slots of each player while all act at once."""


def position_text(state: Position) -> str:
    """The position as JSON: the hash of its rules, the names, the slots, the boards, and what players have chosen at
    once."""
    size = state.game.program.layout.size
    branches = None if state._branches is None else [_plain_slots(each[:size]) for each in state._branches]
    boards = [sorted([key, value] for key, value in each.items()) for each in state._s]
    return json.dumps(
        {
            "position": FORMAT,
            "ruleset": state.game.id,
            "hash": state.game.hash,
            "players": list(state.names),
            "slots": _plain_slots(state._h[:size]),
            "boards": boards,
            "branches": branches,
        },
        ensure_ascii=False,
    )


def read_position(text: str, game: Playable) -> Parts:
    """Returns the parts of a position that is written as text. Raises ValueError that says what in it is wrong; what
    the rules make of it is not asked."""
    from pydantic import ValidationError

    try:
        data = _model().model_validate_json(text)
    except ValidationError as error:
        raise ValueError(f"this is no position: {wrong_fields(error.errors(), 'the text')[0]}") from error
    if data.hash != game.hash:
        raise ValueError(
            f"this position was made under other rules ({shorten(data.ruleset)}, {shorten(data.hash[:12])}); these are {game.id}, {game.hash[:12]}"
        )
    return _parts(data, game)


def _parts(data: Any, game: Playable) -> Parts:
    size, names = game.program.layout.size, game._names_of(data.players)
    for slots in [data.slots, *(data.branches or [])]:
        if (
            len(slots) != size
            or not all(isinstance(slots[each], int) for each in (i.COUNT, i.ME, i.PC))
            or slots[i.COUNT] != len(names)
            or not 0 <= slots[i.ME] < len(names)
            or not 0 <= slots[i.PC] < len(game.program.code)
        ):
            raise ValueError(
                f"this position does not fit its rules: `slots` has to be {size} numbers of a game for {len(names)}"
            )
    if len(data.boards) != 3 * len(game.rules_model.growing):
        raise ValueError("this position does not fit its rules: `boards` is too long or too short")
    for n, each in enumerate(data.boards):
        if len(each) > (PLACES if n % 3 == 0 else 4 * PLACES):
            raise ValueError(f"this position does not fit its rules: a board that grows has at most {PLACES:,} places")
    slots = _read_piles(data.slots, game)
    branches = [_read_piles(each, game) for each in data.branches or ()]
    waits = isinstance(game.program.code[data.slots[i.PC]], i.Fork)
    if waits != (data.branches is not None) or (waits and len(data.branches) != len(names)):
        raise ValueError(
            "this position does not fit its rules: `branches` holds a list for each player while all choose at once"
        )
    with_scratch = game.interpreter.evaluate.with_scratch
    acting = None if data.branches is None else tuple(map(with_scratch, branches))
    return names, with_scratch(slots), list(map(dict, data.boards)), acting


def _plain_slots(slots: Slots) -> list[Any]:
    """Returns slots as JSON has them: of a pile its heaps from the top, each with its pieces and who knows them."""
    return [
        {"heaps": [[list(heap.pieces), heap.known] for heap in each.heaps]} if isinstance(each, Pile) else each
        for each in slots
    ]


def _read_piles(slots: list[Any], game: Playable) -> Slots:
    """Returns slots with their piles. Raises ValueError where something else stands in place of one, or one in place of
    something else."""
    kinds, layout, made = game.rules_model.kinds, game.program.layout, list(slots)
    for field in (each for each in game.rules_model.in_slots if each.type.is_pile):
        rows = len(kinds[field.type.name].rows)
        first = layout.slot(field) - (field.owner != "game")
        for at in range(first, layout.slot(field) + game.rules_model.owners_of(field)):
            heaps = getattr(slots[at], "heaps", None)
            if heaps is None or not all(_is_heap(pieces, rows) for pieces, _ in heaps):
                raise ValueError(f"this position does not fit its rules: `{field.name}` is a pile of {field.type.name}")
            if sum(len(pieces) for pieces, _ in heaps) > MOST_IN_PILE:
                raise ValueError(f"this position does not fit its rules: a pile has at most {MOST_IN_PILE:,} pieces")
            made[at] = Pile.of(rows, (Heap(tuple(pieces), known) for pieces, known in heaps))
    for field in (each for each in game.rules_model.in_slots if each.type.is_positions):
        first = layout.slot(field) - (field.owner != "game")
        if not all(
            is_record(made[at], field.type)
            for at in range(first, layout.slot(field) + game.rules_model.owners_of(field))
        ):
            raise ValueError(f"this position does not fit its rules: `{field.name}` is a {field.type}")
    if any(hasattr(each, "heaps") for each in made if not isinstance(each, Pile)):
        raise ValueError("this position does not fit its rules: a pile stands where there is none")
    return made


def _is_heap(pieces: list[int], rows: int) -> bool:
    return bool(pieces) and pieces == sorted(pieces) and pieces[0] >= 0 and pieces[-1] < rows


def _model() -> Any:
    from pydantic import ConfigDict, Field, create_model

    slot = Annotated[int, Field(ge=-(2**5000), le=2**5000)]
    heap = tuple[Annotated[list[int], Field(max_length=MOST_IN_PILE)], Annotated[int, Field(ge=-1, le=2**64)]]
    pile: Any = create_model(
        "Pile",
        __config__=ConfigDict(strict=True, extra="forbid"),
        heaps=(Annotated[list[heap], Field(max_length=MOST_IN_PILE)], ...),
    )
    slots = list[slot | tuple[slot, ...] | pile]
    return create_model(
        "Position",
        __config__=ConfigDict(strict=True, extra="forbid"),
        position=(int, Field(ge=FORMAT, le=FORMAT)),
        ruleset=(str, ...),
        hash=(str, ...),
        players=(list[str], ...),
        slots=(slots, ...),
        boards=(list[list[tuple[int, int | tuple[int, ...]]]], ...),
        branches=(list[slots] | None, ...),
    )
