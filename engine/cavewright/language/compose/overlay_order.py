"""Heads: which files are a base and which an overlay, what an overlay builds on, and the one order that follows."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from operator import itemgetter

from ...foundation.source import Diagnostic, Diagnostics, Label, Source, Span, at, did_you_mean
from ..syntax import parse_beginning
from ..syntax import tree as t
from .chapters import is_continued
from .declaration_edits import CREDITS, HEADS, LAID
from .languages import LANGUAGES, newer_words, with_marks
from .overlay_findings import first_line, near_in_version, version_problem
from .overlay_session import Layer
from .reachability import reachable
from .versions import read_version

TOLD = ("language", "about", "aim", "source", "reconstruction", "texts", "why", *CREDITS)
KNOWN = {
    "ruleset": TOLD,
    "edition": (*TOLD, "extends", "after"),
    "overlay": (*TOLD, "extends", "after", "requires", "excludes"),
}
"""The words with which lines of a head begin."""

LANGUAGE = LANGUAGES[-1]
"""The newest language that this engine reads."""

NO_HEAD = t.Declaration("ruleset", "")
Heads = Mapping[str, t.Declaration]
"""The heads of overlays, by id."""
Headed = tuple[t.Declaration, tuple[t.Declaration | t.Edit, ...]]
"""A head, and what stands below it."""


def properties(head: t.Declaration, name: str) -> list[t.Property]:
    """Lines of a head that begin with a word."""
    return [each for each in head.every(t.Property) if each.name == name]


def extended_ruleset(head: t.Declaration | None, kind: str) -> str:
    """Returns the ruleset that the head of an edition, or of an overlay, extends; "" for another kind of head."""
    named = properties(head, "extends") if head is not None and head.kind == kind else []
    return next((each.word for each in named), "")


def items_of(files: Sequence[t.File]) -> tuple[t.Declaration | t.Edit, ...]:
    """All that stands in the files but heads, and chapters that only go on."""
    heads = _heads(files)
    return tuple(each for file in files for each in file.items if each not in heads and not is_continued(each))


# ---- One head ------------------------------------------------------------------------------------------------------


def read_head(files: Sequence[t.File], word: str) -> tuple[t.Declaration | None, list[Diagnostic]]:
    """The head of the files of one ruleset or overlay (`word` says which), and what is wrong with it."""
    heads = _heads(files)
    if not heads:
        return None, [_no_head(files, word)]
    first, *others = heads
    found = [
        at(
            "C0312",
            f"there is a second head, `{each.label}`",
            each.name_span,
            "the second",
            more=[Label(first.name_span, "the first")],
            help="the files of a folder are one ruleset: keep one head, and move the other to a folder of its own",
        )
        for each in others
    ]
    found += [_wrong_head(first, word)] if (first.kind in LAID) != (word in LAID) else []
    return first, [*found, *_language(first), *_strange(first)]


def head_in(sources: Iterable[Source]) -> t.Declaration | None:
    """The head of the files of one ruleset or overlay, without reading the rest of them; none if there is none that can
    be read."""
    return next(iter(_heads(parse_beginning(each, HEADS) for each in sources)), None)


def _heads(files: Iterable[t.File]) -> list[t.Declaration]:
    return [each for file in files for each in file.items if isinstance(each, t.Declaration) and each.kind in HEADS]


def _strange(head: t.Declaration) -> Diagnostics:
    """C0316 for lines of a head that say nothing to anybody, and for a version that is a range."""
    known = KNOWN[head.kind]
    for each in head.every(t.Property):
        if each.name not in known:
            words = ", ".join(f"`{word}`" for word in known)
            yield at(
                "C0316",
                f"a head has no line `{each.name}`",
                first_line(each.span),
                "nobody would heed this",
                help=did_you_mean(each.name, known) or f"the lines of this head begin with {words}",
            )
    if read_version(head.version) is None:
        yield at(
            "C0316",
            f"`{head.version}` is not a version",
            first_line(head.span),
            help=f"write `{head.kind} {head.name} {head.version.lstrip('^~>=')}`; "
            "ranges stand behind `extends` and `requires`",
        )


def _no_head(files: Sequence[t.File], word: str) -> Diagnostic:
    place = [Label(Span(each.span.source, 0, 0), "no head here") for each in files[:1]]
    example = "overlay my-rules 1.0" if word == "overlay" else "ruleset my-game 1.0"
    return Diagnostic(
        "C0312",
        f"this {word} has no head",
        tuple(place),
        help=f"begin it with `{example}`, and below that `language {LANGUAGE}`",
    )


def _wrong_head(head: t.Declaration, word: str) -> Diagnostic:
    base = next((each.word for each in properties(head, "extends") if each.word != head.name), "")
    message = f"`{head.name}` is an overlay, and cannot be played by itself"
    help = (
        f"play it on `{base}`: {base}+{head.name}"
        if base
        else (f"write below its first line what it `extends`, and play it on that: BASE+{head.name}")
    )
    if word == "overlay":
        message = f"`{head.name}` is a ruleset of its own, and cannot be laid over another"
        help = f"play it by itself; or begin it with `overlay {head.name}` and say below what it `extends`"
    return at("C0312", message, head.name_span, f"this begins with `{head.kind}`", help=help)


def _language(head: t.Declaration) -> Diagnostics:
    named = properties(head, "language")
    if not named:
        yield at(
            "C0311",
            f"`{head.label}` does not say in which language it is written",
            head.name_span,
            "no `language` below this",
            help=f"write `language {LANGUAGE}` below its first line",
        )
    for each in named:
        if each.number not in LANGUAGES or each.word:
            yield at(
                "C0311",
                f"this engine reads language {'..'.join(LANGUAGES)}, not {each.number or each.word or 'this one'}",
                each.span,
                help=f"write `language {LANGUAGE}`, or use an engine that reads this one",
            )


# ---- All heads -----------------------------------------------------------------------------------------------------


def order_overlays(base: t.Declaration, overlays: Sequence[Sequence[t.File]]) -> tuple[list[Layer], list[Diagnostic]]:
    """The overlays in the order in which they apply, whatever the order in which they are listed.

    An overlay comes after those that it names (`after`, `extends` or `requires`, if they are played too), and after an
    edition, which is the ground of all that is laid on it; of those free to come next, the first by id does. What is
    wrong with the heads comes back too; with an error there are no layers.
    """
    items, found = _once(overlays)
    heads = {name: head for name, (head, _) in items.items()}
    for check in (_wrong_base, _unmet_and_excluded):
        found += [problem for each in heads.values() for problem in check(each, base, heads)]
    followed = {
        name: sorted({line.word for word in _ORDERING for line in properties(each, word)} & set(heads))
        for name, each in heads.items()
    }
    followed = _upon_editions(heads, followed)
    found += _rival_editions(heads, followed)
    before = {each: reachable(followed, followed[each]) for each in heads}
    found += _cycles(heads, before)
    if found:
        return [], found
    played = "+".join(each for each in (base.name, *heads) if each)
    return [
        Layer(*items[each], frozenset(before[each]), _absent(heads[each], {base.name, *heads}), played)
        for each in _sort(heads, before)
    ], []


def _absent(head: t.Declaration, played: Container[str]) -> tuple[t.Property, ...]:
    """Returns the lines `after OTHER` of a head of which the other is not played."""
    return tuple(line for line in properties(head, "after") if line.word not in played)


def _once(overlays: Sequence[Sequence[t.File]]) -> tuple[Mapping[str, Headed], list[Diagnostic]]:
    """The heads of overlays by their ids, with what stands below them, and what is wrong with the heads."""
    found: list[Diagnostic] = []
    heads: dict[str, Headed] = {}
    repeated: list[Diagnostic] = []
    for files in sorted(overlays, key=lambda each: [(file.span.source.name, file.span.source.text) for file in each]):
        head, problems = read_head(files, "overlay")
        found += [*problems, *newer_words(head, files)]
        if head is None or head.kind not in LAID:
            continue
        if head.name in heads:
            repeated.append(
                at(
                    "C0309",
                    f"the overlay `{head.name}` is listed twice",
                    head.name_span,
                    more=[Label(heads[head.name][0].name_span, "listed first")],
                    help="name it once; order among overlays is declared with `after`",
                )
            )
        heads.setdefault(head.name, (head, items_of(with_marks(head, files))))
    return dict(sorted(heads.items(), key=itemgetter(0))), [*found, *repeated]


def _wrong_base(overlay: t.Declaration, base: t.Declaration, others: Heads) -> Diagnostics:
    """C0310 if the overlay is for another base, or for other versions of this one."""
    name, named = overlay.name, properties(overlay, "extends")
    grounds = {each: other.version for each, other in others.items() if each != name} | {base.name: base.version}
    there = [each for each in named if each.word in grounds]
    if not named:
        yield at(
            "C0310",
            f"`{name}` does not say what it extends",
            overlay.name_span,
            "no `extends` below this",
            help=f"write `extends {base.name} ^{base.version}` below its first line",
        )
    elif there:
        problems = [version_problem(name, each, grounds[each.word]) for each in there]
        if all(problems) and problems[0] is not None:
            yield _with_played(problems[0], others.get(there[0].word, base))
    elif all(each.word != name for each in named):
        help = near_in_version(name, named[0], grounds) or f"play it on `{named[0].word}`: {named[0].word}+{name}"
        yield at(
            "C0310",
            f"`{name}` extends `{named[0].word}`, not `{base.name}`",
            named[0].span,
            help=help,
            more=[Label(base.name_span, "this is played")] if base.name else [],
        )


def _with_played(problem: Diagnostic, head: t.Declaration) -> Diagnostic:
    """A finding about a version, which also shows what is played."""
    return replace(problem, labels=(*problem.labels, Label(head.name_span, "this is played")))


def _unmet_and_excluded(overlay: t.Declaration, base: t.Declaration, others: Heads) -> Diagnostics:
    """C0317 for overlays that it requires and that are not played, C0310 for other versions of them; C0318 for those
    that it excludes and that are played."""
    played = "+".join(each for each in (base.name, *others) if each)
    for line in properties(overlay, "requires"):
        there = others.get(line.word)
        if there is None:
            versions = {each: other.version for each, other in others.items() if each != overlay.name}
            near = near_in_version(overlay.name, replace(line, text=""), versions)
            yield at(
                "C0317",
                f"`{overlay.name}` requires the overlay `{line.word}`, which is not played",
                line.span,
                line.text,
                help=near or f"play it too: {played}+{line.word}",
            )
        elif problem := version_problem(overlay.name, replace(line, text=""), there.version):
            yield _with_played(problem, there)
    for line in properties(overlay, "excludes"):
        there = {base.name: base, **others}.get(line.word)
        if there is not None:
            because = f": {line.text}" if line.text else ""
            yield at(
                "C0318",
                f"`{overlay.name}` excludes `{line.word}`{because}",
                line.span,
                more=[Label(there.name_span, "this is played too")],
                help="play one of the two without the other",
            )


_ORDERING = ("after", "extends", "requires")
"""Lines of a head that name what comes before the overlay."""


def _upon_editions(heads: Heads, followed: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The overlays that each one names, and editions, which come before every overlay that they do not build on."""
    ground = [name for name, each in heads.items() if each.kind == "edition"]
    below = reachable(followed, ground)
    return {name: named if name in below else sorted({*named, *ground}) for name, named in followed.items()}


