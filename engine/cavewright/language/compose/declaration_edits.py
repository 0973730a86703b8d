"""Edits of whole declarations, of constants and of options."""

from __future__ import annotations

from dataclasses import replace as with_fields

from ...foundation.source import Diagnostic, Label, Span, at
from ..syntax import tree as t
from ..syntax import unparse
from ..syntax.table_row import first_cell
from .draft_clauses import NOBODY, WHOLE, Provenance, Token, citing
from .drafts import Draft, declared_value
from .overlay_findings import exists, shorten_line, stale, unfit, unknown
from .overlay_session import ConflictResult, OverlaySession
from .shares import OverlayShare, nearest_share_of_value, same_shares, shares_between, value_with_shares
from .stated_values import same, shown_part, text_part, told_part, with_told

CREDITS = ("author", "publisher", "licence")
"""The lines of a head that say whose game it is, and how the wording of the rules may be used."""
HEADS = ("ruleset", "edition", "overlay")
LAID = ("edition", "overlay")
"""Heads of what is laid over a base. An edition is an overlay that is a game by itself: it comes with its base."""
_SETTING = ("setting",)


def add(session: OverlaySession, edit: t.AddDeclaration) -> None:
    """`add KIND NAME …`: it must not be there. What was removed before comes last, as what is new does."""
    declaration = edit.declaration
    if _is_head(session, declaration):
        return
    old = session.drafts.get(declaration.label)
    did = session.did("add", declaration.name_span, cites=declaration.cites)
    if old is not None and session.knows(old.added_by) and not session.is_gone(old.removed_by):
        session.report(
            exists(
                f"`{declaration.label}`",
                declaration.name_span,
                old.declaration.name_span,
                f"call this one by a name of its own, `{declaration.label} as NAME`, or put it in its place by `replace`"
                if declaration.kind == "whenever"
                else f"write `replace {declaration.label} …` to put this in its place",
            )
        )
        return
    draft = old or Draft(declaration, session.layer.ids)
    verdict = _record_edit(session, draft, declaration.label, did, ("add", declaration), None)
    if verdict == "free":
        if old is not None:
            old.open(declaration, session.layer.ids)
            old.removed_by, old.origin = NOBODY, declaration.name_span
        session.drafts[declaration.label] = session.drafts.pop(declaration.label, draft)
    elif verdict == "alike":
        draft.added_by |= session.layer.ids


def replace(session: OverlaySession, edit: t.ReplaceDeclaration) -> None:
    """`replace KIND NAME …`: it must be there, and keeps its place."""
    declaration = edit.declaration
    if _is_head(session, declaration):
        return
    draft = session.target_draft(f"`{declaration.label}` to replace", declaration, declaration.name_span)
    did = session.did("replace", declaration.name_span, cites=declaration.cites)
    if (
        draft is not None
        and _record_edit(session, draft, declaration.label, did, ("replace", declaration), draft.origin) == "free"
    ):
        draft.was.append(draft.declaration)
        draft.open(declaration, session.layer.ids)


def remove(session: OverlaySession, edit: t.RemoveDeclaration) -> None:
    """`remove KIND NAME because …`"""
    draft = session.target_draft(f"`{edit.label}` to remove", edit, edit.span)
    did = session.did("remove", edit.span, edit.because, edit.cites)
    if draft is not None and _record_edit(session, draft, edit.label, did, ("remove",), draft.origin) != "refused":
        draft.removed_by |= session.layer.ids


def _record_edit(
    session: OverlaySession, draft: Draft, label: str, did: Provenance, says: tuple[object, ...], place: Span | None
) -> ConflictResult:
    """Decides on an edit of a whole declaration, and remembers one that is carried out."""
    verdict = session.detect_conflict(draft, f"`{label}`", did, says, draft.history, place, [WHOLE])
    draft.history += [did] if verdict == "free" else []
    return verdict


def _is_head(session: OverlaySession, declaration: t.Declaration) -> bool:
    if declaration.kind not in HEADS:
        return False
    session.report(
        at(
            "C0312",
            f"an overlay cannot add or replace a head, `{declaration.label}`",
            declaration.name_span,
            help="begin a file of its own with it",
        )
    )
    return True


