"""Accounts of a position: reasons, events, scores, views, graphs and pictures, as far as a viewer may know them.

In: a position. Out: what is told of it. Look here for why not (`reasons`), what a step did (`events`), scores
(`outcome`; a promised sum of them: `constant_total`), what the rules warn of (`notices`), what it is worth to bots (`position_value`), what is shown
(`view`, `view_reader`, `board_reading`, `printed_boards`, `graph`, `scene`, `faces`, `panel`; `pictures` of
positions, tiles and examples), what a move tells whom (`disclosure`), what has changed in a view (`view_changes`), what is impossible (`problems`).
"""
