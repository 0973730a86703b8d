"""Examples: what a position by hand can say, what is done in it, and what every broken line is told."""

import random
import re
from functools import cache
from pathlib import Path
from textwrap import dedent, indent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cavewright as cw
from cavewright.foundation.source import Source
from cavewright.language.syntax import parse_file
from cavewright.play.examples.readings import read_example
from cavewright.play.examples.runner import run_example
from cavewright.rules.model.ruleset import Example

BURROW = Path(__file__).parents[1] / "burrow.cave"
TWO = "| mole | here |\n| Ann | o |\n| Bo | o |\n"


@cache
def burrow():
    return cw.load_game(BURROW)


@pytest.fixture
def game():
    return burrow()


def written(lines):
    """An example of these lines, as the parser reads it; none when it cannot."""
    source = Source("a.cave", "example a\n" + indent(dedent(lines).strip("\n"), "    ") + "\n")
    file, _ = parse_file(source)
    if len(file.items) != 1 or not file.items[0].members:
        return None
    node = file.items[0]
    return Example(node.name, node.text, node.cites, node.members, node.span)


def told(game, lines):
    """Code, guilty text, message, help and notes of whatever is wrong with an example."""
    found = run_example(game, written(lines)).diagnostics
    return [
        " / ".join(filter(None, (f"{each.code} {each.span.text}", each.message, each.help, *each.notes)))
        for each in found
    ]


# ---- what can be said ----------------------------------------------------------------------------------------------------

TURN_ = TWO + "begin lay_out\n| place | open | ground |\n| n1 | n e s w | soil |\nbegin turn as Ann\n"

