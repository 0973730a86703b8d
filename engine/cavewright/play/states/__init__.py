"""Games, their states, and lines of play.

In: positions. Out: `Game`, `State`, `Line`. Look here for what users hold in their hands (`game`, `line`), what a
game is pickled by (`origin`), what a move would do (`preview`) and when it would be possible (`foresight`), which places decided a match
(`decisive_places`), and the word of a teacher (`lessons`).
"""
