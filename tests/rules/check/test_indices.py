"""What picks the target of a write is read: with a secret index, every kind of statement is refused where others see the write, and where it is unseen what
was written to is known no longer."""

import re

import pytest

from cavewright.play.loading.load import try_load
from cavewright.rules.model import ruleset as m
from cavewright.rules.model.statement_effects import EFFECTS, inner_blocks

RULES = """ruleset w 1.0 "W"
    language {language}
kind ware
    keeps left: 0..9
    keeps held: 0..9 hidden
    keeps store: bag of ware{heap}
    keeps cellar: bag of ware hidden uncounted
    keeps seen: set of ware
    keeps noted: set of ware hidden
    | ware | worth: 0..9 |
    | tin  | 1           |
    | rum  | 2           |
    | tea  | 3           |
kind slab
    | slab | open: set of side |
    | full | n e s w           |
players team 2..3
    keeps points: 0..99
    keeps luck: 1..3 secret
    keeps mark: 0..9 secret
    keeps flag: 0..9
    keeps ghost: 0..9 hidden
    keeps goal: ware or none secret
    keeps hand: bag of ware secret
    keeps fist: bag of ware secret uncounted
    keeps known: set of ware secret
    keeps famed: set of 1..9
game
    keeps chest: bag of ware{stack}{loose}
    keeps deck: bag of ware hidden
board place of slab by open
    grid growing
    keeps sign: 0..9
    keeps trap: 0..9 hidden
    passage keeps toll: 0..9
    passage keeps snare: 0..9 hidden
board hall
    grid 2 by 2
    keeps dust: 0..9
    keeps pit: 0..9 hidden
    passage keeps bolt: 0..9
    passage keeps wire: 0..9 hidden
board nook for each team
    grid 2 by 1
    keeps dot: 0..9
menu deeds
action rest in deeds
    set flag = 0
{more}
to play
    lay full at cell(place, 0, 0)
    lay full at cell(place, 0, 1)
    for each w in ware
        gain 5 tin, 5 rum in w.store
        gain 5 tin, 5 rum in w.cellar
    gain 5 tin, 5 rum, 5 tea in chest
    for each t in team
        as t
            roll n in 1..3 secret
            set luck = n
    let z = first(t in team)
    as z
        let q = first(w in ware where w.worth is luck)
        let p = first(t in team where luck is 1 or t is not me)
        let b = first(x in hall where luck is 1 or x is not a1)
        let g = cell(place, 0, luck - 1)
{body}
    for each t in team
        as t
            offer deeds or none
scoring
    score points = points
    highest total wins
"""
OPEN = {
    "a row": "set q.left = 3",
    "a row, by so much": "gain 2 q.left",
    "a player": "set p.flag = 3",
    "a player's secret": "set p.mark = 3",
    "a place": "set b.dust = 3",
    "a growing place": "set g.sign = 3",
    "a passage": "let x = first(y in hall where luck is 1 and y is a2 or y is b1)\nset passage(x, b2).bolt = 2",
    "a growing passage": "set passage(cell(place, 0, 1), g).toll = 2",
    "an own board": "set cell(nook, luck, 1).dot = 2",
    "a member": "set famed[luck] = yes",
    "a member of a row's set": "set q.seen[tin] = yes",
    "pieces of a row": "set q.store[tin] = 2",
    "pieces into a row's bag": "gain 1 tin in q.store",
    "pieces out of a row's bag": "lose 1 tin from q.store",
    "pieces between rows' bags": "move 1 tin from q.store to chest",
    "all pieces to a row's bag": "move all from chest to q.store",
    "pieces of a player": "gain 1 tin in p.hand",
    "pieces of a player, uncounted": "gain 1 tin in p.fist",
    "a piece in an open bag": "lose 1 q from chest",
    "by a field": "set goal = q\nset goal.left = 3",
    "by a definition": "set lucky.left = 3",
    "by a parameter": "note_it(q)",
}
"""Writes of which others see where they are."""
UNSEEN = {
    "a row": ("set q.held = 3", "tin.held > 2"),
    "a player": ("set p.ghost = 3", "ghost > 2"),
    "a place": ("set b.pit = 3", "a1.pit > 2"),
    "a growing place": ("set g.trap = 3", "cell(place, 0, 0).trap > 2"),
    "a passage": (
        "let x = first(y in hall where luck is 1 and y is a2 or y is b1)\nset passage(x, b2).wire = 2",
        "passage(a2, b2).wire > 1",
    ),
    "a growing passage": (
        "set passage(cell(place, 0, 1), g).snare = 2",
        "passage(cell(place, 0, 0), cell(place, 0, 1)).snare > 1",
    ),
    "a member": ("set known[q] = yes", "tin in known"),
    "a member of a row's set": ("set q.noted[tin] = yes", "tin in tin.noted"),
    "pieces of a row": ("set q.cellar[tea] = 2", "tea in tin.cellar"),
    "pieces into a row's bag": ("gain 1 tea in q.cellar", "tea in tin.cellar"),
    "pieces out of a row's bag": ("lose 5 tin from q.cellar", "tin in tin.cellar"),
    "pieces between rows' bags": ("move 5 tin from q.cellar to rum.cellar", "tin in tin.cellar"),
    "all pieces of a row's bag": ("lose all from q.cellar", "tin in tin.cellar"),
    "as a player": ("as p\n    set ghost = 3", "ghost > 2"),
    "by a definition": ("set lucky.held = 3", "tin.held > 2"),
    "by a parameter": ("note_it(q)", "tin.held > 2"),
    "in a loop": ("repeat 2 times\n    set q.held = 3", "tin.held > 2"),
}
"""Writes that nobody sees, and a question about what was written to: with a number in the place of the secret all can work it out."""
WRITE = "set famed[luck] = yes"
KINDS = {
    m.Require: (WRITE, "action deed in deeds\n    require points < 9\n    set famed[luck] = yes"),
    m.Cost: ("cost 1 tin from q.store", ""),
    m.Assign: (WRITE, ""),
    m.Transfer: ("gain 1 tin in q.store", ""),
    m.Lay: ("lay full at cell(place, 1, luck - 1)", ""),
    m.Draw: ("draw d from q.store\ngain 1 d in chest", ""),
    m.PutBack: ("draw d from q.store showing 2\ngain 1 d in chest", ""),
    m.Roll: ("roll k in 1..2\nset q.left = k", ""),
    m.Offer: ("offer\n    action brand\n        set famed[luck] = yes", ""),
    m.Repack: ("repack q.store with chest", ""),
    m.Finish: (f"{WRITE}\nfinish", ""),
    m.Call: ("note_it(q)", ""),
    m.If: (f"if points is 0\n    {WRITE}", ""),
    m.ForEach: ("for each w in ware\n    set famed[luck] = yes", ""),
    m.InTurn: ("each team from me\n    set famed[luck] = yes", ""),
    m.AtOnce: (f"{WRITE}\neach team at once\n    c: choose k in 1..2\n        set mark = k", ""),
    m.Repeat: (f"repeat 2 times\n    {WRITE}", ""),
    m.Choose: (f"c: choose k in 1..2\n    {WRITE}", ""),
    m.May: (f"c: may\n    {WRITE}", ""),
    m.AsPlayer: ("as p\n    set flag = 3", ""),
    m.Shift: ("move 1 from q.heap to stack", ""),
    m.Shuffle: (f"shuffle loose\n{WRITE}", ""),
    m.Take: ("draw d from q.heap\ngain 1 d in chest", ""),
    m.Deal: ("draw 1 from q.heap to stack", ""),
}
"""For every kind of statement a rule in which it stands, and something is written at a secret index: by it, in a block of it, or beside it."""
PILES = {
    "language": 2,
    "heap": "\n    keeps heap: pile of ware",
    "stack": "\n    keeps stack: pile of ware",
    "loose": "\n    keeps loose: pile of ware hidden",
}
"""Piles, which are of language 2, for the rules that speak of them."""
NOTE = "define lucky = first(w in ware where w.worth is luck)\nto note_it(k: ware)\n    set k.{} = 3\n"


