"""Server of the Model Context Protocol: a language model plays a seat, against bots, and is told only what that seat may
know. It needs the package `mcp`, the extra of that name."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

from ...bots.players import Bot, known_name, make, strengths
from ...bots.players.failure import BotFailure
from ...foundation.source.argument_checks import shorten
from ...foundation.source.version import VERSION
from ...foundation.texts import texts
from ...play.matches.match import Match
from ...play.positions.action import Action, Reason
from ..prompts.prompt import decision_lines, position_lines
from ..prompts.reply import RefusedReply, read_reply
from .faults import Fault, faults_of, wrong
from .mcp_readings import add_readings
from .rule_parts import Rules
from .sessions import Sessions

INSTRUCTIONS = """
Board games by their rules. Begin a match with `new_match`: you sit at one seat, bots at the others. `rules` gives the rules of
the table as it is set, in parts. `look` shows what you may know and all your legal actions; `why_not` says by which rule an action is
refused; `play` carries one out and tells what happened until it is your turn again.
`matches` lists your matches; `close_match` ends one.
""".strip()
MOST_LISTED = 100
"""Matches that are listed at once."""
MOST_ANSWERED = 5_000
"""Actions of bots between two of the model."""
T = TypeVar("T", bound=Callable[..., str])


@dataclass
class Seat:
    """Seat of the model in a match. What the rules and the bots have worked out is made anew when it is missing."""

    sessions: Sessions = field(repr=False)
    id: str
    player: int
    opponents: dict[int, str]
    """The names of the bots at the other seats."""
    settings: Mapping[str, Any]
    spec: str
    told: int = 0
    trouble: str = ""
    """Why a bot could not go on, and what can be done about it."""
    rules: Rules | None = field(default=None, repr=False)
    _bots: dict[int, Bot] = field(default_factory=dict, repr=False)

    @property
    def match(self) -> Match:
        """The match, which comes back from the disk if it was put away."""
        return self.sessions.match(self.id)

    @property
    def bots(self) -> Mapping[int, Bot]:
        """The bots at the other seats."""
        if not self._bots:
            game = self.match.game
            self._bots = {player: make(name, game, player) for player, name in self.opponents.items()}
        return self._bots

    def seat_bot(self, player: int, name: str) -> None:
        """Lets another bot play in the place of one."""
        self._bots = {**self.bots, player: make(name, self.match.game, player)}
        self.opponents[player] = name

    def rest(self) -> None:
        """Lets go of what was worked out, while the match is put away."""
        self.rules, self._bots = None, {}


class Tools:
    """The tools that a model has. Each gives a text; a Fault says what is wrong with its arguments."""

    def __init__(self, sessions: Sessions, lang: str = "en") -> None:
        self.sessions, self.lang = sessions, lang
        self._seats: dict[str, Seat] = {}
        self._one_at_a_time = threading.RLock()
        sessions.on_put_away = self._rest

    def games(self) -> str:
        """The games that can be played: id, title, numbers of players, options with their values."""
        found = []
        for id in self.sessions.ids:
            game = self.sessions.game(id)
            options = ", ".join(game.options) or "no options"
            title = game.wording(self.lang).text("ruleset", game.title)
            players = texts("en").count_of_players(*game.rules_model.player_range)
            found.append(f"{id}: {title}, {players}; {options}")
        return "\n".join(found)

    def new_match(
        self,
        game: str,
        seat: int = 0,
        players: int = 0,
        opponents: str = "greedy",
        overlays: list[str] | None = None,
        options: dict[str, str | int | bool] | None = None,
        seed: int | None = None,
    ) -> str:
        """Begins a match of a game, by its id. You sit at `seat` (from 0); a bot, `greedy`, `random` or `mcts:easy`, sits at each other
        seat. `players` is how many play, by default as few as may. Gives the id of the match and your first decision."""
        made = self.sessions.game(game, overlays=overlays or (), options=options or {})
        count = players or made.players.start
        if count not in made.players:
            raise wrong("players", players, f"a number from {made.players.start} to {made.players.stop - 1}")
        if not 0 <= seat < count:
            raise wrong("seat", seat, f"a number from 0 to {count - 1}")
        _look_at_bot("opponents", opponents)
        with faults_of("seed", seed):
            match = Match(made, count, seed)
        id = self.sessions.open(match)
        spec = self.sessions.specs.get(made.id.partition("+")[0], game.partition("+")[0])
        others = {player: opponents for player in range(count) if player != seat}
        self._seats[id] = Seat(self.sessions, id, seat, others, options or {}, spec)
        return f"Match {id}. You are player {seat}.\n\n{self._goes_on(self._seats[id])}"

    def matches(self, first: int = 1) -> str:
        """Your open matches, at most 100 of them from the one of this number on: id, game, moves, whether it is over."""
        found = self.sessions.matches()
        if not 1 <= first <= max(1, len(found)):
            raise wrong("first", first, f"a number from 1 to {max(1, len(found))}")
        lines = [
            f"{id}: {each.game}, {each.moves} moves{', over' if each.is_terminal else ''}"
            for id, each in found[first - 1 : first - 1 + MOST_LISTED]
        ]
        left = len(found) - (first - 1) - len(lines)
        more = [f"{left} more: matches(first={first + len(lines)})"] if left > 0 else []
        return "\n".join([*lines, *more]) or "No match is open."

    def close_match(self, match: str) -> str:
        """Ends a match and forgets it."""
        self._seat(match)
        del self._seats[match]
        self.sessions.close(match)
        return f"Match {match} is closed."

    def rules(self, match: str, part: int = 1, tokens: int = 2000) -> str:
        """The rules of the table as it is set, in parts of at most so many tokens (200 to 20,000); the first line says how
        many parts there are."""
        seat = self._seat(match)
        if seat.rules is None:
            seat.rules = Rules.of(seat.spec, seat.match.game, seat.settings, self.lang)
        with faults_of("part", part):
            text, parts = seat.rules.part(part, tokens - 20)
        return f"Part {part} of {parts}.\n\n{text}"

    def look(self, match: str) -> str:
        """The position as you may know it, the rules about your actions, and all your legal actions."""
        return self._show(self._seat(match))

    def why_not(self, match: str, action: str) -> str:
        """By which rule, and why, an action is not legal for you now."""
        seat = self._seat(match)
        with faults_of("action", action):
            read = seat.match.game.parse_action(action, seat.player)
            reasons = seat.match.state.check(read).reasons
        if not reasons:
            return f"`{read.text}` is legal now."
        return "\n".join(_reason(each.in_language(self.lang)) for each in reasons)

    def play(self, match: str, action: str) -> str:
        """Carries out one of your legal actions, as `look` writes it, and tells what happened until it is your turn again."""
        seat = self._seat(match)
        read = read_reply(seat.match.state, seat.player, action)
        if isinstance(read, RefusedReply):
            raise Fault(-32000, read.code, self._refusal(read, action))
        return self._play(seat, read)

    def _refusal(self, read: RefusedReply, action: str) -> str:
        """Why an action is not carried out, with its rules, and what is legal instead."""
        phrase = texts(self.lang).phrase
        if read.code != "illegal":
            near = "; ".join(each.text for each in read.nearest)
            said = phrase("“{said}” names no action of yours. Pass one as `look` writes it.", said=shorten(action))
            return f"{said} {phrase('Legal now, among others: {many}', many=near)}" if near else said
        rules = "\n".join(_reason(each.in_language(self.lang)) for each in read.reasons)
        return f"{read.text(self.lang)}\n{rules}"

    def seat_bot(self, match: str, player: int, bot: str) -> str:
        """Seats another bot in the place of one, such as one that could not go on: `random` always can. Tells what happened
        until it is your turn again."""
        seat = self._seat(match)
        if player not in seat.bots:
            raise wrong("player", player, f"one of those at whose seats bots sit: {', '.join(map(str, seat.bots))}")
        _look_at_bot("bot", bot)
        seat.seat_bot(player, bot)
        return self._goes_on(seat)

    # ---- play ----------------------------------------------------------------------------------------------------

    def _seat(self, id: str) -> Seat:
        if id not in self._seats:
            raise wrong("match", id, "the id that `new_match` gave")
        return self._seats[id]

    def _rest(self, id: str) -> None:
        """Lets go of what was worked out for a match that is put away."""
        if id in self._seats:
            self._seats[id].rest()

    def _play(self, seat: Seat, action: Action) -> str:
        self.sessions.push(seat.match, action.text, seat.player)
        return self._goes_on(seat)

    def _goes_on(self, seat: Seat) -> str:
        """Lets bots act until it is the model's turn, and tells what happened and where it stands."""
        match, seat.trouble = seat.match, ""
        for _ in range(MOST_ANSWERED):
            if match.state.is_terminal or seat.player in match.state.active_players or seat.trouble:
                break
            self._bot_acts(seat, match.state.active_players[0])
        lines = [self._line(each) for each in match.told(seat.player, seat.told, self.lang)]
        seat.told = len(match.move_stack)
        return "\n".join([*lines, "", self._show(seat)] if lines else [self._show(seat)])

    def _bot_acts(self, seat: Seat, player: int) -> None:
        """One action of a bot. Where it fails, for whatever reason, the match stays where it stands."""
        bot = seat.bots[player]
        try:
            seat.match.push(bot.choose(seat.match.state, player))
        except Exception as error:
            why = BotFailure("", error).why(texts(self.lang))
            seat.trouble = texts(self.lang).phrase(
                "The bot of player {player} could not go on: {why}. Let another play there: `seat_bot`.",
                player=player,
                why=why,
            )

    def _line(self, move: Mapping[str, Any]) -> str:
        who = "" if move["player"] is None else "chance: " if move["player"] < 0 else f"player {move['player']}: "
        return f"{who}{move['text'] or move['name'] or ''}" + (
            f" ({'; '.join(move['events'])})" if move["events"] else ""
        )

    def _show(self, seat: Seat) -> str:
        state = seat.match.state
        if seat.player in state.active_players:
            how = texts(self.lang).phrase(
                "Pass one of them to `play`, as it is written above between backticks, for example `{action}`.",
                action=state.legal_actions(seat.player)[0].text,
            )
            return "\n".join([*decision_lines(state, seat.player, self.lang), "", how])
        position = "\n".join([*filter(None, [seat.trouble]), *position_lines(state, seat.player, self.lang)])
        return f"{position}\n\n{state.outcome(seat.player).table(self.lang)}" if state.is_terminal else position

    def tool(self, function: T) -> T:
        """A tool: one at a time, with faults as errors that the model reads."""

        @wraps(function)
        def carried_out(*given: Any, **named: Any) -> str:
            with self._one_at_a_time:
                try:
                    return function(*given, **named)
                except Fault as fault:
                    raise ToolError(str(fault)) from fault

        return carried_out  # type: ignore[return-value]


