"""Rules of a spec, opened: as checked, with the files that they came from, in the words of a language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePath

from ...foundation.source import Diagnostic, Span
from ...foundation.source.lazy_property import lazy_property
from ...language.compose import Composed, Folder
from ...language.compose.overlay_order import properties
from ...language.syntax import tree as t
from ...rules.model.ruleset import Ruleset
from ..positions.wording import Wording, Wordings
from .ruleset_cache import remember
from .rulesets import RulesetError, RuleSources, catalogues_of, effective_settings, facts_of, read_files


@dataclass(frozen=True)
class OpenedRules:
    """Rules as checked, and the files that they came from: those of the base, then of each overlay. What else is asked
    of these is found out once.

    `settings` count as if an overlay had made them.
    """

    rules: Ruleset
    files: RuleSources
    found: tuple[Diagnostic, ...]
    words: Wording
    settings: Mapping[str, str] = field(default_factory=dict)

    def phrase(self, template: str, /, **values: object) -> str:
        """A sentence of the program in the language that was asked for."""
        return self.words.texts.phrase(template, **values)

    @property
    def full_id(self) -> str:
        """The id with those of all overlays."""
        return self.rules.full_id

    @property
    def title(self) -> str:
        """Name of the game."""
        return self.words.text("ruleset", self.rules.title)

    @property
    def players(self) -> str:
        """Number of players, in words."""
        return self.words.texts.count_of_players(*self.rules.player_range)

    def property_values(self, name: str) -> tuple[str, ...]:
        """Returns the values under a word in the heads of the rules: that of an edition alone, if it says something. An
        edition whose publisher is not known has not that of the game below."""
        for head in reversed(self.declarations.grounds or (self.declarations.head,)):
            found = tuple(self.words.head(name, each.text) for each in properties(head, name) if each.text)
            if found or name == "publisher":
                return found
        return ()

    def reasons_for(self, head: t.Declaration) -> tuple[str, ...]:
        """Returns the reasons that the head of an edition or of an overlay gives for itself."""
        label = head.label if head.kind == "overlay" else "ruleset"
        return tuple(self.words.text(f"{label}.why", each.text) for each in properties(head, "why"))

    @property
    def reconstructions(self) -> tuple[str, ...]:
        """Data that are not those of the printed game."""
        return tuple(self.words.head("reconstruction", each) for each in self.rules.reconstructions)

    @property
    def sources(self) -> dict[str, str]:
        """Sources of citations, by the beginning of their ids."""
        return {id: self.words.head(f"source {id}", text) for id, text in self.rules.sources.items()}

    @property
    def folders(self) -> list[Folder]:
        """The folder of the base, then those of overlays."""
        return self.files.folders

    @lazy_property
    def declarations(self) -> Composed:
        """The declarations of all of them as one list."""
        composed, _, _ = remember("composition", self.folders, {}, lambda: self.files.composition)
        chosen = effective_settings(self.settings, composed)[0] if self.settings else ()
        options = {
            name: _value(option.write_value(option.value))
            for name, option in self.rules.options.items()
            if name in chosen
        }
        return replace(composed, options=options) if self.settings else composed

    @lazy_property
    def facts(self) -> Mapping[str, Mapping[str, str]]:
        """The facts beside the rules, by id."""
        return facts_of(self.folders)[0]

    def place(self, span: Span | None) -> str:
        """Returns the place of a span: the file by its name alone if there is one of that name, and the line."""
        if span is None:
            return ""
        names = [source.name for folder in self.folders for source in folder.sources]
        short = PurePath(span.source.name).name
        alone = sum(PurePath(name).name == short for name in names) <= 1
        return f"{short if alone else span.source.name}:{span.line}"


def open_rules(spec: str, settings: Mapping[str, str], lang: str = "en") -> OpenedRules:
    """The rules of `id-or-path[+overlay…]`. Raises RulesetError when they cannot be played.

    >>> open_rules("the-cave", {}).rules.id
    'the-cave'
    """
    rules, files, found = read_files(spec, options=settings)
    if rules is None:
        raise RulesetError(found)
    return OpenedRules(rules, files, found, Wordings(rules, catalogues_of(files.folders)).of(lang))


def _value(text: str) -> t.Expr:
    return t.Number(int(text)) if text.lstrip("-").isdigit() else t.Name(text)
