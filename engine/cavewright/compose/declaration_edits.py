"""Edits of whole declarations, of constants and of options."""

from __future__ import annotations

from dataclasses import replace as with_fields
from typing import Any

from ..source import Label, Span, at
from ..syntax import tree as t
from .drafts import NOBODY, Draft, citing
from .overlay_findings import bare, exists, shown, stale, unfit, unknown
from .overlay_session import Desk, touch, whole_touch
from .stated_values import as_range, same, shown_part

HEADS = ("ruleset", "edition", "overlay")
LAID = ("edition", "overlay")
"""Heads of what is laid over a base. An edition is an overlay that is a game by itself: it comes with its base."""
_VALUE = ("value",)
_SETTING = ("setting",)


def refuse_bare(desk: Desk, declaration: t.Declaration) -> None:
    """A declaration in an overlay that says neither `add` nor `replace`."""
    desk.report(bare(declaration, desk.draft(declaration.label)))


def add(desk: Desk, edit: t.AddDeclaration) -> None:
    """`add KIND NAME …`: it must not be there. What was removed before comes last, as what is new does."""
    declaration = edit.declaration
    if _is_head(desk, declaration):
        return
    old, did = desk.drafts.get(declaration.label), desk.did("add", declaration.name_span, cites=declaration.cites)
    if old is not None and desk.knows(old.added_by) and not desk.is_gone(old.removed_by):
        desk.report(
            exists(
                f"`{declaration.label}`",
                declaration.name_span,
                old.declaration.name_span,
                f"write `replace {declaration.label} …` to put this in its place",
            )
        )
        return
    draft = old or Draft(declaration, desk.layer.ids)
    says = whole_touch(did, ("add", declaration))
    verdict = desk.settle(draft, f"`{declaration.label}`", says, draft.history, None)
    if verdict == "free":
        if old is not None:
            old.open(declaration, desk.layer.ids)
            old.removed_by, old.origin = NOBODY, declaration.name_span
        draft.history.append(did)
        desk.drafts[declaration.label] = desk.drafts.pop(declaration.label, draft)
    elif verdict == "alike":
        draft.added_by |= desk.layer.ids


def replace(desk: Desk, edit: t.ReplaceDeclaration) -> None:
    """`replace KIND NAME …`: it must be there, and keeps its place."""
    declaration = edit.declaration
    if _is_head(desk, declaration):
        return
    draft = desk.draft(declaration.label)
    if draft is None:
        desk.report(
            desk.missing(f"`{declaration.label}` to replace", declaration.name, declaration.name_span, declaration.kind)
        )
        return
    did = desk.did("replace", declaration.name_span, cites=declaration.cites)
    says = whole_touch(did, ("replace", declaration))
    if desk.settle(draft, f"`{declaration.label}`", says, draft.history, draft.origin) == "free":
        draft.open(declaration, desk.layer.ids)
        draft.history.append(did)


def remove(desk: Desk, edit: t.RemoveDeclaration) -> None:
    """`remove KIND NAME because …`"""
    label = edit.label
    draft = desk.draft(label)
    if draft is None:
        desk.report(desk.missing(f"`{label}` to remove", edit.name, edit.span, edit.kind))
        return
    did = desk.did("remove", edit.span, edit.because, edit.cites)
    verdict = desk.settle(draft, f"`{label}`", whole_touch(did, ("remove",)), draft.history, draft.origin)
    if verdict == "free":
        draft.removed_by = desk.layer.ids
        draft.history.append(did)
    elif verdict == "alike":
        draft.removed_by |= desk.layer.ids


def _is_head(desk: Desk, declaration: t.Declaration) -> bool:
    if declaration.kind not in HEADS:
        return False
    desk.report(
        at(
            "C0312",
            f"an overlay cannot add or replace a head, `{declaration.label}`",
            declaration.name_span,
            help="begin a file of its own with it",
        )
    )
    return True


def set_option(desk: Desk, edit: t.SetOption) -> None:
    """`set NAME = value`: the option must be declared. What it admits is for the checker. An edition sets the
    default."""
    draft = desk.draft(f"option {edit.name}")
    if draft is None:
        desk.report(desk.missing(f"option `{edit.name}` to set", edit.name, edit.span, "option"))
        return
    did = desk.did("set", edit.span, cites=edit.cites)
    says = touch(did, ("set", edit.value), [_SETTING])
    if desk.settle(draft, f"option `{edit.name}`", says, draft.value_history, draft.origin) == "free":
        is_edition = desk.layer.head.kind == "edition"
        draft.setting = None if is_edition else edit.value
        declaration = with_fields(draft.declaration, value=edit.value) if is_edition else draft.declaration
        draft.declaration = citing(declaration, edit.cites)
        draft.value_history.append(did)


