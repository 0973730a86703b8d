"""Playing at the terminal: whole sessions as lines that are typed, and what has to be seen."""

import io
import json
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import cavewright as cw
from cavewright.connect.cli.action_list import Choices
from cavewright.connect.cli.command_group import status_of
from cavewright.connect.cli.command_words import COMMANDS, list_commands, spoken
from cavewright.connect.cli.play import play
from cavewright.connect.cli.play_screen import Table
from cavewright.connect.cli.replay import replay
from cavewright.connect.cli.seats import MatchRequest
from cavewright.foundation.draw.characters import columns
from cavewright.foundation.texts import texts
from cavewright.play.matches.save_text import save_text

KIT = {"starting_kit": "suggested"}
INTERRUPT = "^C"


@dataclass
class Session:
    """A terminal without colours: what is typed goes in, what is seen comes out. `^C` is Ctrl-C."""

    lines: Iterable[str] = ()
    width: int = 80
    encoding: str = "utf-8"
    seen: str = ""
    status: int = -1
    prompts: list[str] = field(default_factory=list)

    def play(self, spec: str = "the-cave", **given: Any) -> "Session":
        """Plays with these arguments; two people with the suggested kit, if nothing is said."""
        said: dict[str, Any] = {
            "players": None,
            "names": (),
            "bots": (),
            "seed": 7,
            "resume": None,
            "settings": {} if given.get("resume") else KIT,
            "lang": "en",
            **given,
        }
        save, svg = (said.pop(file, None) for file in ("save", "svg"))
        return self.ended(lambda console, read: play(MatchRequest(spec, **said), save, svg, console, read))

    def replay(self, path: Path, step: bool = False, svg: Path | None = None) -> "Session":
        """Goes through a save."""
        return self.ended(lambda console, read: replay(path, svg=svg, step=step, console=console, read=read))

    def ended(self, run: Any) -> "Session":
        raw = io.BytesIO()
        file = io.TextIOWrapper(raw, encoding=self.encoding, newline="")
        waiting = iter(self.lines)

        def read(prompt: str) -> str:
            self.prompts.append(prompt)
            file.write(prompt)
            line = next(waiting, None)
            if line is None:
                raise EOFError
            if line == INTERRUPT:
                raise KeyboardInterrupt
            return line

        console = Console(file=file, width=self.width, markup=False, highlight=False, emoji=False)
        self.status = status_of(lambda: run(console, read), "en")
        file.flush()
        self.seen = raw.getvalue().decode(self.encoding)
        return self


ANNA_AND_BOT: dict[str, Any] = {"names": ("Anna", "Rafał"), "bots": ("random",), "seed": 3}


# ---- sessions as data -----------------------------------------------------------------------------------------------

