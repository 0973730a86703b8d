"""Texts and names of a game in all languages, under the numbers that its module uses."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ...foundation.texts.english_nouns import one_and_many
from ...language.syntax import fill_values
from ...play.positions.sight import keeps_no_secrets
from ...play.positions.wording import Wording, label_of, split_phrase
from ...play.states.game import Game
from ...play.states.preview import currencies, rules_of
from ...play.views.reasons import REFUSALS
from ...rules.model import ruleset as m
from ...rules.model.types import Type
from ...rules.program import instructions as i
from .numbering import Numbering
from .phrases import PHRASES

_MARK = "\0"
WAYS = ("told", "gained", "lost")
"""In which ways catalogues say that something kept has changed."""
KEPT = {each: f"{{{each}}}" for each in ("value", "owner", "piece", "counted")}
"""What such a sentence names, as it stands in its pattern."""


class Texts:
    """Texts in each language, as plain values. Equal in all languages is said once, as `""`."""

    def __init__(self, game: Game, numbering: Numbering) -> None:
        self.game, self.rules, self.numbering = game, game.rules_model, numbering
        self.words = {lang: game.wording(lang) for lang in game.languages}
        self.spoken = [value for values in self.rules.spoken.values() for value in values.values()]
        numbers = {id(value): n for n, value in enumerate(self.spoken)}
        self.momentary = {
            lang: words.saying(lambda value, forms: _MARK + "|".join((str(numbers[id(value)]), *forms)) + _MARK)
            for lang, words in self.words.items()
        }
        """The words of texts that say values of the moment: each stands as a number between marks, with its forms."""
        self.types: list[dict[str, Any]] = []
        self._types: dict[Type, int] = {}
        self.signatures: list[dict[str, Any]] = []
        self._signatures: dict[int, int] = {}

    def in_all_languages(self, say: Callable[[Wording], Any]) -> Any:
        """Returns a value in all languages: one value where they agree, else one by language."""
        return self._value_of_languages({lang: say(words) for lang, words in self.words.items()})

    def at_the_moment(self, say: Callable[[Wording], Any]) -> Any:
        """Returns a text in all languages, with marks for values of the moment."""
        return self._value_of_languages({lang: say(words) for lang, words in self.momentary.items()})

    def _value_of_languages(self, found: dict[str, Any]) -> Any:
        values = list(found.values())
        return values[0] if all(each == values[0] for each in values) else {"*": found}

    # ---- parts ---------------------------------------------------------------------------------------------------

    def type(self, type_: Type) -> int:
        """The number of a type."""
        if type_ not in self._types:
            boards = self.rules.boards.values()
            board = self.rules.board_of(type_)
            near = board or next((b for b in boards if type_.is_row and b.passages == type_.name), None)
            found: dict[str, Any] = {
                "form": type_.form,
                "name": type_.name,
                "unit": type_.unit,
                "optional": type_.optional,
            }
            found |= {"board": board.name if board else "", "private": near is not None and near.private}
            found["coded"] = board is not None and self.rules.is_labelled(board)
            if type_.is_number:
                found |= {"low": type_.low, "high": type_.high}
            if type_.is_set and type_.element:
                found |= {"of": self.type(type_.element), "low": type_.element.low, "step": type_.element.step}
            self._types[type_] = len(self.types)
            self.types.append(found)
        return self._types[type_]

    def signature(self, signature: i.Signature) -> int:
        """The number of a signature."""
        number = self._signatures.get(id(signature))
        if number is None:
            number = self._signatures[id(signature)] = len(self.signatures)
            known = self.rules.actions.get(signature.name)
            self.signatures.append(
                {
                    "name": signature.name,
                    "rule": signature.rule,
                    "rules": sorted(rules_of(self.rules, signature.rule)),
                    "parameters": [[word, self.type(type_)] for word, type_ in signature.parameters],
                    "values": list(signature.values),
                    "chance": signature.chance,
                    "by": self.in_all_languages(lambda words: words.by(signature.name, "")),
                    "ruled": self.in_all_languages(lambda words: words.by(signature.rule, "")),
                    "action": self.in_all_languages(lambda words: words.action(signature)),
                    "label": self.in_all_languages(lambda words: _parts(words, signature)),
                    "deed": self.in_all_languages(lambda words: _deed_patterns(words, signature)),
                    "question": self.at_the_moment(lambda words: words.question(signature)),
                    **(
                        {"to_come": self.in_all_languages(lambda words: words.to_come(signature))}
                        if signature.chance
                        else {}
                    ),
                    **(
                        {"confirm": confirm}
                        if (confirm := self.at_the_moment(lambda words: words.confirmation(signature)))
                        else {}
                    ),
                    "what": self.in_all_languages(
                        lambda words: (
                            words.about(known.name, known.text) if known and known.text else words.action(signature)
                        )
                    ),
                }
            )
        return number

    def unit(self, unit: str, clause: m.Clause) -> dict[str, Any]:
        """Returns the unit in which a clause is paid: how so many are said, and whose rule that is."""
        by = self.in_all_languages(lambda words: words.by(f"{clause.rule}.{unit}", clause.origin))
        forms = self.in_all_languages(lambda words: _forms(words, unit, words.counted_forms(unit)))
        price = self.in_all_languages(lambda words: _forms(words, unit, words.price_forms(unit)))
        return {"unit": unit, "forms": forms, "price": price, "by": by}

    def record(self) -> dict[str, Any]:
        """All that is not about decisions."""
        rules = self.rules
        return {
            "id": rules.id,
            "title": rules.title,
            "version": rules.version,
            "hash": rules.hash,
            "overlays": list(rules.overlays),
            "options": {name: value for name, value in self.game.options.items() if value != _default(self.game, name)},
            "players": rules.players,
            "most": rules.player_range[1],
            "phrases": {
                lang: {each: said for each in PHRASES if (said := _phrase(words, each)) != each}
                for lang, words in self.words.items()
            },
            "plurals": {lang: _plural(words) for lang, words in self.words.items()},
            "kinds": {name: self.kind(each) for name, each in rules.kinds.items()},
            "boards": [self.board(each) for each in rules.boards.values()],
            "fields": [self.field(each) for each in self.numbering.fields],
            "clauses": [self.clause(each) for each in self.numbering.clauses],
            "revealed": [self.reveal(each) for each in self.numbering.revealed],
            "refusals": REFUSALS,
            "open": keeps_no_secrets(rules, self.game.program),
            "dues": {
                self.numbering.clause(node.clause): self.unit(node.due[0], node.clause)
                for node in self.numbering.program.code
                if isinstance(node, i.Check) and node.due is not None
            },
            "types": self.types,
            "signatures": self.signatures,
        }

    def kind(self, kind: m.Kind) -> dict[str, Any]:
        """The rows of a kind, what they are called, and what a tile shows whose name is a mere sign."""
        shows = next((each for each in kind.columns.values() if each.type.is_row and not each.type.optional), None)
        found: dict[str, Any] = {"rows": list(kind.rows), "columns": bool(kind.columns)}
        rows = list(enumerate(kind.rows))
        found["labels"] = self.in_all_languages(lambda words: [words.row(kind, n) for n, _ in rows])
        found["counted"] = self.in_all_languages(lambda words: [[1, *words.piece_forms(kind, n)] for n, _ in rows])
        told = self.in_all_languages(
            lambda words: [words.pattern(f"{kind.name}.{row}", kind.label(n)) for n, row in rows]
        )
        if told != [""] * len(rows):
            found["told"] = told
        if not kind.in_words and shows is not None:
            found["shows"] = [shows.type.name, list(shows.values)]
        return found

    def board(self, board: m.Board) -> dict[str, Any]:
        """A board."""
        place = Type("row" if board.fixed else "place", board.name)
        return {
            "name": board.name,
            "fixed": board.fixed,
            "private": board.private,
            "passages": board.passages,
            "sides": bool(board.sides) if board.fixed else True,
            "kind": board.kind,
            "place": self.type(place),
        }

    def field(self, field: m.Field) -> dict[str, Any]:
        """Something that is kept."""
        return {
            "owner": field.owner,
            "name": field.name,
            "type": self.type(field.type),
            "owned": self.type(self._owner_type(field)) if field.owner != "game" else -1,
            "passage": field.passage,
            "shown": field.shown,
            "counted": field.counted,
            "told": field.told,
            "label": self.in_all_languages(lambda words: words.field(field)),
            "currency": field.name in currencies(self.rules),
            "changes": self.in_all_languages(
                lambda words: {
                    way: [words.change(field, way, KEPT, is_second=each) for each in (False, True)] for way in WAYS
                }
            ),
        }

    def _owner_type(self, field: m.Field) -> Type:
        board = self.rules.boards.get(field.owner)
        return Type("place", field.owner) if board is not None and not board.fixed else Type("row", field.owner)

    def clause(self, clause: m.Clause) -> dict[str, Any]:
        """A clause: what refuses, or does something."""
        return {
            "name": clause.name,
            "rule": clause.rule,
            "origin": clause.origin,
            "cites": list(clause.cites),
            "citation": list(self.rules.citation_of(clause)),
            "place": str(clause.span),
            "text": self.at_the_moment(lambda words: words.clause(clause)),
            "by": self.in_all_languages(lambda words: words.by(clause.name, clause.origin)),
            "sealed": clause.span.place in self.rules.secrecy.sealed,
            "concealed": clause.name in self.game.concealed_clauses,
            **({"said": _first_line(clause)} if any(clause is each for each, _ in self.game.program.loops) else {}),
        }

    def reveal(self, node: i.Reveal) -> dict[str, Any]:
        """Returns the thing that all learn by a line."""
        return {
            "said": _first_line(node.value or node.clause),
            "type": -1 if node.value is None else self.type(node.value.type),
        }


def _first_line(node: m.Expr | m.Clause) -> str:
    """Returns the line of rules with which something begins, with single spaces."""
    return " ".join(node.span.text.partition("\n")[0].split())


def _default(game: Game, name: str) -> Any:
    """The value of an option that nobody has set."""
    return game.options_schema()["properties"][name]["default"]


def _phrase(words: Wording, template: str) -> str:
    names = re.findall(r"\{(\w+)\}", template)
    return words.texts.phrase(template, **{each: f"{{{each}}}" for each in names})


def _deed_patterns(words: Wording, signature: i.Signature) -> list[list[Any]]:
    """Returns the patterns for the deed of somebody, and for that of nobody; nothing where no catalogue has one."""
    ways = split_phrase(words.pattern(signature.name, label_of(signature)))
    return [_parts_of(each, signature) for each in ways if each]


def _parts(words: Wording, signature: i.Signature) -> list[Any]:
    """A label: texts, and numbers of values between them."""
    return _parts_of(words.template(f"{signature.name} (label)", label_of(signature)), signature)


def _parts_of(template: str, signature: i.Signature) -> list[Any]:
    numbers = {name: n for n, name in enumerate(signature.values)} | {"what": len(signature.values)}
    said = fill_values(template, lambda value, forms: f"{_MARK}{numbers[value]}{_MARK}" if value in numbers else None)
    pieces = said.split(_MARK)
    return [int(each) if n % 2 else each for n, each in enumerate(pieces)]


def notice_parts(words: Wording, notice: m.Notice) -> list[Any]:
    """The text of a notice: texts, and between them each value by its number, with its noun in all forms."""
    numbers = {written: n for n, (written, _) in enumerate(notice.values)}
    found: list[Any] = []

    def mark(written: str, forms: tuple[str, ...]) -> str | None:
        if written not in numbers:
            return None
        found.append([numbers[written], *forms])
        return _MARK

    said = fill_values(words.template(notice.clause.name, notice.clause.text), mark)
    texts, values = said.split(_MARK), [*found, None]
    return [part for pair in zip(texts, values, strict=True) for part in pair if part]


def _forms(words: Wording, unit: str, said: tuple[str, ...]) -> list[Any]:
    """Names of a unit by the form for so many: whether they are translated, and they."""
    return [1, *said] if said else [0, *one_and_many(words.paid_in(unit))]


def _plural(words: Wording) -> str:
    """The number of the form for so many, from none to 199; beyond that it goes by the last two digits."""
    return "".join(str(words.plural(n)) for n in range(200))
