"""`show`: the composed rules, each with where it came from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from ...foundation.texts import translatable
from ...language.compose.chapters import CHAPTER
from ...language.syntax import print_item, unparse
from ...language.syntax import tree as t
from ...play.loading.opened_rules import OpenedRules, open_rules
from ...play.positions.wording import Wording
from ...publish.changes.citations import where
from ...publish.changes.overlay_changes import PAST, changes, past
from ...rules.model.ruleset import Option
from . import output as s
from .show_rule import clause_record, show_citations, show_edit, show_rule

GROUPS = (
    (translatable("Numbers"), ("unit", "constant")),
    (translatable("Components"), ("kind",)),
    (translatable("What is kept"), ("game", "players", "board")),
    (translatable("Words the rules use"), ("define", "currency")),
    (translatable("The course of the game"), ("to",)),
    (translatable("Actions"), ("menu", "action", "whenever")),
    (translatable("Scoring"), ("ranking", "scoring")),
    (translatable("Advice for bots"), ("advice",)),
    (translatable("Facts without effect on play"), ("note",)),
    (translatable("What players are warned of"), ("notice",)),
    (translatable("Lessons of a first game"), ("lesson",)),
)


def show(
    spec: str,
    settings: dict[str, str],
    *,
    rule: str,
    edit: str,
    flat: bool,
    citations: bool,
    ir: bool,
    as_json: bool,
    lang: str,
) -> int:
    """Prints the rules of a spec, or a part of them; the exit status."""
    opened = open_rules(spec, settings, lang)
    if rule:
        return show_rule(opened, rule, as_json)
    if edit:
        return show_edit(opened, edit, as_json)
    if citations:
        return show_citations(opened, as_json)
    if flat:
        s.console().out(flat_text(opened), highlight=False)
    elif ir:
        from ...machine.ir.listing import listing
        from ...machine.native.linking import form_of
        from ...play.states.game import Game

        form = form_of(Game(opened.rules), opened.rules.player_range[0])
        s.console().out(listing(form.module), highlight=False)
    elif as_json:
        s.answer(overview(opened))
    else:
        print_overview(opened, spec)
    return 0


# ---- all of it ------------------------------------------------------------------------------------------------------


def print_overview(opened: OpenedRules, spec: str) -> None:
    """The head, what overlays changed, the options and an outline of the rules."""
    print_head(opened)
    _print_changes(opened)
    print_options(opened)
    for title, found in outline(opened):
        s.head(title)
        s.grid([_outline(each, opened) for each in found], ("cyan", "", "dim"))
    s.say()
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
        "--rule NAME prints one rule with its facts, --flat the text of all, "
        "--citations the facts and who carries them out."
    )
    s.paragraph(" ".join([*(examples if count else ()), more]), style="dim")


def outline(opened: OpenedRules) -> Iterator[tuple[str, list[t.Declaration]]]:
    """The declarations under the titles of their chapters; before those, under what they are, such as stand in none."""
    chapters, declared = opened.rules.chapters, opened.declarations.declarations
    inside = {label: each.name for each in chapters for label in each.declared}
    told = [each for each in declared if any(each.kind in kinds for _, kinds in GROUPS)]
    groups = [
        (opened.phrase(title), [each for each in told if each.kind in kinds and each.label not in inside])
        for title, kinds in GROUPS
    ]
    groups += [
        (opened.words.text(one.key, one.title), [each for each in told if inside.get(each.label) == one.name])
        for one in chapters
    ]
    return ((title, found) for title, found in groups if found)


def print_head(opened: OpenedRules) -> None:
    """Title, version, players, overlays, reconstructions and sources."""
    rules, words = opened.rules, opened.words
    s.paragraph(opened.title or rules.id, rest="  ", style="bold")
    s.paragraph(f"{opened.full_id} {rules.version} · {opened.players} · {rules.hash[:12]}", rest="  ", style="dim")
    for about in opened.property_values("about"):
        s.paragraph(about)
    base, *editions = opened.declarations.grounds
    phrase = opened.phrase
    for each in (*editions, *opened.declarations.heads):
        why = next(iter(opened.reasons_for(each)), "")
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
        s.paragraph(f"{said}{' - ' * bool(why)}{why}", rest="  ")
    for text in opened.reconstructions:
        s.say()
        s.paragraph(text, phrase("RECONSTRUCTION") + "  ", style="bold yellow")
    if rules.sources:
        s.head(phrase("Sources"))
        s.grid(opened.sources.items(), ("cyan",))


def print_options(opened: OpenedRules) -> None:
    """Every option with its values and what they mean; the value in force is marked."""
    options, words, phrase = opened.rules.options.values(), opened.words, opened.phrase
    if options:
        s.head(phrase("Options (--set NAME=VALUE; * is the value now)"))
    for option in options:
        changed = (
            ""
            if option.value == option.default
            else " " + phrase("(by default {value})", value=option.write_value(option.default))
        )
        s.paragraph(f"{option.name}  {words.text(f'option {option.name}', option.text)}{changed}", "  ", "      ")
        if option.choices:
            rows = [
                ("*" if n == option.value else " ", word, choice_text(option, word, text, words))
                for n, (word, text) in enumerate(option.choices)
            ]
            s.grid(rows, ("bold green", "green"), indent=4)
        else:
            said = phrase("{value} (possible: {range})", value=option.value, range=option.type)
            s.paragraph(said, "    * ", style="green")
    for name, values in opened.rules.presets.items():
        told = ", ".join(f"{each} {opened.rules.options[each].write_value(value)}" for each, value in values.items())
        s.paragraph(f"{name}  {phrase('a preset, --set {name}: {values}', name=name, values=told)}", "  ", "      ")


def choice_text(option: Option, choice: str, text: str, words: Wording) -> str:
    """Returns the meaning of a choice of an option."""
    return words.text(f"option {option.name}.{choice}", text)


def _outline(node: t.Declaration, opened: OpenedRules) -> tuple[str, str, str]:
    """Name, words and place of a declaration, which overlays changed it, and which notes remark on it."""
    by = dict.fromkeys(who for _, _, who, *_ in changes(opened, node.label))
    name = f"whenever {node.name}" if node.kind == "whenever" else node.name
    if node.kind == "constant" and node.value is not None:
        name = f"{name} = {unparse(node.value)}"
    files = [each.file for each in node.every(t.Rows)]
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


def _remarks(node: t.Declaration, opened: OpenedRules) -> Iterator[str]:
    """The notes that cite a fact which the declaration carries out."""
    cited = {id for each in t.walk(node) for id in getattr(each, "cites", ())}
    return (
        each.rule.removeprefix("note ")
        for each in opened.rules.notes
        if node.kind != "note" and not cited.isdisjoint(each.cites)
    )


def _essence(node: t.Declaration, opened: OpenedRules) -> str:
    """Returns the essence of a declaration that has no text."""
    if node.value is not None and node.kind != "constant":
        code = print_item(replace(node, text="", cites=(), members=(), block=()))
        return code.removeprefix(node.kind).strip().removeprefix(node.name).strip(" =")
    kept = [each.name for each in node.every(t.Keeps)]
    scores = [each.name for each in node.every(t.Score)]
    kept = [opened.phrase("keeps {names}", names=", ".join(kept))] if kept else scores
    return ", ".join(kept) if kept else "; ".join(unparse(line.statement) for line in node.block)


def _print_changes(opened: OpenedRules) -> None:
    phrase = opened.phrase
    lines = [
        (label, phrase(PAST[verb], who=who), because, place) for label, verb, who, because, place in changes(opened)
    ]
    if lines:
        s.head(phrase("Changed by overlays"))
        s.grid(lines, ("cyan", "", "", "dim"))


def overview(opened: OpenedRules) -> dict[str, Any]:
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
        "chapters": [
            {"name": each.name, "title": opened.words.text(each.key, each.title), "declares": list(each.declared)}
            for each in rules.chapters
        ],
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
            dict(zip(("what", "verb", "by", "because", "place"), (each[0], past(each[1]), *each[2:]), strict=True))
            for each in changes(opened)
        ],
    }


def option_record(option: Option, words: Wording) -> dict[str, Any]:
    """An option for programs."""
    return {
        "name": option.name,
        "text": words.text(f"option {option.name}", option.text),
        "value": option.write_value(option.value),
        "default": option.write_value(option.default),
        "type": str(option.type) if not option.choices else "choice",
        "cites": list(option.cites),
        "choices": [{"choice": word, "text": choice_text(option, word, text, words)} for word, text in option.choices],
    }


# ---- one plain ruleset ----------------------------------------------------------------------------------------------


def flat_text(opened: OpenedRules) -> str:
    """One plain ruleset that means the same: what overlays did and what options are set to is written into it."""
    head = replace(opened.declarations.head, kind="ruleset")
    settled = (
        _with_setting(opened.declarations.with_file_rows(each), opened) for each in opened.declarations.declarations
    )
    return "\n\n".join(print_item(each) for each in (head, *_in_chapters(settled, opened)))


def _in_chapters(declarations: Iterable[t.Declaration], opened: OpenedRules) -> Iterator[t.Declaration]:
    """The declarations in their order, and a chapter before each that stands in another one than the one before it."""
    titles = {each.name: each.title for each in opened.rules.chapters if each.key != f"chapter {each.name}"}
    now = ""
    for each in declarations:
        chapter = each.name if each.kind == CHAPTER else opened.declarations.chapters.get(each.label, "")
        if chapter not in ("", now) and each.kind != CHAPTER:
            yield t.Declaration(CHAPTER, chapter, titles.pop(chapter, ""))
        now = chapter or now
        yield each


def _with_setting(node: t.Declaration, opened: OpenedRules) -> t.Declaration:
    option = opened.rules.options.get(node.name) if node.kind == "option" else None
    if option is None or option.value == option.default:
        return node
    value: t.Expr = (
        t.Name(option.write_value(option.value)) if option.choices else t.Number(option.value, option.type.unit)
    )
    return replace(node, value=value)
