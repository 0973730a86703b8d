"""Layout of a module's memory as values: where a position lies in it, and what each part of it keeps."""

from __future__ import annotations

from typing import Any

from ...machine.ir.form import Array
from ...machine.ir.program_lowering import Lowered
from ...rules.program import instructions as i
from .instrumentation import WIDTH, InstrumentedEffects
from .numbering import Numbering


def layout_record(
    form: Lowered, effects: InstrumentedEffects, numbering: Numbering, first: bytes, rounds: int | None
) -> dict[str, Any]:
    """Addresses in bytes; `first` are the bytes of the first position, `rounds` how many have begun by then, if there are
    any."""
    layout = form.layout
    arrays = {each.name: each for each in form.module.arrays}
    own = [
        [n for slot in slots for n in _bytes(form, slot)]
        for slots in layout.program.layout.player_slots[: layout.types.players]
    ]
    return {
        "players": layout.types.players,
        "start": layout.start,
        "size": layout.whole.length * 4,
        "pc": layout.cell(i.PC).at,
        "me": layout.cell(i.ME).at,
        "rows": arrays["rows"].at,
        "weight": arrays["weight"].at,
        "strides": form.interface.strides,
        "merges": form.interface.merges,
        "interrupts": _interrupts(form),
        "slots": {str(slot): at for slot, at in layout.at.items()},
        "own": [_runs(each) for each in own],
        "notes": [effects.notes.at, effects.count.at, WIDTH, effects.most_notes],
        "refused": effects.refused.at,
        "rounds": [] if rounds is None else [arrays["rounds"].at, rounds],
        "standing": [arrays[each].at for each in ("standing_run", "standing_step") if each in arrays],
        "sampler": arrays["sampler"].at,
        "trials": [arrays[each].at for each in ("strict", "trying") if each in arrays],
        "fields": [_field(form, numbering, n) for n in range(len(numbering.fields))],
        "laid": [_records(form, name) for name in numbering.boards],
        "first": first.hex(),
    }


def _interrupts(form: Lowered) -> dict[str, Any] | None:
    """Returns where players who are not asked begin, by the decision that is due: the instruction, the cell of who they are,
    and the cells that say if an action has begun; none of rules without such actions."""
    layout, interrupts = form.layout, form.layout.program.interrupts
    if interrupts is None:
        return None
    cells = [layout.cell(slot).at for slot in interrupts.begun]
    return {"begins": dict(interrupts.begins), "who": layout.cell(interrupts.who).at, "begun": cells}


def _bytes(form: Lowered, slot: int) -> range:
    first, layout = form.layout.at[slot], form.layout
    return range(first, first + layout.slots[slot].stride * layout.encoding.width(slot))


def _runs(places: list[int]) -> list[list[int]]:
    """Bytes as runs: the first one, and how many there are."""
    runs: list[list[int]] = []
    for each in sorted(places):
        if runs and sum(runs[-1]) == each:
            runs[-1][1] += 1
        else:
            runs.append([each, 1])
    return runs


def _field(form: Lowered, numbering: Numbering, n: int) -> list[int]:
    """Returns the place of a field: the address of the first row, how many numbers each has, how many rows there are,
    how many bytes a number has; none of boards that grow."""
    field, layout = numbering.fields[n], form.layout
    if (field.owner, field.name) not in layout.fields:
        return []
    held = layout.fields[field.owner, field.name]
    slot = layout.program.layout.slot(field)
    rows = 1 if field.owner == "game" else layout.rows_of(field.owner) if field.owner in layout.rules.kinds else 1
    return [layout.at[slot], held.stride, rows, layout.encoding.width(slot)]


def _records(form: Lowered, name: str) -> dict[str, Any] | None:
    """Returns the place of the records of a board that grows."""
    records = form.layout.records.get(name)
    if records is None:
        return None
    many = len(records.columns)
    return {
        "count": records.count.at,
        "place": _array(records.place),
        "known": _array(records.known),
        "columns": [[*_array(each), words] for each, words in zip(records.columns, records.words[:many], strict=True)],
        "edges": [[*_array(each), words] for each, words in zip(records.edges, records.words[many:], strict=True)],
    }


def _array(array: Array) -> list[int | str]:
    """The address of entry 0, the bytes of an entry, and what reads one."""
    sign = "Uint" if array.format.isupper() else "Int"
    return [array.at - array.origin * array.width, array.width, f"get{sign}{8 * array.width}"]
