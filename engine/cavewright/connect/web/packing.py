"""Packing of two bags on one screen: how many of each kind go into the first, with what fits and what each is for.

The rules ask about one kind after another. A draft is worked out by answering them all: where a wish cannot be had,
by what comes nearest. Nothing is done until the draft is sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ...engine.interpret.allotments import BOUNDLESS
from ...engine.interpret.effect_records import Effect
from ...foundation.source.frozen import frozen
from ...play.positions.action import Action
from ...play.positions.wording import Wording
from ...play.states.game import State
from ...play.views.faces import Face
from ...publish.sentences import Sentences, all_of
from ...publish.sentences.mentions import actions_about, rows_about, used_up_by
from ...rules.check.translatable_texts import shown_kinds
from ...rules.model import ruleset as m
from ...rules.model.capacities import sizes_in
from ...rules.program import instructions as i

MOST_SHOWN = 24
"""Slots that are drawn one by one."""
MOST_NAMELESS = 24
"""Rows whose names are no words, and of which people speak all the same."""
Draft = Mapping[int, int]
"""How many of each row of the kind go into the first bag."""


@frozen
class Item:
    """A kind of piece: how many are in the draft, how large one is, what it is for, and the drafts with one more and
    one less of it, as they are written in a link; "" where there is none."""

    row: int
    name: str
    amount: int
    size: int
    uses: tuple[str, ...]
    more: str
    less: str
    grows: bool = False
    """Whether one more fits without another thing leaving."""


@frozen
class Packing:
    """One draft of what goes into a bag, with the actions that carry it out."""

    title: str
    question: str
    items: tuple[Item, ...]
    full: int
    most: int
    measure: str
    actions: tuple[Action, ...]

    @property
    def draft(self) -> str:
        """The draft, as it is written in a link."""
        return _draft_in_link({each.row: each.amount for each in self.items})

    @property
    def has_gap(self) -> bool:
        """True if something stays empty though more would fit."""
        return self.most > self.full and any(each.grows for each in self.items)

    @property
    def slots(self) -> tuple[tuple[str, int], ...]:
        """Pieces that are in, one by one, each with its name and its size; "" of what is empty, where there is so much room
        that it can be shown."""
        found = [(each.name, each.size) for each in self.items for _ in range(each.amount)]
        empty = self.most - self.full if 0 < self.most <= MOST_SHOWN else 0
        return tuple(found[:MOST_SHOWN]) + (("", 1),) * empty


def packing_of(state: State, player: int, wish: str, words: Wording) -> Packing | None:
    """The screen on which a player packs, or none where the present decision is another one."""
    node = _node(state, player)
    if node is None:
        return None
    return _Screen(state, player, node, words).packing(_read(wish))


def is_packing(state: State, player: int | None) -> bool:
    """Tells if a player packs now."""
    return player is not None and _node(state, player) is not None


def draft_of(actions: Iterable[Action]) -> str:
    """The draft that answers make, as it is written in a link."""
    return _draft_in_link({each.values[0]: each.values[1] for each in actions})


def _node(state: State, player: int) -> i.Decide | None:
    if player not in state.active_players:
        return None
    node = state.game.program.code[state._decision(player)]
    return node if isinstance(node, i.Decide) and node.packing is not None else None


def _read(written: str) -> dict[int, int]:
    """A draft from a link: `0x3.4x1`; what cannot be read is left out.

    >>> _read("0x3.4x1.x.9"), _draft_in_link({4: 1, 0: 3})
    ({0: 3, 4: 1}, '0x3.4x1')
    """
    found = {}
    for part in written[:500].split("."):
        row, mark, amount = part.partition("x")
        if mark and row.isdecimal() and amount.isdecimal() and len(part) < 9 and part.isascii():
            found[int(row)] = int(amount)
    return found


def _draft_in_link(draft: Draft) -> str:
    return ".".join(f"{row}x{amount}" for row, amount in sorted(draft.items()))


class _Screen:
    """One packing of one player."""

    def __init__(self, state: State, player: int, node: i.Decide, words: Wording) -> None:
        self.state, self.player, self.node, self.words = state, player, node, words
        assert node.packing is not None
        first, *_, left = node.packing.args
        self.bag: m.Field = first.args[0]
        self.kind = state.game.rules_model.kinds[first.type.name]
        self.signature = node.options[0].signature
        slots = state._slots(player)
        self.rows = [row for row in range(len(self.kind.rows)) if slots[left + row]]
        self.sizes = sizes_in(self.bag.type, self.kind)

    def packing(self, wish: Draft) -> Packing:
        """The draft that comes nearest to a wish, as a screen."""
        start = {**dict.fromkeys(self.rows, 0), **self.before(), **wish}
        draft, actions = self.answer(start)
        column = self.kind.columns.get(self.bag.type.measure)
        measure = self.words.name(f"{self.kind.name}.{self.bag.type.measure}", self.bag.type.measure) if column else ""
        room = self.bag.type.room
        return Packing(
            self.words.field(self.bag),
            self.words.question(self.signature) or self.words.action(self.signature),
            tuple(each for row in self.rows if (each := self.item(row, draft)).amount or each.more),
            sum(amount * self.sizes[row] for row, amount in draft.items()),
            0 if not room or room >= BOUNDLESS else room,
            measure,
            actions,
        )

    def before(self) -> dict[int, int]:
        """Returns the number of each kind in the bag before all was put on the table, as far as that has just
        happened."""
        found: dict[int, int] = {}
        for effect in self.state._effects:
            if effect.kind == "packed" and effect.subject == self.bag and effect.second < 0:
                found[effect.first] = found.get(effect.first, 0) - effect.second
        return found

    def item(self, row: int, draft: dict[int, int]) -> Item:
        """One kind in a draft."""
        uses = tuple(uses_of(self.kind, row, self.words))
        more, less = (self.change(draft, row, by) for by in (1, -1))
        grows = bool(more) and sum(_read(more).values()) > sum(draft.values())
        return Item(row, self.words.row(self.kind, row), draft[row], self.sizes[row], uses, more, less, grows)

    def change(self, draft: dict[int, int], row: int, by: int) -> str:
        """The draft with one more or less of a kind: as it is otherwise, or with others instead; "" if neither fits."""
        wanted = draft[row] + by
        if wanted < 0:
            return ""
        others = [each for each in reversed(self.rows) if each != row and draft[each] - by >= 0]
        wishes = [{**draft, row: wanted}, *({**draft, row: wanted, each: draft[each] - by} for each in others)]
        found = [made for wish in wishes if (made := self.answer(wish)[0])[row] == wanted]
        if not found:
            return ""
        return _draft_in_link(min(found, key=lambda made: sum(abs(made[each] - draft[each]) for each in self.rows)))

    def answer(self, wish: Draft) -> tuple[dict[int, int], tuple[Action, ...]]:
        """Returns the result of a wish, and the actions that lead there."""
        state, last = self.state, -1
        draft, actions = dict.fromkeys(self.rows, 0), []
        while (node := _node(state, self.player)) is not None and node.clause.name == self.node.clause.name:
            options = state.legal_actions(self.player)
            row = options[0].values[0]
            if row <= last:
                break
            last, wanted = row, wish.get(row, 0)
            action = min(options, key=lambda each: (abs(each.values[1] - wanted), each.values[1]))
            state = state.apply(action)
            actions.append(action)
            for effect in state._effects:
                if self.is_put(effect):
                    draft[effect.first] = draft.get(effect.first, 0) + effect.second
        return draft, tuple(actions)

    def is_put(self, effect: Effect) -> bool:
        """Tells if an effect is that something of this packing went into the first bag."""
        is_here = effect.kind == "packed" and effect.clause.name == self.node.clause.name
        return is_here and effect.subject == self.bag and effect.second > 0


def is_told(rules: m.Ruleset, kind: m.Kind) -> bool:
    """Tells if the rows of a kind are things that people speak of: no players, no places, and few unless they have
    names."""
    is_thing = kind.name in shown_kinds(rules) and kind.name not in (rules.players, *rules.boards)
    return is_thing and (kind.in_words or len(kind.rows) <= MOST_NAMELESS)


def uses_of(kind: m.Kind, row: int, words: Wording) -> Iterator[str]:
    """Yields the uses of a thing: what is printed on it, the things and actions that ask for it, and when it is used
    up."""
    yield from Face(kind, words).facts(row)
    rules = words.rules
    yield from (words.row(other, n) for other, n, _ in rows_about(rules, kind, row) if is_told(rules, other))
    yield from (words.name(each.name, each.name) for each in actions_about(rules, kind, row) if "." not in each.name)
    for step in used_up_by(rules, kind, row):
        yield " ".join(each.text for each in all_of(Sentences(words).step(step)))
