"""`check`, `test` and `fmt`: what is wrong with rule files, whether their examples hold, and their layout."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import unified_diff
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...foundation.source import Diagnostic, Source, Span, did_you_mean, errors
from ...foundation.source.frozen import frozen
from ...foundation.source.render import summary
from ...foundation.storage.durable_writes import write_over
from ...foundation.texts import Texts, languages, texts, translatable
from ...language.compose import Folder, find_ruleset
from ...language.compose.folders import BOOK
from ...language.compose.languages import is_of_language_2
from ...language.compose.overlay_order import head_in
from ...language.syntax import format_source
from ...play.loading.ruleset_cache import remember
from ...play.loading.rulesets import read_files
from ...publish.changes.citations import where
from ...rules.model.declarations import PICTURE
from ...rules.model.ruleset import Ruleset
from . import output as s
from .check_book import OF_BOOKS, look_at_book
from .rules_argument import playable

if TYPE_CHECKING:
    from ...play.examples.runner import ExampleResult
    from ...play.loading.rulesets import RuleSources
    from ...play.states.game import Game
    from ...publish.changes.changed_examples import Change


SAMPLED = 40
"""Decisions of which the work is measured for a note."""


# ---- check ----------------------------------------------------------------------------------------------------------


def check(
    names: Sequence[str],
    settings: dict[str, str],
    form: str = "",
    lang: str = "",
    accept: str = "",
    strict: bool = False,
) -> int:
    """Prints all findings about rulesets, overlays and rule files, after sentences of their books that still hold are
    accepted; 1 if one of them is an error, or, if `strict`, about a sentence."""
    every: dict[Diagnostic, None] = {}
    good: list[Ruleset] = []
    for name in names:
        base, overlays = playable(name)
        rules, files, found = read_files(base, overlays, settings)
        every |= dict.fromkeys(found)
        if rules is not None:
            look = partial(_findings, rules, files, settings, lang)
            more = remember(f"findings {lang}", files.folders, settings, look)
            every |= dict.fromkeys(more)
            if not errors(more):
                good.append(rules)
            if _has_book(rules, files):
                read = partial(look_at_book, "+".join((base, *overlays)), settings, accept)
                every |= dict.fromkeys(read() if accept else remember("book findings", files.folders, settings, read))
    found = tuple(every)
    s.report(found, form, spoken_in(lang))
    if form not in ("json", "github"):
        _sum_up(found, good, texts(spoken_in(lang)))
    return 1 if errors(found) or strict and any(each.code in OF_BOOKS for each in found) else 0


def _has_book(rules: Ruleset, files: RuleSources) -> bool:
    """Returns if sentences or pictures were written for rules."""
    pictured = any(PICTURE in each.columns for each in rules.kinds.values())
    return pictured or any(each.book is not None or each.pictures for each in files.folders)


def _findings(rules: Ruleset, files: RuleSources, settings: dict[str, str], lang: str) -> tuple[Diagnostic, ...]:
    """Returns the faults in the examples of rules that can be played, the texts without translation, and the slow
    parts."""
    from ...bots.study.sampled_ends import find_ended_loops
    from ...engine.jit.code_size import too_large
    from ...machine.native.native import compile_findings
    from ...play.states.game import Game
    from ...publish.changes.changed_examples import find_misread
    from ...publish.changes.translations import findings

    game = Game(rules)
    return (
        *find_misread(game, files, settings),
        *findings(game, files.folders, lang),
        *too_large(game.interpreter, game.engine),
        *compile_findings(game),
        *find_ended_loops(rules),
    )


def _sum_up(found: Sequence[Diagnostic], good: Iterable[Ruleset], words: Texts) -> None:
    for rules in good:
        examples = words.plural("{n} example", "{n} examples", len(rules.examples))
        s.paragraph(
            words.phrase(
                "{rules} {version}: {clauses} clauses, {examples}, no errors",
                rules=rules.full_id,
                version=rules.version,
                clauses=len(rules.clauses),
                examples=examples,
            ),
        )
        _note_work(rules, words)
    if found:
        s.say(f"\n{summary(found, words)}", "bold", s.console(stderr=True))


def _note_work(rules: Ruleset, words: Texts) -> None:
    """Notes how much work there is in play at random, where the worst case might be too much."""
    from ...bots.study.sampled_work import may_be_over, sample_work

    if may_be_over(rules):
        from .simulate import print_work

        print_work(sample_work(rules, decisions=SAMPLED), words)


def spoken_in(lang: str) -> str:
    """The language in which findings are told: the one that is asked for, if the program speaks it."""
    return lang if lang in languages() else "en"


# ---- test -----------------------------------------------------------------------------------------------------------


def test(
    names: Sequence[str],
    settings: dict[str, str],
    as_json: bool = False,
    lang: str = "en",
    only: Sequence[str] | None = None,
) -> int:
    """Runs the examples of rulesets, or only some, and prints which hold; 1 if one fails. One that overlays change does
    not fail."""
    only = [name for each in only or () for name in each.split(",") if name]
    runs = [_test(game, folders, settings, only) for game, folders in (_load(name, settings) for name in names)]
    known = {each.name for run in runs for each in run.game.examples}
    for name in only:
        if name not in known:
            help = did_you_mean(name, known)
            raise ValueError(f"{' and '.join(names)} has no example `{name}`" + (f"; {help}" if help else ""))
    if as_json:
        s.answer([_test_record(each) for each in runs])
    else:
        for each in runs:
            _print_test(each, lang, bool(only))
    return 0 if all(each.ok or each.name in run.changed for run in runs for each in run.results) else 1


@frozen
class Tested:
    """The examples of a game as they went, those of its overlays or its own first; `changed` are those that overlays
    change, by name."""

    game: Game
    results: tuple[ExampleResult, ...]
    changed: Mapping[str, Change]

    @property
    def own(self) -> set[str]:
        """The names of those that are not of what overlays, or an edition, are laid upon."""
        grounds = self.game.rules_model.grounds
        below = grounds if self.game.overlays else grounds[:-1]
        return {each.name for each in self.game.examples if each.origin not in below}


def _load(name: str, settings: dict[str, str]) -> tuple[Game, list[Folder]]:
    from ...play.loading.load import load_game

    base, overlays = playable(name)
    game = load_game(base, overlays, settings)
    return game, read_files(base, overlays, settings)[1].folders


def _test(game: Game, folders: list[Folder], settings: dict[str, str], only: Sequence[str]) -> Tested:
    from ...play.examples.runner import run_examples
    from ...publish.changes.changed_examples import changed_by

    run = Tested(game, run_examples(game, [each.name for each in game.examples if not only or each.name in only]), {})
    failed = {each.name for each in run.results if not each.ok}
    changed = (
        changed_by(folders, settings, [each for each in game.examples if each.name in failed])
        if failed and len(folders) > 1
        else {}
    )
    return Tested(game, tuple(sorted(run.results, key=lambda each: each.name not in run.own)), changed)


def _test_record(run: Tested) -> dict[str, Any]:
    origins = {each.name: each.origin for each in run.game.examples}
    examples = [
        {
            "name": each.name,
            "of": origins[each.name],
            "ok": each.ok,
            "changed": each.name in run.changed,
            "changed_by": _change_record(run.changed.get(each.name)),
            "findings": [_finding(one) for one in each.diagnostics],
            "fired": sorted(map(str, each.fired)),
        }
        for each in run.results
    ]
    return {
        "ruleset": run.game.rules_model.full_id,
        "passed": sum(each.ok for each in run.results),
        "of": len(run.results),
        "examples": examples,
    }


def _change_record(change: Change | None) -> dict[str, Any] | None:
    if change is None:
        return None
    return {
        "overlays": list(change.overlays),
        "edit": first_words(change.edit) if change.edit else "",
        **where(change.edit),
    }


def _finding(each: Diagnostic) -> dict[str, Any]:
    return {
        "code": each.code,
        "severity": each.severity,
        "message": each.message,
        "help": each.help,
        **where(each.span),
    }


def _print_test(run: Tested, lang: str, every: bool) -> None:
    """The examples of the overlay on top one by one, or all that were asked for; those of what it is laid upon summed
    up, and what changes them."""
    words, game = run.game.wording(lang), run.game
    phrase = words.texts.phrase
    texts = {each.name: words.text(f"example {each.name}", each.text) for each in game.rules_model.examples}
    s.paragraph(f"{words.text('ruleset', game.title)} ({game.rules_model.full_id} {game.version})", style="bold")
    rows = [
        (
            phrase("ok") if each.ok else phrase("changed") if each.name in run.changed else phrase("FAILED"),
            each.name,
            texts.get(each.name, ""),
        )
        for each in run.results
        if every or each.name in run.own or not (each.ok or each.name in run.changed)
    ]
    if rows:
        s.entries(rows, ("", "cyan"))
    passed, changed = sum(each.ok for each in run.results), len(run.changed)
    s.report(
        [one for each in run.results if not each.ok and each.name not in run.changed for one in each.diagnostics],
        lang=lang,
    )
    by = {each: [name for name, one in run.changed.items() if one == each] for each in run.changed.values()}
    for change, names in by.items():
        s.paragraph(
            phrase("changed by {edit}: {examples}", edit=_edit_with_place(change), examples=", ".join(names)),
            "  ",
            "  ",
        )
    verdict = (
        phrase("{passed} of {all} examples hold", passed=passed, all=len(run.results))
        if run.results
        else phrase("there are no examples")
    )
    if changed:
        origins = dict.fromkeys(each.origin for each in game.examples if each.name in run.changed)
        overlays = dict.fromkeys(each for one in run.changed.values() for each in one.overlays)
        verdict += "; " + phrase(
            "{n} of {rules} come out otherwise: that is what {overlays} changes",
            n=changed,
            rules=words.texts.both(tuple(origins)),
            overlays=words.texts.both(tuple(overlays)),
        )
    s.paragraph(verdict, style="bold red" if passed + changed < len(run.results) else "green")


def _edit_with_place(change: Change) -> str:
    """An edit with the place where it stands; overlays where it is not known."""
    if change.edit is None:
        return " + ".join(change.overlays)
    return f"`{first_words(change.edit)}` ({Path(change.edit.source.name).name}:{change.edit.line})"


def first_words(span: Span) -> str:
    """The first line of an edit."""
    return " ".join(span.text.split("\n", 1)[0].split())


# ---- fmt ------------------------------------------------------------------------------------------------------------


def fmt(names: Sequence[str], only_check: bool, lang: str, diff: bool = False, language: str = "") -> int:
    """Puts rule files into the one layout, and in another `language`, or says which are not in it; 1 if one cannot be
    read or (checking) is not."""
    status, changed, count = 0, 0, 0
    rewritten: dict[Source, str] = {}
    for name in names:
        sources = _rule_files(name)
        if language and not isinstance(sources, Diagnostic):
            rewritten, found = _rewritten(name)
            s.report(found, lang=lang)
            sources = tuple(rewritten)
            status = status or int(bool(errors(found)))
        if isinstance(sources, Diagnostic):
            s.report([sources], lang=lang)
            status = 1
            continue
        for source in sources:
            count += 1
            text, found = format_source(replace(source, text=rewritten.get(source, source.text)))
            s.report(found, lang=lang)
            if errors(found):
                status = 1
            elif text != source.text:
                changed += 1
                _change(source, text, only_check, texts(lang))
                if diff:
                    _print_difference(source, text)
    _say_formatted(count, changed, only_check, texts(lang))
    return 1 if status or (only_check and changed) else 0


def _rewritten(name: str) -> tuple[dict[Source, str], tuple[Diagnostic, ...]]:
    """The files of the ruleset or overlay that a path belongs to, all of them, with their texts in language 2; none with
    what stands in the way."""
    from ...publish.changes.language_change import rewrite_in_language_2

    base, overlays = playable(name)
    rules, files, found = read_files(base, overlays)
    if rules is None:
        return {}, errors(found)
    sources = files.folders[-1].sources
    if is_of_language_2(head_in(sources)):
        return {each: each.text for each in sources}, ()
    made = {each: rewrite_in_language_2(rules, each) for each in sources}
    wrong = tuple(problem for _, more in made.values() for problem in more)
    return ({} if wrong else {source: text for source, (text, _) in made.items()}), wrong


def _change(source: Source, text: str, only_check: bool, words: Texts) -> None:
    if not only_check:
        write_over(Path(source.name), text)
    s.say(
        words.phrase(
            translatable("would format {file}") if only_check else translatable("formatted {file}"), file=source.name
        ),
    )


def _print_difference(source: Source, text: str) -> None:
    """Prints the lines of a file that its layout changes, as `diff -u` does."""
    lines = unified_diff(source.text.splitlines(), text.splitlines(), source.name, source.name, lineterm="")
    for line in lines:
        s.console().out(s.clean(line), highlight=False)


def _say_formatted(count: int, changed: int, only_check: bool, words: Texts) -> None:
    if count:
        said = (
            words.plural(
                "{changed} of {n} file is not in the one layout",
                "{changed} of {n} files are not in the one layout",
                count,
                changed=changed,
            )
            if only_check
            else words.plural("{changed} of {n} file changed", "{changed} of {n} files changed", count, changed=changed)
        )
        s.say(said, "dim", s.console(stderr=True))


def _rule_files(name: str) -> tuple[Source, ...] | Diagnostic:
    """The rule files of a path; ids are not taken, what is installed stays as it is. A book has no layout."""
    path = Path(name)
    if path.name == BOOK and path.is_file():
        return ()
    if not os.path.lexists(name):
        near = did_you_mean(path.name, [each.name for each in Path().glob("*.cave")]) if path.parent == Path() else ""
        return Diagnostic(
            "C0105",
            f"there is no file or folder `{s.clean(name)[:200]}`",
            help=near or "give a file that ends in `.cave`, or a folder of such files",
        )
    found = find_ruleset(name if path.suffix == ".cave" or name.endswith("/") else f"{name}/")
    return found.sources if isinstance(found, Folder) else found[0]
