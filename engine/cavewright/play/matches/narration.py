"""Tells in a few words what has happened, for everybody at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...foundation.source.frozen import frozen
from ...foundation.texts import capitalise
from ...rules.program.instructions import ME, PC
from ..positions.action import CHANCE, SIMULTANEOUS, Action
from ..positions.sight import Viewer
from ..positions.wording import Wording
from ..states.game import State
from ..states.preview import dues, is_currency, is_routine, telling
from ..views.disclosure import is_veiled
from ..views.events import Event
from .consequences import UNTOLD, Consequence, consequences
from .match import Match

_OPENINGS = "n╵ e╶ s╷ w╴ ne└ ns│ nw┘ es┌ ew─ sw┐ nes├ nsw┤ esw┬ new┴ nesw┼"
CLOSED = {each[:-1]: each[-1] for each in _OPENINGS.split()}
"""Openings as a line drawing."""


@frozen
class Told:
    """Account of one player (CHANCE: nobody) has done without a break, how many entries of the match were told with it,
    and by which house rules."""

    player: int
    parts: tuple[str, ...]
    moves: int
    by: tuple[str, ...] = ()
    is_sentence: bool = False

    def line_head(self, name: str) -> str:
        """The name as it stands before what is told: a sentence goes on with it."""
        return (f"{name} " if self.is_sentence else f"{name}: ") if name else ""


@frozen
class Deed:
    """One entry of a match, or its consequence, for one player; a sentence goes on behind the player's name.

    Of a step, `done` is the deed alone, `costs` are the words for what was paid, `came` is what came of it.
    """

    player: int
    said: str
    by: tuple[str, ...] = ()
    is_sentence: bool = False
    done: str = ""
    costs: tuple[str, ...] = ()
    came: tuple[Consequence, ...] = ()


def narrate(match: Match, since: int, viewer: int | None, lang: str = "en") -> Iterator[Told]:
    """Yields the account of a match since so many entries, one item for all that a player does or undergoes without a
    break."""
    found: list[Deed] = []
    begun, at, done = since, since, match.game.wording(lang).texts.phrase("done")
    while at < len(match.move_stack):
        many = counted_in_a_row(match, at, viewer)
        for deed in [contents_told(match, at, many, lang)] if many > 1 else of_move(match, at, viewer, lang):
            if found and deed.player != found[0].player:
                yield told_of(found, at - begun, done)
                found, begun = [], at
            found.append(deed)
        at += many
    if found:
        yield told_of(found, len(match.move_stack) - begun, done)


def told_of(deeds: Sequence[Deed], moves: int, done: str = "") -> Told:
    """Returns the account of one player, without the words that a turn is over if there are others; an account of
    nobody begins a line."""
    news = [each for each in deeds if each.said != done] or deeds
    by = tuple(dict.fromkeys(each for deed in deeds for each in deed.by))
    first, *others = (each.said for each in news)
    first = first if deeds[0].player >= 0 else capitalise(first)
    return Told(deeds[0].player, (first, *others), moves, by, news[0].is_sentence)


def counted_in_a_row(match: Match, at: int, viewer: int | None) -> int:
    """Counts the entries from one on that put several of one kind somewhere, one after another, so that they make one
    sentence; 1 where it is none of these."""
    first = match.move_stack[at]
    if [type_.form for _, type_ in first.signature.parameters] != ["row", "number"] or first.player == CHANCE:
        return 1
    end = at
    while end < len(match.move_stack) and (match.move_stack[end].player, match.move_stack[end].name) == (
        first.player,
        first.name,
    ):
        before = match.at(end)
        is_others = before.current_player == SIMULTANEOUS and first.player != viewer
        if is_others or is_veiled(before, match.move_stack[end], viewer):
            return 1
        end += 1
        if any(each.after == end for each in match.corrections):
            return 1
    return end - at


def contents_told(match: Match, at: int, many: int, lang: str) -> Deed:
    """Some answers of how many as one: what they are about, and how many of what there are."""
    actions, words = match.move_stack[at : at + many], match.game.wording(lang)
    signature = actions[0].signature
    kind = match.game.rules_model.kinds[signature.parameters[0][1].name]
    what = [words.pieces(each.values[1], kind, each.values[0]) for each in actions if each.values[1]]
    said = ", ".join(what) or words.texts.phrase("nothing")
    if deed := words.fill_deed(signature, {"what": said}):
        return Deed(actions[0].player, deed, is_sentence=True)
    return Deed(actions[0].player, words.texts.phrase("{action}: {what}", action=words.action(signature), what=said))


def of_move(match: Match, at: int, viewer: int | None, lang: str = "en") -> Iterator[Deed]:
    """One entry of a match in words, with what came of it for others, each with the house rules that did it; and what
    the table corrected behind it.

    What others may not know is left out. Chance speaks to who acted last.
    """
    if at == 0:
        yield from _deeds_of_correction(match, 0, lang)
    yield from _of_action(match, at, viewer, lang)
    yield from _deeds_of_correction(match, at + 1, lang)


def _deeds_of_correction(match: Match, after: int, lang: str) -> Iterator[Deed]:
    """Yields the agreement of the table behind so many entries."""
    for each in match.corrections:
        if each.after == after:
            phrase = match.game.wording(lang).texts.phrase
            yield Deed(CHANCE, phrase("corrected by the table: {reason}", reason=each.reason))


def _of_action(match: Match, at: int, viewer: int | None, lang: str) -> Iterator[Deed]:
    """One entry of a match in words."""
    before = match.at(at)
    after = match.at(at + 1)
    action = match.move_stack[at]
    words = match.game.wording(lang)
    if before.current_player == SIMULTANEOUS and action.player != viewer:
        if not after.goes_on_from(before):
            yield Deed(CHANCE, words.texts.phrase("everybody has chosen"))
        return
    whose = _whose(match, at) if action.player == CHANCE else action.player
    yield from of_step(before, action, after, viewer, lang, whose)


def of_step(
    before: State, action: Action, after: State, viewer: Viewer, lang: str = "en", whose: int = CHANCE
) -> Iterator[Deed]:
    """A step from one position to the next in words; what chance decides is told of `whose` turn it is."""
    if action.player == CHANCE:
        yield from _of_chance(before, action, after, viewer, lang, whose)
        return
    words = before.game.wording(lang)
    veiled = is_veiled(before, action, viewer)
    costs = () if veiled else dues(before, action)
    own = list(telling(after, action, viewer, {each.clause for each in costs}, veiled))
    paid = tuple(words.count_with_noun(each.amount, each.unit) for each in costs)
    came = consequences(own, after.names[action.player], lang, None if veiled else action)
    told = ", ".join([*(f"−{each}" for each in paid), *(each.noted for each in came)])
    deed = deed_of(action, after.names, lang) if not (veiled and action.values) else _unsaid(action, words)
    said = deed or _public(before, action, viewer, lang)
    is_shown = veiled and not deed and begins(own, lang)
    done = "" if deed == UNTOLD or is_shown and told else _drop_openings(action, said)
    if told:
        said = told if deed == UNTOLD or is_shown else words.texts.phrase("{action}: {what}", action=said, what=told)
    if said != UNTOLD:
        yield Deed(action.player, said, house_rules(own, lang), bool(deed) or is_shown, done, paid, tuple(came))
    for player, events in upkeep(after, action, viewer).items():
        if came := consequences(events, after.names[player], lang):
            said = ", ".join(each.noted for each in came)
            yield Deed(player, said, house_rules(events, lang), begins(events, lang), came=tuple(came))


def _of_chance(before: State, action: Action, after: State, viewer: Viewer, lang: str, whose: int) -> Iterator[Deed]:
    """Yields the outcome of chance for whoever acted last."""
    words = before.game.wording(lang)
    if is_veiled(before, action, viewer):
        if not _unsaid(action, words):
            yield Deed(whose, words.action(action.signature))
        return
    events = list(chance_events(after, viewer))
    bearers = {each.bearer for each in events if each.is_of_player}
    whose = bearers.pop() if len(bearers) == 1 else whose
    if came := consequences(events, after.names[whose] if whose >= 0 else "", lang):
        noted = [each.noted for each in came]
        said = ": ".join(filter(None, (noted[0], ", ".join(noted[1:]))))
        yield Deed(whose, said, house_rules(events, lang), begins(events, lang), came=tuple(came))


def _unsaid(action: Action, words: Wording) -> str:
    """Returns the sign of what logs leave out, where a catalogue has it for an action; "" otherwise."""
    return UNTOLD if words.fill_deed(action.signature, {}) == UNTOLD else ""


def begins(events: Iterable[Event], lang: str) -> bool:
    """Tells if the account of some events begins with a sentence."""
    said = (each.sentence(lang) for each in events)
    return bool(next((each for each in said if each != UNTOLD), ""))


def house_rules(events: Iterable[Event], lang: str = "en") -> tuple[str, ...]:
    """By which house rules that happened, each once. An edition is not named: all of the game is played by it."""
    return tuple(dict.fromkeys(each.by(lang) for each in events if each.is_by_overlay))


def _public(before: State, action: Action, viewer: Viewer, lang: str) -> str:
    if is_veiled(before, action, viewer):
        return before.game.wording(lang).action(action.signature)
    return label(action, lang)


def label(action: Action, lang: str = "en") -> str:
    """An action for people, with its openings drawn."""
    return " ".join([action.label(lang), *_drawn_openings(action)])


def full_label(action: Action, lang: str = "en") -> str:
    """Returns the name of an action where it stands by itself, away from the question that it answers: with that question, or
    with what it is about."""
    words, said = action.game.wording(lang), label(action, lang)
    question = words.question(action.signature)
    if [type_.form for _, type_ in action.signature.parameters] == ["yes_no"] and question:
        return f"{question} {words.show_value(action.values[0], action.signature.parameters[0][1])}"
    return said if action.values or not question or question.lower() == said.lower() else f"{said} ({question})"


def _drawn_openings(action: Action) -> list[str]:
    return [
        CLOSED[written]
        for value, (_, type_) in zip(action.arguments, action.signature.parameters, strict=True)
        if type_.is_sides and (written := str(value)) in CLOSED
    ]


def _drop_openings(action: Action, said: str) -> str:
    """Returns the words for an action without its openings."""
    return said.removesuffix(" ".join(["", *_drawn_openings(action)]))


def deed_of(action: Action, names: Sequence[str], lang: str, *, is_drawn: bool = True) -> str:
    """Returns the deed of an action as a sentence, with its openings drawn; "" where no catalogue says it."""
    said = action.game.wording(lang).tell_deed(action.signature, action.values, action.player, names)
    return " ".join([said, *(_drawn_openings(action) if is_drawn else ())]) if said else ""


def why_no_further(match: Match, lang: str = "en") -> str:
    """Why nothing more can be taken back, in a sentence.

    >>> from cavewright import Match, load_game
    >>> why_no_further(Match(load_game("tic-tac-toe"), ["Anna", "Jola"], seed=1))
    'this is the beginning.'
    """
    moves, phrase = match.move_stack, match.game.wording(lang).texts.phrase
    if not moves:
        return phrase("this is the beginning.")
    last, before = moves[-1], match.at(len(moves) - 1)
    if before.current_player == SIMULTANEOUS:
        over = match.state.current_player != SIMULTANEOUS
        return phrase("everybody has seen what the others chose.") if over else phrase("others have chosen since.")
    said = _public(before, last, None, lang)
    if last.player < 0:
        told = [each.said for each in of_move(match, len(moves) - 1, None, lang)]
        return phrase("chance has decided since ({action}).", action=" · ".join(told) or said)
    return phrase("{name} has acted since ({action}).", name=match.names[last.player], action=said)


def _whose(match: Match, at: int) -> int:
    """Returns the player in whose turn chance decides: who acted last, or who begins a turn with it and acts next, or can do
    nothing after it, so that chance decides in the next turn as well; CHANCE if it is nobody's alone."""
    first, behind = at, at
    while first and match.move_stack[first].player == CHANCE:
        first -= 1
    while behind < len(match.move_stack) and match.move_stack[behind].player == CHANCE:
        behind += 1
    if match.at(first).current_player == SIMULTANEOUS:
        return CHANCE
    last, before = match.move_stack[first].player, match.at(at)
    whose = player_of_chance(before, match.at(behind), last)
    if last >= 0 and whose == last and _decides_for_others(match, range(first + 1, behind), before._h):
        return int(before._h[ME])
    return whose


