"""Checks composed declarations and makes the model of them: names, types, bounds and logic, all findings at once.

In: declarations. Out: the model, and findings. Look here for sections (`checker`): kinds, `fields`, `behaviour`;
expressions (`expression_reader`) and statements (`block_reader`), names (`symbols`, `name_resolution`), types and
units; passes over the whole (`passes`): circles and loops (`control`), cost (`expression_cost`, `step_cost`,
`cost_limits`), secrets, by information flow (`secrets`, `program_points`, `flow_state`, `visibility`;
`hidden_choices`; what is certainly there, `certain_pieces`); which rows chance may draw for each other
(`interchangeable`).
"""
