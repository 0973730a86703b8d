"""The law of secrets: two matches that differ in what a viewer does not know look alike to it on every channel, until a line tells it.

A pair comes of one match by two outcomes of a secret draw, or by two things that somebody may choose unseen. Both are played on side by side. Where
a line tells the viewer something different, it has to be one that may, and what it hands to one player a thing as it is kept, or known to
whoever acts.
"""

from collections import Counter
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from tests.fuzz.channels import differences_of_servers
from tests.play.views.lookalike import differences, reasons

import cavewright as cw
from cavewright.engine.interpret.step import NumberError
from cavewright.play.loading.load import try_load
from cavewright.play.states.preview import standings
from cavewright.play.views.disclosure import is_veiled
from cavewright.rules.check.program_points import ProgramPoint
from cavewright.rules.check.whole_program import WholeProgram, field_of, parts
from cavewright.rules.model import ruleset as m
from cavewright.rules.model.secrecy import OPEN
from cavewright.rules.model.statement_effects import indices_of, written_to

COUNTED = ("outcome", "returns", "standings", "screen", "page", "shared screen", "protocol", "mcp")
"""Channels that tell at the end of all that is counted then."""
BOTS = (("greedy", {}), ("mcts", {"playouts": 4}))
STEPS = 12
SHARES = (0.3, 0.08)
"""In how many cases all channels are looked at: behind the step in which a pair differs, and behind all others."""
TOLD = "told"
NOBODY = -1


@dataclass
class Tally:
    """How much was tried."""

    made: int = 0
    passed: int = 0
    telling: int = 0
    pairs: int = 0
    looks: int = 0
    whole: int = 0
    moves: int = 0
    handed: int = 0
    found: list = field(default_factory=list)


@dataclass
class Pair:
    """Two matches, who looks at them, who knows in what they differ, and which lines may tell the viewer of that."""

    one: cw.Match
    other: cw.Match
    viewer: int | None
    knower: int
    by_choice: bool
    telling: frozenset
    differing: int = 0
    """Values in which the two choices differ."""

    @property
    def states(self):
        return self.one.state, self.other.state

    def push(self, one, other):
        """Plays both matches on; returns in how many of them a number did not fit."""
        return sum(not goes_on(match, chosen) for match, chosen in ((self.one, one), (self.other, other)))


def goes_on(match, chosen):
    """Plays a match on; returns False where a number does not fit, and the match stands as before."""
    try:
        match.push(chosen)
    except NumberError:
        return False
    return True


# ---- which lines may tell --------------------------------------------------------------------------------------------


@contextmanager
def no_index_tells():
    """Loads rules so that no line tells anything by where it writes."""
    original = ProgramPoint.read_indices

    def read_indices(self, statement):
        before = set(self.knowledge.tellers)
        original(self, statement)
        self.knowledge.tellers.intersection_update(before)

    ProgramPoint.read_indices = read_indices
    try:
        yield
    finally:
        ProgramPoint.read_indices = original


def telling_by_value(files):
    """The lines that may tell what chance has brought: where something is written is chosen by somebody, or known to all."""
    with no_index_tells():  # a comment more, so that it is not taken for rules that were read before
        game, _ = try_load({name: text + "# by value\n" for name, text in files.items()})
    return game.rules_model.secrecy.telling


# ---- pairs -----------------------------------------------------------------------------------------------------------


def pairs_of(match, telling, rng):
    """Pairs of matches that go on from one, for all who do not know in what they differ."""
    state = match.state
    for knower, one, other in _ways(state, rng):
        lines = telling if state.current_player == cw.CHANCE else state.game.rules_model.secrecy.telling
        for viewer in (None, *range(len(state.names))):
            if viewer != knower and is_veiled(state, one, viewer) and is_veiled(state, other, viewer):
                yield (
                    Pair(
                        copy(match),
                        copy(match),
                        viewer,
                        knower,
                        state.current_player != cw.CHANCE,
                        lines,
                        differing_values(one, other),
                    ),
                    one,
                    other,
                )


def differing_values(one, other):
    """In how many values two actions differ."""
    return sum(each != its for each, its in zip(one.values, other.values, strict=True))


def _ways(state, rng):
    """Two outcomes of a secret draw, or two choices of one player under the same name; with who knows which it was."""
    if state.current_player == cw.CHANCE:
        outcomes = [action for action, _ in state.chance_outcomes()]
        if getattr(state._node, "secret", False) and len(outcomes) > 1:
            yield (state._h[1], *rng.sample(outcomes, 2))
        if getattr(state._node, "hidden", False) and len(outcomes) > 1:
            yield (NOBODY, *rng.sample(outcomes, 2))
        return
    for player in state.active_players:
        by_name = {}
        for each in state.legal_actions(player):
            by_name.setdefault(each.name, []).append(each)
        for same in by_name.values():
            if len(same) > 1:
                yield (player, *rng.sample(same, 2))


