"""Table of the forms of values, and what every stage has to know of each.

A `Type` names one of these forms. A question about values that several stages ask ("is it kept as bits?", "is nothing in it
at first?") is a fact of the table. What only one stage does with each form, such as writing its values down, is a
`Pass` over `FORMS` (`dispatch.py`): a form that such a pass forgets is found by tests/rules/model/test_operators.py.

How a form is added: a row of the table with its facts; a question on `Type` only if several modules are about this form
alone. Then the test names the passes that have to say what they do with it. What rules write for it is read in
`rules/check/expression_reader.py` (`type_of`), and the text of its type is in `Type._text`.

>>> FORMS["sides"].in_bits, FORMS["row"].is_thing, FORMS["bag"].in_one_number
(True, True, False)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from ...foundation.source.frozen import frozen

FormName = Literal[
    "number",
    "yes_no",
    "row",
    "place",
    "passage",
    "sides",
    "set",
    "bag",
    "pile",
    "positions",
    "list",
    "text",
    "none",
    "unknown",
]


@frozen
class Form:
    """A form of values, with the facts that all stages share.

    `in_one_number`: a value is one number, so that names keep it and conditions compare it. `is_thing`: a value is
    something that players see and point at. `empty_at_first`: what keeps one holds none until something is put there,
    though its type does not say `or none`. `may_be_none`: its type may say `or none`. `in_bits`: a value is a set, a
    bit for each member. `is_counted`: the rules alone say which values there are, one after another, so that sets hold
    them and tables are made by them. `has_members`: a loop goes through what a value holds. `is_plain`: one value is
    written as one word, and read again. `of_kind`, `of_board`: a type has the name of the kind of its rows, or that of
    its board. `can_be_kept`: a field may keep it.
    """

    name: FormName
    meaning: str
    in_one_number: bool = True
    is_thing: bool = False
    empty_at_first: bool = False
    may_be_none: bool = False
    in_bits: bool = False
    is_counted: bool = False
    has_members: bool = False
    is_plain: bool = False
    of_kind: bool = False
    of_board: bool = False
    can_be_kept: bool = True


FORMS: Mapping[str, Form] = {
    each.name: each
    for each in (
        Form("number", "a whole number within bounds", may_be_none=True, is_counted=True, is_plain=True),
        Form("yes_no", "yes or no", is_counted=True, is_plain=True),
        Form(
            "row",
            "a row of a table, a player included",
            is_thing=True,
            is_counted=True,
            empty_at_first=True,
            may_be_none=True,
            is_plain=True,
            of_kind=True,
        ),
        Form(
            "place",
            "a place of a board that grows",
            is_thing=True,
            empty_at_first=True,
            may_be_none=True,
            is_plain=True,
            of_board=True,
        ),
        Form("passage", "what joins two places of a board that grows", of_board=True),
        Form("sides", "which of the four or six sides are open", in_bits=True, has_members=True, is_plain=True),
        Form("set", "rows or numbers, each once", in_bits=True, has_members=True),
        Form("bag", "how many there are of each row of a table", in_one_number=False, has_members=True, of_kind=True),
        Form(
            "pile",
            "pieces in an order, the uppermost first, and who knows them",
            in_one_number=False,
            has_members=True,
            of_kind=True,
        ),
        Form("positions", "how some fields were before, and how often", in_one_number=False),
        Form(
            "list", "what is gone through, and kept nowhere", in_one_number=False, has_members=True, can_be_kept=False
        ),
        Form("text", "words for people", in_one_number=False, can_be_kept=False),
        Form("none", "nothing", may_be_none=True),
        Form("unknown", "what a mistake in the rules leaves open; fits everywhere"),
    )
}
