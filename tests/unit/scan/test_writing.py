"""Files that are replaced as a whole or not at all."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from irigrammar.files import Folder, Place
from irigrammar.scan.writing import ChangedMeanwhile, identity, replacing

pytestmark = pytest.mark.skipif(os.name != "posix", reason="owners, modes and links of POSIX")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    return path


def replace(path: Path, data: bytes = b"new") -> None:
    with replacing(Place.of(path)) as stream:
        stream.write(data)


def to_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_an_interrupt_as_the_new_file_is_made_leaves_none(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = Folder.open

    def interrupted(folder: Folder, name: str, flags: int, mode: int = 0o600) -> int:
        descriptor = make(folder, name, flags, mode)
        if flags & os.O_CREAT:
            os.close(descriptor)
            raise KeyboardInterrupt
        return descriptor

    monkeypatch.setattr(Folder, "open", interrupted)
    with pytest.raises(KeyboardInterrupt):
        replace(file)
    assert (names(file.parent), file.read_bytes()) == (["a"], b"old")


def test_a_file_is_replaced(file: Path) -> None:
    replace(file)
    assert file.read_bytes() == b"new"
    assert names(file.parent) == ["a"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, OSError("full"), MemoryError])
def test_a_file_stays_where_writing_ends_early(file: Path, error: BaseException) -> None:
    with pytest.raises(type(error) if isinstance(error, BaseException) else error):  # noqa: PT012, SIM117
        with replacing(Place.of(file)) as stream:
            stream.write(b"half")
            raise error
    assert file.read_bytes() == b"old"
    assert names(file.parent) == ["a"]


@pytest.mark.slow
def test_a_file_is_whole_after_the_program_is_killed(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from irigrammar.scan.writing import replacing\n"
        "from irigrammar.files import Place\n"
        "while True:\n"
        "    for byte in (b'a', b'b'):\n"
        "        with replacing(Place.of(sys.argv[1])) as stream:\n"
        "            for _ in range(64):\n"
        "                stream.write(byte * 4096)\n"
    )
    path = tmp_path / "a"
    path.write_bytes(b"a" * 64 * 4096)
    for pause in (0.3, 0.31, 0.33):
        running = subprocess.Popen([sys.executable, "-c", program, str(path)])
        time.sleep(pause)
        running.send_signal(signal.SIGKILL)
        running.wait()
        data = path.read_bytes()
        assert len(data) == 64 * 4096
        assert len(set(data)) == 1


def test_the_mode_stays_without_set_id_bits(file: Path) -> None:
    for mode, kept in ((0o640, 0o640), (0o755, 0o755), (0o4755, 0o755), (0o6770, 0o770), (0o1666, 0o666)):
        file.chmod(mode)
        replace(file)
        assert stat.S_IMODE(file.stat().st_mode) == kept


def test_a_new_file_has_the_mode_of_new_files(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        replace(tmp_path / "b")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "b").stat().st_mode) == 0o640


@pytest.mark.skipif(os.name == "posix" and os.geteuid() != 0, reason="needs root")
def test_owner_and_group_stay(file: Path) -> None:
    os.chown(file, 1234, 1235)
    replace(file)
    assert (file.stat().st_uid, file.stat().st_gid) == (1234, 1235)


def test_a_file_whose_owner_cannot_be_kept_stays(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    real = os.fstat

    def another(descriptor: int) -> os.stat_result:
        status = real(descriptor)
        return os.stat_result([*status[:4], status.st_uid + 1, *status[5:10]])

    monkeypatch.setattr(os, "fchown", refuse)
    monkeypatch.setattr(os, "fstat", another)
    with pytest.raises(PermissionError, match="its owner and group could not be kept"):
        replace(file)
    monkeypatch.undo()
    assert file.read_bytes() == b"old"
    assert names(file.parent) == ["a"]


def test_extended_attributes_stay_but_for_capabilities(file: Path) -> None:
    try:
        os.setxattr(file, "user.origin", b"here")
    except (AttributeError, OSError):
        pytest.skip("no extended attributes here")
    with suppress(OSError):  # of root: cap_net_raw
        os.setxattr(file, "security.capability", bytes.fromhex("0100000200200000000000000000000000000000"))
    replace(file)
    assert os.getxattr(file, "user.origin") == b"here"
    assert "security.capability" not in os.listxattr(file)


def test_a_symbolic_link_is_not_followed(file: Path) -> None:
    link = file.parent / "link"
    link.symlink_to("a")
    for place in (Place.of(link), Place.of(file)._replace(link=True)):
        with pytest.raises(OSError, match="symbolic link"), replacing(place):
            pass
    assert link.is_symlink()
    assert file.read_bytes() == b"old"


def test_a_folder_on_the_way_is_not_exchanged_for_a_link(file: Path) -> None:
    (file.parent / "inner").symlink_to(".")
    with pytest.raises(OSError, match="a folder on the way"), replacing(Place(str(file.parent), ("inner", "a"))):
        pass


@pytest.mark.parametrize(
    ("prepare", "reason"),
    [
        (lambda path: path.chmod(0o444), "it is read-only"),
        (lambda path: os.link(path, path.parent / "b"), "it has 2 hard links"),
        (to_pipe, "it is not a regular file"),
        (lambda path: (path.unlink(), path.mkdir()), "it is not a regular file"),
    ],
    ids=["read-only", "hard links", "a pipe", "a folder"],
)
def test_lossy_writing_is_refused(file: Path, prepare: object, reason: str) -> None:
    assert callable(prepare)
    prepare(file)
    before = names(file.parent)
    with pytest.raises(OSError, match=reason):
        replace(file)
    assert names(file.parent) == before


def test_a_file_that_changed_since_it_was_read_stays(file: Path) -> None:
    read = identity(file.stat())
    file.write_bytes(b"newer")
    with (
        pytest.raises(ChangedMeanwhile, match="it changed while it was read"),
        replacing(Place.of(file), expected=read),
    ):
        pass
    assert file.read_bytes() == b"newer"


@pytest.mark.parametrize("change", ["content", "mode", "link", "gone", "another"])
def test_a_file_that_changes_while_it_is_written_stays(file: Path, change: str) -> None:
    victim = file.parent / "victim"
    victim.write_bytes(b"mine")
    with pytest.raises(OSError, match=r"changed|symbolic link"):  # noqa: PT012, SIM117
        with replacing(Place.of(file)) as stream:
            stream.write(b"new")
            match change:
                case "content":
                    file.write_bytes(b"newer")
                case "mode":
                    file.chmod(0o600 if file.stat().st_mode & 0o077 else 0o644)
                case "link":
                    file.unlink()
                    file.symlink_to("victim")
                case "gone":
                    file.unlink()
                case "another":
                    file.unlink()
                    file.write_bytes(b"old")
    assert victim.read_bytes() == b"mine"
    assert not file.exists() or file.read_bytes() != b"new"
    assert [name for name in names(file.parent) if name.endswith(".iri")] == []
