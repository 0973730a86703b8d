"""Diagnostics of leaks (C0524): the line, the secret, the path it took, and a remedy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ...foundation.source import Diagnostic, Label, Span, at
from ..model.secrecy_facts import NOBODY, Place
from .visibility import Secret, Secrets

_TOLD = {
    "offered": (
        "what is offered here",
        "let it be chosen in any case, and look when it is carried out; or say that it is told: `reveals`",
    ),
    "refused": (
        "whether this can be chosen",
        "let it be chosen in any case, and ask only what the player knows; or say that it is told: `reveals`",
    ),
    "asked": (
        "whether anybody is asked here",
        "offer something that is always there, as `or none`; or say that it is told: `reveals`",
    ),
    "moved": (
        "how many pieces move here",
        "move what is known to be there, and to where there is room; or say that it is told: `reveals`",
    ),
    "fits": (
        "whether this number fits, or is an error,",
        "let it depend on what all know, or say `up to`; or say that it is told: `reveals`",
    ),
    "picked": (
        "which of several changes here",
        "let what all know pick it, or change what nobody else sees; or say that it is told: `reveals`",
    ),
    "handed": (
        "what a player is shown here",
        "show a thing as it is kept, or let who knows it hand it over; or say that it is told: `reveals`",
    ),
    "drawn": (
        "what chance may bring here",
        "draw from the bag, or roll among what all know; or say that it is told: `reveals`",
    ),
    "open": (
        "what happens in the open",
        "let it depend on what all know, or change only what nobody else sees; or say that it is told: `reveals`",
    ),
}


@dataclass
class LeakFindings:
    """Findings so far: one finding a place, and the lines that had to be marked as telling."""

    found: dict[tuple[Place, str], Diagnostic] = field(default_factory=dict)
    needed: set[Place] = field(default_factory=set)

    def report_leak(self, form: str, secrets: Secrets, span: Span, more: Iterable[Label] = ()) -> None:
        """A line tells of secrets."""
        key = (span.place, form)
        if key not in self.found:
            secret = min(secrets, key=lambda each: (each.knower != NOBODY, each.name, each.number))
            what, help = _TOLD[form]
            places = [*more, *secret.way]
            if secret.declared is not None:
                who = "hidden from all" if secret.knower == NOBODY else "known to one player only"
                places.append(Label(secret.declared, who))
            labels = [
                each
                for n, each in enumerate(places)
                if each.span != span and each.span not in [other.span for other in places[:n]]
            ]
            self.found[key] = at("C0524", f"{what} depends on {describe_secret(secret)}", span, more=labels, help=help)

    def mark(self, span: Span) -> None:
        """A line was rightly marked as telling."""
        self.needed.add(span.place)


def describe_secret(secret: Secret) -> str:
    """A secret, and who knows it."""
    name = secret.name.rpartition(".")[2]
    return f"`{name}`, which nobody may see" if secret.knower == NOBODY else f"`{name}`, which only one player knows"
