"""Sentences: every construct of the checked model, told to people in a language.

In: a checked ruleset, a wording. Out: sentences. Look here for how operators (`expressions`), statements and
declarations are told; nouns and phrases of a ruleset with their grammar (`names`, `parts`); the file of a language,
`locale/*.ftl` (`language`); sentences that authors wrote beside rules (`book_file`).
"""

from .sentence import KINDS, Sentence, all_of
from .sentences import Sentences

__all__ = ["KINDS", "Sentence", "Sentences", "all_of"]
