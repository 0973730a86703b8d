"""Foundation: what all other packages stand on, and none of it knows a rule.

In come files, texts and plain values. Out go diagnostics with their places (`source`), the program's words in a language
(`texts`), what is kept between runs (`storage`) and pictures of scenes (`draw`). Begin with `source/diagnostic.py`.
"""
