"""Edits of whole declarations, of constants and of options."""

from __future__ import annotations

from dataclasses import replace as with_fields

from ..source import Label, at
from ..syntax import tree as t
from . import findings
from .desk import Desk, touch, whole_touch
from .drafts import NOBODY, Draft
from .keys import spelled

HEADS = ("ruleset", "overlay")
_VALUE = ("value",)
_SETTING = ("setting",)


def label_of(kind: str, name: str) -> str:
    """How an edit's words name a declaration."""
    return kind if kind == name else f"{kind} {name}"


def refuse_bare(desk: Desk, declaration: t.Declaration) -> None:
    """A declaration in an overlay that says neither `add` nor `replace`."""
    desk.report(findings.bare(declaration, desk.draft(declaration.label)))


def add(desk: Desk, edit: t.AddDeclaration) -> None:
    """`add KIND NAME …`: it must not be there. What was removed before comes last, as what is new does."""
    declaration = edit.declaration
    if _is_head(desk, declaration):
        return
    old, did = desk.drafts.get(declaration.label), desk.did("add", declaration.name_span, cites=declaration.cites)
    if old is not None and desk.knows(old.added_by) and not desk.is_gone(old.removed_by):
        desk.report(findings.exists(f"`{declaration.label}`", declaration.name_span, old.declaration.name_span,
                                    f"write `replace {declaration.label} …` to put this in its place"))
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
        desk.report(desk.missing(f"`{declaration.label}` to replace", declaration.name, declaration.name_span,
                                 declaration.kind))
        return
    did = desk.did("replace", declaration.name_span, cites=declaration.cites)
    says = whole_touch(did, ("replace", declaration))
    if desk.settle(draft, f"`{declaration.label}`", says, draft.history, draft.origin) == "free":
        draft.open(declaration, desk.layer.ids)
        draft.history.append(did)


def remove(desk: Desk, edit: t.RemoveDeclaration) -> None:
    """`remove KIND NAME because …`"""
    label = label_of(edit.kind, edit.name)
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
    desk.report(at("C0312", f"an overlay cannot add or replace a head, `{declaration.label}`",
                            declaration.name_span, help="begin a file of its own with it"))
    return True


def set_option(desk: Desk, edit: t.SetOption) -> None:
    """`set NAME = value`: the option must be declared. What it admits is for the checker."""
    draft = desk.draft(f"option {edit.name}")
    if draft is None:
        desk.report(desk.missing(f"option `{edit.name}` to set", edit.name, edit.span, "option"))
        return
    did = desk.did("set", edit.span)
    says = touch(did, ("set", edit.value), [_SETTING])
    if desk.settle(draft, f"option `{edit.name}`", says, draft.value_history, draft.origin) == "free":
        draft.setting = edit.value
        draft.value_history.append(did)


def change_constant(desk: Desk, edit: t.ChangeValue, name: str) -> None:
    """`change NAME: old to new`"""
    draft = desk.draft(f"constant {name}")
    if draft is None or draft.declaration.value is None:
        _no_constant(desk, edit, name)
        return
    did, value = desk.did("change", edit.span), draft.declaration.value
    says = touch(did, ("change", edit.old, edit.new), [_VALUE])
    if desk.settle(draft, f"constant `{name}`", says, draft.value_history, draft.origin) != "free":
        return
    if isinstance(edit.new, (t.Empty, t.Text)):
        desk.report(findings.unfit(f"the value of constant `{name}` is a number or a word", edit.new.span,
                                   draft.origin, "write the value without quotes"))
    elif value != edit.old:
        help = "the result is already there: drop this line" if value == edit.new else (
            f"if the change is still meant, write `change {name}: {findings.shown(spelled(value))} to …`")
        desk.report(findings.stale("change", edit.old.span, value.span.text, draft.origin, draft.value_history, help))
    else:
        draft.declaration = with_fields(draft.declaration, value=edit.new)
        draft.value_history.append(did)


def _no_constant(desk: Desk, edit: t.ChangeValue, name: str) -> None:
    others: list[Draft] = [each for each in desk.standing() if each.declaration.name == name]
    missing = desk.missing(f"constant `{name}` to change", name, edit.path.span, "constant")
    if others:
        declaration = others[0].declaration
        way = f"set {name} = …" if declaration.kind == "option" else f"replace {declaration.label} …"
        missing = findings.unknown(f"constant `{name}` to change", name, edit.path.span, (), help=f"write `{way}`",
                                   more=[Label(declaration.name_span, f"`{declaration.label}` stands here")])
    desk.report(missing)
