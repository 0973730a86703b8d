"""`falsify`: breaks the clauses of rules one at a time, and says which of that no example notices."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path, PurePosixPath

from ...bots.falsify import Falsification, Verdict, write_last_run
from ...bots.falsify import falsify as run
from ...bots.falsify import verdicts as fates
from ...bots.falsify.declaration_mutations import DeclaredRules
from ...bots.falsify.falsification import Lines
from ...bots.falsify.last_run import read_interrupted, run_key, write_interrupted
from ...foundation.source import did_you_mean
from ...foundation.storage.durable_writes import write_over
from ...foundation.texts import Texts, texts, translatable
from ...language.compose.rule_files import read_stack
from ...play.loading.load import load_game
from ...play.loading.rulesets import RulesetError
from ...play.positions.playable import INTERPRETER
from ...play.states.game import Game
from . import output as s
from .forked import parallel_map
from .simulate import interrupted_once, progress

SAID = {
    fates.NOTICED: translatable("noticed by an example"),
    fates.REFUSED: translatable("refused by the check"),
    fates.SAME: translatable("proven to mean the same"),
    fates.MARKED: translatable("marked in the file"),
    fates.ALIKE: translatable("not told apart by a search"),
    fates.UNNOTICED: translatable("noticed by no example"),
    fates.UNSEARCHED: translatable("noticed by no example, and not searched for"),
    fates.UNREACHED: translatable("never evaluated by an example"),
    fates.UNTRIED: translatable("not tried"),
}
KINDS = {
    "requirement": translatable("requirement"),
    "cost": translatable("cost"),
    "effect": translatable("effect"),
    "branch": translatable("branch"),
    "branches": translatable("branches of a value"),
    "player": translatable("player"),
    "order": translatable("order"),
    "number": translatable("number"),
    "bound": translatable("bound"),
    "row": translatable("row of a table"),
    "turned": translatable("condition turned round"),
    "operator": translatable("operator"),
    "operand": translatable("part of a condition"),
    "where": translatable("choice by a condition"),
    "cell": translatable("points of a ranking"),
    "column": translatable("column of a table"),
    "constant": translatable("constant"),
    "range": translatable("bounds of what is kept"),
}
"""Kinds of changes, for people."""
DETAILS = {
    "dropped": translatable("dropped"),
    "turned round": translatable("turned round"),
    "giver and taker exchanged": translatable("giver and taker exchanged"),
    "behind the next line": translatable("behind the next line"),
    "branches swapped": translatable("branches swapped"),
    "otherwise dropped": translatable("`otherwise` dropped"),
    "where dropped": translatable("`where` dropped"),
    "begins with the first player": translatable("begins with the first player"),
    "as whoever acts": translatable("as whoever acts"),
    "any and one exchanged": translatable("`any` and one exchanged"),
    "highest and lowest exchanged": translatable("highest and lowest exchanged"),
}
"""Changes that are said in words; all others show what is written, before and after."""
_HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


def falsify(
    spec: str, settings: dict[str, str], *, only: str, changed: bool, write: bool, search: int, as_json: bool, lang: str
) -> int:
    """Breaks the rules, prints what nobody notices, or everything as JSON; the exit status is 1 where something is not
    noticed."""
    game = load_game(spec, options=settings, engine=INTERPRETER)
    lines = chosen_lines(game, spec, only, changed, texts(lang))
    if changed and not lines:
        s.say(texts(lang).phrase("no line of these rules differs from the last commit"))
        return 0
    key = run_key(game, sorted((name, sorted(each or ())) for name, each in lines.items()), search)
    with interrupted_once(), progress(0, lang, translatable("breaking")) as tell:
        found = run(game, lines, search, spread=parallel_map, progress=tell, known=read_interrupted(key))
    write_interrupted(key, found)
    if found.is_complete:
        write_last_run(found)
    if as_json:
        sys.stdout.write(found.to_json() + "\n")
    else:
        print_falsification(found, texts(lang))
    if write:
        write_examples(game, found, texts(lang))
    if not found.is_complete:
        done = {"done": len(found.verdicts), "all": found.wanted}
        s.say(
            texts(lang).phrase("interrupted: {done} of {all} are tried; the same command goes on from there", **done),
            screen=s.console(stderr=True),
        )
        return 130
    return 1 if any(each.kind in fates.NEEDED and each.is_open for each in found.verdicts) else 0


def chosen_lines(game: Game, spec: str, only: str, changed: bool, said: Texts) -> Lines:
    """The lines to be broken: those of one overlay or edition, those that differ from the last commit, or all."""
    authors = DeclaredRules(game).authors
    names = dict.fromkeys(authors.values())
    if only and only not in names:
        wrong = said.phrase("no clause of these rules is written by {name}", name=only)
        raise ValueError(f"{wrong}\n{did_you_mean(only, names) or ', '.join(names)}")
    files = {name for name, author in authors.items() if only in ("", author)}
    if not changed:
        return dict.fromkeys(files) if only else {}
    return {name: lines for name, lines in changed_lines(spec).items() if name in files and lines}


def changed_lines(spec: str) -> dict[str, frozenset[int]]:
    """By file the lines that differ from the last commit; all of a file that is in none. ValueError where there is no
    git, or no repository, and for rules that are nobody's own."""
    folders, found = read_stack(spec, ())
    if found:
        raise RulesetError(found)
    if all(each.registered or each.path is None for each in folders):
        raise ValueError(
            f"`{spec}` is bundled or installed; `--changed` asks git about rules of your own, by their path"
        )
    lines = {}
    for folder in folders:
        place = None if folder.registered else folder.path
        for source in (*folder.sources, *folder.tables.values()) if place is not None else ():
            assert place is not None
            path = place if place.is_file() else place / PurePosixPath(source.name).name
            lines[source.name] = _lines_changed(path, source.text.count("\n") + 1)
    return lines


