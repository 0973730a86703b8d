"""Heads: which files are a base and which an overlay, what an overlay builds on, and the one order that follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ..source import Diagnostic, Label, Source, Span, at, did_you_mean
from ..source.frozen import frozen
from ..syntax import parse_beginning
from ..syntax import tree as t
from .chapters import is_continued
from .declaration_edits import CREDITS, HEADS, LAID
from .overlay_findings import first_line, near_in_version, version_problem
from .overlay_session import Layer
from .versions import read_version

TOLD = ("language", "about", "source", "reconstruction", "texts", "why", *CREDITS)
KNOWN = {
    "ruleset": TOLD,
    "edition": (*TOLD, "extends", "after"),
    "overlay": (*TOLD, "extends", "after", "requires", "excludes"),
}
"""The words with which lines of a head begin."""

LANGUAGE = "1"
"""The language that this engine reads."""

NO_HEAD = t.Declaration("ruleset", "")


@frozen
class Headed:
    """An overlay whose head can be relied on."""

    head: t.Declaration
    items: tuple[t.Declaration | t.Edit, ...]

    def properties(self, name: str) -> list[t.Property]:
        """Lines of the head that begin with a word."""
        return properties(self.head, name)


def properties(head: t.Declaration, name: str) -> list[t.Property]:
    """Lines of a head that begin with a word."""
    return [each for each in head.members if isinstance(each, t.Property) and each.name == name]


def extended(head: t.Declaration | None, kind: str) -> str:
    """What the head of an edition, or of an overlay, extends; "" for another kind of head."""
    named = properties(head, "extends") if head is not None and head.kind == kind else []
    return next((each.word for each in named), "")


def items_of(files: Sequence[t.File]) -> tuple[t.Declaration | t.Edit, ...]:
    """All that stands in the files but heads, and chapters that only go on."""
    return tuple(each for file in files for each in file.items if not (_is_head(each) or is_continued(each)))


def _is_head(item: t.Declaration | t.Edit) -> bool:
    return isinstance(item, t.Declaration) and item.kind in HEADS


# ---- One head ------------------------------------------------------------------------------------------------------


def read_head(files: Sequence[t.File], word: str) -> tuple[t.Declaration | None, list[Diagnostic]]:
    """The head of the files of one ruleset or overlay (`word` says which), and what is wrong with it."""
    heads = _heads(files)
    if not heads:
        return None, [_no_head(files, word)]
    found = [_second_head(each, heads[0]) for each in heads[1:]]
    found += [_wrong_head(heads[0], word)] if (heads[0].kind in LAID) != (word in LAID) else []
    return heads[0], found + _language(heads[0]) + [each for head in heads[:1] for each in _strange(head)]


def head_in(sources: Iterable[Source]) -> t.Declaration | None:
    """The head of the files of one ruleset or overlay, without reading the rest of them; none if there is none that can
    be read."""
    return next(iter(_heads(parse_beginning(each, HEADS) for each in sources)), None)


def _heads(files: Iterable[t.File]) -> list[t.Declaration]:
    return [each for file in files for each in file.items if isinstance(each, t.Declaration) and each.kind in HEADS]


def _strange(head: t.Declaration) -> Iterable[Diagnostic]:
    """C0316 for lines of a head that say nothing to anybody, and for a version that is a range."""
    known = KNOWN[head.kind]
    for each in head.members:
        if isinstance(each, t.Property) and each.name not in known:
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


def _second_head(head: t.Declaration, first: t.Declaration) -> Diagnostic:
    return at(
        "C0312",
        f"there is a second head, `{head.label}`",
        head.name_span,
        "the second",
        more=[Label(first.name_span, "the first")],
        help="the files of a folder are one ruleset: keep one head, and move the other to a folder of its own",
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


def _language(head: t.Declaration) -> list[Diagnostic]:
    named = properties(head, "language")
    wrong = [each for each in named if each.number != LANGUAGE or each.word]
    if not named:
        return [
            at(
                "C0311",
                f"`{head.label}` does not say in which language it is written",
                head.name_span,
                "no `language` below this",
                help=f"write `language {LANGUAGE}` below its first line",
            )
        ]
    return [
        at(
            "C0311",
            f"this engine reads language {LANGUAGE}, not {each.number or each.word or 'this one'}",
            each.span,
            help=f"write `language {LANGUAGE}`, or use an engine that reads this one",
        )
        for each in wrong
    ]


# ---- All heads -----------------------------------------------------------------------------------------------------


def ordered(base: t.Declaration, overlays: Sequence[Sequence[t.File]]) -> tuple[list[Layer], list[Diagnostic]]:
    """The overlays in the order in which they apply, whatever the order in which they are listed.

    An overlay comes after those that it names (`after`, `extends` or `requires`, if they are played too), and after an
    edition, which is the ground of all that is laid on it; of those free to come next, the first by id does. What is
    wrong with the heads comes back too; with an error there are no layers.
    """
    headed, found = _headed(overlays)
    by_id, repeated = _once(headed)
    found += repeated
    found += [problem for each in by_id.values() for problem in _unfounded(each, base, by_id)]
    found += [
        problem for each in by_id.values() for problem in (*_unmet(each, base, by_id), *_excluded(each, base, by_id))
    ]
    followed = _upon_editions(by_id, _followed(by_id))
    found += _rival_editions(by_id, followed)
    before = {each: _reached(each, followed) for each in by_id}
    found += _cycles(by_id, before)
    if found:
        return [], found
    return [Layer(by_id[each].head, by_id[each].items, frozenset(before[each])) for each in _sorted(by_id, before)], []


def _headed(overlays: Sequence[Sequence[t.File]]) -> tuple[list[Headed], list[Diagnostic]]:
    headed: list[Headed] = []
    found: list[Diagnostic] = []
    for files in sorted(overlays, key=lambda each: [(file.span.source.name, file.span.source.text) for file in each]):
        head, problems = read_head(files, "overlay")
        found += problems
        headed += [Headed(head, items_of(files))] if head is not None and head.kind in LAID else []
    return headed, found


def _once(headed: Iterable[Headed]) -> tuple[dict[str, Headed], list[Diagnostic]]:
    found: list[Diagnostic] = []
    by_id: dict[str, Headed] = {}
    for each in headed:
        if each.head.name in by_id:
            found.append(
                at(
                    "C0309",
                    f"the overlay `{each.head.name}` is listed twice",
                    each.head.name_span,
                    more=[Label(by_id[each.head.name].head.name_span, "listed first")],
                    help="name it once; order among overlays is declared with `after`",
                )
            )
        by_id.setdefault(each.head.name, each)
    return dict(sorted(by_id.items())), found


def _unfounded(overlay: Headed, base: t.Declaration, others: Mapping[str, Headed]) -> list[Diagnostic]:
    """C0310 if the overlay is for another base, or for other versions of this one."""
    name, named = overlay.head.name, overlay.properties("extends")
    if not named:
        return [
            at(
                "C0310",
                f"`{name}` does not say what it extends",
                overlay.head.name_span,
                "no `extends` below this",
                help=f"write `extends {base.name} ^{base.version}` below its first line",
            )
        ]
    grounds = {each: other.head.version for each, other in others.items() if each != name} | {base.name: base.version}
    there = [each for each in named if each.word in grounds]
    if not there and any(each.word == name for each in named):
        return []
    if not there:
        help = near_in_version(name, named[0], grounds) or f"play it on `{named[0].word}`: {named[0].word}+{name}"
        return [
            at(
                "C0310",
                f"`{name}` extends `{named[0].word}`, not `{base.name}`",
                named[0].span,
                help=help,
                more=[Label(base.name_span, "this is played")] if base.name else [],
            )
        ]
    problems = [version_problem(name, each, grounds[each.word]) for each in there]
    if not all(problems) or problems[0] is None:
        return []
    played = others[there[0].word].head if there[0].word in others else base
    return [replace(problems[0], labels=(*problems[0].labels, Label(played.name_span, "this is played")))]


def _unmet(overlay: Headed, base: t.Declaration, others: Mapping[str, Headed]) -> Iterable[Diagnostic]:
    """C0317 for overlays that it requires and that are not played, C0310 for other versions of them."""
    played = "+".join(each for each in (base.name, *others) if each)
    for line in overlay.properties("requires"):
        there = others.get(line.word)
        if there is None:
            versions = {each: other.head.version for each, other in others.items() if each != overlay.head.name}
            near = near_in_version(overlay.head.name, replace(line, text=""), versions)
            yield at(
                "C0317",
                f"`{overlay.head.name}` requires the overlay `{line.word}`, which is not played",
                line.span,
                line.text,
                help=near or f"play it too: {played}+{line.word}",
            )
        else:
            problem = version_problem(overlay.head.name, replace(line, text=""), there.head.version)
            if problem is not None:
                yield replace(problem, labels=(*problem.labels, Label(there.head.name_span, "this is played")))


def _excluded(overlay: Headed, base: t.Declaration, others: Mapping[str, Headed]) -> Iterable[Diagnostic]:
    """C0318 for overlays that it excludes and that are played."""
    for line in overlay.properties("excludes"):
        there = others[line.word].head if line.word in others else base if line.word == base.name else None
        if there is not None:
            because = f": {line.text}" if line.text else ""
            yield at(
                "C0318",
                f"`{overlay.head.name}` excludes `{line.word}`{because}",
                line.span,
                more=[Label(there.name_span, "this is played too")],
                help="play one of the two without the other",
            )


_ORDERING = ("after", "extends", "requires")
"""Lines of a head that name what comes before the overlay."""


def _followed(by_id: Mapping[str, Headed]) -> dict[str, list[str]]:
    """The overlays that each one names, as far as they are played."""
    return {
        name: sorted({line.word for word in _ORDERING for line in each.properties(word)} & set(by_id))
        for name, each in by_id.items()
    }


def _upon_editions(by_id: Mapping[str, Headed], followed: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The same, with every overlay coming after the editions, unless an edition builds on it."""
    ground = [name for name, each in by_id.items() if each.head.kind == "edition"]
    below = {each for name in ground for each in (name, *_reached(name, followed))}
    return {name: named if name in below else sorted({*named, *ground}) for name, named in followed.items()}


