"""The English sentences about differences, each from named fields, so that they can be translated in one place."""

from __future__ import annotations

import re

_SENTENCE = re.compile(r"[.:;?(]")
_KINDS = {"to": "process", "whenever": "what also happens", "define": "word of the rules", "game": "what the game remembers"}
_TITLES = {"scoring": "Scoring", "game": "The game", "advice": "Advice for bots", "ruleset": "The rules"}
VERBS = {"add": "added", "remove": "gone", "change": "changed", "move": "moved", "replace": "replaced"}


# ---- names ----------------------------------------------------------------------------------------------------------


def title(kind: str, name: str, text: str) -> str:
    """What a rule is called: the first words of its text, else its name.

    >>> title("kind", "way", "Ways into a tile: what they cost.")
    'Ways into a tile'
    """
    if kind in _TITLES and kind == name:
        return _TITLES[kind]
    first = _SENTENCE.split(text)[0].strip() if kind not in ("constant", "option") else text.rstrip(".?").strip()
    return first or spaced(name)[:1].upper() + spaced(name)[1:]


def spaced(name: str) -> str:
    """A name as words.

    >>> spaced("turn_points")
    'turn points'
    """
    return name.replace("_", " ")


def counted(number: str, unit: str) -> str:
    """A number of things.

    >>> counted("2", "point"), counted("25", "")
    ('2 points', '25')
    """
    return f"{number} {spaced(unit)}{'' if number == '1' or not unit else 's'}".strip()


def code(text: str) -> str:
    """Words of the rule language among words of people."""
    return f"`{text}`"


def overlay(name: str, is_edition: bool) -> str:
    """Who changed something."""
    return f"by edition {name}" if is_edition else f"by house rule {name}"


def sentence(title: str, text: str, by: str) -> str:
    """A difference in full, by itself.

    >>> sentence("Enter a tile", "costs 2 points instead of 1", "by house rule long-rope")
    'Enter a tile: costs 2 points instead of 1 (by house rule long-rope)'
    """
    return f"{title}: {text}" + (f" ({by})" if by else "")


# ---- whole rules ----------------------------------------------------------------------------------------------------


def rule_added(kind: str, text: str) -> str:
    """A rule that is new."""
    return f"new {_KINDS.get(kind, kind)}" + (f": {text}" if text else "")


def rule_removed(kind: str, because: str) -> str:
    """A rule that is gone."""
    return f"this {_KINDS.get(kind, kind)} is gone" + (f": {because}" if because else "")


def declared(new: str, old: str) -> str:
    """A rule whose first line is another."""
    return f"reads {code(new)} instead of {code(old)}"


# ---- values ---------------------------------------------------------------------------------------------------------


def value(new: str, old: str) -> str:
    """A number or a word that is another."""
    return f"{new} instead of {old}"


def option(new: str, new_text: str, old: str, old_text: str) -> str:
    """An option that has another value unless it is set."""
    told = " – ".join(filter(None, (new_text, f"not: {old_text}" if old_text else "")))
    return f"{new} instead of {old}" + (f": {told}" if told else "")


def players(new: str, old: str) -> str:
    """How many may play."""
    return f"{new} may play instead of {old}"


# ---- tables ---------------------------------------------------------------------------------------------------------


def cell(row: str, column: str, new: str, old: str) -> str:
    """A cell of a table."""
    return f"{row}: {spaced(column)} {new or 'nothing'} instead of {old or 'nothing'}"


def row_added(row: str, cells: str) -> str:
    """A row of a table that is new."""
    return f"new: {row}" + (f" ({cells})" if cells else "")


def row_removed(row: str) -> str:
    """A row of a table that is gone."""
    return f"no more {row}"


def column_added(column: str) -> str:
    """A column of a table that is new."""
    return f"now also tells: {spaced(column)}"


def column_removed(column: str) -> str:
    """A column of a table that is gone."""
    return f"no longer tells: {spaced(column)}"


def column_changed(column: str, new: str, old: str) -> str:
    """A column of a table that admits other values."""
    return f"{spaced(column)}: {new or 'a name'} instead of {old or 'a name'}"


def row_moved(row: str, anchor: str) -> str:
    """A row of a table that stands elsewhere."""
    return f"{row} now stands after {anchor}" if anchor else f"{row} now stands first"


# ---- lines ----------------------------------------------------------------------------------------------------------


def costs(new: str, old: str) -> str:
    """A price that is another."""
    return f"costs {new} instead of {old}"


def costs_too(new: str) -> str:
    """A price that is new."""
    return f"also costs {new}"


def costs_not(old: str) -> str:
    """A price that is gone."""
    return f"no longer costs {old}"


def requires_too(new: str, text: str) -> str:
    """A requirement that is new."""
    return f"also requires {code(new)}" + (f": “{text}”" if text else "")


def requires_not(old: str, text: str) -> str:
    """A requirement that is gone."""
    return f"no longer requires {code(old)}" + (f", so never refused with “{text}”" if text else "")


def requires(new: str, old: str, text: str) -> str:
    """A requirement that is another."""
    return f"requires {code(new)} instead of {code(old)}" + (f": “{text}”" if text else "")


def step_added(new: str, text: str) -> str:
    """A line that is new."""
    return f"also: {_told(new, text)}"


def step_removed(old: str, text: str) -> str:
    """A line that is gone."""
    return f"no longer: {_told(old, text)}"


def step_changed(new: str, old: str, text: str) -> str:
    """A line that says something else."""
    return f"{code(new)} instead of {code(old)}" + (f" – {text}" if text else "")


def step_moved(line: str, before: str) -> str:
    """A line that comes at another time."""
    return f"{code(line)} now comes before {code(before)}" if before else f"{code(line)} now comes last"


def _told(line: str, text: str) -> str:
    return f"{text} ({code(line)})" if text else code(line)


def score_added(new: str, text: str) -> str:
    """Points that are new."""
    return f"also scores {new}" + (f": {text}" if text else "")


def score_removed(old: str) -> str:
    """Points that are gone."""
    return f"no longer scores {old}"


def score_changed(name: str, new: str, old: str) -> str:
    """Points that are counted otherwise."""
    return f"{name}: {code(new)} instead of {code(old)}"


# ---- wording --------------------------------------------------------------------------------------------------------


def text(new: str, old: str) -> str:
    """What people read."""
    if not (new and old):
        return f"now says “{new}”" if new else f"no longer says “{old}”"
    return f"says “{new}” instead of “{old}”"


def citations(new: str, old: str) -> str:
    """The facts that something carries out."""
    return "; ".join(filter(None, (f"now cites {new}" if new else "", f"no longer cites {old}" if old else "")))


def about(what: str, told: str) -> str:
    """A difference of a part of a rule."""
    return f"{what}: {told}" if what else told


# ---- sums -----------------------------------------------------------------------------------------------------------


def sum_up(differing: int, same: int, wording: int, with_texts: bool) -> str:
    """How many rules differ."""
    found = f"{differing} rule{'s differ' if differing != 1 else ' differs'}, {same} {'are' if same != 1 else 'is'} the same."
    if wording and not with_texts:
        found += f" {wording} more difference{'s' if wording != 1 else ''} of wording and notes: --texts shows {'them' if wording != 1 else 'it'}."
    return found


def nothing(wording: int) -> str:
    """There is no difference."""
    return "Nothing differs in play." if wording else "Nothing differs."
