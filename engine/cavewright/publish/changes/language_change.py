"""Rewrites files of language 1 in language 2, so that they mean what they meant.

What a line means depends on how play comes to it, so the whole ruleset is looked at: a number that is cut off only where
nobody chose it is written with `up to`; where the line can be refused as well, a `require` before it says so.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ...foundation.source import Diagnostic, Source, Span, at
from ...foundation.source.frozen import frozen
from ...language.compose.reachability import reachable
from ...language.syntax import parse_file, unparse
from ...language.syntax import tree as t
from ...rules.model.ruleset import Ruleset
from ...rules.program import instructions as i
from ...rules.program.fitting_numbers import with_proofs
from ...rules.program.lower import lower
from ...rules.program.refusal_reach import can_fail

_OFFER = re.compile(r"offer\s+any(?:\s+(?!until\b|once\b|reveals\b)[^\W\d]\w*(?:-\w+)*)?(?:\s+once)?")
Edit = tuple[int, int, str]
"""What is written in place of a piece of a text."""


@frozen
class Ways:
    """Ways on which play comes to instructions: where a player chose what is carried out and may be refused it, or otherwise."""

    chosen: frozenset[int]
    free: frozenset[int]


def rewrite_in_language_2(rules: Ruleset, source: Source) -> tuple[str, tuple[Diagnostic, ...]]:
    """Returns the text of a file of some rules in language 2, or as it is with all that stands in the way."""
    file, found = parse_file(source)
    if found:
        return source.text, found
    edits: list[Edit] = []
    wrong: list[Diagnostic] = []
    for made in (*_numbers(rules, file), *_offers(file), *_heads(file)):
        if isinstance(made, Diagnostic):
            wrong.append(made)
        else:
            edits.append(made)
    if wrong:
        return source.text, tuple(wrong)
    text = source.text
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text, ()


def _heads(file: t.File) -> Iterator[Edit]:
    for head in file.items:
        for each in head.every(t.Property) if isinstance(head, t.Declaration) else ():
            if each.name == "language" and each.number == "1":
                start = each.span.start + each.span.text.rindex("1")
                yield start, start + 1, "2"


def _offers(file: t.File) -> Iterator[Edit]:
    """Whoever is offered any of a menu may stop, as in language 1."""
    for each in t.walk(file.items):
        if isinstance(each, t.Offer) and each.any and (said := _OFFER.match(each.span.text)):
            yield each.span.start + said.end(), each.span.start + said.end(), " or stop"


# ---- numbers ---------------------------------------------------------------------------------------------------------


def _numbers(rules: Ruleset, file: t.File) -> Iterator[Edit | Diagnostic]:
    """Yields what is written for lines that cut numbers off."""
    program = lower(rules)
    exact = _prove_exact(program)
    ways, lines = _ways(program), defaultdict[Span, list[int]](list)
    for n, node in enumerate(program.code):
        if n in ways.free and _keeps(node):
            lines[node.clause.span].append(n)  # type: ignore[union-attr]
    here = [each for each in t.walk(file.items) if isinstance(each, t.Changing)]
    for span, numbers in lines.items():
        if (span.source.name, span.source.text) != (file.span.source.name, file.span.source.text):
            continue
        written = next((each for each in here if span.start <= each.span.start and each.span.end <= span.end), None)
        is_due = isinstance(written, t.Cost)
        numbers = [n for n in numbers if can_fail(exact[n]) or is_due and not getattr(exact[n], "fits", False)]
        if written is not None and numbers:
            nodes = [program.code[n] for n in numbers]
            yield from _write_line(written, nodes, any(n in ways.chosen for n in numbers))


def _keeps(node: i.Instruction) -> bool:
    """Tells if an instruction of language 1 changes something that is kept."""
    if isinstance(node, i.Set):
        return node.target.op != "local" and not node.clause.fit
    return isinstance(node, i.Pieces) and not node.clause.fit


def _prove_exact(program: i.Program) -> list[Any]:
    """Returns the instructions as if each number of language 1 were exact, with proofs of those that fit anyway."""
    exact = [replace(n, clause=replace(n.clause, fit="exact")) if _keeps(n) else n for n in program.code]  # type: ignore[union-attr,arg-type]
    return with_proofs(exact, program.entries["play"], program.layout.locals, program.interrupts is not None)


def _write_line(line: t.Changing, nodes: Sequence[Any], is_chosen: bool) -> Iterator[Edit | Diagnostic]:
    start = line.span.start
    if isinstance(line, t.Gain | t.Lose | t.Move) or isinstance(line, t.Cost) and _is_plain(line, nodes):
        price: list[str | None] = [_price(line)] if isinstance(line, t.Cost) else []
        demands = price or ([_demand(node) for node in nodes] if is_chosen else [])
        if any(each is None for each in demands) or demands and not _stands_alone(line):
            yield _in_the_way(line)
            return
        below = line.span.source.text.rfind("\n", 0, start) + 1
        indent = re.match(r"[ \t]*", line.span.source.text[below:])
        assert indent
        for each in demands:
            yield below, below, f"{indent[0]}require {each}\n"
        word = line.span.text.split(None, 1)[0]
        yield start, start + len(word), "lose up to" if isinstance(line, t.Cost) else f"{word} up to"
    elif isinstance(line, t.Set) and not is_chosen and (value := _bound_value(line, nodes[0])):
        yield line.value.span.start, line.value.span.end, value
    else:
        yield _in_the_way(line)


def _is_plain(line: t.Cost, nodes: Sequence[Any]) -> bool:
    """Tells if a cost is one price in pieces of a bag: then it is a loss that has to be possible."""
    return len(line.prices) == len(nodes) == 1 and line.prices[0].holder is not None and isinstance(nodes[0], i.Pieces)


def _price(line: t.Cost) -> str:
    """Returns the condition that a price in pieces can be paid."""
    price = line.prices[0]
    assert price.holder is not None and price.quantity.amount is not None and price.quantity.unit is not None
    return f"{unparse(price.holder)}[{unparse(price.quantity.unit)}] >= {unparse(price.quantity.amount)}"


def _demand(node: Any) -> str | None:
    """Returns the condition that a number of a line fits; none where it cannot be said in one line."""
    if not isinstance(node, i.Set) or node.target.op != "field" or node.value.op not in ("add", "sub"):
        return None
    if node.value.args[0] != node.target:
        return None
    held, by = node.value.args
    kept, low, high = held.args[0].name, node.target.type.low, node.target.type.high
    amount = by.span.text
    if held.args[1] is not None and held.args[1].op != "me" or node.target.type.optional:
        return None
    amount = amount if re.fullmatch(r"\w+", amount) else f"({amount})"
    return f"{kept} - {amount} >= {low}" if node.value.op == "sub" else f"{kept} + {amount} <= {high}"


def _stands_alone(line: t.Changing) -> bool:
    """Tells if a line is one of a block, and no part of an edit."""
    text = line.span.source.text
    before = text[text.rfind("\n", 0, line.span.start) + 1 : line.span.start].split()
    return not before or len(before) == 1 and before[0].endswith(":")


def _bound_value(line: t.Set, node: Any) -> str:
    """Returns a value that is kept within the bounds of where it is put; "" where these cannot be said."""
    target, value = node.target.type, node.value.type
    is_none = value.optional or target.optional and value.low < 0
    if node.target.op == "amount" or is_none or not target.is_number:
        return ""
    found = said = f"({unparse(line.value)})" if isinstance(line.value, t.Conditional) else unparse(line.value)
    low, high = (f"{each} {target.unit}".rstrip() for each in (target.low, target.high))
    if value.high > target.high:
        found = f"{high} if {said} > {high} otherwise {found}"
    if value.low < target.low:
        inner = f"({found})" if value.high > target.high else found
        found = f"{low} if {said} < {low} otherwise {inner}"
    return found


def _in_the_way(line: t.Changing) -> Diagnostic:
    return at(
        "C0319",
        "what this line cuts off cannot be said in one line of language 2",
        line.span,
        "where nobody chose it, as much is done as is possible",
        help="say by `if` or `require` what is meant, then rewrite the file",
    )


# ---- ways ------------------------------------------------------------------------------------------------------------


def _ways(program: i.Program) -> Ways:
    """Returns the ways on which play comes to each instruction. What a process does belongs to whoever calls it, and it goes on behind the
    call."""
    chosen, free = set[int](), {0}
    after: dict[int, list[int]] = {}
    back = {
        slot: {o.after for o in _options(program) if o.back == slot} for slot in {o.back for o in _options(program)}
    }
    for at_, node in enumerate(program.code):
        if isinstance(node, i.Call):
            after[at_] = [node.to, at_ + 1]
        elif isinstance(node, i.Return):
            after[at_] = sorted(back.get(node.back, ()))
        elif not isinstance(node, (i.Freely, i.Chance)):
            after[at_] = sorted(i.successors(node, at_, {}))
        if isinstance(node, (i.Fork, i.Freely)):
            free.add(at_ + 1)
        elif isinstance(node, i.Chance):
            free.add(node.to)
        for each in node.options if isinstance(node, i.Decide) else ():
            if each.may_refuse:
                chosen.add(each.to)
            elif each.back >= 0:
                free.add(each.after)
            else:
                free.add(each.to)
    return Ways(frozenset(reachable(after, chosen)), frozenset(reachable(after, free)))


def _options(program: i.Program) -> list[i.Option]:
    """All options of decisions."""
    return [each for node in program.code if isinstance(node, i.Decide) for each in node.options]
