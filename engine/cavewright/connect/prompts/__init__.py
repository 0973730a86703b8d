"""Prompts for language models, and what their replies say."""
