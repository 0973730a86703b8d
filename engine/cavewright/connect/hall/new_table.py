"""A new table as a form asks for it: rules that go together, chairs, and what was agreed on."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from ...bots.players import known_name
from ...foundation.texts import Texts
from ...play.loading.load import load_game
from ...play.states.game import Game
from ..web.table_card import (
    GUEST,
    HERE,
    LONGEST_NAME,
    Agreement,
    Card,
    Chair,
    clean_text,
    distinct_names,
    fresh_links,
    fresh_token,
)
from .offers import Offer

NOBODY = ""
"""Who sits on a chair that is not there."""
LIMITS = (0, 5, 10, 20, 30, 45, 60, 90, 120)
"""Minutes that the form offers."""
AT_END = ("bot", "pass", "resign")


def read_form(offer: Offer, sent: Mapping[str, Sequence[str]], said: Texts) -> Card:
    """Returns the card of a table that a form asks for. Raises ValueError, with a sentence, where rules do not go together,
    or too many or too few would play."""
    known = {each.id for each in offer.house_rules}
    overlays = [each for each in dict.fromkeys(sent.get("rule", ())) if each in known]
    options = {each.name: value for each in offer.choices if (value := _first(sent, f"option-{each.name}"))}
    options = {name: value for name, value in options.items() if value != _usual(offer, name)}
    chairs = read_chairs(offer, sent, said)
    rules = "+".join((offer.id, *overlays))
    load_for(rules, options).new_initial_state([each.name for each in chairs])
    return Card(
        rules=rules,
        options=options,
        agreement=read_agreement(sent),
        chairs=chairs,
        links=fresh_links(len(chairs)),
        join=fresh_token(),
    )


def load_for(rules: str, options: Mapping[str, str]) -> Game:
    """Returns the game of rules that are named by ids. Raises ValueError."""
    return load_game(rules, options=dict(options), registered_only=True)


def read_chairs(offer: Offer, sent: Mapping[str, Sequence[str]], said: Texts) -> tuple[Chair, ...]:
    """Returns the chairs of a form, those without anybody left out. Raises ValueError for the name of no bot."""
    found = []
    for seat in range(offer.high):
        who = _first(sent, f"who-{seat}")
        if who == NOBODY:
            continue
        if who not in (HERE, GUEST):
            known_name(who)
        name = clean_text(_first(sent, f"name-{seat}"), LONGEST_NAME)
        usual = f"{who.partition(':')[0].capitalize()} {seat + 1}" if who not in (HERE, GUEST) else ""
        found.append((name or usual or said.phrase("Player {number}", number=seat + 1), who))
    names = distinct_names([name for name, _ in found])
    return tuple(Chair(name=name, who=who) for name, (_, who) in zip(names, found, strict=True))


def read_agreement(sent: Mapping[str, Sequence[str]]) -> Agreement:
    """Returns the agreement of a form; a value that it does not offer is as if it had not been sent."""
    minutes, at_end = _first(sent, "minutes"), _first(sent, "at_end")
    return Agreement(
        chat="chat" in sent,
        minutes=int(minutes) if minutes in map(str, LIMITS) else 0,
        at_end=at_end if at_end in AT_END else "bot",  # type: ignore[arg-type]
        spectators="spectators" in sent,
    )


def seat_anew(card: Card) -> Card:
    """Returns the card of another table for the same people and bots, to which nobody has come and no old link leads."""
    chairs = tuple(each.model_copy(update={"who": each.bot or HERE, "has_come": False}) for each in card.chairs)
    return card.model_copy(update={"chairs": chairs, "links": fresh_links(len(chairs)), "join": fresh_token()})


def turn_seats(card: Card) -> tuple[Card, dict[str, str]]:
    """Returns the card of a rematch in which everybody sits one seat on, so that another begins; and for the words of the
    old links those of the new ones."""
    old, seats = card.links, len(card.links.seats)
    links = fresh_links(seats)
    chairs = card.chairs[1:] + card.chairs[:1]
    leads = {old.host: links.host, old.watch: links.watch}
    leads |= {old.seats[n]: links.seats[(n - 1) % seats] for n in range(seats)}
    fresh = Card(
        rules=card.rules, options=card.options, agreement=card.agreement, chairs=chairs, links=links, join=fresh_token()
    )
    return fresh, leads


def with_lots_drawn(card: Card) -> Card:
    """Returns the card with its chairs in another order, and with each the link of whoever sits there."""
    order = list(range(len(card.chairs)))
    random.SystemRandom().shuffle(order)
    seats = tuple(card.links.seats[n] for n in order)
    came_by = {word: order.index(seat) for word, seat in card.came_by.items()}
    return card.model_copy(
        update={
            "chairs": tuple(card.chairs[n] for n in order),
            "links": card.links.model_copy(update={"seats": seats}),
            "came_by": came_by,
        }
    )


def _first(sent: Mapping[str, Sequence[str]], name: str) -> str:
    return next(iter(sent.get(name, ())), "")


def _usual(offer: Offer, name: str) -> str:
    return next(each.usual for each in offer.choices if each.name == name)
