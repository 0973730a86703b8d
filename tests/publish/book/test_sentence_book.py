"""Sentences of authors: what they hold for, when they are stale, which lines have none, and what is refused."""

import pytest
from typer.testing import CliRunner

from cavewright import load_game
from cavewright.connect.cli import app
from cavewright.play.loading.opened_rules import open_rules
from cavewright.publish.book.chapters import BookContents
from cavewright.publish.book.print_book import book_html
from cavewright.publish.book.sentence_book import SentenceBook, accept
from cavewright.publish.book.written_chapters import written_book
from cavewright.publish.reference.differences_page import made_changes, written_changes
from cavewright.publish.reference.game_reference import GameReference
from cavewright.publish.reference.reference import Reference, Translated

RULES = """ruleset coins 1.0 "Coins"
    language 1

option rich_start = no "Does everybody begin rich?"

constant limit = 3 "Coins that one may have."
constant gift = 2 "Coins at the start."

players player 2..2
    keeps coins: 0..9

define rich = coins >= limit

to play
    each player from first(p in player)
        offer moves

menu moves

action take in moves "Take a coin"
    few: require not rich "You have enough."
    cost 1 coins
    gain 1 coins
    gain gift coins "A gift."

scoring
    score coins = coins
    highest total wins
"""
BOOK = """# A book.
chapter 1 "Coins"
says 1.1 play "Take turns, once round."
says 1.2 take.few "With {limit|coin|coins} you have *enough*."
says 1.3 take.cost "Pay {price take}."
says 1.4 take.gain "Take a coin, and a gift ({1.2})."
says 1.5 scoring "The most coins win."
"""
OVERLAYS = {
    "nothing": ('change take.few.text: "You have enough." to "Enough."', []),
    "said": ("change limit: 3 to 4", []),
    "price": ("amend action take\n    change cost: cost 1 coins to cost 2 coins", []),
    "unsaid": ("change gift: 2 to 1", ["1.4"]),
    "meaning": ("amend action take\n    change few: require not rich to require rich", ["1.2"]),
}


def run(*words):
    """The status of a command, and what it says."""
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, result.output + result.stderr


@pytest.fixture
def folder(tmp_path):
    rules = tmp_path / "coins"
    rules.mkdir()
    (rules / "coins.cave").write_text(RULES, "utf-8")
    (rules / "book.cave").write_text(BOOK, "utf-8")
    opened = open_rules(str(rules), {})
    (rules / "book.lock").write_text(accept(SentenceBook(opened), opened.folders[0], ()), "utf-8")
    return rules


def book_of(folder, *overlays):
    return SentenceBook(open_rules("+".join(map(str, (folder, *overlays))), {}))


def overlay_of(folder, lines):
    path = folder.parent / "over.cave"
    path.write_text(f'overlay over 1.0 "Over"\n    language 1\n    extends coins ^1.0\n\n{lines}\n', "utf-8")
    return path


def test_a_book_is_no_part_of_the_rules(folder):
    with_book = open_rules(str(folder), {})
    (folder / "book.cave").unlink()
    assert with_book.rules == open_rules(str(folder), {}).rules


def test_a_book_that_covers_all_has_nothing_to_tell(folder):
    book = book_of(folder)
    assert (book.findings(), book.lines_without, dict(book.stale)) == ((), (), {})
    assert [book.text(each) for each in book.entries if each.word == "says"][1:4] == [
        "With 3 coins you have *enough*.",
        "Pay 1 coin.",
        "Take a coin, and a gift (1.2).",
    ]