SESSIONS: dict[str, tuple[list[str], list[str]]] = {
    "the first screen": (
        [],
        [
            "The Cave · round 1 · Anna’s turn",
            "stack left: I 11, II 11",
            "action points 5 of 5",
            "consumable ×4 · rope",
            "8 of 8 slots",
            "┤   ⌂ AR├",
            "  1  enter n1 by walk",
            "1 action point ",
            "starting board",
            "throw away:  8 consumable",
            "then Rafał’s turn",
            "> \nThe input has ended, and the match is left.",
        ],
    ),
    "a number": (["1"], ["> 1\n", "Anna walks to n1", "action points 4 of 5", "then: draw tile"]),
    "words, whole and begun": (["ENTER n1 by walk", "enter o"], ["Anna walks to n1", "Anna walks to o"]),
    "nothing is told twice": (["throw away rope", "throw away rope"], ["Anna throws a rope away\n"]),
    "what is drawn is told": (
        ["1", "discover"],
        [
            "Anna discovers a new part of the cave: −1 action point · turns up ",
            "At which exit do you lay the tile, and which way round?",
        ],
    ),
    "Enter does the only thing": (["1", "discover", "", "map"], ["Enter will do.", "Anna lays it at n2 ┼"]),
    "Enter shows the list again": ([""], ["  1  enter n1 by walk", "> \n"]),
    "an unknown word": (["dance"], ["There is no action `dance`; did you mean `done`?"]),
    "a word that is nearly another, in two words": (
        ["throw awy rope"],
        ["There is no action `throw`; did you mean `throw away`?"],
    ),
    "a number too many": (
        ["99", "0", "-3"],
        ["There is no 99 in the list; its numbers go from 1 to 13.", "There is no 0 in", "There is no -3 in"],
    ),
    "an action that is not asked for": (
        ["fill the backpack 3 rope"],
        ["“fill the backpack” cannot be chosen now; this is about: "],
    ),
    "half an action": (["enter"], ["That could be: 1 enter n1 by walk; 2 enter"]),
    "an action with a wrong value": (["enter n1 by foot"], ["`foot` is no way"]),
    "a refused action": (
        ["discover"],
        ["Not now: discover.", "discover.base  You can discover nothing from the home base.  [TC-EN-ACT-03]"],
    ),
    "somebody else's": (["1: done"], ["Not now: done.", "It is Anna’s turn."]),
    "why not": (
        ["why not discover"],
        ["discover.base  You can discover nothing", "there is: ", "TC-EN-ACT-03  ", "the-cave.cave:"],
    ),
    "why not, when it is possible": (["why not enter n1", "why not 1"], ["That is possible now: 1 enter n1 by walk."]),
    "why not, any way": (
        ["why not enter n2"],
        [
            "enter n2 by walk, enter n2 by dive",
            "No passage leads from here to n2.",
            "Possible instead of n2: n1, e1 or",
        ],
    ),
    "why not, until something is done": (
        ["why not discover"],
        ["Not now: discover.", "You can discover nothing", "It would be possible after: enter n1 by walk."],
    ),
    "why not, until the next turn": (
        ["1", "enter o", "enter n1", "enter o", "enter n1", "why not enter o by walk"],
        ["It would be possible at the start of your next turn"],
    ),
    "why not, with blanks for underscores": (
        ["why not place camp"],
        ["place_camp.packed  The camp is not in the backpack."],
    ),
    "why not of nothing": (["why", "why not"], ["Say of what: why not ACTION."]),
    "why not of what is no action": (["why not dance"], ["There is no action `dance`"]),
    "rules": (
        ["rules enter"],
        [
            "action enter(there in neighbours(here), by how in way)",
            "ground: require there.feature in how.into",
            "TC-EN-MOVE-01  ",
        ],
    ),
    "rules of what is printed": (
        ["rules I-04", "rules Lamp"],
        ["I-04  stack I · feature squeeze · difficulty 2 · open ne", "There is no action `Lamp`"],
    ),
    "rules: how it is written": (
        ["rules enter", "rules done", "rules draw"],
        [
            "\nIt is written: enter PLACE by WAY\n",
            "\nIt is written: done\n",
            "\nChance decides it. Examples, saves and programs write: draw TILE\n",
        ],
    ),
    "rules of nothing": (
        ["rules", "rules dance"],
        ["Say of what: rules ACTION.", "There is no action `dance`; did you mean `done`?"],
    ),
    "help": (["?"], ["why not ACTION     every reason", "undo               takes your last action back"]),
    "what a thing is for": (["rules raft"], ["raft  slots 1", "for  Enter a neighbouring tile · paddle (needs)"]),
    "what a thing pays for": (
        ["rules oxygen"],
        ["oxygen, two tanks  slots 1", "for  Enter a neighbouring tile · Dive from the raft"],
    ),
    "what only a process needs": (
        ["rules consumable"],
        ["for  All teams pack before the game begins. · A team's turn."],
    ),
    "rules as they are set in": (
        ["rules enter"],
        ["    rig: if ropes > 0\n        set passage(here, there).roped = yes"],
    ),
    "what others have": ([], ["R Rafał · at o", "backpack consumable ×4"]),
    "map with a word too many": (["map tall"], ["Say map, or map wide."]),
    "map": (["map"], ["o  Anna, Rafał  home base", "A Anna   R Rafał", "⌂ home base"]),
    "score": (["score"], ["traverse lines", "This is how it would count if the game ended now. * would win."]),
    "players": (["players"], ["A Anna · at o, home base", "R Rafał · at o, home base"]),
    "undo": (
        ["1", "undo"],
        [
            "Taken back: enter n1 by walk.",
            "This is as far as it goes: chance has decided since (Anna begins).",
            "action points 5 of 5",
        ],
    ),
    "undo of several": (["1", "enter o", "undo 2"], ["Taken back: enter o by walk.\nTaken back: enter n1 by walk.\n"]),
    "undo says how much is left": (["1", "enter o", "undo"], ["1 more can be taken back."]),
    "undo not past chance": (
        ["1", "discover", "undo"],
        ["Nothing can be taken back: chance has decided since", "(turns up "],
    ),
    "undo not past others": (["done", "undo"], ["Nothing can be taken back: Rafał has acted since (done)."]),
    "undo of no number": (["undo x", "undo 0"], ["Say how many actions: undo 2."]),
    "a save without a name": (["save"], ["Say where to: save FILE."]),
    "a save nowhere": (
        ["save /no/such/folder/a.json"],
        ["That did not work: there is no such folder (/no/such/folder)"],
    ),
    "quit": (["quit"], ["> quit\n"]),
    "quit offers a save": (["1", "quit", ""], ["Save the match first? FILE, or Enter to leave without: "]),
}


@pytest.mark.parametrize("name", SESSIONS)
@pytest.mark.gate(
    "the first screen",
    "words, whole and begun",
    "what is drawn is told",
    "Enter does the only thing",
    "an unknown word",
    "a number too many",
    "half an action",
    "an action with a wrong value",
    "a refused action",
    "somebody else's",
    "why not, any way",
    "why not, until the next turn",
    "why not of nothing",
    "rules: how it is written",
    "what a thing is for",
    "rules as they are set in",
    "what others have",
    "map",
    "players",
    "undo of several",
    "undo not past others",
    "a save nowhere",
    "quit offers a save",
)
def test_sessions(name: str) -> None:
    """What is typed, and what has to be seen, in this order."""
    lines, expected = SESSIONS[name]
    session = Session(lines).play(**ANNA_AND_BOT)
    assert session.status == 0
    at = 0
    for fragment in expected:
        found = session.seen.find(fragment, at)
        assert found >= 0, f"{fragment!r} is not in what follows:\n{session.seen[at:]}"
        at = found + len(fragment) - 1


THINGS: dict[str, tuple[str, list[str]]] = {
    "a card by its name for people": (
        "rules Food corner",
        ["Food Corner  colour orange · back light · points 3 · walls needed nw · stone 1", "  Refill food to 3."],
    ),
    "by its name in the rules": ("rules food_corner", ["Food Corner  colour orange"]),
    "what a tile offers": ("rules housework", ["Furnish a cavern for 5 food or 1 gold\n", "For 1 gold"]),
    "only a mark": ("rules renovation", ["Renovation  stack four · only for the richer player\n"]),
    "an action below an offer": (
        "rules dig",
        ['debris: require p.ground is debris "No room lies face down on that space."', "CVC-ACT-23  "],
    ),
    "an action of one line": ("rules wood", ['wood: earn(wood, 2) "2 wood"']),
}


