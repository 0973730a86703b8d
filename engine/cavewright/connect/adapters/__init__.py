"""Adapters to libraries for programs that learn. Each needs an extra: `openspiel`, `pettingzoo`, `gymnasium`.

In: rulesets. Out: games of other libraries. Look here for `openspiel` (its states: `openspiel_state`), `pettingzoo`,
`gymnasium`, `kaggle`, `textarena`; vectors of Gymnasium over batches (`gymnasium_vector`) and who sits where
(`seats`), PettingZoo's parallel form (`pettingzoo_parallel`; spaces of both: `agents`); traits of games that
libraries ask for (`game_traits`), a match whose actions are numbers (`episode`).
"""
