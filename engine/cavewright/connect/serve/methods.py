"""Methods of the protocol: each takes checked parameters and gives a result. How messages travel is not known here."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from ...bots.players import make
from ...bots.players import names as bot_names
from ...foundation.source.frozen import frozen
from ...language.compose import registered_overlays
from ...play.matches.match import Match
from ...play.positions.action import CHANCE, Action
from ...play.positions.sight import ALL, Sight
from ...play.positions.sight import Viewer as Looks
from ...play.states.game import Game, State
from ...play.views.view_changes import find_changes
from ..prompts.prompt import position_lines, prompt
from ..prompts.reply import read_reply
from . import foresight_messages as f
from . import messages as m
from .faults import faults_of, reason_data, wrong
from .foresight import Foreseeing, text_and_label


class Methods(Foreseeing):
    """Methods that a client may call on some sessions."""

    # ---- games ---------------------------------------------------------------------------------------------------

    def games(self, given: m.Nothing) -> m.Games:
        """The games that can be played, overlays and bots."""
        lines = [m.GameLine(**_line(self.sessions.game(each))) for each in self.sessions.ids]
        return m.Games(games=lines, overlays=list(registered_overlays()), bots=list(bot_names()))

    def options(self, given: m.Table) -> m.Options:
        """One game, with its options as a JSON schema."""
        game = self._game(given)
        return m.Options(**_line(game), hash=game.hash, languages=list(game.languages), options=game.options_schema())

    def _game(self, given: m.Table) -> Game:
        return self.sessions.game(given.game, given.files, given.overlays, given.options)

    # ---- matches -------------------------------------------------------------------------------------------------

    def new(self, given: m.NewMatch) -> m.Status:
        """A new match."""
        game = self._game(given)
        with faults_of("players", given.players):
            match = Match(game, given.players, given.seed, by_hand=given.by_hand)
        return self._status(self.sessions.open(match))

    def matches(self, given: m.Nothing) -> m.Matches:
        """The open matches, in the order in which they were opened, those too that wait on the disk."""
        lines = [
            m.MatchLine(match=id, game=each.game, moves=each.moves, is_terminal=each.is_terminal)
            for id, each in self.sessions.matches()
        ]
        return m.Matches(matches=lines)

    def close(self, given: m.OfMatch) -> m.Closed:
        """Forgets a match."""
        return m.Closed(found=self.sessions.close(given.match))

    def save(self, given: m.Saved) -> m.Save:
        """The match as text. For `all` it holds the seed and all secrets."""
        match, viewer = self._match_and_viewer(given.match, given.viewer)
        return m.Save(save=match.to_json(viewer))

    def resume(self, given: m.Resumed) -> m.Status:
        """Goes on with a saved match."""
        return self._status(self.sessions.resume(given.save))

    def _status(self, id: str) -> m.Status:
        return m.Status(**_status(id, self.sessions.match(id)))

    def _match_and_viewer(self, id: str, viewer: int | str | None) -> tuple[Match, Looks]:
        match = self.sessions.match(id)
        with faults_of("viewer", viewer):
            return match, Sight(match.state, ALL if viewer == "all" else viewer).viewer  # type: ignore[arg-type]

    # ---- what can be known ---------------------------------------------------------------------------------------

    def state(self, given: m.LookedSince) -> m.Seen:
        """Returns the part of the position that a viewer may know, whole or as what has changed since."""
        match, viewer = self._match_and_viewer(given.match, given.viewer)
        with faults_of("lang", given.lang):
            outcome = match.state.outcome(viewer)
            said = {
                **{k: v for k, v in asdict(outcome).items() if k != "wording"},
                "labels": outcome.labels(given.lang),
            }
        view = json.loads(match.state.view(viewer).to_json())
        seen = m.Seen(**_status(given.match, match), view=view, outcome=json.loads(json.dumps(said)))
        if given.since is not None:
            with faults_of("since", given.since):
                before = json.loads(match.at(given.since).view(viewer).to_json())
            seen.view, seen.changes = None, [asdict(each) for each in find_changes(before, view)]
        return seen

    def events(self, given: m.Since) -> m.Events:
        """Returns the events that a viewer saw of the moves behind so many."""
        match, viewer = self._match_and_viewer(given.match, given.viewer)
        with faults_of("lang", given.lang):
            found = [m.Told(**each) for each in match.told(viewer, given.since, given.lang)]
        return m.Events(moves=found)

    def text(self, given: m.Looked) -> m.Text:
        """The position as a viewer may know it, drawn with letters and in words of a language."""
        match, viewer = self._match_and_viewer(given.match, given.viewer)
        with faults_of("lang", given.lang):
            return m.Text(text="\n".join(position_lines(match.state, viewer, given.lang)))

    def picture(self, given: m.Looked) -> m.Picture:
        """The position as a viewer may know it, as SVG."""
        match, viewer = self._match_and_viewer(given.match, given.viewer)
        with faults_of("lang", given.lang):
            return m.Picture(svg=match.svg(viewer, given.lang))

    # ---- actions -------------------------------------------------------------------------------------------------

    def legal_actions(self, given: m.OfPlayer) -> m.Actions:
        """Returns the actions of a player now; nothing, if it is not its turn."""
        match = self._acting(given.match, given.player)
        with faults_of("lang", given.lang):
            match.game.wording(given.lang)
        legal = match.state.legal_actions(given.player) if given.player in match.state.active_players else ()
        lines, beside = (
            [m.Line(**text_and_label(each, given.lang)) for each in some]
            for some in (legal, match.state.interrupts(given.player))
        )
        return m.Actions(actions=lines, beside=beside)

    def check(self, given: m.OfAction) -> m.Answered:
        """Returns the verdict on an action, with every reason against it."""
        match = self._acting(given.match, given.player)
        with faults_of("lang", given.lang):
            match.game.wording(given.lang)
        with faults_of("action", given.action):
            action = match.game.parse_action(given.action, given.player)
            reasons = [reason_data(each.in_language(given.lang)) for each in match.state.check(action).reasons]
        return m.Answered(ok=not reasons, reasons=reasons)

    def apply(self, given: m.Applied) -> m.Done:
        """Carries out an action, and the chance behind it unless that is entered by hand."""
        match = self._acting(given.match, given.player)
        action = self.sessions.push(match, given.action, given.player, given.moves, given.by_host)
        return m.Done(**_status(given.match, match), action=action)

    def chance(self, given: m.Brought) -> m.Outcomes:
        """Returns the outcomes of chance, or enters one, in a match by hand."""
        match = self.sessions.match(given.match)
        if given.action is not None:
            self.sessions.check_length(match)
            with faults_of("action", given.action):
                match.push(match.game.parse_action(given.action, CHANCE))
        elif given.by_seed:
            match.resolve()
        due = match.state.chance_outcomes() if match.state.current_player == CHANCE else []
        found = [
            m.Outcome(**text_and_label(each, "en"), numerator=weight.numerator, denominator=weight.denominator)
            for each, weight in due
        ]
        return m.Outcomes(**_status(given.match, match), outcomes=found)

    def undo(self, given: m.Undone) -> m.Done:
        """Takes the last player's action back, with the chance behind it."""
        match = self.sessions.match(given.match)
        with faults_of("fenced", given.fenced):
            action = match.pop(given.fenced)
        return m.Done(**_status(given.match, match), action=action.text)

    # ---- corrections and other rules -----------------------------------------------------------------------------

    def position(self, given: m.OfPosition) -> m.Position:
        """A position as text, with all secrets, to be edited for `correct`."""
        match = self.sessions.match(given.match)
        return m.Position(position=self._at(match, given.moves).to_json())

    def correct(self, given: m.Corrected) -> m.Agreed:
        """Puts a position on which the table agreed in the place of the present one. Saves and replays keep it."""
        match = self.sessions.match(given.match)
        if (given.moves is None) == (given.position is None):
            raise wrong("position", given.position, "one of `moves` and `position`, and not both")
        if not given.reason.strip() or not given.reason.isprintable():
            raise wrong("reason", given.reason, "a text of 1 to 200 printable characters")
        with faults_of("moves" if given.position is None else "position", given.position or given.moves):
            state = self._at(match, given.moves) if given.position is None else match.game.read_state(given.position)
            made = match.correct(state, given.reason)
        return m.Agreed(**_status(given.match, match), after=made.after, back_to=made.back_to)

    def divergence(self, given: m.Against) -> m.Parted:
        """Returns the place where a match goes another way under other rules: the first action that they refuse, or
        that leads elsewhere."""
        match, game = self.sessions.match(given.match), self._game(given)
        with faults_of("lang", given.lang):
            game.wording(given.lang)
        with faults_of("game", given.game):
            found = match.divergence(game)
        if found is None:
            return m.Parted(found=False, after=len(match.move_stack), action=None, rule="", reasons=[], text="")
        reasons = [reason_data(each.in_language(given.lang)) for each in found.reasons]
        action = found.action.text if found.action is not None else None
        text = found.text(given.lang)
        return m.Parted(found=True, after=found.after, action=action, rule=found.rule, reasons=reasons, text=text)

    def _at(self, match: Match, moves: int | None) -> State:
        with faults_of("moves", moves):
            return match.state if moves is None else match.at(moves)

    # ---- bots and language models --------------------------------------------------------------------------------

    def choose(self, given: m.Chosen) -> m.Line:
        """Returns the choice of a bot in the place of a player; it is not carried out."""
        match = self._acting(given.match, given.player)
        with faults_of("bot", given.bot):
            bot = make(given.bot, match.game, given.seed)
        with faults_of("player", given.player):
            chosen = bot.choose(match.state, given.player)
        with faults_of("lang", given.lang):
            return m.Line(**text_and_label(chosen, given.lang))

    def prompt(self, given: m.OfPlayer) -> m.Text:
        """The decision of a player in writing, for a language model."""
        match = self._acting(given.match, given.player)
        with faults_of("lang", given.lang):
            match.game.wording(given.lang)
        with faults_of("player", given.player):
            return m.Text(text=prompt(match.state, given.player, given.lang))

    def read_reply(self, given: m.Replied) -> m.Read:
        """The action that a language model's reply names, or why it is none; it is not carried out."""
        match = self._acting(given.match, given.player)
        with faults_of("lang", given.lang):
            match.game.wording(given.lang)
        read = read_reply(match.state, given.player, given.reply)
        if isinstance(read, Action):
            return m.Read(action=read.text, code="", text=read.label(given.lang), reasons=[], nearest=[])
        reasons = [reason_data(each.in_language(given.lang)) for each in read.reasons]
        nearest = [each.text for each in read.nearest]
        return m.Read(action=None, code=read.code, text=read.text(given.lang), reasons=reasons, nearest=nearest)


