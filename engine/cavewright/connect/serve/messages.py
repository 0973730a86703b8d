"""Messages of the protocol: they guard the way in, and the published schema is made of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(min_length=1, max_length=500)]
Lang = Annotated[str, Field(max_length=20, description="A language: `en`, `de`, `es`, or one of the game's own.")]
Viewer = Annotated[
    int | Literal["all"] | None,
    Field(
        description="Who looks: a player's number from 0, null for a spectator, `all` for everything. Give clients what is theirs."
    ),
]
Option = str | int | bool
Number = Annotated[int, Field(ge=0, lt=1_000_000_000)]


class Message(BaseModel):
    """Parameters or results: unknown fields and values of other types are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", use_attribute_docstrings=True)


class Nothing(Message):
    """No parameters."""


class Table(Message):
    """A game as it is set: an id, or rules that the message holds."""

    game: Annotated[str, Field(max_length=500)] = ""
    """The id of a ruleset, with overlays behind it: `the-cave+long-rope`. Paths are not looked at."""
    files: Annotated[dict[Name, str], Field(max_length=200)] = {}
    """Rule files instead, by name: `{"my.cave": "ruleset …"}`."""
    overlays: Annotated[list[Name | dict[Name, str]], Field(max_length=50)] = []
    """Ids of overlays, or rule files by name."""
    options: Annotated[dict[Name, Option], Field(max_length=200)] = {}
    """Values of options, as `options` says which there are."""


class NewMatch(Table):
    """A game, and who plays."""

    players: Annotated[int | list[str] | None, Field(description="How many, or their names.")] = None
    seed: Annotated[
        int | None, Field(ge=0, lt=2**128, description="What resolves chance; drawn, if it is not given.")
    ] = None
    by_hand: bool = False
    """Whether `chance` brings what dice and tiles say, and not the seed."""


class OfMatch(Message):
    """A match."""

    match: Name
    """The id that `new` or `resume` gave."""


class Looked(OfMatch):
    """A match, and who looks at it."""

    viewer: Viewer = None
    lang: Lang = "en"


class LookedSince(Looked):
    """A match, who looks at it, and what they have seen."""

    since: Annotated[int, Field(ge=0, lt=1_000_000_000)] | None = None
    """Gives `changes` since so many moves in the place of the whole view."""


class OfPlayer(OfMatch):
    """A match, and a player of it."""

    player: Number
    """The player's number, from 0."""
    lang: Lang = "en"


class OfAction(OfPlayer):
    """An action that a player may take."""

    action: Annotated[str, Field(max_length=2_000, description="Its text: `enter n1 by walk`.")]


class Applied(OfAction):
    """An action to be carried out."""

    moves: Number | None = None
    """If given: only if the match has this many moves, so that an action sent twice is carried out once."""
    by_host: bool = False
    """Whether the host does it: then also what no player is offered, as when time has run out."""


class Brought(OfMatch):
    """Outcome of chance in a match by hand."""

    action: Annotated[str, Field(max_length=2_000)] | None = None
    """The outcome that came, as `outcomes` lists it."""
    by_seed: bool = False
    """Lets the seed bring all that is due instead."""


class Undone(OfMatch):
    """Request to take moves back."""

    fenced: bool = True
    """Refuses once somebody has learned something or acted since."""


class OfPosition(OfMatch):
    """A position of a match."""

    moves: Number | None = None
    """Behind so many moves; by default as it is now."""


class Corrected(OfMatch):
    """A position on which the table agreed, in the place of the present one: `moves` or `position` says which."""

    reason: Annotated[str, Field(min_length=1, max_length=200)]
    """Why, in the words of the table."""
    moves: Number | None = None
    """The one behind so many moves."""
    position: Annotated[str, Field(max_length=10_000_000)] | None = None
    """One as `position` gives it, edited."""


class Against(Table):
    """A match, and other rules."""

    match: Name
    """The id that `new` or `resume` gave."""
    lang: Lang = "en"


class Since(Looked):
    """Request for the events behind so many moves."""

    since: Number = 0


class Saved(OfMatch):
    """Request for a save, and its viewer."""

    viewer: Viewer = "all"
    """For `all` a save that `resume` takes; for others what they may keep, to be shown and not to be resumed."""


class Resumed(Message):
    """A save."""

    save: Annotated[str, Field(max_length=8_000_000)]
    """The text that `save` gave for `all`."""


class Replied(OfPlayer):
    """Reply of a language model."""

    reply: Annotated[str, Field(max_length=1_000_000)]