CONTENTS: dict[str, tuple[list[str], list[str]]] = {
    "all at once": (
        ["n", "4 consumable, 1 rope, camera"],
        ["packs 4 consumables, 1 rope, 1 camera", "consumable ×4 · rope · camera"],
    ),
    "with the name of the decision": (["n", "fill the backpack 8 consumable"], ["consumable ×8"]),
    "a name with a comma": (["n", "oxygen, two tanks"], ["oxygen, two tanks"]),
    "with the word for packing": (
        ["n", "pack 4 consumable 1 rope oxygen camera raft"],
        ["packs 4 consumables, 1 rope, 1 full oxygen token, 1 camera, 1 raft\n"],
    ),
    "a word for packing before what there is not": (
        ["n", "pack 4 lamp"],
        ["There is nothing called `lamp` to choose."],
    ),
    "what there is not before what there is": (
        ["n", "pack 4 old lamp camera 1 rope"],
        ["There is nothing called `old lamp` to choose."],
    ),
    "what there is not before a number": (["n", "pack lamp 1 rope"], ["There is nothing called `lamp` to choose."]),
    "a kit behind that word": (["kit diver 2 rope, raft", "n", "pack diver"], ["rope ×2 · raft"]),
    "told as one": (["n", "4 consumable, 1 rope"], ["packs 4 consumables, 1 rope\n"]),
    "a kit": (
        ["kit diver 2 rope, raft", "n", "Diver"],
        ["diver stands for 2 rope, raft from now on.", "rope ×2 · raft"],
    ),
    "too many": (
        ["n", "9 consumable"],
        ["9 × consumable is not possible; say 0 to 8.", "fill the backpack: how many consumable?"],
    ),
    "what there is not": (["n", "4 consumable, 2 lamp"], ["There is nothing called `lamp` to choose."]),
    "what is not asked about": (
        ["n", "1 rope, 1 camp"],
        ["After rope ×1 nothing is asked about camp: there may be no room for it, or"],
    ),
    "what has no room": (
        ["y", "4 consumable 1 rope"],
        ["After consumable ×4 nothing is asked about rope: ", "fill the camp: how many consumable? (0 to 4)"],
    ),
    "what is not asked about alone": (["n", "camp"], ["Nothing is asked about camp now."]),
    "an empty kit": (["kit diver"], ["Say what is in it: kit usual 4 apples, 1 hammer."]),
    "still one number": (["n", "3"], ["packs 3 consumable"]),
}


@pytest.mark.parametrize("name", CONTENTS)
@pytest.mark.gate(
    "all at once",
    "a name with a comma",
    "a word for packing before what there is not",
    "a kit behind that word",
    "too many",
    "what has no room",
    "an empty kit",
    "still one number",
)
def test_contents_in_one_line(name: str) -> None:
    """Where one kind after another is asked about, all of it can be typed at once; what does not go does nothing."""
    typed, expected = CONTENTS[name]
    session = Session(typed).play(**{**ANNA_AND_BOT, "settings": {}})
    assert session.status == 0 and [each for each in expected if each not in session.seen] == []


def test_the_board_stays_where_a_place_is_asked_for() -> None:
    """After a tile was drawn the cave is as it was, and is shown once more with the question where the tile goes."""
    seen = Session(["n", "pack camera", "enter n1 by walk", "discover"]).play(**{**ANNA_AND_BOT, "settings": {}}).seen
    asked = seen.rpartition("The Cave · round 1")[2]
    assert "┌n1─" in asked and "At which exit do you lay the tile" in asked


@pytest.mark.parametrize(
    ("lang", "typed"),
    [
        ("en", "why not photograph the wonder"),
        ("de", "warum nicht Das Motiv fotografieren"),
        ("de", "warum nicht fotografieren"),
    ],
)
def test_what_is_listed_can_be_typed(lang: str, typed: str) -> None:
    """Actions go by their word in the language, and by what is said of them."""
    seen = Session(["n", typed]).play(**{**ANNA_AND_BOT, "settings": {}}, lang=lang).seen
    assert "  photograph  " in seen


def test_a_wide_map_is_drawn_in_strips_or_in_one_piece() -> None:
    """No place is missing in either; what is asked in a language is understood."""
    for typed in (["1", "map"], ["1", "map wide"], ["1", "karte"]):
        seen = (
            Session(typed)
            .play("kave-kapers", names=("Anna", "Bo"), settings={}, lang="de" if typed[1] == "karte" else "en")
            .seen
        )
        drawn = seen.rpartition("> " + typed[1])[2]
        assert all(f"({name})" in drawn for name in ("A1", "A16", "B7", "BE", "C1", "C16", "CS")), typed
        assert "are not shown" not in drawn and "nicht gezeigt" not in drawn


@pytest.mark.parametrize("lang", ["de", "es"])
def test_commands_are_understood_in_the_language_and_in_english(lang: str) -> None:
    """Each word stands for one command, in every language."""
    words = [(each.word, texts(lang).phrase(each.word)) for each in COMMANDS]
    assert all(
        spoken(f"{said} x", texts(lang)) == (word, "x") == spoken(f"{word} x", texts(lang)) for word, said in words
    )
    assert len({said for _, said in words}) == len({word for word, _ in words})


@pytest.mark.parametrize("lang", ["en", "de", "es"])
def test_commands_are_listed_alike(lang: str) -> None:
    """All in small letters. What the pager says of its keys is in letters that every pager shows, and has no sign that means something to it."""
    assert all(
        what.startswith(texts(lang).phrase(each.word).lower())
        for each, (what, _) in zip(COMMANDS, list_commands(texts(lang))[-len(COMMANDS) :], strict=True)
    )
    assert re.fullmatch("[A-Za-z ,]+", texts(lang).phrase("Space goes on and q goes back to the table"))


