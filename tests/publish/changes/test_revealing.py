"""Lines that reveal are printed flat, given and taken by overlays, and told of where two rulesets differ."""

import pytest
from typer.testing import CliRunner

from cavewright.connect.cli import app
from cavewright.connect.cli.show import flat_text
from cavewright.play.loading.opened_rules import open_rules

RULES = """ruleset goals 1.0 "Goals"
    language 1
players team 2..3
    keeps points: 0..99
    keeps goal: 0..9 secret = 3
menu deeds
action rest in deeds
    gain 1 point
to play
    offer deeds
    here: {line}
scoring
    score points = points
    highest total wins
"""
OVERLAY = 'overlay over 1.0 "Over"\n    language 1\n    extends goals ^1.0\n\namend to play\n    change here: {old} to {new}\n'
LINES = (
    "if points > 1\n        gain 1 point",
    "for each t in team\n        gain 1 point",
    "repeat 2 times\n        gain 1 point",
    "lose 1 point",
    "let k = points",
    "require points > 0",
    "offer deeds or none",
)
INSTEAD = {
    "en": ("verybody learns what this depended on", " instead of "),
    "de": ("lle erfahren, wovon dies abhing", " statt "),
    "es": ("odos saben de qué dependió esto", " en vez de "),
}


def both(folder, line):
    """A line without and with its mark, and the rules with each."""
    head, *below = line.split("\n")
    found = {}
    for name, first in (("plain", head), ("marked", head + " reveals")):
        found[first] = folder / f"{name}.cave"
        found[first].write_text(RULES.format(line="\n".join([first, *below])), "utf-8")
    return list(found.items())


def flat(spec):
    return flat_text(open_rules(str(spec), {}))


@pytest.mark.parametrize("line", LINES)
def test_the_flat_text_is_read_as_the_same(line, tmp_path):
    (_, plain), (marked, path) = both(tmp_path, line)
    text = flat(path)
    again = tmp_path / "again.cave"
    again.write_text(text + "\n", "utf-8")
    assert f"here: {marked}\n" in text + "\n" and flat(again) == text != flat(plain)


@pytest.mark.parametrize("line", LINES)
def test_overlays_give_and_take_it(line, tmp_path):
    (old, plain), (new, marked) = both(tmp_path, line)
    for base, change, other in ((plain, (old, new), marked), (marked, (new, old), plain)):
        (tmp_path / "over.cave").write_text(OVERLAY.format(old=change[0], new=change[1]), "utf-8")
        rules = [each[each.index("to play") :] for each in (flat(f"{base}+{tmp_path / 'over.cave'}"), flat(other))]
        assert rules[0] == rules[1] and f"here: {change[1]}\n" in rules[0] + "\n"


@pytest.mark.parametrize("language", INSTEAD)
@pytest.mark.parametrize("line", LINES)
@pytest.mark.gate(0, 3, 8, "lose 1 point-es", "require points > 0-en", "offer deeds or none-de")
def test_a_difference_is_told(line, language, tmp_path):
    (_, plain), (_, marked) = both(tmp_path, line)
    told, between = INSTEAD[language]
    for one, other, is_new in ((plain, marked, True), (marked, plain, False)):
        text = " ".join(CliRunner().invoke(app, ["diff", str(one), str(other), "--lang", language]).output.split())
        new, _, old = text.partition(between)
        assert (told in new, told in old) == (is_new, not is_new) and "`" not in text
