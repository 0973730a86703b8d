"""Server of the language server protocol, over an editor's open texts. It needs the package `pygls`, the extra `lsp`.

Findings come twice: about reading, names and types with every key, all others when nobody has typed for a moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types as p
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from ...foundation.source import Diagnostic, Source
from ...foundation.source.render import in_language
from ...foundation.source.version import VERSION
from ...foundation.texts import texts
from ...language.compose.folders import RULES
from ...language.syntax import format_source
from .answering_protocol import AnsweringProtocol
from .bounded_messages import PASSED_OVER
from .code_actions import CodeAction, code_actions
from .colours import CLASSES, colours, encode
from .completion import complete
from .hover import hover
from .lenses import ExampleRun, lenses, lines_judged, run_named
from .name_index import find_occurrences, symbol_at
from .outline import Entry, outline
from .page import play_folder
from .positions import Position, Range, TextEdit, position_of
from .renaming import Edits, RefusedRename, rename
from .rule_stack import is_rule_text, path_of_uri
from .workspace import Finding, Workspace

PAUSE = 0.6
"""Seconds without a key until everything is looked at."""
RUN, PAGE = "cavewright.runExample", "cavewright.buildPage"
Answer = TypeVar("Answer")
_KINDS = {
    "keyword": p.CompletionItemKind.Keyword,
    "action": p.CompletionItemKind.Method,
    "to": p.CompletionItemKind.Function,
    "define": p.CompletionItemKind.Function,
    "notice": p.CompletionItemKind.Function,
    "constant": p.CompletionItemKind.Constant,
    "kind": p.CompletionItemKind.Class,
    "row": p.CompletionItemKind.EnumMember,
    "field": p.CompletionItemKind.Field,
    "property": p.CompletionItemKind.Property,
    "module": p.CompletionItemKind.Module,
    "value": p.CompletionItemKind.Value,
}
_SYMBOLS = {
    "action": p.SymbolKind.Method,
    "to": p.SymbolKind.Function,
    "define": p.SymbolKind.Function,
    "notice": p.SymbolKind.Event,
    "constant": p.SymbolKind.Constant,
    "kind": p.SymbolKind.Class,
    "board": p.SymbolKind.Class,
    "row": p.SymbolKind.EnumMember,
    "field": p.SymbolKind.Field,
    "key": p.SymbolKind.Key,
    "example": p.SymbolKind.Event,
    "ruleset": p.SymbolKind.Package,
    "overlay": p.SymbolKind.Package,
    "chapter": p.SymbolKind.Namespace,
}


class RuleServer(LanguageServer):  # type: ignore[misc, unused-ignore]
    """One editor: its open texts, and what it was told of them."""

    def __init__(self, lang: str = "en") -> None:
        super().__init__("cavewright", VERSION, protocol_cls=AnsweringProtocol)
        self.lang = lang
        self.rules = Workspace()
        self.uris: dict[Path, str] = {}
        self.found: dict[Path, tuple[Finding, ...]] = {}
        self.runs: dict[tuple[Path, str], ExampleRun] = {}
        self.shown: dict[Path, list[p.Diagnostic]] = {}
        self._late: asyncio.TimerHandle | None = None

    def path(self, uri: str) -> Path:
        """The path of a document, of which the editor's own URI is kept."""
        path = path_of_uri(uri)
        self.uris.setdefault(path, uri)
        return path

    def uri(self, path: Path) -> str:
        """The URI under which the editor knows a file."""
        return self.uris.get(path) or path.as_uri()

    # ---- findings ----------------------------------------------------------------------------------------------------

    def take(self, uri: str) -> None:
        """Takes the text of a document as it is now, and tells what can be told at once."""
        path = self.path(uri)
        if not is_rule_text(path):
            return
        self.rules.write(path, self.workspace.get_text_document(uri).source)
        self.look(path)
        self.look_later()

    def look(self, path: Path) -> None:
        """Tells what can be told at once of a file."""
        self.found[path] = self.rules.look(path)
        self.publish()

    def look_later(self) -> None:
        """Looks at all open files closely when nobody has typed for a moment."""
        if self._late is not None:
            self._late.cancel()
        self._late = asyncio.get_event_loop().call_later(PAUSE, self.look_closely)

    def look_closely(self) -> None:
        """Tells all that can be told of all open files."""
        for path in list(self.rules.texts):
            self.found[path] = self.rules.look_closely(path)
        self.publish()

    def forget(self, uri: str) -> None:
        """Forgets a document that was closed."""
        path = self.path(uri)
        self.rules.close(path)
        self.found.pop(path, None)
        self.publish()
        self.uris.pop(path, None)

    def publish(self) -> None:
        """Sends the findings of every file of which they have changed."""
        by_path: dict[Path, dict[Finding, None]] = {path: {} for path in (*self.shown, *self.rules.texts)}
        for found in self.found.values():
            for each in found:
                by_path.setdefault(each.path, {})[each] = None
        for path, named in by_path.items():
            told = list(map(self.diagnostic, dict.fromkeys(named)))
            told = [each for n, each in enumerate(told) if each not in told[:n]]
            if told != self.shown.get(path, []):
                self.shown[path] = told
                uri = self.uri(path)
                self.text_document_publish_diagnostics(p.PublishDiagnosticsParams(uri=uri, diagnostics=told))

    def diagnostic(self, finding: Finding) -> p.Diagnostic:
        """A finding as the protocol writes it."""
        said: Diagnostic = in_language(finding.diagnostic, texts(self.lang))
        label = said.labels[0].text if said.labels else ""
        lines = [said.message, label, *said.notes, said.help and f"help: {said.help}"]
        related = [
            p.DiagnosticRelatedInformation(p.Location(self.uri(path), _range(range)), text)
            for path, range, text in finding.related
        ]
        severity = p.DiagnosticSeverity.Error if said.severity == "error" else p.DiagnosticSeverity.Warning
        message = "\n".join(filter(None, lines))
        return p.Diagnostic(_range(finding.range), message, severity, said.code, None, "cavewright", None, related)

    # ---- edits -------------------------------------------------------------------------------------------------------

    def edit(self, edits: Edits, owner: Path) -> p.WorkspaceEdit:
        """Edits of several files as the protocol writes them."""
        return p.WorkspaceEdit(
            changes={
                self.uri(path): [_text_edit(self.source(path, owner), each) for each in many]
                for path, many in edits.items()
            }
        )

    def source(self, path: Path, owner: Path) -> Source:
        """The text of a file of the rules of another, or of an open one."""
        for project in (self.rules.project(owner), *self.rules.find_related(owner)):
            if path in project.sources:
                return project.source(path)
        return Source(str(path), self.rules.texts.get(path, ""))

    def action(self, made: CodeAction, owner: Path) -> p.CodeAction:
        """A code action as the protocol writes it."""
        edit = self.edit(made.edits, owner)
        if made.new is not None:
            uri = made.new[0].as_uri()
            at = p.Range(p.Position(0, 0), p.Position(0, 0))
            document = p.OptionalVersionedTextDocumentIdentifier(uri)
            edit = p.WorkspaceEdit(
                document_changes=[
                    p.CreateFile(uri=uri, options=p.CreateFileOptions(ignore_if_exists=True)),
                    p.TextDocumentEdit(document, [p.TextEdit(at, made.new[1])]),
                ]
            )
        mended = [self.diagnostic(made.finding)] if made.finding is not None else None
        kind = p.CodeActionKind.QuickFix if mended else p.CodeActionKind.Refactor
        return p.CodeAction(made.title, kind, mended, made.is_sure, edit=edit)


