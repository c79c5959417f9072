"""Which engine answers, and what IRIGRAMMAR_PURE does; how the package stands without the kernel."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tomllib

import pytest
from examples import some
from kernels import NEEDS_KERNEL

import irigrammar
from irigrammar.engines import kernel
from irigrammar.engines.kernel import engine
from irigrammar.engines.recognizer import Pure
from tools.kernel import wheel

ASK = """
import sys
if {missing}:
    sys.modules["irigrammar.engines._kernel"] = None  # as where it was not built
import irigrammar
matcher = irigrammar.grammar("rfc3987")["IRI"]
from irigrammar.engines.kernel import engine
print(engine(), type(matcher.matches).__name__)
print([matcher.matches(text) for text in ("http://é/", b"http://\\xc3\\xa9/", "http://b c/")])
print(matcher.matches_many(["a:", "a b"]), matcher.check("http://b c/").fault.offset)
"""
RIGHT = ["[True, True, False]", "[True, False] 8"]


def asked(pure: str | None, *, missing: bool = False) -> list[str]:
    environment = {key: value for key, value in os.environ.items() if key != "IRIGRAMMAR_PURE"}
    if pure is not None:
        environment["IRIGRAMMAR_PURE"] = pure
    code = ASK.format(missing=missing)
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.parametrize("value", some(["1", "yes", " "], 1))
def test_irigrammar_pure_switches_the_kernel_off(value: str) -> None:
    assert asked(value) == ["pure Matches", *RIGHT]


@NEEDS_KERNEL
@pytest.mark.parametrize("value", some([None, "", "0"], 1))
def test_without_irigrammar_pure_the_kernel_answers(value: str | None) -> None:
    assert asked(value) == ["kernel builtin_function_or_method", *RIGHT]


def test_where_the_kernel_was_not_built_the_pure_engines_answer() -> None:
    assert asked(None, missing=True) == ["pure Matches", *RIGHT]


@pytest.mark.skipif(not (wheel.ROOT / "src").exists(), reason="the sources are not here")
def test_every_file_of_the_kernel_is_declared() -> None:
    """A header that is not would be left out of the source distribution."""
    declared = tomllib.loads((wheel.ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["ext-modules"][0]
    assert {*declared["sources"], *declared["depends"]} == wheel.files()


@NEEDS_KERNEL
def test_matches_is_the_function_of_the_kernel_itself() -> None:
    module = kernel.kernel()
    assert module is not None
    matches = irigrammar.grammar("rfc3987")["IRI"].matches
    assert type(matches) is type(len)
    assert isinstance(matches.__self__, module.Automaton)  # type: ignore[attr-defined]
    assert matches.__name__ == "matches"


def test_a_matcher_that_was_used_is_pickled() -> None:
    matcher = irigrammar.grammar("rfc3987")["IRI"]
    assert matcher.matches("a:")
    assert pickle.loads(pickle.dumps(matcher)).matches("a:")


def test_the_recognizer_is_that_of_the_engine() -> None:
    recognizer = irigrammar.grammar("rfc3987")._production("IRI").recognizer
    assert isinstance(recognizer, Pure) is (engine() == "pure")


@NEEDS_KERNEL
@pytest.mark.parametrize("changed", [{"ids": (65_535,)}, {"accepting": "00" * 65_536}])
def test_what_is_too_large_for_the_kernel_is_left_to_the_pure_engines(changed: dict[str, object]) -> None:
    packed = {"starts": (0,), "ids": (0,), "start": 1, "accepting": "0001", "width": 1, "rows": "00\n01"}
    assert kernel.automaton(tuple(packed.values())) is not None  # type: ignore[arg-type]
    assert kernel.automaton(tuple((packed | changed).values())) is None  # type: ignore[arg-type]