@pytest.mark.parametrize(
    "lang, typed, expected",
    [
        ("de", ["n", "4 Proviant 1 Sauerstoff"], "Proviant ×4 · Sauerstoff, voll"),
        ("es", ["n", "oxígeno, cámara"], "oxígeno, dos botellas · cámara"),
        ("de", ["n", "", "fertg"], "War `fertig` gemeint?"),
    ],
)
def test_names_in_short_and_what_was_meant(lang: str, typed: list[str], expected: str) -> None:
    """A thing goes by its name up to a comma; a word that is none is compared with the words of the language."""
    settings = KIT if typed[-1] == "fertg" else {}
    assert (
        expected.lower()
        in Session(typed[2:] if settings else typed)
        .play(**{**ANNA_AND_BOT, "settings": settings}, lang=lang)
        .seen.lower()
    )


def test_yes_and_no_say_nothing() -> None:
    """Of what a reason says in words it is not told that there is no and that yes is needed."""
    seen = Session(["why not dive"]).play(**ANNA_AND_BOT).seen
    assert (
        "You can dive only on water that you came to by raft." in seen
        and "there is: none · needed: " in seen
        and "there is: no ·" not in seen
    )


def test_what_is_asked_ends_before_the_next_sentence() -> None:
    """A question without a full stop gets one where more is said."""
    state = cw.load_game("hex").new_initial_state()
    only = Choices(state, 0, state.legal_actions()[:1], "list")
    assert Table(Console(width=80)).choice_lines(only, False)[0].plain == "Place a stone. Enter will do."


def test_the_table_follows_the_width_of_the_terminal() -> None:
    """A terminal may change its size between two lines."""
    console = Console(width=120)
    table = Table(console)
    console.width = 30
    assert table.width == 30 and max(map(len, table.wrap("word " * 40))) <= 30


@pytest.mark.parametrize("name", THINGS)
@pytest.mark.gate("only a mark", "by its name in the rules", "what a tile offers", "an action of one line")
def test_rules_of_things(name: str) -> None:
    """What is printed on something, and what it does, can be read before one takes it."""
    typed, expected = THINGS[name]
    session = Session([typed]).play("cave-vs-cave", names=("Anna", "Bo"), settings={})
    told = session.seen[session.seen.find(f"> {typed}") :]
    assert [fragment for fragment in expected if fragment not in told] == []


SHORT: dict[str, tuple[str, list[str], list[str], list[str]]] = {
    "a value alone": ("hex", ["e4"], ["Anna plays on e4"], []),
    "a value that there is not": (
        "hex",
        ["rope", "why not rope"],
        ["There is nothing called `rope` to choose."],
        ["is no cell", "write `"],
    ),
    "words that answer no question": (
        "the-cave",
        ["", "maybe", "y", "lots"],
        ["`maybe` is not possible; say yes or no.", "`lots` is not possible; say 0 to 4."],
        ["write `"],
    ),
    "a price once": (
        "cave-vs-cave",
        ["2", "why not furnish"],
        ["This costs 2 food; you have 1."],
        ["there is: 1 · needed: 2"],
    ),
    "a value that is not possible": ("hex", ["e4", "e4"], ["Not now: place e4.", "There is a stone on that cell."], []),
    "the beginning of values": (
        "breakthrough",
        ["b2"],
        ["That could be: 3 move b2 left; 4 move b2 onward; 5 move b2 right."],
        [],
    ),
    "one of many things": (
        "cave-vs-cave",
        ["cultivation"],
        ["That could be: 1 take Cultivation."],
        ["takes Cultivation"],
    ),
    "whose turn is next, where it always is": (
        "breakthrough",
        [],
        ["move:  1 a2 onward   2 a2 right"],
        ["then Jola’s turn"],
    ),
    "what an opponent has": (
        "nine-mens-morris",
        [],
        ["A Anna · in hand 9 · left 9", "J Jola · in hand 9 · left 9"],
        [],
    ),
    "who is who": ("hex", [], ["A Anna   J Jola"], []),
    "why not, of what nobody asks": (
        "cave-vs-cave",
        ["1", "why not build"],
        ["cannot be chosen now; this is about: "],
        ["is missing"],
    ),
    "a line of rules once": (
        "cave-vs-cave",
        ["rules wood"],
        ['> rules wood\nwood: earn(wood, 2) "2 wood"\nIt is written: wood'],
        [],
    ),
}


@pytest.mark.parametrize("name", SHORT)
@pytest.mark.gate(
    "a value that there is not",
    "words that answer no question",
    "a value that is not possible",
    "the beginning of values",
    "whose turn is next, where it always is",
    "what an opponent has",
    "who is who",
    "a line of rules once",
)
def test_short_ways(name: str) -> None:
    """What may be typed in short, and what is left out of lists."""
    spec, typed, expected, absent = SHORT[name]
    seen = Session(typed).play(spec, names=("Anna", "Jola"), settings={}, seed=3).seen
    assert [each for each in expected if each not in seen] == [] and [each for each in absent if each in seen] == []


def test_very_many_places_are_not_listed_at_a_terminal_before_somebody_asks() -> None:
    """The board stays in sight; Enter lists them."""
    screen, typed = (
        Console(file=io.StringIO(), width=80, height=24, force_terminal=True, color_system=None, highlight=False),
        iter(["", "quit"]),
    )
    play(
        MatchRequest("hex", None, ("Anna", "Jola"), (), 3, None, {}, "en"),
        None,
        None,
        screen,
        lambda prompt: next(typed),
    )
    first, again = screen.file.getvalue().split("Place a stone")[1:]  # type: ignore[attr-defined]
    assert (
        "121 places are possible. Type one, such as a1; Enter lists them" in first
        and "121 k11" in again
        and "121 k11" not in first
    )


