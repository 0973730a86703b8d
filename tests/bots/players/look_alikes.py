"""Small rulesets with something that a player cannot know, each of another sort; and positions of them that look alike to that player."""

import random

import cavewright as cw

HEAD = """ruleset dark 1.0 "Dark"
    language 1
kind ware
    | ware | size: 1..3 |
    | tin  | 1          |
    | ore  | 2          |
    | gem  | 3          |
kind door
    keeps mined: yes_no hidden
    keeps worth: 0..5 hidden
    keeps picture: ware or none hidden
    | door  | n: 1..3 |
    | left  | 1       |
    | mid   | 2       |
    | right | 3       |
kind slab
    | slab | open: set of side |
    | full | n e s w           |
players team 2..3
    keeps points: 0..99 = 50
    keeps bid: 0..9 secret
    keeps role: ware or none secret
    keeps target: team or none hidden
    keeps flags: set of door secret
    keeps fist: bag of ware secret uncounted
    keeps hand: bag of ware secret
    keeps table: bag of ware
    keeps rank: 0..5 hidden
    keeps tight: bag of ware holding 4 size secret
game
    keeps deck: bag of ware hidden
    keeps sack: bag of ware hidden uncounted
    keeps store: bag of ware endless hidden
    keeps clue: 0..9 hidden
    keeps shown: 0..9
board place of slab by open
    grid growing
    keeps trap: 0..9 hidden
    keeps flag: 0..9
    passage keeps wall: 0..3 hidden
board hall
    grid 2 by 1
    keeps ghost: yes_no hidden
board nook for each team
    grid 2 by 1
    keeps mark: 0..5 hidden
menu deeds
action pass_by in deeds
    gain 1 point
scoring
    score points = points
    highest total wins
"""
DARE = """action dare in deeds
    if CONDITION reveals "It was so"
        set points = 0
    gain 9 points
"""
DOORS = """action open_it(d in door) in deeds
    if CONDITION reveals "It was so"
        set points = 0
    gain 9 points
"""
PLAY = """to play
    let z = first(t in team)
    lay full at cell(place, 0, 0)
    as z
SET_UP
    for each t in team where t is not z
        as t
            offer deeds
            gain 5 points
            offer deeds
"""
ROLL = "roll n in 0..1 secret"
DECK = ("gain 2 tin, 2 ore, 2 gem in deck", "draw c from deck secret")
CASES = {
    "mines": (
        DOORS,
        "d.mined",
        ("roll n in 1..3 secret", "for each d in door where d.n is not n", "    set d.mined = yes"),
    ),
    "worth": (DOORS, "d.worth < 3", ("roll n in 0..5 secret", "for each d in door", "    set d.worth = n")),
    "memory": (
        DOORS,
        "d.picture is gem",
        (
            "gain 1 tin, 1 ore, 1 gem in deck",
            "for each d in door",
            "    draw c from deck secret",
            "    set d.picture = c",
        ),
    ),
    "bid": (DARE, "some(t in team where t.bid is 1)", (ROLL, "set bid = n")),
    "far_bid": (DARE, "some(t in team where t is not me and t.bid > 0)", (ROLL, "set bid = 5 * n")),
    "role": (DARE, "some(t in team where t.role is tin)", ("roll c in ware secret", "set role = c")),
    "perhaps_role": (DARE, "some(t in team where t.role is not none)", (ROLL, "if n is 1", "    set role = tin")),
    "target": (DARE, "some(t in team where t.target is me)", ("roll o in team secret", "set target = o")),
    "flags": (DARE, "some(t in team where left in t.flags)", (ROLL, "if n is 1", "    set flags[left] = yes")),
    "uncounted": (DARE, "some(t in team where size(t.fist) > 0)", (ROLL, "gain n tin in fist")),
    "content": (DARE, "some(t in team where t.hand[tin] > 0)", ("roll c in ware secret", "gain 1 c in hand")),
    "drawn": (DARE, "some(t in team where t.hand[tin] > 0)", (*DECK, "gain 1 c in hand")),
    "drawn_apart": (DARE, "deck[tin] < 2", (*DECK, "set role = c")),
    "drawn_over": (DARE, "deck[tin] < 2", (*DECK, "set role = c", "draw e from deck secret", "set role = e")),
    "drawn_in_rounds": (
        DARE,
        "deck[tin] < 2",
        ("gain 2 tin, 2 ore, 2 gem in deck", "repeat 2 times", "    draw c from deck secret", "    set role = c"),
    ),
    "drawn_and_gone": (
        DARE,
        "deck[tin] < 2",
        (*DECK, "set role = c", "for each d in door where d.n is 1", "    set d.picture = c", "set role = none"),
    ),
    "drawn_away": (DARE, "deck[tin] < 2", DECK),
    "sack": (DARE, "sack[gem] > 0", (ROLL, "gain n gem in sack")),
    "supplied": (
        DARE,
        "some(t in team where t.hand[tin] > 0)",
        ("roll c in ware secret", "gain 3 tin, 3 ore, 3 gem in store", "move 1 c from store to hand"),
    ),
    "written": (
        DARE,
        "some(t in team where t.hand[tin] > 0)",
        ("gain 1 ore in hand", "roll n in 0..1 secret", "set fist[tin] = n", "move all from fist to sack"),
    ),
    "lost": (DARE, "sack[tin] > 0", ("gain 2 tin, 2 ore in sack", "roll c in ware secret", "lose 1 c from sack")),
    "tight": (DARE, "some(t in team where t.tight[gem] > 0)", ("roll c in ware secret", "gain 1 c in tight")),
    "clue": (DARE, "clue > 3", ("roll n in 0..9 secret", "set clue = n")),
    "first_clue": (
        DARE,
        "clue > 0",
        ("let a = first(t in team where t is not me)", ROLL, "if n is 1", "    set clue = 7"),
    ),
    "trap": (DARE, "cell(place, 0, 0).trap > 3", ("roll n in 0..9 secret", "set cell(place, 0, 0).trap = n")),
    "ghost": (DARE, "cell(hall, 1, 1).ghost", (ROLL, "if n is 1", "    set cell(hall, 1, 1).ghost = yes")),
    "own_board": (
        DARE,
        "cell(nook, 1, 1).mark > 2",
        ("roll n in 0..5 secret", "for each t in team", "    as t", "        set cell(nook, 1, 1).mark = n"),
    ),
    "rank": (DARE, "rank > 2", ("roll n in 0..5 secret", "for each t in team", "    set t.rank = n")),
    "a_name": (
        DARE,
        "clue > 3",
        (
            "roll n in 0..9 secret",
            "for each t in team where t is not z",
            "    as t",
            "        may",
            '            if n > 4 reveals "High"',
            "                set points = 0",
            "            gain 9 points",
        ),
    ),
    "an_index": (DOORS, "d.mined", ("roll b in door secret", "set b.mined = yes")),
    "first_of_some": (DOORS, "first(x in door where x.mined) is d", ("roll b in door secret", "set b.mined = yes")),
    "a_chain": (
        DARE,
        "some(t in team where size(t.fist) > 1)",
        ("roll n in 0..3 secret", "let k = n + 1", "let m = k - 1", "gain m ore in fist"),
    ),
    "a_process": (DARE, "clue > 3", ("roll n in 0..9 secret", "put_down(n)")),
    "passed_on": (
        DARE,
        "some(t in team where t.hand[tin] > 0) and clue > 3",
        (*DECK, "gain 1 c in hand", "set clue = c.size * 3"),
    ),
}