HOLDS = {
    "what players keep": """
        | mole | here | energy | pouch         | seen       | asleep | friend |
        | Ann  | n1   | 5      | 1 flint, jade | 25 m, 50m  |        | Bo     |
        | Bo   |      |        |               | none       | yes    |        |
        then Ann.here is n1 and Ann.energy is 5
        then Ann.pouch[flint] is 1 and Ann.pouch[jade] is 1 and size(Ann.pouch) is 2
        then 25 m in Ann.seen and Ann.seen[50 m] and 75 m not in Ann.seen and size(Bo.seen) is 0
        then Ann.friend is Bo and Bo.friend is none
        then Bo.here is o and Bo.asleep and not Ann.asleep
        """,
    "a process with values": """
        | mole | here | friend |
        | Ann  | o    | Bo     |
        | Bo   | o    |        |
        begin rest(Bo) as Ann
        then Bo.asleep and not Ann.asleep
        given Bo.asleep = no
        begin rest(me) as Bo
        then Bo.asleep and not Ann.asleep
        given Bo.asleep = no
        begin rest(Ann.friend)
        then Bo.asleep and not Ann.asleep
        begin rest(first(m in mole where m is not friend)) as Ann
        then Ann.asleep
        """,
    "what holds while chance is due": """
        | mole | here |
        | Ann  | o    |
        | Bo   | o    |
        begin lot
        then Ann.energy is Bo.energy
        when roll Ann
        """,
    "several tables of players, one after another": """
        | mole | energy |
        | Bo   | 2      |
        | mole | energy | asleep |
        | Ann  | 1      | yes    |
        | Bo   | 4      |        |
        then Bo.energy is 4 and Ann.asleep and count(mole) is 2
        then not some(m in mole where m is not Ann and m is not Bo)
        """,
    "places": """
        | place | patch    | open | depth | stone |
        | n1    | straight | e w  | 25 m  | jade  |
        | e1    | bend     |      |       |       |
        then n1.patch is straight and n1.depth is 25 m and n1.stone is jade
        then e1.patch is bend and e1.ground is rock and e1.depth is 0 m and e1.stone is none
        """,
    "a place by what is printed on it": """
        | place | ground | open |
        | n1    | soil   | n s  |
        | n2    | rock   | s w  |
        | s9    | soil   |      |
        then n1.patch is straight and n2.patch is bend and s9.patch is burrow
        then n2 in neighbours(n1) and size(n2.open) is 2
        """,
    "a place that is laid again": """
        begin lay_out
        | place | patch    | open | depth |
        | o     | straight | e w  | 50 m  |
        | place | open |
        | o     | n s  |
        then o.patch is straight and o.depth is 0 m
        then n1 in frontier(place) and s1 in frontier(place) and e1 not in frontier(place) and w1 not in frontier(place)
        then count(e in frontier(place)) is 2
        """,
    "what is kept at a place that is laid": """
        begin lay_out
        | place | depth |
        | o     | 50 m  |
        then o.depth is 50 m and o.patch is burrow and count(exits(o)) is 4
        """,
    "passages": """
        begin lay_out
        | place | ground | open    |
        | n1    | soil   | n e s w |
        | passage | dug |
        | o-n1    | yes |
        then passage(n1, o).dug and passage(o, n1).dug and not passage(o, e1).dug
        """,
    "rows of kinds": """
        | heap | left | pile      |
        | west | 3    | jade      |
        | east |      | 4 flint   |
        then west.left is 3 and west.pile[jade] is 1 and east.left is 0 and east.pile[flint] is 4
        """,
    "given": f"""{TWO}
        begin lay_out
        given Ann.energy = 2 + 2
        given Ann.friend = Bo
        given first = Bo
        given best = jade
        given west.left = Ann.energy
        given Ann.pouch[flint] = 3
        given Ann.seen[25 m] = yes
        given Ann.seen[50 m] = 25 m in Ann.seen
        given Ann.seen[25 m] = no
        | place | ground | open    |
        | e1    | soil   | n e s w |
        given o.depth = 75 m
        given passage(o, e1).dug = yes
        then Ann.energy is 4 and Ann.friend is Bo and first is Bo and best is jade and west.left is 4
        then Ann.pouch[flint] is 3 and Ann.seen[50 m] and size(Ann.seen) is 1
        then o.depth is 75 m and passage(e1, o).dug
        """,
    "aggregates of several names": """
        | mole | here | pouch   |
        | Ann  | o    | jade    |
        | Bo   | o    | 2 flint |
        then count(m in mole, n in mole where m is not n) is 2
        then sum(m in mole, k in 1..3 where k > 1: k * m.pouch[jade]) is 5
        then sum(m in mole where m is Bo, s in stone where m.pouch[s] > 0: 7) is 7
        then some(m in mole, s in stone where m is not Ann and m.pouch[s] > 0)
        then not some(m in mole where m is Ann, s in stone where s is flint and m.pouch[s] > 0)
        then every(m in mole, s in stone where m.pouch[s] > 1: m is Bo and s is flint)
        then not every(m in mole, s in stone: m.pouch[s] < 2)
        """,
    "definitions, rankings and scores of a player": """
        | mole | pouch | here | asleep |
        | Ann  | jade  | o    |        |
        | Bo   | flint | o    | yes    |
        begin lay_out
        | place | open    | ground |
        | n1    | n e s w | soil   |
        then Ann.wealth is 5 and Ann.near(n1) and not Ann.near(n2)
        then Ann.prize(jade) is 4 and Ann.prize(flint) is 0 and Bo.prize(flint) is 4
        then score(Ann, stones) is 5 and score(Ann, prize) is 4 and total(Ann) is 9 and wins(Ann)
        then score(Bo, stones) is 0 and total(Bo) is 0 and not wins(Bo)
        given first = Ann
        then total(first) is 9 and not first.asleep
        """,
    "winners": """
        | mole | pouch | here |
        | Ann  | jade  | o    |
        | Bo   | flint | o    |
        then wins(Ann) and not wins(Bo)
        """,
    "what follows a game that ended in the middle": f"""{TWO}
        given Ann.asleep = yes
        begin outing as Ann
        then Ann.energy is 0 and Ann.bid is 0
        given Ann.asleep = no
        begin stroll as Ann
        then Ann.energy is 0 and Ann.bid is 1
        """,
    "play": """
        | mole | friend |
        | Ann  |        |
        begin lay_out
        | place | open    | ground |
        | n1    | n e s w | soil   |
        begin turn as Ann
        then Ann.energy is 3
        refuse Ann: go to n2 because domain
        allow Ann: go to n1
        when Ann: go to n1
        then Ann.here is n1 and Ann.energy is 2
        given Ann.asleep = yes
        given Ann.energy = 0
        refuse Ann: go to o because awake, energy
        refuse Ann: go to o
        when done
        """,
    "the open sides of a place, and sets, as cells say them": f"""{TWO}
        begin lay_out
        | place | patch | open |
        | n1 | straight | n s |
        | n2 | straight | n s |
        given n2.open = w, e
        given n2.open = s n
        given o.open = w e s n
        given Ann.seen = none
        then n2 in exits(n1) or n2 in neighbours(n1)
        then size(Ann.seen) is 0
        """,
    "all that is possible": f"""{TWO}
        begin lay_out
        | place | open | ground |
        | n1 | n e s w | soil |
        begin turn as Ann
        allow only Ann: go to n1, dig, greet Bo, done
        allow only done, greet Bo, dig, go to n1
        when Ann: dig
        allow only draw jade, draw flint
        when draw jade
        allow only Ann: go to n1, greet Bo, done
        when done
        begin auction
        allow only Bo: bid 0, bid 1, bid 2, bid 3
        """,
    "some of the reasons": f"""{TURN_}
        given Ann.asleep = yes
        given Ann.energy = 0
        refuse Ann: go to n1 because energy, awake
        refuse Ann: go to n1 because cost, requirement
        refuse Ann: go to n1 because at least awake
        refuse Ann: go to n1 because at   least energy, awake
        refuse Ann: go to n9 because domain, awake, energy
        refuse Ann: go to s1
        """,
    "players in an action": f"""{TWO}
        begin turn as Ann
        refuse Ann: greet Ann because other
        when Ann: greet Bo
        then Ann.friend is Bo
        """,
    "chance": f"""{TWO}
        begin lay_out
        begin turn as Ann
        when Ann: dig
        when draw jade
        then Ann.pouch[jade] is 1 and east.pile[jade] is 0
        when Ann: done
        begin lot
        when chance: roll Bo
        then first is Bo
        """,
    "the only thing that chance can bring": f"""{TWO}
        begin only_one as Ann
        then Ann.energy is 1
        begin only_one as Ann
        when only 1
        then Ann.energy is 1
        """,
    "all at once": f"""{TWO}
        begin auction
        when Bo: bid 2
        then Bo.bid is 2 and Ann.bid is 0
        given Ann.energy = 4
        refuse Bo: bid 1 because turn
        when Ann: bid 3
        then Bo.bid is 2 and Ann.bid is 3 and Ann.energy is 4
        """,
    "options": f"""
        set winter = yes
        set strength = 5
        {TWO}
        begin lay_out
        | place | open    | ground |
        | n1    | n e s w | soil   |
        begin turn as Ann
        when Ann: go to n1
        then Ann.energy is 3
        """,
    "players without a table": """
        begin turn as Ann
        then Ann.energy is 3 and count(mole) is 2
        """,
    "a position that is put right by the next line": """
        begin lay_out
        | place | patch    | open |
        | o     | straight | n s  |
        | n1    | straight | e w  |
        | n1    | straight | n s  |
        then n1 in neighbours(o)
        """,
}


