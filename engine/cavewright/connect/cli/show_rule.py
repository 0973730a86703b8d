"""One rule as it is written, with its facts and what overlays did; and all facts with what carries them out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from ...foundation.source import Source, Span, nearest
from ...language.compose import EditPath, edit_paths, named_clauses
from ...language.syntax import parse_file, print_item
from ...language.syntax import tree as t
from ...play.loading.opened_rules import OpenedRules
from ...play.positions.action import form_of
from ...play.positions.wording import Wording
from ...publish.changes.citations import Fact, cited_facts, record, where
from ...publish.changes.overlay_changes import PAST, changes, past
from ...rules.model.ruleset import Clause
from . import output as s

FEW = 3
"""Ids that are told behind a note."""
STEM = 3
"""Letters of a word that one and many of it have in common."""
IDS = re.compile(r"\s*\[[A-Z][\w-]*(?:\.\.\d+)?(?:, *[A-Z][\w-]*(?:\.\.\d+)?)*\]$")


def clause_record(clause: Clause, words: Wording) -> dict[str, Any]:
    """A clause for programs."""
    return {
        "name": clause.name,
        "text": words.clause(clause),
        "cites": list(clause.cites),
        "origin": clause.origin,
        **where(clause.span),
    }


# ---- one rule -------------------------------------------------------------------------------------------------------


def show_rule(opened: OpenedRules, name: str, as_json: bool) -> int:
    """Prints the declarations, or else the clauses, of that name; what they cite, and what overlays did to them."""
    found = _declarations(opened, name)
    clauses = [] if found else [each for each in (*opened.rules.clauses, *opened.rules.notes) if name in _names(each)]
    lines = [] if found or clauses else lines_of_key(name, opened)
    if not (found or clauses or lines):
        raise _no_rule(opened, name)
    if lines:
        _print_lines(lines, opened, as_json)
    elif as_json:
        s.answer(
            [_rule_record(each, opened) for each in found] or [clause_record(each, opened.words) for each in clauses]
        )
    else:
        facts = cited_facts(opened)
        for number, each in enumerate(found):
            _print_declaration(each, opened, facts, number > 0)
        for clause in clauses:
            _print_clause(clause, opened, facts)
    return 0


def has_rule(name: str, opened: OpenedRules, besides: tuple[str, ...] = ()) -> bool:
    """Tells if the rules have a declaration of that name that is no chapter and the like, a row, a clause or a line."""
    clauses = (*opened.rules.clauses, *opened.rules.notes)
    return (
        any(each.kind not in besides for each in _declarations(opened, name))
        or any(name in _names(each) for each in clauses)
        or bool(lines_of_key(name, opened))
    )


def _declarations(opened: OpenedRules, name: str) -> list[t.Declaration]:
    every = opened.declarations.declarations
    named = [each for each in every if name in (each.name, each.label)]
    rows = {kind.name for kind in opened.rules.kinds.values() if name in kind.rows}
    return named or [each for each in every if each.kind == "kind" and each.name in rows]


def _names(clause: Clause) -> tuple[str, ...]:
    return clause.name, clause.rule, clause.name.partition(" ")[2]


def _no_rule(opened: OpenedRules, name: str) -> ValueError:
    known = {each.name for each in opened.declarations.declarations} | {each.name for each in opened.rules.clauses}
    known |= {row for kind in opened.rules.kinds.values() for row in kind.rows}
    phrase = opened.phrase
    wrong = phrase("there is no rule `{name}` in {rules}", name=s.clean(name)[:80], rules=opened.full_id)
    otherwise = phrase("`cavewright show {rules}` lists them", rules=opened.rules.id)
    return s.unknown(opened.words.texts, wrong, nearest(name, known), otherwise)


def _rule_record(node: t.Declaration, opened: OpenedRules) -> dict[str, Any]:
    span = node.span
    clauses = [each for each in (*opened.rules.clauses, *opened.rules.notes) if _inside(each, span)]
    return {
        "name": node.label,
        "text": opened.words.text(node.label, node.text),
        "source": print_item(node),
        **where(span),
        "clauses": [clause_record(each, opened.words) for each in clauses],
        "changes": [[past(each[1]), *each[2:]] for each in changes(opened, node.label)],
    }


def _inside(clause: Clause, span: Span) -> bool:
    return clause.span.source == span.source and span.start <= clause.span.start < span.end


def _print_declaration(node: t.Declaration, opened: OpenedRules, facts: list[Fact], again: bool) -> None:
    if again:
        s.say()
    s.say(f"{node.span.source.name}:{node.span.line}", "dim")
    changed = list(changes(opened, node.label))
    shown, paths = _source_lines(node.span), _paths_of(node)
    if changed:
        shown, paths = _composed_lines(node), _paths_of(_read_again(node))
    for number, (first, text) in shown:
        _print_code(text, first, paths.get(number, ""))
    for name, verb, who, because, place in changed:
        said = opened.phrase(PAST[verb], who=who)
        s.paragraph(f"{name} {said} ({place}){': ' * bool(because)}{because}", "  ", "    ", "magenta")
    if written := _forms(node, opened):
        said = opened.phrase("Actions and examples write what is decided and drawn here: {written}", written=written)
        s.paragraph(said, "  ", "    ", "dim")
    spans = [node.span, *(each.span for _, each in named_clauses(node))] if changed else [node.span]
    _print_facts(_within(facts, spans), opened)


def _forms(node: t.Declaration, opened: OpenedRules) -> str:
    """Returns the written forms of the decisions and draws of a rule, each with the values that it takes."""
    from ...rules.program.lower import lower

    rule = node.name if node.kind in ("to", "action", "whenever", "currency") else ""
    made = lower(opened.rules).signatures.values() if rule else ()
    here = [each for each in made if each.rule.startswith(f"{rule}.") and each.name != "done"]
    offers = [each.statement for _, each in named_clauses(node) if isinstance(each, t.Line)]
    ends = any(
        (isinstance(each, t.Offer) and (each.optional or each.any and not each.through))
        or (isinstance(each, t.Choose) and each.may_stop)
        for each in offers
    )
    return ", ".join(f"`{each}`" for each in (*map(form_of, here), *["done"] * ends))


def _read_again(node: t.Declaration) -> t.Declaration:
    """A composed declaration as it is read from what is printed of it."""
    again = parse_file(Source("", print_item(node)))[0].items
    return next((each for each in again if isinstance(each, t.Declaration)), node)


def _paths_of(node: t.Declaration) -> dict[int, str]:
    """The path of every line by which an overlay takes hold of it; of a row what its cells have in common, of the first
    row the columns."""
    paths: dict[int, list[str]] = {}
    for each in edit_paths(node):
        number, path = each.span.line, each.path or node.label
        if each.repeated == "otherwise":
            while not each.span.source.line(number).strip().startswith("otherwise"):
                number -= 1
        beside = paths.setdefault(number, [])
        if each.span.text.startswith("|"):
            row, _, column = path.rpartition(".")
            beside += [f"{row}.…"] if row and not beside else [] if row else [column]
        elif not beside:
            beside.append(path)
    return {number: ", ".join(names) for number, names in paths.items()}


def show_edit(opened: OpenedRules, key: str, as_json: bool) -> int:
    """Prints the edit by which an overlay changes the line that goes by a key."""
    found = _line_of(key, _every_line(opened), opened)
    if as_json:
        s.answer(_edit_record(found))
    else:
        s.console().out(found.edit, highlight=False)
    return 0


def lines_of_key(key: str, opened: OpenedRules) -> list[EditPath]:
    """Returns the lines that go by a key, with the name of their rule before it or without."""
    nodes = [each for each in opened.declarations.declarations if _may_have(key, each)]
    return [each for each in _lines_of(nodes, opened) if key in (each.path, *_keys(each))]


def _may_have(key: str, node: t.Declaration) -> bool:
    """Tells if a line of a declaration may go by a key: if the key begins with its name, or the declaration has rows in a
    file, or the beginning of the last word of the key stands in it. Finding the keys of a line takes far longer."""
    if key.startswith((f"{node.name}.", f"{node.label}.")) or key in (node.name, node.label) or node.every(t.Rows):
        return True
    last = re.match(r"[^\W\d]\w*", key.rpartition(".")[2])
    return last is None or last[0][:STEM] in print_item(node)


def _print_lines(lines: list[EditPath], opened: OpenedRules, as_json: bool) -> None:
    """Prints lines, each with its facts and the edit by which an overlay changes it."""
    if as_json:
        s.answer([_edit_record(each) for each in lines])
        return
    facts = cited_facts(opened)
    for number, found in enumerate(lines):
        s.say(f"{chr(10) * (number > 0)}{found.label}   {found.span.source.name}:{found.span.line}", "dim")
        for _, (first, text) in _source_lines(found.span):
            _print_code(text.strip(), first)
        _print_facts(_within(facts, [found.span]), opened)
        s.head(opened.phrase("An overlay changes it by"))
        s.console().out(found.edit, highlight=False)


def _every_line(opened: OpenedRules) -> list[EditPath]:
    return _lines_of(opened.declarations.declarations, opened)


def _lines_of(nodes: Iterable[t.Declaration], opened: OpenedRules) -> list[EditPath]:
    whole = map(opened.declarations.with_file_rows, nodes)
    return [each for node in whole for each in edit_paths(node)]


def _edit_record(line: EditPath) -> dict[str, str]:
    return {"rule": line.label, "path": line.path, "repeats": line.repeated, "edit": line.edit}


def _line_of(key: str, there: list[EditPath], opened: OpenedRules) -> EditPath:
    """The line of a key: the path behind a rule's name, or the path alone where one rule has it."""
    named = {name: each for each in reversed(there) for name in _keys(each)}
    alone = [] if key in named else [each for each in there if each.path == key]
    if key in named or len(alone) == 1:
        return named.get(key) or alone[0]
    phrase, name = opened.phrase, s.clean(key)[:80]
    if alone:
        names = ", ".join(f"`{_keys(each)[1]}`" for each in alone[:FEW])
        what = phrase("several rules of {rules} have a line `{name}`", name=name, rules=opened.full_id)
        raise ValueError(f"{what}\n{phrase('say which one: {names}', names=names)}")
    otherwise = phrase("`cavewright show {rules} --rule NAME` prints the keys of a rule", rules=opened.rules.id)
    what = phrase("there is no line `{name}` in {rules}", name=name, rules=opened.full_id)
    raise s.unknown(opened.words.texts, what, nearest(key, named), otherwise)


