"""Time and size of the rule reference: of all bundled rulesets, editions and house rules in three languages, and of one game.

    python benchmarks/published_reference.py                 everything
    python benchmarks/published_reference.py the-cave en     one game in some languages

Runs `cavewright docs` twice, at first with nothing kept of the rules and then with what the first run has kept, and prints the time on
the clock and the processor time of each; then the pages and pictures of each language, and from where its sentences are: from the
model of the rules, from texts, or (which should be none) from their code.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from cavewright.connect.cli.docs import split_specs
from cavewright.language.compose import registered_games, registered_overlays
from cavewright.publish.reference.reference import Reference
from cavewright.sentences import Sentences


def main(specs, languages):
    with tempfile.TemporaryDirectory() as folder:
        for kept in ("nothing kept", "rules kept"):
            command(Path(folder), specs, languages, kept)
        games, _ = split_specs(specs or (*registered_games(), *registered_overlays()))
        reference = Reference.of(games, with_figures=False)
        for lang in languages:
            told(lang, Counter(each.suffix for each in (Path(folder) / "out" / lang).rglob("*")), reference)


def command(folder, specs, languages, kept):
    """Publishes by the command, as whoever publishes does."""
    clock, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    line = [
        sys.executable,
        "-m",
        "cavewright",
        "docs",
        *specs,
        "--no-figures",
        "--out",
        str(folder / "out"),
        "--lang",
        ",".join(languages),
    ]
    subprocess.run(
        line, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "CAVEWRIGHT_CACHE": str(folder / "cache")}
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    worked = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"{time.perf_counter() - clock:6.1f} s on the clock, {worked:6.1f} s of processor time: {kept}", flush=True)


def told(lang, files, reference):
    """What was published in a language."""
    shares = sum((Counter(Sentences(each.game.wording(lang)).share()) for each in reference.games), Counter())
    print(
        f"{lang}: {files['.md']} pages, {files['.svg']} pictures, {sum(shares.values())} sentences: {shares['model']} from the model, "
        f"{shares['text']} from texts, {shares['fallback']} from code",
        flush=True,
    )


if __name__ == "__main__":
    main(sys.argv[1:2], (sys.argv[2] if len(sys.argv) > 2 else "en,de,es").split(","))
