"""Readings of the Model Context Protocol: rules and books of games as resources, and prompts with which people begin."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError

from ...publish.book.chapters import BookContents
from ...publish.reference.reference import Reference, Translated
from .faults import Fault
from .rule_parts import Rules
from .sessions import Sessions

SEPARATOR = "\n\n"


def rules_text(sessions: Sessions, id: str, lang: str) -> str:
    """The rules of a game as it is without overlays and with its usual options. Raises Fault for what is none."""
    game = sessions.game(id)
    return "\n".join(Rules.of(sessions.specs.get(id, id), game, {}, lang).blocks)


def book_text(sessions: Sessions, id: str, lang: str) -> str:
    """The book of a game, chapter by chapter, without its pictures. Raises Fault for what is none."""
    sessions.game(id)
    reference = Reference.of([sessions.specs.get(id, id)], settings={}, with_figures=False)
    contents = BookContents(Translated(lang)(reference.games[0]))
    found = []
    for chapter in contents.chapters:
        found.append(f"# {chapter.number}. {chapter.title}")
        found += ["\n".join(f"- {price}: {what}" if price else f"- {what}" for price, what in chapter.prices)]
        found += [f"**{each.number}** {each.text}" if each.number else each.text for each in chapter.rules]
        found += [f"**{asked}** {answer}" for asked, answer, _ in chapter.questions]
        found += ["\n".join(f"- {word}: {meaning}" for word, meaning in chapter.words)]
    return SEPARATOR.join(filter(None, found))


def add_readings(server: MCPServer, sessions: Sessions, lang: str) -> None:
    """Adds resources and prompts to a server. Of a game in a resource's address the id is looked at, and no path."""

    def read(make: Callable[[Sessions, str, str], str], game: str) -> str:
        try:
            return make(sessions, game, lang)
        except Fault as fault:
            raise ResourceError(str(fault)) from fault

    def add_reading(name: str, title: str, says: str, make: Callable[[Sessions, str, str], str]) -> None:
        about: dict[str, Any] = {"name": name, "title": title, "description": says, "mime_type": "text/markdown"}
        server.resource(f"{name}://{{game}}", **about)(lambda game: read(make, game))
        for id in sessions.ids:
            own = {**about, "name": f"{name} of {id}", "title": f"{title} ({id})"}
            server.resource(f"{name}://{id}", **own)(partial(read, make, id))

    add_reading("rules", "Rules", "Rules of a game, whole: its parts, course, actions, options, scoring.", rules_text)
    add_reading("book", "Book", "A game as a book from which people learn it, chapter by chapter.", book_text)

    @server.prompt(title="Play a game")
    def play_game(game: str, opponents: str = "greedy") -> str:
        """Plays a match of a game against bots, to its end."""
        return (
            f"Begin a match with `new_match` (game: {game}, opponents: {opponents}). Read its `rules` first. Then go on: "
            f"choose one of the legal actions that you see, and pass it to `play`, until the match is over. "
            f"Last, tell me who won, and why."
        )

    @server.prompt(title="Explain the rules")
    def explain_rules(game: str, question: str = "") -> str:
        """Explains a game, or answers a question about its rules."""
        asked = f"Answer this question: {question}" if question else "Explain how it is played to somebody who is new."
        return (
            f"Read the resources rules://{game} and book://{game}. {asked} "
            f"Keep to what stands there, and name the rule that you go by."
        )
