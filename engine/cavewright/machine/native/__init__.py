"""Rules as machine code: what runs compiled modules, and `Native`.

In: a game, a number of players. Out: `Native`. Look here for how a module is made or had from what was kept
(`linking`, `lowered_form`) by a thread of its own (`module_making`), what runs it (`machine`, `c_machine`, `python_machine`; `browser` by
JavaScript, `web_assembly` says which), where one game stands in it (`cursor`); `Line` for both
engines (`line`), how a native one goes on and back (`moves`) between positions of a pool that all lines and states of
a game share (`position_pool`), such a position as a value (`pooled_position`); states that stand at one
(`machine_state`, `machine_game`), their actions and outcomes, made when somebody looks at them (`legal_actions`);
states on C: which compiler there is and how it is run (`c_compiler`), the source (`extension_source`, `parts_in_c`,
`extension_parts/*.c`), how it is made or had from what was kept (`extension`), its positions (`extension_pool`),
states (`extension_state`) and games (`extension_game`).
"""
