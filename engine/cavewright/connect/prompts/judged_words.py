"""Words for what a choice brings: the terms of the score and of the advice that differ, each with its points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ...bots.players.judgement import Change, Judge, Term
from ...play.positions.wording import Wording, split_phrase
from ...play.states.game import State
from ...rules.model import ruleset as m

MOST_TERMS = 4
"""Terms that are told, the greatest first."""
LONGEST_NAME = 60
"""Signs of a part of the advice that is told as a sentence says it."""


def tell_changes(changes: Sequence[Change], words: Wording) -> str:
    """Returns changes in a line: `photos +4 · equipment -3`; "" where there are none."""
    sums = Counter[str]()
    for each in changes:
        sums[name_of(each.term, words)] += each.by
    told = sorted((item for item in sums.items() if item[1]), key=lambda item: -abs(item[1]))
    return " · ".join(f"{name} {by:+}" for name, by in told[:MOST_TERMS])


def explain_option(state: State, player: int, option: int, lang: str) -> str:
    """Returns what an option brings by the end of the turn, in a line; "" where nothing of that is known."""
    expected, words = Judge(state.game).explain(state, player, option, "hint"), state.game.wording(lang)
    told = tell_changes(expected.changes, words)
    if not told or not expected.draws:
        return told
    return words.texts.phrase("{terms} (mean of {n} draws)", terms=told, n=expected.draws)


def name_of(term: Term, words: Wording) -> str:
    """Returns the name of a term for people: of a line of the score, or what the rules say of a part of the advice."""
    if term.line:
        return words.name(f"scoring.{term.line}", term.line)
    told = next(_definitions_in(term.part), None)
    if told is None:
        return _say_part(term, words)
    key, name = f"define {told.name}", told.name.replace("_", " ")
    phrase, _ = split_phrase(words.text(f"{key} (phrase)", name))
    return words.text(key, told.text).rstrip(".") or (_say_part(term, words) if "{" in phrase else phrase)


def _say_part(term: Term, words: Wording) -> str:
    """Returns a part of the advice as a sentence says it, without the number that weighs it; of a long one, that it is
    part of the advice. What makes sentences is imported where one is asked for."""
    from ...publish.sentences.sentences import Sentences

    said = Sentences(words).value(_without_weight(term.part))
    return said if len(said) <= LONGEST_NAME else words.texts.phrase("other things that bots go by")


def _without_weight(part: m.Expr) -> m.Expr:
    """Returns what a number is multiplied by; any other expression as it is."""
    if part.op != "mul":
        return part
    others = [each for each in part.args if each.op != "const"]
    return others[0] if len(others) == 1 else part


def _definitions_in(part: m.Expr) -> Iterator[m.Define]:
    """Yields the definitions that an expression names, the outermost first."""
    for each in part.args:
        if isinstance(each, m.Define):
            yield each
        for inner in each if isinstance(each, tuple) else (each,):
            if isinstance(inner, m.Expr):
                yield from _definitions_in(inner)
