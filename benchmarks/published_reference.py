"""Time and size of the rule reference: of all bundled rulesets, editions and house rules in three languages, and of one game.

    python benchmarks/published_reference.py                 everything
    python benchmarks/published_reference.py the-cave en     one game in some languages

Prints the processor time and the time on the clock, the pages and pictures of each language, and from where its sentences are:
from the model of the rules, from texts, or (which should be none) from their code. Run it twice: the first run checks the
rules with every option that an example sets, and later ones find them kept.
"""

import sys
import time
from collections import Counter

from cavewright.cli.docs import chosen
from cavewright.compose import registered_games, registered_overlays
from cavewright.reference.reference import Reference
from cavewright.sentences import Sentences


def main(specs, languages):
    clock, processor = time.perf_counter(), time.process_time()
    games, variants = chosen(specs or (*registered_games(), *registered_overlays()))
    reference = Reference.of(games, variants, with_figures=False)
    told("opened, examples carried out", clock, processor)
    for lang in languages:
        publication = reference.in_language(lang)
        files = publication.written()
        pages, pictures = sum(1 for _ in publication.pages()), sum(path.endswith(".svg") for path in files)
        shares = sum((Counter(Sentences(game.game.wording(lang)).share()) for game in reference.games), Counter())
        told(f"{lang}: {pages} pages, {pictures} pictures, {sum(shares.values())} sentences: {shares['model']} from the model, "
             f"{shares['text']} from texts, {shares['fallback']} from code", clock, processor)


def told(what, clock, processor):
    print(f"{time.perf_counter() - clock:6.1f} s, {time.process_time() - processor:6.1f} s of processor time: {what}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:2], (sys.argv[2] if len(sys.argv) > 2 else "en,de,es").split(","))
