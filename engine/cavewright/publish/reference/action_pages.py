"""Actions: what each costs, needs and does, why it can be refused, and its examples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...foundation.texts import capitalise
from ...language.syntax import tree as t
from ...rules.model import ruleset as m
from ...rules.model import statements as st
from ..sentences import Sentence
from ..sentences.mentions import CLOSED, nodes
from .chapter_pages import links_to, rule_blocks
from .components_page import kind_table
from .example_blocks import ExampleBlocks, actions_of, home_of, title_of
from .fact_blocks import footer
from .game_reference import GameReference, join_with
from .markdown import (
    Block,
    Details,
    Heading,
    Item,
    Items,
    Link,
    Page,
    Paragraph,
    Strong,
    Table,
    Words,
    anchor_of,
)
from .option_words import option_title

MOST_CHOICES = 12
"""Rows of a table on the page of an action; a longer one stands with the components."""
LONGEST_COST = 40
"""Letters of a cost that is no reckoning."""
SHOWN_EXAMPLES = 2
"""Examples of an action that are shown at once; the rest is folded away."""


def action_pages(game: GameReference) -> tuple[Page, ...]:
    """A table of all actions, and a page for each; nothing where there is nothing to choose."""
    actions = [each for each in game.rules.actions.values() if "." not in each.name]
    if not actions:
        return ()
    blocks: list[Block] = []
    for title, several in by_chapter(game, actions):
        blocks += [Heading(2, title)] if title else []
        blocks.append(_overview(game, several))
    overview = game.page("actions.md", game.phrase("All actions"), blocks)
    return (
        overview,
        *(game.page(action_page(each), action_title(game, each), _action(game, each)) for each in actions),
    )


def action_page(action: m.Action) -> str:
    """The name of the page of an action."""
    return f"actions/{anchor_of(action.name)}.md"


def by_chapter(game: GameReference, actions: Iterable[m.Action]) -> Iterator[tuple[str, list[m.Action]]]:
    """The actions under the titles of their chapters; without a title where all stand in one, or in none."""
    left = {f"action {each.name}": each for each in actions}
    found = []
    for chapter in game.rules.chapters:
        several = [left.pop(label) for label in chapter.declared if label in left]
        if several:
            found.append((game.opened.words.text(chapter.key, chapter.title), several))
    if left:
        found.append((game.phrase("Other actions") if found else "", list(left.values())))
    yield from found if len(found) > 1 else (("", each) for _, each in found)


def action_title(game: GameReference, action: m.Action) -> str:
    """Returns the subject of an action, or its name."""
    words = game.sentences.words
    said = words.about(action.name, action.text) if action.text else words.name(action.name, action.name)
    return capitalise(said).rstrip(".")


def costs_of(game: GameReference, action: m.Action) -> str:
    """Returns the cost of an action, in short."""
    steps = [each for each in (*action.header, *action.body) if isinstance(each.statement, st.Cost)]
    return ", ".join(filter(None, (game.sentences.price(each.statement) for each in steps)))


def short_cost(game: GameReference, action: m.Action) -> str:
    """Returns the cost of an action; what an author says of its price where that is reckoned."""
    cost = costs_of(game, action)
    return cost if len(cost) <= LONGEST_COST else game.book.prices.get(action.name, cost).rstrip(".")


def _overview(game: GameReference, actions: Iterable[m.Action]) -> Table:
    head: list[Words] = [game.phrase("Action"), game.phrase("It costs")]
    with_rules = bool(game.book.chapters)
    head += [game.phrase("Rule")] if with_rules else []
    with_figures = game.figures is not None and any(game.figures.done.values())
    if with_figures:
        head.append(game.phrase("How often in a game"))
    rows = []
    for each in actions:
        row: list[Words] = [Link(action_title(game, each), game.path(action_page(each))), short_cost(game, each)]
        row += [tuple(links_to(game, game.book.rules_about(each.name)))] if with_rules else []
        if with_figures:
            row.append(_times(game, each))
        rows.append(tuple(row))
    return Table(tuple(head), tuple(rows))


def _times(game: GameReference, action: m.Action) -> str:
    assert game.figures is not None
    times = game.figures.done.get(action.name, 0)
    return decimal(game, times)


def decimal(game: GameReference, number: float) -> str:
    """A number with one place behind its sign, as the language writes it; without, from ten on."""
    whole, _, tenths = f"{number:.1f}".partition(".")
    return f"{number:.0f}" if number >= 10 else game.phrase("{whole}.{tenths}", whole=whole, tenths=tenths)


def _action(game: GameReference, action: m.Action) -> Iterator[Block]:
    """One action, from its title to its lines."""
    yield from _rules(game, action)
    if action.confirm is not None and (asked := game.sentences.words.clause(action.confirm)):
        yield Paragraph((Strong(game.phrase("Careful")), ": ", asked))
    reasons = reasons_of(game, action)
    if reasons:
        yield Heading(2, game.phrase("When this is not possible"), "refusals")
        yield Items(tuple(Item(each.text) for each in reasons))
    triggers = [each for each in game.rules.triggers if action.name in each.actions and game.is_for_readers(each)]
    if triggers:
        for items in game.sentence_list(told for each in triggers for told in game.sentences.trigger(each).inner):
            yield Heading(2, game.phrase("Afterwards"), "afterwards")
            yield items
    yield from _readings(game, action)
    yield from _examples(game, action)
    yield from _footer(game, action)


def _rules(game: GameReference, action: m.Action) -> Iterator[Block]:
    """The rules of an action: as authors wrote them, by their numbers; step by step what nobody wrote."""
    told = game.sentences.action(action.name)
    written = game.book.rules_about(action.name)
    yield Heading(2, game.texts.plural("The rule", "The rules", len(written) or len(told)), "rules")
    blocks = [block for each in written for block in rule_blocks(game, each)]
    yield from blocks
    yield from game.sentence_list(each for each in told if each.kind != "requirement")
    shown = {each.head for each in blocks if isinstance(each, Table)}
    yield from (each for each in _choices(game, action) if not isinstance(each, Table) or each.head not in shown)


def _choices(game: GameReference, action: m.Action) -> Iterator[Block]:
    """The rows of which one is chosen, with what is printed on them, where the action asks for that."""
    columns = {
        each.args[2].args[0]
        for each in nodes((action.header, action.body), CLOSED)
        if isinstance(each, m.Expr) and each.op == "column" and each.args[2].op == "local"
    }
    for bind in action.binds:
        if bind.local in columns and bind.local.type.is_row:
            kind = game.rules.kinds[bind.local.type.name]
            table = kind_table(game, kind) if len(kind.rows) <= MOST_CHOICES else None
            if table is not None and len(table.head) > 1:
                yield table


def reasons_of(game: GameReference, action: m.Action) -> list[Sentence]:
    """The words in which an action is refused."""
    return [reason for each in game.sentences.action(action.name) for reason in _reasons(each)]


def _reasons(sentence: Sentence) -> Iterator[Sentence]:
    """The words in which an action is refused; where nobody wrote any, the requirement itself."""
    if sentence.kind == "requirement":
        refusals = [each for each in sentence.inner if each.kind == "refusal"]
        yield from refusals or [sentence]


def _readings(game: GameReference, action: m.Action) -> Iterator[Block]:
    """The open questions that an action depends on, with the reading that is played."""
    names = options_in(game, f"action {action.name}")
    if names:
        links: list[Words] = []
        for name in names:
            title = option_title(game.rules.options[name], game.opened.words)
            links.append(Link(title, game.path("options.md"), anchor_of("option", name)))
        yield Paragraph((Strong(game.phrase("Open to choice")), ": ", *join_with(links)))


def options_in(game: GameReference, label: str) -> list[str]:
    """The options that a declaration names, itself or through the words that it uses."""
    seen: set[str] = set()
    todo, found = [label], dict[str, None]()
    while todo:
        node = game.declarations.get(todo.pop())
        if node is None or node.label in seen:
            continue
        seen.add(node.label)
        for each in t.walk(node):
            name = getattr(each, "name", "")
            if name in game.rules.options:
                found[name] = None
            if name in game.rules.defines:
                todo.append(f"define {name}")
    return [name for name in game.rules.options if name in found]


def _examples(game: GameReference, action: m.Action) -> Iterator[Block]:
    own = [each for each in game.examples if home_of(game, each) == action.name]
    if own:
        yield Heading(2, game.texts.plural("Example", "Examples", len(own)), "examples")
    chosen = sorted(own, key=lambda each: each.name not in game.book.pictured)[:SHOWN_EXAMPLES]
    for each in chosen:
        yield from ExampleBlocks(game, each).all()
    if rest := [each for each in own if each not in chosen]:
        said = game.texts.plural("{n} more example", "{n} more examples", len(rest))
        yield Details(said, tuple(block for each in rest for block in ExampleBlocks(game, each).all()))
    others: list[Words] = [
        example_link(game, each)
        for each in game.examples
        if each not in own and action.name in actions_of(each) and home_of(game, each)
    ]
    if others:
        yield Details(game.phrase("More examples with this action"), (Items(tuple(map(Item, others))),))


def example_link(game: GameReference, example: m.Example) -> Link:
    """A link to an example, wherever it is shown."""
    home = home_of(game, example)
    page = action_page(game.rules.actions[home]) if home else "scoring.md"
    return Link(title_of(game, example), game.path(page), anchor_of("example", example.name))


def _footer(game: GameReference, action: m.Action) -> Iterator[Block]:
    """Facts, how often it is done, and the lines of the rule."""
    label, figures, done = f"action {action.name}", game.figures, list[Words]()
    ids = [id for each in game.rules.clauses if each.rule in (action.name, label) for id in each.cites]
    if figures is not None and figures.ended and action.name in figures.done:
        times = _times(game, action)
        said = (
            game.phrase("In {games} simulated games, players hardly ever took this action.", games=figures.ended)
            if times == decimal(game, 0)
            else game.phrase(
                "In {games} simulated games, players took this action {times} times a game on average.",
                times=times,
                games=figures.ended,
            )
        )
        done.append(said)
    yield from footer(game, label, (*action.cites, *ids), *done)
