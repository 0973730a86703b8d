"""Values of the page of a guest: what a link asks for, and what then stands on it."""

from __future__ import annotations

from ...foundation.draw import Table as Rows
from ...foundation.source.frozen import frozen
from ...play.matches.narration import Told
from ...play.positions.sight import Viewer
from ...play.views.notices import Notice
from .boards import Card, Shown
from .choices import Choice, Group
from .packing import Packing
from .piece_in_hand import Way
from .refusals import Refusal


@frozen
class Asked:
    """Parts of a link: where one points, a draft of a packing, an earlier position, who says to be here."""

    me: int | None = None
    at: str = ""
    pack: str = ""
    then: int | None = None
    hint: bool = False
    leaves: bool = False
    """Whether a packing that leaves something empty is to be asked about."""
    teaches: bool = False
    """Whether lessons are shown."""
    passed: str = ""
    """Lessons that were passed over, `enter,discover`."""


@frozen
class Pointed:
    """The place that is pointed at: what it is, what can be done there, what cannot; in `about` names of what can, and of
    what lies there, by which their rules are looked up."""

    name: str
    lines: tuple[str, ...]
    choices: tuple[Choice, ...]
    refusals: tuple[Refusal, ...]
    goes_on: bool
    about: tuple[tuple[str, str], ...]


@frozen
class Scores:
    """Points by category: the heads, a row for each player, who has won; `ended` says whether that is the end."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    ending: str
    ended: bool


@frozen
class Beside:
    """Actions of a seat beside what is decided: each as it is sent, and its label."""

    seat: int
    name: str
    stamp: str
    actions: tuple[tuple[str, str], ...]


@frozen
class Page:
    """All that stands on the page of a guest."""

    lang: str
    title: str
    turn: str
    kept: tuple[str, ...]
    standings: tuple[tuple[str, int, str], ...]
    viewer: Viewer
    me: int | None
    stamp: str
    mark: str
    hand_to: tuple[tuple[int, str], ...]
    says: str
    is_mine: bool
    ended: bool
    boards: tuple[Shown, ...]
    cards: tuple[tuple[str, tuple[Card, ...]], ...]
    legend: tuple[tuple[str, str], ...]
    question: str
    listed: tuple[Group, ...]
    rarely: tuple[Choice, ...]
    mine: tuple[str, ...]
    card: tuple[tuple[str, str], ...]
    everything: tuple[Choice, ...]
    ways: tuple[Way, ...]
    refusals: tuple[Refusal, ...]
    pointed: Pointed | None
    packing: Packing | None
    leaves: str
    """The question before something stays empty; "" where nobody asks."""
    undo: str
    no_undo: str
    undoer: int | None
    hint: str
    hinted: str
    may_hint: bool
    told: tuple[Told, ...]
    told_at: tuple[int, ...]
    """Of each account the position to which it led."""
    names: tuple[str, ...]
    tables: tuple[Rows, ...]
    scores: Scores | None
    trouble: str
    may_reseat: bool
    """Whether whoever looks may seat somebody in the place of a bot that has stopped."""
    notes: tuple[str, ...]
    then: int | None
    positions: tuple[int, ...]
    """Earlier positions are numbered as they were told: how many others have acted unseen says nothing."""
    colours: tuple[str, ...] = ()
    """The colour of each player, "" where the rules name none."""
    beside: tuple[Beside, ...] = ()
    """What each seat may do at any time, asked or not."""
    by_host: tuple[Beside, ...] = ()
    """What only the host does about each seat."""
    why: str = ""
    """What the hint brings by the end of the turn."""
    marks: tuple[tuple[str, str], ...] = ()
    """Marks over the boards, each by its look, with what it means."""
    lesson: tuple[str, str] = ("", "")
    """The action that a lesson is about, and the lesson; "" where there is none."""
    has_lessons: bool = False
    notices: tuple[Notice, ...] = ()
    """What the rules warn the player of."""
    decided: tuple[str, ...] = ()
    """Places that decided the match."""
