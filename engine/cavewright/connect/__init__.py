"""Connect: every door to the outside.

In come commands, requests, messages and the calls of other libraries; out come screens, pages, answers and files. `cli` is
the terminal and alone prints and exits, `web` the page, `hall` its tables before and
after a match, `serve` the servers for programs, `host` many matches in a
database, `adapters` the libraries of learners, `prompts` language models, `export` built games, `editor` editors and the
playground. Begin with `cli/__init__.py`, or with the door that you came by.
"""
