"""Configuration, caches and the explorer, with a second user."""

from __future__ import annotations

import http.client
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from command import run
from other_user import OTHER, as_other, needs_root

from irigrammar import Grammar
from irigrammar.scan import cache
from irigrammar.scan.config import ConfigError, find
from irigrammar.store import Store
from irigrammar.views.explorer.saving import SavedFiles
from irigrammar.views.explorer.server import ExplorerServer

SILENT = '[[paths]]\nmatch = ["*"]\nignore = ["F", "R", "S"]\n'
FAULTY = '<a href="http://e/a b">x</a>\n'


@contextmanager
def serving(*arguments: object, **options: object) -> Iterator[ExplorerServer]:
    with ExplorerServer(*arguments, **options) as http_server:  # type: ignore[arg-type]
        thread = threading.Thread(target=http_server.serve_forever, daemon=True)
        thread.start()
        yield http_server
        http_server.shutdown()
        thread.join()


def request(
    server: ExplorerServer, method: str, path: str, body: str | None = None, **more: str
) -> tuple[int, str, str]:
    port = server.server_address[1]
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/json", **more}
    client.request(method, path, body, headers)
    response = client.getresponse()
    answer = response.status, response.read().decode(), response.headers.get("Set-Cookie", "")
    client.close()
    return answer


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "g.abnf"
    path.write_bytes(b's = "a"\r\n')
    return path


def document(path: Path, source: str) -> str:
    return json.dumps({"base": str(path), "source": source, "examples": []})


def test_the_page_of_the_catalog_is_no_secret() -> None:
    with serving() as server:
        assert request(server, "GET", "/")[0] == 200


@pytest.mark.parametrize("is_other", [False, pytest.param(True, marks=needs_root)])
def test_the_page_is_for_who_has_its_address(is_other: bool, saved: Path) -> None:
    own = Grammar.from_file(str(saved))
    with serving((own,), files=SavedFiles([own], None)) as server:

        def attack() -> list[tuple[int, str, str]]:
            text = document(saved, 's = "other"\r\n')
            return [
                request(server, "GET", "/"),
                request(server, "GET", "/", Cookie=f"explorer-{server.server_address[1]}=x"),
                request(server, "GET", "/?token=x"),
                request(server, "POST", "/ask", '{"kind":"grammar"}'),
                request(server, "POST", "/save", text),
                request(server, "POST", "/save", text, **{"X-Explorer-Token": "x"}),
            ]

        answers = as_other(attack) if is_other else attack()
        assert [(status, cookie) for status, _, cookie in answers] == [(403, "")] * 6
        assert not any(server.token in body for _, body, _ in answers)
        status, page, cookie = request(server, "GET", f"/?token={server.token}")
        assert status == 200
        assert server.token in page
        assert "HttpOnly; SameSite=Strict" in cookie
        assert request(server, "GET", "/", Cookie=cookie.partition(";")[0])[0] == 200
    assert saved.read_bytes() == b's = "a"\r\n'


@pytest.mark.parametrize(
    ("base", "source", "word"),
    [
        ("g.abnf", 's = "b"\r\n', "saved"),
        ("g.abnf", "any text", "error"),
        ("g.abnf", "", "error"),
        ("g.abnf", "#!/bin/sh\r\n", "error"),
        ("h.abnf", 's = "b"\r\n', "error"),
        ("../g.abnf", 's = "b"\r\n', "error"),
    ],
)
def test_only_abnf_is_saved_and_only_to_the_named_file(base: str, source: str, word: str, saved: Path) -> None:
    (saved.parent / "h.abnf").write_text("kept")
    files = SavedFiles([Grammar.from_file(str(saved))], None)
    assert list(json.loads(files.save(document(saved.parent / base, source)))) == [word]
    assert saved.read_bytes() == (source.encode() if word == "saved" else b's = "a"\r\n')
    assert (saved.parent / "h.abnf").read_text() == "kept"


@pytest.mark.parametrize("how", ["content", "file", "link"])
def test_a_file_that_changed_is_not_saved(how: str, saved: Path) -> None:
    files = SavedFiles([Grammar.from_file(str(saved))], None)
    if how == "content":
        saved.write_bytes(b's = "c"\r\n')
    else:
        other = saved.with_name("other.abnf")
        other.write_bytes(b's = "a"\r\n')
        saved.unlink()
        if how == "link":
            saved.symlink_to(other)
        else:
            saved.write_bytes(b's = "d"\r\n')
    before = saved.read_bytes()
    assert "error" in json.loads(files.save(document(saved, 's = "b"\r\n')))
    assert saved.read_bytes() == before


