"""`check`, `test` and `fmt`: what is wrong with rule files, whether their examples hold, and their layout."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..compose import Folder, find_ruleset
from ..model.ruleset import Ruleset
from ..play.game import Game
from ..play.load import load_game, read_rules
from ..play.too_large import too_large
from ..publish.translations import findings
from ..source import Diagnostic, Source, did_you_mean, errors
from ..source.render import summary
from ..syntax import format_source
from ..texts import Texts, languages, marked, texts
from . import screen as s
from .citing import where
from .opening import playable
from .writing import write_over

if TYPE_CHECKING:
    from ..play.examples import ExampleResult


# ---- check ----------------------------------------------------------------------------------------------------------


def check(names: Sequence[str], settings: dict[str, str], form: str = "", lang: str = "") -> int:
    """Prints all findings about rulesets, overlays and rule files; 1 if one of them is an error."""
    every: dict[Diagnostic, None] = {}
    good: list[Ruleset] = []
    for name in names:
        base, overlays = playable(name)
        rules, folders, found = read_rules(base, overlays, settings)
        every |= dict.fromkeys(found)
        if rules is not None:
            game = Game(rules)
            every |= dict.fromkeys((*findings(game, folders, lang), *too_large(game)))
            good.append(rules)
    found = tuple(every)
    s.report(found, form, spoken_in(lang))
    if form not in ("json", "github"):
        _sum_up(found, good, texts(spoken_in(lang)))
    return 1 if errors(found) else 0


def _sum_up(found: Sequence[Diagnostic], good: Iterable[Ruleset], words: Texts) -> None:
    for rules in good:
        names = "+".join([rules.id, *rules.overlays])
        examples = words.plural("{n} example", "{n} examples", len(rules.examples))
        s.say(s.console(), words.phrase("{rules} {version}: {clauses} clauses, {examples}, no errors", rules=names, version=rules.version,
                                        clauses=len(rules.clauses), examples=examples))
    if found:
        s.say(s.console(stderr=True), f"\n{summary(found, words)}", "bold")


def spoken_in(lang: str) -> str:
    """The language in which findings are told: the one that is asked for, if the program speaks it."""
    return lang if lang in languages() else "en"


# ---- test -----------------------------------------------------------------------------------------------------------


def test(names: Sequence[str], settings: dict[str, str], as_json: bool = False, lang: str = "en") -> int:
    """Runs the examples of rulesets and prints which hold; 1 if one fails."""
    from ..play.examples import run_examples
    runs = []
    for name in names:
        base, overlays = playable(name)
        game = load_game(base, overlays, settings)
        runs.append((game, run_examples(game)))
    if as_json:
        s.answer([_test_record(game, results) for game, results in runs])
    else:
        for game, results in runs:
            _print_test(game, results, lang)
    return 0 if all(each.ok or each.name in _of_the_base(game) for game, results in runs for each in results) else 1


def _of_the_base(game: Game) -> set[str]:
    """Examples of what an edition or overlays are laid upon: where such a one fails, that is what they change."""
    grounds = game.rules_model.grounds
    below = grounds if game.overlays else grounds[:-1]
    return {each.name for each in game.examples if each.origin in below}


def _test_record(game: Game, results: Sequence[ExampleResult]) -> dict[str, Any]:
    base = _of_the_base(game)
    examples = [{"name": each.name, "ok": each.ok, "changed": not each.ok and each.name in base,
                 "findings": [_finding(one) for one in each.diagnostics],
                 "fired": sorted(map(str, each.fired))} for each in results]
    return {"ruleset": "+".join([game.id, *game.overlays]), "passed": sum(each.ok for each in results), "of": len(results),
            "examples": examples}


def _finding(each: Diagnostic) -> dict[str, Any]:
    return {"code": each.code, "severity": each.severity, "message": each.message, "help": each.help, **where(each.span)}


def _print_test(game: Game, results: Sequence[ExampleResult], lang: str) -> None:
    out, words = s.console(), game.wording(lang)
    phrase = words.texts.phrase
    texts = {each.name: words.text(f"example {each.name}", each.text) for each in game.rules_model.examples}
    s.say(out, f"{words.text('ruleset', game.title)} ({'+'.join([game.id, *game.overlays])} {game.version})", "bold")
    base = _of_the_base(game)
    rows = [(phrase("ok") if each.ok else phrase("changed") if each.name in base else phrase("FAILED"), each.name, texts.get(each.name, ""))
            for each in results]
    if rows:
        s.entries(out, rows, ("", "cyan"))
    passed = sum(each.ok for each in results)
    changed = sum(not each.ok and each.name in base for each in results)
    s.report([one for each in results if not each.ok and each.name not in base for one in each.diagnostics], lang=lang)
    verdict = phrase("{passed} of {all} examples hold", passed=passed, all=len(results)) if results else phrase("there are no examples")
    below, upon = (game.id, game.overlays) if game.overlays else (game.rules_model.grounds[0], (game.id,))
    if changed:
        verdict += "; " + phrase("{n} of {rules} come out otherwise: that is what {overlays} changes", n=changed, rules=below,
                                 overlays=words.texts.both(upon))
    s.say(out, verdict, "bold red" if passed + changed < len(results) else "green")


# ---- fmt ------------------------------------------------------------------------------------------------------------


def fmt(names: Sequence[str], only_check: bool = False, lang: str = "en") -> int:
    """Puts rule files into the one layout, or says which are not in it; 1 if one cannot be read or (checking) is not."""
    status, changed, count = 0, 0, 0
    for name in names:
        sources = _rule_files(name)
        if isinstance(sources, Diagnostic):
            s.report([sources], lang=lang)
            status = 1
            continue
        for source in sources:
            count += 1
            text, found = format_source(source)
            s.report(found, lang=lang)
            if errors(found):
                status = 1
            elif text != source.text:
                changed += 1
                _change(source, text, only_check, texts(lang))
    _say_formatted(count, changed, only_check, texts(lang))
    return 1 if status or (only_check and changed) else 0


def _change(source: Source, text: str, only_check: bool, words: Texts) -> None:
    if not only_check:
        write_over(Path(source.name), text)
    s.say(s.console(), words.phrase(marked("would format {file}") if only_check else marked("formatted {file}"), file=source.name))


def _say_formatted(count: int, changed: int, only_check: bool, words: Texts) -> None:
    if count:
        said = (words.plural("{changed} of {n} file is not in the one layout", "{changed} of {n} files are not in the one layout", count,
                             changed=changed)
                if only_check else words.plural("{changed} of {n} file changed", "{changed} of {n} files changed", count, changed=changed))
        s.say(s.console(stderr=True), said, "dim")


def _rule_files(name: str) -> tuple[Source, ...] | Diagnostic:
    """The rule files of a path; ids are not taken, what is installed stays as it is."""
    path = Path(name)
    if not os.path.lexists(name):
        near = did_you_mean(path.name, [each.name for each in Path().glob("*.cave")]) if path.parent == Path() else ""
        return Diagnostic("C0105", f"there is no file or folder `{s.clean(name)[:200]}`",
                          help=near or "give a file that ends in `.cave`, or a folder of such files")
    found = find_ruleset(name if path.suffix == ".cave" or name.endswith("/") else f"{name}/")
    return found.sources if isinstance(found, Folder) else found[0]
