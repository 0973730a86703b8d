"""Editor: rules while somebody writes them, for editors of all kinds and for the playground.

In: texts that are not saved yet, and places in them. Out: findings, words, names, edits. Look here for open texts and
what they belong to (`workspace`, `rule_stack`), places as editors count them (`positions`), findings (`findings`), names
(`name_index`, `renaming`), words about them (`hover`, `completion`, `outline`, `colours`, `lenses`), edits that mend
something (`remedies`, `code_actions`), the server of the language protocol (`language_server`, which alone needs pygls), the
debugger (`debug_adapter`, `debugged_game`).
"""
