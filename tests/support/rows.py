"""One test for all rows of a table, for rows that are quick."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, TypeAlias

import pytest

__all__ = ["in_one_test"]

Test: TypeAlias = Callable[..., None]


def in_one_test(names: str | Sequence[str], values: Iterable[Any]) -> Callable[[Test], Test]:
    """Return a decorator as `pytest.mark.parametrize` does, but of one test for all values that have the same marks.

    All rows run. The test fails with an exception group of the failures, which names the arguments of each row.
    Fixtures are made once for all rows. A row must not skip. Raises `ValueError` for no values.
    """
    row_names = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    is_single = isinstance(names, str) and len(row_names) == 1
    group_name = f"rows_of_{'_'.join(row_names)}"
    groups: dict[str, list[Any]] = {}  # by marks
    for value in values:
        row: Any = value if hasattr(value, "marks") else pytest.param(*((value,) if is_single else value))
        groups.setdefault(repr(row.marks), []).append(row)
    if not groups:
        raise ValueError(f"no rows for {', '.join(row_names)}")

    def decorator(test: Test) -> Test:
        @wraps(test)
        def run(*instance: Any, **fixtures: Any) -> None:
            group = fixtures.pop(group_name)
            failures: list[BaseException] = []
            for row_values in group:
                arguments = dict(zip(row_names, row_values, strict=True))
                try:
                    test(*instance, **arguments, **fixtures)
                except (Exception, pytest.fail.Exception) as error:
                    failures.append(error)
                except pytest.skip.Exception as error:
                    failures.append(RuntimeError(f"a row must not skip: {error}"))
                else:
                    continue
                failures[-1].add_note(f"row: {', '.join(f'{name}={value!r}' for name, value in arguments.items())}")
            if failures:  # tracebacks are printed of the first 15
                notes = "\n".join(error.__notes__[-1] for error in failures)
                raise BaseExceptionGroup(f"{len(failures)} of {len(group)} rows\n{notes}\n", failures)

        signature = inspect.signature(test)
        parameters = [parameter for name, parameter in signature.parameters.items() if name not in row_names]
        parameters.append(inspect.Parameter(group_name, inspect.Parameter.KEYWORD_ONLY))
        run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        sets = [
            pytest.param([row.values for row in group], marks=group[0].marks, id=f"{len(group)} rows")
            for group in groups.values()
        ]
        decorated: Test = pytest.mark.parametrize(group_name, sets)(run)
        return decorated

    return decorator
