"""Positions as values: actions, what may be known of them, and words for their values.

In: slots and boards. Out: values. Look here for the rules as they are told (`rulebook`) and as they are played
(`playable`), actions and their text (`action`), what can be done where (`position`, `position_json`), who may know
what (`sight`; of rows side by side, beforehand: `visible_fields`), what nobody can work out (`deduction`,
`conservation`), words for values, in rule files (`value_text`) and in a language (`wording`).
"""