def change_declared(desk: Desk, edit: t.ChangeValue, name: str) -> None:
    """`change NAME: old to new` of a constant, `change KIND NAME: old to new` of the value of a declaration, its text
    or ids."""
    labels = (edit.kind if edit.kind == name else f"{edit.kind} {name}",) if edit.kind else (f"constant {name}", name)
    draft = next(filter(None, map(desk.draft, labels)), None)
    if draft is None:
        _no_constant(desk, edit, name, edit.kind or "constant")
        return
    declaration, did = draft.declaration, desk.did("change", edit.span, cites=edit.cites)
    part, history = _part(edit.old, edit.new)
    writes = {"value": [_VALUE, *([_SETTING] if declaration.kind == "option" else [])]}.get(part, [(part,)])
    says = touch(did, ("change", edit.old, edit.new, edit.text), writes)
    kept = draft.value_history if history else draft.text_history
    if desk.settle(draft, f"`{declaration.label}`", says, kept, draft.origin) != "free":
        return
    now = _now(declaration, part)
    if now is None or not _takes(part, declaration, edit.new):
        desk.report(unfit(*_refused(declaration, edit.new, now is None)))
    elif not same(now, edit.old):
        again = (
            f"if the change is still meant, write `change {edit.kind}{' ' * bool(edit.kind)}{name}: "
            f"{shown(shown_part(now))} to …`"
        )
        help = "the result is already there: drop this line" if same(now, edit.new) else again
        desk.report(stale("change", edit.old.span, shown_part(now), draft.origin, kept, help))
    else:
        draft.declaration = _declared(declaration, part, edit)
        kept.append(did)


def _part(old: t.Node, new: t.Node) -> tuple[str, bool]:
    """Which part of a declaration an edit speaks of, and whether that is its value."""
    for form, name in ((t.Text, "text"), (t.Cites, "cites")):
        if isinstance(old, form) or (isinstance(old, t.Empty) and isinstance(new, form)):
            return name, False
    return "value", True


def _now(declaration: t.Declaration, part: str) -> t.Node | None:
    """What a part of a declaration says; none if it cannot say anything."""
    place = Span(declaration.name_span.source, declaration.name_span.end, declaration.name_span.end)
    if part == "text":
        return t.Text(declaration.text, span=declaration.name_span) if declaration.text else t.Empty(span=place)
    if part == "cites":
        return t.Cites(declaration.cites, span=declaration.name_span) if declaration.cites else t.Empty(span=place)
    if declaration.kind == "players":
        return as_range(declaration.second)
    return declaration.value


def _takes(part: str, declaration: t.Declaration, new: t.Node) -> bool:
    if part == "value":
        is_range = isinstance(new, t.Binary) and new.op == ".."
        return isinstance(new, t.Expr) and not isinstance(new, t.Text) and is_range == (declaration.kind == "players")
    return isinstance(new, (t.Empty, {"text": t.Text, "cites": t.Cites}[part]))


def _refused(declaration: t.Declaration, new: t.Node, is_without: bool) -> tuple[str, Span, Span, str]:
    label, place = f"`{declaration.label}`", declaration.name_span
    if is_without:
        return (
            f"{label} has no value of its own",
            new.span,
            place,
            f"write `amend {declaration.label}` and below it what changes",
        )
    return (
        f"the value of {label} cannot become this",
        new.span,
        place,
        "write two numbers, `1..4`"
        if declaration.kind == "players"
        else "write a value without quotes, a text for a text, or ids for ids",
    )


def _declared(declaration: t.Declaration, part: str, edit: t.ChangeValue) -> t.Declaration:
    """The declaration with the part changed, and with the text and ids behind the edit."""
    new = edit.new
    more: dict[str, Any] = {}
    if part == "text":
        more["text"] = new.value if isinstance(new, t.Text) else ""
    elif part == "cites":
        more["cites"] = new.ids if isinstance(new, t.Cites) else ()
    elif declaration.kind == "players" and isinstance(new, t.Binary) and declaration.second is not None:
        more["second"] = with_fields(declaration.second, low=new.left, high=new.right, span=new.span)
    else:
        more["value"] = new
    more |= {"text": edit.text} if edit.text else {}
    cites = more.get("cites", declaration.cites)
    return with_fields(declaration, **{**more, "cites": tuple(dict.fromkeys((*cites, *edit.cites)))})


def _no_constant(desk: Desk, edit: t.ChangeValue, name: str, kind: str) -> None:
    others: list[Draft] = [each for each in desk.standing() if each.declaration.name == name]
    missing = desk.missing(f"{kind} `{name}` to change", name, edit.path.span, kind)
    if others:
        declaration = others[0].declaration
        way = f"set {name} = …" if declaration.kind == "option" else f"change {declaration.label}: … to …"
        way = way if _now(declaration, "value") is not None else f"amend {declaration.label}"
        missing = unknown(
            f"{kind} `{name}` to change",
            name,
            edit.path.span,
            (),
            help=f"write `{way}`",
            more=[Label(declaration.name_span, f"`{declaration.label}` stands here")],
        )
    desk.report(missing)
