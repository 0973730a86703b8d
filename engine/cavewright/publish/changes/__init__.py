"""Tells about rulesets: how two differ, and whether overlays for one still fit the other.

In: composed rulesets. Out: what is told about them. Look here for how two differ and in which words
(`rule_differences`, `difference`, `difference_sentences`), what a new version means for overlays (`compatibility`);
what there is to translate, missing and stale translations (`translations`).
"""