def findings(folder, body, more="", note="left"):
    """The codes of the errors in the rules with some lines in their middle, and what was read."""
    path = folder / "w.cave"
    lines = "\n".join(" " * 8 + line for line in body.split("\n"))
    has_pile = any(re.search(rf"\b{each}\b", body) for each in PILES)
    piles = PILES if has_pile else dict.fromkeys(PILES, "") | {"language": 1}
    path.write_text(RULES.format(body=lines, more=NOTE.format(note) + more, **piles), "utf-8")
    game, found = try_load(path)
    return {each.code for each in found if each.severity == "error"}, game


def kinds_in(game):
    """The kinds of statements in a game."""
    rules = game.rules_model
    todo, found = (
        [
            step
            for each in (*rules.processes.values(), *rules.actions.values())
            for step in (*getattr(each, "header", ()), *each.body)
        ],
        set(),
    )
    while todo:
        step = todo.pop()
        found.add(type(step.statement))
        todo += [each for block in inner_blocks(step.statement) for each in block]
    return found


def test_every_kind_of_statement_is_tried():
    assert set(KINDS) == set(EFFECTS), "a new statement needs a rule in which something is written at a secret index"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.gate("Offer", "Lay", "Draw", "Roll", "Require", "AtOnce")
def test_a_secret_index_of_any_statement_is_refused(kind, tmp_path):
    """By what only one player knows it is refused, by what all know it passes."""
    body, more = KINDS[kind]
    assert findings(tmp_path, body, more)[0] == {"C0524"}
    codes, game = findings(tmp_path, f"set luck = 1\n{with_open_index(body)}", with_open_index(more))
    assert codes == set() and kind in kinds_in(game)


