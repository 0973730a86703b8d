"""Meanings of lines of rules, as digests: what a sentence was written for, and whether that is still what it was."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from hashlib import sha256

from ...foundation.source.lazy_property import lazy_property
from ...language.syntax import print_item, text_values, unparse
from ...language.syntax import tree as t
from ...play.loading.opened_rules import OpenedRules
from ...rules.check.block_reader import key_of
from ...rules.model import ruleset as m
from ...rules.model import statements as st
from ...rules.model.statement_effects import steps_within

_TEXTS = re.compile(r'"[^"\n]*"|\[[^\]\n]*-[^\]\n]*\]')
_WORDS = re.compile(r"[^\W\d][\w-]*")
TOLD = ("to", "action", "whenever", "currency", "scoring")
"""Declarations with lines of their own: under its label stands the heading alone."""


class Meanings:
    """The lines of composed rules by their keys, and what each means: without texts and facts, with the values of the
    constants and the definitions that it names, one level deep."""

    def __init__(self, opened: OpenedRules) -> None:
        self.rules, self.declared = opened.rules, opened.declarations.declarations

    @lazy_property
    def texts(self) -> Mapping[str, tuple[str, ...]]:
        """Returns the text under each key: lines by rule and key, score lines, and declarations by their labels."""
        found: dict[str, list[str]] = {}
        for node in self.declared:
            whole = print_item(node)
            found.setdefault(node.label, []).append(_plain(whole.split("\n")[0] if node.kind in TOLD else whole))
            for key, text in _lines(node):
                found.setdefault(key, []).append(_plain(text))
        for clause in self.rules.clauses:
            if clause.name not in found:
                found.setdefault(clause.name, []).append(_plain(clause.span.text.split("\n")[0]))
        for label, field in ((node.label, each) for node in self.declared for each in t.walk(node)):
            if isinstance(field, t.Keeps) and f"{label}.{field.name}" not in found:
                found[f"{label}.{field.name}"] = [_plain(field.span.text.split("\n")[0])]
        return {key: tuple(several) for key, several in found.items()}

    def keys(self, key: str) -> tuple[str, ...]:
        """Returns a key and all that begin with it, as far as there are such."""
        return tuple(each for each in self.texts if each == key or each.startswith(f"{key}."))

    def digest(self, key: str, said: str) -> str:
        """Returns the digest of the lines under a key, for a sentence; values that it says in braces may change."""
        values = {each.value for each in text_values(said)}
        lines = [
            _without_numbers(each) if any(v.startswith("price ") for v in values) else each for each in self.texts[key]
        ]
        parts = [*lines, *self._meanings_within(lines, values)]
        return sha256("\n".join(parts).encode()).hexdigest()[:12]

    def _meanings_within(self, lines: Iterable[str], values: Collection[str]) -> Iterator[str]:
        """Yields the values of constants and the meanings of definitions that lines name."""
        for word in sorted({each for line in lines for each in _WORDS.findall(line)}):
            if word in self.rules.constants and word not in values:
                yield f"{word} = {self.rules.constants[word].args[0]}"
            elif f"define {word}" in self.texts:
                yield from self.texts[f"define {word}"]

    def to_tell(self) -> Iterator[str]:
        """Yields the keys of the lines that change something for people, or that they decide: bookkeeping apart."""
        hidden = {each.name for each in self.rules.fields if not each.told}
        rules: list[m.Process | m.Action] = [*self.rules.processes.values(), *self.rules.actions.values()]
        for rule in rules:
            body = (*rule.header, *rule.body) if isinstance(rule, m.Action) else rule.body
            for step in steps_within(body):
                target = step.statement.target if isinstance(step.statement, st.Assign) else None
                name = target.args[0].name if target is not None and target.op == "field" else ""
                if name not in hidden:
                    yield step.clause.name
        yield from (f"scoring.{each.name}" for each in self.rules.scoring.lines) if self.rules.scoring else ()


def _lines(node: t.Declaration) -> Iterator[tuple[str, str]]:
    rule = {"whenever": f"whenever {node.name}", "scoring": "scoring"}.get(node.kind, node.name)
    for each in t.walk(node):
        if isinstance(each, t.Line):
            yield f"{rule}.{each.key or key_of(each.statement)}", unparse(each)
        elif isinstance(each, t.Score):
            yield f"scoring.{each.name}", each.span.text.split("\n")[0]


def _plain(text: str) -> str:
    return " ".join(_TEXTS.sub("", text).split())


def _without_numbers(text: str) -> str:
    return re.sub(r"\d+", "#", text) if text.startswith("cost ") else text
