"""Prompts: a decision in writing, for a language model that plays one seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ...foundation.source.ample_stack import retried_with_room
from ...foundation.source.argument_checks import instance
from ...foundation.texts import translatable
from ...play.positions.action import Action
from ...play.positions.moment import wording_at
from ...play.positions.sight import Sight, Viewer
from ...play.positions.wording import Wording
from ...play.states.game import State
from ...play.states.preview import dues, standings
from ...play.views.panel import held_words, kept_words, turn_words, value_words
from ...play.views.view import Kept, plain
from .reply_words import MARKER

if TYPE_CHECKING:
    from ...publish.sentences import Sentence

LISTED = 400
"""Legal actions that are listed; of more than that, the first of each name."""
WIDE = 100
"""Columns of the drawing."""


@retried_with_room
def prompt(state: State, player: int, lang: str = "en") -> str:
    """The decision of a player in writing, for a language model: what the rules say of the actions that it has, what it
    may know of the position, all its legal actions, and how to reply. `read_reply` reads what comes back.

    It holds nothing that the player may not know. It is Markdown, of a few hundred to a few thousand words; the rules of
    the whole game are another matter (`cavewright docs`, or the tool `rules` of `cavewright serve --mcp`). A player who
    is not asked has what it may do beside the decision of another.

    Raises ValueError for a player who is not in the match or may do nothing now, and UnknownLanguage (a ValueError) for a
    language in which there are no texts.

    >>> import cavewright as cw
    >>> said = cw.prompt(cw.load_game("connect-four").new_initial_state(["Anna", "Jola"]), 0)
    >>> said.splitlines()[0], "- `drop 3`" in said, said.splitlines()[-1]
    ('You play Connect four as Anna, player 0 of 2.', True, 'ACTION: drop 1')
    """
    instance("state", state, State, "a State")
    player = state.player_meant(player)
    phrase = state.game.wording(lang).texts.phrase
    parts = [
        *decision_lines(state, player, lang),
        *_section(
            phrase("Your reply"),
            [phrase(REPLY, marker=MARKER), "", f"{MARKER}: {state.legal_actions(player)[0].text}"],
        ),
    ]
    return "\n".join(parts)


def decision_lines(state: State, player: int, lang: str = "en") -> list[str]:
    """Returns the decision of a player in writing, without a word on how to answer it, or of one who is not asked what it
    may do meanwhile. Raises ValueError for one who may do nothing now."""
    words = state.game.wording(lang)
    asked = state.legal_actions(player) if player in state.active_players else ()
    beside, phrase = state.interrupts(player), words.texts.phrase
    if not asked and not beside:
        raise ValueError(f"player {player} may not act now: {turn_words(state)}")
    return [
        phrase(
            "You play {game} as {name}, player {number} of {all}.",
            game=words.text("ruleset", state.game.title),
            name=state.names[player],
            number=player,
            all=len(state.names),
        ),
        *_section(phrase("The position, as far as you may know it"), position_lines(state, player, lang)),
        *_section(phrase("What the rules say about your actions"), rule_lines(state, (*asked, *beside), words)),
        *_section(phrase("Your legal actions"), action_lines(state, asked, words)),
        *_section(phrase("At any time"), action_lines(state, beside, words)),
    ]


REPLY = translatable(
    "Think as long as you like. Then end with one line that begins with `{marker}:` and holds exactly one of your legal "
    "actions, as it is written above between backticks. For example:"
)


def _section(title: str, lines: Iterable[str]) -> list[str]:
    found = list(lines)
    return ["", f"## {title}", "", *found] if found else []


# ---- the position --------------------------------------------------------------------------------------------------


def position_lines(state: State, player: Viewer, lang: str = "en") -> Iterator[str]:
    """Yields the part of a position that a player, or a spectator, may know, as lines: whose turn it is, the boards,
    what everybody has, points."""
    from ...foundation.draw import draw_text
    from ...play.views.scene import scene_of

    words = state.game.wording(lang)
    yield f"{turn_words(state, lang)}."
    scene = replace(scene_of(state, player, lang), title="", subtitle="")
    drawn = draw_text(scene, WIDE).strip("\n")
    if drawn:
        yield from ("", "```", *drawn.splitlines(), "```", "")
    yield from (f"- {each}" for each in kept_words(state, player, lang))
    view, rules = state.view(player), state.game.rules_model
    for each in view.players:
        own = list(_kept_lines(state, rules.players, each, words))
        you = words.texts.phrase(" (you)") if each.number == player else ""
        yield f"- {each.name}{you}: {'; '.join(own) or '–'}"
    for local, value in Sight(state, player).names():
        said = value_words(local.type, plain(value, local.type, rules), state, words)
        if said:
            yield f"- {local.name.replace('_', ' ')}: {said}"
    points = [f"{state.names[each.player]} {each.points}" for each in standings(state, player)]
    if points:
        yield f"- {words.texts.phrase('score')}: {', '.join(points)}"


def _kept_lines(state: State, owner: str, kept: Kept, words: Wording) -> Iterator[str]:
    for field in state.game.rules_model.fields:
        if field.owner == owner and field.told:
            said = held_words(field, kept, state, words)
            if said:
                yield words.field(field) if field.type.is_truth else f"{words.field(field)} {said}"


# ---- rules and actions ---------------------------------------------------------------------------------------------


def rule_lines(state: State, legal: Sequence[Action], words: Wording) -> Iterator[str]:
    """Yields the question, and for each action among the legal ones its needs, its price and its effects."""
    from ...publish.sentences import Sentences

    told, rules = Sentences(words), state.game.rules_model
    now = wording_at(state, words.lang, legal[0].player, legal[0].player) if legal else words
    for signature in {(each.signature.rule, each.name): each.signature for each in legal}.values():
        asked = now.question(signature)
        yield f"- **{words.action(signature)}**" + (f": {asked}" if asked else "")
        if signature.rule in rules.actions:
            yield from _sentence_lines(told.action(signature.rule), "  ")


def _sentence_lines(sentences: Iterable[Sentence], indent: str) -> Iterator[str]:
    for each in sentences:
        yield f"{indent}- {each.text}"
        yield from _sentence_lines(each.inner, indent + "  ")


def action_lines(state: State, legal: Sequence[Action], words: Wording) -> Iterator[str]:
    """The legal actions as they are written, each with its words and its price."""
    shown = legal if len(legal) <= LISTED else [*{each.name: each for each in reversed(legal)}.values()]
    for each in shown:
        label = each.label(words.lang)
        price = ", ".join(words.count_with_noun(due.amount, due.unit) for due in dues(state, each))
        said = [part for part in (label if label != each.text else "", price) if part]
        yield f"- `{each.text}`" + (f" – {'; '.join(said)}" if said else "")
    if len(shown) < len(legal):
        yield words.texts.phrase(
            "One of each kind is listed; there are {number}, with other values.", number=len(legal)
        )
