"""Offers of a hall: the games that are installed, and of each its editions, options and house rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...bots.players import make
from ...foundation.source.frozen import frozen
from ...foundation.texts import Catalogue, read_catalogue, texts
from ...language.compose import Folder, find_ruleset, registered_games, registered_overlays
from ...language.compose.overlay_order import head_in, properties
from ...play.loading.load import load_game
from ...play.loading.opened_rules import OpenedRules, open_rules
from ...play.loading.ruleset_cache import remember
from ...play.loading.rulesets import RulesetError
from ...play.matches.match import Match
from ...publish.reference.option_words import option_title
from ...rules.model.ruleset import Option
from ..web.row_icons import RowIcons
from ..web.table_card import Card
from .texts import HALL

ACTS_IN_PICTURE = 30
"""Actions after which a game is shown in its picture; by then something lies on most boards."""


@frozen
class Choice:
    """One option: its question, its usual value, the values with their words, or the least and the greatest number."""

    name: str
    text: str
    usual: str
    values: tuple[tuple[str, str], ...]
    low: int
    high: int


@frozen
class HouseRule:
    """An overlay that is played upon a game, and why one would."""

    id: str
    title: str
    why: str


@frozen
class Offer:
    """One game, or an edition of one (`base` is another id then)."""

    id: str
    base: str
    title: str
    publisher: str
    about: str
    low: int
    high: int
    choices: tuple[Choice, ...]
    house_rules: tuple[HouseRule, ...]


@frozen
class Offers:
    """All games that check, in the order of their titles."""

    games: tuple[Offer, ...]

    def find(self, id: str) -> Offer | None:
        """Returns the offer of an id, or None."""
        return next((each for each in self.games if each.id == id), None)

    @property
    def bases(self) -> tuple[Offer, ...]:
        """The games without their editions."""
        return tuple(each for each in self.games if each.base == each.id)

    def editions(self, id: str) -> tuple[Offer, ...]:
        """Returns a game, and then its editions by their ids."""
        return tuple(
            sorted((each for each in self.games if each.base == id), key=lambda each: (each.id != id, each.id))
        )


def read_offers(lang: str) -> Offers:
    """Returns the offers in a language.

    >>> offers = read_offers("en")
    >>> [each.id for each in offers.editions("the-cave")]
    ['the-cave', 'the-cave-de', 'the-cave-es']
    """
    games, overlays = registered_games(), registered_overlays()
    folders = [each for each in map(find_ruleset, (*games, *overlays)) if isinstance(each, Folder)]

    def make_offers() -> Offers:
        found = {name: tuple(_house_rules(overlays, name, lang)) for name in games}
        made = [each for each in (_offer(name, found, lang) for name in games) if each is not None]
        return Offers(tuple(sorted(made, key=lambda each: each.title.casefold())))

    return remember(f"hall {lang}", folders, {}, make_offers)


def _offer(name: str, house_rules: Mapping[str, tuple[HouseRule, ...]], lang: str) -> Offer | None:
    """The offer of one game; none where its rules do not check."""
    try:
        opened = open_rules(name, {}, lang)
        RowIcons(opened).require()
    except RulesetError:
        return None
    rules = opened.rules
    base = rules.grounds[0] if rules.grounds else rules.id
    return Offer(
        rules.id,
        base,
        opened.title,
        " ".join(opened.property_values("publisher")),
        " ".join(opened.property_values("about")),
        *rules.player_range,
        tuple(_choice(each, opened) for each in rules.options.values()),
        house_rules.get(base, ()),
    )


def _choice(option: Option, opened: OpenedRules) -> Choice:
    words, said = opened.words, opened.words.texts
    values = tuple((word, words.text(f"option {option.name}.{word}", text)) for word, text in option.choices)
    if not values and option.type.is_truth:
        values = (("yes", said.phrase("yes")), ("no", said.phrase("no")))
    return Choice(
        option.name,
        option_title(option, words),
        option.write_value(option.default),
        values,
        option.type.low,
        option.type.high,
    )


def _house_rules(overlays: tuple[str, ...], game: str, lang: str) -> Iterator[HouseRule]:
    """Overlays that say that they extend a game."""
    for name in overlays:
        folder = find_ruleset(name)
        head = head_in(folder.sources) if isinstance(folder, Folder) else None
        if head is None or not isinstance(folder, Folder):
            continue
        if game in [each.word for each in properties(head, "extends")]:
            source = folder.catalogues.get(lang)
            words = read_catalogue(source.text) if source is not None else None
            why = (_translation(words, f"{head.label}.why", each.text) for each in properties(head, "why"))
            yield HouseRule(name, _translation(words, head.label, head.text), " ".join(why))


def _translation(catalogue: Catalogue | None, context: str, text: str) -> str:
    entries = catalogue.entries if catalogue is not None else ()
    return next((each.said[0] for each in entries if each.is_full and each.key == (context, text)), text)


def draw_game(id: str) -> str:
    """Returns a picture of a game that goes on, as SVG: always the same."""
    folder = find_ruleset(id)
    folders = [folder] if isinstance(folder, Folder) else []
    return remember("hall picture", folders, {}, lambda: _draw(id))


def _draw(id: str) -> str:
    match = Match(load_game(id, engine="interpreter", registered_only=True), seed=7)
    bot = make("random", match.game, 7)
    for _ in range(ACTS_IN_PICTURE):
        before = match.state
        if before.is_terminal:
            break
        player = before.active_players[0]
        match.push(bot.choose(before, player))
        if match.state.is_terminal:
            match.pop()
            break
    return match.svg()


def agreement_words(card: Card, offers: Offers, lang: str) -> tuple[str, ...]:
    """Returns what the people of a table have agreed on, a line each: options that are not as usual, the chat, the clock,
    spectators."""
    offer, agreement, phrase = offers.find(card.rules.partition("+")[0]), card.agreement, texts(lang).phrase
    options = (
        f"{each.text} {dict(each.values).get(value, value)}"
        for each in (offer.choices if offer is not None else ())
        if (value := card.options.get(each.name)) is not None
    )
    besides = {
        phrase(HALL["has_chat"]): agreement.chat,
        phrase(HALL["has_clock"], n=agreement.minutes): agreement.minutes,
        phrase(HALL["is_watched"]): agreement.spectators,
    }
    return (*options, *(line for line, is_so in besides.items() if is_so))


def rules_words(rules: str, offers: Offers, lang: str) -> str:
    """Returns the title of rules that are named by their ids, house rules included."""
    game, *overlays = rules.split("+")
    offer = offers.find(game)
    if offer is None:
        return rules
    titles = {each.id: each.title for each in offer.house_rules}
    return (
        texts(lang).phrase(
            "{title} with {rules}", title=offer.title, rules=", ".join(titles.get(e, e) for e in overlays)
        )
        if overlays
        else offer.title
    )
