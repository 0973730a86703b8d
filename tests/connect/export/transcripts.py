"""Games as Python tells them, written down: what can be done, why not, what happened, how it stands, for every viewer and language."""

import random

import cavewright as cw
from cavewright.play.matches.rounds import Rounds
from cavewright.play.positions.moment import wording_at
from cavewright.play.positions.sight import Sight
from cavewright.play.positions.value_text import border_words, place_words, set_members, write_value
from cavewright.play.views.notices import notices_for
from cavewright.play.views.panel import kept_words

LANGUAGES = ("en", "de", "es")
VIEWERS = ("all", None, 0)
FIELDS = ("code", "rule", "message", "origin", "citation", "current", "needed", "place", "by")


def transcript(game, players, seed, most):
    """A game at random, or by what the rules advise, and at every step all that is told."""
    rng = random.Random(f"{game.id} {players} {seed}")
    match = cw.Match(game, players, seed=0, by_hand=True)
    state, rounds = match.state, Rounds(match)
    pool, steps = [], [told(state, [], rng) | {"round": round_said(rounds, 0)}]
    for _ in range(most):
        if state.is_terminal:
            break
        if state.current_player == cw.CHANCE:
            outcomes = state.chance_outcomes()
            action = rng.choices([each for each, _ in outcomes], [float(each) for _, each in outcomes])[0]
        else:
            player = rng.choice(state.active_players)
            actions = state.legal_actions(player)
            pool += rng.sample(actions, min(3, len(actions)))
            action = rng.choice(actions)
            if rng.random() < 0.7 and game.mechanics.advice is not None and state.current_player != cw.SIMULTANEOUS:
                action = max(
                    rng.sample(actions, min(4, len(actions))), key=lambda each: state.apply(each).value(player)
                )
        del pool[:-40]
        match.push(action)
        state = match.state
        steps.append(
            {
                "action": str(action),
                **told(state, pool, rng),
                "events": events(state),
                "round": round_said(rounds, len(steps)),
            }
        )
    return steps


def round_said(rounds, at):
    return [rounds.words(at, lang) for lang in LANGUAGES]


def questions(state, action):
    """The question of an action's decision, and the warning before it, with values of the moment, to whoever acts and to a spectator."""
    viewers = (action.player, None)
    words = [wording_at(state, lang, action.player, viewer) for lang in LANGUAGES for viewer in viewers]
    return [ask for each in words for ask in (each.question(action.signature), each.confirmation(action.signature))]


def told(state, pool, rng):
    """All that is told of a position."""
    asked = []
    for each in rng.sample(pool, min(4, len(pool))) + rng.sample(state.game.parsable, min(2, len(state.game.parsable))):
        player = rng.randrange(len(state.names)) if each.player != cw.CHANCE else cw.CHANCE
        moved = str(cw.Action(player, each.name, each.values, each.signature, state.game))
        asked.append([moved, reasons(state, moved)])
    chance = [[str(each), float(weight)] for each, weight in state.chance_outcomes()]
    lists = {
        player: [
            [str(each), *(each.label(lang) for lang in LANGUAGES), *questions(state, each)]
            for each in state.legal_actions(player)
        ]
        for player in state.active_players
    }
    return {
        "current": state.current_player,
        "active": list(state.active_players),
        "lists": lists,
        "chance": chance,
        "reasons": asked,
        "scores": [scores(state, viewer) for viewer in VIEWERS],
        "notices": [[notices(state, player, viewer) for player in range(len(state.names))] for viewer in VIEWERS],
        "kept": [
            [*kept_words(state, cw.ALL if viewer == "all" else viewer, lang)]
            for viewer in VIEWERS
            for lang in LANGUAGES
        ],
        "views": [view(state, viewer) for viewer in VIEWERS] if rng.random() < 0.2 else [],
    }


def reasons(state, text):
    try:
        found = state.check(state.game.parse_action(text))
    except cw.InvalidActionError:
        return None
    return [
        [[getattr(each.in_language(lang), name) for name in FIELDS] for lang in LANGUAGES] for each in found.reasons
    ]


def events(state):
    sight = [Sight(state, cw.ALL if viewer == "all" else viewer) for viewer in VIEWERS]
    return [
        [
            each.kind,
            each.player,
            each.rule,
            *(each.text(lang) for lang in LANGUAGES),
            [one.notices(each._effect) for one in sight],
            each.is_told,
            each.by("de"),
        ]
        for each in state.events
    ]


def notices(state, player, viewer):
    viewer = cw.ALL if viewer == "all" else viewer
    return [[each.text for each in notices_for(state, player, viewer, lang)] for lang in LANGUAGES]


def scores(state, viewer):
    made = state.outcome(cw.ALL if viewer == "all" else viewer)
    return [
        list(map(list, made.breakdown)),
        list(made.counted),
        list(made.totals),
        made.winners,
        list(made.sides),
        made.least,
    ]


# ---- views -------------------------------------------------------------------------------------------------------------------


def plain(value, type_, rules):
    if type_.form == "bag":
        return {name: many for name, many in zip(rules.kinds[type_.name].rows, value, strict=False) if many}
    if type_.form == "set":
        return [
            plain(each, type_.element, rules) if type_.element else each
            for each in (set_members(value, type_.element) if type_.element else [])
        ]
    if type_.form == "number":
        return int(value)
    return bool(value) if type_.form == "yes_no" else write_value(value, type_, rules)


def view(state, viewer):
    """What the viewer may see, by `Sight`."""
    rules, sight = state.game.rules_model, Sight(state, cw.ALL if viewer == "all" else viewer)
    fields, boards = {}, {}

    def shown(field, row, value):
        if field.type.form == "pile" and sight.shows(field, row):
            rows, seen = rules.kinds[field.type.name].rows, sight.seen_value(field, value)
            return [None if each is None else rows[each] for each in getattr(seen, "pieces", seen)]
        if sight.sees(field, row):
            return plain(value, field.type, rules)
        return {"?": sum(value)} if field.type.form in ("bag", "pile") and field.counted else None

    for field in rules.fields:
        if field.owner in rules.growing:
            continue
        names = [""] if field.owner == "game" else rules.kinds[field.owner].rows
        if field.owner == rules.players:
            names = names[: len(state.names)]
        board = rules.boards.get(field.owner)
        if board is not None and board.fixed and board.private:
            names = names[: len(names) // rules.player_range[1] * len(state.names)]
        for row, name in enumerate(names):
            key = str(row) if field.owner == rules.players else name
            fields.setdefault(field.owner, {}).setdefault(key, {})[field.name] = shown(
                field, row, sight.value(field, row)
            )
    for n, (name, board) in enumerate(rules.growing.items()):
        cells, _, passages = state._s[3 * n : 3 * n + 3]
        places = {
            place_words(place, board): {
                "tile": rules.kinds[board.kind].rows[record[0]],
                "open": write_value(record[1], SIDES, rules),
                **{field.name: shown(field, place, record[k + 2]) for k, field in enumerate(board.fields)},
            }
            for place, record in cells.items()
        }
        boards[name] = {
            "places": places,
            "passages": {
                border_words(passage, board): {
                    field.name: shown(field, passage, record[k]) for k, field in enumerate(board.passage_fields)
                }
                for passage, record in passages.items()
            },
        }
    return {"fields": fields, "boards": boards}


class SIDES:
    """The type of open sides, as `written` asks for it."""

    form, name, element = "sides", "", None
