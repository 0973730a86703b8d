"""Ctrl-C and Ctrl-D at every prompt of `play` and `replay`: no traceback, nothing lost that is named, a clear word, an exit status."""

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from tests.connect.cli.test_play import INTERRUPT, KIT, Session

import cavewright as cw
from cavewright.connect.cli import main
from cavewright.connect.cli.play import play
from cavewright.connect.cli.seats import MatchRequest

ANNA_AND_JOLA: dict[str, Any] = {"names": ("Anna", "Jola"), "seed": 3}
PROMPTS: dict[str, tuple[str, dict[str, Any], list[str], str]] = {
    "a list": ("tic-tac-toe", {"settings": {}}, ["1"], "> "),
    "the first list": ("the-cave", {"settings": KIT}, [], "> "),
    "how many": ("the-cave", {"settings": {}, "bots": ("random",)}, ["n"], "> "),
    "yes or no": ("the-cave", {"settings": {}, "bots": ("random",)}, [], "> "),
    "handing over": ("the-cave", {"settings": {}}, [], "Hand the screen to Anna, then press Enter "),
    "handing over again": ("the-cave", {"settings": {}}, ["", "n", "8"], "Hand the screen to Jola, then press Enter "),
    "behind an error": ("the-cave", {"settings": KIT}, ["rope"], "> "),
    "behind help": ("tic-tac-toe", {"settings": {}}, ["1", "?"], "> "),
}
"""What is played, what is typed before, and the prompt at which somebody leaves."""


@pytest.mark.parametrize("name", PROMPTS)
@pytest.mark.parametrize(
    "key, status, word",
    [(INTERRUPT, 130, "The match is left."), (None, 0, "The input has ended, and the match is left.")],
    ids=["Ctrl-C", "Ctrl-D"],
)
def test_a_match_that_is_left_is_saved_where_a_file_is_named(
    name: str, key: str | None, status: int, word: str, tmp_path: Path
) -> None:
    spec, given, typed, prompt = PROMPTS[name]
    save = tmp_path / "a.json"
    lines = typed if key is None else [*typed, key]
    session = Session(lines).play(spec, **{**ANNA_AND_JOLA, **given, "save": save})
    assert (session.prompts[-1], session.status) == (prompt, status)
    assert (
        f"\n{word}\n" in session.seen
        and f"Saved. To go on:\ncavewright play --resume {save}\n" in session.seen.replace(": cav", ":\ncav")
    )
    done = [each.player for each in cw.Match.from_json(save.read_text("utf-8")).move_stack]
    assert done.count(0) == sum(each in ("1", "n", "8") for each in typed) and list(tmp_path.iterdir()) == [save]


@pytest.mark.parametrize(
    "keys, status, kept",
    [
        ([INTERRUPT, "{save}"], 130, True),
        ([INTERRUPT, ""], 130, False),
        ([INTERRUPT, INTERRUPT], 130, False),
        (["quit", INTERRUPT], 0, False),
        (["quit", "{save}"], 0, True),
        (["save {save}", INTERRUPT], 130, True),
    ],
)
def test_without_a_file_a_save_is_offered(keys: list[str], status: int, kept: bool, tmp_path: Path) -> None:
    """To leave without one takes one key more; that it was not saved is told."""
    save = tmp_path / "a.json"
    session = Session(["1", *(each.format(save=save) for each in keys)]).play(
        "tic-tac-toe", settings={}, **ANNA_AND_JOLA
    )
    assert (session.status, save.exists()) == (status, kept)
    assert kept or "quit" in keys or "It was not saved" in session.seen


ANSWERS = {"en": ("n", "no", "NO", " n "), "de": ("n", "nein", "Nein", "no"), "es": ("n", "no", "No")}


