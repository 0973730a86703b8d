"""Failures of bots: why one could not go on, in plain words."""

from __future__ import annotations

from ...engine.interpret.step import WorkLimitError
from ...foundation.source.frozen import frozen
from ...foundation.texts import Texts


@frozen
class BotFailure:
    """A bot, by its name, and the error that stopped it.

    >>> from cavewright.foundation.texts import texts
    >>> BotFailure("greedy", RecursionError("maximum recursion depth exceeded")).why(texts("en"))
    'the program has a fault (RecursionError)'
    """

    bot: str
    error: Exception

    def why(self, said: Texts) -> str:
        """The reason as a part of a sentence. Of an error that speaks of the program and not of the game only the kind
        is told."""
        if isinstance(self.error, WorkLimitError):
            return self.error.text(said.lang)
        if type(self.error) is ValueError or isinstance(self.error, OSError):
            return said.translate(str(self.error))
        return said.phrase("the program has a fault ({kind})", kind=type(self.error).__name__)
