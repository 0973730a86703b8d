"""A ruleset under other names: every name in its files that is no word of the language is replaced, token by token.

Names are replaced so that their alphabetical order is turned round and an `s` at their end stays where it is.
"""

import csv
import io
import re
from pathlib import Path

from tests.play.positions.declared import RESERVED, language_words

KEPT = (
    language_words()
    | set(RESERVED)
    | {"language", "extends", "source", "reconstruction", "why", "choice", "text", "o", "chance", "first"}
)
RANKED = {"place", "level", "points"}
"""The columns of a ranking, which the language names."""
NAME = re.compile(r"[^\W\d_]\w*(?:-\w+)*")
TOKENS = re.compile(
    r'(?P<kept>"[^"\n]*"|#[^\n]*|(?<=[ \t])\[[A-Z][A-Z0-9]*-[A-Z0-9 ,.\n-]*\])'
    r"|(?P<name>[^\W\d_]\w*(?:-\w+)*)|(?P<rest>\s+|.)",
    re.DOTALL,
)
MIRROR = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "zyxwvutsrqponmlkjihgfedcbazyxwvutsrqponmlkjihgfedcba"
)
SIDES = re.compile(r"n?e?s?w?")


LOOP_NUMBER = re.compile(r"round_of\((\w+)\)")


def other_name(name: str) -> str:
    """The other name of a name; words of the language keep theirs."""
    if name in KEPT or SIDES.fullmatch(name):
        return name
    return f"{name[0].translate(MIRROR)}x7{name}"


def translated(text: str) -> str:
    """The text of an action, or a name, under the other names; of the number of a loop, the name in brackets."""
    if number := LOOP_NUMBER.fullmatch(text):
        return f"round_of({other_name(number[1])})"
    return " ".join(
        word if not NAME.fullmatch(word) or is_place(word) else other_name(word) for word in text.split(" ")
    )


def is_place(word: str) -> bool:
    """Whether a word is a place of the growing grid."""
    return word == "o" or (bool(word) and re.fullmatch(r"(?:[ns]\d+)?(?:[ew]\d+)?", word) is not None)


def renamed_rules(text: str) -> str:
    """A rule file under other names."""
    lines, kind = [], ""
    for line in text.splitlines(keepends=True):
        kind = line.split(" ")[0] if NAME.match(line) else kind
        keeps = RANKED if kind == "ranking" and line.lstrip().startswith("|") else set()
        lines.append(
            line
            if kind in ("ruleset", "overlay")
            else TOKENS.sub(lambda found, keeps=keeps: replaced(found, keeps), line)
        )
    return "".join(lines)


def in_braces(text: str) -> str:
    """A text of the rules, in which the values that stand in braces have their other names."""
    return re.sub(
        r"\{[^}]*\}",
        lambda found: (
            found[0]
            if "{{" in found[0]
            else TOKENS.sub(replaced, found[0].split("|")[0]) + found[0][len(found[0].split("|")[0]) :]
        ),
        text,
    )


def replaced(match: re.Match[str], keeps: frozenset[str] | set[str] = frozenset()) -> str:
    """The other text of one token."""
    name = match["name"]
    if name is None and match[0].startswith('"'):
        return in_braces(match[0])
    return match[0] if name is None or is_place(name) or name in keeps else other_name(name)


def renamed_table(text: str) -> str:
    """A CSV file under other names."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    rows = [[TOKENS.sub(replaced, cell) for cell in row] for row in csv.reader(lines)]
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def renamed_folder(rules: Path, target: Path) -> Path:
    """The folder of a ruleset, copied under other names; examples and facts stay behind."""
    target.mkdir()
    for path in sorted(rules.iterdir()):
        if path.suffix == ".cave" and path.name != "examples.cave":
            (target / path.name).write_text(renamed_rules(path.read_text("utf-8")), "utf-8")
        elif path.suffix == ".csv" and path.name != "facts.csv":
            (target / path.name).write_text(renamed_table(path.read_text("utf-8")), "utf-8")
    return target