def test_a_sentence_says_an_option_that_is_a_number(folder):
    """What a table has agreed on stands in its book; an option that is no number has no value to say."""
    for name in ("coins.cave", "book.cave"):
        text = (folder / name).read_text("utf-8")
        added = (
            "\noption goal: 2..9 = 4\n\noption harsh = no\n"
            if name == "coins.cave"
            else '\ntell 1.8 "Win with {goal}."\n'
        )
        (folder / name).write_text(text + added, "utf-8")
    for settings, said in (({}, "Win with 4."), ({"goal": "7"}, "Win with 7.")):
        book = SentenceBook(open_rules(str(folder), settings))
        assert [book.text(each) for each in book.entries if each.number == "1.8"] == [said]
    (folder / "book.cave").write_text(text + '\ntell 1.8 "{harsh}"\n', "utf-8")
    assert [each.code for each in book_of(folder).findings()] == ["C0711"]


@pytest.mark.parametrize("overlay", [each for each in OVERLAYS if each != "nothing"])
def test_a_sentence_is_stale_when_a_line_means_something_else(folder, overlay):
    """A number that it says in braces may change; one that it does not say may not."""
    lines, stale = OVERLAYS[overlay]
    book = book_of(folder, overlay_of(folder, lines))
    assert [each.number for each in book.stale] == stale
    assert [each.code for each in book.findings()] == ["C0712"] * len(stale)


REMOVALS = {
    "a line to which another refers": ("amend action take\n    drop few: require not rich", ["1.4"], ["1.2"]),
    "a line of several": ("amend action take\n    drop gain[1]: gain 1 coins", ["1.4"], []),
    "an action": (
        'remove action take because "Nobody takes."\n\nadd action wait in moves "Wait"\n    gain 1 coins',
        [],
        ["1.2", "1.3", "1.4"],
    ),
}


@pytest.mark.parametrize("removal", REMOVALS)
def test_a_sentence_goes_with_the_lines_that_an_overlay_takes_out(folder, removal):
    """Some of its lines are left: it is stale. None is left: it is not printed."""
    lines, stale, gone = REMOVALS[removal]
    book, before = book_of(folder, overlay_of(folder, lines)), book_of(folder)
    assert [each.number for each in book.stale] == stale
    assert [each.number for each in before.entries if each.number not in {one.number for one in book.entries}] == gone
    assert {each.code for each in book.findings()} <= {"C0712", "C0713"}


def test_a_line_that_its_own_author_takes_out_is_missed(folder):
    text = (folder / "coins.cave").read_text("utf-8")
    (folder / "coins.cave").write_text(text.replace('    few: require not rich "You have enough."\n', ""), "utf-8")
    assert [each.code for each in book_of(folder).findings()][:1] == ["C0711"]


def test_texts_facts_and_layout_are_no_meaning(folder):
    text = (folder / "coins.cave").read_text("utf-8").replace('"You have enough."', '"Enough!"')
    (folder / "coins.cave").write_text(text.replace("    gain 1 coins\n", "    gain 1   coins  # one\n"), "utf-8")
    assert dict(book_of(folder).stale) == {}


def test_a_line_that_is_added_makes_nothing_stale_and_has_no_sentence(folder):
    lines = 'amend action take\n    add after gain[2] lose 1 coins "Toll."'
    book = book_of(folder, overlay_of(folder, lines))
    assert (dict(book.stale), book.lines_without) == ({}, ("take.lose",))


def test_what_is_accepted_is_stale_no_more(folder):
    text = (folder / "coins.cave").read_text("utf-8")
    (folder / "coins.cave").write_text(text.replace("not rich", "rich"), "utf-8")
    status, said = run("check", str(folder), "--strict")
    assert (status, "C0712" in said) == (1, True)
    assert run("check", str(folder), "--accept", "1.2")[0] == 0
    assert run("check", str(folder), "--strict")[0] == 0


