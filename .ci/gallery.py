"""Writes the gallery of house rules: of each a picture, its words, its lines, what it does to the game, how strict its examples are.

`python .ci/gallery.py FOLDER` writes the page from `docs/gallery.json`. `python .ci/gallery.py --measure [NAME …]` plays the pairs of
games, breaks the lines, and writes that file: of the rules that are named, or of those whose figures are of other rules than there are now.
"""

from __future__ import annotations

import argparse
import json
import sys
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

import cavewright as cw
from cavewright.bots.falsify import falsify
from cavewright.bots.falsify.declaration_mutations import DeclaredRules
from cavewright.bots.falsify.verdicts import NEEDED
from cavewright.bots.impact import measure_impact
from cavewright.play.examples.runner import rehearse
from cavewright.play.loading.opened_rules import open_rules
from cavewright.publish.changes.difference_sentences import DifferenceSentences
from cavewright.publish.changes.differences import differences

FIGURES = Path(__file__).resolve().parent.parent / "docs" / "gallery.json"
BASE, PAIRS, BOT = "the-cave", 40, "greedy"
SHOWN = ("rounds", "best score", "mean score", "options a decision", "out of the running")
"""Figures of impact that the page has."""
VERDICTS = {"none": "the same", "differs": "differs", "equivalent": "does not matter", "open": "open"}


def house_rules() -> list[str]:
    """The house rules of The Cave, by name."""
    return [each for each in cw.registered_overlays() if not each.startswith("cave-vs-cave")]


@lru_cache(maxsize=1)
def load_variant(name: str) -> Any:
    """The Cave with a house rule."""
    return cw.load_game(f"{BASE}+{name}", engine="interpreter")


# ---- figures --------------------------------------------------------------------------------------------------------


def measure(names: list[str]) -> None:
    """Measures house rules, and stores the figures of each as soon as it is done."""
    base = cw.load_game(BASE)
    for name in names or [each for each in house_rules() if not is_measured(each)]:
        figures = {"hash": load_variant(name).hash, "examples": strictness(name), "impact": impact(base, name)}
        known = read_figures() | {name: figures}
        FIGURES.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", "utf-8")
        print(name, figures["examples"], flush=True)


def read_figures() -> dict[str, Any]:
    """Figures that were measured, by house rule."""
    return json.loads(FIGURES.read_text("utf-8")) if FIGURES.is_file() else {}


def is_measured(name: str) -> bool:
    """Tells if there are figures of the rules as they are."""
    return read_figures().get(name, {}).get("hash") == load_variant(name).hash


def strictness(name: str) -> dict[str, int]:
    """Counts the lines that were broken and those of them that the examples of a house rule notice."""
    game = load_variant(name)
    files = {each: None for each, author in DeclaredRules(game).authors.items() if author == name}
    found = falsify(game, files, most=0)
    shares = [found.share_noticed(kind) for kind in NEEDED]
    return {
        "noticed": sum(one for one, _ in shares),
        "of": sum(many for _, many in shares),
        "marked": found.counts["marked"],
        "all noticed": found.counts["noticed"],
        "all": len(found.verdicts),
    }


def impact(base: Any, name: str) -> dict[str, Any] | None:
    """Differences that a house rule makes to games between bots, by figure; none where no number of players can play both."""
    variant = cw.load_game(f"{BASE}+{name}")
    if not set(variant.players) & set(base.players):
        return None
    found = measure_impact(base, variant, games=PAIRS, bots=[BOT])
    by_name = {each.name: each for each in found.differences}
    return {
        "pairs": PAIRS,
        "bot": BOT,
        "figures": {
            each: [
                round(by_name[each].base, 2),
                round(by_name[each].variant, 2),
                round(by_name[each].interval.low, 2),
                round(by_name[each].interval.high, 2),
                by_name[each].verdict,
            ]
            for each in SHOWN
        },
    }


# ---- the page -------------------------------------------------------------------------------------------------------


def write_gallery(folder: Path) -> None:
    """Writes the page and its pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    figures = read_figures()
    parts = [
        "# A gallery of house rules\n",
        f"{len(house_rules())} rules that come with The Cave, each a file of a few lines. The picture shows the end of its first example.\n"
        "How figures and examples are measured: [Trying rules](../trying_rules.md).\n",
    ]
    for name in house_rules():
        parts += section(name, figures.get(name), folder)
    (folder / "index.md").write_text("\n".join(parts), "utf-8")


def section(name: str, figures: dict[str, Any] | None, folder: Path) -> list[str]:
    """The lines about one house rule."""
    before, after = open_rules(BASE, {}), open_rules(f"{BASE}+{name}", {})
    [head] = [each for each in after.declarations.heads if each.name == name]
    lines = [f"## {head.text} {{#{name}}}\n", f"`{BASE}+{name}`: {next(iter(after.reasons_for(head)), '')}\n"]
    if picture := draw(name):
        (folder / f"{name}.svg").write_text(picture, "utf-8")
        lines.append(f"![The Cave at the end of an example of {head.text}]({name}.svg){{: style='max-height: 22em'}}\n")
    say = DifferenceSentences(after.words, before.words)
    found = differences(before.declarations, after.declarations, say).in_play
    for _, group in groupby(found, key=lambda each: each.rule):
        several = list(group)
        lines.append(f"- **{several[0].title}** " + " ".join(each.text for each in several))
    text = next(source.text for folder in after.folders[len(before.folders) :] for source in folder.sources)
    lines.append(
        f"\n<details markdown><summary>The lines as they stand</summary>\n\n```text\n{text}```\n\n</details>\n"
    )
    current = figures is not None and figures["hash"] == load_variant(name).hash
    return [*lines, *(say_figures(figures) if current and figures else ["Not measured yet.\n"])]


def draw(name: str) -> str:
    """A picture of the position at the end of the first example that a house rule has, of those with a board; "" if none has."""
    game = load_variant(name)
    for example in game.examples:
        if Path(example.span.source.name).stem == name and "lay_out" in example.span.text:
            steps = rehearse(game, example)[1]
            return str(steps[-1].after.svg()) if steps else ""
    return ""


def say_figures(figures: dict[str, Any]) -> list[str]:
    """The figures of a house rule in a table, and what its examples notice."""
    examples = figures["examples"]
    strict = (
        f"Its examples notice {examples['noticed']} of {examples['of']} requirements, costs, effects, branches and columns that were broken"
        f" ({examples['all noticed']} of {examples['all']} changes of all kinds; {examples['marked']} are marked as beyond any example).\n"
    )
    return [strict, *say_impact(figures["impact"])]


def say_impact(made: dict[str, Any] | None) -> list[str]:
    """The differences that a house rule makes in a table."""
    if made is None:
        return ["No number of players can play with and without it, so there are no pairs of games.\n"]
    return [
        f"{made['pairs']} pairs of games, {made['bot']} bots:\n",
        "| figure | before | after | difference, 95 % | verdict |",
        "| --- | ---: | ---: | --- | --- |",
        *(
            f"| {name} | {one} | {other} | {low} to {high} | {VERDICTS[verdict]} |"
            for name, (one, other, low, high, verdict) in made["figures"].items()
        ),
        "",
    ]


def main() -> int:
    """Carries out the command; the exit status."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--measure", action="store_true", help="measure house rules, and store the figures")
    options.add_argument("names", nargs="*", metavar="NAME", help="the folder of the page; with --measure house rules")
    given = options.parse_args()
    if not given.measure and len(given.names) != 1:
        options.error("one folder for the page is needed")
    if given.measure:
        measure(given.names)
    else:
        write_gallery(Path(given.names[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