class Chosen(OfPlayer):
    """A bot that chooses for a player."""

    bot: Name
    """Its name, one of `bots`."""
    seed: Number = 0


class Simulated(Table):
    """Many games of bots."""

    games: Annotated[int, Field(ge=1, le=100_000)] = 10
    bots: Annotated[list[Name], Field(min_length=1, max_length=16)] = ["greedy"]
    players: Number = 0
    """How many; 0 for as few as may play."""
    seed: Number = 0
    rounds_bound: Annotated[int, Field(ge=1, le=100_000)] = 200
    rotate: bool = False


class Cancelled(Message):
    """A simulation that is to stop."""

    request: int | Annotated[str, Field(max_length=200)]
    """The id of the request that began it."""


# ---- results ---------------------------------------------------------------------------------------------------------


class Status(Message):
    """Standing of a match, for everybody."""

    match: str
    moves: int
    """How many entries it has, chance included."""
    names: list[str]
    current_player: int
    """Who decides: a number, -1 for chance, -2 while several may act, -4 when the game is over."""
    active_players: list[int]
    is_terminal: bool


class MatchLine(Message):
    """A match that is open."""

    match: str
    game: str
    """The id of its ruleset."""
    moves: int
    is_terminal: bool


class Matches(Message):
    """The open matches."""

    matches: list[MatchLine]


class GameLine(Message):
    """A game that is served."""

    id: str
    title: str
    version: str
    players: list[int]
    """The least and the most."""


class Games(Message):
    """Games that can be played."""

    games: list[GameLine]
    overlays: list[str]
    bots: list[str]


class Options(GameLine):
    """A game with what can be set."""

    hash: str
    languages: list[str]
    options: dict[str, Any]
    """The options as a JSON schema."""


class Seen(Status):
    """Part of the position that a viewer may know."""

    view: dict[str, Any] | None
    """A view, as `cw.View.json_schema()` says; null where `since` was given."""
    changes: list[dict[str, Any]] | None = None
    """What turns the view behind `since` moves into this one: operations of a JSON Patch (RFC 6902)."""
    outcome: dict[str, Any]
    """Totals, breakdown and winners; null is what the viewer cannot know."""


class Line(Message):
    """An action as it is written, and in words."""

    action: str
    label: str


class Actions(Message):
    """The legal actions of a player, and what it may do beside them, asked or not."""

    actions: list[Line]
    beside: list[Line]


class Answered(Message):
    """Verdict on an action, with every reason against it."""

    ok: bool
    reasons: list[dict[str, Any]]


class Done(Status):
    """An action that was carried out."""

    action: str


class Position(Message):
    """A position whole, with all secrets."""

    position: str


class Agreed(Status):
    """A correction that was made."""

    after: int
    """Behind so many moves."""
    back_to: int | None
    """The moves behind which the match stood there before; null if it never did."""


class Parted(Message):
    """Place where other rules first matter to a match."""

    found: bool
    """Whether they matter at all."""
    after: int
    """So many moves are the same."""
    action: str | None
    """The action that is refused, or leads elsewhere; null for the beginning and for a correction."""
    rule: str
    reasons: list[dict[str, Any]]
    text: str
    """A sentence for people; empty where nothing was found."""


class Outcome(Line):
    """Outcome of chance, with its probability as a fraction."""

    numerator: int
    denominator: int


class Outcomes(Status):
    """Outcomes of chance now; in a match by hand alone."""

    outcomes: list[Outcome]


class Told(Message):
    """A move that a viewer was told of. `text` is null where its values are not for the viewer."""

    player: int | None
    name: str | None
    text: str | None
    events: list[str]


class Events(Message):
    """Events of moves."""

    moves: list[Told]


class Text(Message):
    """Something to be read."""

    text: str


class Picture(Message):
    """A picture."""

    svg: str


class Save(Message):
    """A save as text."""

    save: str


class Read(Message):
    """Reading of a reply."""

    action: str | None
    code: str
    """Why it is none: illegal, several, unclear, nothing, unread, long; "" where there is an action."""
    text: str
    reasons: list[dict[str, Any]]
    nearest: list[str]


class Study(Message):
    """Results of many games."""

    stopped: bool
    figures: dict[str, Any]


class Stopped(Message):
    """Answer that says if a simulation was found that is stopped now."""

    found: bool


class Closed(Message):
    """Answer that says if there was such a match."""

    found: bool


class Schema(Message):
    """The schema of the protocol."""

    protocol: dict[str, Any]