# ---- what a viewer is told -------------------------------------------------------------------------------------------


def told_apart(pair):
    """The events of the last step that a viewer is shown in one of two matches only."""
    said = [Counter({}), Counter({})]
    events = {}
    for count, state in zip(said, pair.states, strict=True):
        for each in state.events_for(pair.viewer):
            key = each._effect.clause.span.place, each.kind, each.text()
            count[key] += 1
            events[key] = each
    return [events[key] for key in (said[0] - said[1]) + (said[1] - said[0])]


def unfairly_told(pair, before):
    """Of what a viewer is told differently, what no line may tell it."""
    apart, found = told_apart(pair), []
    if any(each.kind == "reveal" for each in apart):
        return []
    is_choice_told = any(names_choice(pair, each) for each in apart)
    for each in apart:
        if not is_choice_told and not may_tell(pair, each):
            found.append(f"{each.rule} tells {each.text()}")
        elif not is_fairly_handed(pair, before, each):
            found.append(f"{each.rule} hands over {each.text()}")
    return found


def may_tell(pair, event):
    """Whether a line may tell in what a pair differs: by what it writes, or, of a choice, by a name in whatever it does."""
    place = event._effect.clause.span.place
    if place in pair.telling:
        return True
    return pair.by_choice and any(each.op == "local" for each in parts(statements_of(pair.one.game).get(place)))


def names_choice(pair, event):
    """Whether all see at which row or place something was written, and that is all that was chosen: then the same step tells no more."""
    effect = event._effect
    statement = statements_of(pair.one.game).get(effect.clause.span.place)
    if not pair.by_choice or statement is None or getattr(effect.subject, "shown", None) != OPEN:
        return False
    return pair.differing == 1 and any(index.op == "local" for _, index in indices_of(statement))


def is_fairly_handed(pair, before, event):
    """Whether what one player is shown is known to whoever hands it over, or a thing as it is kept."""
    effect, game = event._effect, pair.one.game
    if (
        not isinstance(effect.subject, m.Field)
        or effect.subject.shown == OPEN
        or event.kind not in ("set", "pieces", "supply")
    ):
        return True
    if effect.player != pair.viewer and (
        effect.player == pair.knower or can_tell(pair.states, effect.player) or can_tell(before, effect.player)
    ):
        return True
    statement = statements_of(game)[effect.clause.span.place]
    if isinstance(statement, m.Shift):
        return True
    if event.kind != "set":
        return isinstance(statement, m.Transfer) and any(
            each.amount is None or each.piece is not None and each.piece.op != "const" for each in statement.pieces
        )
    slot = game.program.layout.slot(effect.subject) + effect.where
    values = [state._slots(pair.viewer)[slot] for state in pair.states]
    target = (effect.subject.owner, effect.subject.name, effect.where)
    ways = [[kept(state) for state in states] for states in (before, pair.states)]
    return any(
        one[key] == values[0] and other.get(key) == values[1] for one, other in ways for key in one if key != target
    )


def can_tell(states, player):
    """Whether a player sees two states differ."""
    return player >= 0 and len({(each.view(player).to_json(), str(each.legal_actions(player))) for each in states}) > 1


def kept(state):
    """All that is kept, by field and row."""
    rules, layout, found = state.game.rules_model, state.game.program.layout, {}
    for each in rules.in_slots:
        rows = len(state.names) if each.owner == rules.players else rules.owners_of(each)
        for row in range(rows):
            found[each.owner, each.name, row] = state._h[layout.slot(each) + row]
    for at, cells in enumerate(state._s):
        if isinstance(cells, dict):
            found |= {
                (at, place, n): value
                for place, record in cells.items()
                if isinstance(record, tuple)
                for n, value in enumerate(record)
            }
    return found


@lru_cache(maxsize=4)
def statements_of(game):
    """The statements of a game, by their lines."""
    return {step.clause.span.place: step.statement for step in WholeProgram(game.rules_model, ()).steps()}


@lru_cache(maxsize=4)
def shows_choices(game):
    """Whether what all did at once is seen when all have done it, without an event."""
    lines = statements_of(game)
    fields = [field_of(each) for place in game.rules_model.secrecy.sealed for each in written_to(lines[place])]
    return any(each is not None and each.shown == OPEN for each in fields)


# ---- what a viewer can look at ---------------------------------------------------------------------------------------