def _keys(line: EditPath) -> tuple[str, ...]:
    """Returns the keys of a line: its path behind the name of its rule, or behind all of the first words."""
    name = line.label.partition(" ")[2] or line.label
    return tuple(f"{each}.{line.path}".rstrip(".") for each in (line.label, name))


def _print_code(text: str, first: str, path: str = "") -> None:
    """A line of rules, and the path by which overlays take hold of it; one that is too long is wrapped, and a row of a
    table first loses its padding."""
    indent, words = len(text) - len(text.lstrip()), text.strip()
    if words.startswith("|") and len(first) + len(text) > s.width_of(s.console()):
        words = re.sub(r" +\|", " |", words)
    width, rest = s.width_of(s.console()), " " * (len(first) + indent + 8)
    lines = s.hang(words, width, f"{first}{' ' * indent}", rest, keep=True)
    mark = f"  # {path}" * bool(path)
    is_beside = len(lines[-1]) + len(mark) <= width
    for line in [*lines[:-1], lines[-1] + mark] if is_beside else [*lines, f"{rest}{mark.strip()}"]:
        s.say(line)


def _within(facts: Iterable[Fact], spans: list[Span]) -> list[tuple[Fact, list[Clause]]]:
    """The facts that are cited within these stretches, with the clauses there that do."""
    found = []
    for fact in facts:
        inside = [each for each in (*fact.clauses, *fact.notes) if any(_inside(each, span) for span in spans)]
        found += [(fact, inside)] if inside else []
    return found