def _line(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "version": game.version,
        "players": [game.players.start, game.players.stop - 1],
    }


def _status(id: str, match: Match) -> dict[str, Any]:
    state = match.state
    return {
        "match": id,
        "moves": len(match.move_stack),
        "names": list(match.names),
        "current_player": state.current_player,
        "active_players": list(state.active_players),
        "is_terminal": state.is_terminal,
    }


@frozen
class Method:
    """A method as it is published: its name, what it takes and what it gives, and what it is for."""

    name: str
    takes: type[m.Message]
    gives: type[m.Message]
    says: str


def _method(function: Callable[..., m.Message], takes: type[m.Message], gives: type[m.Message]) -> Method:
    return Method(function.__name__, takes, gives, " ".join((function.__doc__ or "").split()))


METHODS = (
    _method(Methods.games, m.Nothing, m.Games),
    _method(Methods.options, m.Table, m.Options),
    _method(Methods.new, m.NewMatch, m.Status),
    _method(Methods.matches, m.Nothing, m.Matches),
    _method(Methods.close, m.OfMatch, m.Closed),
    _method(Methods.state, m.LookedSince, m.Seen),
    _method(Methods.legal_actions, m.OfPlayer, m.Actions),
    _method(Methods.preview, m.OfAction, f.Foreseen),
    _method(Methods.check, m.OfAction, m.Answered),
    _method(Methods.apply, m.Applied, m.Done),
    _method(Methods.chance, m.Brought, m.Outcomes),
    _method(Methods.undo, m.Undone, m.Done),
    _method(Methods.position, m.OfPosition, m.Position),
    _method(Methods.correct, m.Corrected, m.Agreed),
    _method(Methods.divergence, m.Against, m.Parted),
    _method(Methods.events, m.Since, m.Events),
    _method(Methods.text, m.Looked, m.Text),
    _method(Methods.picture, m.Looked, m.Picture),
    _method(Methods.save, m.Saved, m.Save),
    _method(Methods.resume, m.Resumed, m.Status),
    _method(Methods.choose, m.Chosen, m.Line),
    _method(Methods.hint, m.OfPlayer, f.Hint),
    _method(Methods.review, m.Looked, f.Review),
    _method(Methods.prompt, m.OfPlayer, m.Text),
    _method(Methods.read_reply, m.Replied, m.Read),
    Method(
        "simulate", m.Simulated, m.Study, "Many games of bots, and what came of them; `progress` is told meanwhile."
    ),
    Method("cancel", m.Cancelled, m.Stopped, "Stops a simulation; it gives what was played by then."),
    Method("schema", m.Nothing, m.Schema, "The JSON schema of all methods."),
)
