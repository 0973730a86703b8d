"""Text of saves: written with a checksum, and read so that whatever is wrong is named."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...foundation.source.version import VERSION
from ...foundation.source.wrong_fields import EXPECTED, WrongField, brief_json, wrong_fields

if TYPE_CHECKING:
    from ..positions.action import Reason
    from .divergence import Divergence
    from .save_schema import Save

FORMAT = 2
FIRST = 1
"""The format of 0.1, which is read still."""
MOST_TOLD = 20
"""Wrong fields that are told."""


class SaveError(ValueError):
    """A save that cannot be continued; says what in it is wrong and what was expected.

    `action` is the number, from 1, of the first action that does not fit the rules; None where it is something else.
    `reasons` are those of the rules that refuse it, and `divergence` the first action that did something else when it
    was saved, where that is an earlier one. `fields` are the fields of the save that are wrong, each with `field`,
    `value` and `expected`; none where the text is no JSON.

    >>> from cavewright import Match
    >>> try:
    ...     Match.from_json('{"cavewright": 2, "seed": -1}')
    ... except SaveError as error:
    ...     print(error.fields[0].field, "–", error.fields[0].expected)
    engine – a field that has to be there
    """

    def __init__(
        self,
        message: str,
        action: int | None = None,
        reasons: tuple[Reason, ...] = (),
        fields: tuple[WrongField, ...] = (),
        divergence: Divergence | None = None,
    ) -> None:
        super().__init__(message)
        self.action, self.reasons, self.fields, self.divergence = action, reasons, fields, divergence

    def __reduce__(self) -> tuple[Any, ...]:
        return SaveError, (str(self), self.action, self.reasons, self.fields, self.divergence)


def field_of(field: str, value: object, expected: str) -> tuple[WrongField, ...]:
    """The one field that an error is about.

    >>> field_of("seed", -1, "a whole number from 0")
    (WrongField(field='seed', value='-1', expected='a whole number from 0'),)
    """
    return (WrongField(field, brief_json(value), expected),)


def checksum(save: Mapping[str, Any]) -> str:
    """The checksum of a save: SHA-256 of all its other fields as JSON in ASCII, keys in order and without blanks.

    It finds what was damaged. It is no signature: whoever changes a save can work it out anew.

    >>> checksum({"b": 1, "a": "é"}) == checksum({"a": "é", "b": 1, "checksum": "0"})
    True
    """
    content = {name: value for name, value in save.items() if name != "checksum"}
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode("ascii")).hexdigest()


def save_text(save: Mapping[str, Any]) -> str:
    """A save with its checksum, as JSON."""
    return json.dumps({**save, "checksum": checksum(save)}, ensure_ascii=False, indent=1)


def with_bots(text: str, bots: list[str]) -> str:
    """A save that says who sits at each seat: the name of a bot, or "" for a person."""
    return save_text({**{name: value for name, value in json.loads(text).items() if name != "checksum"}, "bots": bots})


def read_save(text: str) -> Save:
    """The save as a checked record. Raises SaveError, which names every field that is missing or wrong, or that the
    checksum is another."""
    from pydantic import ValidationError

    from .save_schema import FirstSave, Save

    data = parsed_json(text)
    version = _version(data)
    try:
        save = (Save if version == FORMAT else FirstSave).model_validate(data)
    except ValidationError as error:
        fields = wrong_fields(error.errors()[:MOST_TOLD])
        wrong = "; ".join(map(str, fields[:5]))
        raise SaveError(f"this save cannot be read: {wrong}", fields=fields) from error
    if save.bots and len(save.bots) != len(save.players):
        fields = field_of("bots", save.bots, "a list with an entry for each player")
        raise SaveError("this save cannot be read: `bots` has to hold an entry for each player", fields=fields)
    if version == FORMAT:
        _check_save(save, data)
    return save


def _version(data: Any) -> int:
    """The format of a save, one of those that can be read."""
    if not isinstance(data, dict):
        raise SaveError(f"this is no save of format {FORMAT}: it is no JSON object")
    if "viewer" in data:
        raise SaveError(
            "this is what a viewer may keep of a match, to be looked at; a match goes on from the whole save, `to_json()`"
        )
    if "cavewright" not in data:
        fields: tuple[WrongField, ...] = (WrongField("cavewright", "", EXPECTED["missing"]),)
        raise SaveError(f"this is no save of format {FORMAT}: `cavewright` is missing", fields=fields)
    version = data["cavewright"]
    fields = field_of("cavewright", version, f"{FIRST} or {FORMAT}")
    if type(version) is int and version > FORMAT:
        raise SaveError(
            f"this save is of format {brief_json(version)}; this version of Cavewright, {VERSION}, reads formats up to {FORMAT}: "
            "go on with it by a newer one",
            fields=fields,
        )
    if type(version) is not int or version < FIRST:
        raise SaveError(
            f"this is no save of format {FORMAT}: `cavewright` has to be {FIRST} or {FORMAT}, not {brief_json(version)}",
            fields=fields,
        )
    return version


def _check_save(save: Save, data: Mapping[str, Any]) -> None:
    """Raises SaveError where the parts of a save do not go together."""
    right = checksum(data)
    if save.checksum != right:
        fields = field_of("checksum", save.checksum, right)
        raise SaveError("this save was damaged or edited: its content does not have its checksum", fields=fields)
    if save.entered != sorted(set(save.entered)) or (save.entered and save.entered[-1] >= len(save.actions)):
        fields = field_of("entered", save.entered, "entries of `actions`, each once and in order")
        raise SaveError(
            "this save cannot be read: `entered` has to name entries of `actions`, each once and in order",
            fields=fields,
        )
    after = [each.after for each in save.corrections]
    if after != sorted(after) or (after and after[-1] > len(save.actions)):
        fields = field_of("corrections", [{"after": each} for each in after], "behind entries of `actions`, in order")
        raise SaveError(
            "this save cannot be read: `corrections` have to stand behind entries of `actions`, in order", fields=fields
        )


def parsed_json(text: str, otherwise: str = "this is no save") -> Any:
    """Returns the value of a JSON text in which every key stands once and every number is one. Raises SaveError, which
    begins with what the text is `otherwise`."""
    if not isinstance(text, str):
        raise SaveError(f"a save is a text, not {type(text).__name__}")
    if not text.strip():
        raise SaveError(f"{otherwise}: it is empty")
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise SaveError(
            f"{otherwise}: in line {error.lineno}, column {error.colno} it is no JSON any more; it may have been cut off"
        ) from error
    except RecursionError as error:
        raise SaveError(f"{otherwise}: it is nested too deeply") from error
    except _Twice as error:
        raise SaveError(f"{otherwise}: {brief_json(error.name)} stands there twice") from error
    except _NoNumber as error:
        raise SaveError(f"{otherwise}: `{error}` is no number") from error
    except ValueError as error:
        raise SaveError(f"{otherwise}: a number in it is too long") from error


class _Twice(ValueError):
    """A key that stands twice in an object."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class _NoNumber(ValueError):
    """A word in the place of a number."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object. Raises _Twice where it has a key twice."""
    made: dict[str, Any] = {}
    for name, value in pairs:
        if name in made:
            raise _Twice(name)
        made[name] = value
    return made


def _no_number(said: str) -> Any:
    raise _NoNumber(said)
