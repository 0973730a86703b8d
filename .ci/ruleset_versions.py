"""Compares the bundled rulesets with those of the last release, and names the smallest honest version of each.

    python .ci/ruleset_versions.py                    one line for each that differs; fails if a version says too little
    python .ci/ruleset_versions.py --raise            writes the smallest versions into the heads, and `extends` lines that admit them
    python .ci/ruleset_versions.py --record 1.2.3     writes the record of a release: what `make release` does at its end

The law is that of `cavewright check --against`. The record is `.ci/released.zip`: the rule files of the last release, so that a
copy of the sources without a repository can be compared, too. An edition is compared together with the rules below it, because
house rules for it rest on both; a house rule is compared on the rules of today alone.
"""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cavewright.foundation.source import Source, errors
from cavewright.foundation.source.argument_checks import shorten
from cavewright.foundation.texts import texts
from cavewright.language.compose import Composed, compose
from cavewright.language.compose.overlay_order import properties, read_head
from cavewright.language.compose.versions import admits, read_version
from cavewright.language.syntax import parse_file
from cavewright.language.syntax import tree as t
from cavewright.play.positions.wording import Wording
from cavewright.publish.changes.compatibility import Verdict, compatibility, names
from cavewright.publish.changes.difference_sentences import DifferenceSentences
from cavewright.rules.check.checker import check

ROOT = Path(__file__).resolve().parent.parent
MARK = "RELEASE"
"""Name of the entry of the record that holds the version of the program."""
SUFFIXES = (".cave", ".csv")
HEAD = re.compile(r"^(ruleset|edition|overlay) (\S+) (\S+)", re.MULTILINE)
EXTENDS = re.compile(r"^ +extends +(\S+) +(\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Rules:
    """Rules as they are written: the trees of their files, the tables beside them, and the head."""

    trees: Sequence[t.File]
    tables: Sequence[Source]
    head: t.Declaration

    @property
    def below(self) -> str:
        """The id of the rules that these change; empty for a ruleset."""
        return next((each.word for each in properties(self.head, "extends")), "")

    @property
    def wanted(self) -> str:
        """The first version of the rules below that these admit."""
        return next((each.number.lstrip("^~>= ") for each in properties(self.head, "extends")), "")

    def called(self, version: str) -> Rules:
        """The same rules under another version."""
        head = replace(self.head, version=version)
        files = [replace(f, items=tuple(head if each == self.head else each for each in f.items)) for f in self.trees]
        return replace(self, trees=files, head=head)


@dataclass(frozen=True)
class Judged:
    """What has become of rules since the release; `verdict` is None if only the new ones or only the old ones exist."""

    id: str
    verdict: Verdict | None
    said: str

    @property
    def is_honest(self) -> bool:
        """The version says as much as has changed."""
        return self.verdict is None or self.verdict.fits


def files_in(folder: Path) -> dict[str, str]:
    """The rule files and tables below a folder, by their path."""
    found = sorted(each for each in folder.rglob("*") if each.suffix in SUFFIXES and each.name != "facts.csv")
    return {each.relative_to(folder).as_posix(): each.read_text("utf-8") for each in found}


def files_of(record: Path) -> tuple[str, dict[str, str]]:
    """The version of the program in a record, and the files in it."""
    with zipfile.ZipFile(record) as archive:
        found = {each: archive.read(each).decode("utf-8") for each in archive.namelist()}
    return found.pop(MARK), found


def write_record(record: Path, version: str, files: Mapping[str, str]) -> None:
    """Writes a record: the same bytes for the same files."""
    with zipfile.ZipFile(record, "w") as archive:
        for name, text in {MARK: version, **files}.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text.encode("utf-8"))


def rules_in(files: Mapping[str, str]) -> dict[str, Rules]:
    """The rules that files hold, by id. A house rule is one file, everything else a folder."""
    folders: dict[str, list[Source]] = {}
    for name, text in files.items():
        folder = name if name.startswith("house-rules/") else name.rpartition("/")[0]
        folders.setdefault(folder, []).append(Source(name, text))
    found = {}
    for sources in folders.values():
        trees = [parse_file(each)[0] for each in sources if each.name.endswith(".cave")]
        head = read_head(trees, "ruleset")[0]
        if head is not None:
            found[head.name] = Rules(trees, [each for each in sources if each.name.endswith(".csv")], head)
    return found


def composed(rules: Sequence[Rules]) -> Composed | None:
    """A base and what lies upon it as one ruleset; none if they do not fit."""
    made, found = compose(
        rules[0].trees, [each.trees for each in rules[1:]], [one for each in rules for one in each.tables]
    )
    return None if errors(found) else made


def stack(id: str, among: Mapping[str, Rules]) -> list[Rules]:
    """Rules with those that they change, the lowest first."""
    rules = among[id]
    return [*(stack(rules.below, among) if rules.below else ()), rules]


