"""Meaning of a program: each instruction, expression and decision as a function of slots and boards.

In: a program. Out: what it means. Look here for the interpreter (`interpreter`, with `control`, `effects`, `decisions`,
`repack`), expressions (`expressions`, `arithmetic`, `bags_and_sets`, `allotments`, `aggregates`, `boards`,
`board_memory`), what a step collects (`step`, `effect_records`), what counts as work and which rule takes most of it (`instruction_work`),
what chance may bring (`chance`, and `row_marks` by which a position tells rows apart), how a game begins and what
kinds require of their rows there (`initial_position`).
"""
