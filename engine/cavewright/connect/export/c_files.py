"""Files of a game for programs in C: the rules as one source file, and a header that says how it is played."""

from __future__ import annotations

from collections.abc import Sequence

from ...machine.emit.c_source import c_source, prefix
from ...machine.ir.program_lowering import Lowered
from ...rules.program import instructions as i

HEADER = """\
/* {title}, for {players} players, made by Cavewright. A game is a handle; as many stand beside each other as are wanted:

       {name} *game = {name}_new();
       while ({name}_waiting(game) != {upper}_OVER) {{
           int32_t many = {name}_options(game);       // what can be chosen, or what chance may bring
           {name}_choose(game, 0 <= your choice < many);
       }}
       {name}_free(game);

   {name}_waiting(game) is the player whose turn it is, {upper}_CHANCE, or {upper}_OVER. The numbers of a choice are
   {name}_row(game, row, n) for n below {name}_stride(game); of chance they are a value and its weight. While all act at
   once they do so one after another. Where {name}_trapped(game) is not 0 after a call, the game has stopped itself (1: a
   board outgrew its memory, 2: too much work, 3: too many options); start again, or put back a position that was kept.

   Games have nothing in common: threads may play one each without a lock. Of one game one thread asks at a time. */
#ifndef {upper}_H
#define {upper}_H
#include <stdint.h>
#ifdef __cplusplus
extern "C" {{
#endif
enum {{ {upper}_PLAYERS = {players}, {upper}_CHANCE = -1, {upper}_OVER = -4, {upper}_POSITION = {size} }};
typedef struct {name} {name};
/* A game at its beginning; NULL where there is no memory for it. */
{name} *{name}_new(void);
void {name}_free({name} *game);
void {name}_start({name} *game);
int32_t {name}_trapped(const {name} *game);
/* How many loops have ended since a whole round of them had changed nothing, from {name}_new on. */
int32_t {name}_loops_ended(const {name} *game);
int32_t {name}_waiting({name} *game);
int32_t {name}_options({name} *game);
int32_t {name}_stride({name} *game);
int32_t {name}_row({name} *game, int32_t row, int32_t n);
int32_t {name}_choose({name} *game, int32_t row);
/* Counts the points; then the total of a player, and whether that player would win. */
int32_t {name}_score({name} *game);
int32_t {name}_total({name} *game, int32_t player);
int32_t {name}_wins({name} *game, int32_t player);
/* A position is {upper}_POSITION bytes: a copy, to be put back, in another game too. */
void {name}_keep({name} *game, void *position);
void {name}_put_back({name} *game, const void *position);
/* Goes on at random until the game is over or so many decisions were made; how many it did. Equal seeds are equal games,
   in Python (Native.playouts) and in JavaScript too. */
int32_t {name}_seed({name} *game, int32_t lower, int32_t upper, int32_t number);
int32_t {name}_playout({name} *game, int32_t bound);
#ifdef __cplusplus
}}
#endif
#endif
"""
SOURCE = """
#include <stdlib.h>
static const uint8_t first_position[{size}] = {{{first}}};
static const uint8_t strides[{points}] = {{{strides}}};
{name} *{name}_new(void) {{ {name} *here = calloc(1, sizeof *here); if (here) {name}_start(here); return here; }}
void {name}_free({name} *here) {{ free(here); }}
void {name}_start({name} *here) {{ {name}_put_back(here, first_position); }}
int32_t {name}_trapped(const {name} *here) {{ return here->trap_reason; }}
int32_t {name}_loops_ended(const {name} *here) {{ return {ended}; }}
void {name}_keep({name} *here, void *position) {{ memcpy(position, (char *)memory + {start}, {size}); }}
void {name}_put_back({name} *here, const void *position) {{
memcpy((char *)memory + {start}, position, {size}); {name}_begin(here); }}
int32_t {name}_stride({name} *here) {{ return strides[memory[{pc}]]; }}
int32_t {name}_row({name} *here, int32_t row, int32_t n) {{ return memory[{rows} + row * strides[memory[{pc}]] + n]; }}
int32_t {name}_total({name} *here, int32_t player) {{ return memory[{totals} + player]; }}
int32_t {name}_wins({name} *here, int32_t player) {{ return memory[{winners}] >> player & 1; }}
"""


def c_files(form: Lowered, title: str, first: bytes, file: str) -> dict[str, bytes]:
    """The source and the header of a module, by the name of the file. `first` are the bytes of the first position."""
    layout, name = form.layout, prefix(form.module)
    arrays = {each.name: each.at // 4 for each in form.module.arrays}
    strides: Sequence[int] = [form.interface.strides.get(at, 1) for at in range(len(layout.program.code))]
    words = {
        "name": name,
        "upper": name.upper(),
        "title": title,
        "players": layout.types.players,
        "size": len(first),
        "start": layout.start,
        "first": ",".join(map(str, first)),
        "points": len(strides),
        "strides": ",".join(map(str, strides)),
        "pc": layout.cell(i.PC).at // 4,
        "rows": arrays["rows"],
        "totals": arrays["totals"],
        "winners": arrays["winners"],
        "ended": f"memory[{arrays['loops_ended']}]" if "loops_ended" in arrays else "0",
    }
    source = f'#include "{file}.h"\n{c_source(form.module, handled=True)}\n{SOURCE.format(**words)}'
    return {f"{file}.c": source.encode(), f"{file}.h": HEADER.format(**words).encode()}