# ---- values of the protocol ------------------------------------------------------------------------------------------


def _range(range: Range) -> p.Range:
    start, end = range.start, range.end
    return p.Range(p.Position(start.line, start.character), p.Position(end.line, end.character))


def _place(position: p.Position) -> Position:
    return Position(position.line, position.character)


def _text_edit(source: Source, edit: TextEdit) -> p.TextEdit:
    return p.TextEdit(_range(Range(position_of(source, edit.start), position_of(source, edit.end))), edit.text)


def _symbol(entry: Entry) -> p.DocumentSymbol:
    kind = _SYMBOLS.get(entry.kind, p.SymbolKind.Variable)
    children = list(map(_symbol, entry.children))
    return p.DocumentSymbol(
        entry.name or entry.kind, kind, _range(entry.range), _range(entry.name_range), entry.detail, children=children
    )


# ---- the server ------------------------------------------------------------------------------------------------------


def rule_server(lang: str = "en") -> RuleServer:
    """A server for one editor."""
    server = RuleServer(lang)
    _serve_texts(server)
    _serve_words(server)
    _serve_edits(server)
    _serve_commands(server)
    return server


def _handles(server: RuleServer, feature: str, options: Any = None) -> Callable[[Callable[[Any], Answer]], Any]:
    """Makes a function the answer to a request. One whose stack runs out, or whose file has vanished, is answered with
    nothing."""

    def declare(answer: Callable[[Any], Answer]) -> Any:
        @server.feature(feature, options)  # type: ignore[untyped-decorator, unused-ignore]
        @wraps(answer)
        def answer_safely(params: Any) -> Answer | None:
            try:
                return answer(params)
            except (OSError, RecursionError):
                return None

        return answer_safely

    return declare


