"""requests: an `Adapter` for URLs from users, and a `session` with it."""

from __future__ import annotations

from typing import Any

from irigrammar.errors import MissingExtra
from irigrammar.integrations._fetching import Chain, RequestRefused, chain_of, current, policy_of

try:
    import requests
    from requests.adapters import HTTPAdapter

    from irigrammar.integrations.urllib3 import pool_classes, without_waiting
except ImportError:
    raise MissingExtra("the adapter for URLs from users", "requests", "requests") from None

__all__ = ["Adapter", "RequestRefused", "session"]


class Adapter(HTTPAdapter):
    """An adapter that fetches only URLs that a policy allows; its options are keywords, and so are those of
    `HTTPAdapter`.

    Mount it for `https://` and `http://`: a session uses other adapters for what is not mounted. Each request and each
    redirect is checked by `check_fetch`, a name is resolved once for each connection, which goes to a checked address;
    header, body and time are limited. Proxies, those of the environment, too, are refused unless `proxies` names them.
    Raises `RequestRefused` for what is refused, and for the rest what requests does.

    >>> client = requests.Session()
    >>> client.mount("http://", Adapter(max_seconds=10))
    >>> client.get("http://localhost/")
    Traceback (most recent call last):
    irigrammar.integrations._fetching.RequestRefused: the host "localhost" is not public: loopback: each machine is \
its own (RFC 6761, 6.3)
    """

    __attrs__: list[str] = [*HTTPAdapter.__attrs__, "policy"]  # noqa: RUF012  # as requests' own

    def __init__(self, **keywords: Any) -> None:
        self.policy = policy_of(keywords)
        super().__init__(**keywords)
        self.max_retries = without_waiting(self.max_retries)

    def init_poolmanager(self, *arguments: Any, **keywords: Any) -> None:
        """Make the manager of pools, whose connections the policy restricts."""
        super().init_poolmanager(*arguments, **keywords)
        self.poolmanager.pool_classes_by_scheme = pool_classes(self.policy)

    def proxy_manager_for(self, proxy: str, **keywords: Any) -> Any:
        """Return the pool manager of a proxy. Raises `FetchRefused` for one that the policy does not name."""
        (current() or Chain(self.policy)).proxy(proxy)
        manager = super().proxy_manager_for(proxy, **keywords)
        manager.pool_classes_by_scheme = self.poolmanager.pool_classes_by_scheme
        return manager

    def send(self, request: requests.PreparedRequest, *arguments: Any, **options: Any) -> requests.Response:
        """Send a request (or the redirect of one before), and return its response.

        Raises `RequestRefused` for a refused URL or response, and for the rest what requests does.
        """
        # A copy of a request, as that for a redirect is, has the same hooks.
        hooks = request.hooks["response"]
        previous = next((hook for hook in hooks if isinstance(hook, _Hook)), None)
        chain = chain_of(self.policy, previous.chain if previous else None, request)
        if previous is None:
            hooks.append(_Hook(chain))
        else:
            previous.chain = chain
        with chain.hop(request.url or ""):
            return super().send(request, *arguments, **options)


class _Hook:
    """A hook of a request that does nothing, and has its chain."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain

    def __call__(self, *_: Any, **__: Any) -> None:
        """Do nothing: the hook only carries the chain."""


def session(**options: Any) -> requests.Session:
    """Return a session that fetches only URLs that a policy allows: `Adapter`, with its options, for every URL.

    It reads nothing from the environment: no proxies, no netrc.

    >>> session().get("https://127.0.0.1/")
    Traceback (most recent call last):
    irigrammar.integrations._fetching.RequestRefused: the host "127.0.0.1" is not public: loopback (RFC 1122, 3.2.1.3)
    """
    client = requests.Session()
    client.trust_env = False
    client.adapters.clear()
    for prefix in ("https://", "http://"):
        client.mount(prefix, Adapter(**options))
    return client
