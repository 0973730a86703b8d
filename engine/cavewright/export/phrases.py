"""Phrases of the program that a module's reasons and events are made of; they are those of `views/`."""

from __future__ import annotations

from ..views.reasons import COMPARISONS, DOMAINS, REFUSALS

PHRASES = (
    *COMPARISONS.values(),
    *DOMAINS.values(),
    *REFUSALS.values(),
    "{value} cannot be chosen here.",
    "{value} cannot be chosen: `{condition}` does not hold.",
    "This has been done.",
    "This needs `{condition}`.",
    "This costs {cost}; you have {held}.",
    "A requirement of this rule is not met.",
    "yes",
    "no",
    "none",
    "no place",
    "Player {number}",
    "The game is over.",
    "{low} to {high}",
    "There is no player {player} in this match.",
    "Chance decides now.",
    "Nothing is left to chance now.",
    "{name} has chosen already; it is up to {others}.",
    "It is {name}'s turn.",
    "“{what}” cannot be chosen now; this is about: {wanted}.",
    "This cannot come up now.",
    "one outcome",
    "one of {n} outcomes",
    "This is about {piece}: {numbers} can be taken.",
    "{thing} of {name}",
    "{number} {piece} packed into {bag}",
    "{number} {piece} taken out of {bag}",
    "{tile} is laid at {place}",
    "{tile} is laid at {place}, open to {sides}",
    "{piece} goes back",
    "it turns out: {what}",
    "it turns out: {what}: {value}",
)