def test_what_no_sentence_is_called_cannot_be_accepted(folder):
    status, said = run("check", str(folder), "--accept", "7.7")
    assert (status != 0, "`7.7`" in said) == (True, True)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('says 1.6 tale.gain "A."', "`tale.gain`"),
        ('says 1.1 take.few "A."', "`1.1`"),
        ('tell 1.6 "{unknown}"', "`unknown`"),
        ('tell "No number."', "cannot be read"),
        ("pictured 1.1 nowhere", "`nowhere`"),
        ('tell 1.6 "Never closed.', "cannot be read"),
        ("price 1 steal", "`steal`"),
        ("scored 1.1 nowhere", "`nowhere`"),
        ("drawn 1.1 coin: a", "`coin`"),
        ("mark 1.1 player.purse", "`player.purse`"),
        ("actions 1.1 take, steal", "`steal`"),
        ('tell 1.6 "A." when poor is yes', "`poor`"),
        ('tell 1.6 "A." when rich_start is perhaps', "`perhaps`"),
    ],
)
def test_a_line_that_says_nothing_of_the_rules_is_refused_with_its_place(folder, line, said):
    (folder / "book.cave").write_text(f"{BOOK}{line}\n", "utf-8")
    (found,) = book_of(folder).findings()
    assert (found.code, found.span.line, said in found.message) == ("C0711", 8, True)


@pytest.mark.parametrize(("choice", "said"), [("no", "Begin with nothing."), ("yes", "Begin with {limit} coins.")])
def test_a_line_for_a_choice_counts_with_that_choice_alone(folder, choice, said):
    both = 'tell 1.6 "Begin with nothing." when rich_start is no\ntell 1.6 "Begin with {limit} coins." when rich_start is yes'
    (folder / "book.cave").write_text(f"{BOOK}{both}\n", "utf-8")
    book = SentenceBook(open_rules(str(folder), {"rich_start": choice}))
    assert (book.findings(), [each.text for each in book.entries if each.number == "1.6"]) == ((), [said])


def test_a_line_that_a_book_leaves_out_is_left_out_of_the_reference(folder):
    (folder / "book.cave").write_text(BOOK.replace("says 1.2 take.few", "quiet take.few"), "utf-8")
    game = GameReference(open_rules(str(folder), {}), load_game(folder), None)
    assert {each for each in game.bookkeeping if each.startswith("take.")} == {"take.few"}


def test_a_book_of_other_choices_leaves_out_examples_that_do_not_hold_with_them(folder):
    lines = "example poor\n    begin play\n    | player |\n    | Anna |\n    | Bo |\n    then rich_start is no\n"
    (folder / "examples.cave").write_text(lines, "utf-8")
    for choice, shown in (("no", ["poor"]), ("yes", [])):
        (game,) = Reference.of([str(folder)], settings={"rich_start": choice}, with_figures=False).games
        assert [each.name for each in game.examples] == shown
        agreed = "Does everybody begin rich?" in book_html(BookContents(Translated("en")(game))).partition("<main>")[0]
        assert agreed is (choice == "yes")


def change_rules(folder, version, old, new):
    text = (folder / "coins.cave").read_text("utf-8").replace("coins 1.0", f"coins {version}").replace(old, new)
    (folder / "coins.cave").write_text(text, "utf-8")


def renew(folder, wanted=()):
    opened = open_rules(str(folder), {})
    (folder / "book.lock").write_text(accept(SentenceBook(opened), opened.folders[0], wanted), "utf-8")
    return book_of(folder)


def test_a_sentence_has_the_version_in_which_it_changed_and_a_new_one_that_in_which_it_came(folder):
    assert dict(renew(folder).since) == {}
    change_rules(folder, "1.1", "not rich", "rich")
    (folder / "book.cave").write_text(f'{BOOK}tell 1.6 "Coins are round."\n', "utf-8")
    assert dict(renew(folder, ["1.2"]).since) == {"1.2": "1.1", "1.6": "1.1"}
    change_rules(folder, "1.2", "", "")
    assert dict(renew(folder).since) == {"1.2": "1.1", "1.6": "1.1"}


def test_a_number_that_was_given_up_is_never_given_again(folder):
    (folder / "book.cave").write_text(f'{BOOK}tell 1.6 "Coins are round."\n', "utf-8")
    renew(folder)
    (folder / "book.cave").write_text(BOOK, "utf-8")
    assert renew(folder).findings() == ()
    (folder / "book.cave").write_text(f'{BOOK}tell 1.6 "Coins are flat."\n', "utf-8")
    (found,) = renew(folder).findings()
    assert (found.code, "`1.6`" in found.message) == ("C0711", True)


