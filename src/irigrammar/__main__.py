"""The command `iri`, also as `python -m irigrammar`."""

import os
import sys

_OF_THE_EXTRA = ("click", "rich", "platformdirs", "yaml", "pyromark")
_YOUNG = 100_000  # objects made before the first garbage collection: those of most commands


def main() -> None:
    """Run the command and exit; an interrupt is reported in one line from the first import on, with status 130, a
    missing package of the extra with status 2. Output to a stream that was closed before is lost.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - until the process ends
    try:
        try:
            from irigrammar.cli.main import main as run
        except ImportError as error:
            if error.name not in _OF_THE_EXTRA:
                raise
            sys.stderr.write(f"iri: the command needs {error.name}: pip install 'irigrammar[cli]'\n")
            sys.exit(2)
        run()
    except KeyboardInterrupt:
        sys.stderr.write("iri: interrupted\n")
        sys.exit(130)


def program() -> None:
    """Run the command and end the process with its status, without taking its modules apart.

    That and garbage collections would take a third of the time of most commands.
    """
    import gc

    gc.set_threshold(_YOUNG, *gc.get_threshold()[1:])
    try:
        main()
    except SystemExit as stop:
        if not isinstance(stop.code, int) or sys.gettrace() or sys.getprofile():
            raise
        _leave(stop.code)


def _leave(status: int) -> None:
    """End the process with a status, after the registered exit functions and flushing its output, without taking
    modules apart; with other threads, exit as usual. The status is 1 instead of 0 where flushing fails.
    """
    import atexit

    threads = sys.modules.get("threading")
    if threads and threads.active_count() > 1:
        sys.exit(status)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and not stream.closed:  # a server closes what it wrote to
            try:
                stream.flush()
            except (OSError, ValueError):  # its reader went away
                status = status or 1
    os._exit(status)


if __name__ == "__main__":
    program()
