"""Refusals: why a request is not carried out, with the status that says so."""

from __future__ import annotations

from ...play.positions.action import Verdict
from .models import Look, Problem, Reason


class Refusal(Exception):
    """An answer to a request that is not carried out."""

    def __init__(
        self,
        status: int,
        kind: str,
        message: str,
        reasons: tuple[Reason, ...] = (),
        fields: tuple[str, ...] = (),
        happened: Look | None = None,
    ) -> None:
        super().__init__(message)
        self.status, self.kind = status, kind
        self.problem = Problem(error=message, kind=kind, reasons=list(reasons), fields=list(fields), happened=happened)


def refusal_of_verdict(verdict: Verdict, lang: str) -> Refusal:
    """Returns the refusal of an action, with every reason against it in a language."""
    told = tuple(
        Reason(rule=each.rule, text=each.text(), code=each.code)
        for each in (reason.in_language(lang) for reason in verdict.reasons)
    )
    return Refusal(422, "illegal", told[0].text if told else "this is not possible now", reasons=told)
