"""What is used in place of functools where it is not imported: both do the same."""

from __future__ import annotations

import importlib
import importlib.util
import os
import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from irigrammar import lazy


@pytest.fixture(params=["functools", "alone"])
def module(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    if request.param == "functools":
        return lazy
    spec = importlib.util.spec_from_file_location("lazy_alone", lazy.__file__)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    with monkeypatch.context() as patch:
        patch.delitem(sys.modules, "functools")
        spec.loader.exec_module(loaded)
    assert loaded.cache.__module__ == "lazy_alone"
    return loaded


def test_a_property_is_computed_once(module: Any) -> None:
    seen = []

    class Thing:
        @module.cached_property  # type: ignore[untyped-decorator]  # of either module
        def value(self) -> int:
            """Its value."""
            seen.append(self)
            return 5

    thing = Thing()
    assert (thing.value, thing.value, len(seen)) == (5, 5, 1)
    assert Thing.value.__doc__ == "Its value."


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_forked_process_does_not_wait_for_a_thread_that_computes(module: Any) -> None:
    entered, left = threading.Event(), threading.Event()

    class Thing:
        def __init__(self, waits: bool) -> None:
            self.waits = waits

        @module.cached_property  # type: ignore[untyped-decorator]  # of either module
        def value(self) -> int:
            if self.waits:
                entered.set()
                left.wait(60)
            return 5

    thread = threading.Thread(target=lambda: Thing(waits=True).value)
    thread.start()
    entered.wait(60)
    child = os.fork()
    if not child:
        signal.alarm(30)  # ends it if it waits
        os._exit(Thing(waits=False).value)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 5
    left.set()
    thread.join()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_forked_process_does_not_wait_for_a_thread_that_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered, left = threading.Event(), threading.Event()
    monkeypatch.setattr(os, "gates", (entered, left), raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "slow_to_load.py").write_text("import os\nos.gates[0].set()\nos.gates[1].wait(60)\nVALUE = 5\n")
    thread = threading.Thread(target=importlib.import_module, args=["slow_to_load"])
    thread.start()
    entered.wait(60)
    child = os.fork()
    if not child:
        signal.alarm(30)  # ends it if it waits
        left.set()  # the parent's is another
        os._exit(importlib.import_module("slow_to_load").VALUE)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 5
    left.set()
    thread.join()


def test_results_are_kept_by_arguments_and_errors_are_not(module: Any) -> None:
    seen = []

    @module.cache  # type: ignore[untyped-decorator]  # of either module
    def function(*values: int) -> int:
        seen.append(values)
        return 1 // sum(values)

    assert [function(1), function(1), function(0, 1)] == [1, 1, 1]
    for _ in range(2):
        with pytest.raises(ZeroDivisionError) as caught:
            function(0)
        assert caught.value.__context__ is None
    assert seen == [(1,), (0, 1), (0,), (0,)]
    assert function.__name__ == "function"
    function.cache_clear()
    assert (function(1), len(seen)) == (1, 5)


def test_threads_that_ask_at_once_get_one_result() -> None:
    both_compute = threading.Barrier(2)

    @lazy.once
    def function() -> object:
        both_compute.wait(timeout=60)
        return object()

    with ThreadPoolExecutor(2) as pool:
        first, second = [future.result() for future in [pool.submit(function), pool.submit(function)]]
    assert first is second
