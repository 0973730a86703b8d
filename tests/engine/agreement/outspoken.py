"""Rules that keep the law of secrets: lines that read what not all see say that they reveal it, and actions are offered by what is open."""

import re
from itertools import takewhile

KEPT = re.compile(r"keeps (\w+): .*\b(secret|hidden)\b")
MADE_OF = re.compile(r"(?:define|currency|ranking) (\w+).*(?:\n    among .*)?")
CALLED = re.compile(r"^ +(help|calm\d)\((.*)\)$", re.MULTILINE)
ANSWERING = re.compile(
    r" *(?:\w+: )?(if|for each|repeat|choose|offer|as|require|cost|let|set|gain|lose|move|lay|draw|roll|repack|each mole from) ?"
)
ELSEWHERE = {"chest": "west.pile", "pouch": "east.pile"}


def outspoken(text):
    """The same rules, so that they tell nothing unsaid."""
    shown = dict(KEPT.findall(text))
    words = {*shown}
    while words:
        more = {found[1] for found in MADE_OF.finditer(text) if mentions(found[0], words)}
        more |= {"k" for found in CALLED.finditer(text) if mentions(found[2], words)}
        if more <= words:
            break
        words |= more
    start, end = text.index("\ncurrency "), text.index("\nscoring\n")
    advice = re.sub(
        r"(?<=\nadvice = ).*", lambda found: "points" if mentions(found[0], words) else found[0], text[end:]
    )
    return text[:start] + "\n".join(said(text[start:end].split("\n"), shown, words)) + advice if words else text


def mentions(text, words):
    return not words.isdisjoint(re.findall(r"\w+", text))


def said(lines, shown, words):
    """Each line, with a mark if it reads what not all see, or what is read further down in its chain of conditions."""
    for n, line in enumerate(lines):
        if line.startswith("action "):
            for name in [each for each in ELSEWHERE if shown.get(each) == "hidden"]:
                line = re.sub(rf"(?<=in )(\w+\.)?{name}\b", ELSEWHERE[name], line)
        elif ANSWERING.match(line) and (" offer " in line or mentions(line + chained(lines, n), words)):
            line = re.sub(r'( "[^"]*")?$', r" reveals\1", line, count=1)
        yield line


def chained(lines, n):
    """The further conditions of an `if`."""
    depth = len(lines[n]) - len(lines[n].lstrip())
    further, deeper = depth * " " + "otherwise", depth * " " + " "
    chain = (
        takewhile(lambda each: each.startswith((further, deeper)), lines[n + 1 :])
        if lines[n].lstrip().startswith("if ")
        else ()
    )
    return " ".join(each for each in chain if each.startswith(further))