@pytest.mark.parametrize("lang, said", [(lang, said) for lang, words in ANSWERS.items() for said in words])
def test_no_is_no_file(lang: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = Session(["1", INTERRUPT, said]).play("tic-tac-toe", settings={}, lang=lang, **ANNA_AND_JOLA)
    assert session.status == 130 and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "lang, said",
    [
        ("en", "y"),
        ("en", "Yes"),
        ("de", "j"),
        ("de", "ja"),
        ("de", "yes"),
        ("es", "s"),
        ("es", "sí"),
        ("es", "si"),
        ("en", "ja"),
    ],
)
@pytest.mark.parametrize("name", ["n", "a.json"])
def test_yes_asks_for_the_file_and_takes_it_as_it_is_written(
    lang: str, said: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    session = Session(["1", INTERRUPT, said, name]).play("tic-tac-toe", settings={}, lang=lang, **ANNA_AND_JOLA)
    assert session.status == 130 and [each.name for each in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("said", ["nope", "maybe", "q", "quit", "later"])
def test_a_word_that_may_be_an_answer_is_asked_about(
    said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    session = Session(["1", INTERRUPT, said, "y", "", "n"]).play("tic-tac-toe", settings={}, **ANNA_AND_JOLA)
    assert (
        f"Say yes or no, or a name that is one of a file, such as {said}.json." in session.seen
        and list(tmp_path.iterdir()) == []
    )


def test_at_a_terminal_the_end_of_the_input_offers_a_save(tmp_path: Path) -> None:
    """There more can be typed; a second one leaves."""
    save = tmp_path / "a.json"
    keys = iter(["1", None, str(save)])

    def read(prompt: str) -> str:
        if (key := next(keys, None)) is None:
            raise EOFError
        return key

    screen = Console(file=io.StringIO(), width=80, force_terminal=True, markup=False, highlight=False, emoji=False)
    assert (
        play(MatchRequest("tic-tac-toe", None, ("Anna", "Jola"), (), 3, None, {}, "en"), None, None, screen, read) == 0
    )
    assert save.exists()


@pytest.mark.parametrize("keys, status", [([INTERRUPT], 130), (["1", INTERRUPT], 130), ([], 0)])
def test_a_replay_that_is_left(keys: list[str], status: int, tmp_path: Path) -> None:
    save = tmp_path / "a.json"
    Session(["1", "2", "3"]).play("tic-tac-toe", settings={}, save=save, **ANNA_AND_JOLA)
    assert Session(keys).replay(save, step=True).status == status


def test_an_interrupt_outside_of_any_prompt_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """While arguments are read, say."""

    def interrupted(*given: Any, **more: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cavewright.connect.cli._app_of", lambda first: interrupted)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 130


def at_terminal(keys: list[str]) -> tuple[int, str]:
    """The status and the screen of a match at a terminal, where these are typed; `^C` is Ctrl-C."""
    screen, left = io.StringIO(), iter(keys)

    def read(prompt: str) -> str:
        screen.write(prompt)
        if (key := next(left, INTERRUPT)) == INTERRUPT:
            raise KeyboardInterrupt
        return key

    console = Console(file=screen, width=80, force_terminal=True, markup=False, highlight=False, emoji=False)
    wanted = MatchRequest("tic-tac-toe", None, ("Anna", "Jola"), (), 3, None, {}, "en")
    return play(wanted, None, None, console, read), screen.getvalue()


@pytest.mark.parametrize("answers", [["no"], ["perhaps", "n"], ["nein"]])
def test_after_no_the_match_goes_on(answers: list[str]) -> None:
    status, seen = at_terminal(["1", INTERRUPT, *answers, "2", "3", "4", "5", "6", "7"])
    assert status == 0 and "Anna wins." in seen and seen.count("Leave the match? yes or no:") == len(answers)


@pytest.mark.parametrize("answers", [["yes", ""], ["s", "no"], [INTERRUPT, ""]])
def test_after_yes_the_match_is_left(answers: list[str]) -> None:
    status, seen = at_terminal(["1", INTERRUPT, *answers])
    assert status == 130 and "The match is left." in seen
