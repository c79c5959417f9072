"""A language server: the findings of `iri scan` in an editor.

Diagnostics; code actions, safe fixes before others, and an ignore comment; hover with a rule's page. The configuration
is that of the command: the nearest file above a document, which is read again when it changes, as are files of ABNF.
"""

from __future__ import annotations

import asyncio
import ntpath
import os
import posixpath
from collections.abc import Iterator
from io import BytesIO
from itertools import accumulate
from pathlib import Path, PurePosixPath
from urllib.parse import unquote_to_bytes

from irigrammar.convert import split_liberal
from irigrammar.dataclass import dataclass, replace
from irigrammar.errors import IrigrammarError, MissingExtra
from irigrammar.lazy import regex
from irigrammar.report.pages import markdown, page
from irigrammar.scan.config import FILE_NAMES, find, load
from irigrammar.scan.document import forget_grammars
from irigrammar.scan.files import STANDARD_INPUT
from irigrammar.scan.formats.registry import type_of_language
from irigrammar.scan.found import Edit, Found
from irigrammar.scan.reading import Lines
from irigrammar.scan.session import Session
from irigrammar.scan.settings import Settings
from irigrammar.text.names import visible

try:
    from lsprotocol import types
    from pygls.lsp.server import LanguageServer
    from pygls.workspace import TextDocument
except ImportError:
    raise MissingExtra("the language server", "lsp", "pygls") from None

SOURCE = "irigrammar"
_DRIVE = regex(r"\A/([A-Za-z])[:|](?=[/\\]|\Z)")
_PAUSE = 0.1  # seconds without a change before a document is scanned
_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "advice": types.DiagnosticSeverity.Information,
}


@dataclass(frozen=True)
class Shown:
    """A finding and its diagnostic, as the editor has it."""

    finding: Found
    diagnostic: types.Diagnostic


class Places:
    """Places in the text of a document, in the units that the client counts."""

    def __init__(self, document: TextDocument) -> None:
        self.lines = Lines(document.source)
        self._units = document.position_codec.client_num_units
        self._columns: dict[int, list[int]] = {}  # for each line the columns of its code points

    def position(self, line: int, column: int) -> types.Position:
        """Return the position of a line and column, both from 1, in the client's units; columns beyond the line are its
        end.
        """
        if line not in self._columns:
            text = self.lines.line(line) if line <= self.lines.last else ""
            widths = (1 if char.isascii() else self._units(char) for char in text)
            self._columns[line] = [*accumulate(widths, initial=0)]
        columns = self._columns[line]
        return types.Position(line - 1, columns[min(column, len(columns)) - 1])

    def end(self, line: int) -> types.Position:
        """Return the position of the end of a line."""
        return self.position(line, len(self.lines.text) + 1)


@dataclass(frozen=True)
class Scanned:
    """A document as it was scanned: its version, its findings, and its places."""

    version: int | None
    rows: list[Shown]
    places: Places


