"""Shipped rulesets and house rules with bytes, lines, words or cells of their files changed."""

import random
import re
import shutil
import tempfile
from pathlib import Path

import pytest
from tests.fuzz.law import verdict
from tests.fuzz.small import ODD, WORDS

RULESETS = Path(__file__).parents[2] / "rulesets"
BASE = RULESETS / "the-cave"
HOUSE_RULES = sorted(RULESETS.glob("house-rules/*.cave"))
FILES = sorted(each for each in BASE.iterdir() if each.suffix in (".cave", ".csv"))
CHUNK = 25
PIECES = (
    b"9" * 30,
    b"(" * 300,
    b"\t",
    b"\n        ",
    b"\xff\xfe",
    b" not" * 200,
    b"-",
    b"\x00",
    b'"',
    b"|",
    b"\r",
    "\u202e\u00e9".encode(),
    b"1000000000",
    b",",
    b" _ ",
)


def bytes_changed(data, rng):
    """Bytes put in, lost, doubled, swapped."""
    at = rng.randrange(len(data) + 1)
    other = rng.randrange(len(data) + 1)
    return rng.choice(
        (
            lambda: data[:at] + bytes(rng.randrange(256) for _ in range(3)) + data[at:],
            lambda: data[:at] + data[at + rng.choice((1, 5, 80)) :],
            lambda: data[:at] + data[max(0, at - 60) : at] * rng.choice((1, 2, 50)) + data[at:],
            lambda: data[:at] + rng.choice(PIECES) + data[at:],
            lambda: data[:at] + data[other : other + 1] + data[at + 1 :],
            lambda: data[:at],
        )
    )()


def lines_changed(data, rng):
    """Lines lost, doubled, swapped, moved in or out."""
    lines = data.split(b"\n")
    a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
    rng.choice(
        (
            lambda: lines.pop(a),
            lambda: lines.insert(a, lines[b]),
            lambda: lines.__setitem__(a, lines[b]),
            lambda: lines.__setitem__(a, b"    " + lines[a]),
            lambda: lines.__setitem__(a, lines[a].removeprefix(b"    ")),
            lambda: lines.__setitem__(slice(a, a + 9), []),
        )
    )()
    return b"\n".join(lines)


def words_changed(data, rng):
    """A word becomes another one of the file, a word of the language, a number, or something odd."""
    text = data.decode("utf-8", "replace")
    found = list(re.finditer(r"[\w-]+|[^\w\s]", text))
    if not found:
        return data
    at, other = rng.choice(found), rng.choice(found)
    word = rng.choice(
        (
            other[0],
            other[0],
            rng.choice(WORDS),
            str(rng.choice((0, 1, -1, 2, 7, 99, 1000, 10**9, 10**9 + 1))),
            rng.choice(ODD),
            "",
        )
    )
    return (text[: at.start()] + word + text[at.end() :]).encode("utf-8", "surrogatepass")


def cells_changed(data, rng):
    """A cell of a table, or of a row, becomes another one."""
    mark = b"|" if b"|" in data else b","
    lines = data.split(b"\n")
    rows = [n for n, line in enumerate(lines) if mark in line]
    if not rows:
        return data
    n, m = rng.choice(rows), rng.choice(rows)
    cells, others = lines[n].split(mark), lines[m].split(mark)
    cells[rng.randrange(len(cells))] = rng.choice((*others, b"", b" 9999 ", b' "', b" none ", b"a,b"))
    lines[n] = mark.join(cells)
    return b"\n".join(lines)


def mutated(rng, folder):
    """A copy of the ruleset, or of a house rule to it, in which some things are changed; and the house rules to load it with."""
    rules, overlays = folder / "the-cave", []
    shutil.copytree(BASE, rules)
    for each in rng.sample(HOUSE_RULES, rng.choice((0, 0, 1, 2))):
        overlays.append(Path(shutil.copy(each, folder)))
    target = rng.choice((*overlays * 8, *(rules / each.name for each in FILES)))
    data = target.read_bytes()
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        data = rng.choice((bytes_changed, lines_changed, words_changed, words_changed, cells_changed))(data, rng)
    target.write_bytes(data)
    return rules, overlays


def lawful(seed):
    """The law for one mutation."""
    rng = random.Random(f"whole {seed}")
    with tempfile.TemporaryDirectory() as folder:
        rules, overlays = mutated(rng, Path(folder))
        options = rng.choice((None, {"starting_kit": "suggested"}, {"hunger_test": "nonsense"}, {"nonsense": 3}))
        return verdict(rules, *overlays, options=options, seed=seed, examples=rng.random() < 0.2)


@pytest.mark.parametrize("chunk", range(6))
@pytest.mark.long
def test_mutations(chunk):
    told = [lawful(f"ci {chunk} {n}") for n in range(5)]
    assert {"refused"} <= set(told) <= {"refused", "played"}


@pytest.mark.gate("light-packs")
@pytest.mark.parametrize("overlay", HOUSE_RULES, ids=lambda each: each.stem)
def test_each_house_rule_unchanged(overlay):
    assert verdict(BASE, overlay, examples=False) == "played"


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(1_000 // CHUNK))
def test_many_mutations(chunk):
    for n in range(CHUNK):
        lawful(chunk * CHUNK + n)
