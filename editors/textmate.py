"""Writes the TextMate grammar beside this file; to be run after a change of the language's grammar."""

from pathlib import Path

from cavewright.language.syntax.highlight import textmate

if __name__ == "__main__":
    Path(__file__).with_name("cavewright.tmLanguage.json").write_text(textmate(), "utf-8")
