"""What is secret is told to nobody else, wherever it stands and by whatever means one looks; and its owner is told it."""

import itertools
import re
from dataclasses import replace

import pytest
from tests.play.views.lookalike import differences, leaves, shown, tells

import cavewright as cw
from cavewright.play.positions.playable import ENGINES

RULES = """ruleset w 1.0 "W"
    language 1
kind slab
    | slab | open: set of side |
    | full | n e s w |
kind gem
    {gem}
    | gem | worth: 0..9 |
    | ruby | 1 |
    | opal | 2 |
    | jade | 3 |
players team 2..3
    keeps points: 0..9
    keeps spot: hall or none
    {team}
board place of slab by open
    grid growing
    {place}
board hall
    grid 2 by 2
    {hall}
board den of slab by open for each team
    grid growing
    {den}
board nook for each team
    grid 2 by 1
    {nook}
game
    keeps round: 0..9
    {game}
menu deeds
action rest in deeds
    gain 1 point
action boast in deeds
    require points > 5
    gain 1 point
{process}
to play
    lay full at cell(place, 0, 0)
    lay full at cell(place, 0, 1)
    lay full at cell(den, 0, 0)
    lay full at cell(den, 0, 1)
    roll n in 1..2 secret
    {do}
    others
to others
    for each t in team where t is not me
        as t
            offer deeds
            offer deeds
scoring
    {scoring}
"""
OPEN_SCORE = "score points = points\n    highest total wins"
ME, CELL = "first(t in team)", "cell({}, 0, {})"
PASSAGE = "passage(cell({0}, 0, 0), cell({0}, 0, 1))"
TURNS = "\n    for each t in team where t is not me\n        as t\n            offer deeds"
RANKING = """ranking prize(g: gem) by {}{}
    | prize | place: 1..9 | level: 1..9 | points: 0..9 |
    | all   | 1           | 3           | 9            |
    | one   | 1           | 1           | 5            |
    | both  | 2           | 2           | 3            |"""
