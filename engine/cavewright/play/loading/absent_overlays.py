"""Tries overlays that are not played: an edit that finds nothing may be about what one of them makes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...foundation.source import Diagnostic
from ...language.compose import Composed, Folder, compose
from ...language.compose.overlay_findings import MADE_BY_OTHERS
from ...language.compose.overlay_order import properties
from ...language.compose.rule_files import find, ground_of
from ...language.syntax import parse_file
from ...language.syntax.tree import File


def advise_absent(
    problems: Sequence[Diagnostic],
    composed: Composed,
    trees: Sequence[Sequence[File]],
    folders: Sequence[Folder],
    registered_only: bool,
) -> list[Diagnostic]:
    """Returns the findings of a composition with advice that has been tried. Where an edit finds nothing, and with an
    overlay that is not played it does, the advice is to play that; where it does not, the overlay has no part in it.
    """
    if all(each.code not in MADE_BY_OTHERS for each in problems):
        return [*problems]
    found = [*problems]
    for name, folder in _absent(composed, folders, registered_only):
        others = [tuple(parse_file(source)[0] for source in folder.sources)]
        tables = [table for each in (*folders, folder) for table in each.tables.values()]
        again = compose(trees[0], [*trees[1:], *others], tables, False)[1]
        found = [_advise(each, name, again, composed) for each in found]
    return found


def _advise(finding: Diagnostic, name: str, again: Sequence[Diagnostic], composed: Composed) -> Diagnostic:
    """Returns a finding with what playing an overlay too comes to: `again` is what is wrong then."""
    is_named = any(label.text == f"`{name}` is not played" for label in finding.labels)
    if finding.code not in MADE_BY_OTHERS or not is_named or any(each.code in _OF_HEADS for each in again):
        return finding
    still = next((each for each in again if (each.code, each.span) == (finding.code, finding.span)), None)
    played = "+".join((composed.head.name, *composed.overlays, name))
    return still or replace(finding, notes=(), help=f"that is the work of `{name}`, play it too: {played}")


_OF_HEADS = ("C0309", "C0310", "C0311", "C0312", "C0316", "C0317", "C0318")
"""Codes of findings with which no edit is looked at."""


def _absent(composed: Composed, folders: Sequence[Folder], registered_only: bool) -> Iterator[tuple[str, Folder]]:
    """Yields the overlays that those which are played name with `after`, which are not played and can be found."""
    played = {each.name for each in (*composed.grounds, *composed.heads)}
    named = (line.word for head in composed.heads for line in properties(head, "after"))
    for name in sorted({*named} - played):
        places = [ground_of(each.id_or_path, name) for each in folders[1:] if not registered_only] or [name]
        found = (find(each, registered_only) for each in dict.fromkeys(places))
        folder = next((each for each in found if isinstance(each, Folder)), None)
        if folder is not None:
            yield name, folder
