"""Bots: whoever plays without a person, and what learners need.

In come games and states; out come actions (`players`), numbers and tensors (`encodings`), many games at once (`batches`),
counted games (`study`), clauses that examples do not notice (`falsify`) and what a variant changes (`impact`). Begin with `players/players.py`.
"""

from .players import Bot, make, names

__all__ = ["Bot", "make", "names"]