PLACES = {
    "game": {"game": "keeps clue: 0..9 hidden", "do": "set clue = n + 5"},
    "game, of few values": {"game": "keeps clue: yes_no hidden", "do": "set clue = n is 1"},
    "players": {"team": "keeps chips: 0..9 secret", "do": "set chips = n + 5", "owner": 0},
    "players, hidden": {"team": "keeps chips: 0..9 hidden", "do": "set chips = n + 5"},
    "players, a row": {
        "team": "keeps goal: gem or none secret",
        "do": "set goal = first(g in gem where g.worth is n)",
        "owner": 0,
    },
    "players, who they are": {
        "team": "keeps rival: team or none secret",
        "do": "if n is 1\n        set rival = me",
        "owner": 0,
    },
    "kind": {"gem": "keeps left: 0..9 hidden", "do": "set ruby.left = n + 5"},
    "growing place": {"place": "keeps trap: 0..9 hidden", "do": f"set {CELL.format('place', 0)}.trap = n + 5"},
    "growing passage": {
        "place": "passage keeps trap: 0..9 hidden",
        "do": f"set {PASSAGE.format('place')}.trap = n + 5",
    },
    "growing passage, once": {
        "place": "passage keeps trap: yes_no hidden",
        "do": f"if n is 1\n        set {PASSAGE.format('place')}.trap = yes",
    },
    "growing passage that opens": {
        "place": "passage where not passage.shut\n    passage keeps shut: yes_no hidden",
        "do": f"if n is 1\n        set {PASSAGE.format('place')}.shut = yes",
    },
    "fixed place": {"hall": "keeps trap: 0..9 hidden", "do": "set a1.trap = n + 5"},
    "fixed place, a player": {"hall": "keeps ghost: team or none hidden", "do": "if n is 1\n        set a1.ghost = me"},
    "fixed place, a place": {"hall": "keeps exit: hall or none hidden", "do": "if n is 1\n        set a1.exit = b2"},
    "fixed passage": {"hall": "passage keeps trap: 0..9 hidden", "do": "set passage(a1, b1).trap = n + 5"},
    "fixed passage that opens": {
        "hall": "passage where not passage.shut\n    passage keeps shut: yes_no hidden",
        "do": "if n is 1\n        set passage(a1, b1).shut = yes",
    },
    "own growing board": {"den": "keeps trap: 0..9 hidden", "do": f"set {CELL.format('den', 0)}.trap = n + 5"},
    "own growing passage": {
        "den": "passage keeps trap: 0..9 hidden",
        "do": f"set {PASSAGE.format('den')}.trap = n + 5",
    },
    "own fixed board": {"nook": "keeps trap: 0..9 hidden", "do": "set cell(nook, 1, 1).trap = n + 5"},
    "here": {"team": "keeps here: hall secret", "do": "if n is 1\n        set here = b2", "owner": 0},
    "here, hidden": {"team": "keeps here: hall hidden", "do": "if n is 1\n        set here = b2"},
    "local": {"do": "let twice = 2 * n" + TURNS, "owner": 0},
    "local of another's secret": {
        "do": "for each t in team where t is not me\n        as t\n            let z = 2 * n\n            may\n                gain 1 point",
        "owner": 0,
    },
    "local through a local": {
        "do": "let twice = 2 * n\n    for each t in team where t is not me\n        as t\n            let z = twice + 1\n            offer deeds",
        "owner": 0,
    },
    "parameter": {"do": "deal(n)", "process": "to deal(z: 1..2)" + TURNS, "owner": 0},
    "parameter, passed on": {
        "do": "deal(n)",
        "process": "to deal(z: 1..2)\n    let y = z + 3\n    pass_on(y)\nto pass_on(x: 1..9)" + TURNS,
        "owner": 0,
    },
    "parameter, passed by another": {
        "do": "for each t in team where t is not me\n        as t\n            deal(n)",
        "process": "to deal(z: 1..2)\n    offer deeds",
    },
    "bag": {
        "team": "keeps hand: bag of gem secret",
        "do": "let g = ruby if n is 1 otherwise opal\n    gain 1 g in hand",
        "owner": 0,
    },
    "bag, hidden": {
        "game": "keeps deck: bag of gem hidden",
        "do": "let g = ruby if n is 1 otherwise opal\n    gain 1 g in deck",
    },
    "bag of a row": {
        "gem": "keeps pile: bag of gem hidden",
        "do": "let g = ruby if n is 1 otherwise opal\n    gain 1 g in ruby.pile",
    },
    "bag, drawn from": {
        "team": "keeps hand: bag of gem secret",
        "game": "keeps deck: bag of gem hidden",
        "do": "gain 1 ruby, 1 opal in deck\n    let g = ruby if n is 1 otherwise opal\n    gain 1 g in deck\n    draw c from deck secret\n    gain 1 c in hand",
    },
    "set": {
        "team": "keeps seen: set of gem secret",
        "do": "set seen[first(x in gem where x.worth is n)] = yes",
        "owner": 0,
    },
    "set, hidden": {"game": "keeps seen: set of 1..9 hidden", "do": "set seen[n] = yes"},
    "score": {
        "team": "keeps chips: 0..9 secret",
        "do": "set chips = n + 5",
        "scoring": "score points = points + chips\n    highest total wins",
    },
    "score, one line": {
        "team": "keeps chips: 0..9 secret",
        "do": "set chips = n + 5",
        "scoring": "score points = points\n    score chips = chips\n    highest total wins",
    },
    "score, hidden": {
        "game": "keeps clue: 0..9 hidden",
        "do": "set clue = n + 5",
        "scoring": "score points = points + clue\n    highest total wins",
    },
    "score among": {
        "team": "keeps out: yes_no hidden",
        "do": "set out = n is 1",
        "scoring": "among not out\n    " + OPEN_SCORE,
    },
    "score, ties": {
        "team": "keeps chips: 0..9 secret",
        "do": "if n is 1\n        set chips = 5",
        "scoring": OPEN_SCORE + "\n    then highest chips",
    },
    "score, a ranking": {
        "team": "keeps chips: 0..9 secret = 6",
        "do": "set chips = 4 + 2 * n",
        "process": RANKING.format("chips", ""),
        "scoring": "score points = points + prize(ruby)\n    highest total wins",
        "owner": 0,
    },
    "score, a ranking among": {
        "team": "keeps chips: 0..9 secret",
        "do": "set chips = n",
        "process": RANKING.format("points", "\n    among chips < 2"),
        "scoring": "score points = points\n    score prize = prize(ruby)\n    highest total wins",
        "owner": 0,
    },
    "score, a ranking with a least": {
        "team": "keeps chips: 0..9 secret",
        "do": "set chips = n",
        "process": RANKING.format("points + 1", "\n    least chips"),
        "scoring": "score points = points + prize(ruby)\n    highest total wins",
        "owner": 0,
    },
    "score, a ranking decides ties": {
        "team": "keeps chips: 0..9 secret = 6",
        "do": "set chips = 4 + 2 * n",
        "process": RANKING.format("chips", ""),
        "scoring": OPEN_SCORE + "\n    then highest prize(ruby)",
        "owner": 0,
    },
    "score, another's": {
        "team": "keeps chips: 0..9 secret",
        "do": "set chips = n",
        "process": "define luck = 2 * chips",
        "scoring": f"score points = points + {ME}.luck\n    highest total wins",
        "owner": 0,
    },
    "score, ways": {
        "hall": "passage where not passage.shut\n    passage keeps shut: yes_no hidden",
        "do": "if n is 1\n        set passage(a1, b1).shut = yes",
        "scoring": "score points = points + distance(a1, b1)\n    highest total wins",
    },
    "score, places that are reached": {
        "hall": "passage where not passage.shut\n    passage keeps shut: yes_no hidden",
        "scoring": "score points = points + count(p in reach(a1))\n    highest total wins",
        "do": "if n is 1\n        set passage(a1, b1).shut = yes\n        set passage(a1, a2).shut = yes",
    },
}
ASKED = ("boast", "rest")


