"""Words of a table about its company, as they stand in the catalogues."""

from __future__ import annotations

from collections.abc import Mapping

from ...foundation.texts import translatable

COMPANY: Mapping[str, str] = {
    "hall": translatable("Hall"),
    "review": translatable("Review"),
    "resigned": translatable("{name} has resigned."),
    "copy_link": translatable("Copy"),
    "copied": translatable("Copied"),
    "chat": translatable("Chat"),
    "say": translatable("Say something"),
    "send": translatable("Send"),
    "said_at": translatable("at position {n}"),
    "said_first": translatable("before the first move"),
    "host_says": translatable("the host"),
    "clock_of": translatable("Time left"),
    "time_is_up": translatable("The time of {name} is up."),
    "let_bot": translatable("Let a bot play on for {name}"),
    "let_pass": translatable("End the turn of {name}"),
    "let_resign": translatable("{name} resigns"),
    "left_over": translatable("{name} has won by that."),
    "rematch": translatable("Rematch, seats turned"),
    "to_rematch": translatable("The rematch has begun: come along"),
    "another": translatable("Another game"),
}
"""By the names under which templates use them."""
