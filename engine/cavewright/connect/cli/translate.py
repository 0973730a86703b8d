"""`translate`: a catalogue of the texts of a ruleset or an overlay, to be filled in, and files for translators."""

from __future__ import annotations

from ...foundation.storage.durable_writes import write_over
from ...foundation.texts import is_language, texts
from ...foundation.texts.catalogue import read_catalogue
from ...play.loading.rulesets import RulesetError, read_files
from ...play.states.game import Game
from ...publish.changes.catalogue_files import platform_setup, share_done, template_of, terms_of, update_catalogue
from ...publish.changes.translations import parts_of, to_say
from . import output as s
from .check_commands import spoken_in
from .rules_argument import playable


def translate(name: str, lang: str, template: bool = False) -> int:
    """Writes the catalogue of a language beside the rules, keeping what is translated; the exit status. With `template`
    also a `.pot`, a list of terms, and the set-up of a platform. Raises RulesetError and OSError."""
    rules, files, found = read_files(name)
    if rules is None:
        rules, files, found = read_files(*playable(name))
    if rules is None:
        raise RulesetError(found)
    game = Game(rules)
    part = parts_of(game, files.folders)[-1]
    words = texts(spoken_in(lang))
    if not is_language(lang) or not (lang != part.language or to_say(part, lang, ())):
        raise ValueError(
            words.phrase("the texts of {rules} are in {lang} already; name another language", rules=part.id, lang=lang)
        )
    path = part.folder.catalogue_path(lang)
    assert path is not None
    text = update_catalogue(game, part, lang)
    path.parent.mkdir(exist_ok=True)
    write_over(path, text)
    entries = read_catalogue(text).entries
    open_ = sum(not each.is_full for each in entries)
    s.say(
        words.phrase(
            "{path}: {n} texts, {open} to be translated, {done} % done",
            path=path,
            n=len(entries),
            open=open_,
            done=share_done(entries),
        )
    )
    if template:
        stem = "texts" if path.name == f"{lang}.po" else path.name.removesuffix(f".{lang}.po")
        made = {
            f"{stem}.pot": template_of(game, part),
            f"{stem}.terms.{lang}.csv": terms_of(game, part, lang),
            f"{stem}.weblate.ini": platform_setup(part, path.parent.as_posix(), f"{stem}.pot"),
        }
        for each, content in made.items():
            write_over(path.parent / each, content)
        s.say(words.phrase("{path}: {files}", path=path.parent, files=", ".join(made)))
    return 0