def game_of(tmp_path, engine, **parts):
    """The rules with something secret in one place."""
    filled = {
        "gem": "",
        "team": "",
        "place": "",
        "hall": "",
        "den": "",
        "nook": "",
        "game": "",
        "process": "",
        "do": "",
        "scoring": OPEN_SCORE,
    }
    filled |= {name: text for name, text in parts.items() if name in filled}
    text = re.sub(r"\n +(?=\n)", "", RULES.format(**filled))
    (tmp_path / "w.cave").write_text(text, "utf-8")
    return cw.load_game(tmp_path / "w.cave", engine=engine)


def twins(game, players=2):
    """Two matches to which chance gave different numbers, and whatever else it decided alike."""
    found = {}
    for seed in range(60):
        match = cw.Match(game, players, seed=seed)
        first, *later = (each.values for each in match.move_stack)
        if later == found.setdefault("later", later):
            found.setdefault(first, match)
    return found[(1,)], found[(2,)]


def both(pair, text):
    for each in pair:
        each.push(text)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("parts", PLACES.values(), ids=PLACES)
@pytest.mark.gate("score, places that are reached-python")
def test_nobody_else_can_tell_two_matches_apart(parts, engine, tmp_path):
    """Only the secret differs: all that others are shown is the same to the letter, and its owner, or a server, can tell."""
    pair = twins(game_of(tmp_path, engine, **parts), players=3)
    for _ in range(2):
        for viewer in (None, 1, 2):
            assert differences(*pair, viewer, ASKED) == []
        assert {"view", "events"} <= set(differences(*pair, cw.ALL))
        assert set(differences(*pair, 0, ASKED)) >= ({"view", "events"} if "owner" in parts else {"events"})
        both(pair, pair[0].state.legal_actions()[0].text)


def test_an_owner_goes_on_knowing_what_it_bound_while_others_act(tmp_path):
    pair = twins(game_of(tmp_path, "python", **PLACES["local through a local"]), players=3)
    assert [each.state.current_player for each in pair] == [1, 1]
    assert [dict(each.state.view(0).named) for each in pair] == [
        {"n": n, "twice": 2 * n, "t": 1, "z": 2 * n + 1} for n in (1, 2)
    ]
    assert [dict(each.state.view(who).named) for each in pair for who in (None, 1, 2)] == [{"t": 1}] * 6