@pytest.mark.parametrize("game", ["the-cave", "kave-kapers", "cave-vs-cave"])
@pytest.mark.gate("cave-vs-cave")
def test_a_bundled_book_has_a_sentence_for_each_line(game):
    book = book_of(game)
    assert (book.findings(), len(book.entries) > 80) == ((), True)


def said_by_overlay(folder, lines, sentences):
    path = overlay_of(folder, lines)
    path.with_suffix(".book").write_text(sentences, "utf-8")
    return path


ENOUGH = ("amend action take\n    change few: require not rich to require rich", 'says 1.2 take.few "Be rich first."\n')


def test_a_rule_file_that_stands_alone_has_sentences_of_its_own(folder):
    book = book_of(folder, said_by_overlay(folder, *ENOUGH))
    assert (dict(book.stale), book.findings()) == ({}, ())
    assert [book.text(each) for each in book.entries if each.number == "1.2"] == ["Be rich first."]


@pytest.mark.parametrize("wanted", ["all", "1.2", "take.few"])
@pytest.mark.gate("1.2")
def test_what_is_accepted_of_an_overlay_changes_the_file_of_nobody_else(folder, wanted):
    path, below = said_by_overlay(folder, *ENOUGH), (folder / "book.lock").read_text("utf-8")
    assert run("check", f"{folder}+{path}", "--accept", wanted)[0] == 0
    assert "1.2 take.few" in path.with_suffix(".lock").read_text("utf-8")
    assert (folder / "book.lock").read_text("utf-8") == below


def test_a_sentence_below_an_overlay_is_accepted_where_it_stands(folder):
    path = said_by_overlay(folder, *ENOUGH)
    status, said = run("check", f"{folder}+{path}", "--accept", "1.4")
    assert (status != 0, "`1.4`" in said, "over.cave" in said) == (True, True, True)


COLOURS = """
kind colour
    | colour | points: 0..9 |
    | red    | 1            |
    | blue   | 2            |
"""


@pytest.mark.parametrize(("table", "stale"), [("table 1.6 colour", []), ("", ["1.6"])])
def test_rows_that_a_table_shows_may_change(folder, table, stale):
    (folder / "more.cave").write_text(COLOURS, "utf-8")
    (folder / "book.cave").write_text(f'{BOOK}says 1.6 kind colour "What colours bring."\n{table}\n', "utf-8")
    renew(folder)
    book = book_of(folder, overlay_of(folder, "amend kind colour\n    change red.points: 1 to 3"))
    assert [each.number for each in book.stale] == stale


OTHERWISE = [
    # what an overlay does, what it says, and what its page says: of authors, made
    ("amend action take\n    change few: require not rich to require rich", "", [], ["few"]),
    (*ENOUGH, ["1.2"], []),
    ("change limit: 3 to 4", "", ["1.2"], ["value"]),
    ("change limit: 3 to 4", 'quiet constant limit "1.2 says it"\n', ["1.2"], []),
    ("amend players player\n    add keeps gems: 0..9", "", [], ["gems"]),
    ("amend players player\n    add keeps gems: 0..9", 'says 1.7 players player.gems "Gems."\n', ["1.7"], []),
]


@pytest.mark.parametrize(("lines", "sentences", "written", "made"), OTHERWISE)
def test_a_page_says_what_is_otherwise_in_the_words_of_authors_where_there_are_some(
    folder, lines, sentences, written, made
):
    spec = f"{folder}+{said_by_overlay(folder, lines, sentences)}"
    variants = Reference.of([], [(str(folder), spec)], with_figures=False).with_written_rules(written_book).variants
    below, above = variants[0].below, variants[0].above
    assert [rule.number for _, rule in written_changes(below, above)] == written
    assert [each.key for each in made_changes(below, above)] == made