def set_option(session: OverlaySession, edit: t.SetOption) -> None:
    """`set NAME = value`: the option must be declared. What it admits is for the checker. An edition sets the
    default."""
    draft = session.draft(f"option {edit.name}")
    if draft is None:
        value, what = edit.value, f"option `{edit.name}` to set"
        session.report(session.missing(what, edit.name, edit.span, "option", lambda draft: _may_be_set(draft, value)))
        return
    did = session.did("set", edit.span, cites=edit.cites)
    history, says = draft.value_history, ("set", edit.value)
    if session.detect_conflict(draft, f"option `{edit.name}`", did, says, history, draft.origin, [_SETTING]) == "free":
        is_edition = session.layer.head.kind == "edition"
        draft.setting = None if is_edition else edit.value
        declaration = with_fields(draft.declaration, value=edit.value) if is_edition else draft.declaration
        draft.declaration = citing(declaration, edit.cites)
        history.append(did)


def _may_be_set(draft: Draft, value: t.Expr) -> bool:
    """Tells if an option has no list of choices, or this among them."""
    choices = [first_cell(each.raw) for each in draft.declaration.every(t.Row)][1:]
    return not choices or any(value == t.Name(each) for each in choices)


def change_declared(session: OverlaySession, edit: t.ChangeValue, name: str) -> None:
    """`change NAME: old to new` of a constant, `change KIND NAME: old to new` of the value of a declaration, its text
    or ids."""
    draft = _valued_draft(session, edit, name)
    if draft is None:
        return
    shares = shares_between(edit.old, edit.new) if not edit.text and _may_share(draft) else ()
    if shares and same(declared_value(draft.declaration) or t.Empty(), edit.old):
        share_value(session, draft, edit, shares)
        return
    declaration, did = draft.declaration, session.did("change", edit.span, cites=edit.cites)
    about = told_part(edit.old, edit.new)
    writes = [(about or "value",), *([_SETTING] if not about and declaration.kind == "option" else [])]
    says = ("change", edit.old, edit.new, edit.text)
    kept = draft.text_history if about else draft.value_history
    if session.detect_conflict(draft, f"`{declaration.label}`", did, says, kept, draft.origin, writes) != "free":
        return
    readings = _readings(draft, about)
    now = readings[0]
    new = with_told(declaration, about, edit.new) if about else _with_value(declaration, edit.new)
    if now is None or new is None:
        session.report(_refusal(declaration, edit.new, now is None))
    elif not any(same(each, edit.old) for each in readings if each is not None):
        again = (
            f"if the change is still meant, write `change {edit.kind}{' ' * bool(edit.kind)}{name}: "
            f"{shorten_line(shown_part(now))} to …`"
        )
        help = "the result is already there: drop this line" if same(now, edit.new) else again
        session.report(stale("change", edit.old.span, shown_part(now), draft.origin, kept, help))
    else:
        draft.was.append(declaration)
        draft.value_shares = draft.value_shares if about else []
        draft.declaration = citing(with_fields(new, text=edit.text or new.text), edit.cites)
        kept.append(did)


def _readings(draft: Draft, about: str) -> list[t.Node | None]:
    """Returns all that an edit may repeat: the value, text or ids as they read now, and as they read before."""
    declarations = [draft.declaration, *reversed(draft.was)]
    if about:
        return [text_part(each, about) for each in declarations]
    values = [declared_value(each) for each in declarations]
    return [value_with_shares(values[0], draft.value_shares), *values] if draft.value_shares else [*values]


def _valued_draft(session: OverlaySession, edit: t.ChangeValue | t.AddShare, name: str) -> Draft | None:
    """The declaration of a name whose value an edit speaks of; reports if there is none."""
    labels = (edit.kind if edit.kind == name else f"{edit.kind} {name}",) if edit.kind else (f"constant {name}", name)
    draft = next(filter(None, map(session.draft, labels)), None)
    if draft is None:
        _no_constant(session, edit, name, edit.kind or "constant")
    return draft


def _may_share(draft: Draft) -> bool:
    """Tells if overlays may add to the value of a declaration; an option has one that whoever plays sets."""
    return draft.declaration.kind != "option"


