"""Edits that do what the `help:` of a finding says. Each that is offered was tried: the finding is gone then, and nothing
is wrong that was not wrong before."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from ...foundation.source import Diagnostic, Source, Span, nearest
from ...foundation.source.frozen import frozen
from .positions import TextEdit, apply_edits
from .workspace import Project, Workspace

MOST_TRIED = 12
"""Edits that are tried for one finding."""
_NEAREST = re.compile(r"did you mean `([^`]+)`\?")
_WORD = re.compile(r"[^\W\d][\w-]*")
_CODE = re.compile(r"`([^`]+)`")
_OUT = re.compile(
    r"^(?:delete (?:it|this character)|take it out|leave it out|leave out one of them|take this (?:line|branch) out|keep one of the two(?: rows)?)$"
)
_MAYBE_OUT = re.compile(
    r"take (?:it|this line|this branch|one of the two|what it forbids) out|take out|leave (?:it|the line) out|leave out"
)
_SURE = (
    re.compile(r"^did you mean `([^`]+)`\?$"),
    re.compile(r"^write `([^`]+)`$"),
    re.compile(r"^end it with `([^`]+)`$"),
    re.compile(r"^close it with `([^`]+)` before the row ends$"),
    re.compile(r"^delete (?:it|this character)$"),
    re.compile(r"^take out `([^`]+)`$"),
)
"""Ways to say what to do of which there is only one way to do it."""


@frozen
class Remedy:
    """An edit of one file that mends a finding; it is sure where the finding allows no other."""

    title: str
    path: Path
    edits: tuple[TextEdit, ...]
    diagnostic: Diagnostic
    is_sure: bool = False


def remedies(workspace: Workspace, path: Path, diagnostic: Diagnostic, most: int = MOST_TRIED) -> list[Remedy]:
    """The edits that mend a finding of the rules of a file, each of them tried."""
    if diagnostic.span is None or not diagnostic.help:
        return []
    project = workspace.project(path)
    where, span = project.place(diagnostic.span)
    if where not in project.sources:
        return []
    is_whole = diagnostic not in project.name_findings
    before = Counter(map(_name, project.whole if is_whole else project.name_findings))
    found: dict[str, Remedy] = {}
    for title, edit in list(dict.fromkeys(_candidates(diagnostic, span)))[:most]:
        text = apply_edits(span.source.text, (edit,))
        if text not in found and _mends(workspace, path, where, text, before, diagnostic, is_whole):
            found[text] = Remedy(title, where, (edit,), diagnostic)
    made = list(found.values())
    sure = len(made) == 1 and any(each.match(diagnostic.help) for each in _SURE)
    return [Remedy(each.title, each.path, each.edits, each.diagnostic, sure) for each in made]


def _name(diagnostic: Diagnostic) -> tuple[str, str]:
    return diagnostic.code, diagnostic.message


def _mends(
    workspace: Workspace,
    path: Path,
    where: Path,
    text: str,
    before: Mapping[tuple[str, str], int],
    diagnostic: Diagnostic,
    is_whole: bool,
) -> bool:
    """Tells if a text lacks a finding that it had, and has none that it had not."""
    project = workspace.trial({where: text}).project(path)
    after = Counter(map(_name, project.whole if is_whole else project.name_findings))
    name = _name(diagnostic)
    return after[name] < before[name] and all(many <= before.get(each, 0) for each, many in after.items())


# ---- what could be meant ---------------------------------------------------------------------------------------------


def _candidates(diagnostic: Diagnostic, span: Span) -> Iterator[tuple[str, TextEdit]]:
    """Edits that a help line may mean, the likeliest first."""
    help = diagnostic.help
    near = _NEAREST.search(help)
    if near:
        yield from _replacements(diagnostic, span, near[1])
    if _OUT.search(help) or _MAYBE_OUT.search(help):
        yield from _without(diagnostic, span)
    for code in _CODE.findall(help) if not near else ():
        if "…" not in code and not code.startswith("cavewright "):
            yield from _writings(diagnostic, span, code)


def _replacements(diagnostic: Diagnostic, span: Span, new: str) -> Iterator[tuple[str, TextEdit]]:
    """A word of the guilty place by another: what the message quotes, or else all of the place; last the word of the
    line that is most like it."""
    title = f"write `{new}`"
    quoted = [each for each in _CODE.findall(diagnostic.message) if each.rpartition(" ")[2] in span.text]
    for wrong in dict.fromkeys(quoted or (span.text,)):
        for word in dict.fromkeys((wrong, wrong.rpartition(" ")[2])):
            at = span.text.find(word) if word else -1
            if at >= 0:
                yield title, TextEdit(span.start + at, span.start + at + len(word), new)
    line = _line(span)
    for wrong in _CODE.findall(diagnostic.message):
        at = line.text.find(wrong.rpartition(" ")[2])
        if at >= 0:
            yield title, TextEdit(line.start + at, line.start + at + len(wrong.rpartition(" ")[2]), new)
    near = nearest(new, {each for each in _WORD.findall(line.text) if each != new})
    if near:
        at = line.start + line.text.index(near)
        yield title, TextEdit(at, at + len(near), new)


def _without(diagnostic: Diagnostic, span: Span) -> Iterator[tuple[str, TextEdit]]:
    """The guilty place taken out, with the blanks around it, its line, or all of its declaration."""
    text, title = span.source.text, "take it out"
    quoted = [each for each in _CODE.findall(diagnostic.help) if each in span.text]
    for each in quoted:
        at = span.start + span.text.index(each)
        yield f"take out `{each}`", TextEdit(at - (text[at - 1 : at] == " "), at + len(each), "")
    yield title, TextEdit(span.start, span.end, "")
    if text[span.start - 1 : span.start] == " ":
        yield title, TextEdit(span.start - 1, span.end, "")
    line = _line(span)
    yield title, TextEdit(line.start, min(line.end + 1, len(text)), "")
    yield title, TextEdit(line.start, _end_of_block(text, line), "")
    for label in diagnostic.labels[1:]:
        if label.span.source == span.source:
            other = _line(label.span)
            yield title, TextEdit(other.start, min(other.end + 1, len(text)), "")


def _writings(diagnostic: Diagnostic, span: Span, code: str) -> Iterator[tuple[str, TextEdit]]:
    """A piece of rules written in place of the guilty one, behind it, on its line, or below the file."""
    text, title, line = span.source.text, f"write `{code}`", _line(span)
    yield title, TextEdit(span.start, span.end, code)
    yield title, TextEdit(span.end, span.end, code)
    yield title, TextEdit(span.end, span.end, f" {code}")
    indent = line.text[: len(line.text) - len(line.text.lstrip())]
    yield title, TextEdit(line.start, line.end, indent + code)
    yield title, TextEdit(line.end, line.end, code)
    yield title, TextEdit(line.end, line.end, f"\n{indent}    {code}")
    yield title, TextEdit(len(text), len(text), f"\n{code}\n")


def _line(span: Span) -> Span:
    """The line on which a span begins, without its comment."""
    source: Source = span.source
    start = source.line_starts[source.place(span.start)[0] - 1]
    end = source.text.find("\n", start)
    return Span(source, start, len(source.text) if end < 0 else end)


def _end_of_block(text: str, line: Span) -> int:
    """Returns the end of what is indented below a line ends."""
    indent = len(line.text) - len(line.text.lstrip())
    end = min(line.end + 1, len(text))
    while end < len(text):
        stop = text.find("\n", end)
        stop = len(text) if stop < 0 else stop + 1
        below = text[end:stop]
        if below.strip() and len(below) - len(below.lstrip()) <= indent:
            break
        end = stop
    return end


# ---- all of a file ---------------------------------------------------------------------------------------------------


def sure_remedies(workspace: Workspace, path: Path, most: int = 200) -> list[Remedy]:
    """Mends what findings are sure of, one after another, in the texts of a workspace; what was done. A finding in a
    file that is not of the rules of `path` itself stays."""
    done: list[Remedy] = []
    tried: set[tuple[str, str, int]] = set()
    while len(done) < most:
        remedy = next(_next_remedies(workspace, path, tried), None)
        if remedy is None:
            break
        text = workspace.project(path).source(remedy.path).text
        workspace.write(remedy.path, apply_edits(text, remedy.edits))
        done.append(remedy)
    return done


def _next_remedies(workspace: Workspace, path: Path, tried: set[tuple[str, str, int]]) -> Iterator[Remedy]:
    project: Project = workspace.project(path)
    for each in dict.fromkeys((*project.name_findings, *project.whole)):
        place = (each.code, each.message, project.place(each.span)[1].start if each.span else -1)
        if place in tried or not any(way.match(each.help) for way in _SURE):
            continue
        tried.add(place)
        yield from (one for one in remedies(workspace, path, each) if one.is_sure)
