"""Commands at the table of `play`: what a person may ask for, and actions that are typed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ..matches.narration import why_no_further
from ..model.ruleset import Kind
from ..positions.action import IllegalActionError
from ..texts import marked
from .action_list import Choices, Unclear, named
from .sitting import Left, Sitting, length, sentence

HELP = (
    (marked("a number"), marked("the action of that number; where it is asked how many, that many; y or n")),
    (marked("its text"), marked("the action: enter n1 by walk. The beginning will do where nothing else begins so")),
    (marked("Enter"), marked("shows the list again, or does the only thing that is possible")),
    (marked("why not ACTION"), marked("every reason why it is not possible now")),
    (marked("rules ACTION"), marked("what the rules say about it")),
    (marked("rules THING"), marked("what is printed on something that has a name, and what it does")),
    ("map", marked("the whole board with its legend")),
    ("players", marked("what everybody has")),
    ("score", marked("the points by category")),
    ("undo", marked("takes your last action back; undo 3 takes back three")),
    (marked("save FILE"), marked("saves the match; play --resume FILE goes on with it")),
    ("quit", marked("leaves")),
)


class Commands(Sitting):
    """Obeys what is typed."""

    def _obey(self, typed: str, choices: Choices, player: int) -> None:
        """Carries out what was typed; whatever is wrong with it is said in a line."""
        typed = typed.strip()
        word, _, rest = typed.partition(" ")
        command = self._commands().get(word.lower())
        try:
            if not typed and len(choices.actions) > 1:
                self.stale = True
            elif command is not None and not self._is_action(typed, choices):
                command(rest.strip(), choices, player)
            else:
                self.match.push(choices.pick(typed) if typed else choices.actions[0])
                self.stale = True
        except IllegalActionError as error:
            self.table.refused(error.action, error.verdict)
        except (Unclear, ValueError, OSError) as error:
            self.table.paragraph(sentence(error, self.texts))

    def _commands(self) -> dict[str, Callable[[str, Choices, int], None]]:
        return {
            "why": self._why,
            "rules": self._rules,
            "map": lambda rest, choices, player: self.table.map(choices.state, player),
            "players": lambda rest, choices, player: self.table.everybody(choices.state, player),
            "score": lambda rest, choices, player: self.table.outcome(choices.state, player),
            "undo": self._undo,
            "save": self._saved,
            "quit": self._quit,
            "exit": self._quit,
            "q": self._quit,
            "help": self._help,
            "?": self._help,
        }

    def _is_action(self, typed: str, choices: Choices) -> bool:
        """Whether a word that is a command is the text of an action, too."""
        return named(typed, choices.state, choices.lang).lower() in {each.text.lower() for each in choices.actions}

    # ---- what one may ask for --------------------------------------------------------------------------------------

    def _help(self, rest: str, choices: Choices, player: int) -> None:
        rows = [(what if what in self._commands() else self.phrase(what), self.phrase(says)) for what, says in HELP]
        wide = max(len(each) for each, _ in rows)
        for what, says in rows:
            self.table.paragraph(says, f"  {what.ljust(wide)}  ", head="bold")

    def _why(self, rest: str, choices: Choices, player: int) -> None:
        words = rest.split()
        asked = " ".join(words[1:] if words[:1] in (["not"], ["can't"]) else words)
        if not asked:
            raise Unclear(self.phrase("say of what: why not ACTION"))
        readings = choices.readings(asked)
        legal = [each for each in readings if each in choices.actions]
        facts = self.match.game.facts
        for action in legal:
            self.table.paragraph(
                self.phrase(
                    "That is possible now: {key} {action}.", key=choices.key(action), action=action.label(self.lang)
                )
            )
        if len(readings) == 1 and not legal:
            self.table.paragraph(self.phrase("Not now: {action}.", action=readings[0].label(self.lang)), style="bold")
            for reason in choices.state.check(readings[0]).reasons:
                self.table.reason_in_full(reason, facts)
        elif not legal:
            for action in readings:
                self.table.refused(action, choices.state.check(action))

    def _rules(self, rest: str, choices: Choices, player: int) -> None:
        game = self.match.game
        picked = choices.keyed(rest) if choices.mode == "list" else None
        name = picked.name if picked is not None else next(iter(named(rest, choices.state, choices.lang).split()), "")
        signature = game.signatures.get(name)
        printed = self._rows_called(rest) if picked is None and signature is None else []
        for kind, row in printed:
            self.table.row(kind, row, game.wording(self.lang))
        if printed:
            return
        if signature is None:
            near = game.nearest_action(name) if name else ""
            asked = (
                self.phrase("there is no action `{name}`", name=name)
                if name
                else self.phrase("say of what: rules ACTION")
            )
            raise Unclear("; ".join([asked, *([self.phrase("did you mean `{near}`?", near=near)] if near else [])]))
        self.table.rules(signature.rule, game.wording(self.lang), game.facts)

    def _rows_called(self, asked: str) -> list[tuple[Kind, int]]:
        """Rows of kinds by the name that people read, or that they have in the rules: `food corner`, `food_corner`."""
        rules, words = self.match.game.rules_model, self.match.game.wording(self.lang)
        called = " ".join(asked.lower().split())
        kinds = [kind for kind in rules.kinds.values() if kind.columns and kind.name != rules.players]
        return [
            (kind, row)
            for kind in kinds
            for row, name in enumerate(kind.rows)
            if called and called in (name.lower(), words.row(kind, row).lower())
        ]

    def _undo(self, rest: str, choices: Choices, player: int) -> None:
        if rest and not (rest.isdecimal() and 0 < int(rest[:6]) < 100_000):
            raise Unclear(self.phrase("say how many actions: undo 2"))
        wanted, back = int(rest[:6] or 1) if rest else 1, 0
        while back < wanted and self._may_undo(player):
            action = self.match.pop(fenced=True)
            self.table.line(self.phrase("Taken back: {action}.", action=action.label(self.lang)))
            back += 1
            self.stale = True
        self.told = {whom: min(told, length(self.match)) for whom, told in self.told.items()}
        if back and self._may_undo(player):
            self.table.paragraph(
                self.phrase("{n} more can be taken back.", n=length(self.match) - self.match.undo_fence)
            )
        else:
            why = marked("This is as far as it goes: {why}") if back else marked("Nothing can be taken back: {why}")
            self.table.paragraph(self.phrase(why, why=why_no_further(self.match, self.lang)))

    def _may_undo(self, player: int) -> bool:
        """Whether the last action may be taken back by whoever has the screen."""
        match = self.match
        if length(match) <= match.undo_fence:
            return False
        last = match.move_stack[-1].player
        return last == player if self._is_private else last in self.seats.people

    def _saved(self, rest: str, choices: Choices, player: int) -> None:
        if not rest and self.save is None:
            raise Unclear(self.phrase("say where to: save FILE"))
        self._save(Path(rest).expanduser() if rest else self.save)

    def _quit(self, rest: str, choices: Choices, player: int) -> None:
        self._close()
        if self.save is None and length(self.match) > self.kept:
            self._offered()
        raise Left
