"""Light replacements of the standard library."""

from __future__ import annotations

import copy
import dataclasses
import importlib
import importlib.util
import inspect
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import pytest

from irigrammar import dataclass as light
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


# Light dataclasses are those of the standard library to all who look at them


def _classes(dataclass: Callable[..., Any], field: Callable[..., Any]) -> tuple[type[Any], ...]:
    """Return a frozen class with slots, a frozen one, one that is derived from it, and one that can be changed."""

    @dataclass(frozen=True, slots=True)
    class Slotted:
        """A value."""

        first: int
        second: tuple[int, ...] = ()
        kept: ClassVar[int] = 1
        made: dict[str, int] = field(default_factory=dict, hash=False)
        offset: int = field(default=-1, compare=False, repr=False)

    @dataclass(frozen=True)
    class Plain:
        first: int
        length: int = field(default=0, init=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "length", 2 * self.first)

    @dataclass(frozen=True)
    class Derived(Plain):
        last: str = "x"

    @dataclass(slots=True)
    class Changeable:
        items: list[int] = field(default_factory=list)

    return Slotted, Plain, Derived, Changeable


LIGHT = _classes(light.dataclass, light.field)
USUAL = _classes(dataclasses.dataclass, dataclasses.field)


@pytest.mark.parametrize(("ours", "theirs"), [*zip(LIGHT, USUAL, strict=True)], ids=lambda made: made.__name__)
def test_a_class_answers_as_the_standard_librarys_does(ours: type[Any], theirs: type[Any]) -> None:
    assert inspect.signature(ours) == inspect.signature(theirs)
    assert ours.__match_args__ == theirs.__match_args__
    assert [field.name for field in dataclasses.fields(ours)] == [field.name for field in dataclasses.fields(theirs)]
    assert (ours.__doc__ or "").startswith("A value.") is (theirs.__doc__ or "").startswith("A value.")
    assert hasattr(ours, "__slots__") is hasattr(theirs, "__slots__")
    assert (ours.__hash__ is None) is (theirs.__hash__ is None)


@pytest.mark.parametrize("made", [LIGHT[0](1, (2,), {"a": 1}, 7), LIGHT[2](3, "y"), LIGHT[3]([1])], ids=repr)
def test_a_value_is_the_same_after_a_copy(made: Any) -> None:
    again = type(made)(*(getattr(made, name) for name in made.__match_args__))
    assert copy.deepcopy(made) == made == again == light.replace(made) == dataclasses.replace(made)
    assert repr(again) == repr(made)
    assert dataclasses.asdict(again) == dataclasses.asdict(made)


@pytest.mark.parametrize(("ours", "theirs"), [*zip(LIGHT[:3], USUAL[:3], strict=True)], ids=lambda made: made.__name__)
def test_a_value_that_is_frozen_cannot_be_changed(ours: type[Any], theirs: type[Any]) -> None:
    value = ours(1)
    with pytest.raises(dataclasses.FrozenInstanceError, match="first"):
        value.first = 2
    with pytest.raises(dataclasses.FrozenInstanceError, match="first"):
        del value.first
    assert repr(value) == repr(theirs(1))
    assert hash(value) == hash(ours(1))
    assert value != theirs(1)


def test_uncompared_fields_make_no_difference() -> None:
    slotted = LIGHT[0]
    assert slotted(1, offset=3) == slotted(1)
    assert slotted(1, made={"a": 1}) != slotted(1)
    assert hash(slotted(1, made={"a": 1})) == hash(slotted(1))


def test_defaults_are_made_for_each_value() -> None:
    changeable = LIGHT[3]
    one = changeable()
    one.items.append(1)
    assert changeable().items == []
    one.items = [2]
    assert one.items == [2]


def test_arguments_are_checked() -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'first'"):
        LIGHT[0]()


def test_values_of_the_package_can_be_pickled() -> None:
    from irigrammar.finding import Fix

    names = [field.name for field in dataclasses.fields(Fix)]
    fix = Fix(*(["x"] * len(names)))  # type: ignore[arg-type]  # its fields are not looked at
    assert pickle.loads(pickle.dumps(fix)) == fix


class LightRow(light.NamedTuple):
    """A row."""

    first: int
    second: str = "x"

    def shown(self) -> str:
        return f"{self.first}{self.second}"


class UsualRow(NamedTuple):
    """A row."""

    first: int
    second: str = "x"


def test_a_named_tuple_answers_as_that_of_the_standard_library_does() -> None:
    assert str(inspect.signature(LightRow)) == "(first: 'int', second: 'str' = 'x')"
    unknown: dict[str, Any] = {"third": 1}
    ours, theirs = LightRow(1), UsualRow(1)
    assert [*ours] == [*theirs] == [1, "x"]
    assert ours.shown() == "1x"
    assert repr(ours) == repr(theirs).replace("Usual", "Light")
    assert (ours._fields, ours._asdict(), LightRow.__match_args__, LightRow._field_defaults) == (
        theirs._fields,
        theirs._asdict(),
        UsualRow.__match_args__,
        UsualRow._field_defaults,
    )
    assert pickle.loads(pickle.dumps(ours)) == copy.deepcopy(ours) == LightRow._make((1, "x"))
    assert (ours._replace(second="y").second, type(ours._replace(first=2))) == ("y", LightRow)
    for row in (ours, theirs):
        for call in (row._replace, type(row)):
            with pytest.raises((TypeError, ValueError)):
                call(**unknown)
    assert isinstance(ours, tuple)
    assert not hasattr(ours, "__dict__")