def test_wrong_input_changes_nothing() -> None:
    """After everything that is no action, the first action is still that of the first screen."""
    wrong = [
        "dance",
        "99",
        "enter",
        "discover",
        "1: done",
        "why not",
        "undo 5",
        "save",
        "\t",
        "1e3",
        "²",
        "a" * 5000,
        "\x1b[A",
        "0: draw I-01",
    ]
    assert "Anna walks to n1" in Session([*wrong, "1"]).play(**ANNA_AND_BOT).seen


# ---- numbers, yes and no --------------------------------------------------------------------------------------------

PACKING = {"starting_kit": "free"}


def test_how_many_is_answered_with_the_number_itself() -> None:
    """Packing asks kind by kind; a number is that many, not an entry of a list."""
    session = Session(["maybe", "n", "5", "2", "9", "1"]).play(**{**ANNA_AND_BOT, "settings": PACKING})
    assert "Take the camp along? (yes or no)" in session.seen
    assert "fill the backpack: how many consumable? (0 to 8)" in session.seen
    assert "consumable ×5 · rope ×2 · 7 of 8 slots" in session.seen
    assert "9 is not possible; say 0 or 1." in session.seen


def test_choices_made_at_once_are_for_one_pair_of_eyes() -> None:
    """Between two people the screen is handed over; what the first has packed is not seen before the second has chosen."""
    lines = ["", "n", "8", "", "players", "n", "7", "0", "1"]
    session = Session(lines).play(names=("Anna", "Rafał"), settings=PACKING)
    assert [each.strip() for each in session.prompts if "Hand" in each] == [
        "Hand the screen to Anna, then press Enter",
        "Hand the screen to Rafał, then press Enter",
    ]
    anna, rafal = session.seen.split("Hand the screen to Rafał")
    assert "consumable ×8" in anna or "fill the backpack: how many consumable?" in anna
    secret, _ = rafal.split("Everybody has chosen")
    assert "×8" not in secret and "consumable 8" not in secret
    assert "×7" in secret and "R Rafał" in secret


def test_a_person_does_not_take_back_what_another_chose() -> None:
    """While all choose at once, the second person's `undo` stays with the second person's choices."""
    session = Session(["", "n", "8", "", "undo"]).play(names=("Anna", "Rafał"), settings=PACKING)
    assert "Taken back" not in session.seen
    assert "Nothing can be taken back: others have chosen since." in session.seen


def test_open_games_are_not_handed_over() -> None:
    """Where all is open, people look at the same screen, and may take back the end of a turn."""
    session = Session(["done", "undo"]).play(names=("Anna", "Rafał"))
    assert not any("Hand" in each for each in session.prompts)
    assert "Taken back: done." in session.seen


def test_whose_things_move_and_that_nobody_has_points_yet() -> None:
    """What befalls all at once names everybody; a score of nothing is told."""
    seen = " ".join(Session(["", "score"]).play("the-cave+survey-goals", names=("Anna", "Jola"), seed=3).seen.split())
    assert "Anna: 1 camera from stores to backpack" in seen and "Jola: 1 camera from stores to backpack" in seen
    assert "> score" in seen and "This is how it would count if the game ended now." in seen


def test_what_every_turn_puts_back_is_no_news() -> None:
    """That something holds no longer is told where it comes of something; not where each turn begins so."""
    seen = Session(["struggle n1", "done", "done"]).play(names=("Anna", "Rafał")).seen
    assert "Anna struggles on to n1: −5 action points" in seen and "Anna uses up 1 consumable" in seen
    assert "longer" not in seen and "not struggled" not in seen


def test_what_each_round_puts_back_and_what_an_action_says_is_no_news() -> None:
    """Neither a count nor a set that a process empties is told, nor that a set has what the action names."""
    seen = Session().play("cave-vs-cave", names=("Anna", "Bo"), bots=("random", "random"), settings={}).seen
    assert "takes Cultivation" in seen and "finds " in seen
    assert [said for said in ("dug ", "taken −", "taken +", "used +") if said in seen] == []


def test_a_condition_that_has_no_text_is_said_with_what_was_chosen() -> None:
    seen = Session(["1", "why not mark a1"]).play("tic-tac-toe", names=("Ox", "Cat"), settings={}).seen
    assert "Only if that square has no mark." in " ".join(seen.split())


def test_what_is_in_a_set_has_commas() -> None:
    """Names of several words could not be told apart without."""
    seen = " ".join(Session().play("cave-vs-cave", names=("Anna", "Jola"), settings={}, seed=2).seen.split())
    assert "display: Shelf, Spinning Wheel, Tunnel, Grindstone, Food Corner, Parlor" in seen


def test_the_end_of_a_secret_choice_cannot_be_taken_back() -> None:
    """Everybody has seen what the others chose."""
    session = Session(["", "n", "8", "", "n", "8", "undo"]).play(names=("Anna", "Rafał"), settings=PACKING)
    assert "Nothing can be taken back: " in session.seen


# ---- terminals ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.gate("ascii-80")
def test_no_line_is_too_long(width: int, encoding: str, tmp_path: Path) -> None:
    """Whatever the width, with or without letters beyond ASCII. (Prompts with what is typed behind them are not ours.)"""
    lines = ["?", "map", "score", "players", "why not discover", "rules enter", "1", "discover"]
    seen = Session(lines, width=width, encoding=encoding).play(resume=far_on(tmp_path)).seen
    assert [line for line in seen.splitlines() if columns(line) > width] == []
    assert "\x1b" not in seen


