"""A page on which every ruleset is played: seats with links, bots, spectators, one file a match.

Nothing here knows a game. A `Table` holds one match and whoever sits at it; `page` says in plain values what a seat is
shown, templates write it as HTML, `server` answers requests. The page works without JavaScript; `page.js` only replaces
the main part where it stands.

    table.py           a match of `host` (`live_match`) in its file (`file_store`), its seats and bots, and their links
    choices.py         what can be done, and where on the boards
    refusals.py        what cannot be done now, and why
    packing.py         how two bags are packed, as one screen
    row_icons.py       pictures of what players have, beside its name
    passage_spots.py   passages between places, which can be pointed at too
    piece_in_hand.py   how a piece would lie
    boards.py          pictures of boards with what lies over them
    page.py            all that a seat is shown
    texts.py           the words of the page
    page_answers.py    what pages of a table and of a hall are answered by
    server.py          requests and answers; request_filter.py refuses what no page of ours sends
"""
