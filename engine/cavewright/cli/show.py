"""`show`: the composed rules, each with where it came from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from rich.console import Console

from ..compose import named_clauses
from ..model.ruleset import Clause, Option
from ..positions.wording import Wording
from ..source import Span, nearest
from ..syntax import print_expr, print_item, print_statement
from ..syntax import tree as t
from ..texts import marked
from . import output as s
from .citations import Fact, cited_facts, record, where
from .rules_argument import Opened, open_rules

GROUPS = (
    (marked("Numbers"), ("unit", "constant")),
    (marked("Components"), ("kind",)),
    (marked("What is kept"), ("game", "players", "board")),
    (marked("Words the rules use"), ("define", "currency")),
    (marked("The course of the game"), ("to",)),
    (marked("Actions"), ("menu", "action", "whenever")),
    (marked("Scoring"), ("ranking", "scoring")),
    (marked("Advice for bots"), ("advice",)),
    (marked("Facts without effect on play"), ("note",)),
)
FEW = 3
"""Ids that are told behind a note."""
IDS = re.compile(r"\s*\[[A-Z][\w-]*(?:\.\.\d+)?(?:, *[A-Z][\w-]*(?:\.\.\d+)?)*\]$")


def show(
    spec: str,
    settings: dict[str, str],
    *,
    rule: str = "",
    flat: bool = False,
    citations: bool = False,
    as_json: bool = False,
    lang: str = "en",
) -> int:
    """Prints the rules of a spec, or a part of them; the exit status."""
    opened = open_rules(spec, settings, lang)
    if rule:
        return show_rule(opened, rule, as_json)
    if citations:
        return show_citations(opened, as_json)
    if flat:
        s.console().out(flat_text(opened), highlight=False)
    elif as_json:
        s.answer(overview(opened))
    else:
        print_overview(opened, spec)
    return 0


# ---- all of it ------------------------------------------------------------------------------------------------------


def print_overview(opened: Opened, spec: str) -> None:
    """The head, what overlays changed, the options and an outline of the rules."""
    out = s.console()
    print_head(opened, out)
    _print_changes(opened, out)
    print_options(opened, out)
    for title, kinds in GROUPS:
        found = [each for each in opened.composed.declarations if each.kind in kinds]
        if found:
            s.head(out, opened.words.texts.phrase(title))
            s.grid(out, [_outline(each, opened) for each in found], ("cyan", "", "dim"))
    s.say(out)
    count = len(opened.rules.examples)
    words = opened.words.texts
    examples = [
        words.plural(
            "{n} example: `cavewright test {rules}` runs it.",
            "{n} examples: `cavewright test {rules}` runs them.",
            count,
            rules=spec,
        )
    ]
    more = words.phrase(
        "--rule NAME prints one rule with its facts, --flat the text of all, --citations the facts and who carries them out."
    )
    s.paragraph(out, " ".join([*(examples if count else ()), more]), style="dim")


def print_head(opened: Opened, out: Console) -> None:
    """Title, version, players, overlays, reconstructions and sources."""
    rules, words = opened.rules, opened.words
    names = "+".join([rules.id, *rules.overlays])
    s.say(out, opened.title or rules.id, "bold")
    s.say(out, f"{names} {rules.version} · {players_of(opened)} · {rules.hash[:12]}", "dim")
    base, *editions = opened.composed.grounds
    phrase = words.texts.phrase
    for each in (*editions, *opened.composed.heads):
        key = "ruleset" if each in editions else each.label
        why = next(
            (words.text(f"{key}.why", p.text) for p in each.members if isinstance(p, t.Property) and p.name == "why"),
            "",
        )
        said = (
            phrase("an edition of {name} {version}", name=base.name, version=base.version)
            if each in editions
            else phrase(
                "with {name} {version}: {what}",
                name=each.name,
                version=each.version,
                what=words.text(each.label, each.text),
            )
        )
        s.paragraph(out, f"{said}{' - ' * bool(why)}{why}", rest="  ")
    for text in opened.reconstructions:
        s.say(out)
        s.paragraph(out, text, words.texts.phrase("RECONSTRUCTION") + "  ", style="bold yellow")
    if rules.sources:
        s.head(out, words.texts.phrase("Sources"))
        s.grid(out, opened.sources.items(), ("cyan",))


def players_of(opened: Opened) -> str:
    """How many may play."""
    low, high = opened.rules.player_range
    words = opened.words.texts
    return (
        words.phrase("{low} to {high} players", low=low, high=high)
        if low < high
        else words.plural("{n} player", "{n} players", low)
    )


def print_options(opened: Opened, out: Console) -> None:
    """Every option with its values and what they mean; the value in force is marked."""
    options, words = opened.rules.options.values(), opened.words
    phrase = words.texts.phrase
    if options:
        s.head(out, phrase("Options (--set NAME=VALUE; * is the value now)"))
    for option in options:
        changed = (
            ""
            if option.value == option.default
            else " " + phrase("(by default {value})", value=option.shown(option.default))
        )
        s.paragraph(out, f"{option.name}  {words.text(f'option {option.name}', option.text)}{changed}", "  ", "      ")
        if option.choices:
            rows = [
                ("*" if n == option.value else " ", word, choice_text(option, word, text, words))
                for n, (word, text) in enumerate(option.choices)
            ]
            s.grid(out, rows, ("bold green", "green"), indent=4)
        else:
            s.say(out, f"    * {phrase('{value}, one of {range}', value=option.value, range=option.type)}", "green")
    for name, values in opened.rules.presets.items():
        told = ", ".join(f"{each} {opened.rules.options[each].shown(value)}" for each, value in values.items())
        s.paragraph(
            out, f"{name}  {phrase('a preset, --set {name}: {values}', name=name, values=told)}", "  ", "      "
        )


def choice_text(option: Option, choice: str, text: str, words: Wording) -> str:
    """What a choice of an option means."""
    return words.text(f"option {option.name}.{choice}", text)


def _outline(node: t.Declaration, opened: Opened) -> tuple[str, str, str]:
    """Name, words and place of a declaration, which overlays changed it, and which notes remark on it."""
    by = dict.fromkeys(who for what, _, who, *_ in _changes(opened) if _is_of(what, node.label))
    name = f"whenever {node.name}" if node.kind == "whenever" else node.name
    if node.kind == "constant" and node.value is not None:
        name = f"{name} = {print_expr(node.value)}"
    files = [each.file for each in node.members if isinstance(each, t.Rows)]
    words = opened.words.texts
    count = len(opened.rules.kinds[node.name].rows) if node.kind == "kind" else 0
    rows = (
        words.plural("({n} row from {files})", "({n} rows from {files})", count, files=", ".join(files))
        if files
        else words.plural("({n} row)", "({n} rows)", count)
        if node.kind == "kind"
        else ""
    )
    text = opened.words.text(node.label, node.text)
    offered = ", ".join(
        name for name, action in opened.rules.actions.items() if node.kind == "menu" and node.name in action.menus
    )
    place = f"; {words.phrase('see')} ".join([" +".join([opened.place(node.span), *by]), *_remarks(node, opened)])
    return name, f"{text or offered or _essence(node, opened)} {rows}".strip(), place


def _remarks(node: t.Declaration, opened: Opened) -> Iterator[str]:
    """The notes that cite a fact which the declaration carries out."""
    cited = {id for each in t.walk(node) for id in getattr(each, "cites", ())}
    return (
        each.rule.removeprefix("note ")
        for each in opened.rules.notes
        if node.kind != "note" and not cited.isdisjoint(each.cites)
    )


def _essence(node: t.Declaration, opened: Opened) -> str:
    """What stands for a declaration that has no text."""
    if node.value is not None and node.kind != "constant":
        code = print_item(replace(node, text="", cites=(), members=(), block=()))
        return code.removeprefix(node.kind).strip().removeprefix(node.name).strip(" =")
    kept = [each.name for each in node.members if isinstance(each, t.Keeps)]
    scores = [each.name for each in node.members if isinstance(each, t.Score)]
    kept = [opened.words.texts.phrase("keeps {names}", names=", ".join(kept))] if kept else scores
    return ", ".join(kept) if kept else "; ".join(print_statement(line.statement) for line in node.block)


def _print_changes(opened: Opened, out: Console) -> None:
    phrase = opened.words.texts.phrase
    lines = [
        (label, phrase(PAST[verb], who=who), because, place) for label, verb, who, because, place in _changes(opened)
    ]
    if lines:
        s.head(out, phrase("Changed by overlays"))
        s.grid(out, lines, ("cyan", "", "", "dim"))


PAST = {
    "add": marked("added by {who}"),
    "replace": marked("replaced by {who}"),
    "remove": marked("removed by {who}"),
    "change": marked("changed by {who}"),
    "drop": marked("dropped by {who}"),
    "set": marked("set by {who}"),
    "move": marked("moved by {who}"),
    "amend": marked("amended by {who}"),
}


def _changes(opened: Opened) -> Iterator[tuple[str, str, str, str, str]]:
    """What overlays did, in words: the thing, the verb, who, why and where."""
    composed = opened.composed
    did = [
        (label if key in ("", "value") else f"{label}.{key}", each)
        for (label, key), history in composed.provenance.items()
        for each in history
    ]
    for name, each in (*did, *composed.removed.items()):
        yield name, each.verb, each.overlay, each.because, opened.place(each.span)


def _past(verb: str) -> str:
    """What was done, for programs."""
    return PAST[verb].partition(" ")[0]


def overview(opened: Opened) -> dict[str, Any]:
    """The rules for programs."""
    rules = opened.rules
    return {
        "id": rules.id,
        "version": rules.version,
        "title": opened.title,
        "hash": rules.hash,
        "overlays": list(rules.overlays),
        "players": list(rules.player_range),
        "sources": opened.sources,
        "reconstructions": list(opened.reconstructions),
        "options": [option_record(each, opened.words) for each in rules.options.values()],
        "presets": {name: dict(values) for name, values in rules.presets.items()},
        "rules": [clause_record(each, opened.words) for each in (*rules.clauses, *rules.notes)],
        "examples": [
            {
                "name": each.name,
                "text": opened.words.text(f"example {each.name}", each.text),
                "cites": list(each.cites),
                **where(each.span),
            }
            for each in rules.examples
        ],
        "changes": [
            dict(zip(("what", "verb", "by", "because", "place"), (each[0], _past(each[1]), *each[2:]), strict=True))
            for each in _changes(opened)
        ],
    }


def option_record(option: Option, words: Wording) -> dict[str, Any]:
    """An option for programs."""
    return {
        "name": option.name,
        "text": words.text(f"option {option.name}", option.text),
        "value": option.shown(option.value),
        "default": option.shown(option.default),
        "type": str(option.type) if not option.choices else "choice",
        "cites": list(option.cites),
        "choices": [{"choice": word, "text": choice_text(option, word, text, words)} for word, text in option.choices],
    }


def clause_record(clause: Clause, words: Wording) -> dict[str, Any]:
    """A clause for programs."""
    return {
        "name": clause.name,
        "text": words.clause(clause),
        "cites": list(clause.cites),
        "origin": clause.origin,
        **where(clause.span),
    }


# ---- one plain ruleset ----------------------------------------------------------------------------------------------


def flat_text(opened: Opened) -> str:
    """One plain ruleset that means the same: what overlays did and what options are set to is written into it."""
    head = replace(opened.composed.head, kind="ruleset")
    parts = [
        print_item(each)
        for each in (head, *(_settled(opened.composed.inlined(each), opened) for each in opened.composed.declarations))
    ]
    return "\n\n".join(parts)


def _settled(node: t.Declaration, opened: Opened) -> t.Declaration:
    option = opened.rules.options.get(node.name) if node.kind == "option" else None
    if option is None or option.value == option.default:
        return node
    value: t.Expr = t.Name(option.shown(option.value)) if option.choices else t.Number(option.value, option.type.unit)
    return replace(node, value=value)


# ---- one rule -------------------------------------------------------------------------------------------------------


def show_rule(opened: Opened, name: str, as_json: bool = False) -> int:
    """Prints the declarations, or else the clauses, of that name; what they cite, and what overlays did to them."""
    found = _declarations(opened, name)
    clauses = [] if found else [each for each in (*opened.rules.clauses, *opened.rules.notes) if name in _names(each)]
    if not found and not clauses:
        raise ValueError(_no_rule(opened, name))
    if as_json:
        s.answer(
            [_rule_record(each, opened) for each in found] or [clause_record(each, opened.words) for each in clauses]
        )
        return 0
    facts = cited_facts(opened)
    for number, each in enumerate(found):
        _print_declaration(each, opened, facts, number > 0)
    for clause in clauses:
        _print_clause(clause, opened, facts)
    return 0


def _declarations(opened: Opened, name: str) -> list[t.Declaration]:
    every = opened.composed.declarations
    named = [each for each in every if name in (each.name, each.label)]
    rows = {kind.name for kind in opened.rules.kinds.values() if name in kind.rows}
    return named or [each for each in every if each.kind == "kind" and each.name in rows]


def _names(clause: Clause) -> tuple[str, ...]:
    return clause.name, clause.rule, clause.name.partition(" ")[2]


def _no_rule(opened: Opened, name: str) -> str:
    known = {each.name for each in opened.composed.declarations} | {each.name for each in opened.rules.clauses}
    known |= {row for kind in opened.rules.kinds.values() for row in kind.rows}
    near = nearest(name, known)
    phrase = opened.words.texts.phrase
    help = (
        phrase("did you mean `{near}`?", near=near)
        if near
        else phrase("`cavewright show {rules}` lists them", rules=opened.rules.id)
    )
    rules = "+".join([opened.rules.id, *opened.rules.overlays])
    return phrase("there is no rule `{name}` in {rules}", name=s.clean(name)[:80], rules=rules) + f"\n{help}"


def _rule_record(node: t.Declaration, opened: Opened) -> dict[str, Any]:
    span = node.span
    clauses = [each for each in (*opened.rules.clauses, *opened.rules.notes) if _inside(each, span)]
    return {
        "name": node.label,
        "text": opened.words.text(node.label, node.text),
        "source": print_item(node),
        **where(span),
        "clauses": [clause_record(each, opened.words) for each in clauses],
        "changes": [[_past(each[1]), *each[2:]] for each in _changes(opened) if _is_of(each[0], node.label)],
    }


def _inside(clause: Clause, span: Span) -> bool:
    return clause.span.source == span.source and span.start <= clause.span.start < span.end


def _is_of(change: str, label: str) -> bool:
    return change == label or change.startswith(f"{label}.")


def _print_declaration(node: t.Declaration, opened: Opened, facts: list[Fact], again: bool) -> None:
    out = s.console()
    if again:
        s.say(out)
    s.say(out, f"{node.span.source.name}:{node.span.line}", "dim")
    changes = [each for each in _changes(opened) if _is_of(each[0], node.label)]
    for first, text in _composed_lines(node) if changes else _source_lines(node.span):
        _print_code(text, first, out)
    for name, verb, who, because, place in changes:
        said = opened.words.texts.phrase(PAST[verb], who=who)
        s.paragraph(out, f"{name} {said} ({place}){': ' * bool(because)}{because}", "  ", "    ", "magenta")
    spans = [node.span, *(each.span for _, each in named_clauses(node))] if changes else [node.span]
    _print_facts(_within(facts, spans), opened, out)


def _print_code(text: str, first: str, out: Console) -> None:
    """A line of rules; one that is too long is wrapped, and a row of a table first loses its padding."""
    indent, words = len(text) - len(text.lstrip()), text.strip()
    if words.startswith("|") and len(first) + len(text) > s.width_of(out):
        words = re.sub(r" +\|", " |", words)
    for line in s.hang(words, s.width_of(out), f"{first}{' ' * indent}", " " * (len(first) + indent + 8), keep=True):
        s.say(out, line)


def _within(facts: Iterable[Fact], spans: list[Span]) -> list[tuple[Fact, list[Clause]]]:
    """The facts that are cited within these stretches, with the clauses there that do."""
    found = []
    for fact in facts:
        inside = [each for each in (*fact.clauses, *fact.notes) if any(_inside(each, span) for span in spans)]
        found += [(fact, inside)] if inside else []
    return found


def _source_lines(span: Span) -> Iterator[tuple[str, str]]:
    """The lines of a declaration as they are written, without their ids, each with its number."""
    last = span.line + span.text.rstrip().count("\n")
    for number in range(span.line, last + 1):
        line = span.source.line(number).rstrip()
        if line.strip():
            yield f"{number:>5}  ", IDS.sub("", line)


def _composed_lines(node: t.Declaration) -> Iterator[tuple[str, str]]:
    for line in print_item(node).split("\n"):
        yield "       ", IDS.sub("", line)


def _print_clause(clause: Clause, opened: Opened, facts: list[Fact]) -> None:
    out = s.console()
    s.say(out, f"{clause.name}   {clause.span.source.name}:{clause.span.line}", "dim")
    first, text = next(_source_lines(clause.span))
    _print_code(text.strip(), first, out)
    inside = [(each, [clause]) for each in facts if each.id in clause.cites]
    _print_facts(inside, opened, out)


def _print_facts(found: list[tuple[Fact, list[Clause]]], opened: Opened, out: Console) -> None:
    phrase = opened.words.texts.phrase
    if found:
        s.head(out, phrase("Facts"))
    width = max((len(fact.id) for fact, _ in found), default=0)
    for fact, clauses in found:
        lines = ", ".join(dict.fromkeys(phrase("line {number}", number=each.span.line) for each in clauses))
        s.say(out, f"  {fact.id:<{width}}  {lines}{' · ' * bool(fact.place)}{fact.place}", "cyan")
        s.paragraph(out, fact.text or phrase("is not among the facts beside the rules"), "      ")
        for each in fact.notes if fact.clauses else ():
            s.paragraph(
                out, f"{opened.words.clause(each)} {_besides(each, fact.id)}".rstrip(), "      ", style="yellow"
            )
        if fact.examples:
            s.paragraph(
                out,
                phrase("shown by {examples}", examples=", ".join(name for name, _ in fact.examples)),
                "      ",
                style="dim",
            )


def _besides(note: Clause, id: str) -> str:
    """The other facts that a note is about, if they are few."""
    others = [each for each in note.cites if each != id]
    return f"({', '.join(others)})" if 0 < len(others) <= FEW else ""


# ---- facts ----------------------------------------------------------------------------------------------------------


def show_citations(opened: Opened, as_json: bool = False) -> int:
    """Prints every fact with what carries it out; 1 if one has neither clause nor note, or is cited and does not
    exist."""
    facts = cited_facts(opened)
    missing = [each.id for each in facts if each.known and not each.is_carried]
    unknown = [each.id for each in facts if not each.known and opened.facts]
    if as_json:
        s.answer({"facts": [record(each, opened) for each in facts], "not_carried_out": missing, "unknown": unknown})
    else:
        out = s.console()
        s.grid(out, [row for each in facts for row in _rows(each, opened)], ("cyan", "dim", "", "dim"), indent=0)
        _print_notes(opened, out)
        s.say(out)
        _print_sums(facts, missing, unknown, opened, out)
    return 1 if missing or unknown else 0


def _rows(fact: Fact, opened: Opened) -> Iterator[tuple[str, str, str, str]]:
    lines = [(each.name, opened.place(each.span)) for each in fact.clauses]
    phrase = opened.words.texts.phrase
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


def _print_notes(opened: Opened, out: Console) -> None:
    if opened.rules.notes:
        s.head(out, opened.words.texts.phrase("Without effect on play"))
        s.grid(out, [(each.rule, opened.words.clause(each)) for each in opened.rules.notes], ("cyan",), indent=0)


def _print_sums(facts: list[Fact], missing: list[str], unknown: list[str], opened: Opened, out: Console) -> None:
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
    s.paragraph(out, words.plural("{n} fact: {sums}.", "{n} facts: {sums}.", len(known), sums=", ".join(sums)))
    if missing:
        s.paragraph(out, " ".join(missing), phrase("Neither clause nor note:") + " ", "  ", "bold red")
    if unknown:
        s.paragraph(out, " ".join(unknown), phrase("Cited, but no such fact:") + " ", "  ", "bold red")
