"""Posteriors: what is true, and how likely, given what a viewer is shown of a game of chance."""

from collections import Counter
from fractions import Fraction

import cavewright as cw


def told(state, viewer, chances):
    """For all that a viewer may have been told and be shown where somebody decides in the open, how likely it is with each thing that is true: of which cards there are how many where."""
    card = state.game.rules_model.kinds["card"]
    points = dict(zip(card.rows, card.columns["points"].values, strict=False))
    found, todo = Counter(), [(state, Fraction(1), remembered(state, viewer, ()))]
    while todo:
        at, share, before = todo.pop()
        if at.current_player == cw.CHANCE:
            ways = [(at.apply(action), share * part) for action, part in chances(at)]
        elif (legal := at.legal_actions())[0].name == "keep":
            ways = [(at.apply(each), share / len(legal)) for each in legal]
        else:
            view = at.view(cw.ALL)
            every = (("game", view.game), *enumerate(view.players))
            true = tuple(
                (whose, *sorted((name, by_points(value, points)) for name, value in kept.values.items()))
                for whose, kept in every
            )
            found[(*before, at.view(viewer).to_json()), true] += share
            continue
        todo += [(after, part, remembered(after, viewer, before)) for after, part in ways]
    return found


def remembered(state, viewer, before):
    """What a viewer was told so far, the last step included."""
    return (*before, *(each.text() for each in state.events_for(viewer)))


def by_points(value, points):
    """How many cards of so many points lie in a bag, or of how many points a card is."""
    if not hasattr(value, "items"):
        return str(points.get(value, value))
    found = Counter()
    for card, many in value.items():
        found[points[card]] += many
    return str(sorted(found.items()))


def posteriors(shares):
    """Of each thing that may be shown, what is true then, and how likely."""
    whole = Counter()
    for (view, _), share in shares.items():
        whole[view] += share
    found = {}
    for (view, true), share in shares.items():
        found.setdefault(view, {})[true] = share / whole[view]
    return found
