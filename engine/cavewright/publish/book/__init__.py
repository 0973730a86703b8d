"""Books: what people learn a game from, made of rules and of the sentences that authors wrote beside them.

In: checked rules, and a file `book.cave` beside each of their folders. Out: chapters of numbered rules, as HTML, PDF and
EPUB, and cards. Look here for which sentences are stale and which lines have none (`sentence_book`,
`meanings`), what stands in a chapter (`chapters`), and how it is printed (`print_book`).
"""
