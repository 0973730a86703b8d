"""Source of an extension module: the C of the rules, where things lie in their memory, and what makes objects of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ...rules.program import instructions as i
from ..emit.c_source import c_source
from ..ir.decisions import LISTED
from ..ir.form import Call, Function, Module
from ..ir.interface import Interface
from ..ir.position_encoding import BagCodec, Held, ListIterationCodec, PileCodec, TurnOrderCodec
from ..ir.position_heads import COUNT_BITS, SHIFT, WHO_BITS
from ..ir.program_lowering import Lowered
from ..ir.records import Records
from ..ir.rewriting import within_all
from .parts_in_c import NAME, parts_in_c

ROOTS = ("begin", "anew", "waiting", "options", "choose", "counted", "take", "score")
"""The functions of the rules that the parts in C call."""
UNUSED_ENTRY, TURN_ORDER, LIST = range(3)
HEAD = """\
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdlib.h>
#include <structmember.h>
"""
TYPES = """\
#define MODULE_NAME "{name}"
#define MODULE_INIT PyInit_{name}
typedef struct {{ int32_t first_width, sorts, stride, several; }} Decision;
typedef struct {{ int32_t sort, at, count, things, length, width; }} Part;
typedef struct {{ int32_t at, size; }} Column;
typedef struct {{
    int32_t count, place, place_width, known, free_count, free_places, first_column, columns, edges;
}} Board;
enum {{ UNUSED_ENTRY, TURN_ORDER, LIST }};
static const char nothing[] = "\\xff\\xff\\xff\\xff"; /* the place that is none */
"""


def extension_source(form: Lowered) -> str:
    """The source of the extension module of a form."""
    module = replace(form.module, name="rules", functions=tuple(_called_functions(form.module)))
    code = form.layout.program.code
    return "\n".join([HEAD, c_source(module), TYPES.format(name=NAME), *_layout(form.interface, code), parts_in_c()])


def _called_functions(module: Module) -> Iterator[Function]:
    """The functions that the parts in C call, and all that those call, in the order of the module."""
    functions = {each.name: each for each in module.functions}
    found, left = set[str](), list(ROOTS)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += [part.function for part in within_all(functions[name].body) if isinstance(part, Call)]
    return (each for each in module.functions if each.name in found)


def _layout(interface: Interface, code: Sequence[i.Instruction]) -> Iterator[str]:
    """Constants and tables that say where things lie."""
    encoding, symbols = interface.encoding, interface.symbols
    whole = encoding.whole
    decisions = list(_decisions(interface))
    parts = [row for held, at in zip(encoding.slots, encoding.at, strict=True) for row in _parts(held, at - whole.at)]
    columns: list[tuple[int, int]] = []
    boards = [_board(each, whole.at, columns) for each in encoding.records]
    constants = {
        "POSITION_AT": whole.at,
        "POSITION_BYTES": 4 * whole.length,
        "SLOT_BYTES": 4 * encoding.slot_words,
        "CANONICAL_BYTES": 4 * encoding.slot_words + sum(map(_most_bytes, encoding.records)),
        "PC_AT": encoding.cell(i.PC).at // 4,
        "ROWS_AT": symbols["rows"].at // 4,
        "COUNT_AT": symbols["row_count"].at // 4,
        "READY_AT": symbols["rows_ready"].at // 4,
        "LISTED": LISTED.value,
        "WINNERS_AT": symbols["winners"].at // 4,
        "TOTALS_AT": symbols["totals"].at // 4,
        "PLAYERS": symbols["totals"].length,
        "COUNT_BITS": COUNT_BITS,
        "WHO_BITS": WHO_BITS,
        "SHIFT": SHIFT,
        "MOST_VALUES": max([2, *(max(each) for each in interface.widths.values())]),
        "MOST_RECORDS": max([1, *(max(each.most, each.free.length) for each in encoding.records)]),
        "PARTS": len(parts),
        "BOARDS": len(boards),
    }
    if "within_fork" in symbols:
        constants["WITHIN_FORK_AT"] = symbols["within_fork"].at // 4
    yield from (f"#define {name} {value}" for name, value in constants.items())
    numbers = {at: n for n, at in enumerate(interface.strides)}
    yield _table("uint16_t", "decision_of", [(numbers.get(at, 0),) for at in range(len(code) + 1)])
    yield _table("Decision", "decisions", decisions)
    yield _table("int32_t", "widths", [(width,) for each in interface.widths.values() for width in each])
    yield _table("Part", "parts", parts)
    yield _table("Column", "columns", columns)
    yield _table("Board", "boards", boards)


def _table(type_: str, name: str, rows: Iterable[Sequence[int]]) -> str:
    """A constant table. C knows none without rows."""
    entries = ["{" + ", ".join(map(str, each)) + "}" if len(each) > 1 else str(each[0]) for each in rows]
    return f"static const {type_} {name}[] = {{{', '.join(entries or ['{0}'])}}};"


def _decisions(interface: Interface) -> Iterator[tuple[int, ...]]:
    """Of every decision where the widths of its sorts begin and how many there are, and how its rows look."""
    first = 0
    for at, stride in interface.strides.items():
        sorts = len(interface.widths[at])
        yield first, sorts, stride, int(sorts > 1)
        first += sorts


def _parts(held: Held, at: int) -> Iterator[tuple[int, ...]]:
    """Yields what of a slot is written in more than one way: the places of its words, how long it is."""
    match held:
        case BagCodec(array=array) | PileCodec(array=array):
            yield UNUSED_ENTRY, at, 0, 0, 1, array.width
        case TurnOrderCodec(count=count):
            yield TURN_ORDER, at, at + 4, 0, count, 4
        case ListIterationCodec(things=things):
            yield LIST, at, at + 4, at + 8, things.length, things.width


def _board(records: Records, start: int, columns: list[tuple[int, int]]) -> tuple[int, ...]:
    """Returns where the records of a board lie, and adds its columns to those of all boards."""
    first, sizes = len(columns), _sizes(records)
    columns += [(each.at - start, size) for each, size in zip((*records.columns, *records.edges), sizes, strict=True)]
    places = (records.count, records.place, records.known, records.free_count, records.free)
    count, place, known, free_count, free = (each.at - start for each in places)
    many = len(records.columns), len(records.edges)
    return count, place, records.place.width, known, free_count, free, first, *many


def _most_bytes(records: Records) -> int:
    """Returns how many bytes of what is canonical a board takes at most."""
    sizes = _sizes(records)
    split = len(records.columns)
    record = records.place.width + sum(sizes[:split]) + 2 * (1 + sum(sizes[split:]))
    return 8 + records.most * record + records.free.length * records.free.width


def _sizes(records: Records) -> list[int]:
    """Returns how many bytes each column has for a place, then those of edges for a passage."""
    arrays = (*records.columns, *records.edges)
    return [many * each.width for each, many in zip(arrays, records.words, strict=True)]