def quick(match, viewer, asked):
    """What a viewer is shown before all."""
    state = match.state
    player = viewer if isinstance(viewer, int) else None
    return {
        "view": state.view(viewer).to_json(),
        "legal": str((state.legal_actions(player), state.interrupts(player))) if player is not None else "",
        "events": [(each.kind, each.text()) for each in state.events_for(viewer)],
        "outcome": repr(state.outcome(viewer)),
        "standings": repr(standings(state, viewer)),
        "turn": (state.current_player, state.active_players, state.is_terminal, match.undo_fence),
        "reasons": [reasons(state, text, player) for text in asked if player is not None],
    }


class Watch:
    """A viewer of a pair, with bots that play in its place."""

    def __init__(self, pair, rng, tally, bots=BOTS):
        self.pair, self.rng, self.tally, self.asked, self.named = pair, rng, tally, (), bots
        self.bots = [[cw.bots.make(name, pair.one.game, seed=5, **more) for name, more in bots] for _ in range(2)]

    def differences(self, share):
        """The channels in which the two matches can be told apart; all channels are looked at in a share of cases."""
        pair = self.pair
        self.tally.looks += 1
        a, b = (quick(each, pair.viewer, self.asked) for each in (pair.one, pair.other))
        found = [channel for channel in a if a[channel] != b[channel]]
        if not found:
            found = self.moves()
        if not found and self.rng.random() < share:
            self.tally.whole += 1
            found = differences(pair.one, pair.other, pair.viewer, self.asked) + differences_of_servers(
                pair.one, pair.other, pair.viewer, self.asked
            )
        return [each for each in found if not (each in COUNTED and any(state.is_terminal for state in pair.states))]

    def moves(self):
        """Bots that choose otherwise."""
        viewer, state = self.pair.viewer, self.pair.one.state
        if viewer is None or viewer not in state.active_players or len(state.legal_actions(viewer)) < 2:
            return []
        self.tally.moves += len(self.named)
        chosen = [
            [str(bot.choose(each, viewer)) for bot in bots]
            for each, bots in zip(self.pair.states, self.bots, strict=True)
        ]
        return [f"move of {name}" for (name, _), one, other in zip(self.named, *chosen, strict=True) if one != other]


def parted(pair, one, other, rng, tally, shares=SHARES, bots=BOTS):
    """Plays two matches side by side; in what the viewer can tell them apart although nothing was told to it."""
    watch, share = Watch(pair, rng, tally, bots), shares[0]
    for _ in range(STEPS):
        before = pair.states
        if unfit := pair.push(one, other):
            return ["a number that does not fit"] if unfit == 1 else []
        if told_apart(pair):
            tally.handed += 1
            return unfairly_told(pair, before)
        if before[0].current_player == cw.SIMULTANEOUS != pair.one.state.current_player and shows_choices(
            pair.one.game
        ):
            return []
        found = watch.differences(share)
        share = shares[1]
        if found or any(state.is_terminal for state in pair.states):
            return found
        choices = [{str(each): each for each in choices_of(state)} for state in pair.states]
        watch.asked = (
            tuple(sorted({each.text for found in choices for each in found.values() if each.player == pair.viewer}))[:3]
            or watch.asked
        )
        both = sorted(set(choices[0]) & set(choices[1]))
        if not both:
            return []
        text = rng.choice(both)
        one, other = (found[text] for found in choices)
    return []


def choices_of(state):
    """All that may come next."""
    if state.current_player == cw.CHANCE:
        return [action for action, _ in state.chance_outcomes()]
    asked = [each for player in state.active_players for each in state.legal_actions(player)]
    return [*asked, *state.interrupts()]


def walk(game, telling, rng, tally, most=10, steps=30, shares=SHARES, bots=BOTS):
    """One game at random, from which pairs are played on; the faults that they show."""
    match, left = cw.Match(game, rng.choice((2, 3)), seed=0, by_hand=True), most
    for _ in range(steps):
        if match.state.is_terminal:
            return
        found = list(pairs_of(match, telling, rng))
        for pair, one, other in rng.sample(found, min(len(found), 2, left)):
            left -= 1
            tally.pairs += 1
            seen = parted(pair, one, other, rng, tally, shares, bots)
            if seen:
                tally.found.append(
                    (
                        seen,
                        pair.viewer,
                        [str(each) for each in pair.one.move_stack],
                        [str(each) for each in pair.other.move_stack],
                    )
                )
                return
        if not goes_on(match, rng.choice(choices_of(match.state))):
            return


def try_rules(files, seed, tally):
    """Loads rules, and plays pairs where the checker finds nothing."""
    game, found = try_load(files)
    tally.made += 1
    codes = {each.code for each in found if each.severity == "error"}
    tally.telling += "C0524" in codes
    if game is not None:
        tally.passed += 1
        walk(game, telling_by_value(files), Random(seed), tally)
    return codes