def flush(lines):
    """Lines without the margin that they have here."""
    return "\n".join(each.strip() for each in lines.splitlines()) if "\n|" in lines else lines


@pytest.mark.parametrize("lines", HOLDS.values(), ids=HOLDS)
def test_what_holds(game, lines):
    assert told(game, flush(lines)) == []


def test_a_place_turned_is_not_as_printed(game):
    assert (
        told(game, "| place | patch | open |\n| n1 | straight | e w |\nthen n1e1 in exits(n1) and n2 not in exits(n1)")
        == []
    )


# ---- what is told ----------------------------------------------------------------------------------------------------------

NO_PLACE = "write a place as in `n2e1`, the middle as `o`"
TURN = TURN_

BROKEN = {
    # conditions
    TWO + "then Ann.energy is 2": ["C0901 Ann.energy is 2 / `Ann.energy is 2` does not hold / here `Ann.energy` is 0"],
    TWO + "then Ann.here is o and Ann.energy < 0 and Bo.energy is 2": [
        "C0901 Ann.energy < 0 / `Ann.energy < 0` does not hold / here `Ann.energy` is 0"
    ],
    TWO + "then Ann.energy > Bo.energy\nthen 50 m in Ann.seen\nthen jade in Ann.pouch": [
        "C0901 Ann.energy > Bo.energy / `Ann.energy > Bo.energy` does not hold / here `Ann.energy` is 0 / here `Bo.energy` is 0",
        "C0901 50 m in Ann.seen / `50 m in Ann.seen` does not hold / here `Ann.seen` is empty",
        "C0901 jade in Ann.pouch / `jade in Ann.pouch` does not hold / here `Ann.pouch` is empty",
    ],
    TWO + "then Ann.friend is Bo\nthen Ann.here is n1": [
        "C0901 Ann.friend is Bo / `Ann.friend is Bo` does not hold / here `Ann.friend` is none",
        "C0901 Ann.here is n1 / `Ann.here is n1` does not hold / here `Ann.here` is o",
    ],
    TWO + "then not Ann.energy is 0": [
        "C0901 not Ann.energy is 0 / `not Ann.energy is 0` does not hold / here `Ann.energy` is 0"
    ],
    TWO + "then most(m in mole, n in mole: n.energy) is 2\nthen every(m in mole: yes, n in mole: yes)": [
        "C0404 most(m in mole, n in mole: n.energy) / `most` goes through one list: `most(x in list where …)`",
        "C0404 yes / a value stands behind the last name, once",
    ],
    TWO + "then Ann.asleep": ["C0901 Ann.asleep / `Ann.asleep` does not hold"],
    TWO + "then An.asleep\nthen Ann.energi is 2\nthen Ann.energy is 2 m": [
        "C0203 An / there is nothing called `An` / did you mean `Ann`?",
        "C0206 Ann.energi / `Ann` has nothing called `energi` / did you mean `energy`?",
        "C0402 Ann.energy is 2 m / plain numbers and `m` do not go together / give both the same unit",
    ],
    TWO + "then score(Ann, stone) is 1\nthen total(Ann, Bo) is 1\nthen wins(jade)\nthen Ann.nears(o)\nthen o.near(o)": [
        "C0203 stone / there is no score line `stone` / did you mean `stones`?",
        "C0404 total(Ann, Bo) / this is written `total(PLAYER)`",
        "C0401 jade / this has to be of type `mole`, not `stone`",
        "C0203 Ann.nears(o) / there is nothing called `nears` that takes values / did you mean `near`?",
        "C0401 o / what stands before this point has to be of type `mole`, not `place`",
    ],
    # what is done
    TURN + "when Ann: go to n2\nthen Ann.energy is 9": [
        "C0902 when Ann: go to n2 / `Ann: go to n2` is refused / `go`: No passage leads from here to n2. There is n2, needed is neighbours(here)."
    ],
    TURN + "given Ann.asleep = yes\nallow Ann: go to n1\nallow Bo: dig\nthen Ann.energy is 3": [
        "C0902 allow Ann: go to n1 / `Ann: go to n1` is refused"
        " / `go.awake`: Moles do not walk in their sleep. There is yes, needed is no.",
        "C0902 allow Bo: dig / `Bo: dig` is refused / `turn`: It is Ann’s turn. There is Bo, needed is Ann.",
    ],
    TURN + "refuse Ann: go to n1\nthen Ann.energy is 3": [
        "C0903 refuse Ann: go to n1 / `Ann: go to n1` is legal here, and should be refused"
    ],
    TURN + "given Ann.energy = 0\nrefuse Ann: go to n1 because awaken, energy": [
        "C0903 refuse Ann: go to n1 because awaken, energy / `Ann: go to n1` is refused, but not because of `awaken`"
        " / `go.energy`: This costs 1 energy; you have none."
    ],
    TURN + "given Ann.asleep = yes\nrefuse Ann: go to n1 because awak": [
        "C0903 refuse Ann: go to n1 because awak / `Ann: go to n1` is refused, but not because of `awak` / did you mean `awake`?"
        " / `go.awake`: Moles do not walk in their sleep. There is yes, needed is no."
    ],
    TURN + "given Ann.asleep = yes\ngiven Ann.energy = 0\nrefuse Ann: go to n1 because awake\nthen Ann.energy is 0": [
        "C0903 refuse Ann: go to n1 because awake / `Ann: go to n1` is refused, also because of `energy`"
        " / name all reasons, or write `because at least awake` / `go.awake`: Moles do not walk in their sleep. There is yes, needed is no."
        " / `go.energy`: This costs 1 energy; you have none."
    ],
    TURN + "given Ann.energy = 0\nrefuse Ann: go to n1 because at least awake": [
        "C0903 refuse Ann: go to n1 because at least awake / `Ann: go to n1` is refused, but not because of `awake`"
        " / `go.energy`: This costs 1 energy; you have none."
    ],
    TURN + "given Ann.energy = 0\nrefuse Ann: go to n1 because energy,, cost": [
        "C0904 refuse Ann: go to n1 because energy,, cost / a reason is missing here / write keys with commas between them: `because KEY, KEY`"
    ],
    TURN + "refuse Ann: go to n9\nrefuse Ann: go to n2": [
        "C0903 refuse Ann: go to n9 / `Ann: go to n9` is refused in any case: there is no `n9` here"
        " / write `because domain`, if that is what it shows"
        " / `go`: No passage leads from here to n9. There is n9, needed is neighbours(here)."
    ],
    TURN + "allow only Ann: go to n1, done\nthen Ann.energy is 3": [
        "C0903 allow only Ann: go to n1, done / this is possible too: `Ann: dig`, `Ann: greet Bo`"
    ],
    TURN + "allow only Ann: go to n1, go to n2, dig, greet Bo, done": [
        "C0902 allow only Ann: go to n1, go to n2, dig, greet Bo, done / `Ann: go to n2` is refused"
        " / `go`: No passage leads from here to n2. There is n2, needed is neighbours(here)."
    ],
    TURN + "allow only Bo: done": [
        "C0902 allow only Bo: done / `Bo: done` is refused / `turn`: It is Ann’s turn. There is Bo, needed is Ann."
    ],
    TURN + "allow only Ann: dig,": ["C0904 allow only Ann: dig, / burrow has no action ``"],
    TURN + "when Ann: dig\nallow only draw jade": ["C0903 allow only draw jade / this is possible too: `draw flint`"],
    TWO + "begin lay_out\n| place | patch | open |\n| n1 | straight | n s |\ngiven n1.open = n e": [
        "C0904 n1.open / `straight` is not printed so, however it is turned / it can lie open to `ns` or `ew`"
    ],
    TWO + "begin lay_out\ngiven n9.open = n s": ["C0904 n9.open / `n9.open` does not exist here"],
    TWO + "begin lay_out\ngiven o.open = n x": [
        "C0904 n x / `n x` is no set of side / write the open sides as in `n e s`"
    ],
    TWO + "given Ann.friend = Bo Ann": ["C0904 Bo Ann / `Bo Ann` is no mole or none"],
    TURN + "when An: dig\nthen no": ["C0904 when An: dig / there is no player `An` / did you mean `Ann`?"],
    TURN + "when Ann: digg": ["C0904 when Ann: digg / burrow has no action `digg` / did you mean `dig`?"],
    TURN + "when Ann: go to nowhere": ["C0904 when Ann: go to nowhere / `nowhere` is no place: write `go to PLACE`"],
    TURN + "when Ann:": ["C0904 when Ann: / burrow has no action ``"],
    TURN + "when chance: dig": ["C0904 when chance: dig / `dig` is not up to chance"],
    TWO + "begin auction\nwhen bid 2": [
        "C0904 when bid 2 / it does not say who does `bid 2` / write `when Ann: bid 2`"
    ],
    # chance
    TURN + "when Ann: dig\nthen no": [
        "C0901 no / `no` does not hold / chance is due here: it may be `draw flint`, `draw jade`"
    ],
    TURN + "when Ann: dig\nwhen Ann: done": [
        "C0905 when Ann: done / chance is due before this line / write before it, for instance, `when draw flint`"
        " / it may be `draw flint`, `draw jade`"
    ],
    TWO + "begin lot\nbegin turn": [
        "C0905 begin turn / chance is due before this line / write before it, for instance, `when roll Ann` / it may be `roll Ann`, `roll Bo`"
    ],
    TURN + "when Ann: dig\nwhen roll Ann": [
        "C0902 when roll Ann / `roll Ann` is refused / `dig.stone`: This cannot come up now."
    ],
    # tables
    "| mol | here |\n| Ann | o |": ["C0904 mol / no table begins with `mol` / did you mean `mole`?"],
    "| mole | her |\n| Ann | o |\nthen no": ["C0904 her / `her` is no column of this table / did you mean `here`?"],
    "| mole | here | energy |\n| Ann | x | 6 |\n| Bo | o |": [
        f"C0904 x / `x` is no place / {NO_PLACE}",
        "C0904 6 / `6` is no 0..5 / write 0..5",
        "C0904 | Bo | o | / this row has 2 cells, its header 3",
    ],
    "| mole | asleep | seen | friend |\n| Ann | ja | 20 m | An |": [
        "C0904 ja / `ja` is neither `yes` nor `no` / write `yes` or `no`",
        "C0904 20 m / `20 m` is no set of 0..100 m by 25 / write 0..100 m by 25",
        "C0904 An / there is no player `An` / did you mean `Ann`?",
    ],
    "| mole | pouch |\n| Ann | 2 flints |\n| Bo | 1 flint,, jade |": [
        "C0904 2 flints / there is no stone `flints` / did you mean `flint`?",
        "C0904 1 flint,, jade / there is no stone `,`",
    ],
    "| heap | left |\n| est | 2 |": ["C0904 est / there is no heap `est` / did you mean `west`?"],
    "| place | depth |\n| n1 | 25 m |": [
        "C0904 n1 / no tile lies at `n1` / say which: a column `patch`, or what is printed on it"
    ],
    "| place | patch | open |\n| n1 | straight | n e |\n| x1 | bend | |\n| n2 | bent | |": [
        "C0904 | n1 | straight | n e | / `straight` is not printed so, however it is turned / it can lie open to `ns` or `ew`",
        f"C0904 x1 / `x1` is no place / {NO_PLACE}",
        "C0904 bent / `bent` is no patch / did you mean `bend`?",
    ],
    "| place | ground | open |\n| n1 | rock | n s |": [
        "C0904 | n1 | rock | n s | / no patch is printed so, however it is turned"
    ],
    "| place | feet |\n| n1 | 4 |": [
        "C0904 feet / `feet` is no column of this table / there are: depth, stone, patch, ground, open",
        "C0904 n1 / no tile lies at `n1` / say which: a column `patch`, or what is printed on it",
    ],
    "| passage | dug |\n| o-n2 | yes |\n| o | no |": [
        "C0904 o-n2 / `o-n2` is no passage / write two places that touch, as in `o-n1`",
        "C0904 o / `o` is no passage / write two places that touch, as in `o-n1`",
    ],
    "| mole | here |\n| Ann | o |\n| Bo | o |\n| Cy | o |\n| Di | o |": [
        "C0904 example a / example `a` cannot be set up: Burrow is played by 2 to 3 players, not 4"
    ],
    "| mole | here |\n| Ann Ann Ann Ann Ann Ann Ann Ann Ann Ann Ann Ann | o |": [
        "C0904 example a / example `a` cannot be set up: a player's name is a text of 1 to 40 printable characters, not "
        "'Ann Ann Ann Ann Ann Ann Ann Ann Ann Ann Ann Ann'"
    ],
    # given, set, begin
    TWO + "given Ann.energy = 6\nthen no": ["C0904 6 / `6` is no 0..5 / write 0..5"],
    TWO + "given n1.depth = 25 m": ["C0904 n1.depth / `n1.depth` does not exist here"],
    TWO + "given passage(o, n2).dug = yes": ["C0904 passage(o, n2).dug / `passage(o, n2).dug` does not exist here"],
    TWO + "given Ann.friend.energy = 2": ["C0904 Ann.friend.energy / `Ann.friend.energy` does not exist here"],
    TWO + "given Ann.wealth = 2": [
        "C0904 Ann.wealth / `Ann.wealth` is nothing that can be set"
        " / name what is kept, as in `Anna.points`, or pieces in a bag, as in `Anna.purse[coin]`"
    ],
    TWO + "given Ann.energy = jade": ["C0401 jade / this has to be of type `0..5`, not `stone`"],
    "set wintry = yes\nset strength = 6\nset winter = maybe": [
        "C0904 set wintry = yes / there is no option `wintry` / did you mean `winter`?",
        "C0904 6 / option `strength` cannot be `6` / it is 1..5",
        "C0904 maybe / option `winter` cannot be `maybe` / it is `no` or `yes`",
    ],
    TWO + "begin tur": ["C0904 begin tur / there is no process `tur` / did you mean `turn`?"],
    TWO + "begin rest": ["C0904 begin rest / `rest` takes one value, not 0 / write `begin rest(m)`"],
    TWO + "begin rest(Ann, Bo)": ["C0904 begin rest(Ann, Bo) / `rest` takes one value, not 2 / write `begin rest(m)`"],
    TWO + "begin turn(1)": ["C0904 begin turn(1) / `turn` takes no values, not 1 / write `begin turn`"],
    TWO + "begin rest(jade)": ["C0401 jade / this has to be of type `mole`, not `stone`"],
    TWO + "begin rest(Cy)": ["C0203 Cy / there is nothing called `Cy`"],
    TWO + "begin turn as An": ["C0904 begin turn as An / there is no player `An` / did you mean `Ann`?"],
    TURN + "begin turn as Bo": [
        "C0904 begin turn as Bo / `turn` cannot begin while Ann has to decide / carry out what has begun to its end first"
    ],
    # positions that cannot be
    "| mole | pouch |\n| Ann | 4 flint |\n| Bo | 2 jade |": [
        "C0906 | Ann | 4 flint | / this position cannot be: Ann: pouch holds 4, it has room for 3",
        "C0906 | Bo | 2 jade | / this position cannot be: Bo: pouch holds 4, it has room for 3",
    ],
    TWO
    + "begin lay_out\ngiven Ann.pouch[jade] = 2\n| place | patch | open |\n| n1 | straight | e w |\nthen Ann.energy is 0": [
        "C0906 given Ann.pouch[jade] = 2 / this position cannot be: Ann: pouch holds 4, it has room for 3",
        "C0906 | n1 | straight | e w | / this position cannot be: the sides of n1 and o do not match",
    ],
}