def place(
    folder: Path, name: str, text: str, *, owner: int | None = None, mode: int = 0o644, around: int = 0o755
) -> None:
    (folder / name).write_text(text)
    (folder / name).chmod(mode)
    folder.chmod(around)
    if owner is not None:
        os.chown(folder / name, owner, owner)


TOML = {"irigrammar.toml": SILENT, "pyproject.toml": SILENT.replace("[[paths", "[[tool.irigrammar.paths")}
UNTRUSTED = {
    "of another user in a folder of all": {"owner": OTHER, "around": 0o1777},
    "of another user": {"owner": OTHER},
    "that all may write": {"mode": 0o666},
    "in a folder of all": {"around": 0o1777},
    "in a folder that all may write": {"around": 0o777},
}


@pytest.mark.parametrize("above", [True, False])
@pytest.mark.parametrize("name", TOML)
@pytest.mark.parametrize("kind", UNTRUSTED)
def test_configuration_of_others_is_not_obeyed(kind: str, name: str, above: bool, tmp_path: Path) -> None:
    if "owner" in UNTRUSTED[kind] and os.geteuid() != 0:
        pytest.skip("only root can make a file of another user")
    mine = tmp_path / "mine" if above else tmp_path
    mine.mkdir(exist_ok=True)
    (mine / "a.html").write_text(FAULTY)
    place(tmp_path, name, TOML[name], **UNTRUSTED[kind])
    result = run("scan", "--jobs", "1", "a.html", cwd=mine)
    assert result.status == 2
    assert "--config names one that you trust" in result.err
    assert run("scan", "--jobs", "1", "--isolated", "a.html", cwd=mine).status == 1
    assert run("scan", "--jobs", "1", "--config", str(tmp_path / name), "a.html", cwd=mine).status == 0
    with pytest.raises(ConfigError):
        find(mine)


def test_configuration_of_a_folder_below_is_not_obeyed_either(tmp_path: Path) -> None:
    below = tmp_path / "below"
    below.mkdir()
    (below / "a.html").write_text(FAULTY)
    place(below, "irigrammar.toml", SILENT, mode=0o666)
    result = run("scan", "--jobs", "1", "--format", "concise", ".", cwd=tmp_path)
    assert result.status == 2
    assert "S003" in result.out


@pytest.mark.parametrize("kind", ["repository", "home"])
def test_the_search_ends(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    top, deep = tmp_path / "top", tmp_path / "top" / "a" / "b"
    deep.mkdir(parents=True)
    (tmp_path / "irigrammar.toml").write_text(SILENT)
    assert find(deep) == tmp_path / "irigrammar.toml"
    if kind == "repository":
        (top / ".git").mkdir()
    else:
        monkeypatch.setenv("HOME", str(top))
    assert find(deep) is None
    (top / "irigrammar.toml").write_text("")
    assert find(deep) == top / "irigrammar.toml"


def test_caches_of_others_are_not_read(tmp_path: Path) -> None:
    cache.remember(str(tmp_path), {"a": 1})
    assert cache.known(str(tmp_path)) == {"a": 1}
    store = Store(tmp_path / "store")
    store.write("key", b"content")
    assert store.read("key") == b"content"
    for mode in (0o666, 0o644):
        (tmp_path / cache.FILE_NAME).chmod(mode)
        tmp_path.chmod(0o755 if mode == 0o666 else 0o777)
        cache.known.cache_clear()
        assert cache.known(str(tmp_path)) == {}
    (tmp_path / "store").chmod(0o777)
    assert store.read("key") is None


@needs_root
def test_caches_that_belong_to_another_user_are_not_read(tmp_path: Path) -> None:
    cache.remember(str(tmp_path), {"a": 1})
    os.chown(tmp_path / cache.FILE_NAME, OTHER, OTHER)
    cache.known.cache_clear()
    assert cache.known(str(tmp_path)) == {}


def test_the_token_is_not_an_argument_of_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    from irigrammar.cli import explorer

    with serving() as server:
        opened: list[str] = []
        monkeypatch.setattr("webbrowser.open", opened.append)
        monkeypatch.setattr(ExplorerServer, "serve_forever", lambda _: opened.append(Path(opened[0][7:]).read_text()))
        explorer._serve((Grammar.from_text('a = "x"\n', name="./a.abnf"),), (), 0, None, opens=True)
        assert opened[0].startswith("file:")
        assert "token" not in opened[0]
        assert "?token=" in opened[1]
        assert server.token not in opened[1]