def with_open_index(text):
    """The same rule where all know what picks the target."""
    return (
        text.replace("luck - 1", "1")
        .replace("luck", "2")
        .replace("q.", "tin.")
        .replace("(q)", "(tin)")
        .replace("as p\n", "as first(t in team)\n")
    )


@pytest.mark.parametrize("name", OPEN)
@pytest.mark.gate("pieces out of a row's bag", "by a field", "a piece in an open bag", "pieces of a player, uncounted")
def test_a_write_that_others_see_is_refused(name, tmp_path):
    assert findings(tmp_path, OPEN[name])[0] == {"C0524"}
    *before, last = OPEN[name].split("\n")
    assert findings(tmp_path, "\n".join((*before, f"{last} reveals")))[0] == set() or "note_it" in last


@pytest.mark.parametrize("name", UNSEEN)
@pytest.mark.gate("by a definition", "by a parameter")
def test_what_was_written_to_unseen_is_known_no_longer(name, tmp_path):
    body, asked = UNSEEN[name]
    question = f"\nif {asked}\n    gain 5 points"
    assert findings(tmp_path, body, note="held")[0] == set()
    assert findings(tmp_path, body + question, note="held")[0] == {"C0524"}
    for secret, same in (
        ("luck is 1 and y is a2 or y is b1", "y is a2"),
        ("q", "tin"),
        ("p", "z"),
        ("b", "a1"),
        ("g", "cell(place, 0, 0)"),
        ("lucky", "tin"),
    ):
        body = with_known(body, secret, same)
    assert findings(tmp_path, body + question, note="held")[0] == set() or "note_it" in body, (
        "only of what a process has written not all know what it is"
    )


def with_known(body, secret, same):
    """A body with other words for a name, or for a condition."""
    for before, after in (
        ("{}.", "{}."),
        ("[{}]", "[{}]"),
        ("({})", "({})"),
        ("as {}\n", "as {}\n"),
        (", {})", ", {})"),
        ("where {})", "where {})"),
    ):
        body = body.replace(before.format(secret), after.format(same))
    return body