def test_ascii_draws_openings() -> None:
    """A tile that was laid is told without question marks."""
    assert "Anna lays it at n2 +\n" in Session(["1", "discover", ""], encoding="ascii").play(**ANNA_AND_BOT).seen


def test_ascii_has_a_letter_for_every_symbol() -> None:
    """Symbols that ASCII has nothing like become letters, and the legend says so."""
    seen = Session(["map"], encoding="ascii").play(**ANNA_AND_BOT).seen
    assert "H home base" in seen and "-   H AR" in seen
    assert "? home base" not in seen and "Rafal" in seen


def test_a_narrow_score_is_told_in_words(tmp_path: Path) -> None:
    """No number of it is cut off."""
    seen = Session(["score"], width=50).play(players=2).seen
    assert " ".join(seen.split()).count("total 0") == 2


# ---- leaving, saving, going on --------------------------------------------------------------------------------------


def test_the_input_ends(tmp_path: Path) -> None:
    """Play from a pipe: status 0, and it is said that nothing was kept."""
    session = Session(["1"]).play(**ANNA_AND_BOT)
    assert session.status == 0 and "It was not saved; --save FILE does that." in " ".join(session.seen.split())


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        (["1", INTERRUPT, "{save}"], True),
        (["1", INTERRUPT, ""], False),
        (["1", INTERRUPT, INTERRUPT], False),
        (["1", INTERRUPT], False),
        (["1", INTERRUPT, "/no/such/x", "{save}"], True),
        ([INTERRUPT], False),
    ],
)
def test_control_c_offers_a_save(lines: list[str], kept: bool, tmp_path: Path) -> None:
    """Also when the first name will not do; a second Ctrl-C, or the end of the input, leaves without."""
    save = tmp_path / "a.json"
    session = Session([each.format(save=save) for each in lines]).play(**ANNA_AND_BOT)
    assert session.status == 130
    assert save.exists() == kept
    assert not kept or cw.Match.from_json(save.read_text("utf-8")).move_stack[-1].text == "enter n1 by walk"


@pytest.mark.parametrize("last", [[], ["quit"], [INTERRUPT]])
def test_save_on_the_command_line_is_kept(last: list[str], tmp_path: Path) -> None:
    """However the match is left; nothing but the save remains in the folder."""
    save = tmp_path / "a.json"
    Session(["1", "discover", *last]).play(**ANNA_AND_BOT, save=save)
    assert [each.text.split()[0] for each in cw.Match.from_json(save.read_text("utf-8")).move_stack[-3:]] == [
        "enter",
        "discover",
        "draw",
    ]
    assert list(tmp_path.iterdir()) == [save]


def test_a_save_does_not_write_over_something_else(tmp_path: Path) -> None:
    """Neither during play nor from the command line; over a save it does."""
    other, save = tmp_path / "rules.cave", tmp_path / "a.json"
    other.write_text("ruleset x", "utf-8")
    session = Session([f"save {other}", f"save {save}", "1", f"save {save}"]).play(**ANNA_AND_BOT)
    assert "is there already and is no save" in " ".join(session.seen.split())
    assert other.read_text("utf-8") == "ruleset x"
    assert cw.Match.from_json(save.read_text("utf-8")).move_stack[-1].text == "enter n1 by walk"
    assert Session().play(**ANNA_AND_BOT, save=other).status == 1


def test_going_on_with_the_same_bots_or_with_others(tmp_path: Path) -> None:
    """A save remembers which seats were bots'."""
    save = tmp_path / "a.json"
    Session(["1"]).play(**ANNA_AND_BOT, save=save)
    assert json.loads(save.read_text("utf-8"))["bots"] == ["", "random"]
    same = Session(["done", "players"]).play("", resume=save)
    assert "The Cave: going on after" in same.seen and "\nRafał " in same.seen
    people = Session(["done"]).play("the-cave", resume=save, bots=("person",))
    assert "The Cave · round 1 · Rafał’s turn" in people.seen


