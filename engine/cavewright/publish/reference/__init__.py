"""Rule references: pages, pictures and a navigation file, written from rules that run.

In come checked rulesets with their examples; out come files by name: plain Markdown, SVG, and the player aid as HTML.
This room plays examples and games, and writes no file.

    markdown.py         pages as values, and how they are written; every text is escaped
    publication.py      all pages of a publication: links that lead nowhere, navigation
    game_reference.py   one game in one language, and what its pages ask
    *_page.py           a module a kind of page
"""