def _rival_editions(by_id: Mapping[str, Headed], followed: Mapping[str, Sequence[str]]) -> list[Diagnostic]:
    """C0310 for an edition that is played with another, and neither is an edition of the other."""
    ground = [name for name, each in by_id.items() if each.head.kind == "edition"]
    for number, name in enumerate(ground):
        for other in ground[:number]:
            if name not in _reached(other, followed) and other not in _reached(name, followed):
                head, first = by_id[name].head, by_id[other].head
                return [
                    at(
                        "C0310",
                        f"`{name}` and `{other}` are two editions, and a game is played by one",
                        head.name_span,
                        "one edition",
                        more=[Label(first.name_span, "another")],
                        help=f"take one of them: `{other}` or `{name}`",
                    )
                ]
    return []


def _reached(start: str, followed: Mapping[str, Sequence[str]]) -> set[str]:
    reached: set[str] = set()
    todo = list(followed[start])
    while todo:
        name = todo.pop()
        if name not in reached:
            reached.add(name)
            todo += followed[name]
    return reached


def _cycles(by_id: Mapping[str, Headed], before: Mapping[str, set[str]]) -> list[Diagnostic]:
    """C0308 for each group of overlays that all come after each other."""
    found: list[Diagnostic] = []
    told: set[str] = set()
    for name in by_id:
        if name in before[name] and name not in told:
            group = [each for each in by_id if each in before[name] and name in before[each]]
            told.update(group)
            found.append(_cycle(group, by_id))
    return found


def _cycle(group: Sequence[str], by_id: Mapping[str, Headed]) -> Diagnostic:
    lines = [
        (each, line)
        for each in group
        for word in _ORDERING
        for line in by_id[each].properties(word)
        if line.word in group
    ]
    *first, last = group
    named = f"{', '.join(f'`{each}`' for each in first)} and `{last}`" if first else f"`{last}`"
    message = f"{named} each come after the other" if len(group) > 1 else f"{named} comes after itself"
    labels = [Label(line.span, f"`{each}` comes after `{line.word}`") for each, line in lines]
    return Diagnostic("C0308", message, tuple(labels), help="take one of these lines out")


def _sorted(by_id: Mapping[str, Headed], before: Mapping[str, set[str]]) -> list[str]:
    """The overlays, each after those before it; of those free to come next the first by id."""
    left, done = set(by_id), list[str]()
    while left:
        done.append(min(each for each in left if before[each].isdisjoint(left)))
        left.remove(done[-1])
    return done