def test_a_match_for_a_viewer_holds_no_seed_and_is_not_resumed(tmp_path):
    one, two = twins(game_of(tmp_path, "python", **PLACES["bag"]))
    for viewer in (None, 0, 1):
        kept = one.to_json(viewer)
        assert "seed" not in kept and str(one.seed) not in re.findall(r"\d{3,}", kept)
        with pytest.raises(cw.SaveError, match="a match goes on from the whole save"):
            cw.Match.from_json(kept)
    assert one.to_json(1) == two.to_json(1) and one.to_json(0) != two.to_json(0)
    assert [
        cw.Match.from_json(text, lambda *_, **__: one.game).state for text in (one.to_json(), one.to_json(cw.ALL))
    ] == [one.state] * 2


def test_what_differs_in_the_open_is_seen_by_all(tmp_path):
    """The comparison can fail: every channel of the harness has a way to tell."""
    pair = twins(
        game_of(
            tmp_path,
            "python",
            team="keeps here: hall",
            do="set points = n\n    if n is 1\n        set here = b2\n    set round = n",
        )
    )
    for viewer in (None, 1):
        found = differences(*pair, viewer, ASKED)
        wanted = set(shown(pair[0], viewer)) - {
            "problems",
            "turn",
            "reprs",
            "legal",
            "previews",
            "reasons",
            "told",
            "prompt",
            "replies",
        }
        assert wanted <= set(found), wanted - set(found)
    pair[0].push("rest")
    assert "told" in differences(*pair, None)


HARMED = {
    "game": "keeps clue: 0..9 hidden",
    "team": "keeps chips: 0..9 secret\n    keeps here: hall secret\n    keeps hand: bag of gem holding 2 worth secret",
    "place": "keeps trap: 0..9 hidden\n    passage keeps web: 0..9 hidden",
    "hall": "keeps pit: 0..9 hidden",
    "do": "set clue = n",
}


def test_problems_do_not_say_what_is_secret(tmp_path):
    """A position made by hand: what is wrong is said to all, what stands there only to those who may know it."""
    state = cw.Match(game_of(tmp_path, "python", **HARMED), 2, seed=1).state.clone()
    layout, grown = state.game.program.layout, state.game.interpreter.evaluate.boards["place"]
    for owner, field, value in (
        ("game", "clue", 777),
        ("team", "chips", 777),
        ("team", "here", 777),
        ("team", "hand", (700, 70, 7, 0)),
        ("hall", "pit", 777),
    ):
        state._h[layout.base[owner, field]] = value
    place, record = next(iter(state._s[grown].items()))
    state._s[grown][place] = (*record[:-1], 777)
    told = {viewer: list(state.problems(viewer)) for viewer in (None, 1, 0, cw.ALL)}
    assert {len(each) for each in told.values()} == {6} and "777" not in str(told[None] + told[1])
    assert (
        str(told[cw.ALL]).count("777"),
        str(told[0]).count("777"),
        "861" in str(told[0]),
        "861" in str(told[1]),
    ) == (5, 2, True, False)


def test_sizes_of_bags_are_shown_unless_they_are_not_counted(tmp_path):
    game = game_of(tmp_path, "python", **PLACES["bag, drawn from"])
    state = cw.Match(game, 2, seed=1).state
    for viewer in (None, 1):
        view = state.view(viewer)
        assert (
            view.players[0].sizes["hand"] == 1 and view.game.sizes["deck"] == 2 and "hand" not in view.players[0].values
        )
    assert sum(state.view(0).players[0].values["hand"].values()) == 1 and "hand" not in state.view(0).players[0].sizes
    fresh = game_of(tmp_path, "python", **PLACES["bag, drawn from"])
    rules = fresh.rules_model
    uncounted = tuple(replace(each, counted=False) if each.name in ("hand", "deck") else each for each in rules.fields)
    object.__setattr__(rules, "fields", uncounted)
    state = cw.Match(fresh, 2, seed=1).state
    assert state.view(None).game.sizes == {} and state.view(None).players[0].sizes == {}


