"""A base and its overlays to one ruleset."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from operator import itemgetter
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any, cast

from ...foundation.source import Diagnostic, Diagnostics, Label, Source, at, errors
from ...foundation.source.frozen import frozen
from ..syntax import tree as t
from ..syntax import unparse
from ..syntax.clause_blocks import needs_lines
from . import declaration_edits
from .chapters import chapters_of, check_continued
from .clause_edits import amend, change_cell
from .clause_keys import has_own_name, main_key, names_of, trigger_names
from .draft_clauses import Block, Clause, Provenance
from .drafts import Draft
from .languages import newer_words, with_marks
from .line_effects import declared_in, find_ordered_lines
from .overlay_findings import bare, called_alike, empty_block_finding, first_line, no_menu_finding, unknown
from .overlay_order import NO_HEAD, items_of, order_overlays, read_head
from .overlay_session import Layer, LinesBeside, OverlaySession
from .row_cells import respell
from .rules_hash import hash_of

Key = tuple[str, str]

MOST_EDITS = 2000
"""Edits of all overlays together, each line of an `amend` being one."""


@frozen
class Composed:
    """One ruleset, flat, as if written by hand; what is wrong with it is for the checker.

    `declarations` are in the order of the base, with additions after them, and without heads; `heads` are those of the
    overlays, which `overlays` names, in the order in which they were applied. `options` holds what overlays set.
    `grounds` are the heads of the base and of the edition upon it, if one is played: that is not among the overlays,
    and `head` has its name, version and title.

    `provenance` tells what overlays did, by label of a declaration and key of a clause (as `named_clauses` gives it):
    `("action enter", "level")`, `("kind way", "climb.points")` for a cell, `("constant level", "value")` for a constant
    or a set option, `("action enter", "text")` for its text or ids, and `("action enter", "")` for a declaration added
    or replaced. `removed` tells what is gone and who took it, by label, or by label and key: `action abandon_camp`,
    `kind way.crawl`.
    """

    head: t.Declaration
    declarations: tuple[t.Declaration, ...]
    overlays: tuple[str, ...]
    heads: tuple[t.Declaration, ...]
    options: Mapping[str, t.Expr]
    provenance: Mapping[Key, tuple[Provenance, ...]]
    removed: Mapping[str, Provenance]
    tables: Mapping[str, Source]
    hash: str
    grounds: tuple[t.Declaration, ...] = ()
    chapters: Mapping[str, str] = field(default_factory=dict)
    """The name of the chapter in which a declaration stands, by its label; of an overlay's own chapter that of the
    overlay, and "" for what stands before all chapters."""

    def table(self, rows: t.Rows) -> Source | None:
        """The file of a `rows` line, which stands beside the rule file that the line is written in."""
        return self.tables.get(_beside(rows))

    def with_file_rows(self, declaration: t.Declaration) -> t.Declaration:
        """The declaration with the rows that stand in files written into it; a file that does not fit stays a file."""
        if not declaration.every(t.Rows):
            return declaration
        draft = Draft(declaration)
        draft.unfold(self.table)
        draft.is_edited = True
        return draft.close()


def _beside(rows: t.Rows) -> str:
    return str(PurePosixPath(rows.span.source.name).parent / rows.file)


def compose(
    base: Sequence[t.File],
    overlays: Sequence[Sequence[t.File]],
    tables: Iterable[Source] = (),
    with_hash: bool = True,
) -> tuple[Composed, tuple[Diagnostic, ...]]:
    """The ruleset of the files of a base and of each overlay, and all that is wrong with putting them together.

    The order of `overlays` means nothing. `tables` are the CSV files that belong to any of them, under names that lie
    in the same folder as those of their rule files; their content is part of the hash. With errors in a head no edit
    is applied; an edit with an error of its own is left out. Without a hash it is "": who looks at a text that changes
    with every key needs none.

    >>> from cavewright.language.syntax import parse_file
    >>> files = {name: [parse_file(Source(name, text))[0]] for name, text in {
    ...     "core.cave": "ruleset core 1.0\\n  language 1\\nconstant days = 5\\n",
    ...     "long.cave": "overlay long 1.0\\n  language 1\\n  extends core ^1.0\\nchange days: 5 to 6\\n"}.items()}
    >>> composed, found = compose(files["core.cave"], [files["long.cave"]])
    >>> composed.declarations[0].value, composed.overlays, found
    (Number(value=6, unit=''), ('long',), ())
    """
    head, found = read_head(base, "ruleset")
    found += newer_words(head, base) if not found else ()
    base = with_marks(head, base)
    drafts, repeated = _open_drafts(items_of(base))
    named = MappingProxyType({str(PurePosixPath(each.name)): each for each in tables})
    layers, trouble = order_overlays(head or NO_HEAD, overlays) if not found else ([], [])
    trouble += _too_many(layers)
    is_overlay = head is not None and head.kind != "ruleset"
    found += [each for each in repeated if not (is_overlay and each.code == "C0313")] + trouble
    beside = list[LinesBeside]()
    for layer in layers if not trouble else ():
        before = [each for each in found if each.severity == "error"]
        session = OverlaySession(drafts, layer, before, lambda rows: named.get(_beside(rows)), beside)
        found += _apply_layer(session, len(before))
    found += () if errors(found) else [problem for each in _standing(drafts) for problem in _empty_blocks(each)]
    found += () if errors(found) else _called_alike(_standing(drafts))
    found += check_continued((base, *overlays))
    composed = _close(head or NO_HEAD, layers, drafts, named, _chapters(base, overlays))
    found += find_ordered_lines(beside, declared_in(composed.declarations))
    if not with_hash:
        return composed, tuple(found)
    hash = hash_of(composed.declarations, composed.options, composed.table)
    return replace(composed, hash=hash), tuple(found)


def _chapters(base: Sequence[t.File], overlays: Sequence[Sequence[t.File]]) -> dict[str, str]:
    """The chapter of every label that is declared anywhere; what the base declares stays where it stands there."""
    heads = ((read_head(files, "overlay")[0], files) for files in overlays)
    named = [(head.name, files) for head, files in heads if head is not None]
    found: dict[str, str] = {}
    for name, files in sorted(named, key=itemgetter(0), reverse=True):
        found |= chapters_of(files, name)
    return found | chapters_of(base)


# ---- The base ------------------------------------------------------------------------------------------------------


def _open_drafts(items: Iterable[t.Declaration | t.Edit]) -> tuple[dict[str, Draft], list[Diagnostic]]:
    drafts: dict[str, Draft] = {}
    found: list[Diagnostic] = []
    for item in items:
        if not isinstance(item, t.Declaration):
            way = "declare it as it is meant to be, or move the edit to a file that begins with `overlay`"
            place = first_line(item.span)
            found.append(at("C0313", "only an overlay has edits", place, "this edits a ruleset", help=way))
        elif item.label in drafts:
            first = Label(drafts[item.label].declaration.name_span, "declared first here")
            way = "give one of them another name, or put them together"
            message = f"`{item.label}` is declared a second time"
            found.append(at("C0202", message, item.name_span, more=[first], help=way))
        else:
            drafts[item.label] = Draft(item)
    return drafts, found


# ---- The overlays --------------------------------------------------------------------------------------------------


def _apply_layer(session: OverlaySession, before: int) -> list[Diagnostic]:
    """Applies the edits of one overlay; what is wrong with them, behind so many findings of others."""
    for item in session.layer.items:
        if not session.is_full:
            _VERBS[type(item)](session, item)
    return session.found[before:]


def _too_many(layers: Sequence[Layer]) -> Diagnostics:
    """C0601 at the first edit past the limit."""
    edits = [
        each
        for layer in layers
        for item in layer.items
        for each in ((item, *item.edits) if isinstance(item, t.Amend) else (item,))
    ]
    if len(edits) > MOST_EDITS:
        yield at(
            "C0601",
            f"overlays have at most {MOST_EDITS} edits together, these have {len(edits)}",
            first_line(edits[MOST_EDITS].span),
            "the first one too many",
            help="replace whole declarations, or play without one of the overlays",
        )


def _add_to(session: OverlaySession, edit: t.AddShare) -> None:
    match edit.path:
        case t.Attribute(of=t.Name() as row, name=column) if not edit.kind:
            change_cell(session, edit, row, column)
        case _:
            declaration_edits.add_to_value(session, edit)


def _change(session: OverlaySession, edit: t.ChangeValue) -> None:
    match edit.path:
        case t.Name(id=name):
            declaration_edits.change_declared(session, edit, name)
        case t.Attribute(of=t.Name() as row, name=column) if not edit.kind:
            change_cell(session, edit, row, column)
        case _:
            session.report(
                unknown(
                    f"constant or cell `{unparse(edit.path)}`",
                    "",
                    edit.path.span,
                    help="write `change NAME: …` for a constant, `change ROW.COLUMN: …` for a cell",
                )
            )


_VERBS: dict[type, Callable[[OverlaySession, Any], None]] = {
    t.Declaration: lambda session, declaration: session.report(bare(declaration, session.draft(declaration.label))),
    t.SetOption: declaration_edits.set_option,
    t.ChangeValue: _change,
    t.AddShare: _add_to,
    t.Amend: amend,
    t.AddDeclaration: declaration_edits.add,
    t.ReplaceDeclaration: declaration_edits.replace,
    t.RemoveDeclaration: declaration_edits.remove,
}


def _empty_blocks(draft: Draft) -> Diagnostics:
    """C0314 for each block of which nothing is left."""
    if not draft.is_opened:
        return
    blocks: list[tuple[Block, Clause | None]] = [(draft.lines, None)]
    for _, clause in draft.standing():
        blocks += [(clause.blocks[0], clause)] if needs_lines(clause.node) else []
    for block, owner in blocks:
        if draft.is_edited and block.entries and all(each.dropped_by for each in block.clauses):
            gone = [each if isinstance(each, Clause) else each.clause for each in block.entries]
            yield empty_block_finding(draft, owner, gone[-1].history[-1])
    named = [each for each in draft.parts.clauses if each.form.field == ("names",)]
    if named and all(each.dropped_by for each in named):
        yield no_menu_finding(draft, named[-1].history[-1])


def _called_alike(drafts: Iterable[Draft]) -> Diagnostics:
    """C0202 for each trigger of which all actions have become names of others."""
    first: dict[str, Draft] = {}
    for draft, declaration in _declarations_of(drafts).items():
        label = declaration.label
        if declaration.kind == "whenever" and label in first:
            yield called_alike(label, *sorted((first[label], draft), key=lambda each: each.declaration.label == label))
        first.setdefault(label, draft)


# ---- The result ----------------------------------------------------------------------------------------------------


def _standing(drafts: Mapping[str, Draft]) -> list[Draft]:
    return [each for each in drafts.values() if not each.removed_by]


def _declarations_of(drafts: Iterable[Draft]) -> dict[Draft, t.Declaration]:
    """The declarations as they now read. A trigger without its first action is called by the next that no other is
    called by."""
    closed = {each: each.close() for each in drafts}
    triggers = [each for each in closed if not has_own_name(each.declaration)]
    for each, name in zip(
        triggers, trigger_names([(each.declaration.name, closed[each].names) for each in triggers]), strict=True
    ):
        names = closed[each].names
        closed[each] = replace(
            closed[each], name=name, names=(name, *(other for other in names if other != name)) if names else ()
        )
    return closed


def _close(
    head: t.Declaration,
    layers: Sequence[Layer],
    drafts: Mapping[str, Draft],
    tables: Mapping[str, Source],
    chapters: Mapping[str, str],
) -> Composed:
    standing = _standing(drafts)
    _restate_rows([each for each in standing if each.is_opened])
    options = {each.declaration.name: each.setting for each in standing if each.setting is not None}
    closed = _declarations_of(standing)
    declarations = tuple(closed.values())
    grounds = (head, *(each.head for each in layers if each.head.kind == "edition"))
    over = [each.head for each in layers if each.head.kind != "edition"]
    return Composed(
        _head_of_edition(grounds),
        declarations,
        tuple(each.name for each in over),
        tuple(over),
        MappingProxyType(options),
        MappingProxyType(_provenance(closed)),
        MappingProxyType(_removals(drafts, closed)),
        tables,
        "",
        grounds,
        MappingProxyType({each.label: chapters.get(draft.declaration.label, "") for draft, each in closed.items()}),
    )


_OF_THE_PLACE = ("language", "extends", "after", "why", "texts")
"""Lines of a head that say how a file is to be read, and not what is played."""


def _head_of_edition(grounds: Sequence[t.Declaration]) -> t.Declaration:
    """The head of an edition is its own, with what the head of its base tells besides."""
    if len(grounds) == 1:
        return grounds[0]
    told = [each for head in grounds[1:] for each in head.every(t.Property) if each.name not in _OF_THE_PLACE]
    return replace(grounds[-1], kind=grounds[0].kind, members=(*grounds[0].members, *told))


def _provenance(drafts: Mapping[Draft, t.Declaration]) -> dict[Key, tuple[Provenance, ...]]:
    found: dict[Key, tuple[Provenance, ...]] = {}
    for draft, declaration in drafts.items():
        label = declaration.label
        kept = [("", draft.history), ("value", draft.value_history), ("text", draft.text_history)]
        for key, clause in draft.standing() if draft.is_opened else ():
            kept += [(key, clause.history), *((f"{key}.{column}", did) for column, did in clause.cells.items())]
        found |= {(label, key): tuple(history) for key, history in kept if history}
    return found


def _removals(drafts: Mapping[str, Draft], standing: Mapping[Draft, t.Declaration]) -> dict[str, Provenance]:
    found = {label: each.history[-1] for label, each in drafts.items() if each.removed_by}
    for draft, declaration in standing.items():
        if not draft.is_opened:
            continue
        found |= {f"{declaration.label}.{name}": did for name, did in _drops(draft)}
    return found


def _drops(draft: Draft) -> Iterator[tuple[str, Provenance]]:
    """By the names that nothing else has; without a name by the key that it had, unless it went with the line above
    it."""
    names, keys = set(draft.names()), draft.first_keys()
    for clause in draft.clauses():
        if clause.dropped_by:
            known = (main_key(clause.node),) if clause.form.provenance else names_of(clause.node)
            yield from ((name, clause.history[-1]) for name in known if name not in names)
            owner = clause.home.owner
            if not known and clause in keys and (owner is None or not owner.dropped_by):
                yield keys[clause], clause.history[-1]
    for name, clause in (*draft.former_parts(), *draft.recast):
        if clause.history:
            yield clause.form.provenance + name, clause.history[-1]


# ---- Rows whose cells were changed ---------------------------------------------------------------------------------


def _restate_rows(drafts: Sequence[Draft]) -> None:
    """Gives changed rows a source in which they stand as they now read, at the line where they stood.

    So the text of a row is what its span shows, for whoever reads its cells from there; one source for each file.
    """
    by_source: dict[Source, list[tuple[Clause, t.Row]]] = {}
    for draft in drafts:
        draft.settle_columns()
        for each in draft.clauses():
            if each.raw and each.raw != each.node.span.text:
                by_source.setdefault(each.node.span.source, []).append((each, cast(t.Row, each.node)))
    for source, changed in by_source.items():
        changed.sort(key=lambda each: each[1].span.start)
        places = respell(source, ((row.span, row.raw) for _, row in changed))
        for (clause, row), span in zip(changed, places, strict=True):
            clause.node = replace(row, span=span)
