"""A Python callable as an implementation.

A separate process calls it, by the protocol of commands. So it is ended when it takes too long, whatever it catches or
waits for, and what it does to its process stays there.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from irigrammar.operations.values import Parts
from irigrammar.trial.implementation import Answer, CannotStart, Failure

if TYPE_CHECKING:
    from irigrammar.trial.command import Command

_SHOWN = 200  # characters of the message of an exception


def operation_command(
    name: str, read: Callable[[bytes], Answer], *, seconds: float = 30.0, failures: int = 20
) -> Command:
    """Return the command that calls `module:callable` with the values of each input of an operation, in their order;
    `read` makes an answer of a line of its output.

    What the callable returns is the output; of `split`, an object or a sequence of the five components. An exception is
    a refusal, but for those that tell nothing of the input (see `python_command`), which are crashes.
    """
    return _command("operates", name, read, seconds, failures)


def python_command(name: str, *, raises: bool = False, seconds: float = 30.0, failures: int = 20) -> Command:
    """Return the command that calls `module:callable` with each string; the current folder is on its path.

    A truthy result means valid or, with `raises`, that no exception came. Without `raises` an exception is not a
    verdict but a crash on that string; with it, only those are that tell nothing of the string: exhausted memory or
    recursion, and what is not an `Exception`, such as `SystemExit`. What it prints goes to standard error, and it has
    no standard input. `seconds` and `failures` are those of a `Command`.
    """
    return _command("raises" if raises else "returns", name, _answer, seconds, failures)


def _command(how: str, name: str, read: Callable[[bytes], Answer], seconds: float, failures: int) -> Command:
    from irigrammar.trial.command import Command

    arguments = (sys.executable, "-P", "-m", __name__, how, name)
    return Command(arguments, seconds=seconds, failures=failures, read=read, name=name)


def _answer(line: bytes) -> Answer:
    """Return the answer on a line: a verdict, for a JSON string the failure "crash" with that exception as its detail,
    and for any other line the failure "malformed".

    Raises `ValueError` for a string that is not JSON.
    """
    from irigrammar.trial.command import verdict

    return Failure("crash", json.loads(line)) if line.startswith(b'"') else verdict(line)


def find_callable(name: str) -> Callable[[str], object]:
    """Return the callable of a name `module:callable`; the callable may be an attribute of an attribute.

    Raises `CannotStart` where it cannot be imported, or cannot be called.

    >>> find_callable("posixpath:isabs")("/a")
    True
    """
    module, _, path = name.partition(":")
    if not module or not path:
        raise CannotStart(f"{name}: write module:callable")
    try:
        target: Any = importlib.import_module(module)
        for attribute in path.split("."):
            target = getattr(target, attribute)
    except Exception as error:  # whatever a module raises when it is imported
        raise CannotStart(f"{name}: cannot be imported ({_describe(error)})") from error
    if not callable(target):
        raise CannotStart(f"{name}: is not callable ({type(target).__name__})")
    function: Callable[[str], object] = target
    return function


def main() -> None:
    """Answer the strings of standard input by a callable, as `python_command` has it run.

    Ends the program with a message where there is no such callable.
    """
    how, name = sys.argv[1:]
    texts, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    with open(os.devnull) as nothing:  # noqa: PTH123
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    sys.path.insert(0, os.getcwd())  # noqa: PTH109
    try:
        function = find_callable(name)
    except CannotStart as error:
        sys.exit(str(error).removeprefix(f"{name}: "))
    for line in texts:
        arguments = json.loads(line)
        answer = (
            _operate(function, arguments) if how == "operates" else _ask(function, arguments, raises=how == "raises")
        )
        print(json.dumps(answer), file=answers, flush=True)


def _ask(function: Callable[[str], object], text: str, *, raises: bool) -> bool | str:
    """Return the verdict of a callable on a text or, in one line, the exception that is no verdict; with `raises` most
    are False.
    """
    try:
        result = function(text)
        return raises or bool(result)
    except BaseException as error:
        return False if raises and _is_of_input(error) else _describe(error)


def _operate(function: Callable[..., object], arguments: dict[str, str]) -> dict[str, object]:
    """Return the answer of a callable to the values of an input, as a line has it."""
    try:
        inspect.signature(function).bind(*arguments.values())
    except TypeError as error:  # of every input
        return {"crash": f"it does not take the arguments {', '.join(arguments)}: {error}"}
    except ValueError:  # it has no signature
        pass
    try:
        return {"output": _plain(function(*arguments.values()))}
    except BaseException as error:
        return {"error" if _is_of_input(error) else "crash": _describe(error)}


def _plain(value: object) -> object:
    """Return an output as JSON has it: a sequence of five components as an object, a value of another type as an object
    with its name, which no operation has as an output.

    >>> _plain((None, None, "a", None, None))
    {'scheme': None, 'authority': None, 'path': 'a', 'query': None, 'fragment': None}
    """
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, Mapping):
        return {str(key): None if part is None else _plain(part) for key, part in value.items()}
    if isinstance(value, Sequence) and len(value) == len(Parts._fields):
        return _plain(dict(zip(Parts._fields, value, strict=True)))
    return {"type": type(value).__name__}


def _is_of_input(error: BaseException) -> bool:
    """Return whether an exception tells something of the input."""
    return isinstance(error, Exception) and not isinstance(error, RecursionError | MemoryError)


def _describe(error: BaseException) -> str:
    """Return the type and the message of an exception in one line, a long message shorten."""
    text = " ".join(str(error).split())
    if len(text) > _SHOWN:
        text = f"{text[:_SHOWN]}..."
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


if __name__ == "__main__":
    main()
