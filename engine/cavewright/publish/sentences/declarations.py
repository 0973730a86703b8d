"""Declarations in words: players, boards, what is kept, options, requirements of tables, scoring and rankings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...play.positions.value_text import set_members
from ...rules.model import ruleset as m
from .known_values import NOTHING, Number
from .parts import Part, Plain
from .sentence import Sentence
from .statements import Statements

Told = tuple[Sentence, ...]


class Declarations:
    """Sentences about declarations, in a language."""

    def __init__(self, statements: Statements) -> None:
        self.names, self.words, self.statements = statements.names, statements.words, statements
        self.tell, self.expressions = statements.tell, statements.expressions

    def _make(self, kind: str, message: str, clause: str, inner: Told = (), **values: Any) -> Sentence:
        return Sentence(self.statements.sentence(message, bool(inner), **values), kind, "model", inner, clause)

    def players(self, low: int, high: int) -> Sentence:
        """Returns the sentence about the number of players."""
        who = self.names.kind(self.names.rules.players)
        message = "players" if low != high else "players-only"
        return self._make("players", message, "players", who=who, low=Number(str(low)), high=Number(str(high)))

    def board(self, board: m.Board) -> Told:
        """Returns the sentences about tiles, about sides that need not meet, and about passages of a board."""
        place = self.names.board(board.name)
        tile = self.names.kind(board.kind) if board.kind else NOTHING
        key = f"board {board.name}"
        size = Number(f"{board.width} × {board.height}") if board.width else NOTHING
        own = "private" if board.private else NOTHING
        found = [self._make("board", f"board-{board.form}", key, place=place, tile=tile, size=size, own=own)]
        if any(board.closes):
            found.append(self._make("board", f"board-closes-{board.closed_sides}", key))
        if board.free is not None:
            found.append(self._make("board", "board-free", f"{key}.free", tile=tile, where=self.tell(board.free)))
        if board.joined is not None:
            found.append(self._make("board", "board-joined", f"{key}.passage", where=self.tell(board.joined)))
        return tuple(found)

    def field(self, field: m.Field) -> Sentence:
        """Returns the sentence about a field, its owner, and whoever sees it."""
        key = f"{field.owner}.{field.name}"
        if field.text:
            said = self.words.text(key.replace(" passage.", ".", 1), field.text)
            return Sentence(said, "kept", "text", (), key)
        owners: dict[str, Any] = {"game": NOTHING} | {each: self.names.board(each) for each in self.names.rules.boards}
        owner = owners.get(field.owner) or self.names.kind(field.owner)
        message = "keeps-whether" if field.type.is_truth else "keeps"
        said = self.names.phrase(key, field.name)[0] if message == "keeps-whether" else ""
        thing: Part = self.names.fill_phrase(said, {"owner": owner}) if said else self.names.field(field)
        if message == "keeps-whether" and not said:
            thing = self.expressions.say("kept-holds", {"name": self.names.field(field), "owner": NOTHING})
        return self._make("kept", message, key, thing=thing, owner=owner, shown=field.shown)

    def beginning(self, field: m.Field) -> Told:
        """Returns the sentence about what a bag, a pile or a set begins with; none where it begins empty."""
        content = field.type.content
        if field.start is None or content is None or field.start.op != "const":
            return ()
        span, held = field.start.span, field.start.args[0]
        if content.is_row and _is_whole(held, self.names.rules.kinds[content.name], field.type.is_bag):
            parts: list[Part] = [self.expressions.say("each-once", {"kind": self.names.kind(content.name)})]
        elif field.type.is_bag:
            parts = [self._pieces(m.constant(piece, content, span), many) for piece, many in held]
        else:
            parts = [self.tell(m.constant(each, content, span)) for each in set_members(held, content)]
        key = f"{field.owner}.{field.name}"
        return (self._make("kept", "begins-with", key, contents=self.expressions.join_list(parts)),) if parts else ()

    def _pieces(self, piece: m.Expr, many: int) -> Part:
        return self.expressions.say("pieces", {"piece": self.tell(piece), "amount": Number(str(many))})

    def option(self, option: m.Option) -> Sentence:
        """A question before the game; within it the answers, the one that is played first."""
        key = f"option {option.name}"
        question = self.words.text(key, option.text)
        if not option.choices:
            is_asked = option.type.is_truth
            values = (option.value, 1 - option.value) if is_asked else (option.value,)
            said = (self.statements.finish_sentence(Plain(self.words.show_value(each, option.type))) for each in values)
            return Sentence(question, "option", "text", tuple(Sentence(each, "value") for each in said), key)
        shown = option.write_value(option.value)
        answers = [(shown, dict(option.choices)[shown])]
        answers += [each for each in option.choices if each[0] != shown]
        inner = tuple(
            Sentence(self.words.text(f"{key}.{name}", text), "value", "text", (), f"{key}.{name}")
            for name, text in answers
        )
        return Sentence(question, "option", "text", inner, key)

    def demand(self, demand: m.RowConstraint) -> Sentence:
        """Returns the sentence about a requirement on every row of a kind."""
        if demand.clause.text:
            return Sentence(self.words.clause(demand.clause), "requirement", "text", (), demand.clause.name)
        values: dict[str, Any] = {"thing": self.names.kind(demand.kind), "condition": self.tell(demand.condition)}
        return self._make("requirement", "demand", demand.clause.name, **values)

    def scoring(self, scoring: m.Scoring) -> Told:
        """Returns the sentences about the players who score, the points, the winner, and the ties."""
        return tuple(self._scoring(scoring))

    def _scoring(self, scoring: m.Scoring) -> Iterator[Sentence]:
        key, who = scoring.clause.name, self.names.kind(self.names.rules.players)
        if scoring.clause.text:
            yield Sentence(self.words.clause(scoring.clause), "score", "text", (), key)
        if scoring.among is not None:
            yield self._make("score", "score-among", key, who=who, condition=self.tell(scoring.among))
        if scoring.together is not None:
            message = "score-together-all" if scoring.together.op == "const" else "score-together"
            yield self._make("score", message, key, who=who, value=self.tell(scoring.together))
        if scoring.least is not None:
            yield self._make("score", "score-least", key, who=who, value=self.tell(scoring.least))
        if scoring.constant_total is not None:
            yield self._make("score", "score-constant-total", key, value=self.tell(scoring.constant_total))
        for line in scoring.lines:
            yield self._line(line)
        yield self._make("score", "score-highest" if scoring.highest else "score-lowest", key, who=who)
        for is_highest, value in scoring.ties:
            message = "tie-highest" if is_highest else "tie-lowest"
            if value.op != "const":
                yield self._make("score", message, key, value=self.tell(value))

    def _line(self, line: m.ScoreLine) -> Sentence:
        name = Number(self.words.name(f"scoring.{line.name}", line.name))
        told = self._make("score", "score-line", line.clause.name, name=name, value=self.tell(line.value))
        if not line.clause.text:
            return told
        return Sentence(self.words.clause(line.clause), "score", "text", (told,), line.clause.name)

    def ranking(self, ranking: m.Ranking) -> Told:
        """By what it goes, among whom, and the points by place."""
        key, who = ranking.clause.name, self.names.kind(self.names.rules.players)
        places = tuple(
            self._make("ranking", "rank", key, place=place, level=level, points=points)
            for (place, level), points in sorted(ranking.lookup.items())
        )
        found = [self._make("ranking", "ranked-by", key, places, who=who, by=self.tell(ranking.by))]
        if ranking.clause.text:
            found.insert(0, Sentence(self.words.ranking(ranking.name, ranking.clause.text), "ranking", "text", (), key))
        if ranking.among is not None and ranking.among.op != "const":
            found.append(self._make("ranking", "rank-among", key, who=who, condition=self.tell(ranking.among)))
        if ranking.least is not None:
            found.append(self._make("ranking", "rank-least", key, who=who, value=self.tell(ranking.least)))
        return tuple(found)


def _is_whole(held: Any, kind: m.Kind, is_bag: bool) -> bool:
    """Tells if something begins with each of several rows of a kind, once."""
    many = len(kind.rows)
    whole = held == tuple((each, 1) for each in range(many)) if is_bag else held == (1 << many) - 1
    return many > 1 and whole
