"""Every feature that the server of the language protocol declares, asked by a real client in one session."""

import asyncio
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

pytest.importorskip("pygls")
from lsprotocol import types as p
from tests.connect.editor.test_language_server import LONG, OVERLAY, opened, serving
from tests.connect.editor.test_words import BASE, EXAMPLE

from cavewright.connect.editor.colours import CLASSES
from cavewright.foundation.source import Source
from cavewright.language.syntax import format_source

TEXT = BASE.replace("gain 1 item in bag", "gain 1  item in bag") + EXAMPLE
"""Rules with an example, and with a blank that `fmt` takes out."""


def place_of(text, word):
    """The place of a word in a text, as the protocol counts."""
    line = text[: text.index(word)].count("\n")
    return p.Position(line, text.split("\n")[line].index(word))


def texts_of(edits, uri, text):
    """A text after edits of the protocol."""
    lines = text.split("\n")
    starts = [sum(len(each) + 1 for each in lines[:n]) for n in range(len(lines) + 1)]
    for each in sorted(
        edits[uri] if isinstance(edits, dict) else edits, key=lambda each: each.range.start, reverse=True
    ):
        start, end = (starts[at.line] + at.character for at in (each.range.start, each.range.end))
        text = text[:start] + each.new_text + text[end:]
    return text


async def ask_everything(folder):
    """The answers of the server to one question for each feature, by name."""
    base, overlay = folder / "mine.cave", folder / "deep.cave"
    base.write_text(TEXT, "utf-8")
    overlay.write_text(OVERLAY, "utf-8")
    async with serving(folder) as (client, session):
        opened(client, base, TEXT)
        opened(client, overlay, OVERLAY)
        where = p.TextDocumentIdentifier(base.as_uri())
        at = {word: (where, place_of(TEXT, word)) for word in ("days times", "light:", "dig in", "lamp in bag")}
        whole = p.Range(p.Position(0, 0), p.Position(TEXT.count("\n"), 0))
        line = p.Range(at["light:"][1], at["light:"][1])
        command = ["cavewright.runExample", [base.as_uri(), "digs"]]
        asked = {
            "hover": client.text_document_hover_async(p.HoverParams(*at["light:"])),
            "completion": client.text_document_completion_async(
                p.CompletionParams(where, p.Position(at["light:"][1].line, 4))
            ),
            "definition": client.text_document_definition_async(p.DefinitionParams(*at["days times"])),
            "references": client.text_document_references_async(
                p.ReferenceParams(p.ReferenceContext(True), *at["days times"])
            ),
            "rename": client.text_document_rename_async(p.RenameParams(*at["days times"], "rounds")),
            "outline": client.text_document_document_symbol_async(p.DocumentSymbolParams(where)),
            "format": client.text_document_formatting_async(
                p.DocumentFormattingParams(where, p.FormattingOptions(4, True))
            ),
            "actions": client.text_document_code_action_async(p.CodeActionParams(where, line, p.CodeActionContext([]))),
            "lenses": client.text_document_code_lens_async(p.CodeLensParams(where)),
            "colours": client.text_document_semantic_tokens_full_async(p.SemanticTokensParams(where)),
            "run": client.workspace_execute_command_async(p.ExecuteCommandParams(command[0], command[1])),
        }
        found = {name: await asyncio.wait_for(each, LONG) for name, each in asked.items()}
        return {**found, "session": session, "uris": (base.as_uri(), overlay.as_uri()), "whole": whole}


@lru_cache(maxsize=1)
def answers():
    """The answers, asked once for all tests."""
    with TemporaryDirectory() as made:
        return asyncio.run(ask_everything(Path(made)))


def check_hover(found):
    assert "lamp" in found.contents.value and "`digs`" in found.contents.value


def check_completion(found):
    assert {"require", "cost", "gain"} <= {each.label for each in found}


def check_definition(found):
    assert [(each.uri, each.range.start) for each in found] == [(answers()["uris"][0], place_of(TEXT, "days = 5"))]


def check_references(found):
    places = {(each.uri, each.range.start.line) for each in found}
    assert {uri for uri, _ in places} == set(answers()["uris"]) and len(places) == 3


def check_rename(found):
    base, overlay = answers()["uris"]
    assert texts_of(found.changes, base, TEXT) == TEXT.replace("days", "rounds")
    assert texts_of(found.changes, overlay, OVERLAY) == OVERLAY.replace("days", "rounds")


def check_outline(found):
    names = {each.name: [inner.name for inner in each.children] for each in found}
    assert names["kind tool"] == ["lamp", "pick"] and names["action dig"] == ["light"]


def check_format(found):
    assert texts_of(found, "", TEXT) == format_source(Source("mine.cave", TEXT))[0] != TEXT


def check_actions(found):
    assert {each.kind for each in found} == {p.CodeActionKind.Refactor}
    assert any(answers()["uris"][1] in (each.edit.changes or {}) for each in found)
    (new,) = [each.edit.document_changes for each in found if each.edit.document_changes]
    assert new[0].kind == "create" and "change light: require" in new[1].edits[0].new_text


def check_lenses(found):
    (lens,) = [each for each in found if each.command.command == "cavewright.runExample"]
    assert lens.command.title == "run" and lens.range.start.line == place_of(TEXT, "example digs").line


def check_colours(found):
    starts, kinds = found.data[0::5], found.data[3::5]
    assert len(found.data) % 5 == 0 and sum(starts) <= TEXT.count("\n") and set(kinds) <= set(range(len(CLASSES)))


def check_run(found):
    assert "holds" in found


CHECKS = {name.removeprefix("check_"): each for name, each in dict(globals()).items() if name.startswith("check_")}


@pytest.mark.long
@pytest.mark.parametrize("feature", CHECKS)
def test_a_client_is_answered(feature):
    CHECKS[feature](answers()[feature])


@pytest.mark.long
def test_every_feature_that_is_declared_is_asked():
    declared = answers()["session"].capabilities
    providers = {name for name in dir(declared) if name.endswith("_provider") and getattr(declared, name)}
    asked = {
        "hover_provider", "completion_provider", "definition_provider", "references_provider", "rename_provider",
        "document_symbol_provider", "document_formatting_provider", "code_action_provider", "code_lens_provider",
        "semantic_tokens_provider", "execute_command_provider",
    }  # fmt: skip
    assert providers == asked
