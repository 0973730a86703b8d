"""Words of the page, as they stand in the catalogues."""

from __future__ import annotations

from collections.abc import Mapping

from ..texts import marked

WORDS: Mapping[str, str] = {
    "skip": marked("Skip to what you can do"),
    "boards": marked("Boards"),
    "actions": marked("What you can do"),
    "everything": marked("All of it in one list ({n})"),
    "refused": marked("Not possible now"),
    "here": marked("At {place}"),
    "nothing_here": marked("Nothing can be done here now."),
    "close": marked("Back to the whole table"),
    "told": marked("Since your last turn"),
    "so_far": marked("What happened last"),
    "nothing_told": marked("Nothing has happened yet."),
    "holdings": marked("Who has what"),
    "scores": marked("Points"),
    "result": marked("Result"),
    "undo": marked("Take back: {action}"),
    "no_undo": marked("Nothing can be taken back: {why}"),
    "hint": marked("Hint"),
    "hinted": marked("A bot would choose: {action}"),
    "rules": marked("Rules"),
    "earlier": marked("Earlier positions"),
    "save": marked("Save"),
    "seats": marked("Seats and links"),
    "your_turn": marked("Your turn, {name}"),
    "waiting": marked("{name} is thinking …"),
    "waiting_for": marked("Waiting for {name}."),
    "hand_over": marked("Hand the screen to {name}."),
    "is_here": marked("I am {name}"),
    "legend": marked("Legend"),
    "sources": marked("What the rulebook says"),
    "clause": marked("Rule {rule}"),
    "about": marked("What the rules say about it"),
    "there_is": marked("there is: {current} · needed: {needed}"),
    "pack_it": marked("Pack it like this"),
    "packing": marked("{full} of {most} {measure}"),
    "one_more": marked("one more: {thing}"),
    "one_less": marked("one less: {thing}"),
    "no_more": marked("No more of this fits, or there is no more of it."),
    "no_less": marked("There is none of it, or with less of it something would be left that fits nowhere."),
    "whole_map": marked("The whole map"),
    "close_up": marked("Closer"),
    "new": marked("new since your last turn"),
    "just": marked("changed just now"),
    "position": marked("Position {n} of {all}"),
    "first": marked("The beginning"),
    "back": marked("One back"),
    "on": marked("One on"),
    "now": marked("Now"),
    "table": marked("Back to the table"),
    "link": marked("Link of {name}"),
    "watch_link": marked("Link for those who only watch"),
    "host_link": marked("Your own link: every seat at which nobody else sits. Keep it to yourself."),
    "links_say": marked("Each link opens one seat. Whoever has a link plays that seat: give it to nobody else."),
    "bot": marked("Bot {bot}"),
    "person": marked("a person, at this screen"),
    "guest": marked("a person, by the link"),
    "make_bot": marked("Let {bot} play"),
    "make_person": marked("Let a person play"),
    "take_back": marked("Play it at this screen"),
    "ended": marked("The end"),
    "total": marked("total"),
    "together": marked("together"),
    "lost": marked("lost"),
    "as_if": marked("This is how it would count if the game ended now."),
    "is_saved": marked("Every action is saved as soon as it is done. The match goes on from the file of the host."),
    "trouble": marked("The bot could not go on: {why}"),
    "reconstruction": marked("About these rules"),
    "show": marked("More"),
    "sure": marked("Do it all the same"),
    "not_sure": marked("Do something else"),
    "gone": marked("The server does not answer. What was acknowledged is kept; try again when it is there."),
    "moves": marked("Choose by keyboard: Tab goes on, the arrow keys go from place to place, Enter does it."),
}
"""By the names under which templates use them."""

BOTS: Mapping[str, str] = {
    "random": marked("Bot that chooses at random"),
    "greedy": marked("Bot that looks ahead to the end of its turn"),
    "mcts": marked("Bot that plays many games in its mind"),
}
"""What bots do, by their names."""

REFUSED: Mapping[str, str] = {
    "unknown": marked("There is no table with this link. Ask whoever sent it for the whole link."),
    "old": marked(
        "The table has changed since you opened this page, or this was done already. Nothing was done now; this is how it stands."
    ),
    "not_yours": marked("This is not up to your seat. Nothing was done."),
    "host": marked("This server does not go by that name. Open the address that it printed."),
    "long": marked("This address is too long."),
    "foreign": marked("This was sent by another site. Nothing was done."),
    "large": marked("That was too much to be one of this page’s requests. Nothing was done."),
    "slow": marked("That took too long to arrive. Nothing was done."),
    "unread": marked("That could not be read: {why}"),
    "impossible": marked("That is not possible: {why}"),
    "disk": marked("It could not be saved, so it was not done: {why}"),
    "work": marked("The rules come to no end here: {why}"),
    "broken": marked("Something went wrong in the program. Nothing was done; load the page again."),
    "page": marked("There is no such page at this table."),
}
"""What is said where a request is refused."""