def test_choices_are_veiled_by_the_rules_and_not_by_what_is_there(tmp_path):
    """Whoever bids what it had bid before changes nothing; that is not to be told from other bids."""
    text = """ruleset bids 1.0 "Bids"
    language 1
players team 2..3
    keeps points: 0..9
    keeps bid: 0..9 secret
menu deeds
action offer_it(n in 1..3) in deeds
    set bid = n
action wave(n in 1..3) in deeds
    gain 1 point
to play
    roll n in 1..2 secret
    set bid = n
    repeat 3 times
        offer deeds
scoring
    score points = points
    highest total wins
"""
    (tmp_path / "bids.cave").write_text(text, "utf-8")
    pair = twins(cw.load_game(tmp_path / "bids.cave"))
    for said in ("offer_it 2", "wave 3"):
        both(pair, said)
        assert differences(*pair, 1) == differences(*pair, None) == []
    moves = leaves(__import__("json").loads(pair[0].to_json(1))["moves"])
    assert "wave 3" in moves and "offer_it 2" not in moves and tells(pair[0], 0, 2)


def test_what_is_shown_to_others_cannot_be_taken_back(tmp_path):
    """Playing a card from a hand tells what it was; what stays in a hand may be taken back."""
    text = """ruleset cards 1.0 "Cards"
    language 1
kind card
    | card |
    | ace |
    | two |
players team 2..3
    keeps hand: bag of card secret
    keeps aside: bag of card secret
    keeps table: bag of card
menu deeds
action put(c in card) in deeds
    require hand[c] > 0
    move 1 c from hand to aside
action play_it(c in card) in deeds
    require hand[c] > 0
    move 1 c from hand to table
to play
    for each t in team
        as t
            gain 2 ace, 2 two in hand
    repeat 4 times
        offer deeds or none
scoring
    score cards = table[ace]
    highest total wins
"""
    (tmp_path / "cards.cave").write_text(text, "utf-8")
    match = cw.Match(cw.load_game(tmp_path / "cards.cave"), 2, seed=0)
    match.push("put ace")
    assert match.undo_fence == 0 and match.pop(fenced=True).text == "put ace"
    match.push("play_it ace")
    assert match.undo_fence == 1
    with pytest.raises(ValueError, match="cannot be taken back"):
        match.pop(fenced=True)


def test_views_are_as_their_schema_says(tmp_path):
    """Every view of every place of a secret goes through JSON and comes back the same by the published schema."""
    from pydantic import TypeAdapter

    schema = cw.View.json_schema()
    described = [
        *schema["properties"].values(),
        *(part for each in schema["$defs"].values() for part in each["properties"].values()),
    ]
    assert all(each.get("description") for each in described) and len(described) > 15
    for name, viewer in itertools.product(
        ("bag", "set", "fixed place, a player", "here", "own growing board"), (None, 0, cw.ALL)
    ):
        view = twins(game_of(tmp_path, "python", **PLACES[name]))[0].state.view(viewer)
        again = TypeAdapter(cw.View).validate_json(view.to_json())
        assert again.to_json() == view.to_json() and again.viewer == ("all" if viewer is cw.ALL else viewer)
        assert sum(name in view.to_json() for name in ("Player 1",)) == view.to_json().count("Player 1") == 1


@pytest.mark.parametrize("wrong", [2, -1, True, "0", 0.0, "all", ()])
def test_who_is_no_viewer_is_refused(wrong, tmp_path):
    match = twins(game_of(tmp_path, "python"))[0]
    state = match.state
    for ask in (
        state.view,
        state.cave_for,
        state.svg,
        state.outcome,
        state.returns,
        state.events_for,
        state.problems,
        match.to_json,
        match.svg,
    ):
        with pytest.raises(ValueError, match="there is no player"):
            ask(wrong)
