"""Page that plays a built game without a server: static files, with the game's module, its bots, and the words of the page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any

from ...bots.players.judgement import terms_of
from ...foundation.texts import texts, translatable
from ...foundation.texts.texts import NAMES
from ...machine.emit.wasm import wasm
from ...machine.ir.program_lowering import Lowered
from ...machine.native.linking import form_of
from ...machine.native.native_error import NativeError
from ...play.loading.opened_rules import OpenedRules
from ...play.positions.deduction import unknowns
from ...play.positions.wording import Wording
from ...play.states.game import Game
from ...play.states.lessons import subject_of
from ...play.states.preview import has_secrets
from ...publish.reference.option_words import name_choices, other_options
from ...publish.reference.position_links import module_of
from ...rules.model import ruleset as m
from ...rules.model.secrecy import OPEN
from ...rules.program import instructions as i
from ..export.build import build_files
from ..prompts.judged_words import name_of
from .company_texts import COMPANY
from .installing import installing_files
from .packing import uses_of
from .row_icons import RowIcons
from .rules_pages import aim_of, notes_of, rule_pages, rules_page
from .texts import BOTS, REFUSED, WORDS

HERE: Mapping[str, str] = {
    "start": translatable("Begin"),
    "again": translatable("New match"),
    "rematch": translatable("Play again, seats turned"),
    "go_on": translatable("Go on with the match that this browser keeps"),
    "open": translatable("Open a saved match"),
    "players": translatable("Players"),
    "name": translatable("Name of player {number}"),
    "who": translatable("Who plays for {name}"),
    "at_random": BOTS["random"],
    "greedy": BOTS["greedy"],
    "mcts": BOTS["mcts"],
    "mcts:easy": BOTS["mcts:easy"],
    "mcts:hard": BOTS["mcts:hard"],
    "kept_here": translatable(
        "This browser keeps every action as soon as it is done. Save the match as a file to play on elsewhere."
    ),
    "example": translatable("This match begins at a position of the rule reference. It cannot be saved."),
    "no_save": translatable("That is no match of this game: {why}"),
    "no_machine": translatable("This browser has no WebAssembly. The game needs it."),
    "no_game": translatable("The game could not be loaded: {why}"),
    "no_position": translatable("That position is not of these rules, or not whole."),
    "acted": translatable("{name} has acted since ({action})."),
    "drawn": translatable("chance has decided since ({action})."),
    "one_wins": translatable("{names} wins."),
    "several_win": translatable("{names} win."),
    "all_win": translatable("{names} win together."),
    "nobody_wins": translatable("Nobody wins."),
    "and": translatable("{first} and {last}"),
    "what": translatable("{what}?"),
    "seating": translatable("Who plays"),
    "begins": translatable("this is the beginning."),
    "reviewing": translatable("Looking at choice {n} of {all} …"),
    "review": COMPANY["review"],
}
"""Words of the page besides those of the page at a server."""
USED = (
    "skip board boards everything refused here nothing_here close told so_far nothing_told holdings scores undo "
    "no_undo hint hinted save your_turn waiting hand_over is_here legend there_is whole_map close_up "
    "person ended total together lost as_if trouble pack_it packing one_more one_less no_more no_less show moves "
    "others turn_it lay_it way zoom_in zoom_out zoom_all zoom_me skip_it pace at_once quick calm sound why_not rarely "
    "rules table about sources earlier position first back on now sure not_sure told new just in_hand reconstruction "
    "leave_empty leave_it leaf mark_can mark_leads mark_hint mark_picked mark_won mark_refused decided_by "
    "teacher teach next_lesson no_lessons hint_why mean_of notices play_from review_of review_by cost_most better none_better "
    "all_choices show_then suggested empty_slot beside by_host"
)
"""Words of the page at a server that this one says too."""
NO_OTHERS: Mapping[Game, Iterable[int]] = {}
FILES = (
    "play.mjs",
    "bots.mjs",
    "sight.mjs",
    "hand.mjs",
    "steps.mjs",
    "zoom.mjs",
    "leafing.mjs",
    "spots.mjs",
    "elements.mjs",
    "judge.mjs",
    "review.mjs",
    "looks.mjs",
    "carry.mjs",
    "clicks.mjs",
    "page.css",
    "board.css",
    "company.css",
)


def page_files(
    game: Game,
    players: Sequence[int],
    name: str,
    opened: OpenedRules | None = None,
    others: Mapping[Game, Iterable[int]] = NO_OTHERS,
) -> dict[str, bytes]:
    """The files of a page that plays a game, for some numbers of players, by name; where its rules are given as they were
    opened, it says whose game it is. `others` are the same game with other options and for which numbers of players, in
    which positions can be opened. Raises BuildError.

    >>> from cavewright import load_game
    >>> sorted(each for each in page_files(load_game("tic-tac-toe"), [2], "game") if "game" in each)[:3]
    ['game-bots.wasm', 'game.d.mts', 'game.d.ts']
    """
    icons = RowIcons(opened)
    icons.require()
    found = build_files(game, players, name)
    bots: dict[str, Any] = {}
    terms = tuple(terms_of(game.rules_model))
    for many in players:
        record = json.loads(found[f"{name}.json"])["seats"][str(many)]
        if made := _bots(game, many, record):
            file = record["wasm"].replace(".wasm", "-bots.wasm")
            found[file] = wasm(made.module)
            bots[str(many)] = {
                "wasm": file,
                "advised": game.rules_model.advice is not None,
                "many_terms": len(terms),
                **_addresses(made),
            }
    told = {
        "titles": {lang: game.wording(lang).text("ruleset", game.title) for lang in NAMES},
        "private": has_secrets(game),
        "unknown": _unknown(game),
        "bots": bots,
        "seats": dict.fromkeys(map(str, players), 0),
        "players": {lang: game.wording(lang).texts.phrase("Player {number}", number="{number}") for lang in NAMES},
        "tongues": {lang: said for lang, said in NAMES.items() if lang in game.languages},
        "words": {lang: dict(_words(lang)) for lang in NAMES},
        "rules": {lang: _rules(game, game.wording(lang)) for lang in NAMES},
        "facts": dict(_facts(game)),
        "aim": {lang: aim_of(game.wording(lang), opened) for lang in NAMES},
        "notes": {lang: notes_of(game, game.wording(lang), opened) for lang in NAMES},
        "lessons": {
            lang: [[subject_of(each), game.wording(lang).clause(each)] for each in game.rules_model.lessons]
            for lang in NAMES
        },
        "icons": {lang: icons.in_tables(game.wording(lang)) for lang in NAMES},
        "terms": {lang: [name_of(each, game.wording(lang)) for each in terms] for lang in NAMES},
        "uses": {lang: dict(_uses(game, game.wording(lang))) for lang in NAMES},
        "others": {each.rules_model.hash[:16]: _other(game, each) for each in others},
    }
    found |= {file: drawn.encode() for file, drawn in icons.files.items()}
    for each, counts in others.items():
        beside = build_files(each, sorted(counts), module_of(each))
        found |= {file: data for file, data in beside.items() if file.endswith((".json", ".wasm"))}
    found["play.json"] = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
    pages = files(__package__).joinpath("pages")
    found |= {each: pages.joinpath(each).read_bytes().replace(b"NAME", name.encode()) for each in FILES}
    found["index.html"] = pages.joinpath("play.html").read_text("utf-8").replace("TITLE", _text(game.title)).encode()
    return found | installing_files(game.title, found)


def _unknown(game: Game) -> dict[str, Any] | None:
    """Returns the unknowns that bots imagine; None where there are none. Where it is unknown how often something is
    done in which somebody decides, bots of a page do not look ahead."""
    found, program = unknowns(game), game.program
    if not found:
        return None
    bound = [each for there in program.bound.values() for each in there]
    locals = {each.number: each for there in program.scopes for each in there}
    locals |= {each.local.number: each.local for each in bound}
    secret = found.names | {each.local.number for each in bound if each.local.shown != OPEN}
    names = [_name(game, locals[each]) for each in sorted(secret & program.layout.locals.keys() & locals.keys())]
    return {
        "fields": sorted(found.fields),
        "conserved": sorted(found.conserved),
        "keeping": sorted(found.keeping),
        "names": names,
        "loops": bool(found.loops),
    }


def _name(game: Game, local: m.Local) -> dict[str, Any]:
    """A name that somebody may not know: its slot and type, and who knows it where somebody decides, by the instruction."""
    type_, bound = local.type, game.program.bound
    where = {
        str(at): [each.local.shown, each.whose]
        for at, there in bound.items()
        for each in there
        if each.local.number == local.number
    }
    bounds = {"low": type_.low, "high": type_.high, "step": type_.step, "optional": type_.optional}
    return {
        "slot": game.program.layout.locals[local.number],
        "type": {"form": type_.form, "name": type_.name, **bounds},
        "bound": where,
    }


def _other(game: Game, other: Game) -> dict[str, Any]:
    """The files of a game with other options, and which options those are, in each language."""
    return {"files": module_of(other), **{lang: list(other_options(game, other, game.wording(lang))) for lang in NAMES}}


def _text(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _words(lang: str) -> Iterable[tuple[str, str]]:
    """Yields the texts of the page in a language, with the names of values at their places."""
    sources = {**{name: WORDS[name] for name in USED.split()}, "impossible": REFUSED["impossible"], **HERE}
    for name, source in sources.items():
        values = {each: f"{{{each}}}" for each in re.findall(r"\{(\w+)\}", source)}
        yield name, texts(lang).phrase(source, **values)


def _rules(game: Game, words: Wording) -> dict[str, Any]:
    """Returns the things that can be looked up, with the rules about them."""
    groups = rule_pages(game, words)
    pages = {each.name: rules_page(game, each.name, words) for _, links in groups for each in links}
    return {
        "groups": [[name, [[each.name, each.title, each.about] for each in links]] for name, links in groups],
        "pages": {
            name: {"title": page.title, "lines": page.lines, "facts": [each.id for each in page.facts]}
            for name, page in pages.items()
            if page is not None
        },
    }


def _facts(game: Game) -> Iterable[tuple[str, Any]]:
    """The facts that clauses carry out, in all languages."""
    cited = dict.fromkeys(id for clause in game.rules_model.clauses for id in clause.cites)
    for id, row in ((id, game.facts[id]) for id in cited if id in game.facts):
        text = {
            lang: name_choices(game.wording(lang).fact(id, row.get("text", "")), game.wording(lang)) for lang in NAMES
        }
        yield id, {"place": row.get("place", ""), "text": text}


def _uses(game: Game, words: Wording) -> Iterable[tuple[str, Any]]:
    """Yields the uses of the things of kinds that are packed, by kind and row."""
    packed = {each.kind for each in game.program.code if isinstance(each, i.Repack)}
    for kind in (game.rules_model.kinds[each] for each in sorted(packed)):
        yield kind.name, [list(uses_of(kind, row, words)) for row in range(len(kind.rows))]


SEARCHED = (
    "points",
    "more_points",
    "bases",
    "horizon",
    "scale",
    "explore",
    "alone",
    "guide",
    "ahead_by",
    "terms",
    "row_visits",
    "row_sums",
)
"""What searches of bots are asked by, and what they say, by its name in a module."""


def _bots(game: Game, players: int, record: Mapping[str, Any]) -> Lowered | None:
    """The searches of bots for a number of players; none where they cannot be had, or lay a position out otherwise."""
    try:
        form = form_of(game, players, bots=True)
    except NativeError:
        return None
    first = game.new_initial_state(players)
    is_same = (
        form.layout.whole.length * 4 == record["size"]
        and form.layout.encoding.encode(first._h, first._s).hex() == record["first"]
    )
    return form if is_same and not form.interface.merges else None


def _addresses(form: Lowered) -> dict[str, Any]:
    """Returns the addresses at which searches take their questions, and leave their answers."""
    symbols = form.interface.symbols
    return {
        "start": form.layout.start,
        "plan": symbols["plan_rows"].at,
        **{name: symbols[name].at for name in SEARCHED},
    }
