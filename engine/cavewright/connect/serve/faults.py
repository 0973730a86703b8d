"""Faults: what was wrong with a message, as data with field, value and expectation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from pydantic import ValidationError

from ...engine.interpret.step import WorkLimitError
from ...foundation.source import Diagnostic
from ...foundation.source.argument_checks import show_value
from ...foundation.source.wrong_fields import wrong_fields
from ...foundation.texts import UnknownLanguage
from ...play.loading.rulesets import RulesetError
from ...play.matches.match import SaveError
from ...play.positions.action import IllegalActionError, Reason

PARSE, REQUEST, METHOD, PARAMS, INTERNAL, REFUSED = -32700, -32600, -32601, -32602, -32603, -32000
"""The codes of JSON-RPC 2.0; the last one is that of all that a valid message may be refused for."""
MOST_TOLD = 20
"""Wrong fields, or findings, that are told."""


class Fault(Exception):
    """A message that is not carried out. `kind` is a word for programs, `fields` are what is wrong: each with `field`,
    `value` and `expected`; `more` are further data."""

    def __init__(
        self, code: int, kind: str, message: str, fields: list[dict[str, str]] | None = None, **more: Any
    ) -> None:
        super().__init__(message)
        self.code, self.kind, self.fields, self.more = code, kind, fields or [], more

    def data(self) -> dict[str, Any]:
        """The error of a response."""
        told: dict[str, Any] = {"kind": self.kind, "fields": self.fields, **self.more}
        return {"code": self.code, "message": str(self), "data": told}


def wrong(field: str, value: object, expected: str, kind: str = "value") -> Fault:
    """The fault of one field."""
    told = {"field": field, "value": show_value(value), "expected": expected}
    return Fault(REFUSED, kind, f"`{field}` is {expected}, not {show_value(value)}", [told])


def of_fields(error: ValidationError) -> Fault:
    """The fault of parameters that are not as the schema says."""
    found = wrong_fields(error.errors(include_url=False), "params")
    return Fault(PARAMS, "params", str(found[0]), [asdict(each) for each in found[:MOST_TOLD]])


@contextmanager
def faults_of(field: str, value: object) -> Iterator[None]:
    """Turns what the engine raises about a field into a fault."""
    try:
        yield
    except IllegalActionError as error:
        reasons = [reason_data(each) for each in error.verdict.reasons]
        one = {"field": field, "value": show_value(value), "expected": "a legal action"}
        raise Fault(REFUSED, "illegal", str(error), [one], reasons=reasons) from error
    except RulesetError as error:
        found = [diagnostic_data(each) for each in error.diagnostics[:MOST_TOLD]]
        one = {"field": field, "value": show_value(value), "expected": "rules that can be played"}
        raise Fault(REFUSED, "rules", str(error), [one], diagnostics=found) from error
    except WorkLimitError as error:
        raise Fault(REFUSED, "work", str(error), rule=error.rule) from error
    except SaveError as error:
        one = {"field": field, "value": show_value(value), "expected": "a save that can be resumed"}
        within = [{**asdict(each), "field": f"{field}.{each.field}"} for each in error.fields]
        reasons = [reason_data(each) for each in error.reasons]
        raise Fault(REFUSED, "save", f"`{field}`: {error}", within or [one], reasons=reasons) from error
    except (ValueError, TypeError) as error:
        kind = "language" if isinstance(error, UnknownLanguage) else "value"
        one = {"field": field, "value": show_value(value), "expected": str(error)}
        raise Fault(REFUSED, kind, f"`{field}`: {error}", [one]) from error


def reason_data(reason: Reason) -> dict[str, Any]:
    """A reason as data."""
    return {
        "code": reason.code,
        "rule": reason.rule,
        "text": reason.message,
        "origin": reason.origin,
        "citation": list(reason.citation),
        "current": reason.current,
        "needed": reason.needed,
        "by": reason.by,
    }


def diagnostic_data(found: Diagnostic) -> dict[str, str]:
    """A finding about rules as data."""
    return {"code": found.code, "severity": found.severity, "message": str(found), "help": found.help or ""}


def as_json(data: object) -> str:
    """Data as one line in ASCII, which any reader of JSON understands."""
    return json.dumps(data, separators=(",", ":"))