def _look_at_bot(name: str, bot: str) -> None:
    """Refuses what is no name of a bot, with its strength or without."""
    try:
        known_name(bot)
    except ValueError as error:
        raise wrong(name, bot, f"one of {', '.join(strengths())}") from error


def _reason(reason: Reason) -> str:
    """A reason with its rule and the facts behind it."""
    rule = f"{reason.rule}: " if reason.rule else ""
    values = "; ".join(
        f"{what} {value}" for what, value in (("there is", reason.current), ("needed is", reason.needed)) if value
    )
    cited = f" [{', '.join(reason.citation)}]" if reason.citation else ""
    return f"{rule}{reason.message}{f' ({values})' if values else ''}{cited}"


LOOKS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
PLAYS = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=False, open_world_hint=False)
"""An action cannot be taken back, as a rule."""
ENDS = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)


def mcp_server(sessions: Sessions, lang: str = "en") -> MCPServer:
    """The server of some sessions; `run("stdio")` serves on the standard streams until the client leaves."""
    server: MCPServer = MCPServer("cavewright", instructions=INSTRUCTIONS, version=VERSION, log_level="ERROR")
    host = Tools(sessions, lang)
    for each, changes in (
        (host.games, LOOKS),
        (host.new_match, ADDS),
        (host.matches, LOOKS),
        (host.rules, LOOKS),
        (host.look, LOOKS),
        (host.why_not, LOOKS),
        (host.play, PLAYS),
        (host.seat_bot, PLAYS),
        (host.close_match, ENDS),
    ):
        said = " ".join((each.__doc__ or "").split())
        server.tool(description=said, annotations=changes)(host.tool(each))
    add_readings(server, sessions, lang)
    return server