def server(version: str = "") -> LanguageServer:
    """Return the server; `start_io()` serves standard input and output.

    It knows documents by their URIs: those of `file:` are scanned as the files of these names. Where the name says no
    type of documents, the language that the editor says does.
    A document is scanned as a whole, in this process, after a pause in its changes or when its fixes are asked for;
    nothing is written.
    """
    language_server = LanguageServer(
        SOURCE, version or "0", text_document_sync_kind=types.TextDocumentSyncKind.Incremental
    )
    scans: dict[str, Scanned] = {}
    waiting: dict[str, asyncio.TimerHandle] = {}

    def cancel_timer(uri: str) -> None:
        if uri in waiting:
            waiting.pop(uri).cancel()

    def refresh(uri: str) -> None:
        """Scan a document, remember the result, and publish its diagnostics; an error of the scan is shown, with no
        diagnostics.
        """
        cancel_timer(uri)
        document = language_server.workspace.get_text_document(uri)
        places = Places(document)
        try:
            rows = list(_shown(document, places))
        except IrigrammarError as error:
            rows = []
            language_server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, visible(str(error))))
        scans[uri] = Scanned(document.version, rows, places)
        diagnostics = [row.diagnostic for row in rows]
        language_server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, diagnostics, version=document.version)
        )

    def current(uri: str) -> list[Shown]:
        """Return the findings in the current text of a document, scanned first if a change is waiting; none for one
        that is not open.
        """
        if uri in waiting:
            refresh(uri)
        return scans[uri].rows if uri in scans else []

    @language_server.feature(types.INITIALIZED)
    def on_initialized(_: types.InitializedParams) -> None:
        _watch(language_server)

    @language_server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def on_open(params: types.DidOpenTextDocumentParams) -> None:
        refresh(params.text_document.uri)

    @language_server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def on_change(params: types.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        cancel_timer(uri)
        waiting[uri] = asyncio.get_running_loop().call_later(_PAUSE, refresh, uri)

    @language_server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def on_close(params: types.DidCloseTextDocumentParams) -> None:
        """Forget a document, and publish that it has no diagnostics."""
        uri = params.text_document.uri
        cancel_timer(uri)
        scans.pop(uri, None)
        language_server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    @language_server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def on_configuration(_: types.DidChangeWatchedFilesParams) -> None:
        forget_grammars()
        for uri in list(scans):
            refresh(uri)

    @language_server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
    )
    def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        rows = [row for row in current(uri) if _meet(row.diagnostic.range, params.range)]
        return [*_actions(language_server.workspace.get_text_document(uri), scans[uri].places, rows)] if rows else []

    @language_server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        """Return the page of the first finding at the cursor, in Markdown; None without one."""
        cursor = types.Range(params.position, params.position)
        for row in current(params.text_document.uri):
            if _meet(row.diagnostic.range, cursor) and row.finding.record.code:
                text = markdown(page(row.finding.record.code))
                return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), row.diagnostic.range)
        return None

    return language_server


def serve(version: str = "") -> int:
    """Serve standard input and output until the client ends it; return the exit status, which is 1 where it sends
    `exit` and no `shutdown` (LSP 3.17, "Exit Notification").
    """
    language_server = server(version)
    ends: list[str] = []

    @language_server.feature(types.SHUTDOWN)
    def shut_down(*_: object) -> None:
        ends.append(types.SHUTDOWN)

    @language_server.feature(types.EXIT)
    def exits(*_: object) -> None:
        ends.append(types.EXIT)

    language_server.start_io()
    return int(types.EXIT in ends and types.SHUTDOWN not in ends)


def _watch(language_server: LanguageServer) -> None:
    """Ask the client to report changes of configuration and ABNF files, if it can register this."""
    watchers = [types.FileSystemWatcher(f"**/{name}") for name in (*FILE_NAMES, "*.abnf")]
    options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
    method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
    capabilities = language_server.client_capabilities.workspace
    capability = capabilities.did_change_watched_files if capabilities else None
    if capability and capability.dynamic_registration:
        registration = types.Registration(f"{SOURCE} configuration", method, options)
        language_server.client_register_capability(types.RegistrationParams([registration]))


def _settings(document: TextDocument) -> Settings:
    """Return the settings for a document: those of the nearest configuration, or the defaults, without baseline and
    cache.

    Raises `ConfigError` for a configuration that cannot be used.
    """
    path = path_of(document.uri, windows=os.name == "nt")
    folder = Path(path).parent if path else Path.cwd()
    configuration = find(folder)
    settings = load(configuration) if configuration else Settings(root=str(folder))
    name = Path(os.path.relpath(path, settings.root)).as_posix() if path else None
    kind = type_of_language(document.language_id or "")
    if kind and settings.type_of(PurePosixPath(name or STANDARD_INPUT)) is None:
        settings = replace(settings, forced_type=kind.name)
    return replace(settings, stdin_filename=name, baseline=None, cache=None, unsafe_fixes=False)


def path_of(uri: str, *, windows: bool) -> str | None:
    r"""Return the path of a document's file, with `windows` as that system has it; None for a URI that names none here.

    What editors send is not always a URI: what none has, as brackets and "%" that begins no byte, is read as data.
    Bytes that are not UTF-8 are as `os.fsdecode` has them, and "%2F" is a slash, which no name has. A query and a
    fragment are no part of a name: editors encode "?" and "#" there. On Windows the path may be on a server.

    >>> path_of("file:///w/[id] %.md", windows=False), path_of("file:///c%3A/w/a%2Fb.md?x", windows=True)
    ('/w/[id] %.md', 'c:\\w\\a\\b.md')
    >>> path_of("file://server/share/a", windows=True), path_of("file://server/share/a", windows=False)
    ('\\\\server\\share\\a', None)
    """
    parts = split_liberal(uri).components
    host = unquote_to_bytes(parts.host or "").decode(errors="replace")
    is_local = host.lower() in ("", "localhost")
    data = unquote_to_bytes(parts.path or "")
    if (parts.scheme or "").lower() != "file" or not data.startswith(b"/") or b"\0" in data:
        return None
    if not windows:
        return posixpath.normpath(f"/{os.fsdecode(data).lstrip('/')}") if is_local else None
    path = data.decode(errors="surrogateescape")
    return ntpath.normpath(_DRIVE.sub(r"\1:", path) if is_local else f"//{host}{path}")


