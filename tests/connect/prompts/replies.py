"""Replies as language models write them, and what each of them names: told here by plain search, not by the reader of replies.

`replies(state, player, rng)` gives pairs of a text and the actions that it may be taken for: one, or none at all where it has to be refused.
"""

import re

import cavewright as cw

INTROS = (
    "Sure!\n",
    "Okay, let me think about the position.\n",
    "Great question.\n\n",
    "**Analysis**\n- I am ahead.\n- They are behind.\n\n",
    "<think>If I {other}, they win. So no.</think>\n",
    "Ich überlege kurz.\n",
    "Vamos a ver.\n\n",
    "",
)
ENDINGS = ("", "\n", "\n\nGood luck!", "\nThis keeps my options open.", "\n\nLet me know what you play.")
CHOICES = (
    "ACTION: {action}",
    "action: {action}",
    "**ACTION:** {action}",
    "ACTION: `{action}`",
    "> ACTION: **{action}**",
    "My move: {action}.",
    "Final answer: {action}",
    "`{action}`",
    "**{action}**",
    "{action}",
    "- {action}",
    "```\n{action}\n```",
    '{{"action": "{action}"}}',
    '{{"thought": "they threaten a lot", "action": "{action}"}}',
    "Aktion: {action}",
    "Acción: {action}",
    "ACTION:\n{action}",
)
"""All of them name the one action that they hold."""
CHATTY = (
    "I choose {action}.",
    "I will play {action}, because it is safe",
    "Let me {action}.",
    "So my move is `{action}`.",
    "Ich wähle {action}.",
    "Elijo {action}.",
)
"""So do these, if the action has values; else no action stands there."""
REFUSED = (
    "I will not {action}",
    "Should I {action}?",
    "If I {action} they win.",
    "{action} or {other}",
    "ACTION: {action}\nACTION: {other}",
    "Not {action}!",
    "The opponent will {action}",
    "ACTION: {action} and {other}",
    "ACTION: {action}?",
    "I considered {action}, but {other} is better",
    "~~{action}~~",
    '{{"action": "{action}", "action": "{other}"}}',
    "<think>{action}",
    "I like {action} and {other}",
    "",
    "hm",
    "42",
    "ACTION:",
    "ACTION: attack the dragon with a sword",
    "I resign",
    "😀" * 30,
    "ACTION: [legal action]",
    "\u0000\u0007",
    "ACTION: {action} {action}",
)
"""None of them is an answer, whatever the two actions are."""


def ways(action):
    """Some ways to write an action: as the rules write it, in capitals, with other blanks, in languages."""
    text = action.text
    labels = [action.label(lang) for lang in ("en", "de", "es")]
    return [
        text,
        text.upper(),
        text.title(),
        "  ".join(text.split()),
        text.replace("_", " "),
        str(action),
        *labels,
        *(label.upper() for label in labels if label.upper().casefold() == label.casefold()),
    ]


def plain(text):
    """Letters, digits and signs of numbers of a text, as words."""
    said = re.sub('[*`"{}:_]', " ", text.casefold()).replace("−", "-").replace("’", "'")
    return " " + " ".join(re.findall(r"(?:[-+](?=\d))?\w(?:[^\s]*\w)?", said)) + " "


def written(actions):
    """Whose names these are, by how they are written."""
    found = {}
    for each in actions:
        for way in (each.text, *(each.label(lang) for lang in each.game.languages)):
            found.setdefault(plain(way), set()).add(each)
    return found


def may_mean(text, known):
    """The actions whose name stands in a text."""
    said = plain(text)
    return {each for way, actions in known.items() if way in said for each in actions}


def garbled(text, rng):
    """A text with some letters lost, doubled, exchanged or replaced, or cut off."""
    letters = list(text)
    for _ in range(rng.randint(1, 3)):
        at, what = rng.randrange(len(letters) + 1), rng.randrange(5)
        if what == 0:
            letters[at : at + 1] = []
        elif what == 1:
            letters[at:at] = rng.choice('abcdefgh0123456789 .,:-_\n`*"ßé')
        elif what == 2:
            letters[at : at + 2] = letters[at : at + 2][::-1]
        elif what == 3:
            letters[at : at + 1] = letters[at : at + 1] * 2
        else:
            letters[at + rng.randint(0, 8) :] = []
    return "".join(letters)


def replies(legal, known, rng):
    """One reply of each sort: the text, what it may be taken for, and whether it has to be."""
    action = rng.choice(legal)
    other = rng.choice([each for each in legal if each != action] or [None])
    wording = rng.choice([way for way in ways(action) if known.get(plain(way)) in (None, {action})] or [action.text])
    intro, ending = rng.choice(INTROS).format(other=other.text if other else "wait"), rng.choice(ENDINGS)
    choice = rng.choice(CHOICES).format(action=wording)
    if choice.startswith(("{", "```")):
        intro = ending = ""
    yield f"{intro}{choice}{ending}", {action}, True
    if action.values:
        yield intro + rng.choice(CHATTY).format(action=action.text) + ending, {action}, False
    if other is not None:
        yield rng.choice(REFUSED).format(action=action.text, other=other.text), set(), True
    yield rng.choice(REFUSED[11:]).format(action="", other="") + rng.choice("xyz!."), set(), True
    for text in (garbled(f"{intro}{choice}{ending}", rng), garbled(choice, rng), garbled(action.text, rng)):
        yield text, may_mean(text, known), False


def look_at(state, player, text, meant, is_certain, read):
    """The law of replies: never another action than the one that is named, never a refusal without rule and reason, and what is legal is offered."""
    legal = state.legal_actions(player)
    if isinstance(read, cw.Action):
        assert read in legal and read in meant, (text, str(read))
        return True
    assert not (is_certain and meant), (text, read)
    assert read.reasons and all(each.message and each.text("de") and each.code for each in read.reasons), text
    assert read.rule and read.text("es"), text
    assert read.nearest and set(read.nearest) <= set(legal) and len(set(read.nearest)) == len(read.nearest) <= 5, text
    if read.code == "illegal" and read.reasons[0].code != "turn":
        assert read.reasons == state.check(state.game.parse_action(read.said, player)).reasons, text
    return False