def _serve_texts(server: RuleServer) -> None:
    @_handles(server, p.INITIALIZE)
    def initialise(params: p.InitializeParams) -> None:
        roots = [each.uri for each in params.workspace_folders or ()] or ([params.root_uri] if params.root_uri else [])
        server.rules.roots = tuple(path_of_uri(each) for each in roots)

    @_handles(server, p.TEXT_DOCUMENT_DID_OPEN)
    def open_text(params: p.DidOpenTextDocumentParams) -> None:
        server.take(params.text_document.uri)

    @_handles(server, p.TEXT_DOCUMENT_DID_CHANGE)
    def change_text(params: p.DidChangeTextDocumentParams) -> None:
        server.take(params.text_document.uri)

    @_handles(server, p.TEXT_DOCUMENT_DID_CLOSE)
    def close_text(params: p.DidCloseTextDocumentParams) -> None:
        server.forget(params.text_document.uri)

    @_handles(server, p.TEXT_DOCUMENT_DID_SAVE)
    def save_text(params: p.DidSaveTextDocumentParams) -> None:
        server.rules.forget()
        server.look_later()

    @_handles(server, p.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watch_files(params: p.DidChangeWatchedFilesParams) -> None:
        server.rules.forget()
        server.look_later()

    @_handles(server, PASSED_OVER)
    def pass_over(params: Any) -> None:
        said = texts(server.lang).phrase(
            "What was typed or pasted is too long by far ({n} bytes) and was not read. Take it back, and open the file anew.",
            n=params.bytes,
        )
        server.window_show_message(p.ShowMessageParams(p.MessageType.Warning, said))


def _serve_words(server: RuleServer) -> None:
    rules = server.rules

    @_handles(server, p.TEXT_DOCUMENT_HOVER)
    def show_hover(params: p.HoverParams) -> p.Hover | None:
        found = hover(rules, server.path(params.text_document.uri), _place(params.position), server.lang)
        content = p.MarkupContent(p.MarkupKind.Markdown, found.markdown) if found is not None else None
        return p.Hover(content, _range(found.range)) if found is not None and content is not None else None

    @_handles(server, p.TEXT_DOCUMENT_COMPLETION, p.CompletionOptions(trigger_characters=[".", " "]))
    def show_completions(params: p.CompletionParams) -> list[p.CompletionItem]:
        found = complete(rules, server.path(params.text_document.uri), _place(params.position))
        return [
            p.CompletionItem(
                each.label,
                kind=_KINDS.get(each.kind, p.CompletionItemKind.Variable),
                detail=each.detail,
                text_edit=p.TextEdit(_range(each.range), each.text),
            )
            for each in found
        ]

    @_handles(server, p.TEXT_DOCUMENT_DEFINITION)
    def find_definition(params: p.DefinitionParams) -> list[p.Location]:
        path = server.path(params.text_document.uri)
        project = rules.project(path)
        found = symbol_at(project, path, project.offset(path, _place(params.position)))
        places = [project.range(each.span) for each in found[0].declared] if found is not None else []
        return [p.Location(server.uri(where), _range(range)) for where, range in places]

    @_handles(server, p.TEXT_DOCUMENT_REFERENCES)
    def find_references(params: p.ReferenceParams) -> list[p.Location]:
        path = server.path(params.text_document.uri)
        project = rules.project(path)
        found = symbol_at(project, path, project.offset(path, _place(params.position)))
        places = find_occurrences(rules.find_related(path), found[0]) if found is not None else []
        return [
            p.Location(server.uri(each.path), _text_edit(source, TextEdit(each.start, each.end, "")).range)
            for each in places
            for source in (server.source(each.path, path),)
        ]

    @_handles(server, p.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def show_outline(params: p.DocumentSymbolParams) -> list[p.DocumentSymbol]:
        return list(map(_symbol, outline(rules, server.path(params.text_document.uri))))

    legend = p.SemanticTokensLegend(list(CLASSES), [])

    @_handles(server, p.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def show_colours(params: p.SemanticTokensParams) -> p.SemanticTokens:
        return p.SemanticTokens(encode(colours(rules, server.path(params.text_document.uri))))


def _serve_edits(server: RuleServer) -> None:
    rules = server.rules

    @_handles(server, p.TEXT_DOCUMENT_RENAME)
    def rename_symbol(params: p.RenameParams) -> p.WorkspaceEdit:
        path = server.path(params.text_document.uri)
        offset = rules.project(path).offset(path, _place(params.position))
        try:
            return server.edit(rename(rules, path, offset, params.new_name), path)
        except RefusedRename as error:
            raise JsonRpcInvalidParams(message=str(error)) from None

    @_handles(server, p.TEXT_DOCUMENT_FORMATTING)
    def format_text(params: p.DocumentFormattingParams) -> list[p.TextEdit]:
        path = server.path(params.text_document.uri)
        source = rules.project(path).sources.get(path)
        if source is None or path.suffix != RULES:
            return []
        text, found = format_source(source)
        wrong = any(each.severity == "error" for each in found)
        return [] if wrong or text == source.text else [_text_edit(source, TextEdit(0, len(source.text), text))]

    @_handles(server, p.TEXT_DOCUMENT_CODE_ACTION)
    def offer_actions(params: p.CodeActionParams) -> list[p.CodeAction]:
        path = server.path(params.text_document.uri)
        wanted = Range(_place(params.range.start), _place(params.range.end))
        return [server.action(each, path) for each in code_actions(rules, path, wanted)]


def _serve_commands(server: RuleServer) -> None:
    rules = server.rules

    @_handles(server, p.TEXT_DOCUMENT_CODE_LENS)
    def show_lenses(params: p.CodeLensParams) -> list[p.CodeLens]:
        path = server.path(params.text_document.uri)
        shown = [one for each in lenses(rules, path) for one in _lenses(server, path, each.name, _range(each.range))]
        judged = (p.CodeLens(_range(each.range), p.Command(each.name, "")) for each in lines_judged(rules, path))
        return [*shown, *judged]

    @server.command(RUN)  # type: ignore[untyped-decorator, unused-ignore]
    def run_example(uri: str, name: str) -> str:
        path = server.path(str(uri))
        made = run_named(rules, path, str(name))
        server.runs[path, made.name] = made
        server.workspace_code_lens_refresh(None)
        return made.summary

    @server.command(PAGE)  # type: ignore[untyped-decorator, unused-ignore]
    def build_page(uri: str, example: str = "") -> dict[str, str]:
        return play_folder(rules, server.path(str(uri)), str(example))


def _lenses(server: RuleServer, path: Path, name: str, range: p.Range) -> Iterable[p.CodeLens]:
    last = server.runs.get((path, name))
    title = f"run: {last.summary}" if last is not None else "run"
    yield p.CodeLens(range, p.Command(title, RUN, arguments=[server.uri(path), name]))
