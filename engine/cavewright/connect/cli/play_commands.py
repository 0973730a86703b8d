"""Commands at the table of `play`: what a person may ask for, and actions that are typed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from os import environ
from pathlib import Path

from ...bots.players import PLAYOUTS
from ...bots.players.players import TreeBot
from ...bots.players.tree_search import Budget
from ...foundation.draw.characters import columns, pad
from ...foundation.texts import translatable
from ...play.matches.narration import full_label, why_no_further
from ...play.positions.action import Action, IllegalActionError, Reason, form_of
from ...play.positions.moment import wording_at
from ...play.states.foresight import Possible, possible_when
from ...play.states.game import State
from ...play.states.lessons import lesson_for, subject_of
from ...play.views.notices import notices_for
from ...play.views.reasons import with_prices
from ...rules.model.ruleset import Kind
from ..prompts.judged_words import explain_option
from .action_list import AmbiguousInput, Choices, no_action, with_action_name
from .command_words import list_commands, spoken
from .contents import contents_of, packing, without_command
from .out_of_turn import action_beside, actions_typed
from .output import ascii_letters
from .terminal_match import Left, TerminalMatch, length, sentence

HINT_MILLISECONDS = 3_000
"""Time that a hint may take."""
MOST_NAMED = 4
"""Actions with the same reasons that are named."""
MOST_INSTEAD = 12
"""Values that are named in place of one that cannot be chosen."""


class Commands(TerminalMatch):
    """Obeys what is typed."""

    def _obey(self, typed: str, choices: Choices) -> None:
        """Carries out what was typed; whatever is wrong with it is said in a line."""
        typed = typed.strip()
        command = spoken(typed, self.texts) if typed else None
        try:
            if not typed and len(choices.actions) > 1:
                self.stale = self.all_listed = True
            elif command is not None and not self._is_action(typed, choices):
                self.meant = ()
                self._commands()[command[0]](command[1], choices)
            else:
                self._done(self._actions_meant(typed, choices))
        except IllegalActionError as error:
            self.table.show_refusal(error.action, error.verdict)
        except (AmbiguousInput, ValueError, OSError) as error:
            self.table.paragraph(sentence(error, self.texts))

    def _done(self, actions: tuple[Action, ...]) -> None:
        """Does what is meant; what cannot be made good again only when it is meant twice in a row."""
        now = (wording_at(self.match.state, self.table.lang, each.player, each.player) for each in actions)
        warned = list(filter(None, (w.confirmation(each.signature) for w, each in zip(now, actions, strict=True))))
        if warned and self.meant != actions and not self.match.state.check(actions[0]).reasons:
            self.meant = actions
            self.announce("{what} Type it once more to do it.", "bold", what=" ".join(warned))
            return
        for action in actions:
            self.match.push(action, by_host=action in self.match.state.host_actions())
        self.stale, self.meant = True, ()

    def _actions_meant(self, typed: str, choices: Choices) -> tuple[Action, ...]:
        """The actions that are typed: one, or those that pack what is named in one line or is a kit."""
        if not typed:
            return choices.actions[:1]
        if beside := action_beside(typed, choices):
            return (beside,)
        wanted = contents_of(self.kits.get(without_command(typed, choices), typed), choices)
        return (choices.pick(typed),) if wanted is None else packing(choices, wanted)

    def _commands(self) -> dict[str, Callable[[str, Choices], None]]:
        return {
            "why not": self._why,
            "hint": self._hint,
            "rules": self._rules,
            "map": self._map,
            "players": lambda rest, choices: self.table.everybody(choices.state, choices.player),
            "score": lambda rest, choices: self.table.outcome(choices.state, choices.player),
            "kit": self._kit,
            "undo": self._undo,
            "teach": self._teach,
            "save": self._save_as,
            "quit": self._quit,
            "help": self._help,
        }

    def _is_action(self, typed: str, choices: Choices) -> bool:
        """Tells if a word that is a command is the text of an action, too."""
        return with_action_name(typed, choices.state, choices.lang).lower() in {
            each.text.lower() for each in choices.actions
        }

    # ---- what one may ask for --------------------------------------------------------------------------------------

    def _help(self, rest: str, choices: Choices) -> None:
        rows = list_commands(self.texts)
        wide = max(columns(each) for each, _ in rows)
        with self._paging():
            self.table.game_help(choices.state, choices.player)
            if beside := actions_typed(choices.state, self.lang):
                self.announce("At any time, also out of turn: {actions}.", actions=beside)
            self.announce("What you can type:", "bold")
            for what, says in rows:
                self.table.paragraph(says, f"  {pad(what, wide)}  ", head="bold")

    def _hint(self, rest: str, choices: Choices) -> None:
        game, action = self.match.game, choices.actions[0]
        if len(choices.actions) == 1:
            self.announce("Only this is possible: {action}.", action=action.label(self.lang))
            return
        seed = self.match.seed + length(self.match)
        found = TreeBot(game, seed, Budget(PLAYOUTS, HINT_MILLISECONDS)).look(choices.state, choices.player)
        action = choices.state.legal_actions(choices.player)[found.best]
        self.announce("A bot would choose: {action}.", action=full_label(action, self.lang))
        if found.is_won:
            number = round(100 * found.shares[found.best])
            self.announce("Of 100 games that go on so it wins about {number}.", number=number)
        elif found.gains[found.best] > 0:
            self.announce("It expects to stand better at the end of the turn than now.")
        else:
            self.announce("It finds nothing that is better at the end of the turn than how things stand now.")
        if why := explain_option(choices.state, choices.player, found.best, self.lang):
            self.announce("What changes by then: {terms}.", terms=why)

    def _map(self, rest: str, choices: Choices) -> None:
        is_wide = rest.lower() in ("wide", self.phrase("wide"))
        if rest and not is_wide:
            raise AmbiguousInput(self.phrase("say map, or map wide"))
        with self._paging(is_wide):
            self.table.map(choices.state, choices.player, is_wide)

    def _kit(self, rest: str, choices: Choices) -> None:
        name, _, contents = rest.partition(" ")
        if not contents.strip():
            known = "; ".join(f"{each}: {what}" for each, what in self.kits.items())
            raise AmbiguousInput(known or self.phrase("say what is in it: kit usual 4 apples, 1 hammer"))
        contents_of(contents, choices)
        self.kits[name.lower()] = contents.strip()
        self.announce("{name} stands for {contents} from now on.", name=name, contents=contents.strip())

    def _why(self, rest: str, choices: Choices) -> None:
        if not rest:
            raise AmbiguousInput(self.phrase("say of what: why not ACTION"))
        readings = choices.readings(rest)
        legal = [each for each in readings if each in choices.actions]
        for action in legal:
            self.announce(
                "That is possible now: {key} {action}.", key=choices.key(action), action=action.label(self.lang)
            )
        if not legal:
            self._show_refusals(readings, choices.state)

    def _show_refusals(self, readings: Sequence[Action], state: State) -> None:
        """Some actions that are not possible now; what has the same reasons is named together, and they once."""
        reasons = dict[tuple[Reason, ...], list[Action]]()
        for action in readings:
            reasons.setdefault(with_prices(state, action), []).append(action)
        for why, actions in reasons.items():
            said = self.texts.either([each.label(self.lang) for each in actions[:MOST_NAMED]])
            more = " …" if len(actions) > MOST_NAMED else ""
            self.announce("Not now: {action}.", "bold", action=said + more)
            for reason in why:
                self.table.reason_in_full(reason, self.match.game)
            if why[0].code == "domain" and (instead := self._instead(actions[0], state)):
                self.table.paragraph(instead, "      ")
        if len(readings) == 1:
            self._when(possible_when(state, readings[0]))

    def _instead(self, action: Action, state: State) -> str:
        """Returns the values to choose in place of the first value that cannot be, the others being as they are; "" if
        there are none."""
        alike = [each for each in state.legal_actions(action.player) if each.name == action.name]
        for n, value in enumerate(action.values):
            others = [each for each in alike if each.values[:n] == action.values[:n]]
            alike = [each for each in others if each.values[n] == value]
            if others and not alike:
                words, type_ = self.wording, action.signature.parameters[n][1]
                named = list(dict.fromkeys(words.show_value(each.values[n], type_, state.names) for each in others))
                said = self.texts.either(named[:MOST_INSTEAD]) + (" …" if len(named) > MOST_INSTEAD else "")
                wrong = words.show_value(value, type_, state.names)
                return self.phrase("Possible instead of {value}: {others}.", value=wrong, others=said)
        return ""

    def _when(self, found: Possible | None) -> None:
        """When an action would be possible, if a search has found that."""
        if found is not None and found.after:
            actions = ", ".join(each.label(self.lang) for each in found.after)
            self.announce("It would be possible after: {actions}.", actions=actions)
        elif found is not None and found.is_next_turn:
            self.announce("It would be possible at the start of your next turn, if nothing else changes until then.")

    def _rules(self, rest: str, choices: Choices) -> None:
        game = self.match.game
        picked = choices.action_by_key(rest) if choices.mode == "list" else None
        name = (
            picked.name
            if picked is not None
            else next(iter(with_action_name(rest, choices.state, choices.lang).split()), "")
        )
        signature = game.signatures.get(name)
        printed = self._rows_called(rest) if picked is None and signature is None else []
        for kind, row in printed:
            self.table.row(kind, row, self.wording)
        if printed:
            return
        if signature is None:
            raise AmbiguousInput(no_action(rest, choices) if name else self.phrase("say of what: rules ACTION"))
        with self._paging():
            self.table.rules(signature.rule, game)
            written = translatable("Chance decides it. Examples, saves and programs write: {written}")
            written = written if signature.chance else translatable("It is written: {written}")
            self.announce(written, "dim", written=form_of(signature))

    @contextmanager
    def _paging(self, is_wide: bool = False) -> Iterator[None]:
        """Shows what is long a screenful at a time, where somebody sits at a terminal; `less` with its colours and with
        a line that says what to press, and only where it does not fit. `is_wide`: lines that are too long go on beyond
        the edge, where the arrow keys lead."""
        console, own = self.table.console, environ.get("LESS")
        if not (console.is_terminal and sys.stdin.isatty()):
            yield
            return
        keys = ascii_letters(self.phrase("Space goes on and q goes back to the table"))
        environ["LESS"] = (f"FRX -Ps{keys}$" if own is None else own) + (" -S -+F" if is_wide else "")
        try:
            with console.pager(styles=True):
                yield
        finally:
            environ.pop("LESS")
            environ.update({"LESS": own} if own is not None else {})

    def _rows_called(self, asked: str) -> list[tuple[Kind, int]]:
        """Rows of kinds by the name that people read, or that they have in the rules: `food corner`, `food_corner`."""
        rules, words = self.match.game.rules_model, self.wording
        called = " ".join(asked.lower().split())
        kinds = [kind for kind in rules.kinds.values() if kind.columns and kind.name != rules.players]
        return [
            (kind, row)
            for kind in kinds
            for row, name in enumerate(kind.rows)
            if called and called in (name.lower(), words.row(kind, row).lower())
        ]

    def _undo(self, rest: str, choices: Choices) -> None:
        if rest and not (rest.isdecimal() and 0 < int(rest[:6]) < 100_000):
            raise AmbiguousInput(self.phrase("say how many actions: undo 2"))
        wanted, back = int(rest[:6] or 1) if rest else 1, 0
        while back < wanted and self._may_undo(choices.player):
            action = self.match.pop(fenced=True)
            self.announce("Taken back: {action}.", action=action.label(self.lang))
            back += 1
            self.stale = True
        self.told = {whom: min(told, length(self.match)) for whom, told in self.told.items()}
        if back and self._may_undo(choices.player):
            self.announce("{n} more can be taken back.", n=length(self.match) - self.match.undo_fence)
        else:
            why = (
                translatable("This is as far as it goes: {why}")
                if back
                else translatable("Nothing can be taken back: {why}")
            )
            self.announce(why, why=why_no_further(self.match, self.lang))

    def _teach(self, rest: str, choices: Choices) -> None:
        if not self.match.game.rules_model.lessons:
            self.announce("These rules have no lessons.")
            return
        self.teaches = not self.teaches
        self.announce("The teacher is here." if self.teaches else "The teacher has left.")
        self.tell_lesson(choices)

    def tell_notices(self, choices: Choices) -> None:
        """Tells what the rules warn the player of."""
        for each in notices_for(choices.state, choices.player, choices.player, self.lang):
            self.table.paragraph(each.text, "! ", head="bold yellow")

    def tell_lesson(self, choices: Choices) -> None:
        """Tells the word of the teacher that fits, twice at most."""
        passed = [name for name, many in self.lessons_told.items() if many > 1]
        found = lesson_for(choices.state, choices.player, self.match.move_stack, passed) if self.teaches else None
        if found is not None:
            self.lessons_told[subject_of(found)] = self.lessons_told.get(subject_of(found), 0) + 1
            self.table.paragraph(self.wording.clause(found), f"{self.phrase('Teacher')}: ", head="bold yellow")

    def _may_undo(self, player: int) -> bool:
        """Tells if the last action may be taken back by whoever has the screen."""
        match = self.match
        if length(match) <= match.undo_fence:
            return False
        last = match.move_stack[-1].player
        return last == player if self._is_private else last in self.seats.people

    def _save_as(self, rest: str, choices: Choices) -> None:
        path = Path(rest).expanduser() if rest else self.save
        if path is None:
            raise AmbiguousInput(self.phrase("say where to: save FILE"))
        self._save(path)

    def _quit(self, rest: str, choices: Choices) -> None:
        self._close()
        if self.save is None and length(self.match) > self.kept:
            self.table.line()
            self._offer_to_save()
        raise Left
