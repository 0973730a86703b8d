"""One and several of what is paid with: in English by the words of the language, elsewhere as a catalogue says, in the case of a price."""

import pytest

import cavewright as cw
from cavewright.foundation.texts.english_nouns import one_and_many, plural_of, singular_of
from cavewright.rules.check.symbols import in_number
from cavewright.sentences import Sentences

NOUNS = {
    "hero": "heroes", "wolf": "wolves", "torch": "torches", "berry": "berries", "die": "dice", "foot": "feet", "sheep": "sheep",
    "point": "points", "knife": "knives", "box": "boxes", "glass": "glasses", "photo": "photos", "key": "keys", "child": "children",
    "horse": "horses", "movie": "movies", "roof": "roofs", "leaf": "leaves", "potato": "potatoes", "tank of oxygen": "tanks of oxygen",
    "ox": "oxen", "lens": "lenses", "virus": "viruses", "monarch": "monarchs", "shaman": "shamans", "domino": "dominoes", "axe": "axes",
    "gold": "gold", "species": "species", "wild die": "wild dice", "gold coin": "gold coins",
}  # fmt: skip
GERMAN = """msgid ""
msgstr "Plural-Forms: nplurals=2; plural=(n != 1);"

"""
WEAK = {
    "hero": ("Held", "Helden", "der Held, die Helden, den Helden"),
    "berry": ("Bote", "Boten", "der Bote, die Boten, den Boten"),
    "torch": ("Name", "Namen", "der Name, die Namen, den Namen"),
    "wolf": ("Wolf", "Wölfe", "der Wolf, die Wölfe"),
    "die": ("Fackel", "Fackeln", "die Fackel, die Fackeln"),
}
ACCUSATIVE = {"hero": "Helden", "berry": "Boten", "torch": "Namen", "wolf": "Wolf", "die": "Fackel"}


def guild(folder, nouns, catalogue="", lang="de", kept="many"):
    """A game in which one of each noun and two can be paid, of which nobody has any."""
    pairs = [(one.replace(" ", "_"), NOUNS.get(one, one).replace(" ", "_")) for one in nouns]
    fields = "".join(f"    keeps {many if kept == 'many' else one}: 0..9\n" for one, many in pairs)
    actions = "".join(
        f'action pay_{one} in chores "Pay"\n    cost 1 {one}\naction pay_two_{one} in chores "Pay"\n    cost 2 {many}\n'
        for one, many in pairs
    )
    (folder / "locale").mkdir()
    (folder / "guild.cave").write_text(
        f'ruleset guild 1.0\n    language 1\nplayers boss 1..2\n    keeps waited: yes_no\n{fields}to play\n    each boss at once\n        offer chores\nmenu chores\naction wait in chores "Wait"\n    set waited = yes\n{actions}'
        "scoring\n    score g = 1\n    highest total wins\n",
        "utf-8",
    )
    (folder / "locale" / f"{lang}.po").write_text(GERMAN + catalogue, "utf-8")
    return cw.load_game(folder)


def costs(game, one, lang="en"):
    """What is said of the prices of one and of two."""
    state = game.new_initial_state(1)
    return [state.check(f"0: pay_{two}{one.replace(' ', '_')}").reasons[0].text(lang) for two in ("", "two_")]


@pytest.mark.parametrize("kept", ["one", "many"])
def test_prices_are_told_in_words_of_english(tmp_path, kept):
    nouns = [each for each in NOUNS if " of " not in each]
    game = guild(tmp_path, nouns, kept=kept)
    for one in nouns:
        assert costs(game, one) == [f"This costs 1 {one}; you have none.", f"This costs 2 {NOUNS[one]}; you have none."]


@pytest.mark.parametrize("one", NOUNS)
def test_a_name_may_stand_for_one_or_several(one):
    assert one_and_many(one) == one_and_many(NOUNS[one]) == (one, NOUNS[one])
    name = one.replace(" ", "_")
    assert singular_of(plural_of(name)) == name and set(in_number(name)) == set(in_number(plural_of(name)))


def catalogue(nouns, with_noun=True):
    said = ""
    for name in nouns:
        one, many, noun = WEAK[name]
        said += f'msgctxt "counted {NOUNS[name]}"\nmsgid "{name}"\nmsgid_plural "{NOUNS[name]}"\nmsgstr[0] "{one}"\nmsgstr[1] "{many}"\n\n'
        said += f'msgctxt "counted {NOUNS[name]} (noun)"\nmsgid "{name}"\nmsgstr "{noun}"\n\n' if with_noun else ""
    return said


def test_a_price_stands_in_the_accusative_that_the_translator_gives(tmp_path):
    game = guild(tmp_path, WEAK, catalogue(WEAK))
    for name, (one, many, _) in WEAK.items():
        assert costs(game, name, "de") == [
            f"Dafür brauchst du 1 {ACCUSATIVE[name]}.",
            f"Dafür brauchst du 2 {many}.",
        ]
        assert game.wording("de").count_with_noun(1, NOUNS[name]) == f"1 {one}"


def test_without_a_third_form_a_price_is_as_in_the_nominative(tmp_path):
    game = guild(tmp_path, WEAK, catalogue(WEAK, with_noun=False))
    assert costs(game, "hero", "de") == ["Dafür brauchst du 1 Held.", "Dafür brauchst du 2 Helden."]


def test_sentences_tell_prices_in_the_accusative(tmp_path):
    game = guild(tmp_path, WEAK, catalogue(WEAK))
    sentences = Sentences(game.wording("de"))
    told = " ".join(each.text for action in game.rules_model.actions for each in sentences.action(action))
    assert "ostet 1 Helden." in told and "1 Held." not in told and "ostet 1 Wolf." in told


def test_an_author_has_the_last_word(tmp_path):
    said = 'msgctxt "counted lens"\nmsgid "len"\nmsgid_plural "lens"\nmsgstr[0] "lens"\nmsgstr[1] "lenses"\n'
    game = guild(tmp_path, ["lens"], said, lang="en")
    assert costs(game, "lens") == ["This costs 1 lens; you have none.", "This costs 2 lenses; you have none."]
