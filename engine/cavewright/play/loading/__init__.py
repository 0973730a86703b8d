"""Loading of games: from an id, a path, files in memory, a cache or a pickle.

In: ids, paths, texts. Out: games. Look here for the whole pipeline, and games out of pickles (`load`), files to
rulesets (`rulesets`), what is kept of them between runs (`ruleset_cache`) and in a process (`shared`).
"""