def _lines_changed(path: Path, many: int) -> frozenset[int]:
    known = _run_git(path, "ls-files", "--error-unmatch", path.name)
    if known is None:
        return frozenset(range(1, many + 1))
    difference = _run_git(path, "diff", "--no-color", "--no-ext-diff", "-U0", "HEAD", "--", path.name)
    if difference is None:
        return frozenset(range(1, many + 1))
    hunks = _HUNK.findall(difference)
    return frozenset(n for start, count in hunks for n in range(int(start), int(start) + int(count or 1)))


def _run_git(path: Path, *words: str) -> str | None:
    """Returns the answer of git about a file; None where it refuses."""
    try:
        done = subprocess.run(["git", *words], cwd=path.parent, capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ValueError(f"git cannot be asked what has changed: {error}") from None
    if "not a git repository" in done.stderr:
        raise ValueError(f"`{path}` lies in no git repository, so that nothing says what has changed")
    return done.stdout if done.returncode == 0 else None


# ---- for people -----------------------------------------------------------------------------------------------------


def print_falsification(found: Falsification, said: Texts) -> None:
    """Prints how many mutants there are of each fate, then those that nobody notices, with examples that would."""
    counts = {fate: many for fate, many in found.counts.items() if many}
    title = said.phrase(
        "{game}: {mutants} mutants of {clauses} lines, {examples} examples",
        game=found.game,
        mutants=found.wanted,
        clauses=found.clauses,
        examples=found.examples,
    )
    s.paragraph(title, style="bold")
    s.grid([(said.phrase(SAID[fate]), str(many)) for fate, many in counts.items()], right=(1,))
    kinds = Counter(each.kind for each in found.verdicts)
    shares = ((kind, *found.share_noticed(kind)) for kind in kinds)
    s.grid(
        [
            (said.phrase(KINDS[kind]), said.phrase("{number} of {all}", number=one, all=many))
            for kind, one, many in shares
            if many
        ]
    )
    if found.failing:
        names = ", ".join(found.failing)
        s.paragraph(said.phrase("examples that do not hold, and say nothing here: {names}", names=names))
    if found.unreached:
        places = ", ".join(found.unreached)
        s.paragraph(said.phrase("lines that no example evaluates: {places}", places=places))
    shown = set[str]()
    for each in found.verdicts:
        if each.is_open or each.fate in (fates.MARKED, fates.UNTRIED):
            _print_verdict(each, shown, said)


def _print_verdict(each: Verdict, shown: set[str], said: Texts) -> None:
    s.head(f"{each.place}  {each.text}")
    s.say(
        f"    {said.phrase(KINDS[each.kind])}: {each.detail} · {said.phrase(SAID[each.fate])}"
        + (f": {each.by}" if each.by else "")
    )
    if each.example and each.example not in shown:
        shown.add(each.example)
        s.say("\n".join("    " + line for line in each.example.splitlines()))
    elif each.example:
        s.say("    " + said.phrase("the example that is shown above notices this, too"))
    elif each.differs:
        s.say("    " + said.phrase("a search found a difference that no line of an example can say"))
    elif each.decisions:
        s.say(
            "    "
            + said.phrase("{n} decisions, options, views and reasons compared, tell nothing apart", n=each.decisions)
        )


# ---- into the file --------------------------------------------------------------------------------------------------


def write_examples(game: Game, found: Falsification, said: Texts) -> None:
    """Writes each example that was found once, behind the rules whose clause it is about: in an overlay as an addition,
    in other rules into the file of their examples."""
    taken = {each.name for each in game.examples}
    overlays = {each.span.source.name for each in game.rules_model.clauses if each.origin in game.rules_model.overlays}
    texts_by_file: dict[Path, list[str]] = {}
    for each in dict.fromkeys((each.file, each.example) for each in found.verdicts if each.example):
        path = Path(each[0])
        beside = path.with_name("examples.cave")
        is_overlay = each[0] in overlays
        target = path if is_overlay or not beside.is_file() else beside
        name = _free_name(each[1].split()[1], taken)
        taken.add(name)
        text = re.sub(r"^example \S+", f"{'add ' if is_overlay else ''}example {name}", each[1])
        texts_by_file.setdefault(target, []).append(text)
    for path, made in texts_by_file.items():
        if not path.is_file():
            raise ValueError(f"`{path}` is no file that can be written; copy the examples")
        write_over(path, path.read_text("utf-8").rstrip("\n") + "\n\n" + "\n".join(made))
        s.say(said.phrase("{path}: {n} examples written", path=path, n=len(made)))


def _free_name(name: str, taken: set[str]) -> str:
    """A name that no example has yet."""
    tried = (name if n == 1 else f"{name}_{n}" for n in range(1, 10_000))
    return next(each for each in tried if each not in taken)
