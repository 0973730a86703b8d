"""Games for web pages and for programs in C: modules that explain themselves, and the texts beside them.

In: a game, numbers of players. Out: files for web pages, node and C. Look here for the module that logs what it does
(`instrumentation`), counts its rounds (`round_counting`) and answers questions (`instrumented_module`); the JSON
beside it: texts (`texts_record`), decisions and their questions (`decisions_record`), where things lie
(`layout_record`), under shared numbers (`numbering`), what everything looks like (`pictures_record`);
`web/runtime.mjs`, which plays them, `web/picture.mjs`, which makes scenes of positions, `web/drawing.mjs`, which
draws them; `c_files`.
"""