BROKEN: dict[str, tuple[str, str]] = {
    "empty": ("", "this is no save"),
    "cut off": ("{cut}", "it may have been cut off"),
    "another format": ('{"cavewright": 99}', "this save is of format 99"),
    "a list": ("[]", "this is no save of format 2"),
    "an unknown field": ("{more}", "`more`"),
    "an impossible action": ("{edited}", "`0: enter n9 by walk`"),
}


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("command", ["play", "replay"])
@pytest.mark.gate(
    "play-empty",
    "play-an unknown field",
    "play-an impossible action",
    "replay-cut off",
    "replay-another format",
    "replay-a list",
)
def test_broken_saves(name: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Status 1 and a line that says what is wrong; the save stays as it is."""
    good, save = tmp_path / "good.json", tmp_path / "bad.json"
    Session(["1"]).play(**ANNA_AND_BOT, save=good)
    text = good.read_text("utf-8")
    made = {
        "{cut}": text[: len(text) // 2],
        "{more}": text.replace('"seed"', '"more": 1, "seed"'),
        "{edited}": save_text(json.loads(text.replace("0: enter n1 by walk", "0: enter n9 by walk"))),
    }
    written, expected = BROKEN[name]
    save.write_text(made.get(written, written), "utf-8")
    capsys.readouterr()
    session = Session().play("", resume=save) if command == "play" else Session().replay(save)
    assert session.status == 1
    assert expected in " ".join(capsys.readouterr().err.split())
    assert save.read_text("utf-8") == made.get(written, written)


WRONG: dict[str, tuple[dict[str, Any], int, str]] = {
    "too many": ({"players": 6}, 1, "2 to 5 players, not 6"),
    "far too many": ({"players": 10**12}, 1, "2 to 5 players"),
    "too few": ({"players": 0}, 1, "2 to 5 players, not 0"),
    "one name": ({"names": ("2.5",)}, 1, "'2.5' is one name, and The Cave is played by 2 to 5"),
    "a long name": ({"names": ("x" * 500, "Anna")}, 1, "x" * 59 + "\n"),
    "the same name": ({"names": ("Anna", "Anna")}, 1, "names have to differ"),
    "a bot that is none": ({"players": 2, "bots": ("gredy",)}, 1, "did you mean `greedy`?"),
    "more bots than seats": ({"players": 2, "bots": ("random",) * 3}, 2, "3 bots for 2 seats"),
    "names and numbers": ({"players": 3, "names": ("Anna", "Jola")}, 2, "3 players and 2 names"),
    "no such rules": ({"spec": "the-cav"}, 1, "the-cav"),
    "no such option": ({"settings": {"hunger": "x"}}, 1, "hunger"),
    "no such save": ({"resume": Path("/no/such.json")}, 1, "no such file"),
    "a folder as save": ({"resume": Path("/")}, 1, "directory"),
    "a picture nowhere": ({"svg": Path("/no/such/folder/a.svg")}, 1, "no such folder"),
    "a save nowhere": ({"save": Path("/no/such/folder/a.json")}, 1, "no such folder"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_arguments(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An error that names what is wrong, before anything is played."""
    given, status, expected = WRONG[name]
    session = Session().play(**given)
    assert (session.status, session.prompts) == (status, [])
    assert expected in capsys.readouterr().err


@pytest.mark.long
def test_another_rulesets_save(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A save is gone on with under its own rules only; a copy of them in a folder will do."""
    save, rules = tmp_path / "a.json", tmp_path / "mine"
    Session(["1"]).play(**ANNA_AND_BOT, save=save)
    source = Path(cw.load_game("the-cave").rules[0].span.source.name).parent
    rules.mkdir()
    for file in filter(Path.is_file, source.iterdir()):
        text = file.read_text("utf-8")
        (rules / file.name).write_text(text.replace("ruleset the-cave 2.0", "ruleset my-cave 2.0"), "utf-8")
    capsys.readouterr()
    assert Session().play(str(rules), resume=save).status == 1
    assert "a match of the-cave, not of my-cave" in " ".join(capsys.readouterr().err.split())
    assert Session().play("the-cave", resume=save).status == 0


def test_what_was_entered_by_hand_is_told(tmp_path: Path) -> None:
    """At the terminal the seed brings what comes next."""
    match, save = (
        cw.Match(cw.load_game("the-cave", options={"starting_kit": "suggested"}), ["Anna", "Rafał"], 3, by_hand=True),
        tmp_path / "a.json",
    )
    save.write_text(match.to_json(), "utf-8")
    resumed = Session(["quit", ""]).play("", resume=save)
    assert "What chance brought was entered by hand; from here on the seed brings it." in " ".join(resumed.seen.split())
    match.push(match.state.chance_outcomes()[-1][0])
    save.write_text(match.to_json(), "utf-8")
    assert "1 draw is not what the seed brings: it was entered by hand, or drawn under other rules." in " ".join(
        Session().replay(save).seen.split()
    )
    assert "not what the seed brings" not in Session(["done"]).play("", resume=save).seen


def test_a_save_under_changed_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where all actions still fit it is told that the rules are others; where options are no longer there the save is named."""
    save, says = tmp_path / "a.json", "The rules have changed since this match was saved; all its actions still fit."
    Session(["1"]).play(**ANNA_AND_BOT, save=save)
    assert says not in Session().play("", resume=save).seen + Session().replay(save).seen
    data = json.loads(save.read_text("utf-8"))
    save.write_text(save_text({**data, "overlays": ["long-rope"]}), "utf-8")
    assert all(says in session.seen for session in (Session().play("", resume=save), Session().replay(save)))
    save.write_text(save_text({**data, "ruleset": "kave-kapers"}), "utf-8")
    capsys.readouterr()
    assert Session().replay(save).status == 1
    said = " ".join(capsys.readouterr().err.replace("│", " ").split())
    assert "no option `starting_kit`" in said and f"while the save `{save}` was read" in said


# ---- bots, pictures, replays ----------------------------------------------------------------------------------------


def far_on(folder: Path, moves: int = 120) -> Path:
    """A save of two players in mid-game, by seeded random choices."""
    match = cw.Match(cw.load_game("the-cave", options=KIT), ["Anna", "Rafał"], seed=5)
    bot = cw.bots.make("random", match.game, 5)
    while not match.state.is_terminal and len(match.move_stack) < moves:
        match.push(bot.choose(match.state, match.state.active_players[0]))
    path = folder / "far.json"
    path.write_text(match.to_json(), "utf-8")
    return path


PURSES = """ruleset purses 1.0 "Secret purses"
    language 1
kind coin "What a purse holds."
    | coin |
    | gold |
    | lead |
players child 2..3
    keeps purse: bag of coin secret "What only its owner knows."
    keeps shown: 0..9 "How often something was shown."
to play
    repeat 2 times
        each child from first(c in child)
            offer tricks
menu tricks "What a child may do."
action take(of it in coin) in tricks "Take a coin"
    gain 1 it in purse
action show in tricks "Show the purse"
    gain 1 shown
scoring
    score coins = purse[gold] * 2 + purse[lead]
    highest total wins
"""


@pytest.fixture
def purses(tmp_path: Path) -> str:
    """A game without a board, in which players have secrets."""
    (tmp_path / "purses.cave").write_text(PURSES, "utf-8")
    return str(tmp_path / "purses.cave")


def test_secrets_stay_with_their_owners(purses: str) -> None:
    """The screen is handed over at every turn; what another has, or took, is not on it; at the end all is seen."""
    lines = ["", "take gold", "", "players", "score", "map", "take lead", "", "take gold", "", "show"]
    session = Session(lines).play(purses, names=("Anna", "Rafał"), settings={})
    assert sum("Hand the screen" in each for each in session.prompts) == 4
    _, anna, rafal, again, rest = session.seen.split("Hand the screen to")
    assert "take of gold" in anna or "take gold" in anna
    assert "gold ×" not in rafal and "purse  gold" not in rafal and "Anna 2" not in rafal and "+1 gold" not in rafal
    assert "purse  gold" in again and "lead" not in again.split("then press Enter")[1].split("1  take")[0]
    assert (
        "Anna wins." in rest
        and "seed 7" in rest
        and "seed" not in session.seen.split("Anna wins.")[0]
        and session.status == 0
    )


def test_a_match_of_bots_plays_through(tmp_path: Path) -> None:
    """Nobody is asked anything; at the end are the board, the scores, a save and a picture. The same seed tells the same."""
    (tmp_path / "purses.cave").write_text(PURSES, "utf-8")
    save, svg = tmp_path / "a.json", tmp_path / "a.svg"
    first, second = (
        Session().play(str(tmp_path / "purses.cave"), players=2, bots=("random",) * 2, settings={}, save=save, svg=svg)
        for _ in range(2)
    )
    assert (first.status, first.prompts) == (0, [])
    assert first.seen == second.seen
    assert "Random 1" in first.seen and ("wins." in first.seen or "win." in first.seen) and "Saved: " in first.seen
    assert svg.read_text("utf-8").startswith("<svg") and json.loads(save.read_text("utf-8"))["bots"] == [
        "random",
        "random",
    ]


def test_bots_that_never_end_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match of bots only is bounded, and says so."""
    monkeypatch.setattr("cavewright.connect.cli.play.BOUND", 50)
    session = Session().play(players=2, bots=("random", "random"))
    assert session.status == 0 and "Left unfinished after 50 actions." in session.seen


def test_control_c_while_bots_play(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Also then a save is offered."""
    from cavewright.bots.players.players import RandomBot

    def interrupted(self: RandomBot, state: Any, player: int) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(RandomBot, "choose", interrupted)
    session = Session(["done", str(tmp_path / "a.json")]).play(**ANNA_AND_BOT)
    assert session.status == 130 and (tmp_path / "a.json").exists()


def test_a_picture_of_the_position(tmp_path: Path) -> None:
    """Drawn as the match stands when it is left."""
    svg = tmp_path / "a.svg"
    Session(["1", "discover"]).play(**ANNA_AND_BOT, svg=svg)
    assert svg.read_text("utf-8").startswith("<svg") and "Anna" in svg.read_text("utf-8")


def test_a_picture_is_not_drawn_over_another_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not over rules, not over the save that is gone through, and not over the one that is written; over a picture it is."""
    save, notes, svg = far_on(tmp_path), tmp_path / "my-rule.cave", tmp_path / "a.svg"
    notes.write_text("mine", "utf-8")
    before = save.read_text("utf-8")
    os.mkfifo(tmp_path / "pipe")
    wrong = (Session().replay(save, svg=save), Session().play(svg=notes), Session().play(svg=tmp_path / "pipe"))
    assert [(session.status, session.prompts, session.seen) for session in wrong] == [(1, [], "")] * 3
    assert capsys.readouterr().err.replace("\n", " ").count("is no picture") == 3
    assert (save.read_text("utf-8"), notes.read_text("utf-8")) == (before, "mine")
    both = tmp_path / "both"
    assert Session(["1"]).play(**ANNA_AND_BOT, save=both, svg=both).status == 1 and "cavewright" in json.loads(
        both.read_text("utf-8")
    )
    assert [Session(["1"]).play(**ANNA_AND_BOT, svg=svg).status for _ in range(2)] == [0, 0]


def test_replay_tells_the_whole_match(tmp_path: Path) -> None:
    """Every player's doings, then the board and the scores."""
    svg = tmp_path / "a.svg"
    session = Session().replay(far_on(tmp_path), svg=svg)
    assert session.status == 0
    for fragment in ("The Cave · Anna, Rafał · seed 5 · ", "\nAnna ", "\nRafał ", "traverse lines", "Drawn: "):
        assert fragment in session.seen
    assert svg.exists()


def test_replay_step_by_step(tmp_path: Path) -> None:
    """Enter goes on, a number goes there, `q` and the end of the input go to the end."""
    session = Session(["", "x", "60", "q"]).replay(far_on(tmp_path), step=True)
    assert len(session.prompts) == 4
    assert session.prompts[0].startswith("1/") and session.prompts[3].startswith("60/")
    assert Session().replay(far_on(tmp_path), step=True).status == 0
    assert Session([INTERRUPT]).replay(far_on(tmp_path), step=True).status == 130


@pytest.mark.long
def test_the_panel_leaves_out_what_says_nothing() -> None:
    """Numbers that are nothing, what is for everybody as it was in the beginning, points before there are any; and bounds of nines."""
    seen = Session(["1"], width=100).play("kave-kapers", bots=("random",), names=("Anna", "Rafał"), settings={}).seen
    assert "Anna · at A1" in seen and "counts 4 of 4" in seen
    assert [
        said
        for said in ("turns", "missed", "climbing", "gear", "score", "of 99", "of 9 ", "None")
        if said in seen.split("enter")[0]
    ] == []