@pytest.mark.parametrize("lines", BROKEN, ids=lambda lines: lines.replace(TURN, "").replace(TWO, "")[:60])
def test_what_is_told(game, lines):
    assert told(game, lines) == BROKEN[lines]


# ---- results ---------------------------------------------------------------------------------------------------------------


PLAYED = {
    "C0901": "",
    "C0902": "",
    "C0905": "",
    "C0903": "is legal here|this is possible too|is refused, also|is refused in any case|not because of `awake`",
    "C0904": "does not exist here|cannot begin while|does not say who|does not come to a decision|no tile lies at|however it is turned",
    "C0906": "",
}
"""What only play can tell, by codes and parts of messages."""


def is_of_play(found):
    return found.code in PLAYED and re.search(PLAYED[found.code], found.message) is not None


def lines_of(diagnostics):
    return {(each.code, each.span.line) for each in diagnostics}


@pytest.mark.parametrize("lines", BROKEN, ids=lambda lines: lines.replace(TURN, "").replace(TWO, "")[:60])
def test_reading_finds_what_running_would_find_without_play(game, lines):
    ran, read = run_example(game, written(lines)).diagnostics, read_example(game, written(lines))
    assert lines_of(each for each in ran if not is_of_play(each)) <= lines_of(read)
    assert not lines_of(read) - lines_of(ran) or not run_example(game, written(lines)).ok, (
        "whatever is read to be wrong is wrong"
    )


