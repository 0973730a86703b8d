"""The diagnostics of this room, C03xx; what they have in common is said once here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from types import MappingProxyType

from ...foundation.source import Diagnostic, Label, Span, at, did_you_mean, nearest
from ..syntax import tree as t
from ..syntax import unparse
from .draft_clauses import Clause, EditFootprint, Provenance
from .drafts import Draft
from .versions import admits

SHOWN = 60
"""Characters of a clause that a message repeats."""

NEAR = 500
"""Names among which a similar one is looked for."""

MADE_BY_OTHERS = ("C0301", "C0302", "C0303")
"""Codes of findings that another overlay may have to do with: what is not there, is there already, reads otherwise."""

NOTHING: Mapping[str, Span | None] = MappingProxyType({})


def first_line(span: Span) -> Span:
    """The stretch up to the end of its first line."""
    end = span.source.text.find("\n", span.start, span.end)
    text = span.source.text[span.start : span.end if end < 0 else end]
    return Span(span.source, span.start, span.start + len(text.rstrip()))


def shorten_line(text: str) -> str:
    """A text for a message: one line of it, not too long.

    >>> shorten_line("cost   1 point")
    'cost 1 point'
    """
    line = " ".join(text.partition("\n")[0].split())
    return line if len(line) <= SHOWN else f"{line[: SHOWN - 1]}…"


def unknown(
    what: str,
    name: str,
    span: Span,
    known: Mapping[str, Span | None] = NOTHING,
    more: Sequence[Label] = (),
    help: str = "",
    fits: Callable[[str], bool] = bool,
) -> Diagnostic:
    """C0301: what an edit speaks of is not there; the nearest name with which the edit fits is offered, and shown where
    it stands."""
    near = nearest(name, islice(known, NEAR), fits)
    place = known.get(near)
    labels = [*more, *([Label(place, f"`{near}` stands here")] if place else [])]
    return at(
        "C0301", f"there is no {what}", span, "not found", more=labels, help=f"did you mean `{near}`?" if near else help
    )


def beside_absent(found: Diagnostic, absent: Sequence[t.Property], played: str) -> Diagnostic:
    """Returns a finding about an edit that does not meet what it speaks of, with the overlays that its own is declared
    to come `after` and that are not played: one of them may be what makes it so."""
    if not absent or found.code not in MADE_BY_OTHERS:
        return found
    labels = [Label(first_line(line.span), f"`{line.word}` is not played") for line in absent]
    names = ", ".join(f"`{line.word}`" for line in absent)
    way = f"if that is the work of {names}, play it too: {'+'.join((played, absent[0].word))}"
    help, note = (found.help, way) if found.help.startswith("did you mean") else (way, found.help)
    notes = (*found.notes, note) if note else found.notes
    return replace(found, labels=(*found.labels, *labels), notes=notes, help=help)


def exists(what: str, span: Span, other: Span, help: str) -> Diagnostic:
    """C0302: what an edit adds is there already."""
    return at(
        "C0302",
        f"{what} is there already",
        span,
        "added a second time",
        more=[Label(other, "the first one stands here")],
        help=help,
    )


def stale(verb: str, old: Span, now: str, clause: Span, history: Sequence[Provenance], help: str) -> Diagnostic:
    """C0303: an edit repeats what it changes, and that is not what stands there."""
    expected = shorten_line(old.text)
    labels = [Label(first_line(clause), "it stands here")]
    labels += [Label(first_line(each.span), f"`{each.overlay}` changed it here") for each in history[-1:]]
    reads = f"reads `{shorten_line(now)}`" if now else "is empty"
    return at(
        "C0303",
        f"this {verb} expects `{expected}`, but the clause {reads}",
        first_line(old),
        "written for another text",
        more=labels,
        help=help,
    )


def bare(declaration: t.Declaration, draft: Draft | None) -> Diagnostic:
    """C0304: an overlay declares without saying whether it adds or replaces."""
    label, verb = declaration.label, "replace" if draft else "add"
    other = [Label(draft.declaration.name_span, "this would be replaced")] if draft else []
    way = f"write `{verb} {label} …`"
    return at(
        "C0304",
        f"an overlay has to say whether it adds or replaces `{label}`",
        declaration.name_span,
        "neither added nor replaced",
        more=other,
        help=_smaller(way, draft) if draft else way,
    )


def _smaller(way: str, draft: Draft) -> str:
    """Besides the way to replace a declaration the edit that changes less than all of it."""
    node = draft.declaration
    if node.kind == "option":
        return f"{way}, or choose a value with `set {node.name} = …`"
    if node.kind == "constant" and node.value is not None:
        return f"{way}, or change its value with `change {node.name}: {shorten_line(unparse(node.value))} to …`"
    return f"{way}, or change single clauses with `amend {node.label}`"


def conflict(
    what: str, touch: EditFootprint, rivals: Sequence[EditFootprint], place: Span | None, note: str = ""
) -> Diagnostic:
    """C0305: two overlays touch the same thing, and neither knows the other."""
    mine, others = touch.did.overlay, sorted({each.did.overlay for each in rivals})
    labels = [
        Label(first_line(each.did.span), f"`{each.did.overlay}` {_done(each.did.verb)} it here") for each in rivals
    ]
    if place is not None and place not in [each.span for each in labels]:
        labels.append(Label(first_line(place), "this is what both touch"))
    named = f"{', '.join(f'`{each}`' for each in others)} and `{mine}`"
    return at(
        "C0305",
        f"{named} both touch {what}, and neither says which comes first",
        first_line(touch.did.span),
        f"`{mine}` {_done(touch.did.verb)} it here",
        more=labels,
        notes=[note] if note else [],
        help=f"if `{mine}` is meant to build on `{others[0]}`, write `after {others[0]}` under its first line",
    )


def agreement(what: str, touch: EditFootprint, rivals: Sequence[EditFootprint]) -> Diagnostic:
    """C0307, a warning: two overlays say exactly the same."""
    others = sorted({each.did.overlay for each in rivals})
    return at(
        "C0307",
        f"`{touch.did.overlay}` does the same to {what} as `{others[0]}`",
        first_line(touch.did.span),
        "said again",
        severity="warning",
        help="it happens once; one of the two can go",
        more=[Label(first_line(each.did.span), "said here too") for each in rivals],
    )


def _done(verb: str) -> str:
    return {
        "set": "sets",
        "change": "changes",
        "amend": "amends",
        "add": "adds to",
        "drop": "drops",
        "move": "moves",
        "replace": "replaces",
        "remove": "removes",
    }[verb]


def ambiguous(name: str, span: Span, candidates: Sequence[Span], help: str) -> Diagnostic:
    """C0306: several clauses answer to a key."""
    return at(
        "C0306",
        f"`{shorten_line(name)}` may mean {len(candidates)} things here",
        span,
        "which one?",
        more=[Label(first_line(each), "this one?") for each in candidates[:10]],
        help=help,
    )


def empty_block_finding(draft: Draft, clause: Clause | None, dropped: Provenance) -> Diagnostic:
    """C0314: the last line of a block was dropped."""
    what = f"`{draft.declaration.label}`" if clause is None else f"this block of `{draft.declaration.label}`"
    place = draft.declaration.name_span if clause is None else first_line(clause.node.span)
    label = draft.declaration.label
    return at(
        "C0314",
        f"nothing is left of {what}",
        first_line(dropped.span),
        "the last line goes from here",
        more=[Label(place, "this needs at least one line")],
        help="drop the block itself, by its first line" if clause else f"write `remove {label} because …`",
    )


def no_menu_finding(draft: Draft, dropped: Provenance) -> Diagnostic:
    """C0314: an action was taken out of its last menu, or a trigger has lost its last action."""
    label = draft.declaration.label
    message, here, needs, way = (
        f"`{label}` is in no menu any more",
        "its last menu goes from here",
        "this needs at least one menu",
        f"write `add in MENU` too, or `remove {label} because …`",
    )
    if draft.declaration.kind == "whenever":
        message, here, needs, way = (
            f"`{label}` follows no action any more",
            "its last action goes from here",
            "this needs at least one action",
            f"write `add whenever ACTION` too, or `remove {label} because …`",
        )
    labels = [Label(draft.declaration.name_span, needs)]
    return at("C0314", message, first_line(dropped.span), here, more=labels, help=way)


def called_alike(label: str, draft: Draft, other: Draft) -> Diagnostic:
    """C0202: a trigger has lost its first action, and others are called by all that it has left."""
    history = [did for each in draft.parts.clauses for did in each.history if did.verb != "add"] or draft.history
    place = first_line(history[-1].span) if history else draft.declaration.name_span
    return at(
        "C0202",
        f"`{label}` is declared a second time",
        place,
        f"`{draft.declaration.label}` comes to be called so here",
        more=[Label(other.declaration.name_span, "this is called so, too")],
        help="amend the other one too: what both do can stand there",
    )


def unfit(message: str, span: Span, clause: Span, help: str) -> Diagnostic:
    """C0315: an edit of a kind that its target does not take."""
    return at("C0315", message, first_line(span), more=[Label(first_line(clause), "it stands here")], help=help)


def version_problem(overlay: str, line: t.Property, version: str) -> Diagnostic | None:
    """C0310: what is played is of another version than a line of a head admits."""
    wanted, version = line.number or line.text, version.lstrip("^")
    fits = admits(wanted, version) if wanted else True
    if fits is None:
        return at(
            "C0310",
            f"`{wanted}` is not a range of versions",
            line.span,
            help=f"write one version, `{version}`, or `^{version}` for this and later ones that fit",
        )
    if fits:
        return None
    is_ground = line.name == "extends"
    message = (
        f"`{overlay}` is for `{line.word}` {wanted}" if is_ground else f"`{overlay}` requires `{line.word}` {wanted}"
    )
    return at(
        "C0310",
        f"{message}, and this is {version}",
        line.span,
        help=f"look whether its edits still hold, then write `{line.name} {line.word} ^{version}`",
    )


def near_in_version(overlay: str, line: t.Property, versions: dict[str, str]) -> str:
    """A help line with the nearest of what is played, of those whose version a line of a head admits."""
    return did_you_mean(
        line.word, versions, lambda near: not version_problem(overlay, replace(line, word=near), versions[near])
    )
