"""Examples as pages show them: the position, what is done and what came of it, what is refused and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import takewhile
from typing import Any

from ...foundation.draw import draw_svg
from ...foundation.texts import capitalise
from ...language.syntax import tree as t
from ...play.examples.runner import ExampleStep
from ...play.matches.consequences import UNTOLD
from ...play.matches.narration import deed_of, of_step, player_of_chance
from ...play.positions.action import CHANCE, Action
from ...play.positions.sight import ALL, Sight
from ...play.positions.wording import label_of
from ...play.states.game import State
from ...play.views.panel import MANY, named_pieces, value_words
from ...play.views.pictures import example_scene
from ...play.views.view_reader import view_of
from ...rules.model import ruleset as m
from ..sentences.language import language
from .another_turn import is_another_turn
from .example_words import ExampleWords
from .fact_blocks import fact_details
from .game_reference import GameReference
from .joined_clauses import gather_runs
from .markdown import (
    Block,
    CodeBlock,
    Details,
    Heading,
    Inline,
    Item,
    Items,
    Paragraph,
    Strong,
    Table,
    anchor_of,
    plain,
)
from .option_words import other_options
from .position_links import opening
from .refusal_words import RefusalWords
from .step_sentences import StepSentences
from .told_winners import ToldWinners

Join = Callable[[list[str]], str]
MOST_MEMBERS = 12
"""Members of a set that are named one by one."""


def actions_of(example: m.Example) -> tuple[str, ...]:
    """The actions that an example does, allows or refuses, line by line."""
    said = [each.text.rpartition(":")[2].split() for each in example.members if isinstance(each, t.Said)]
    return tuple(each[0] for each in said if each)


def home_of(game: GameReference, example: m.Example) -> str:
    """The action below which an example is shown: the one that it names most often, of several the last; "" where
    there is none."""
    named = Counter(each for each in reversed(actions_of(example)) if each in game.rules.actions and "." not in each)
    return named.most_common(1)[0][0] if named else ""


def title_of(game: GameReference, example: m.Example) -> str:
    """Returns the subject of an example, or its name."""
    return game.opened.words.text(f"example {example.name}", example.text) or example.name


class ExampleBlocks:
    """One example of a game."""

    def __init__(self, game: GameReference, example: m.Example) -> None:
        self.game, self.example = game, example
        self.steps = game.steps[example.name]

    def all(self) -> Iterator[Block]:
        """A heading, the position, the steps, and the lines of the example folded away."""
        title = title_of(self.game, self.example).rstrip(".")
        anchor = anchor_of("example", self.example.name)
        yield Heading(3, title, anchor, sought=False)
        if any(each.node is None for each in self.opening):
            yield from self.position(self.start)
        texts = self.game.texts
        articles = StepSentences(self.game).lead.articles
        items = join_alike(self.done(), texts.both, texts.either, self.game.phrase("Suppose"), articles)
        if items:
            yield Items(items)
        yield from self.picture()
        first = opening(self.steps)
        if first is not None and (link := self.game.to_position(first)):
            other = "; ".join(other_options(self.game.game, first.game, self.game.opened.words))
            yield Paragraph((link, f" ({other})" if other else ""))
        yield from fact_details(self.game, self.example.cites)
        yield Details(
            self.game.phrase("This example in the rule file"),
            (CodeBlock(self.example.span.text),),
        )

    @property
    def start(self) -> State:
        """The position in which the example begins."""
        by_hand = [each for each in self.opening if each.node is None or isinstance(each.node, t.Given)]
        return by_hand[-1].after if by_hand else self.steps[0].before

    @property
    def opening(self) -> list[ExampleStep]:
        """The lines before anybody acts, or anything has to hold: tables, and what is set by hand."""
        return list(takewhile(lambda each: not isinstance(each.node, t.Said | t.Then), self.steps))

    def picture(self) -> Iterator[Block]:
        """The part of the boards that matters, with what has changed between the first position and the last."""
        if not self.game.rules.boards or not self.steps:
            return
        first = self.start
        done = [each.after for each in self.steps if each.action is not None and not each.reasons]
        scene = example_scene(first, done[-1] if done else None, self.game.lang)
        if not scene.tables and not any(each.places for each in scene.boards):
            return
        drawn = draw_svg(scene)
        said = self.game.phrase("The position after the example; what has changed is marked")
        yield self.game.picture(f"example-{anchor_of(self.example.name)}", drawn, said)

    def position(self, state: State) -> Iterator[Block]:
        """Yields the possessions of every player, as a table."""
        rules, words = self.game.rules, self.game.opened.words
        view = view_of(state, Sight(state, ALL))
        kept = [each for each in rules.fields if each.owner == rules.players and each.told]
        rows = []
        for field in kept:
            said = [self.holding(field, view.players[n].values.get(field.name), state) for n in range(len(state.names))]
            if any(said):
                rows.append((capitalise(words.field(field)).rstrip(":"), *said))
        if rows:
            yield Table((self.game.phrase("At first"), *words.people(state.names)), tuple(rows))

    def holding(self, field: m.Field, value: Any, state: State) -> str:
        """Returns a value in words, and of a bag each of its pieces, however many kinds there are; of very many their number."""
        words = self.game.opened.words
        if field.type.is_bag and not field.type.is_pile and len(value or ()) <= MANY:
            return named_pieces(self.game.rules.kinds[field.type.name], value or {}, words)
        if field.type.element is not None and field.type.element.is_row and len(value or ()) > MOST_MEMBERS:
            return self.game.sentences.number_of(field.type.element.name, len(value))
        return value_words(field.type, value, state, words)

    def done(self) -> Iterator[Item]:
        """Yields the deeds of all lines, in their order; the outcome of chance stands with whoever acted last, or with whoever
        begins a turn with it and acts next."""
        whose = CHANCE
        last: Item | None = None
        yield from self.suppositions()
        for number, step in enumerate(self.steps):
            for item in self.step(step, self._thrower(number, whose)):
                is_deed = isinstance(step.node, t.Said) and step.node.verb == "when"
                if is_deed or not (last and _repeats(item, last)):
                    yield item
                last = item
            whose = step.action.player if step.action is not None and step.action.player >= 0 else whose

    def suppositions(self) -> Iterator[Item]:
        """Yields what is set by hand before anybody acts, but for what the table of players shows."""
        given = [each for each in self.opening if isinstance(each.node, t.Given)]
        is_table_shown = any(each.node is None for each in self.opening)
        words = ExampleWords(self.game, self.start)
        if said := words.settings([each.node for each in given], is_table_shown=is_table_shown):
            yield Item((Strong(self.game.phrase("Suppose")), f" {said}"))

    def _thrower(self, number: int, last: int) -> int:
        """Returns the player in whose turn chance decides at a line: the one of that turn if that one acts next, else the last."""
        step = self.steps[number]
        behind = takewhile(lambda each: each.action is None or each.action.player == CHANCE, self.steps[number:])
        *_, after = (each.after for each in (step, *behind))
        return player_of_chance(step.before, after, last)

    def step(self, step: ExampleStep, whose: int) -> Iterator[Item]:
        """Yields the deeds of one line, as an item, and what holds then or is set by hand; nothing for other lines."""
        action = step.action
        if action is None:
            yield from self.only(step) if step.only else self.look(step)
            return
        words = self.game.opened.words
        if action.player == CHANCE and not (isinstance(step.node, t.Said) and step.node.verb == "when"):
            phrase, outcome = self.game.phrase, self.outcome(action)
            said = (
                phrase("{outcome} cannot come next", outcome=outcome)
                if step.reasons
                else phrase("{outcome} can come next", outcome=outcome)
            )
            yield Item((capitalise(_as_sentence(said)),))
            return
        named = (
            words.people(step.before.names)[action.player]
            if 0 <= action.player < len(step.before.names)
            else self.game.phrase("chance")
        )
        if step.reasons:
            yield self.refusal(step, named)
        elif isinstance(step.node, t.Said) and step.node.verb == "when":
            yield from self.account(step, action, whose)
        else:
            yield self.ask(named, self.tell_deed(action, step.before), f"{self.game.phrase('Possible')}.")

    def ask(self, named: str, deed: str, answer: str) -> Item:
        """Returns if somebody may do something, as a question with its answer, so that the deed stands as it is told."""
        begin, _, end = self.game.phrase("{question}?", question="\0").partition("\0")
        return Item((*filter(None, [begin]), Strong(named), f" {deed}{end} {answer}"))

    def outcome(self, action: Action) -> str:
        """Returns the words for what chance may bring: what is drawn, where it is a thing, else the name of the draw."""
        types = [each for _, each in action.signature.parameters]
        if len(types) == 1 and types[0].is_row and action.values[0] >= 0:
            drawn = m.constant(action.values[0], types[0], self.example.span)
            sign = self.game.sentences.entry_of(drawn)
            return self.game.sentences.value(drawn) if any(map(str.isalpha, sign)) else sign
        return self.game.opened.words.label(action.signature, action.values, action.player)

    def only(self, step: ExampleStep) -> Iterator[Item]:
        """Yields the actions of which no others are possible, as an item."""
        whose, names = step.only[0].player, step.before.names
        if whose == CHANCE:
            said = self.game.texts.either(list(map(self.outcome, step.only)))
            yield Item((_as_sentence(self.game.phrase("Next comes {outcome}", outcome=said)),))
            return
        said = StepSentences(self.game).any_of([self.tell_deed(each, step.before) for each in step.only])
        named = Strong(self.game.opened.words.people(names)[whose])
        yield Item((f"{self.game.phrase('Only this is possible')}: ", named, f" {said}."))

    def tell_deed(self, action: Action, before: State) -> str:
        """Returns the words for what somebody does, as they stand behind the name."""
        said = self.tell_own_deed(action) or deed_of(action, before.names, self.game.lang, is_drawn=False)
        label = self.game.opened.words.label(action.signature, action.values, action.player)
        return self.with_openings(action, said if said not in ("", UNTOLD) else self.choice(action, label))

    def tell_own_deed(self, action: Action) -> str:
        """Returns the words that a catalogue has for one action, with its values: `struggles home`; "" without them."""
        return self.game.opened.words.pattern(action.text, label_of(action.signature))

    def with_openings(self, action: Action, said: str) -> str:
        """Returns the words for a deed with the sides to which it opens what it lays."""
        sides = [
            str(value)
            for value, (_, type_) in zip(action.arguments, action.signature.parameters, strict=True)
            if type_.is_sides and set(str(value)) <= set("nesw")
        ]
        names = [language(self.game.lang).say("step-side", {"side": each}) for each in "".join(sides)]
        return (
            self.game.phrase("{deed}, open to the {sides}", deed=said, sides=self.game.texts.both(names))
            if names
            else said
        )

    def choice(self, action: Action, said: str) -> str:
        """Returns the words for a choice that has none of its own."""
        is_end = action.name == "done" and action.signature.rule not in self.game.rules.actions
        return self.game.phrase("leaves it at that") if is_end else self.game.phrase("chooses “{choice}”", choice=said)

    def begin(self, node: t.Begin, step: ExampleStep) -> Iterator[Item]:
        """Yields that a player begins another turn, before which others may have acted."""
        names, before = step.before.names, takewhile(lambda each: each is not step, self.steps)
        if is_another_turn(self.game.rules, node, names, before):
            named = self.game.opened.words.people(names)[names.index(str(node.player))]
            yield Item((Strong(named), f" {self.game.phrase('begins a later turn')}"))

    def look(self, step: ExampleStep) -> Iterator[Item]:
        """Yields what holds at a point of the example, or what is set there by hand after somebody has acted."""
        if isinstance(step.node, t.Begin):
            yield from self.begin(step.node, step)
            return
        is_given = isinstance(step.node, t.Given)
        if is_given and step in self.opening or not (said := ExampleWords.of_step(self.game, step)):
            return
        if is_given:
            yield Item((Strong(self.game.phrase("Suppose")), f" {said}"))
            return
        before = takewhile(lambda each: each is not step, self.steps)
        has_acted = any(each.action is not None and not each.reasons for each in before)
        said = language(self.game.lang).say("behind-colon", {"text": said})
        yield Item((Strong(self.game.phrase("Then") if has_acted else self.game.phrase("Here")), f": {said}"))

    def account(self, step: ExampleStep, action: Action, whose: int) -> Iterator[Item]:
        """Yields a deed and its consequences as sentences; the choice alone where there are none."""
        lang, people = self.game.lang, self.game.opened.words.people(step.before.names)
        deeds = list(of_step(step.before, action, step.after, ALL, lang, whose))
        tell = StepSentences(self.game)
        for each in deeds:
            done = self.choice(action, each.done) if each.done and not each.is_sentence else each.done
            done = (self.tell_own_deed(action) or done) if each.player == action.player and done else done
            done = self.with_openings(action, done) if done else ""
            if not tell.has_words(each, done):
                continue
            said, mark = tell.behind(each, done, people[each.player] if each.player >= 0 else "")
            if mark is None or each.player < 0 and each.is_sentence:
                yield Item(capitalise(said))
                continue
            name = people[each.player] if each.player >= 0 else capitalise(self.game.phrase("chance"))
            yield Item((Strong(name), f"{mark}{said}"))
        if not deeds and deed_of(action, step.before.names, lang) != UNTOLD:
            named = people[action.player] if action.player >= 0 else self.game.phrase("chance")
            yield Item((Strong(named), f" {self.tell_deed(action, step.before)}"))

    def refusal(self, step: ExampleStep, named: str) -> Item:
        """Returns what is not possible, with the rule, or with what is possible in its place where no rule has words."""
        assert step.action is not None
        refusals, phrase = RefusalWords(self.game, self.tell_deed, self.is_of_part), self.game.phrase
        tried, answer = self.tell_deed(step.action, step.before), phrase("Not possible")
        if reasons := refusals.reasons(step):
            return self.ask(named, tried, f"{answer}: {phrase('“{text}”', text=reasons)}")
        if not (instead := refusals.instead(step)):
            return self.ask(named, tried, f"{answer}.")
        begin, words = _words_of(self.ask(named, tried, f"{answer}. {phrase('Possible instead')}: "))
        return Item((*begin, " ".join(words), Strong(named), _as_sentence(f" {instead}")))

    @property
    def is_of_part(self) -> bool:
        """Tells if the example plays a part of the game that it begins itself, behind which the game goes on."""
        begun = [each.node.process for each in self.steps if isinstance(each.node, t.Begin)]
        if not begun or begun[-1] in _parts_at_the_end(self.game.rules):
            return False
        return not any(ToldWinners(each.after).winners() for each in self.steps[-1:])


def join_alike(
    items: Iterable[Item], both: Join, either: Join, apart: str = "", articles: Collection[str] = ()
) -> tuple[Item, ...]:
    """Returns items of which three or more of one player, one after another and alike but for one word, are one, questions with
    any of the words; those that begin with `apart` stay as they are, since the word may be their subject. Words keep their articles.

    >>> items = [Item((Strong("Anna"), f" gets {each}.")) for each in ("♣2", "♦K", "♥5")]
    >>> join_alike(items, ", ".join, " or ".join)
    (Item(words=(Strong(words='Anna'), ' gets ♣2, ♦K, ♥5.'), inner=()),)
    """

    def is_next(run: list[Item], item: Item) -> bool:
        is_apart = bool(apart) and _words_of(item)[0][:1] == (Strong(apart),)
        at = _differing_word(run[0], item)
        same = (at, None)  # none while the first is alone
        return at is not None and not is_apart and _differing_word(run[0], run[-1]) in same

    joined = gather_runs(items, is_next, fewest=3)
    return tuple(
        _join_word(run, either if _is_asked(run[0]) else both, articles) if len(run) > 1 else run[0] for run in joined
    )


def _words_of(item: Item) -> tuple[tuple[Inline, ...], list[str]]:
    """Returns what an item begins with, and the words that it ends with."""
    words = item.words if isinstance(item.words, tuple) else (item.words,)
    return words[:-1], words[-1].split(" ") if isinstance(words[-1], str) else []


def _differing_word(one: Item, other: Item) -> int | None:
    """Returns the number of the only word in which two items differ; none if they differ otherwise, or in a number, or tell a
    number, which would be that of all."""
    (begin, words), (other_begin, others) = _words_of(one), _words_of(other)
    if begin != other_begin or len(words) != len(others) or any(each.endswith(":") for each in words):
        return None
    found = [n for n, (each, its) in enumerate(zip(words, others, strict=True)) if each != its]
    return found[0] if len(found) == 1 and not any(each.strip(".()").isdecimal() for each in words) else None


def _is_asked(item: Item) -> bool:
    """Tells if an item is a question with its answer."""
    return any(each.endswith("?") for each in _words_of(item)[1])


def _join_word(items: list[Item], join: Join, articles: Collection[str]) -> Item:
    """Returns an item that lists the word in which some differ, with its article."""
    begin, words = _words_of(items[0])
    at = _differing_word(*items[:2])
    assert at is not None
    article = [words[at - 1]] if at and words[at - 1] in articles else []
    mark = words[at][-1:] if words[at].endswith((".", "?")) else ""
    listed = join([" ".join([*article, _words_of(each)[1][at].removesuffix(mark)]) for each in items]) + mark
    said = " ".join((*words[: at - len(article)], listed, *words[at + 1 :]))
    return Item((*begin, said) if begin else said)


def _repeats(item: Item, last: Item) -> bool:
    """Tells if an item says no more than the one before it: it is the same, or that it holds then."""
    begin, words = _words_of(item)
    is_then = len(begin) == 1 and words[:1] == [":"]
    return item == last or is_then and " ".join(words[1:]) == plain(last.words)


def _parts_at_the_end(rules: m.Ruleset) -> Iterator[str]:
    """Yields the processes with which the game ends: `play`, and the one that is its last step."""
    name = "play"
    while (process := rules.processes.get(name)) is not None:
        yield name
        last = process.body[-1].statement if process.body else None
        name = last.process if isinstance(last, m.Call) else ""


def _as_sentence(text: str) -> str:
    """A text as a sentence, which may have its mark already."""
    return text if text.endswith((".", "?", "!")) else f"{text}."
