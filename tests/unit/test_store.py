"""The store between runs reads unchanged entries of the same user."""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path

import pytest

from irigrammar import Grammar, store
from irigrammar.shipped import values
from irigrammar.store import Store, program

POSIX = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="owners and modes of files")


def entry(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def as_text(data: bytes) -> str:
    return data.decode()


def test_kept_values_are_read_and_not_made_again(tmp_path: Path) -> None:
    made: list[int] = []

    def make() -> str:
        made.append(1)
        return "a\0\n\u00e9"

    texts = [Store(tmp_path / "new" / "folder").recall(("key", 1), make, str.encode, as_text) for _ in range(3)]
    assert (texts, made) == (["a\0\n\u00e9"] * 3, [1])


def test_keys_are_different_things(tmp_path: Path) -> None:
    kept = Store(tmp_path)
    kept.write(("a", "bc"), b"1")
    kept.write(("ab", "c"), b"2")
    assert [kept.read(("a", "bc")), kept.read(("ab", "c")), kept.read("abc")] == [b"1", b"2", None]
    assert Store(tmp_path, ("grammars",)).read(("a", "bc")) is None


def test_another_program_reads_nothing_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(tmp_path).write("key", b"1")
    monkeypatch.setattr(store, "program", lambda *_: ("another",))
    assert Store(tmp_path).read("key") is None


def test_the_program_is_its_files_and_those_of_the_reader() -> None:
    files = program("grammars")
    assert any("/grammars/reader.py " in name.replace(os.sep, "/") for name in files)
    assert any("/abnf/" in name.replace(os.sep, "/") for name in files)
    assert not any("/engines/" in name.replace(os.sep, "/") for name in files)
    assert set(files) < set(program())


@pytest.mark.parametrize("damage", [b"", b"x", b"\0" * 20, b"\xff" * 100])
def test_a_damaged_entry_is_made_again(tmp_path: Path, damage: bytes) -> None:
    kept = Store(tmp_path)
    kept.write("key", b"right")
    entry(tmp_path).write_bytes(damage)
    assert kept.read("key") is None
    assert kept.recall("key", lambda: "new", str.encode, as_text) == "new"
    assert kept.read("key") == b"new"


def test_one_bit_is_damage(tmp_path: Path) -> None:
    kept = Store(tmp_path)
    kept.write("key", b"right")
    data = bytearray(entry(tmp_path).read_bytes())
    data[-1] ^= 1
    entry(tmp_path).write_bytes(data)
    assert kept.read("key") is None


def test_a_checksum_is_of_one_entry(tmp_path: Path) -> None:
    """A checksum of the content alone, or of another entry, is damage."""
    kept = Store(tmp_path)
    kept.write("key", b"right")
    first = entry(tmp_path)
    kept.write("other", b"wrong")
    (second,) = {*tmp_path.iterdir()} - {first}
    for data in (second.read_bytes(), blake2b(b"{}", digest_size=20).digest() + b"{}"):
        first.write_bytes(data)
        assert kept.read("key") is None


@pytest.mark.parametrize(
    "content", [b"{0", b"(0", b"(1\n" * 100_000, b"=1", b"\xff", b"-", b"#" + b"1" * 5000, b"{1\n'a\n-", b"x\n" * 8]
)
def test_rules_and_automata_are_made_again_from_other_content(tmp_path: Path, content: bytes) -> None:
    """Entries whose checksum is right, as only one can write them who may write everything else."""

    def verdicts(cache: Path | None) -> list[bool]:
        start = Grammar.from_text('a = "x" / b\r\nb = %x41-5A\r\n', cache=cache).start
        return [start.matches(text) for text in ("x", "Q", "q")]

    assert verdicts(tmp_path) == verdicts(None) == [True, True, False]
    entries = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert len(entries) == 2
    for path in entries:
        path.write_bytes(store._digest(path, content) + content)
    assert verdicts(tmp_path) == [True, True, False]
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == entries


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, (5,)),
        (0, "0"),
        (3, None),
        (1, (9, 9)),
        (1, (0.0,)),
        (1, ()),
        (2, 99),
        (2, "x"),
        (2, True),
        (3, "00"),
        (3, "ff"),
        (4, 3),
        (5, "00"),
        (5, "zz"),
    ],
)
def test_automata_that_cannot_be_walked_are_made_again(tmp_path: Path, place: int, value: object) -> None:
    text = 'a = "x" / "yz"\r\n'
    assert Grammar.from_text(text, cache=tmp_path).start.matches("yz")
    path = next(path for path in tmp_path.iterdir() if b"Rule" not in path.read_bytes())
    packed = values.from_json(path.read_bytes()[20:])
    content = values.to_json((*packed[:place], value, *packed[place + 1 :]))
    path.write_bytes(store._digest(path, content) + content)
    assert [Grammar.from_text(text, cache=tmp_path).start.matches(word) for word in ("x", "yz", "y")] == [
        True,
        True,
        False,
    ]


