"""Difference of two rulesets, and how it is made: who says so, and what people read of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from ...foundation.source import Span
from ...foundation.source.frozen import frozen
from ...language.compose import Composed, Provenance
from ...language.compose.overlay_order import properties
from ...language.syntax import tree as t
from ...play.positions.wording import author
from .difference_sentences import DifferenceSentences
from .written_parts import SILENT

WORDING = ("text", "citation", *SILENT)

Facts = Mapping[str, Mapping[str, str]]


@frozen
class Difference:
    """One thing that differs.

    `rule` is the label of a declaration, `key` that of a clause in it (`climb.points` for a cell, "" for the rule
    itself); `what` says what kind of thing it is: rule, value, option, players, cell, row, column, cost, requirement,
    step, score, kept, parameter, choice, menu, upon, head, text, citation, note, notice, lesson, example, advice. `done` is added,
    removed, changed or moved. `old` and `new` are as they are written. `by` is the overlay that says so, `why` the
    reason that it gives; `cites` are the facts that this difference carries out, `was` those of what stood there
    before. `plays`: it touches play, or a figure; otherwise only wording. `title`, `text`, `author` (by which house
    rule) and `sentence` (all three) are for people.
    """

    rule: str
    key: str
    what: str
    done: str
    old: str
    new: str
    title: str
    text: str
    by: str = ""
    is_edition: bool = False
    why: str = ""
    cites: tuple[str, ...] = ()
    was: tuple[str, ...] = ()
    plays: bool = True
    author: str = ""
    span: Span | None = field(default=None, compare=False, repr=False)

    @property
    def sentence(self) -> str:
        """The difference in full, by itself."""
        return f"{self.title}: {self.text}" + (f" ({self.author})" if self.author else "")


@frozen
class Compared:
    """A rule in two rulesets, at least in one of them."""

    before: Composed
    after: Composed
    old: t.Declaration | None
    new: t.Declaration | None
    facts: Facts
    say: DifferenceSentences

    @property
    def node(self) -> t.Declaration:
        """The declaration as it is now, or as it was."""
        node = self.new or self.old
        assert node is not None
        return node

    # -- who says so --------------------------------------------------------------------------------------------------

    def _did(self, key: str, is_gone: bool = False) -> Provenance | None:
        """Returns the deed of an overlay on a clause that the first ruleset does not have; the last if there are
        several."""
        label, provenance = self.node.label, self.after.provenance
        if is_gone:
            whole = [each for each in provenance.get((label, ""), ()) if each.verb in ("replace", "add")]
            return self.after.removed.get(f"{label}.{key}" if key else label) or next(reversed(whole), None)
        history = provenance.get((label, key), ()) or provenance.get((label, ""), ())
        new = [each for each in history if each.overlay not in self.before.overlays] or list(history)
        return new[-1] if new else None

    def _make(
        self,
        key: str,
        what: str,
        done: str,
        text: str,
        old: str = "",
        new: str = "",
        *,
        at: str | None = None,
        cites: tuple[str, ...] = (),
        was: tuple[str, ...] = (),
    ) -> Difference:
        """A difference, with who says so: what was done to the clause `key`, or `at` another one."""
        node, say = self.node, self.say
        did = self._did(key, done == "removed") if at is None else self._did(at)
        by, because, its, span = (did.overlay, did.because, did.cites, did.span) if did else ("", "", (), None)
        heads = (*self.after.grounds[1:], *self.after.heads) if did else ()
        head = next((each for each in heads if each.name == by), None)
        why = next((each.text for each in properties(head, "why")), "") if head is not None else ""
        is_edition = head is not None and (head.kind == "edition" or bool(properties(head, "source")))
        ids = tuple(dict.fromkeys((*its, *(each for each in cites if each not in was))))
        title = say.title(node.kind, node.name, node.text)
        return Difference(
            node.label,
            key,
            what,
            done,
            old,
            new,
            title,
            text,
            by,
            is_edition,
            because or why,
            ids,
            was,
            self._plays(what, ids),
            author(by, is_edition, say.said) if by else "",
            span,
        )

    def _plays(self, what: str, ids: Iterable[str]) -> bool:
        """Tells if a difference touches play; nothing within an example or a note does, but a note may tell a
        figure."""
        if what not in WORDING and self.node.kind not in SILENT:
            return True
        return what == "note" and any(self.facts.get(each, {}).get("class") in ("figure", "play") for each in ids)

    # -- wording ------------------------------------------------------------------------------------------------------

    def _text(self, key: str, old: str, new: str, path: str = "") -> Iterator[Difference]:
        if old != new:
            text = self._says(key, old, new, path)
            yield self._make(key, "text", "changed", text, old, new, at=key or "text")

    def _says(self, key: str, old: str, new: str, path: str = "") -> str:
        said = [self._read(key, each, path) for each in (new, old)]
        if key in ("", "title") and self.node.kind in ("ruleset", "edition") and all(said):
            return self.say.is_called(*said)
        title = self.say.title(self.node.kind, self.node.name, self.node.text)
        if not key and all(said) and said[0].startswith(title):
            return self.say.stands_for(said[1])
        return self.say.reads(*said)

    def _read(self, key: str, text: str, path: str = "") -> str:
        """A text of the rule or of one of its clauses, in the language."""
        if self.node.kind in ("ruleset", "edition"):
            return self.say.text(text, "ruleset")
        if key:
            return self.say.clause(self.node.name, key, text, path)
        return self.say.text(text, self.node.label, self.node.name)

    def _citations(self, key: str, old: tuple[str, ...], new: tuple[str, ...]) -> Difference:
        more, less = (", ".join(each for each in ids if each not in others) for ids, others in ((new, old), (old, new)))
        told = (
            self.say.phrase("now cites {ids}", ids=more) if more else "",
            self.say.phrase("no longer cites {ids}", ids=less) if less else "",
        )
        text, was, now = "; ".join(filter(None, told)), ", ".join(old), ", ".join(new)
        return self._make(key, "citation", "changed", text, was, now, at=key or "text", cites=new, was=old)
