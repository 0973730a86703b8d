"""Hall: where a group chooses a game, comes together, and finds its matches again.

In come forms and links; out go pages, and tables of `web` that begin when their people have come. Nothing here knows a
game. Look here for the games with all that can be chosen (`offers`), a new table as a form asks for it (`new_table`),
tables before, during and after their matches (`tables`, `match_list`), requests and answers (`server`; `meeting` before a
match, `besides` its moves; `answers` for all), the words of the pages (`texts`).
"""