def add_to_value(session: OverlaySession, edit: t.AddShare) -> None:
    """`add to NAME: …`, `add to KIND NAME: …`: adds to the value of a declaration."""
    draft = _valued_draft(session, edit, unparse(edit.path))
    if draft is not None:
        share_value(session, draft, edit, (edit.share,))


def share_value(
    session: OverlaySession, draft: Draft, edit: t.AddShare | t.ChangeValue, shares: tuple[t.Share, ...]
) -> None:
    """Adds to the value of a declaration. Others may add to it, too; nobody else may put another in its place."""
    declaration, overlay = draft.declaration, session.layer.head.name
    did = session.did("add" if isinstance(edit, t.AddShare) else "change", edit.span, cites=edit.cites)
    more = [OverlayShare(overlay, each) for each in shares]
    value = value_with_shares(declared_value(declaration), [*draft.value_shares, *more])
    if value is None or not _may_share(draft):
        now, label = declared_value(declaration), declaration.label
        near = nearest_share_of_value(now, shares[0]) if _may_share(draft) else None
        way = f"set {declaration.name} = …"
        if _may_share(draft):
            way = f"change {label}: {shown_part(now)} to …" if now is not None else f"amend {label}"
        session.report(refusal_of_share(f"`{label}`", label, shares[0], near, way, draft.origin))
        return
    writes: list[Token] = [("share", overlay), *same_shares("value", shares)]
    reads: list[Token] = [("value",)]
    says = ("share", shares)
    history = draft.value_history
    if (
        session.detect_conflict(draft, f"`{declaration.label}`", did, says, history, draft.origin, writes, reads)
        == "free"
    ):
        draft.value_shares += more
        draft.declaration = citing(declaration, edit.cites)
        history.append(did)


def refusal_of_share(what: str, path: str, share: t.Share, near: t.Share | None, way: str, place: Span) -> Diagnostic:
    """C0315 for something to which an edit cannot add: what can be added there, if anything can, or another `way`."""
    help = f"write `add to {path}: {unparse(near)}`" if near is not None else f"write `{way}`"
    return unfit(f"nothing of this kind can be added to {what}", share.span, place, help)


def _with_value(declaration: t.Declaration, new: t.Node) -> t.Declaration | None:
    """The declaration with another value; none if it does not take that."""
    bounds = new if isinstance(new, t.Binary) and new.op == ".." else None
    is_taken = (bounds is not None) is (declaration.kind == "players")
    if not is_taken or not isinstance(new, t.Expr) or told_part(new):
        return None
    if bounds is not None and (second := declaration.second) is not None:
        return with_fields(declaration, second=with_fields(second, low=bounds.left, high=bounds.right, span=new.span))
    return with_fields(declaration, value=new)


def _refusal(declaration: t.Declaration, new: t.Node, is_without: bool) -> Diagnostic:
    label, place = f"`{declaration.label}`", declaration.name_span
    if is_without:
        way = f"write `amend {declaration.label}` and below it what changes"
        return unfit(f"{label} has no value of its own", new.span, place, way)
    way = "write a value without quotes, a text for a text, or ids for ids"
    way = "write two numbers, `1..4`" if declaration.kind == "players" else way
    return unfit(f"the value of {label} cannot become this", new.span, place, way)


def _no_constant(session: OverlaySession, edit: t.ChangeValue | t.AddShare, name: str, kind: str) -> None:
    what = f"{kind} `{name}` to change"
    missing = session.missing(
        what,
        name,
        edit.path.span,
        kind,
        lambda draft: (
            (now := declared_value(draft.declaration)) is None or isinstance(edit, t.AddShare) or same(now, edit.old)
        ),
    )
    for declaration in (each.declaration for each in session.standing() if each.declaration.name == name):
        way, now = f"set {name} = …", declared_value(declaration)
        if declaration.kind != "option":
            way = f"change {declaration.label}: … to …"
            if isinstance(edit, t.AddShare) and value_with_shares(now, [OverlayShare("", edit.share)]) is not None:
                way = unparse(with_fields(edit, kind=declaration.kind))
        way = way if now is not None else f"amend {declaration.label}"
        place = Label(declaration.name_span, f"`{declaration.label}` stands here")
        missing = unknown(what, name, edit.path.span, help=f"write `{way}`", more=[place])
        break
    session.report(missing)