def _rival_editions(heads: Heads, followed: Mapping[str, list[str]]) -> Diagnostics:
    """C0310 for an edition that is played with another, and neither is an edition of the other."""
    ground = [head for head in heads.values() if head.kind == "edition"]
    rivals = (
        (head, first)
        for number, head in enumerate(ground)
        for first in ground[:number]
        if head.name not in reachable(followed, [first.name]) and first.name not in reachable(followed, [head.name])
    )
    for head, first in islice(rivals, 1):
        yield at(
            "C0310",
            f"`{head.name}` and `{first.name}` are two editions, and a game is played by one",
            head.name_span,
            "one edition",
            more=[Label(first.name_span, "another")],
            help=f"take one of them: `{first.name}` or `{head.name}`",
        )


def _cycles(heads: Heads, before: Mapping[str, set[str]]) -> Diagnostics:
    """C0308 for each group of overlays that all come after each other."""
    told: set[str] = set()
    for name in heads:
        if name in before[name] and name not in told:
            group = *first, last = [each for each in heads if each in before[name] and name in before[each]]
            told.update(group)
            named = f"{', '.join(f'`{each}`' for each in first)} and `{last}`" if first else f"`{last}`"
            message = f"{named} each come after the other" if first else f"{named} comes after itself"
            labels = [
                Label(line.span, f"`{each}` comes after `{line.word}`")
                for each in group
                for word in _ORDERING
                for line in properties(heads[each], word)
                if line.word in group
            ]
            yield Diagnostic("C0308", message, tuple(labels), help="take one of these lines out")


def _sort(by_id: Iterable[str], before: Mapping[str, set[str]]) -> list[str]:
    """The overlays, each after those before it; of those free to come next the first by id."""
    left, done = set(by_id), list[str]()
    while left:
        done.append(min(each for each in left if before[each].isdisjoint(left)))
        left.remove(done[-1])
    return done
