"""Table of the grammar rules that become one node of the tree each: the class, and which child gives which field.

A field is given by a child at an index, by a function of all children, or by a value that is always the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from lark import Token

from . import tree as t
from .unparse import unparse

Children = list[Any]
Pick = Callable[[Children], Any]
Kind = TypeVar("Kind")
LONGEST_RANGE = 200
LARGEST = 10**9
_RANGE_OF_CITES = re.compile(r"^(.*?)(\d+)\.\.(\d+)$")


# ---- Values of tokens ----------------------------------------------------------------------------------------------


def cited_ids(text: str) -> tuple[str, ...]:
    """The ids in brackets, ranges spelled out; a range that counts down, or past 201 ids, stays as it is written.

    >>> cited_ids("[TC-A-08..10, TC-B-01]")
    ('TC-A-08', 'TC-A-09', 'TC-A-10', 'TC-B-01')
    """
    found: list[str] = []
    for part in (" ".join(each.split()) for each in text.strip("[]").split(",")):
        match = _RANGE_OF_CITES.match(part)
        stem, low, high = match.groups() if match else ("", "", "")
        if match and len(low) < 5 and len(high) < 5 and 0 <= int(high) - int(low) <= LONGEST_RANGE:
            found += [f"{stem}{n:0{len(low)}d}" for n in range(int(low), int(high) + 1)]
        elif part:
            found.append(part)
    return tuple(found)


def string(token: Token | None) -> str:
    """Returns the text between quotes; "" if nothing stands there."""
    return "" if token is None else str(token)[1:-1]


def ids(cites: Token | None) -> tuple[str, ...]:
    """The ids in brackets, if there are any."""
    return cited_ids(cites) if cites else ()


def integer(token: Token) -> int:
    """The number, or one past the largest that rules may use; the checker refuses that one by its place."""
    return int(token) if len(token) <= 10 else LARGEST + 1


def all_of(kind: type[Kind], children: Children) -> tuple[Kind, ...]:
    """The children that are of one kind."""
    return tuple(x for x in children if isinstance(x, kind))


def names(children: Children) -> tuple[str, ...]:
    """The names among the children."""
    return tuple(str(x) for x in all_of(Token, children) if x.type == "NAME")


# ---- What a field takes of the children ----------------------------------------------------------------------------


def _word(at: int, otherwise: int | None = None) -> Pick:
    """The word at an index, or at another one; "" if it is left out."""
    return lambda c: str(c[at] or (c[otherwise] if otherwise is not None else ""))


def _is_given(at: int) -> Pick:
    """Returns a pick that tells if a word at an index is written."""
    return lambda c: c[at] is not None


def _behind(word: str) -> Pick:
    """Returns a pick of what stands behind a word; none where that is not written."""
    return lambda c: next(
        (c[at + 1] for at, each in enumerate(c[:-1]) if isinstance(each, Token) and each == word), None
    )


def _text_at(at: int) -> Pick:
    return lambda c: string(c[at])


def _cites(at: int = -1) -> Pick:
    return lambda c: ids(c[at])


def _number(c: Children) -> int:
    return integer(c[0])


def _bounds(c: Children) -> t.Expr:
    """Returns the range from a number to another; of one number, that alone."""
    low, high = c[0], c[2] or c[0]
    return t.Binary("..", t.Number(integer(low)), t.Number(integer(high)))


_EVERY = partial(partial, all_of)
_AMENDMENTS: Any = (t.Change, t.Add, t.AddValue, t.AddShare, t.Drop, t.MoveClause, t.Cite)

NODES: dict[str, tuple[Any, ...]] = {
    # what has a value
    "name": (t.Name, _word(0)),
    "number": (t.Number, _number),
    "measure": (t.Number, _number, _word(1)),
    "text_cell": (t.Text, _text_at(0)),
    "empty_cell": (t.Empty,),
    "words_cell": (t.Words, names),
    "cites_cell": (t.Cites, _cites()),
    "none": (t.Nothing,),
    "attribute": (t.Attribute, 0, _word(-1)),
    "index": (t.Index, 0, 2),
    "apply": (t.Apply, 0, _EVERY(t.Argument)),
    "argument": (t.Argument, 0, 2, 4),
    "not_": (t.Unary, _word(0), -1),
    "negative": (t.Unary, _word(0), -1),
    "span": (t.Binary, _word(1), 0, 2),
    "everything": (t.Quantity, None, None),
    "price": (t.Price, 0, 2),
    "binder": (t.Binder, _word(0), 2),
    "named": (t.TypeNode, "name", _word(0), None, None, None, _is_given(2)),
    "range": (t.TypeNode, "range", "", 0, 2, 4, _is_given(6)),
    "range_set": (t.TypeNode, "set", "", 2, 4, 6),
    "collection": (t.TypeNode, _word(0), _word(2)),
    "positions": (t.TypeNode, _word(0), "", None, None, None, False, _EVERY(t.Attribute)),
    # statements
    "require": (t.Require, 1),
    "cost": (t.Cost, _EVERY(t.Price)),
    "let": (t.Let, _word(1), 3),
    "set": (t.Set, 1, 3),
    "gain": (t.Gain, _EVERY(t.Quantity), -1, _is_given(1)),
    "lose": (t.Lose, _EVERY(t.Quantity), -1, _is_given(1)),
    "move": (t.Move, _EVERY(t.Quantity), -3, -1, _is_given(1)),
    "bottom": (t.Bottom, 1),
    "shuffle": (t.Shuffle, 1),
    "lay": (t.Lay, 1, 3, 5),
    "draw": (t.Draw, _word(1), 4, 6, _is_given(7), _is_given(3)),
    "deal": (t.Deal, -5, -3, -1, _is_given(1)),
    "roll": (t.Roll, _word(1), 3, 5, _is_given(6)),
    "offer_one": (t.Offer, False, _word(1), None, False, _is_given(3)),
    "offer_any": (t.Offer, True, _word(2), 6, _is_given(3), False, (), _is_given(4)),
    "offer_these": (t.Offer, False, "", None, False, _is_given(2)),
    "offer_any_these": (t.Offer, True, "", 5, _is_given(2), False, (), _is_given(3)),
    "repack": (t.Repack, 1, 3, 5, 7),
    "finish": (t.Finish,),
    "revealing": (replace, 0),
    "confirm": (t.Confirm,),
    "call": (t.Call, 0),
    "if_opening": (t.If, lambda c: ((c[1], ()),), None),
    "for_opening": (t.ForEach, _EVERY(t.Binder), -2, ()),
    "in_turn_opening": (t.InTurn, _word(2), _behind("from"), (), 7, 9, _is_given(0), _is_given(3), _behind("in")),
    "at_once_opening": (t.AtOnce, _word(1), ()),
    "until_opening": (t.Repeat, 2, None, ()),
    "times_opening": (t.Repeat, None, 1, ()),
    "choose_opening": (
        t.Choose,
        _EVERY(t.Binder),
        -6,
        (),
        None,
        _is_given(1),
        _is_given(-5),
        _is_given(-4),
        -2,
    ),
    "may_opening": (t.May, ()),
    "as_opening": (t.AsPlayer, 1, ()),
    "otherwise_opening": (t.Branch, -1, ()),
    # what stands in declarations
    "property": (t.Property, _word(0), _word(1), _word(2)),
    "rows": (t.Rows, _text_at(1), lambda c: string(c[-1]) if c[-1] is not None else None),
    "keeps": (t.Keeps, _word(1), 3, 5),
    "kept": (t.Keeps, _word(1), 3, 5),
    "passage": (partial(replace, passage=True), -1),
    "free": (t.Free, -3),
    "joined": (t.Joined, -3),
    "among": (t.Among, -3),
    "least": (t.Least, -3),
    "together": (t.Together, -3),
    "constant_total": (t.ConstantTotal, -3),
    "score": (t.Score, _word(1), 3),
    "winner": (t.Winner, _word(0)),
    "tie": (t.Tie, _word(1), 2),
    "setting": (t.Setting, _word(1), 3),
    "begin": (t.Begin, _word(1), lambda c: str(_behind("as")(c) or ""), _EVERY(t.Expr)),
    "then": (t.Then, 1),
    "parameter": (t.Parameter, _word(0), 2),
    "choice": (t.Choice, _word(0), _word(1), 3),
    # edits
    "set_option": (t.SetOption, _word(1), 3),
    "change": (t.Change, 1, 3, 5),
    "amend": (t.Amend, _word(1), _word(2, 1), _cites(3), _EVERY(_AMENDMENTS)),
    "add": (t.Add, _word(1), lambda c: unparse(c[2]) if c[2] is not None else "", 3),
    "add_value": (t.AddValue, lambda c: t.Attribute(c[1], str(c[3]), span=c[1].span), 5),
    "add_share": (t.AddShare, 2, 4),
    "share_and": (t.Share, "and", 1),
    "share_or": (t.Share, "or", 1),
    "share_plus": (t.Share, "+", 1),
    "share_minus": (t.Share, "-", 1),
    "share_cost": (t.Share, "cost", lambda c: t.Cost(all_of(t.Price, c))),
    "share_bounds": (t.Share, "bounds", _bounds),
    "with_part": (replace, -1),
    "in_menu": (t.Within, _word(-1)),
    "upon": (t.Upon, _word(-1)),
    "move_clause": (t.MoveClause, lambda c: unparse(c[1]), _word(2), lambda c: unparse(c[3])),
    "cite": (t.Cite, 1),
    "add_declaration": (t.AddDeclaration, -1),
    "replace_declaration": (t.ReplaceDeclaration, -1),
    "remove_declaration": (t.RemoveDeclaration, _word(1), _word(2, 1), _text_at(4), _cites()),
}
