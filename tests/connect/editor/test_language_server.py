"""The server of the language protocol, as a real client meets it. What it answers is tested by the functions behind it."""

import asyncio
import os
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

pytest.importorskip("pygls")
from lsprotocol import types as p

BASE = Path(__file__).parents[3] / "docs" / "diagnostics" / "base.cave"
OVERLAY = 'overlay deep 1.0 "Deeper"\n    language 1\n    extends mine ^1.0\n\nchange days: 5 to 6\n'
LONG = 120


@asynccontextmanager
async def serving(root):
    from pytest_lsp import make_test_lsp_client

    client = make_test_lsp_client()
    await client.start_io(
        sys.executable, "-m", "cavewright", "lsp", env={**os.environ, "PYTHONPATH": str(BASE.parents[2] / "engine")}
    )
    asked = p.InitializeParams(p.ClientCapabilities(), root_uri=root.as_uri())
    try:
        yield client, await asyncio.wait_for(client.initialize_session(asked), LONG)
    finally:
        await asyncio.wait_for(client.shutdown_session(), LONG)
        await client.stop()


def opened(client, path, text):
    client.text_document_did_open(p.DidOpenTextDocumentParams(p.TextDocumentItem(path.as_uri(), "cave", 1, text)))


def changed(client, path, text, version):
    client.text_document_did_change(
        p.DidChangeTextDocumentParams(
            p.VersionedTextDocumentIdentifier(version, path.as_uri()), [p.TextDocumentContentChangeWholeDocument(text)]
        )
    )


async def codes_of(client, path, wanted):
    """Waits until the findings of a file have these codes."""
    for _ in range(LONG * 10):
        if {each.code for each in client.diagnostics.get(path.as_uri(), ())} == wanted:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"{client.diagnostics.get(path.as_uri())} has not {wanted}")


@pytest.mark.long
def test_a_client_opens_breaks_and_mends_an_overlay(tmp_path):
    base, overlay = tmp_path / "mine.cave", tmp_path / "deep.cave"
    base.write_text(BASE.read_text("utf-8"), "utf-8")
    overlay.write_text(OVERLAY, "utf-8")

    async def talk():
        async with serving(tmp_path) as (client, _):
            opened(client, base, base.read_text("utf-8"))
            opened(client, overlay, OVERLAY)
            changed(client, overlay, OVERLAY.replace("days", "dayz"), 2)
            await codes_of(client, overlay, {"C0301"})
            where = p.TextDocumentIdentifier(overlay.as_uri())
            line = p.Range(p.Position(4, 0), p.Position(4, 30))
            made = await client.text_document_code_action_async(
                p.CodeActionParams(where, line, p.CodeActionContext([]))
            )
            assert any("days" in each.title and each.diagnostics for each in made)
            changed(client, overlay, OVERLAY, 3)
            await codes_of(client, overlay, set())
            changed(client, base, base.read_text("utf-8").replace("constant days = 5", "constant days = 4"), 2)
            await codes_of(client, overlay, {"C0303"})
            shown = await client.text_document_hover_async(p.HoverParams(where, p.Position(4, 9)))
            assert "constant days" in shown.contents.value
            assert await client.text_document_document_symbol_async(p.DocumentSymbolParams(where))
            assert (await client.text_document_semantic_tokens_full_async(p.SemanticTokensParams(where))).data

    asyncio.run(talk())


@pytest.mark.long
def test_rubbish_is_survived(tmp_path):
    base = tmp_path / "mine.cave"
    base.write_text(BASE.read_text("utf-8"), "utf-8")

    async def talk():
        async with serving(tmp_path) as (client, _):
            opened(client, base, BASE.read_text("utf-8"))
            where, beyond = p.TextDocumentIdentifier(base.as_uri()), p.Position(10**6, 10**6)
            assert await client.text_document_hover_async(p.HoverParams(where, beyond)) is None
            gone = p.TextDocumentIdentifier((tmp_path / "gone.cave").as_uri())
            assert await client.text_document_document_symbol_async(p.DocumentSymbolParams(gone)) == []
            with pytest.raises(Exception, match="no name"):
                await client.text_document_rename_async(p.RenameParams(where, beyond, "a b"))
            changed(client, base, "\0" * 1000, 2)
            await codes_of(client, base, {"C0103"})
            changed(client, base, "x" * 5_000_000, 3)
            await codes_of(client, base, {"C0601"})
            base.unlink()
            changed(client, base, BASE.read_text("utf-8"), 4)
            await codes_of(client, base, set())

    asyncio.run(talk())
