"""Sentences: every construct of the checked model, told to people in a language."""

from .sentence import KINDS, Sentence, all_of
from .sentences import Sentences

__all__ = ["KINDS", "Sentence", "Sentences", "all_of"]
