"""Refusals: why a request is not carried out, with the status that says so."""

from __future__ import annotations

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
