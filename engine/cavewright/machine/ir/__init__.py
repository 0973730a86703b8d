"""The intermediate form of a program: typed, structured, imperative; what machine code and C are printed from.

In: an optimised program, a number of players. Out: the intermediate form: a module of functions over typed memory.
Look here for what there is (`form_expressions`, `form`), ranges and their proof (`ranges`, `validation`), how it reads
(`listing`), how large it may be (`form_size`); where a position lies (`position_layout`, `records`, `slot_ranges`;
`laying_bounds` says how many tiles can be laid) and how it is written there (`position_encoding`) and read
(`position_decoding`); what whoever runs a module knows of it (`interface`); lowering of expressions (`expressions`,
`bags_and_sets`, `allotments`, `domains`, `boards`, `grounds`, `searches`), of instructions (`effects`, `assignments`,
`repacking`), of control (`control`, `regions`), of decisions (`decisions`, `chance`), of scores; what counts its work as it is done
(`work_counting`, of options `counted_listing`); playouts and leaf counts (`driver`,
`sampler`); steps between positions that a pool behind all other memory holds (`position_pool`), and of many games to
a call (`batches`, whose actions have numbers: `action_numbers`); searches of bots (`worth`, `search_steps`, `beam`,
`tree`); indexes that every write updates (`bitmap_indexes`, `connected_groups`) and loops that become queries to them
(`bitmap_queries`, `membership`, `table_loops`; what lies beside every row at once: `moved_sets`; small fields:
`condition_tables`), lines by their shape (`line_shapes`), options counted without a list (`counted_options`,
`rows_of_members`, `shifted_conditions`), `inlining` into playouts, `if_conversion`, `promotion` of cells and small
arrays to variables, all by `rewriting`.
"""
