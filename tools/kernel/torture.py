"""Fail every allocation of the kernel, one at a time.

Each call has to raise MemoryError or give the right answer.

    python -m tools.kernel.torture [--repeats 4]

An extension module that is built in a temporary folder is put between Python and its memory, and lets the n-th
allocation of a call fail, for n from 1 on, until a call has fewer allocations. After each failure the call is repeated:
more memory that is held after each repetition is a leak. Memory of Python's objects is not counted: Python itself loses
some when an allocation fails. Exit status 1 when a call does anything else than it should, 0 with a message when there
no gcc.

The kernel is the one that is imported. What it allocates by malloc (arrays that it gives away) is not Python's memory;
tools/kernel/sanitize.py builds a kernel in which it is.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import importlib.util
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from irigrammar.automata.nfa import compile_program
from irigrammar.automata.regular import lower
from irigrammar.automata.tagged import CURRENT, Pick, Tagged
from irigrammar.engines.node import Node
from irigrammar.engines.packing import pack
from irigrammar.engines.production import Production
from irigrammar.engines.tokens import Role
from irigrammar.engines.tree import TreeEngine
from irigrammar.grammars import COMPONENT_FIELDS
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.parts import Components
from tools.kernel.targets import missing

__all__ = ["Call", "calls", "failing_memory", "main", "torture"]

_MOST = 5_000

_SOURCE = r"""
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyMemAllocatorEx real[3];
static long long left, live, failed; /* `left` allocations until one fails, 0 for never */

static int
fails(void)
{
    if (!left || --left)
        return 0;
    failed = 1;
    return 1;
}

static void *
my_malloc(void *context, size_t size)
{
    PyMemAllocatorEx *one = context;
    void *made = fails() ? NULL : one->malloc(one->ctx, size);
    live += made && one != &real[2];
    return made;
}

static void *
my_calloc(void *context, size_t count, size_t size)
{
    PyMemAllocatorEx *one = context;
    void *made = fails() ? NULL : one->calloc(one->ctx, count, size);
    live += made && one != &real[2];
    return made;
}

static void *
my_realloc(void *context, void *old, size_t size)
{
    PyMemAllocatorEx *one = context;
    void *made = fails() ? NULL : one->realloc(one->ctx, old, size);
    live += made && !old && one != &real[2];
    return made;
}

static void
my_free(void *context, void *old)
{
    PyMemAllocatorEx *one = context;
    live -= old && one != &real[2];
    one->free(one->ctx, old);
}

/* call(n, function, *arguments): the result, the n-th allocation failing, and whether there was one. */
static PyObject *
call(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    (void)self;
    long long number = PyLong_AsLongLong(args[0]);
    failed = 0;
    left = number;
    PyObject *result = PyObject_Vectorcall(args[1], args + 2, (size_t)(count - 2), NULL);
    left = 0;
    return result ? Py_BuildValue("NO", result, failed ? Py_True : Py_False) : NULL;
}

static PyObject *
blocks(PyObject *self, PyObject *none)
{
    (void)self, (void)none;
    return PyLong_FromLongLong(live);
}