PEERS = "some(t in team where t is not me and "
WHOLE = {
    "at_once": (
        DARE.replace("CONDITION", PEERS + "t.bid > 4)"),
        """to play
    each team at once
        secretly: choose b in 0..9
            set bid = b
    each team from first(t in team)
        offer deeds
""",
    ),
    "at_once_twice": (
        DARE.replace("CONDITION", PEERS + "t.bid > 0)"),
        """to play
    repeat 2 times
        each team at once
            secretly: choose b in 0..1
                set bid = b
            again: choose k in 0..1
                set points = points + k
        each team from first(t in team)
            offer deeds
""",
    ),
    "hands": (
        DARE.replace("CONDITION", PEERS + "t.hand[tin] > 0)"),
        """to play
    gain 3 tin, 3 ore, 3 gem in deck
    each team from first(t in team)
        repeat 2 times
            draw c from deck secret
            gain 1 c in hand
    repeat 2 times
        each team from first(t in team)
            offer deeds
            plays: choose k in hand
                move 1 k from hand to table
                gain k.size points
            draw w from deck secret
            gain 1 w in hand
""",
    ),
    "face_down": (
        DARE.replace("CONDITION", PEERS + "t.fist[gem] > 0)"),
        """to play
    each team from first(t in team)
        gain 1 tin, 1 gem in hand
        hides: choose k in hand
            move 1 k from hand to fist
    each team from first(t in team)
        offer deeds
""",
    ),
    "perhaps": (
        DARE.replace("CONDITION", PEERS + "size(t.fist) > 0)"),
        """to play
    each team from first(t in team)
        may
            gain 1 tin in fist
    each team from first(t in team)
        offer deeds
""",
    ),
    "in_a_loop": (
        DARE.replace("CONDITION", "clue > 8"),
        """to play
    let z = first(t in team)
    as z
        roll n in 1..3 secret
        for each j in 1..n reveals "Once more"
            for each t in team where t is not z
                as t
                    offer deeds
""",
    ),
    "in_a_loop_over_a_bag": (
        DARE.replace("CONDITION", "clue > 8"),
        """to play
    let z = first(t in team)
    as z
        gain 2 tin, 2 ore, 2 gem in deck
        repeat 2 times
            draw c from deck secret
            gain 1 c in hand
        for each j in hand reveals "One of these"
            for each t in team where t is not z
                as t
                    offer deeds
""",
    ),
    "put_back": (
        DARE.replace("CONDITION", PEERS + "t.hand[tin] > 0)"),
        """to play
    gain 2 tin, 2 ore, 2 gem in deck
    each team from first(t in team)
        draw a from deck secret
        draw b from deck secret
        gain 1 a in hand
        gain 1 b in deck
    each team from first(t in team)
        offer deeds
""",
    ),
    "peeked": (
        DARE.replace("CONDITION", "clue > 4"),
        """to play
    roll n in 0..9 secret
    set clue = n
    each team from first(t in team)
        peeks: may
            set bid = clue
        offer deeds
""",
    ),
    "passages": (
        DARE.replace("CONDITION", "passage(cell(place, 0, 0), cell(place, 0, 1)).wall > 1"),
        """to play
    lay full at cell(place, 0, 0)
    lay full at cell(place, 0, 1)
    lay full at cell(place, 1, 1)
    roll n in 0..3 secret
    set passage(cell(place, 0, 0), cell(place, 0, 1)).wall = n
    each team from first(t in team)
        offer deeds
""",
    ),
    "counted_in_the_open": (
        DARE.replace("CONDITION", "clue > 4"),
        """to play
    set clue = 3
    roll n in 0..1 secret
    set rank = n
    each team from first(t in team)
        if clue < 8
            gain 2 clue
        offer deeds
""",
    ),
}
NAMES = (*CASES, *WHOLE)


def rules(name):
    """The text of a ruleset."""
    if name in WHOLE:
        return HEAD + "".join(WHOLE[name])
    action, condition, lines = CASES[name]
    set_up = "\n".join(f"        {each}" for each in lines)
    process = "to put_down(k: 0..9)\n    set clue = k\n" if "put_down" in set_up else ""
    return HEAD + action.replace("CONDITION", condition) + process + PLAY.replace("SET_UP", set_up)


def look_alikes(game, seeds, steps=12, players=2):
    """Positions of random games in which somebody decides, together where they look alike to it: the player, and the positions that differ."""
    found = {}
    for seed in seeds:
        match, rng = cw.Match(game, players, seed=seed), random.Random(seed // 3)
        for _ in range(steps):
            state = match.state
            if state.is_terminal:
                break
            for player in state.active_players:
                options = [str(each) for each in state.legal_actions(player)]
                key = player, len(match.move_stack), state.view(player).to_json(), tuple(options)
                if len(options) > 1:
                    found.setdefault(key, {})[state.key()] = state
            player = rng.choice(state.active_players)
            match.push(rng.choice(state.legal_actions(player)))
    return [(key[0], list(states.values())) for key, states in found.items() if len(states) > 1]