def test_unloadable_values_are_made_again(tmp_path: Path) -> None:
    kept = Store(tmp_path)
    kept.write("key", b"\xff")
    assert kept.recall("key", lambda: "new", str.encode, as_text) == "new"


def test_exceptions_keep_nothing(tmp_path: Path) -> None:
    def make() -> str:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        Store(tmp_path).recall("key", make, str.encode, as_text)
    assert not [*tmp_path.iterdir()]


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        assert Store(folder).recall("key", lambda: "new", str.encode, as_text) == "new"


def test_without_a_folder_nothing_is_kept() -> None:
    assert not Store(None)
    Store(None).write("key", b"1")
    assert Store(None).read("key") is None


@POSIX
def test_files_and_folder_are_private(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        Store(tmp_path / "kept").write("key", b"1")
    finally:
        os.umask(before)
    assert [path.stat().st_mode & 0o777 for path in (tmp_path / "kept", entry(tmp_path / "kept"))] == [0o700, 0o600]


@POSIX
@pytest.mark.parametrize("which", ["folder", "entry"])
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o666])
def test_files_writable_by_others_are_not_used(tmp_path: Path, which: str, mode: int) -> None:
    folder = tmp_path / "kept"
    kept = Store(folder)
    kept.write("key", b"1")
    (folder if which == "folder" else entry(folder)).chmod(mode)
    assert kept.read("key") is None


@POSIX
def test_files_of_other_users_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Store(tmp_path / "kept")
    kept.write("key", b"1")
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert kept.read("key") is None
    kept.write("other", b"2")
    assert entry(tmp_path / "kept").is_file()  # the one that was there


@POSIX
def test_links_are_not_followed(tmp_path: Path) -> None:
    kept = Store(tmp_path / "kept")
    kept.write("key", b"1")
    path = entry(tmp_path / "kept")
    path.rename(tmp_path / "moved")
    path.symlink_to(tmp_path / "moved")
    assert kept.read("key") is None
    (tmp_path / "link").symlink_to(tmp_path / "kept")
    path.unlink()
    (tmp_path / "moved").rename(path)
    assert (kept.read("key"), Store(tmp_path / "link").read("key")) == (b"1", None)


def test_the_oldest_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_MOST", 4)
    kept = Store(tmp_path)
    for number in range(5):
        kept.write(number, b"1")
        newest = max(tmp_path.iterdir(), key=lambda path: path.stat().st_mtime_ns)
        os.utime(newest, ns=(number, number))
    assert [number for number in range(5) if kept.read(number)] == [3, 4]


def test_too_large_values_are_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_LARGEST", 10)
    Store(tmp_path).write("key", b"1" * 11)
    assert not [*tmp_path.iterdir()]
    Store(tmp_path).write("key", b"1" * 10)
    assert Store(tmp_path).read("key") == b"1" * 10
