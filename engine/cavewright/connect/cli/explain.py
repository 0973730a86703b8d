"""`explain`: a diagnostic by its code, a word of the language, a fact by its id, whatever rules declare by its name, a line
by its key."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from pathlib import Path

from ...foundation.source import nearest
from ...foundation.texts import SOURCE, Texts, texts, translatable
from ...language.compose import Folder, find_registered, registered_games
from ...play.loading.opened_rules import OpenedRules, open_rules
from ...play.loading.rulesets import RulesetError, facts_of
from ...publish.changes.citations import Fact, cited_facts, record, settings_of
from ...rules.model.ruleset import Option
from . import output as s
from .explain_rule import explain_rule
from .explain_word import is_word, lines_of_word, print_word, words_of_language
from .show import choice_text, option_record
from .show_rule import has_rule

CODE = re.compile(r"[A-Z]\d{4}")
MARK = re.compile(r"^#[!:].*\n|[ \t]*#!.*$", re.MULTILINE)
"""Where and how a test expects the finding."""
TYPED = re.compile(r"^#: (run|set) (\S+).*\n", re.MULTILINE)
"""What is typed, where that makes the difference."""
REPEATED = re.compile(r"^( *)#\* (\d+) (.*)$", re.MULTILINE)
"""Stands for so many lines."""
KINDS = {
    "ambiguity": translatable("open question"),
    "component": translatable("component"),
    "figure": translatable("number in the box"),
    "missing": translatable("not known"),
    "none": translatable("without effect on play"),
    "play": translatable("rule of play"),
    "setup": translatable("setting up"),
    "text": translatable("wording"),
}
"""What sorts of facts are called that rulesets have."""
WRITTEN = re.compile(r"^(?:add |replace )?[a-z]+ +(?P<name>[^\W\d]\w*)|^[ \t]+(?P<key>[^\W\d]\w*):[ \t]", re.MULTILINE)
"""Where something may be declared, with its name, and a line with its key."""
SIDES = ("bad", "good")
SHORT, MOST_LINES = 12, 40


def explain(word: str, as_json: bool, lang: str) -> int:
    """Prints what a code, an id or an option means; the exit status. Raises ValueError when nothing has that name."""
    asked = word.strip()
    if CODE.fullmatch(asked.upper()):
        return _explain_code(asked.upper(), as_json, texts(lang))
    files = _registered_files()
    games = list(_games_that_mention(asked, files, lang))
    facts = [(fact, game) for game in games for fact in _facts_called(game, asked.upper())]
    options = _options_called(games, asked.replace("-", "_"))
    if is_word(asked) and not as_json:
        print_word(asked, texts(lang))
    if not facts and not options:
        ruled = [game for game in games if has_rule(asked, game)]
        if ruled:
            return explain_rule(asked, ruled, as_json)
        if is_word(asked):
            if as_json:
                s.answer({"word": asked, "lines": lines_of_word(asked)})
            return 0
        raise _nothing(asked, files, lang)
    if as_json:
        s.answer(
            [record(*each) for each in facts]
            + [{**option_record(o, game.words), "ruleset": game.rules.id} for o, game in options]
        )
        return 0
    for fact, game in facts:
        print_fact(fact, game)
    for option, game in options:
        _print_option(option, game)
    return 0


def _registered_files() -> dict[str, Folder]:
    """The files of all registered games, as they stand there, by id."""
    read = {name: find_registered(name) for name in registered_games()}
    return {name: each for name, each in read.items() if isinstance(each, Folder)}


def _games_that_mention(asked: str, files: Mapping[str, Folder], lang: str) -> Iterator[OpenedRules]:
    """The games that check, of those in whose own files a name stands, or the rule of a clause: it is declared or cited
    nowhere else."""
    word = asked.partition(".")[0]
    mentioned = re.compile(rf"\b({re.escape(word)}|{re.escape(word.replace('-', '_'))})\b", re.IGNORECASE)
    for name, folder in files.items():
        written = (*folder.sources, *folder.tables.values(), *filter(None, [folder.facts]))
        if not word or not any(mentioned.search(each.text) for each in written):
            continue
        try:
            yield open_rules(name, {}, lang)
        except RulesetError:
            continue


def _facts_called(game: OpenedRules, id: str) -> list[Fact]:
    """The fact of that id, unless it is just as in a ruleset below: there it is told."""
    below = facts_of(game.folders[:-1])[0]
    known = id in game.facts or len(game.folders) == 1 and any(id in each.cites for each in game.rules.clauses)
    return (
        [each for each in cited_facts(game) if each.id == id]
        if known and (id not in below or below[id] != game.facts[id])
        else []
    )


def _options_called(games: list[OpenedRules], name: str) -> list[tuple[Option, OpenedRules]]:
    """The options of that name; that of an edition only if it is not just as in its base."""
    found = {game.rules.id: (game.rules.options[name], game) for game in games if name in game.rules.options}
    told = {id: (option.default, option.choices) for id, (option, _) in found.items()}
    return [
        each
        for id, each in found.items()
        if not any(told.get(ground) == told[id] for ground in each[1].rules.grounds[:-1])
    ]


# ---- facts and options ----------------------------------------------------------------------------------------------


def print_fact(fact: Fact, game: OpenedRules) -> None:
    """A fact: its text, where it is from, what carries it out and what shows it."""
    phrase = game.phrase
    source = next((text for id, text in game.sources.items() if fact.id.startswith(f"{id}-")), "")
    kind = phrase(KINDS[fact.kind]) if fact.kind in KINDS else fact.kind
    s.say(f"{fact.id}{' · ' * bool(kind)}{kind}", "bold cyan")
    s.paragraph(fact.text or phrase("This id is cited, but is not among the facts beside the rules."), "  ")
    s.paragraph(" · ".join(filter(None, [source, fact.place])), "  ", style="dim")
    s.head(phrase("Carried out in {rules} by", rules=game.rules.id))
    played = {f"option {name}": f" = {choice}" for name, choice in settings_of(fact, game).items()}
    for clause in fact.clauses:
        s.say(f"  {clause.name}{played.get(clause.name, '')}   {game.place(clause.span)}", "cyan")
        s.paragraph(game.words.clause(clause) or _first_line(clause.span.text), "      ")
    for note in fact.notes:
        text = game.words.clause(note)
        said = text if fact.clauses else phrase("nothing: {why}", why=text)
        s.paragraph(f"{said} ({game.place(note.span)})", "  ", "    ")
    if not fact.is_carried:
        s.say("  " + phrase("nothing yet"), "red")
    if fact.examples:
        s.head(phrase("Shown by"))
        s.grid([(name, game.place(span)) for name, span in fact.examples], ("", "dim"))


def _first_line(text: str) -> str:
    return re.sub(r"\s*\[[^\]]*\]$", "", text.partition("\n")[0].rstrip()).strip()


def _print_option(option: Option, game: OpenedRules) -> None:
    phrase = game.phrase
    s.say(phrase("option {name} of {rules}", name=option.name, rules=game.rules.id), "bold cyan")
    s.paragraph(game.words.text(f"option {option.name}", option.text), "  ")
    rows = [
        (word, phrase("(default)") if n == option.default else "", choice_text(option, word, text, game.words))
        for n, (word, text) in enumerate(option.choices)
    ]
    s.grid(rows or [(str(option.type), phrase("(default {value})", value=option.default), "")], ("green", "dim"))
    value = next((word for n, (word, _) in enumerate(option.choices) if n != option.default), str(option.type.high))
    s.paragraph(f"cavewright play {game.rules.id} --set {option.name}={value}", "  ", style="dim")
    for fact in (each for each in cited_facts(game) if each.id in option.cites):
        s.say()
        s.paragraph(fact.text, f"  {fact.id}  ", "      ")


def _nothing(asked: str, files: Mapping[str, Folder], lang: str) -> ValueError:
    """The error for a name that nothing has, with the nearest that has something."""
    words = texts(lang)
    wrong = words.phrase("no diagnostic, fact, option, rule or line is called `{name}`", name=s.clean(asked)[:80])
    if isinstance(find_registered(asked), Folder):
        return s.unknown(words, wrong, "", words.phrase("that is a ruleset: `cavewright show {name}`", name=asked))
    known = {*codes(), *facts_of(files.values())[0], *words_of_language()}
    for folder in files.values():
        known |= {name for source in folder.sources for name in _written_names(source.text)}

    def can_be_explained(name: str) -> bool:
        if name == asked:
            return False
        games = list(_games_that_mention(name, files, lang))
        is_rule = any(has_rule(name, game) for game in games)
        return (
            name in codes()
            or is_rule
            or is_word(name)
            or bool(_options_called(games, name) or any(name in each.facts for each in games))
        )

    is_name = re.fullmatch(r"[\w.-]+", asked) is not None
    near = nearest(asked, known, can_be_explained) or nearest(asked.upper(), known, can_be_explained) if is_name else ""
    otherwise = words.phrase(
        "give a code such as C0201, the id of a fact, a name from the rules, or a key such as `turn.cost`"
    )
    return s.unknown(words, wrong, near, otherwise)


def _written_names(text: str) -> Iterator[str]:
    """Yields the names that a rule file may declare, and the keys of lines behind those of their rules."""
    rule = ""
    for found in WRITTEN.finditer(text):
        rule = found["name"] or rule
        yield found["name"] or f"{rule}.{found['key']}"


# ---- codes ----------------------------------------------------------------------------------------------------------


def pages() -> Path:
    """The folder with a folder for each code."""
    here = Path(__file__).resolve().parent.parent.parent
    inside = here / "diagnostics"
    return inside if inside.is_dir() else here.parent.parent / "docs" / "diagnostics"


def codes() -> list[str]:
    """All codes that have a page."""
    folder = pages()
    return sorted(each.name for each in folder.iterdir() if (each / "page.md").is_file()) if folder.is_dir() else []


def _explain_code(code: str, as_json: bool, words: Texts) -> int:
    known = codes()
    if code not in known:
        wrong = words.phrase("there is no diagnostic {code}", code=code)
        raise s.unknown(words, wrong, nearest(code, known), words.phrase("codes look like C0201"))
    folder = pages() / code
    page = (folder / "page.md").read_text(encoding="utf-8")
    files = _files(folder)
    if as_json:
        sides = {side: "\n".join(text for name, text in files.items() if name.startswith(side)) for side in SIDES}
        s.answer(
            {"code": code, "page": page, **sides, "files": {f"{code}/{name}": text for name, text in files.items()}}
        )
        return 0
    if words.lang != SOURCE:
        s.paragraph(words.phrase("This page is in English."), style="dim")
    _print_page(page)
    _print_files(code, files, words)
    return 0


def _files(folder: Path) -> dict[str, str]:
    """The files beside a page, wrong ones first, by their names within the folder, without what only tests look at."""
    paths = {each.relative_to(folder).as_posix(): each for each in sorted(folder.rglob("*")) if each.is_file()}
    return {
        name: _plain(each.read_text(encoding="utf-8", errors="replace"))
        for name, each in paths.items()
        if name.startswith(SIDES)
    }


def _plain(text: str) -> str:
    text = TYPED.sub(lambda m: f"# cavewright check {m[2] if m[1] == 'run' else f'. --set {m[2]}'}\n\n", text)
    return REPEATED.sub(lambda m: f"{m[1]}{m[3].replace('{n}', '1')}  # {m[2]} such lines", MARK.sub("", text))


def _print_page(page: str) -> None:
    for block in re.split(r"\n\s*\n", page.strip()):
        if block.startswith("#"):
            s.say(block.lstrip("# "), "bold")
        elif block.startswith(("    ", "```", "- ", "* ", "|")):
            s.say(f"{block}\n")
        else:
            s.paragraph(" ".join(block.split()))
            s.say()


def _print_files(code: str, files: dict[str, str], words: Texts) -> None:
    """The wrong files and then the right ones, each shortened to what is around its changed lines."""
    for name, text in files.items():
        wrong = name.startswith("bad")
        mine, theirs = SIDES if wrong else SIDES[::-1]
        other = files.get(theirs + name.removeprefix(mine), "")
        s.say(
            words.phrase(
                translatable("Wrong: {file}") if wrong else translatable("Right: {file}"), file=f"{code}/{name}"
            ),
            "bold",
        )
        lines = list(_shorten(text, other, "-" if wrong else "+"))
        for line in lines[:MOST_LINES]:
            s.say(f"    {line}".rstrip(), {"-": "red", "+": "green"}.get(line[:1], ""))
        s.say("    ...\n" if len(lines) > MOST_LINES else "\n" if lines and lines[-1].strip() else "")


def _shorten(text: str, other: str, sign: str) -> Iterator[str]:
    """The lines of a text, those that are not in the other marked with a sign; of a long one, only what is around
    them."""
    mine, theirs = text.splitlines(), other.splitlines()
    around = 3 if len(mine) > SHORT else len(mine) + len(theirs)
    lines = list(unified_diff(theirs, mine, lineterm="", n=around))[2:] or [f" {line}" for line in mine[:SHORT]]
    for line in lines:
        if line.startswith("@@"):
            yield from ("...",) * (len(mine) > SHORT)
        elif not line.startswith("-"):
            yield f"{sign if line[:1] == '+' else ' '} {line[1:]}"[:200]
