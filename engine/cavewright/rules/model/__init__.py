"""The checked ruleset as values; nothing here knows how it was written or how it is run.

In: nothing. Out: the checked ruleset as values. Look here for types; what is declared (`ruleset`, `declarations`) and
what is done (`statements`; `statement_effects` says what each writes, binds and decides); the table of operators
(`operators`), and how a pass says what it handles (`dispatch`).
"""