def _findings(document: TextDocument, settings: Settings) -> list[Found]:
    """Return the findings in a document of an editor, with the type and rules of its name; none for an
    excluded file.
    """
    session = Session(settings)
    targets = session.targets((STANDARD_INPUT,), filter_named=True)
    content = BytesIO(document.source.encode("utf-8", "surrogatepass"))
    return [finding for piece in session.pieces(targets, standard_input=content) for finding in piece.findings]


def _shown(document: TextDocument, places: Places) -> Iterator[Shown]:
    """Yield the findings of a document, each with its diagnostic. Raises `IrigrammarError` if it cannot be scanned."""
    for finding in _findings(document, _settings(document)):
        record = finding.record
        line, column = record.line or 1, record.column or 1
        end = places.position(record.end_line or line, record.end_column or column)
        diagnostic = types.Diagnostic(
            range=types.Range(places.position(line, column), end),
            message=f"{record.message}\n{record.help}" if record.help else record.message,
            severity=_SEVERITIES[record.severity or "error"],
            code=record.code,
            code_description=types.CodeDescription(record.url) if record.url else None,
            source=SOURCE,
        )
        yield Shown(finding, diagnostic)


def _actions(document: TextDocument, places: Places, rows: list[Shown]) -> Iterator[types.CodeAction]:
    """Yield the fixes of findings, the safe ones before those that may be wrong, and then the comments that ignore
    them, where the type of the document has such.
    """
    settings = _settings(document)
    safe = [row for row in rows if row.finding.edits]
    yield from (_fix(document, places, row, row.finding, is_safe=True) for row in safe)
    others = [row for row in rows if row.finding.fix is not None and not row.finding.edits]
    if others:
        unsafe = _findings(document, replace(settings, unsafe_fixes=True))
        fixable = {finding.fingerprint: finding for finding in unsafe if finding.edits}
        yield from (
            _fix(document, places, row, fixable[row.finding.fingerprint], is_safe=False)
            for row in others
            if row.finding.fingerprint in fixable
        )
    target = next(Session(settings).targets((STANDARD_INPUT,)), None)
    comment = target.kind.comment if target and target.kind else ""
    for row in rows:
        code = row.finding.record.code
        if comment and code:
            place = places.end(row.diagnostic.range.end.line + 1)
            insertion = types.TextEdit(types.Range(place, place), f" {comment.replace('CODE', code)}")
            yield _action(document, row, f"Ignore {code} in this line", [insertion])


def _meet(first: types.Range, second: types.Range) -> bool:
    return first.start <= second.end and second.start <= first.end


def _fix(document: TextDocument, places: Places, row: Shown, finding: Found, *, is_safe: bool) -> types.CodeAction:
    """Return the action that makes the edits of a finding, whose offsets are those of a block."""
    line, shift = finding.record.line or 1, (finding.record.column or 1) - (finding.start or 0)

    def text_edit(edit: Edit) -> types.TextEdit:
        start, end = (places.position(line, offset + shift) for offset in (edit.start, edit.end))
        return types.TextEdit(types.Range(start, end), edit.new_text)

    title = f"Write {finding.fix}" if is_safe else f"Write {finding.fix} (may be wrong)"
    return _action(document, row, title, [text_edit(edit) for edit in finding.edits], is_preferred=is_safe)


def _action(
    document: TextDocument, row: Shown, title: str, edits: list[types.TextEdit], *, is_preferred: bool | None = None
) -> types.CodeAction:
    return types.CodeAction(
        title=title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[row.diagnostic],
        is_preferred=is_preferred,
        edit=types.WorkspaceEdit(changes={document.uri: edits}),
    )
