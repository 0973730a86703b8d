"""Prompts for language models, and what their replies say.

In: states, texts. Out: texts, actions. Look here for a decision in writing for a language model (`prompt`), the one
action that a reply names, or why it is none (`reply`): words of replies (`reply_words`), all ways to write an action
(`action_names`), words for what a choice brings (`judged_words`), how everybody stands (`standing_rows`), and the
actions that a decision is about (`decision_signatures`).
"""