def _source_lines(span: Span) -> Iterator[tuple[int, tuple[str, str]]]:
    """The lines of a declaration as they are written, without their ids, each with its number."""
    last = span.line + span.text.rstrip().count("\n")
    for number in range(span.line, last + 1):
        line = span.source.line(number).rstrip()
        if line.strip():
            yield number, (f"{number:>5}  ", IDS.sub("", line))


def _composed_lines(node: t.Declaration) -> Iterator[tuple[int, tuple[str, str]]]:
    for number, line in enumerate(print_item(node).split("\n"), 1):
        yield number, ("       ", IDS.sub("", line))


def _print_clause(clause: Clause, opened: OpenedRules, facts: list[Fact]) -> None:
    s.say(f"{clause.name}   {clause.span.source.name}:{clause.span.line}", "dim")
    _, (first, text) = next(_source_lines(clause.span))
    _print_code(text.strip(), first)
    inside = [(each, [clause]) for each in facts if each.id in clause.cites]
    _print_facts(inside, opened)


def _print_facts(found: list[tuple[Fact, list[Clause]]], opened: OpenedRules) -> None:
    phrase = opened.phrase
    if found:
        s.head(phrase("Facts"))
    width = max((len(fact.id) for fact, _ in found), default=0)
    for fact, clauses in found:
        lines = ", ".join(dict.fromkeys(phrase("line {number}", number=each.span.line) for each in clauses))
        s.say(f"  {fact.id:<{width}}  {lines}{' · ' * bool(fact.place)}{fact.place}", "cyan")
        s.paragraph(fact.text or phrase("is not among the facts beside the rules"), "      ")
        for each in fact.notes if fact.clauses else ():
            s.paragraph(f"{opened.words.clause(each)} {_besides(each, fact.id)}".rstrip(), "      ", style="yellow")
        if fact.examples:
            s.paragraph(
                phrase("shown by {examples}", examples=", ".join(name for name, _ in fact.examples)),
                "      ",
                style="dim",
            )


