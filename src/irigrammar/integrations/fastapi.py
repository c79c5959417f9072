"""FastAPI: a dependency for a parameter that is a URL from a user."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from irigrammar.errors import MissingExtra
from irigrammar.integrations._fetching import Policy

try:
    from fastapi import Query
    from fastapi.exceptions import RequestValidationError
except ImportError:
    raise MissingExtra("a dependency for URLs from users", "fastapi", "fastapi") from None

__all__ = ["user_url"]


def user_url(parameter: str = "url", **options: Any) -> Callable[[str], str]:
    """Return a dependency that is the URL to fetch of a parameter of the query.

    `options` are those of the adapters that say what may be asked: `schemes`, `ports`, `allow`, `deny`. What
    `check_fetch` refuses is answered with 422, and the reason; its type is "irigrammar_fetch".

    >>> user_url()("https://EXAMPLE.org")
    'https://example.org'
    """
    policy = Policy(**options)

    def dependency(value: str = Query(alias=parameter)) -> str:
        """Return the URL of the query parameter as the policy reads it.

        Raises `RequestValidationError` if it is refused.
        """
        verdict = policy.check(value)
        if verdict.reason is None and verdict.url is not None:
            return verdict.url
        error = {
            "type": "irigrammar_fetch",
            "loc": ("query", parameter),
            "msg": f"not to be fetched: {verdict.reason}",
            "ctx": {"code": verdict.reason.code if verdict.reason else ""},
        }
        raise RequestValidationError([error])

    return dependency
