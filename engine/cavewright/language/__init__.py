"""Language: rule files become one list of declarations, and a tree becomes text again.

In comes the text of a base and of its overlays. `syntax` parses it, `tables` types its rows, and `compose` puts all files
together; out come declarations that know where each clause came from. Begin with `syntax/tree/declarations.py`.
"""