def wording(*sides: Composed) -> list[Wording]:
    """The words of rules, where they check; else those of the other side."""
    models = [check(each, each.table, each.options)[0] for each in sides]
    known = [each for each in models if each is not None]
    if not known:
        raise SystemExit(
            f"{sides[0].head.name}: its rules do not check; `cavewright check {sides[0].head.name}` says why"
        )
    return [Wording(each or known[0], (), texts(), "en") for each in models]


def judge(id: str, old: Mapping[str, Rules], new: Mapping[str, Rules]) -> Judged:
    """How far rules have gone since the release, and whether their version says so."""
    if id not in old or id not in new:
        return Judged(id, None, "is new" if id in new else "is gone")
    before, after = stack(id, old), stack(id, new)
    if after[-1].head.kind == "overlay":
        before = [after[0].called(before[-1].wanted), *after[1:-1], before[-1]]
    made, now = composed(before), composed(after)
    if now is None:
        raise SystemExit(f"{id}: its rules do not fit together; `cavewright check {id}` says why")
    if made is None:
        return _unfit(id, before[-1].head.version, after[-1].head.version)
    made, now = replace(made, head=before[-1].head), replace(now, head=after[-1].head)
    fresh, stale = wording(now, made)
    verdict = compatibility(made, now, DifferenceSentences(fresh, stale))
    return Judged(id, verdict, _told(verdict))


def _told(verdict: Verdict) -> str:
    which = shorten(names(verdict.why), 160)
    return f"{verdict.level} change: {which}" if which else verdict.level


def _unfit(id: str, old: str, new: str) -> Judged:
    """A house rule whose released text no longer fits the rules of today, so that it had to change."""
    first = read_version(old) or (0, 0, 0)
    least = f"{first[0] + 1}.0"
    fits = (read_version(new) or (0, 0, 0)) >= (first[0] + 1, 0, 0)
    return Judged(
        id,
        Verdict("major", (), old, new, fits, least),
        "major change: as released it no longer fits the rules below it",
    )


def judged(record: Path, rulesets: Path) -> Iterator[Judged]:
    """All bundled rules, compared with the record, the lowest first."""
    old, new = rules_in(files_of(record)[1]), rules_in(files_in(rulesets))
    for id in sorted({*old, *new}, key=lambda each: (each in new and len(stack(each, new)), each)):
        yield judge(id, old, new)


# ---- Raising ------------------------------------------------------------------------------------------------------


def raise_versions(record: Path, rulesets: Path) -> None:
    """Writes the smallest honest version into each head that says too little, then ranges that admit the rules below."""
    least = {each.id: each.verdict.least for each in judged(record, rulesets) if each.verdict and not each.is_honest}
    for path in sorted(rulesets.rglob("*.cave")):
        _rewrite(path, HEAD, lambda m: f"{m[1]} {m[2]} {least.get(m[2], m[3])}")
    heads = (HEAD.search(path.read_text("utf-8")) for path in rulesets.rglob("*.cave"))
    now = {each[2]: each[3] for each in heads if each}
    for path in sorted(rulesets.rglob("*.cave")):
        _rewrite(path, EXTENDS, lambda m: m[0] if admits(m[2], now[m[1]]) else f"{m[0].removesuffix(m[2])}^{now[m[1]]}")


def _rewrite(path: Path, pattern: re.Pattern[str], by: Callable[[re.Match[str]], str]) -> None:
    text = path.read_text("utf-8")
    changed = pattern.sub(by, text, count=1)
    if changed != text:
        path.write_text(changed, "utf-8")


# ---- The record ---------------------------------------------------------------------------------------------------


def last_tag() -> str:
    """The version that was tagged last before this commit; empty without one, or without a repository."""
    command = ["git", "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip().removeprefix("v")


def main(arguments: Sequence[str]) -> int:
    """Carries out the command; the exit status."""
    record, rulesets = ROOT / ".ci" / "released.zip", ROOT / "rulesets"
    if arguments[:1] == ["--record"]:
        write_record(record, arguments[1], files_in(rulesets))
        return 0
    released = files_of(record)[0]
    if (tag := last_tag()) and tag != released:
        print(f"{record.name} is of {released}, but {tag} was released after it:", file=sys.stderr)
        print(
            f"on the commit v{tag}, `python .ci/ruleset_versions.py --record {tag}` writes the record", file=sys.stderr
        )
        return 1
    if arguments[:1] == ["--raise"]:
        raise_versions(record, rulesets)
    return report(released, list(judged(record, rulesets)))


def report(released: str, found: Sequence[Judged]) -> int:
    """Prints what has changed since the release; 1 if a version says too little."""
    for each in found:
        if each.verdict is None:
            print(f"{each.id} {each.said}")
        elif each.verdict.level != "same" or not each.is_honest:
            print(f"{each.id} {each.verdict.old} -> {each.verdict.new} ({each.said})")
    wrong = [each for each in found if each.verdict is not None and not each.is_honest]
    for each in wrong:
        least = each.verdict.least if each.verdict else ""
        print(f"no release: `{each.id}` has to be at least {least}: since {released} a {each.said}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
