"""All that a viewer is shown of a match, as texts: what has to be the same for matches that differ in what the viewer does not know.

`shown` gives it by channel, `differences` names the channels in which two matches can be told apart. A viewer is a player's number,
None or `cw.ALL`.
"""

import io
import json
from functools import lru_cache

from rich.console import Console

import cavewright as cw
from cavewright.connect.cli.play_screen import Table
from cavewright.foundation.draw import draw_text
from cavewright.play.matches.narration import narrate
from cavewright.play.states.preview import preview, standings
from cavewright.play.views.scene import scene_of


def shown(match, viewer, asked=()):
    """What a viewer is shown of a match, by channel. `asked` are texts of actions of which somebody asks why not."""
    state = match.state
    player = viewer if isinstance(viewer, int) else None
    own = state.legal_actions(player) if player is not None else ()
    cave, outcome = state.cave_for(viewer), state.outcome(viewer)
    found = {
        "view": state.view(viewer).to_json(),
        "cave_for": repr((list(cave.nodes(data=True)), list(cave.edges(data=True)))),
        "svg": match.svg(viewer),
        "text": draw_text(scene_of(state, viewer)),
        "screen": screen(state, viewer),
        "problems": repr(list(state.problems(viewer))),
        "kept of the match": match.to_json(viewer) if viewer is not cw.ALL else "",
        "outcome": repr(outcome) + outcome.table(),
        "returns": repr(state.returns(viewer)),
        "standings": repr(standings(state, viewer)),
        "events": repr(
            [
                [(each.kind, each.text()) for each in match.at(n).events_for(viewer)]
                for n in range(len(match.move_stack) + 1)
            ]
        ),
        "told": repr(list(narrate(match, 0, viewer))) if viewer is not cw.ALL else "",
        "turn": repr((state.current_player, state.active_players, state.is_terminal, match.undo_fence)),
        "reprs": repr((state, match.game, *match.move_stack[-1:]) if viewer is cw.ALL else (state, match.game)),
        "legal": repr([(str(each), each.label()) for each in own]),
        "previews": repr(
            [
                (each.dues, [event.text() for event in each.events], each.turn)
                for each in (preview(state, each) for each in own)
            ]
        ),
        "reasons": repr([(text, reasons(state, text, player)) for text in asked if player is not None]),
        "encodings": encoded(match, viewer),
        "prompt": cw.prompt(state, player) if own else "",
        "replies": repr([reply_to(state, text, player) for text in (*asked, "no idea") if player is not None]),
    }
    if viewer is None:
        found["notebook"] = repr((state._repr_svg_(), match._repr_svg_(), whole(state.cave)))
    return found


@lru_cache(maxsize=8)
def encodings(game, players):
    """How actions, observations and information states of a game are encoded. Places far away have numbers too."""
    actions, observations = cw.encodings.Actions(game, players), cw.encodings.Observations(game, players)
    return observations, cw.encodings.Information(actions, observations, 30)


def encoded(match, viewer):
    """What programs that learn are given: text and tensor of the observation, and of all that was told."""
    observations, information = encodings(match.game, len(match.names))
    recall = cw.encodings.Recall(match.at(0))
    for n, action in enumerate(match.move_stack, 1):
        recall = cw.encodings.Recall(match.at(n), recall, action)
    view = match.state.view(viewer)
    return (
        observations.text(view),
        observations.tensor(view).tobytes(),
        information.text(recall, viewer),
        information.tensor(recall, viewer).tobytes(),
    )


def whole(graph):
    return list(graph.nodes(data=True)), list(graph.edges(data=True))


def reasons(state, text, player):
    """Why a player's action is refused, with all that a reason says."""
    return [
        (each.code, each.rule, each.text(), each.current, each.needed)
        for each in state.check(state.game.parse_action(text, player)).reasons
    ]


def reply_to(state, text, player):
    """What a harness is told of a reply."""
    read = cw.read_reply(state, player, text)
    return (
        str(read)
        if isinstance(read, cw.Action)
        else (read.code, read.text(), read.rule, [str(each) for each in read.nearest])
    )


def screen(state, viewer):
    """What the terminal shows: the board, what everybody has, the score."""
    if viewer is cw.ALL:
        return ""
    file = io.StringIO()
    table = Table(Console(file=file, width=100))
    for show in (table.position, table.map, table.everybody, table.outcome):
        show(state, viewer)
    return file.getvalue()


def differences(one, two, viewer, asked=()):
    """The channels in which a viewer can tell two matches apart."""
    a, b = shown(one, viewer, asked), shown(two, viewer, asked)
    return [channel for channel in a if a[channel] != b[channel]]


def tells(match, viewer, value):
    """Whether a text stands as a value anywhere in what a viewer keeps of a match, or in its view."""
    return value in leaves(json.loads(match.state.view(viewer).to_json()))


def leaves(data):
    """All values in plain data, and names of pieces."""
    if isinstance(data, dict):
        return [each for key, value in data.items() for each in (key, *leaves(value))]
    return [each for value in data for each in leaves(value)] if isinstance(data, list) else [data]