@pytest.mark.parametrize("lines", HOLDS.values(), ids=HOLDS)
def test_reading_finds_nothing_wrong_with_what_holds(game, lines):
    assert read_example(game, written(flush(lines))) == ()


def test_reading_goes_on_behind_what_only_play_can_tell(game):
    wrong = (
        TURN
        + "when Ann: go to n2\ngiven Ann.energy = yes\nbegin lay\n| mole | energi |\n| Ann | 1 |\nrefuse Bo: dig because hungri\nthen Ann.energy is 1 m"
    )
    assert [each.code for each in read_example(game, written(wrong))] == ["C0401", "C0904", "C0904", "C0903", "C0402"]


def test_clauses_that_fired(game):
    result = run_example(
        game,
        written(
            TURN
            + """given Ann.asleep = yes
given Ann.energy = 0
refuse Ann: go to n1
then Ann.prize(jade) is 0
then score(Ann, stones) is 0"""
        ),
    )
    assert result.ok
    assert result.fired == {
        "lay_out.lay",
        "lay_out.gain",
        "turn.energy",
        "go.awake",
        "go.cost",
        "prize",
        "scoring.stones",
    }


def test_all_or_some_of_a_game(tmp_path):
    path = tmp_path / "small.cave"
    path.write_text(
        BURROW.read_text("utf-8") + "\nexample one\n    then yes\n\nexample two\n    set winter = yes\n    then no\n",
        "utf-8",
    )
    game = cw.load_game(path)
    assert [each.name for each in game.examples] == ["one", "two"]
    assert [(each.name, each.ok) for each in cw.run_examples(game)] == [("one", True), ("two", False)]
    assert [each.name for each in cw.run_examples(game, ["two"])] == ["two"]
    with pytest.raises(ValueError, match="no example 'three'"):
        cw.run_examples(game, ["three"])