static PyMethodDef methods[] = {
    {"call", (PyCFunction)(void (*)(void))call, METH_FASTCALL, NULL},
    {"blocks", blocks, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, .m_name = "failing_memory", .m_size = -1, .m_methods = methods};

PyMODINIT_FUNC
PyInit_failing_memory(void)
{
    PyMemAllocatorDomain domains[] = {PYMEM_DOMAIN_RAW, PYMEM_DOMAIN_MEM, PYMEM_DOMAIN_OBJ};
    for (int at = 0; at < 3; at++) {
        PyMem_GetAllocator(domains[at], &real[at]);
        PyMemAllocatorEx mine = {&real[at], my_malloc, my_calloc, my_realloc, my_free};
        PyMem_SetAllocator(domains[at], &mine);
    }
    return PyModule_Create(&module);
}
"""


class Call(NamedTuple):
    """A function of the kernel: `prepare` makes what is called and what it is called with, without failures."""

    name: str
    prepare: Callable[[], tuple[Callable[..., object], tuple[object, ...]]]


def failing_memory(folder: Path) -> Any:
    """Build and import the module between Python and its memory; it stays there until the process ends."""
    source, built = folder / "failing_memory.c", folder / "failing_memory.so"
    source.write_text(_SOURCE)
    include = sysconfig.get_path("include")
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", f"-I{include}", str(source), "-o", str(built)], check=True)
    spec = importlib.util.spec_from_file_location("failing_memory", built)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def torture(memory: Any, call: Call, repeats: int = 4) -> tuple[int, list[str]]:
    """Let each allocation of a call fail; return how many there were, and what was wrong."""
    wrong: list[str] = []
    function, arguments = call.prepare()
    right = _shown(function(*arguments))
    for number in range(1, _MOST):
        held = array("q", [0] * repeats)  # numbers that are not objects
        failed = False
        for repetition in range(repeats):
            function, arguments = call.prepare()
            try:
                answer, failed = memory.call(number, function, *arguments)
            except MemoryError:
                failed = True
            else:
                if _shown(answer) != right:
                    wrong.append(f"{call.name}: another answer when allocation {number} fails: {_shown(answer)!r:.200}")
                del answer
            del function, arguments
            gc.collect()  # it also empties the lists of objects that Python keeps for later
            held[repetition] = memory.blocks()
        if repeats > 2 and all(after > before for before, after in pairwise(held[1:])):
            wrong.append(f"{call.name}: memory is lost when allocation {number} fails: {[*held]}")
        if not failed:
            return number - 1, wrong
    return _MOST, [*wrong, f"{call.name}: more than {_MOST:,} allocations"]


def _shown(answer: object) -> object:
    """Return an answer as a value that can be compared."""
    if isinstance(answer, tuple | list) and not hasattr(answer, "after"):
        return [_shown(part) for part in answer]
    if isinstance(answer, Pick):
        return answer.events, answer.after, answer.leaf
    return answer if isinstance(answer, str | bytes | int | None) else type(answer).__name__


def calls() -> Iterator[Call]:
    """Yield a call of each function of the kernel, each on something that is new."""
    kernel: Any = importlib.import_module("irigrammar.engines._kernel")
    grammar = Grammar.from_text(
        'r = s ":" p\ns = 1*( "a" / "%" %x30-39 %x30-39 )\np = *( "b" / %xE9-EF / %x100-3FF / %x10000-1FFFF )\n'
    )
    production = grammar._production("r")
    starts, ids, start, accepting, width, rows = pack(production.dfa)
    row = (starts, ids, start, bytes.fromhex(accepting), width, bytes.fromhex(rows))
    texts = ["aa:b", "a%12:\xe9", "a:\u0100", "a:\U0001f600", "x" * 600, "a:" + "b" * 70_000]
    coded = [text.encode() for text in texts] + [b"a:\xff"]

    def method(name: str, *arguments: object) -> Call:
        return Call(name, lambda: (getattr(kernel.Automaton(*row), name), arguments))

    yield Call("Automaton", lambda: (kernel.Automaton, row))
    for text in (*texts, *coded, bytearray(b"a:b")):
        yield method("matches", text)
    for text in texts:
        yield method("fault_offset", text)
    for many in ([*texts, *coded], ["a:b", "a:\xe9"] * 3_000, [b"a:b", b"a:\xc3\xa9"] * 3_000):
        yield method("matches_many", many)
    yield Call("matches_many", lambda: (kernel.Automaton(*row).matches_many, (iter(texts),)))
    yield method("match_fixed", b"a:b\0" * 5_000, 5_000, False)
    yield method("match_fixed", "a:b\0".encode("utf-32-le") * 5_000, 5_000, True)
    yield method("match_lines", b"a:b\nx\r\n\n" * 400, 2)
    yield method("match_lines", b"a:b\n" * 5_000, 0)
    yield from _search_calls(lambda: kernel.Search(kernel.Automaton(*row)), texts, coded)
    yield from _row_calls(lambda: kernel.Automaton(*row), kernel)
    yield from _token_calls(lambda: kernel.Automaton(*row), kernel)
    answers = (9, 0, None, b"\1\1")
    yield Call("arrow_array", lambda: (kernel.arrow_array, (answers,)))
    yield Call("arrow_stream", lambda: (kernel.arrow_stream, ([answers, answers],)))

    spans = _spans(kernel, production)
    yield from _parsing_calls(kernel, grammar, spans)
    rewriter = _rewriter(kernel, spans)
    yield Call("Rewriter", lambda: (rewriter, ()))
    for text in (*texts[:3], "a:" + "\xe9%41" * 400, "aa:"):
        yield Call("text", lambda text=text: (rewriter().text, (text,)))  # type: ignore[misc]
        yield Call("target", lambda text=text: (rewriter().target, ("a:b", text)))  # type: ignore[misc]
    yield Call("coded", lambda: (rewriter().coded, ("a:\xe9",)))
    yield Call("texts", lambda: (rewriter().texts, (texts[:4], str.upper)))
    yield Call("lines", lambda: (rewriter().lines, ("\n".join(texts[:4] * 40).encode(), bytes.upper)))
    yield from _arrow_calls(lambda: kernel.Automaton(*row), spans, rewriter, texts[:4])


def _search_calls(search: Callable[[], Any], texts: list[str], coded: list[bytes]) -> Iterator[Call]:
    yield Call("Search", lambda: (search, ()))
    for text in (*texts, "-" * 17_000 + "a:\xe9bb-a:b-"):
        yield Call("spans", lambda text=text: (_listed, (search().spans, text)))  # type: ignore[misc]
    for data in coded:
        yield Call("byte_spans", lambda data=data: (_listed, (search().byte_spans, data)))  # type: ignore[misc]
    for output in range(4):
        yield Call("lines", lambda output=output: (search().lines, (b"-a:b\nx\n" * 90, output)))  # type: ignore[misc]


def _row_calls(automaton: Callable[[], Any], kernel: Any) -> Iterator[Call]:
    """Calls of a row of each kind."""
    rows = tuple((kind, ":", "b", *[automaton()] * 5) for kind in range(6))
    yield Call("Rows", lambda: (kernel.Rows, (rows,)))
    for text in ("a:b", "a:\xe9", "a:\u0100b", "a:\U0001f600b"):
        for kind in range(6):
            yield Call("find", lambda text=text, kind=kind: (kernel.Rows(rows).find, (text, 0, kind)))  # type: ignore[misc]


def _token_calls(automaton: Callable[[], Any], kernel: Any) -> Iterator[Call]:
    """Calls that cut texts into `r`, which is a key where one is due, or that of the level that it opens, and has
    parts, and errors, all of which open a level.
    """

    def tokens(*roles: int, parts: Any = None) -> Any:
        return kernel.Tokens(automaton(), automaton(), array("H", roles).tobytes(), parts)

    def within() -> Any:
        own = Role.OPENS | Role.KEY | Role.VALUE | Role.PARTS
        return tokens(Role.OPENS, own, parts=tokens(Role.KEPT, Role.KEPT))

    def keyed() -> Any:
        return tokens(Role.OPENS | Role.KEYED, Role.KEY | Role.VALUE)

    for cutter in (keyed, within):
        yield Call("Tokens", lambda cutter=cutter: (cutter, ()))  # type: ignore[misc]
        for text in ("-a:b-a:b" * 80, "-a:\xe9a:b", "-a:\u0100", "-a:\U0001f600"):
            call = lambda text=text, cutter=cutter: (cutter().tokens, (text, 0, len(text), bool))  # noqa: E731  # as above
            yield Call("tokens", call)


def _listed(function: Callable[..., Any], text: object) -> list[object]:
    return list(function(text))


def _spans(kernel: Any, production: Production) -> Callable[[], Any]:
    """Return what makes the splitter of a grammar."""
    names = COMPONENT_FIELDS
    program = compile_program(production.with_marks(frozenset({"s", "p"})))
    effects: dict[int, tuple[tuple[int, int], ...]] = {}
    for number, mark in enumerate(program.marks):
        if mark:
            field = names.index({"s": "scheme", "p": "path"}[mark])
            effects |= {number: ((2 * field, CURRENT),), -number: ((2 * field + 1, CURRENT),)}
    tagged, classes, marks = Tagged(program, effects), program.classes, tuple(program.marks)
    return lambda: kernel.Spans(classes.starts, classes.ids, tagged, marks, Components, len(names))


def _rewriter(kernel: Any, spans: Callable[[], Any]) -> Callable[[], Any]:
    """Return what makes a rewriter that percent-encodes what is not ASCII in paths."""
    tables, plan = ((b"\0\1\4", 1),), ((-1, -1, -1, -1, -1, 0, -1, -1), 1, "", "", str)
    return lambda: kernel.Rewriter(spans(), (0, 65, 128), (0, 2, 1), tables, (plan, plan), {"aa": 1}, b" ", True)


def _parsing_calls(kernel: Any, grammar: Grammar, spans: Callable[[], Any]) -> Iterator[Call]:
    parser = TreeEngine(compile_program(lower(grammar.rules, "r", lambda _: True, leaves=True)))
    classes = parser.program.classes

    def tree() -> Any:
        return kernel.Tree(classes.starts, classes.ids, parser.program.start, parser._reverse)

    yield Call("Spans", lambda: (spans, ()))
    yield Call("Tree", lambda: (tree, ()))
    for text in ("a%12:b\xe9", "a:\U0001f600", "x", "a:" + "b" * 600):
        yield Call("components", lambda text=text: (spans().components, (text,)))  # type: ignore[misc]
        yield Call("picks", lambda text=text: (tree().picks, (text,)))  # type: ignore[misc]
    picks, marks = parser.picks("a%12:b\xe9"), tuple(parser.program.marks)
    yield Call("Nodes", lambda: (kernel.Nodes, (picks, marks, Node)))
    yield Call("inside", lambda: (kernel.Nodes(picks, marks, Node).inside, (None, 0, True, (0, 1, 1, -1))))


def _arrow_calls(
    automaton: Callable[[], Any], spans: Callable[[], Any], rewriter: Callable[[], Any], texts: list[str]
) -> Iterator[Call]:
    try:
        import pyarrow
    except ImportError:  # its memory is not Python's, so that what it does itself never fails here
        return
    for kind in ("string", "large_binary", "binary_view", "null", "dictionary"):
        values = [None] * 20 if kind == "null" else [None, *(text.encode() for text in texts)] * 5
        if kind == "dictionary":
            column = pyarrow.array(values, "binary").dictionary_encode()
        else:
            column = pyarrow.array(values, "binary" if kind == "string" else kind)
            column = column.cast("string") if kind == "string" else column
        for name in ("match_arrow_array", "fault_arrow_array", "components_arrow_array", "rewrite_arrow_array"):
            if kind == "dictionary" and name != "match_arrow_array":
                continue

            def prepare(name: str = name, column: Any = column) -> tuple[Callable[..., object], tuple[object, ...]]:
                if name == "rewrite_arrow_array":
                    return rewriter().rewrite_arrow_array, (*column.__arrow_c_array__(), bytes.upper)
                owner = getattr(spans() if name.startswith("components") else automaton(), name)
                return owner, column.__arrow_c_array__()

            yield Call(f"{name} of {kind}", prepare)
    chunks = pyarrow.chunked_array([pyarrow.array([b"a:b", b"x"]), pyarrow.array([b"a:"])])
    yield Call("match_arrow_stream", lambda: (automaton().match_arrow_stream, (chunks.__arrow_c_stream__(),)))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=4, help="calls for each allocation that fails")
    options = parser.parse_args(arguments)
    if not shutil.which("gcc"):
        print("torture: skipped, gcc is missing")
        return 0
    why = missing()
    if why is not None:
        print(f"torture: skipped: {why}")
        return 0
    sys.unraisablehook = lambda _: None  # of what Python cannot report for want of memory
    gc.disable()  # it would run at another time in each repetition
    wrong: list[str] = []
    count: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        all_calls = list(calls())
        gc.freeze()
        memory = failing_memory(Path(folder))
        for call in all_calls:
            failed, faults = torture(memory, call, options.repeats)
            count[call.name] += failed
            wrong += faults
    for name, failed in count.items():
        print(f"{failed:6,} allocations failed  {name}")
    print(*wrong, sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
