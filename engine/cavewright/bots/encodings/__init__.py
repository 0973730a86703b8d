"""Encodings of actions, observations and information states as numbers and texts, for programs that learn.

In: states, views. Out: numbers, tensors, texts. Look here for actions as whole numbers (`actions`, places by rings:
`places`), the layout of observations (`observations`, `growing_boards`, `windows` on them, `values`) and what reads them from slots
(`observation_reader`), types of decisions of one name (`decision_types`), what the outcome pays each player
(`payoffs`), what a player was told so far (`information`).

They are made for a game and a number of players, and need no library.

>>> import cavewright as cw
>>> game = cw.load_game("connect-four")
>>> actions, observations = cw.encodings.Actions(game), cw.encodings.Observations(game)
>>> state = game.new_initial_state()
>>> state = state.apply(actions.decode(actions.legal(state)[3], player=0))
>>> list(actions.mask(state)), len(observations.tensor(state.view(1))) == observations.size
([1, 1, 1, 1, 1, 1, 1], True)
"""

from .actions import Actions
from .encoding_error import EncodingError
from .information import Information, Recall
from .observations import Observations, Part

__all__ = ["Actions", "EncodingError", "Information", "Observations", "Part", "Recall"]
