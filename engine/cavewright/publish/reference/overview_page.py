"""Overview of a game: what it is about, who plays it, how long it is, where the rules are from, and what an edition changed."""

from __future__ import annotations

from collections.abc import Iterator

from .game_reference import GameReference
from .markdown import Block, Details, Heading, Item, Items, Link, Page, Paragraph, Strong


def overview_page(game: GameReference, chapters: tuple[Page, ...]) -> Page:
    """The first page of a game, with its contents."""
    phrase = game.phrase
    contents = tuple(Item(Link(each.title, each.path)) for each in chapters)
    aid = Item(Link(phrase("Player aid on two printed pages"), game.path("aid.html")))
    blocks: list[Block] = [
        *map(Paragraph, game.opened.property_values("about")),
        Paragraph((Strong(game.opened.players),)),
        *_editions(game),
        Heading(2, phrase("Contents")),
        Items((*contents, aid, *_to_play(game))),
        *_sources(game),
        *_reconstructions(game),
        *_simulation_figures(game),
    ]
    title = game.opened.title
    if game.rules.overlays:
        title = phrase("{game} as it is played here", game=title)
    return Page(game.path("index.md"), phrase("Overview"), (Heading(1, title), *blocks, *game.credits()))


def _to_play(game: GameReference) -> Iterator[Item]:
    if game.playing:
        yield Item(Link(game.phrase("Play it on a page"), game.path("play/index.html")))


def _simulation_figures(game: GameReference) -> Iterator[Block]:
    """Yields the length of games of bots, folded away: they are no facts of the game."""
    words, found = game.texts, game.figures
    if found is None or 2 * found.ended < found.games:
        return
    played = words.plural(
        "Bots played {games} games alone, knowing only what a player sees.",
        "Bots played {games} games with {n} players, knowing only what a player sees.",
        found.players,
        games=found.games,
    )
    long = words.plural(
        "On average, players made {n} choice a game.",
        "On average, players made {n} choices a game.",
        round(found.decisions),
    )
    scored = words.phrase("On average, the winner scored {winning} points.", winning=round(found.winning))
    left = found.games - found.ended
    unended = words.plural("{n} game did not come to an end.", "{n} games did not come to an end.", left)
    has_fixed_sum = game.rules.scoring is not None and game.rules.scoring.constant_total is not None
    is_told = found.winning > 1 and not has_fixed_sum
    told = " ".join((played, long, *([scored] if is_told else []), *([unended] if left else [])))
    yield Details(game.phrase("How long simulated games were"), (Paragraph(told),))


def _editions(game: GameReference) -> Iterator[Block]:
    words, composed = game.opened.words, game.opened.declarations
    base, *editions = composed.grounds or (composed.head,)
    items = []
    for each in (*editions, *composed.heads):
        why = next(iter(game.opened.reasons_for(each)), "")
        said = (
            game.phrase("An edition of {name}.", name=base.text or base.name)
            if each in editions
            else game.phrase("With the house rule “{name}”.", name=words.text(each.label, each.text or each.name))
        )
        items.append(Item(f"{said} {why}".strip()))
    if items:
        yield Items(tuple(items))


def _sources(game: GameReference) -> Iterator[Block]:
    if game.opened.sources:
        yield Heading(2, game.phrase("Sources"), "sources")
        yield Items(tuple(Item((Strong(id), f": {text}")) for id, text in game.opened.sources.items()))


def _reconstructions(game: GameReference) -> Iterator[Block]:
    if game.opened.reconstructions:
        yield Heading(2, game.phrase("What is reconstructed"), "reconstructed")
        yield Items(tuple(Item(each) for each in game.opened.reconstructions))
