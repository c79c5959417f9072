"""A language server: the findings of `iri scan` in an editor.

Diagnostics; code actions, safe fixes before others, and an ignore comment; hover with a rule's page. The configuration
is that of the command: the nearest file above a document, which is read again when it changes, as are files of ABNF.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

from irigrammar.build import file_path
from irigrammar.dataclass import dataclass, replace
from irigrammar.errors import IrigrammarError, MissingExtra
from irigrammar.report.pages import markdown, page
from irigrammar.scan.config import FILE_NAMES, find, load
from irigrammar.scan.document import forget_grammars
from irigrammar.scan.files import STANDARD_INPUT
from irigrammar.scan.found import Edit, Found
from irigrammar.scan.session import Session
from irigrammar.scan.settings import Settings

try:
    from lsprotocol import types
    from pygls.lsp.server import LanguageServer
    from pygls.workspace import TextDocument
except ImportError:
    raise MissingExtra("the language server", "lsp", "pygls") from None

SOURCE = "irigrammar"
_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "advice": types.DiagnosticSeverity.Information,
}


@dataclass(frozen=True)
class Shown:
    """A finding and its diagnostic, as the editor has it."""

    found: Found
    diagnostic: types.Diagnostic


def server(version: str = "") -> LanguageServer:
    """Return the server; `start_io()` serves standard input and output.

    It knows documents by their URIs: those of `file:` are scanned as the files of these names, others by their content.
    What a document holds is scanned as a whole at each change, in this process; nothing is written.
    """
    made = LanguageServer(SOURCE, version or "0", text_document_sync_kind=types.TextDocumentSyncKind.Incremental)
    shown: dict[str, list[Shown]] = {}

    def refresh(uri: str) -> None:
        document = made.workspace.get_text_document(uri)
        try:
            rows = list(_shown(document))
        except IrigrammarError as error:
            rows = []
            made.window_show_message(types.ShowMessageParams(types.MessageType.Warning, str(error)))
        shown[uri] = rows
        diagnostics = [row.diagnostic for row in rows]
        made.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, diagnostics, version=document.version)
        )

    @made.feature(types.INITIALIZED)
    def initialized(_: types.InitializedParams) -> None:
        watchers = [types.FileSystemWatcher(f"**/{name}") for name in (*FILE_NAMES, "*.abnf")]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        capabilities = made.client_capabilities.workspace
        watched = capabilities.did_change_watched_files if capabilities else None
        if watched and watched.dynamic_registration:
            registration = types.Registration(f"{SOURCE} configuration", method, options)
            made.client_register_capability(types.RegistrationParams([registration]))

    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    @made.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidOpenTextDocumentParams | types.DidChangeTextDocumentParams) -> None:
        refresh(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        shown.pop(params.text_document.uri, None)
        made.text_document_publish_diagnostics(types.PublishDiagnosticsParams(params.text_document.uri, []))

    @made.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def configured(_: types.DidChangeWatchedFilesParams) -> None:
        forget_grammars()
        for uri in list(shown):
            refresh(uri)

    @made.feature(
        types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
    )
    def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        rows = [row for row in shown.get(uri, ()) if _meet(row.diagnostic.range, params.range)]
        document = made.workspace.get_text_document(uri)
        return [*_fixes(document, rows), *(action for row in rows for action in _ignore(document, row))]

    @made.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        here = types.Range(params.position, params.position)
        for row in shown.get(params.text_document.uri, ()):
            if _meet(row.diagnostic.range, here) and row.found.record.code:
                text = markdown(page(row.found.record.code))
                return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), row.diagnostic.range)
        return None

    return made


def _settings(document: TextDocument) -> Settings:
    """Return the settings for a document: those of the nearest configuration, or the defaults."""
    try:
        path = Path(file_path(document.uri)) if urlsplit(document.uri).scheme == "file" else None
    except (IrigrammarError, ValueError):
        path = None
    folder = path.parent if path else Path.cwd()
    configuration = find(folder)
    settings = load(configuration) if configuration else Settings(root=str(folder))
    name = os.path.relpath(path, settings.root) if path else None
    return replace(settings, stdin_filename=name, baseline=None, cache=None, unsafe_fixes=False)


def _findings(document: TextDocument, settings: Settings) -> list[Found]:
    session = Session(settings)
    targets = session.targets((STANDARD_INPUT,), filtered=True)
    content = BytesIO(document.source.encode("utf-8", "surrogatepass"))
    return [found for piece in session.pieces(targets, standard_input=content) for found in piece.findings]


def _shown(document: TextDocument) -> Iterator[Shown]:
    """Yield the findings of a document."""
    codec, lines = document.position_codec, document.lines
    for found in _findings(document, _settings(document)):
        record = found.record
        line, column = record.line or 1, record.column or 1
        end = types.Position((record.end_line or line) - 1, (record.end_column or column) - 1)
        diagnostic = types.Diagnostic(
            range=codec.range_to_client_units(lines, types.Range(types.Position(line - 1, column - 1), end)),
            message=f"{record.message}\n{record.help}" if record.help else record.message,
            severity=_SEVERITIES[record.severity or "error"],
            code=record.code,
            code_description=types.CodeDescription(record.url) if record.url else None,
            source=SOURCE,
        )
        yield Shown(found, diagnostic)


def _fixes(document: TextDocument, rows: list[Shown]) -> Iterator[types.CodeAction]:
    """Yield the fixes of findings: the safe ones, and then those that may be wrong."""
    safe = [row for row in rows if row.found.edits]
    yield from (_fix(document, row, row.found, is_safe=True) for row in safe)
    others = [row for row in rows if row.found.fix is not None and not row.found.edits]
    if others:
        unsafe = _findings(document, replace(_settings(document), unsafe_fixes=True))
        offered = {found.fingerprint: found for found in unsafe if found.edits}
        yield from (
            _fix(document, row, offered[row.found.fingerprint], is_safe=False)
            for row in others
            if row.found.fingerprint in offered
        )


def _edit(document: TextDocument, line: int, shift: int, edit: Edit) -> types.TextEdit:
    """Return an edit of a document; `shift` leads from offsets in a block to columns of its line."""
    start, end = (types.Position(line - 1, offset + shift) for offset in (edit.start, edit.end))
    place = document.position_codec.range_to_client_units(document.lines, types.Range(start, end))
    return types.TextEdit(place, edit.written)


def _meet(one: types.Range, other: types.Range) -> bool:
    return one.start <= other.end and other.start <= one.end


def _fix(document: TextDocument, row: Shown, found: Found, *, is_safe: bool) -> types.CodeAction:
    line, shift = found.record.line or 1, (found.record.column or 1) - 1 - (found.start or 0)
    edits = [_edit(document, line, shift, edit) for edit in found.edits]
    return types.CodeAction(
        title=f"Write {found.fix}" if is_safe else f"Write {found.fix} (may be wrong)",
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[row.diagnostic],
        is_preferred=is_safe,
        edit=types.WorkspaceEdit(changes={document.uri: edits}),
    )


def _ignore(document: TextDocument, row: Shown) -> Iterator[types.CodeAction]:
    """Yield what writes a comment that ignores a finding, where the type of the document has one."""
    settings = _settings(document)
    target = next(Session(settings).targets((STANDARD_INPUT,)), None)
    comment = target.kind.comment if target and target.kind else ""
    code = row.found.record.code
    if not comment or not code:
        return
    line = row.diagnostic.range.end.line
    text = document.lines[line] if line < len(document.lines) else ""
    place = types.Position(line, document.position_codec.client_num_units(text.rstrip("\r\n")))
    written = types.TextEdit(types.Range(place, place), f" {comment.replace('CODE', code)}")
    yield types.CodeAction(
        title=f"Ignore {code} in this line",
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[row.diagnostic],
        edit=types.WorkspaceEdit(changes={document.uri: [written]}),
    )
