"""Regular files, opened without surprises."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path

import pytest

from irigrammar import files
from irigrammar.files import Place, is_below, lines_of, open_place, open_regular, read_regular

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes and links of POSIX")


@pytest.fixture(params=[True, False], ids=["descriptors", "paths"])
def folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with one file of each kind; also as systems without descriptors of folders see it."""
    if not request.param:
        monkeypatch.setattr(files, "_HAS_FOLDERS", False)
        monkeypatch.setattr(files, "_NO_FOLLOW", 0)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "file").write_bytes(b"content")
    (tmp_path / "link").symlink_to("inner/file")
    (tmp_path / "folder link").symlink_to("inner")
    return tmp_path


def test_a_regular_file_is_read(folder: Path) -> None:
    for stream in (
        open_place(Place(str(folder), ("inner", "file"))),
        open_place(Place.of(folder / "inner" / "file")),
        open_place(Place.of(folder / "folder link" / "file")),
        open_regular(folder / "link"),
    ):
        with stream:
            assert stream.read() == b"content"


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (("pipe",), "it is a named pipe, not a regular file"),
        (("zero",), "it is a symbolic link"),
        (("link",), "it is a symbolic link"),
        (("inner",), "it is a folder"),
        (("folder link", "file"), "a folder on the way to it is a symbolic link"),
        (("none",), "No such file or directory"),
    ],
)
def test_anything_else_is_refused_at_once(folder: Path, names: tuple[str, ...], reason: str) -> None:
    with pytest.raises(OSError, match=reason) as caught:
        open_place(Place(str(folder), names))
    assert caught.value.strerror == reason


def test_a_link_may_be_followed_to_a_regular_file_only(folder: Path) -> None:
    with pytest.raises(OSError, match="it is a device"):
        open_regular(folder / "zero")
    with pytest.raises(OSError, match="it is a named pipe"):
        open_regular(folder / "pipe")


def test_a_file_has_a_limit(folder: Path) -> None:
    assert read_regular(folder / "link", 7) == b"content"
    with pytest.raises(OSError, match="larger than 6 bytes"):
        read_regular(folder / "link", 6)
    with pytest.raises(OSError, match="symbolic link"):
        read_regular(folder / "link", 7, follow=False)


@pytest.mark.parametrize("data", [b"", b"\n", b"ab\ncd\n", b"abc", b"\n\nabc\n"])
def test_lines_are_those_of_the_stream(data: bytes) -> None:
    assert list(lines_of(BytesIO(data), 4)) == list(BytesIO(data))


def test_a_line_has_a_limit() -> None:
    lines = lines_of(BytesIO(b"abc\nabcd\nabcde\n"), 5)
    assert [next(lines), next(lines)] == [b"abc\n", b"abcd\n"]
    with pytest.raises(OSError, match="line 3 has more than 5 bytes"):
        next(lines)


def test_below_is_of_whole_names() -> None:
    assert is_below("/a", "/a")
    assert is_below("/a/b/c", "/a")
    assert not is_below("/ab", "/a")
    assert not is_below("/", "/a")
