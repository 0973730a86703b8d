"""Matches: states one after another with chance resolved, and their saves.

In: a game. Out: `Match`. Look here for what a match keeps (`history`) and a viewer may keep of it (`keepsake`, `told_move`),
positions that the table agreed on (`correction`; under other rules `moved_corrections`), where other rules first
matter to it (`comparison`, told by `divergence`; `move_digests` for whoever has only the save), what has happened in
words (`narration`), which round it is (`rounds`), what one of several may take back (`undoing`), saves
(`save_schema`, `save_text`), seeds.
"""