def test_options_of_the_game_stay_where_an_example_sets_others():
    game = cw.load_game(BURROW, options={"strength": 2})
    assert told(game, TWO + "set winter = yes\nbegin turn as Ann\nthen Ann.energy is 2") == []
    assert game.with_options({"winter": True}).options == {"winter": True, "strength": 2}


def test_a_game_without_files_keeps_its_options(game):
    alone = type(game)(game.rules_model)
    assert told(alone, "set winter = no\nthen yes") == []
    assert [each.split(" / ")[0] for each in told(alone, "set winter = yes\nthen yes")] == ["C0904 set winter = yes"]


@pytest.mark.parametrize("part", range(8))
@pytest.mark.gate("0")
def test_every_worked_example_of_the_bundled_game_holds(part):
    game = cw.load_game("the-cave")
    results = cw.run_examples(game, [each.name for each in game.examples][part::8])
    assert [(each.name, list(map(str, each.diagnostics))) for each in results if not each.ok] == []


def test_every_worked_example_of_the_rulebook_is_among_them():
    game = cw.load_game("the-cave")
    assert {cite for each in game.examples for cite in each.cites} >= {f"TC-EN-EXAMPLE-{n:02}" for n in range(1, 14)}


# ---- any text ----------------------------------------------------------------------------------------------------------------

