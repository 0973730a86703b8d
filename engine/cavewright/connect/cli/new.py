"""`new`: a house-rule file to start from, with edits that really fit the rules it is for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from ...foundation.source import Source, errors
from ...foundation.source.frozen import frozen
from ...foundation.storage.durable_writes import write_new
from ...foundation.texts import texts, translatable
from ...language.compose import compose, registered_games, registered_overlays
from ...language.syntax import parse_file, unparse
from ...language.syntax import tree as t
from ...play.loading.opened_rules import OpenedRules, open_rules
from ...rules.check.checker import check
from . import output as s
from .new_game import new_game
from .rules_argument import grounds
from .show import choice_text

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
TRIES = 6
"""How many places an edit is tried at before its kind is left out."""


def new(name: str, base: str, lang: str) -> int:
    """Writes `NAME.cave`; the exit status. Raises ValueError for a name that is none, FileExistsError when it is
    there."""
    word = name.removesuffix(".cave")
    if not NAME.fullmatch(word) or len(word) > 60:
        raise ValueError(
            texts(lang).phrase(
                "a house rule is named by small letters, digits and hyphens, as in `my-rule`, not {name}",
                name=repr(name[:80]),
            )
        )
    if word in (*registered_games(), *registered_overlays()):
        raise ValueError(
            _refusal_of_name(texts(lang).phrase("`{name}` is the name of rules that are installed", name=word), lang)
        )
    if not base:
        return new_game(word, lang)
    opened = open_rules(_whole(base), {}, lang)
    phrase = opened.phrase
    if word in (opened.rules.id, *opened.rules.overlays):
        raise ValueError(_refusal_of_name(phrase("`{name}` is the name of the rules that it is for", name=word), lang))
    path = Path(f"{word}.cave")
    text = template(word, opened)
    write_new(path, text)
    rules = opened.full_id
    said = (
        translatable("Wrote {path}: a house rule for {rules}, which changes nothing yet.")
        if text.rstrip().endswith(_nothing(opened))
        else translatable("Wrote {path}: a house rule for {rules}, with one change to begin with.")
    )
    s.say(phrase(said, path=path, rules=opened.title or rules))
    s.grid(
        [
            (f"cavewright check {path}", phrase("what is wrong with it")),
            (f"cavewright diff {rules} {rules}+{word}", phrase("what it changes, in words")),
            (f"cavewright play {rules}+{word}", phrase("play with it")),
            (f"cavewright show {rules} --rule NAME", phrase("the rules it can change")),
        ],
        ("cyan",),
    )
    return 0


def _refusal_of_name(wrong: str, lang: str) -> str:
    """Returns the words against a name, and what to do: a file of that name would be played in the place of what has it."""
    return f"{wrong}\n{texts(lang).phrase('give it a name of its own')}"


def _whole(base: str) -> str:
    """The rules that an overlay stands on, if it is given alone."""
    ruleset, overlays = grounds(base) if "+" not in base else (base, ())
    return "+".join((ruleset, *overlays)) if overlays and ruleset != base else base


def _head_lines(opened: OpenedRules) -> str:
    """Returns the lines by which a file extends and requires these rules."""
    rules = opened.rules
    required = "".join(f"    requires {each.name} ^{each.version}\n" for each in opened.declarations.heads)
    return f"    language 2\n    extends {rules.id} ^{rules.version}\n{required}"


def template(word: str, opened: OpenedRules) -> str:
    """The text of the file. Every edit in it, active or not, has been tried on the rules."""
    rules = opened.rules
    first, *others = _edits(word, opened)
    title = word.replace("-", " ").capitalize()
    phrase, lang = opened.phrase, opened.words.texts.lang
    note = phrase(
        "A house rule for {rules}. Lines with one # are edits that wait: take the # away from those you want.",
        rules=opened.title or rules.id,
    )
    own = f"    texts {lang}\n" if lang != "en" else ""
    top = (
        f"## {note}\n\n"
        f'overlay {word} 1.0 "{title}"\n{_head_lines(opened)}{own}'
        f'    why "{phrase("Say here why you play it so.")}"\n\n'
    )
    if not others:
        return top + f"## {first.why}\n{first.text}".rstrip() + "\n"
    parts = [
        f"## {first.why}\n{first.text}\n",
        f"## ---- {phrase('Other things that can be said. All of these fit the rules as they are.')} ----\n",
    ]
    return top + "\n".join([*parts, *(_comment(each) for each in others)])


@frozen
class Edit:
    """An edit and, in a sentence, what it is for."""

    text: str
    why: str


def _comment(edit: Edit) -> str:
    return f"## {edit.why}\n" + "".join(f"# {line}\n" for line in edit.text.split("\n"))


def _edits(word: str, opened: OpenedRules) -> list[Edit]:
    """One edit of every kind that fits the rules. The first is active."""
    kinds = (_constants, _options, _players, _cells, _costs, _texts, _drops, _additions, _removals)
    fitting = [
        next((each for each in islice(kind(opened), TRIES) if fits(word, each.text, opened)), None) for kind in kinds
    ]
    return [each for each in fitting if each is not None] or [Edit("", _nothing(opened))]


def _nothing(opened: OpenedRules) -> str:
    return opened.phrase("There is nothing simple to change here.")


def fits(word: str, text: str, opened: OpenedRules) -> bool:
    """Tells if an edit leaves rules that can be played."""
    source = Source(f"{word}.cave", f"overlay {word} 1.0\n{_head_lines(opened)}{text}\n")
    file, found = parse_file(source)
    if found:
        return False
    base, *overlays = opened.files.trees
    composed, problems = compose(base, [*overlays, [file]], opened.files.tables)
    if problems:
        return False
    changed, wrong = check(composed, composed.table, composed.options)
    return changed is not None and not errors(wrong)


# ---- one edit of every kind -----------------------------------------------------------------------------------------


def _of(opened: OpenedRules, kind: str) -> Iterator[t.Declaration]:
    return (each for each in opened.declarations.declarations if each.kind == kind)


def _constants(opened: OpenedRules) -> Iterator[Edit]:
    found = [(each, each.value) for each in _of(opened, "constant") if isinstance(each.value, t.Number)]
    for node, value in sorted(found, key=lambda pair: bool(pair[1].unit)):
        for number in (value.value + 1, value.value - 1):
            after = unparse(t.Number(number, value.unit))
            why = opened.words.text(node.label, node.text) or opened.phrase("A number.")
            yield Edit(f"change {node.name}: {unparse(value)} to {after}", why)


def _options(opened: OpenedRules) -> Iterator[Edit]:
    for option in opened.rules.options.values():
        for number, (choice, text) in enumerate(option.choices):
            if number != option.value:
                said = opened.words.text(f"option {option.name}", option.text)
                what = f"{said} {choice_text(option, choice, text, opened.words)}"
                yield Edit(f"set {option.name} = {choice}", opened.phrase("An option: {what}", what=what))


def _players(opened: OpenedRules) -> Iterator[Edit]:
    low, high = opened.rules.player_range
    for new in ((low, high - 1), (low + 1, high)):
        if new[0] <= new[1]:
            yield Edit(
                f"change players {opened.rules.players}: {low}..{high} to {new[0]}..{new[1]}",
                opened.phrase("How many may play."),
            )


def _texts(opened: OpenedRules) -> Iterator[Edit]:
    for node, line in _lines(opened):
        if isinstance(line.statement, t.Require) and line.key and line.text:
            yield Edit(
                f'amend action {node.name}\n    change {line.key}: "{line.text}" to "{line.text.rstrip(".")}, alas."',
                opened.phrase("What a refused player reads: {what}.", what=_title(node, opened)),
            )


def _cells(opened: OpenedRules) -> Iterator[Edit]:
    for node in reversed(list(_of(opened, "kind"))):
        kind = opened.rules.kinds[node.name]
        rows = [each.raw.split("|")[1].strip() for each in node.every(t.Row)][1:]
        for column in (each for each in kind.columns.values() if each.type.is_number):
            for row in rows[:2]:
                value = column.values[kind.index(row)]
                if column.type.low <= value < column.type.high and not column.type.unit:
                    yield Edit(
                        f"amend kind {node.name}\n    "
                        f"change {row}.{column.name}: {value} to {value + column.type.step}",
                        opened.phrase(
                            "A cell of a table. {what}", what=opened.words.text(node.label, node.text)
                        ).rstrip(),
                    )


def _lines(opened: OpenedRules) -> Iterator[tuple[t.Declaration, t.Line]]:
    return ((node, line) for node in _of(opened, "action") for line in node.block)


def _costs(opened: OpenedRules) -> Iterator[Edit]:
    for node, line in _lines(opened):
        match line.statement:
            case t.Cost(
                prices=(t.Price(quantity=t.Quantity(amount=t.Number(value=amount), unit=unit), holder=None),)
            ) if unit:
                dearer = t.Cost((t.Price(t.Quantity(t.Number(amount + 1), unit), None),))
                key = line.key or "cost"
                yield Edit(
                    f"amend action {node.name}\n    change {key}: {unparse(line.statement)} to {unparse(dearer)}",
                    opened.phrase("What an action costs: {what}.", what=_title(node, opened)),
                )


def _drops(opened: OpenedRules) -> Iterator[Edit]:
    for node, line in _lines(opened):
        if isinstance(line.statement, t.Require) and line.key:
            yield Edit(
                f"amend action {node.name}\n    drop {line.key}: {unparse(line.statement)}",
                opened.phrase(
                    "A requirement that goes: {what}",
                    what=opened.words.text(f"{node.name}.{line.key}", line.text) or _title(node, opened),
                ),
            )


def _additions(opened: OpenedRules) -> Iterator[Edit]:
    rules = opened.rules
    most = rules.player_range[1]
    refusal = opened.phrase("Not with {n} players.", n=most)
    for node in _of(opened, "action"):
        yield Edit(
            f'amend action {node.name}\n    add few: require count({rules.players}) < {most} "{refusal}"',
            opened.phrase(
                "A requirement that is new, with the text that a refused player reads: {what}.",
                what=_title(node, opened),
            ),
        )


def _removals(opened: OpenedRules) -> Iterable[Edit]:
    because = opened.phrase("nobody ever does")
    for node in reversed(list(_of(opened, "action"))):
        yield Edit(
            f'remove action {node.name} because "{because}"',
            opened.phrase("A rule that goes: {what}.", what=_title(node, opened)),
        )


def _title(node: t.Declaration, opened: OpenedRules) -> str:
    return (opened.words.text(node.label, node.text) or node.name.replace("_", " ")).rstrip(".")