def _besides(note: Clause, id: str) -> str:
    """The other facts that a note is about, if they are few."""
    others = [each for each in note.cites if each != id]
    return f"({', '.join(others)})" if 0 < len(others) <= FEW else ""


# ---- facts ----------------------------------------------------------------------------------------------------------


def show_citations(opened: OpenedRules, as_json: bool) -> int:
    """Prints every fact with what carries it out; 1 if one has neither clause nor note, or is cited and does not
    exist."""
    facts = cited_facts(opened)
    missing = [each.id for each in facts if each.known and not each.is_carried]
    unknown = [each.id for each in facts if not each.known and opened.facts]
    if as_json:
        s.answer({"facts": [record(each, opened) for each in facts], "not_carried_out": missing, "unknown": unknown})
    else:
        s.grid([row for each in facts for row in _rows(each, opened)], ("cyan", "dim", "", "dim"), indent=0)
        _print_notes(opened)
        s.say()
        _print_sums(facts, missing, unknown, opened)
    return 1 if missing or unknown else 0


def _rows(fact: Fact, opened: OpenedRules) -> Iterator[tuple[str, str, str, str]]:
    lines = [(each.name, opened.place(each.span)) for each in fact.clauses]
    phrase = opened.phrase
    lines += [
        (
            phrase("see {command}", command=each.rule)
            if fact.clauses
            else phrase("no effect, see {note}", note=each.rule),
            opened.place(each.span),
        )
        for each in fact.notes
    ]
    lines += [(phrase("example {name}", name=name), opened.place(span)) for name, span in fact.examples]
    for number, (what, place) in enumerate(lines or [("-", "")]):
        yield ("", "", what, place) if number else (fact.id, fact.kind, what, place)


def _print_notes(opened: OpenedRules) -> None:
    if opened.rules.notes:
        s.head(opened.phrase("Without effect on play"))
        s.grid([(each.rule, opened.words.clause(each)) for each in opened.rules.notes], ("cyan",), indent=0)


def _print_sums(facts: list[Fact], missing: list[str], unknown: list[str], opened: OpenedRules) -> None:
    known = [each for each in facts if each.known]
    words = opened.words.texts
    phrase = words.phrase
    sums = (
        phrase("{n} carried out by a clause", n=sum(bool(each.clauses) for each in known)),
        phrase("{n} without effect", n=sum(bool(each.notes and not each.clauses) for each in known)),
        phrase("{n} worked examples that run", n=sum(each.is_worked_example and bool(each.examples) for each in known)),
        phrase("{n} not carried out", n=len(missing)),
        phrase("{n} shown by an example", n=sum(bool(each.examples) for each in known)),
    )
    s.paragraph(words.plural("{n} fact: {sums}.", "{n} facts: {sums}.", len(known), sums=", ".join(sums)))
    if missing:
        s.paragraph(" ".join(missing), phrase("Neither clause nor note:") + " ", "  ", "bold red")
    if unknown:
        s.paragraph(" ".join(unknown), phrase("Cited, but no such fact:") + " ", "  ", "bold red")
