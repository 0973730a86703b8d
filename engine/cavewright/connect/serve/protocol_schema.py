"""Schema of the protocol: all methods, their parameters and results, and errors, as JSON schema."""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import models_json_schema

from .faults import INTERNAL, METHOD, PARAMS, PARSE, REFUSED, REQUEST
from .methods import METHODS

KINDS = {
    PARSE: "The line is no JSON, or longer than 16 MiB.",
    REQUEST: "The message is no request of JSON-RPC 2.0.",
    METHOD: "There is no such method.",
    PARAMS: "Parameters are not as the schema says; `data.fields` names each with its value and what is expected.",
    INTERNAL: "A defect of the program; the match stands where it stood.",
    REFUSED: "The message can be read and is refused; `data.kind` says by what: illegal, rules, work, value, match, "
    "stale, limit, disk, save, language.",
}


def schema() -> dict[str, Any]:
    """The schema as it stands in `docs/protocol.schema.json` and in the wheel."""
    models = list(dict.fromkeys(model for each in METHODS for model in (each.takes, each.gives)))
    refs, definitions = models_json_schema([(model, "validation") for model in models], ref_template="#/$defs/{model}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The protocol of Cavewright, version 1",
        "description": "JSON-RPC 2.0, one message a line. `methods` says of each method what it takes and gives.",
        "methods": {
            each.name: {
                "description": each.says,
                "params": refs[each.takes, "validation"],
                "result": refs[each.gives, "validation"],
            }
            for each in METHODS
        },
        "notifications": {
            "progress": {"request": "the id of the request", "done": "games played", "of": "games in all"}
        },
        "errors": {str(code): says for code, says in KINDS.items()},
        "$defs": definitions["$defs"],
    }