def player_of_chance(before: State, after: State, last: int) -> int:
    """Returns the player in whose turn chance decides between two positions: the one of that turn if that one acts next, else
    who acted `last`, or CHANCE if nobody has."""
    me: int = before._h[ME]
    return me if last >= 0 and after.active_players == (me,) else last


def _decides_for_others(match: Match, run: range, here: Sequence[int]) -> bool:
    """Tells if some entries of a run of chance are the one of a position, in turns of other players."""
    slots = (match.at(each)._h for each in run)
    return any(each[PC] == here[PC] and each[ME] != here[ME] for each in slots)


def chance_events(after: State, viewer: Viewer) -> Iterator[Event]:
    """Yields the outcome of chance, and its consequences: not numbers that are counted on or down, nor that it was put
    down where it is nobody's, nor book-keeping."""
    events = [each for each in after.events_for(viewer) if each.is_told]
    drawn = {event.after for event in events if event.kind == "draw"}
    for event in events:
        if (
            event.kind in ("pieces", "set")
            and not event.is_of_player
            and (event.piece in drawn or event.gained & drawn)
        ):
            continue
        news = (
            event.kind == "set"
            and not event.is_counted
            and event.after not in drawn
            and not is_routine(after.game.rules_model, event)
        )
        if news or event.kind in ("draw", "lay", "pieces"):
            yield event


def upkeep(after: State, action: Action, viewer: Viewer) -> dict[int, list[Event]]:
    """Returns the events that a step brings about beside an action, by the player whom each befalls."""
    found: dict[int, list[Event]] = {}
    rules = after.game.rules_model
    for event in after.events_for(viewer):
        news = (
            event.is_told and event.kind != "packed" and not is_currency(rules, event) and not is_routine(rules, event)
        )
        if news and event.player not in (action.player, CHANCE):
            found.setdefault(event.bearer, []).append(event)
    return found


def brief(events: Iterable[Event], owner: str, lang: str = "en", action: Action | None = None) -> list[str]:
    """Returns events in few words for their owner."""
    return [each.noted for each in consequences(events, owner, lang, action)]
