"""The Cave as a text adventure: the program has a loop of its own, and asks the rules for everything else.

python adventure.py [SEED]
"""

import sys

import cavewright as cw

HELP = "Type what you do, or as much of it as is clear. `look`, `why ACTION`, `undo` and `quit` help too."


def told(match, since):
    """What has happened since so many moves, a sentence a line."""
    for move in range(since + 1, len(match.move_stack) + 1):
        for event in match.at(move).events_for(None):
            if event.is_told:
                yield event.text()


def look(match):
    """Where the player stands, and which ways there are."""
    state = match.state
    me = state.active_players[0]
    place = state.view(me).players[me].values.get("here")
    if place:
        cave = state.cave_for(me)
        print(f"\n{state.names[me]}, you are at {place}: {cave.nodes[place]['feature']}.")
        print(
            "Ways on:",
            ", ".join(sorted(cave[place])) or "none that you know",
            "and",
            cave.nodes[place]["open"],
            "in the rock.",
        )
    print("You could:", "; ".join(each.label() for each in state.legal_actions(me)))


def meant(state, typed):
    """The action that was typed: by its words, or their beginning where that is clear."""
    me = state.active_players[0]
    read = cw.read_reply(state, me, typed)
    if isinstance(read, cw.Action):
        return read
    close = [each for each in state.legal_actions(me) if each.label().startswith(typed) or each.text.startswith(typed)]
    if len(close) == 1:
        return close[0]
    raise ValueError(read.text())


def main(seed):
    match = cw.Match(cw.load_game("the-cave", options={"starting_kit": "suggested"}), ["Anna", "Jola"], seed)
    print(HELP)
    look(match)
    while not match.state.is_terminal:
        try:
            typed = input("> ").strip()
            since = len(match.move_stack)
            if typed in ("quit", ""):
                break
            if typed == "undo":
                match.pop(fenced=True)
            elif typed.startswith("why "):
                reasons = match.state.check(typed[4:]).reasons
                print("\n".join(f"{each.rule}: {each.text()}" for each in reasons) or "That is possible.")
                continue
            elif typed != "look":
                match.push(meant(match.state, typed))
                print("\n".join(told(match, since)))
            look(match)
        except ValueError as error:
            print(error)
        except EOFError:
            break
    print(match.state.outcome(None).table())


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