LINES = [line.strip() for text in (*HOLDS.values(), *BROKEN) for line in text.strip().splitlines() if line.strip()]
WORDS = sorted({word for line in LINES for word in line.replace("|", " | ").split()})


@st.composite
def mutated(draw):
    """Lines of the examples above, some words of them exchanged for others."""
    seed = random.Random(draw(st.integers(0, 2**32)))
    text = draw(st.sampled_from([*HOLDS.values(), *BROKEN]))
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    for _ in range(draw(st.integers(1, 4))):
        at = seed.randrange(len(lines))
        words = lines[at].split(" ")
        words[seed.randrange(len(words))] = seed.choice([*WORDS, "", "-1", "99999999999", "é", "_", "none", "o"])
        lines[at] = " ".join(words) if seed.random() < 0.7 else seed.choice(LINES)
        if seed.random() < 0.3:
            lines.insert(seed.randrange(len(lines)), seed.choice(LINES))
    return "\n".join(lines)


@pytest.mark.long
@settings(max_examples=300, deadline=None)
@given(lines=mutated())
def test_no_text_is_too_strange(lines):
    game, example = burrow(), written(lines)
    if example is not None:
        result = run_example(game, example)
        assert result.ok == (not result.diagnostics)
        assert all(each.span is not None and each.span.source.name == "a.cave" for each in result.diagnostics)
        assert result == run_example(game, example)
        assert not result.ok or not read_example(game, example), "what holds is read without a finding"
