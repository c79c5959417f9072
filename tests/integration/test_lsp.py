"""The language server, by a client over a socket, and as a program."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path, PurePosixPath, PureWindowsPath
from threading import Thread
from typing import Any

import pytest

pytest.importorskip("pygls", reason="the extra lsp has pygls")

from lsprotocol import types
from pygls.lsp.client import LanguageClient
from pygls.uris import from_fs_path

from irigrammar.integrations.lsp import path_of, server

pytestmark = pytest.mark.extra

TEXT = "See 😀 <http://example.org/a|b> and [here](http://[::1/).\n"


class Client(LanguageClient):
    """A client that keeps the diagnostics of each document, and knows when they come."""

    def __init__(self, encoding: types.PositionEncodingKind) -> None:
        super().__init__("tests", "1")
        self.encoding = encoding
        self.diagnostics: dict[str, list[types.Diagnostic]] = {}
        self.messages: list[str] = []
        self.came = asyncio.Event()

        def published(params: types.PublishDiagnosticsParams) -> None:
            self.diagnostics[params.uri] = list(params.diagnostics)
            self.came.set()

        def said(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)

        self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(published)
        self.feature(types.WINDOW_SHOW_MESSAGE)(said)

    async def shown(self, uri: str) -> list[types.Diagnostic]:
        """Return the diagnostics of a document, once they come."""
        await asyncio.wait_for(self.came.wait(), 30)
        self.came.clear()
        return self.diagnostics[uri]

    async def open(self, uri: str, text: str, language: str = "markdown") -> list[types.Diagnostic]:
        item = types.TextDocumentItem(uri, language, 1, text)
        self.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return await self.shown(uri)

    async def change(
        self, uri: str, version: int, *changes: types.TextDocumentContentChangeEvent
    ) -> list[types.Diagnostic]:
        identifier = types.VersionedTextDocumentIdentifier(version, uri)
        self.text_document_did_change(types.DidChangeTextDocumentParams(identifier, list(changes)))
        return await self.shown(uri)

    async def actions(self, uri: str, place: types.Range) -> list[types.CodeAction]:
        about = types.CodeActionContext(diagnostics=[])
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), place, about)
        found: Any = await self.text_document_code_action_async(params)
        return list(found or [])


def serve(listener: socket.socket) -> None:
    """Serve the first connection, as the program serves its standard input and output."""
    with listener:
        connection, _ = listener.accept()
    with connection, connection.makefile("rb") as received, connection.makefile("wb") as sent:
        server().start_io(received, sent)


@asynccontextmanager
async def connected(encoding: types.PositionEncodingKind = types.PositionEncodingKind.Utf16) -> AsyncIterator[Client]:
    client = Client(encoding)
    listener = socket.create_server(("127.0.0.1", 0))
    address = listener.getsockname()
    thread = Thread(target=serve, args=(listener,), daemon=True)
    thread.start()
    await client.start_tcp(*address)
    general = types.GeneralClientCapabilities(position_encodings=[encoding])
    await client.initialize_async(types.InitializeParams(types.ClientCapabilities(general=general)))
    client.initialized(types.InitializedParams())
    try:
        yield client
    finally:
        await client.shutdown_async(None)
        client.exit(None)
        assert client.protocol.writer is not None
        client.protocol.writer.close()
        await client.stop()  # type: ignore[no-untyped-call]
        await asyncio.to_thread(thread.join)


def run(check: Callable[[Client], Awaitable[None]], encoding: types.PositionEncodingKind | None = None) -> None:
    async def checked() -> None:
        async with connected(encoding or types.PositionEncodingKind.Utf16) as client:
            await check(client)

    asyncio.run(checked())


def spans(diagnostics: list[types.Diagnostic]) -> list[tuple[Any, int, int]]:
    return [(row.code, row.range.start.character, row.range.end.character) for row in diagnostics]


@pytest.mark.parametrize(
    ("encoding", "extra"),
    [
        (types.PositionEncodingKind.Utf16, 1),
        (types.PositionEncodingKind.Utf8, 3),
        (types.PositionEncodingKind.Utf32, 0),
    ],
)
def test_places_are_counted_as_the_client_does(encoding: types.PositionEncodingKind, extra: int) -> None:
    async def check(client: Client) -> None:
        rows = await client.open("untitled:a.md", TEXT)
        first = TEXT.index("|") + extra
        assert ("F093", first, first + 1) in spans(rows)

    run(check, encoding)


def test_unsaved_text_is_scanned_and_changes_are_followed(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("nothing\n", encoding="utf-8")

    async def check(client: Client) -> None:
        uri = path.as_uri()
        rows = await client.open(uri, TEXT)
        assert {row.code for row in rows} == {"F093", "F047"}
        place = types.Range(types.Position(0, TEXT.index("|") + 1), types.Position(0, TEXT.index("|") + 2))
        change = types.TextDocumentContentChangePartial(text="%7C", range=place)
        assert {row.code for row in await client.change(uri, 2, change)} == {"F047"}
        whole = types.TextDocumentContentChangeWholeDocument(text="<http://example.org/>\n")
        assert await client.change(uri, 3, whole) == []

    run(check)


def test_fixes_and_ignore_comments_are_code_actions(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        uri = (tmp_path / "a.md").as_uri()
        text = "<http:///example.org/a>\n[b](http://b/%zz)\n"
        rows = await client.open(uri, text)
        assert rows
        for row in rows:
            found = await client.actions(uri, row.range)
            assert found[-1].title == f"Ignore {row.code} in this line"
            for action in found:
                assert action.edit
                assert action.edit.changes
                (edits,) = action.edit.changes.values()
                changes = [
                    types.TextDocumentContentChangePartial(text=edit.new_text, range=edit.range) for edit in edits
                ]
                after = await client.change(uri, 2, *changes)
                assert row.code not in {each.code for each in after if each.range.start.line == row.range.start.line}
                await client.change(uri, 3, types.TextDocumentContentChangeWholeDocument(text=text))

    run(check)


def test_hover_has_the_page_of_the_code() -> None:
    async def check(client: Client) -> None:
        (row, *_) = await client.open("untitled:a.md", TEXT)
        params = types.HoverParams(types.TextDocumentIdentifier("untitled:a.md"), row.range.start)
        hover = await client.text_document_hover_async(params)
        assert hover
        assert isinstance(hover.contents, types.MarkupContent)
        assert "**Right:**" in hover.contents.value

    run(check)


def test_the_configuration_counts_and_is_read_again(tmp_path: Path) -> None:
    configuration = tmp_path / "irigrammar.toml"
    configuration.write_text('ignore = ["F093"]\n', encoding="utf-8")

    async def check(client: Client) -> None:
        uri = (tmp_path / "a.md").as_uri()
        assert {row.code for row in await client.open(uri, TEXT)} == {"F047"}
        configuration.write_text('exclude = ["a.md"]\n', encoding="utf-8")
        event = types.FileEvent(configuration.as_uri(), types.FileChangeType.Changed)
        client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
        assert await client.shown(uri) == []
        configuration.write_text("exclud = 1\n", encoding="utf-8")
        client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
        await client.shown(uri)
        assert "unknown key 'exclud'" in client.messages[0]
        (tmp_path / "own.abnf").write_text('link = "http://" name\n', encoding="utf-8")
        configuration.write_text('[grammar]\nname = "own.abnf"\ndefine = { name = "1*ALPHA" }\n', encoding="utf-8")
        client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
        await client.shown(uri)
        assert [row.range.start.character for row in await client.open(uri, "<http://a> <http://1>\n")] == [19]
        (tmp_path / "own.abnf").write_text('link = "http://" DIGIT\nother = name\n', encoding="utf-8")
        client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
        assert [row.range.start.character for row in await client.shown(uri)] == [8]
        (tmp_path / "own.abnf").write_text('link = "http://" (\n', encoding="utf-8")
        client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
        assert await client.shown(uri) == []
        assert "own.abnf:1:19: the line ends too early" in client.messages[1]

    run(check)


# Paths, and how vscode-uri 3.2.0, pathToFileURL of Node.js 20, and Zed (which leaves brackets) write them.
POSIX = {
    "/w/[id].md": ["file:///w/%5Bid%5D.md", "file:///w/[id].md"],
    "/w/é.md": ["file:///w/%C3%A9.md", "file:///w/é.md"],
    "/w/a b|^{%.md": ["file:///w/a%20b%7C%5E%7B%25.md", "file:///w/a b|^{%.md"],
    "/w/a?b#c.md": ["file:///w/a%3Fb%23c.md"],
    "/w/a!'()*~$&+,;=@:.md": [
        "file:///w/a%21%27%28%29%2A~%24%26%2B%2C%3B%3D%40%3A.md",
        "file:///w/a!'()*%7E$&+,;=@:.md",
    ],
    "/w/caf\udce9.md": ["file:///w/caf%E9.md"],
    "/w/100%zz.md": ["file:///w/100%zz.md"],
    "/w/a/b.md": ["file:///w/a%2Fb.md", "FILE:///w/x/../a/b.md", "file://localhost/w/a/b.md", "file:////w/a/b.md"],
    "/w/a.md": ["file:///w/a.md?x=/y", "file:/w/a.md#L1"],
}
WINDOWS = {
    r"c:\w\a.md": ["file:///c%3A/w/a.md", "file:///c:/w/a.md", "file:///c|/w/a.md"],
    r"C:\w\[a] b.md": ["file:///C:/w/%5Ba%5D%20b.md", "file:///C:/w/[a] b.md", r"file:///C:\w\[a] b.md"],
    r"c:\a!'()*": ["file:///c%3A/a%21%27%28%29%2A"],
    r"\\server\share\é.md": ["file://server/share/%C3%A9.md", "file://server/share/é.md", "file:////server/share/é.md"],
}
NOWHERE = ["untitled:Untitled-1", "file://server/share/a.md", "file:w/a.md", "file:///w/%00.md", "file://[/a.md", ""]


@pytest.mark.parametrize("windows", [False, True])
def test_paths_of_uris_of_editors(windows: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pygls.uris.IS_WIN", windows)
    kind = (
        PureWindowsPath if windows else PurePosixPath
    )  # Windows counts no case, and pygls writes drives in lower case
    for path, uris in (WINDOWS if windows else POSIX).items():
        own = [] if "\udce9" in path else [str(from_fs_path(path))]
        assert {uri: kind(path_of(uri, windows=windows) or "") for uri in (*uris, *own)} == dict.fromkeys(
            (*uris, *own), kind(path)
        )
    assert windows or {path_of(uri, windows=False) for uri in NOWHERE} == {None}


@pytest.mark.parametrize("name", ["[id]", "é", "a b", "a|b", "a^{b", "100%", "caf%E9", "%2F"])
def test_no_character_of_a_uri_loses_configuration_and_type(name: str, tmp_path: Path) -> None:
    (tmp_path / "irigrammar.toml").write_text('ignore = ["F064"]\n', encoding="utf-8")

    async def check(client: Client) -> None:
        uri = f"{tmp_path.as_uri()}/{name}.md"
        text = "`http://e.org/%yy` <http://e.org/%yy> <http://e.org/a|b>\n"
        assert [row.code for row in await client.open(uri, text, "plaintext")] == ["F093"]

    run(check)


@pytest.mark.parametrize(
    ("language", "is_code"),
    [("markdown", True), ("Markdown", True), ("mdx", True), ("markdown.mdx", True), ("plaintext", False), ("", False)],
)
def test_the_language_counts_where_the_name_says_nothing(language: str, is_code: bool, tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        text = "`http://e.org/%yy`\n"
        for uri in ("untitled:Untitled-1", (tmp_path / "a.unknown").as_uri()):
            assert [row.code for row in await client.open(uri, text, language)] == ([] if is_code else ["F064"])
        assert [row.code for row in await client.open((tmp_path / "a.txt").as_uri(), text, language)] == ["F064"]

    run(check)


def session(*messages: dict[str, Any]) -> tuple[int, str, dict[object, Any]]:
    """Run `iri server` as a program with messages; return its status, what it says, and the answers by their ids.

    After a request its answer is read, as clients do.
    """
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    answers: dict[object, Any] = {}
    with subprocess.Popen([sys.executable, "-m", "irigrammar", "server"], **pipes) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        for message in messages:
            body = json.dumps({"jsonrpc": "2.0", **message}).encode()
            server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
            server.stdin.flush()
            while "id" in message and message["id"] not in answers:
                size = 0
                while (line := server.stdout.readline()) != b"\r\n":
                    if line.startswith(b"Content-Length: "):
                        size = int(line.split()[1])
                row = json.loads(server.stdout.read(size))
                answers[row.get("id", row.get("method"))] = row.get("result", row.get("params"))
        _, said = server.communicate(timeout=60)
    return server.returncode, said.decode(), answers


START = {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}}
STARTED: dict[str, Any] = {"method": "initialized", "params": {}}
SHUTDOWN, EXIT = {"id": 9, "method": "shutdown"}, {"method": "exit"}


@pytest.mark.parametrize(
    ("messages", "status"),
    [
        ((START, STARTED, SHUTDOWN, EXIT), 0),
        ((START, SHUTDOWN, EXIT), 0),
        ((START, STARTED, EXIT), 1),
        ((START, STARTED), 0),
        ((), 0),
    ],
)
def test_exit_status_of_the_program(messages: tuple[dict[str, Any], ...], status: int) -> None:
    code, said, _ = session(*messages)
    assert (code, "Traceback" in said) == (status, False), said


def test_the_program_offers_what_the_page_promises() -> None:
    uri = "untitled:a.md"
    text = "[a](http://e.org/a^b) [b](http://e.org/a|b)\n"
    opened = {"uri": uri, "languageId": "markdown", "version": 1, "text": text}
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 99}}
    asked = {"textDocument": {"uri": uri}, "range": everything, "context": {"diagnostics": []}}
    place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": text.index("|")}}
    _, _, answers = session(
        START,
        STARTED,
        {"method": "textDocument/didOpen", "params": {"textDocument": opened}},
        {"id": 2, "method": "textDocument/codeAction", "params": asked},
        {"id": 3, "method": "textDocument/hover", "params": place},
        SHUTDOWN,
        EXIT,
    )
    assert {row["code"] for row in answers["textDocument/publishDiagnostics"]["diagnostics"]} == {"F093"}
    actions = {row["title"]: row.get("isPreferred") for row in answers[2]}
    assert actions["Write http://e.org/a%5Eb"] is True
    assert actions["Write http://e.org/a%7Cb (may be wrong)"] is False
    assert "Ignore F093 in this line" in actions
    assert "RFC 3986" in answers[3]["contents"]["value"]


UNSAFE = ("http://e.org/a|b", "http://e.org/a b", "http://e.org/%zz")


@pytest.mark.parametrize("url", UNSAFE)
def test_fixes_that_may_be_wrong_are_offered(url: str, tmp_path: Path) -> None:
    text = f'<a href="{url}">x</a>\n'

    async def check(client: Client) -> None:
        uri = (tmp_path / "a.html").as_uri()
        await client.open(uri, text)
        everything = types.Range(types.Position(0, 0), types.Position(0, 99))
        fixes = [row for row in await client.actions(uri, everything) if row.title.startswith("Write")]
        assert fixes
        for row in fixes:
            assert row.edit is not None
            assert row.edit.changes
            edited = text
            for edit in sorted(row.edit.changes[uri], key=lambda edit: edit.range.start, reverse=True):
                edited = edited[: edit.range.start.character] + edit.new_text + edited[edit.range.end.character :]
            assert row.title.removeprefix("Write ").removesuffix(" (may be wrong)") in edited
            assert row.title.endswith("(may be wrong)") is not row.is_preferred

    run(check)
