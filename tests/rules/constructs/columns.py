"""What every construct of the language has, as questions to a small ruleset: each gives the faults that it finds, none where all is well."""

import csv
import random
import re
from copy import copy
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.connect.web.table_client import client
from tests.engine.agreement.engines import ENGINES
from tests.fuzz.beside import Company
from tests.fuzz.mixed_rules import CONSTRUCTS
from tests.fuzz.secret_law import Tally, try_rules

import cavewright as cw
from cavewright.connect.cli.explain_word import is_word, lines_of_word
from cavewright.connect.web.table import Table
from cavewright.encodings import Actions, Information, Observations, Recall
from cavewright.foundation.draw import draw_svg, draw_text
from cavewright.foundation.source import Source
from cavewright.language.compose import compose, edit_paths
from cavewright.language.syntax import parse_file
from cavewright.language.syntax.format import format_source
from cavewright.machine.native.native import compile_findings
from cavewright.play.examples.runner import run_examples
from cavewright.play.loading.load import try_load
from cavewright.play.views.scene import scene_of
from cavewright.publish.sentences.language import told_languages
from cavewright.sentences import Sentences

CASES, WORDS = Path(__file__).with_name("cases"), Path(__file__).with_name("words.csv")
PLAYERS, STEPS = 3, 40
BAD = re.compile(r"`|\{|\}|  | ,|,,|\.\.| \.|^\W*$|_")
"""What stands in no sentence: code, names with a line in them, what was not filled in, blanks and marks too many."""


def text_of(name):
    return (CASES / f"{name}.cave").read_text("utf-8")


def files_of(name):
    return {f"{name}.cave": text_of(name)}


@cache
def game_of(name, engine="python"):
    return cw.load_rules(files_of(name), **ENGINES[engine])


def walk(game, seed, steps=STEPS):
    """Matches of so many steps at random, with whatever may be done beside the decision at hand."""
    match, rng = cw.Match(game, PLAYERS, seed=seed, by_hand=True), random.Random(seed)
    for _ in range(steps):
        yield match
        if match.state.is_terminal:
            return
        match.push(rng.choice(choices(match.state)))


def choices(state):
    if state.current_player == cw.CHANCE:
        return [action for action, _ in state.chance_outcomes()]
    asked = [each for player in state.active_players for each in state.legal_actions(player)]
    return [*asked, *state.interrupts()]


# ---- the text --------------------------------------------------------------------------------------------------------


def check(name):
    """The check finds nothing, but what the file says in its second line; examples hold."""
    game, found = try_load(files_of(name))
    said = re.search(r"^# said: (.*)", text_of(name), re.MULTILINE)
    faults = [str(each) for each in found if game is None or each.code not in (said[1] if said else "")]
    failed = [str(each) for result in run_examples(game) for each in result.diagnostics] if game else []
    return faults + failed


def layout(name):
    """The file stands as `fmt` writes it."""
    written, found = format_source(Source("a.cave", text_of(name)))
    return [str(each) for each in found] or ["is written otherwise"] * (written != text_of(name))


def explain(name):
    """The words that the file names are explained."""
    words = re.findall(r"^# explain: (.*)", text_of(name), re.MULTILINE)
    return [word for word in words if not is_word(word) or not lines_of_word(word)] or ["no word"] * (not words)


def generated(name):
    """Generated rules say it, too."""
    return (
        [] if any(re.search(pattern, text_of(name)) for pattern in CONSTRUCTS.values()) else ["in no generated rules"]
    )


def edits(name):
    """An overlay gets hold of every line: as it is, which changes nothing, and as another one, which does."""
    base, _ = parse_file(Source("base.cave", text_of(name)))
    plain, _ = compose([base], [])
    paths = [each for node in plain.declarations for each in edit_paths(node)]
    held = {each.span.start for each in paths}
    lines = [line for node in plain.declarations if node.kind in ("to", "action") for line in node.block]
    faults = [f"no path to {line.span.text}" for line in lines if line.span.start not in held]
    faults += _laid(base, [each.edit for each in paths if each.new == each.repeated], plain.hash, True)
    return faults + _laid(base, [each.edit for each in paths if each.new != each.repeated], plain.hash, None)


def _laid(base, changes, before, is_same):
    text = "\n\n".join(["overlay tried 1.0\n    language 2\n    extends table", *changes]) + "\n"
    over, found = parse_file(Source("tried.cave", text))
    if not found:
        result, found = compose([base], [[over]])
    if found or is_same is None:
        return [str(each) for each in found]
    return [] if (result.hash == before) is is_same else ["another hash"]


