"""Words of the page, as they stand in the catalogues."""

from __future__ import annotations

from collections.abc import Mapping

from ...foundation.texts import translatable

WORDS: Mapping[str, str] = {
    "skip": translatable("Skip to what you can do"),
    "boards": translatable("Boards"),
    "actions": translatable("What you can do"),
    "everything": translatable("All of it in one list ({n})"),
    "refused": translatable("Not possible now"),
    "here": translatable("At {place}"),
    "nothing_here": translatable("Nothing can be done here now."),
    "close": translatable("Back to the whole table"),
    "told": translatable("Since your last turn"),
    "so_far": translatable("What happened last"),
    "nothing_told": translatable("Nothing has happened yet."),
    "holdings": translatable("Who has what"),
    "scores": translatable("Points"),
    "result": translatable("Result"),
    "undo": translatable("Take back: {action}"),
    "no_undo": translatable("Nothing can be taken back: {why}"),
    "hint": translatable("Hint"),
    "hinted": translatable("A bot would choose: {action}"),
    "rules": translatable("Rules"),
    "earlier": translatable("Earlier positions"),
    "save": translatable("Save"),
    "seats": translatable("Seats and links"),
    "your_turn": translatable("Your turn, {name}"),
    "waiting": translatable("{name} is thinking …"),
    "waiting_for": translatable("Waiting for {name}."),
    "hand_over": translatable("Hand the screen to {name}."),
    "is_here": translatable("I am {name}"),
    "legend": translatable("Legend"),
    "sources": translatable("What the rulebook says"),
    "clause": translatable("Rule {rule}"),
    "about": translatable("What the rules say about it"),
    "there_is": translatable("there is: {current} · needed: {needed}"),
    "pack_it": translatable("Pack it like this"),
    "packing": translatable("{full} of {most} {measure}"),
    "one_more": translatable("one more: {thing}"),
    "one_less": translatable("one less: {thing}"),
    "no_more": translatable("No more of this fits, or there is no more of it."),
    "no_less": translatable("There is none of it, or with less of it something would be left that fits nowhere."),
    "whole_map": translatable("The whole map"),
    "close_up": translatable("Closer"),
    "new": translatable("new since your last turn"),
    "just": translatable("changed just now"),
    "position": translatable("Position {n} of {all}"),
    "first": translatable("The beginning"),
    "back": translatable("One back"),
    "on": translatable("One on"),
    "now": translatable("Now"),
    "table": translatable("Back to the table"),
    "link": translatable("Link of {name}"),
    "watch_link": translatable("Link for those who only watch"),
    "host_link": translatable("Your own link: every seat at which nobody else sits. Keep it to yourself."),
    "links_say": translatable("Each link opens one seat. Whoever has a link plays that seat: give it to nobody else."),
    "bot": translatable("Bot {bot}"),
    "person": translatable("a person, at this screen"),
    "guest": translatable("a person, by the link"),
    "make_bot": translatable("Let {bot} play"),
    "make_person": translatable("Let a person play"),
    "take_back": translatable("Play it at this screen"),
    "ended": translatable("The end"),
    "total": translatable("total"),
    "together": translatable("together"),
    "lost": translatable("lost"),
    "as_if": translatable("This is how it would count if the game ended now."),
    "is_saved": translatable(
        "Every action is saved as soon as it is done. The match goes on from the file of the host."
    ),
    "trouble": translatable("The bot could not go on: {why}"),
    "bot_failed": translatable("The bot {bot} that plays for {name} could not go on: {why}."),
    "reseat": translatable("Let another bot play, or a person."),
    "host_reseats": translatable("The host can let another bot play, or a person."),
    "no_hint": translatable("There is no hint, since the bot could not go on: {why}."),
    "reconstruction": translatable("About these rules"),
    "show": translatable("More"),
    "sure": translatable("Do it all the same"),
    "not_sure": translatable("Do something else"),
    "gone": translatable("The server does not answer. What was acknowledged is kept; try again when it is there."),
    "moves": translatable("Choose by keyboard: Tab goes on, the arrow keys go from place to place, Enter does it."),
}
"""By the names under which templates use them."""

BOTS: Mapping[str, str] = {
    "random": translatable("Bot that chooses at random"),
    "greedy": translatable("Bot that looks ahead to the end of its turn"),
    "mcts": translatable("Bot that plays many games in its mind"),
    "mcts:easy": translatable("Bot that plays a few games in its mind"),
    "mcts:hard": translatable("Bot that plays very many games in its mind, and takes longer"),
}
"""What bots do, by their names."""

REFUSED: Mapping[str, str] = {
    "unknown": translatable("There is no table with this link. Ask whoever sent it for the whole link."),
    "old": translatable(
        "The table has changed since you opened this page, or this was done already. Nothing was done now; this is how it stands."
    ),
    "not_yours": translatable("This is not up to your seat. Nothing was done."),
    "host": translatable("This server does not go by that name. Open the address that it printed."),
    "long": translatable("This address is too long."),
    "foreign": translatable("This was sent by another site. Nothing was done."),
    "large": translatable("That was too much to be one of this page’s requests. Nothing was done."),
    "slow": translatable("That took too long to arrive. Nothing was done."),
    "unread": translatable("That could not be read: {why}"),
    "impossible": translatable("That is not possible: {why}"),
    "disk": translatable("It could not be saved, so it was not done: {why}"),
    "work": translatable("The rules come to no end here: {why}"),
    "broken": translatable("Something went wrong in the program. Nothing was done; load the page again."),
    "page": translatable("There is no such page at this table."),
}
"""What is said where a request is refused."""
