"""Play: what users hold in their hands.

In come checked rules and actions; out come games, states, views, matches and saves. `loading` opens a game; `positions` are
the values, `views` say what a viewer may know of them, `states` and `matches` go from one to the next, and `examples` hold
rules to what they promise. Begin with `states/game.py`.
"""
