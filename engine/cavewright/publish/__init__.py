"""Publish: what is printed of rules.

In come checked rulesets. `sentences` tell each construct in a language, `changes` tells how two rulesets differ, and
`reference` writes the pages of a rule reference, `book` a book to learn a game from and cards. Begin with `sentences/sentences.py`.
"""