# ---- words -----------------------------------------------------------------------------------------------------------


@cache
def catalogues():
    """The words of all files, by languages."""
    rows = list(csv.DictReader(WORDS.read_text("utf-8").splitlines()))
    head = 'msgid ""\nmsgstr ""\n"Language: {}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    return {
        f"locale/{lang}.po": head.format(lang)
        + "".join(f'\nmsgctxt "{row["key"]}"\nmsgid "{row["source"]}"\nmsgstr "{row[lang]}"\n' for row in rows)
        for lang in told_languages()
    }


def sentences(name):
    """All is told in words, in every language."""
    faults, game = [], cw.load_rules(files_of(name) | catalogues())
    for lang in told_languages():
        told = Sentences(game.wording(lang))
        faults += [f"{lang}: {each.text}" for each in told.all() if BAD.search(each.text) or each.source == "fallback"]
        faults += [f"{lang}: {each} lacks" for each in told.missing]
    return faults


# ---- play ------------------------------------------------------------------------------------------------------------


def engines(name, chosen=("interpreter", "python", "wasm")):
    """Engines do the same; one that refuses says C1001."""
    games = []
    for engine in chosen:
        game = cw.load_rules(files_of(name), **ENGINES[engine])
        if "backend" in ENGINES[engine] and game.make_module(PLAYERS) != "machine":
            found = compile_findings(game)
            if {each.code for each in found} != {"C1001"}:
                return [f"no machine: {[str(each) for each in found]}"]
        else:
            games.append(game)
    for seed in range(4):
        if not Company(games, PLAYERS, random.Random(seed)).walk(STEPS).steps:
            return ["no step"]
    return [f"refused: {each}" for each in chosen[len(games) :]] if "# refused: C1001" not in text_of(name) else []


def in_c(name):
    """C does the same as the interpreter."""
    return engines(name, ("interpreter", "c"))


def secrecy(name):
    """Views of a seat differ in nothing that it does not know."""
    tally = Tally()
    for seed in range(3):
        try_rules(files_of(name), seed, tally)
    return [str(each) for each in tally.found]


def odds(name):
    """Where chance is, something may come, and all of it together is certain."""
    faults = []
    for seed in range(3):
        for match in walk(game_of(name), seed):
            if match.state.current_player == cw.CHANCE:
                weights = [weight for _, weight in match.state.chance_outcomes()]
                if sum(weights) != 1 or min(weights) <= 0:
                    faults.append(f"{weights}")
    return faults


def encodings(name):
    """Actions have numbers, and observations one shape, all the game through."""
    game = game_of(name)
    actions, observed = Actions(game, PLAYERS), Observations(game, PLAYERS)
    told = Information(actions, observed, 8)
    faults, shapes, recall = [], set(), None
    for match in walk(game, 1):
        state = match.state
        recall = Recall(state, recall, match.move_stack[-1] if recall else None)
        for player in state.active_players or (cw.CHANCE,):
            legal = choices_of(state, player)
            numbers = [actions.encode(each) for each in legal]
            if [actions.decode(each, player) for each in numbers] != legal or len(set(numbers)) != len(legal):
                faults.append(f"numbers of {[str(each) for each in legal]}")
        for player in range(PLAYERS):
            shapes.add((len(observed.observe(state, player)), len(told.tensor(recall, player))))
    return faults + [f"shapes {shapes}"] * (len(shapes) != 1)


def choices_of(state, player):
    if player < 0:
        return (
            [action for action, _ in state.chance_outcomes()] if player == cw.CHANCE and not state.is_terminal else []
        )
    return list(state.legal_actions(player))


def pictures(name):
    """A picture is drawn for every seat and for whoever only watches."""
    faults = []
    for match in walk(game_of(name), 2):
        for viewer in (None, *range(PLAYERS)):
            scene = scene_of(match.state, viewer)
            if "<svg" not in draw_svg(scene) or not isinstance(draw_text(scene), str):
                faults.append("no picture")
    return faults


def page(name):
    """The page of every seat is served, all the match through."""
    faults = []
    for match in walk(game_of(name), 3, 12):
        with TemporaryDirectory() as folder:
            table = Table.new(copy(match), ("",) * PLAYERS, Path(folder) / "a.match", name)
            guests = client(table)
            for token in (table.links.host, table.links.watch, *table.links.seats):
                if guests.get(f"/t/{token}/?lang=en").status_code != 200:
                    faults.append(f"no page behind {[str(each) for each in match.move_stack]}")
    return faults
