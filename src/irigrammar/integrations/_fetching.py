"""The policy of adapters for HTTP clients: URLs, addresses, limits.

A `Policy` has the options, a `Chain` is one request with its redirects, and a `Body` is the content of one response.
The adapters ask the chain before each request (`hop`), for the addresses to connect to (`addresses`), before each read
(`remaining`, `head_bytes`), and when they have the fields of a response (`response`). No client is imported here.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from ipaddress import ip_address
from threading import Thread
from time import monotonic
from typing import Any, NoReturn, TypeAlias, TypeVar
from urllib.parse import urlsplit

from irigrammar.dataclass import dataclass
from irigrammar.hosts.fetch import (
    FetchCode,
    FetchReason,
    FetchRefused,
    FetchVerdict,
    Ports,
    RequestCode,
    check_fetch,
    entry_for,
    host_list,
)
from irigrammar.hosts.special import special_address
from irigrammar.integrations._decoding import CODINGS, Decoder
from irigrammar.masking import redact
from irigrammar.text.names import quoted

__all__ = [
    "Body",
    "Chain",
    "Policy",
    "RequestRefused",
    "accept_encoding",
    "chain_of",
    "current",
    "policy_of",
    "set_current",
]

Resolver: TypeAlias = Callable[[str], Iterable[str]]
Fields: TypeAlias = Iterable[tuple[str, str]]
Value = TypeVar("Value")

_REDIRECTS = (301, 302, 303, 307, 308)  # RFC 9110, 15.4: those that clients follow
_LOCATIONS = ("location", "uri")  # aiohttp follows the second, too
_WITHOUT_CONTENT = (204, 205, 304)  # RFC 9110, 15.3.5, 15.3.6 and 15.4.5
_PIECE = 65_536  # bytes that are decoded at a time


class RequestRefused(FetchRefused):
    """A request, or the answer to it, that a policy refuses.

    `reason.code` is the rule: one of `check_fetch`, or "redirects", "time", "header", "body", "content-type",
    "encoding", "proxy". `redirect` is the number of the redirect, 0 for the request itself; `url` is its URL, with a
    password masked.
    """

    def __init__(self, verdict: FetchVerdict, url: str = "", redirect: int = 0) -> None:
        super().__init__(verdict)
        self.url = redact(url, whole=True).text
        self.redirect = redirect

    def __str__(self) -> str:
        return f"redirect {self.redirect}: {self.reason}" if self.redirect else str(self.reason)


@dataclass(frozen=True, slots=True)
class Policy:
    """The options that all adapters have.

    `schemes`, `ports` and `deny` are those of `check_fetch`, and hold for the addresses that a name resolves to, too.
    `allow` has the names, addresses and networks that may be asked though they are not public; what is in `deny`, too,
    is refused. `max_seconds` is for a request with all its redirects and bodies. `max_header_bytes` is for the fields
    of a response, `max_body_bytes` for its body, both as it comes and after decoding. `content_types` has the media
    types that a response may have (`image/png`, `text/*`), None for all. `proxies` has the hosts of proxies that may be
    used; what such a proxy connects to is not checked. `resolver` returns the addresses of a name (by default the
    system's). Raises `ValueError` for a limit below 0, and as `check_fetch` does.
    """

    schemes: Collection[str] = ("https", "http")
    ports: Ports = None
    allow: Collection[str] = ()
    deny: Collection[str] = ()
    max_redirects: int = 5
    max_seconds: float = 30
    max_header_bytes: int = 65_536
    max_body_bytes: int = 10_000_000
    content_types: Collection[str] | None = None
    proxies: Collection[str] = ()
    resolver: Resolver | None = None

    def __post_init__(self) -> None:
        """Make tuples of strings and lists. Raises `ValueError` for a limit below 0 or a wrong option."""
        for name in ("schemes", "allow", "deny", "content_types", "proxies"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, (value,) if isinstance(value, str) else tuple(value))
        for name in ("max_redirects", "max_seconds", "max_header_bytes", "max_body_bytes"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} is below 0")
        host_list(tuple(self.allow))
        self.check("https://example.org/")

    def check(self, url: str, base: str | None = None) -> FetchVerdict:
        """Return the verdict of `check_fetch` with these options on a URL, or on a reference that is resolved against
        `base`.

        A host that `allow` names need not be public, but `deny` holds for it. Names of hosts are not looked up. Raises
        `ValueError` for a base without a scheme.
        """
        verdict = check_fetch(url, schemes=self.schemes, ports=self.ports, deny=self.deny, base=base)
        if verdict.reason is not None and verdict.reason.code == "not-public" and self._allows(verdict.host or ""):
            return check_fetch(url, schemes=self.schemes, ports=self.ports, deny=self.deny, base=base, public=False)
        return verdict

    def address_fault(self, host: str, address: str) -> FetchReason | None:
        """Return why an address that a host has may not be connected to, None where it may."""
        literal = f"[{address}]" if ":" in address else address
        subject = f"the host {quoted(host)} has the address {quoted(address)}, which is"
        if (entry := entry_for(literal, host_list(tuple(self.deny)))) is not None:
            return FetchReason("denied", f"{subject} denied by {quoted(entry)}")
        special = special_address(address)
        if special is None or self._allows(host) or self._allows(literal):
            return None
        return FetchReason("not-public", f"{subject} not public: {special.use} ({special.section})")

    def _allows(self, host: str) -> bool:
        return entry_for(host, host_list(tuple(self.allow)), inner=False) is not None


def policy_of(keywords: dict[str, Any]) -> Policy:
    """Return the policy of the options among keywords, which are removed from these.

    Raises `ValueError` for wrong values.
    """
    return Policy(**{name: keywords.pop(name) for name in Policy.__match_args__ if name in keywords})


_current: ContextVar[Chain | None] = ContextVar("irigrammar_chain", default=None)


class Chain:
    """A request and its redirects: the checked URL, and the rest of the limits."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.redirects = 0
        self.redirected = False  # whether the last answer was a redirect, which is the next request
        self.request: object = None
        self._ends = monotonic() + policy.max_seconds
        self._url = ""
        self._host: str | None = None
        self._head: int | None = None  # bytes that the fields of a response may still have; None after them

    def refuse(self, code: FetchCode | RequestCode, message: str) -> NoReturn:
        """Raise `FetchRefused` for this request, with the code of a rule and a message."""
        self._refuse(FetchVerdict(reason=FetchReason(code, message)))

    def _refuse(self, verdict: FetchVerdict) -> NoReturn:
        raise RequestRefused(verdict, self._url, self.redirects)

    @contextmanager
    def hop(self, url: str) -> Iterator[None]:
        """Check the URL of the next request, as `begin` does, and be the current chain in the `with` block, in which
        it is sent and its fields are read.
        """
        self.begin(url)
        with self.active():
            yield

    def begin(self, url: str) -> None:
        """Check the URL of the next request by the policy, and limit the header of its response anew; raise
        `RequestRefused` where it is refused.
        """
        self.redirected = False
        self._url = url
        verdict = self.policy.check(url)
        if not verdict:
            self._refuse(verdict)
        self._host = verdict.host
        self.expect_head()

    def expect_head(self) -> None:
        """Begin to count the bytes of a response's header: `max_header_bytes` may follow."""
        self._head = self.policy.max_header_bytes

    @contextmanager
    def active(self) -> Iterator[None]:
        """Make this the current chain within the block; an error after the time is up is raised as `FetchRefused`."""
        token = _current.set(self)
        try:
            yield
        except FetchRefused:
            raise
        except Exception:
            self.remaining()
            raise
        finally:
            _current.reset(token)

    def remaining(self) -> float:
        """Return the seconds that are left for the chain. Raises `FetchRefused` where none are."""
        seconds = self._ends - monotonic()
        if seconds <= 0:
            self.refuse("time", f"it takes more than {self.policy.max_seconds:g} seconds")
        return seconds

    def cap(self, seconds: float | None) -> float:
        """Return a time limit in seconds that is not beyond the chain's; None stands for no limit.

        Raises `FetchRefused` where no time is left.
        """
        return self.remaining() if seconds is None else min(seconds, self.remaining())

    def head_bytes(self, size: int) -> int:
        """Return how many of `size` bytes may be read now: in a header, as many as it may still have.

        Raises `FetchRefused` where it has all that it may have.
        """
        if self._head == 0:
            self.refuse("header", f"the header has more than {self.policy.max_header_bytes} bytes")
        return size if self._head is None else min(size, self._head)

    def read(self, size: int) -> None:
        """Count bytes that were read, of a header against its limit; of a body nothing is counted."""
        if self._head is not None:
            self._head -= size

    def addresses(self, host: str) -> list[str]:
        """Return the addresses of a host, which is asked for once.

        May wait for the resolver: `resolve_in_time` does so for as long as there is time. Raises `FetchRefused` for
        another host than the URL's and for an address that may not be connected to, `socket.gaierror` for a name
        without addresses, and what the resolver raises.
        """
        name = host.strip("[]").lower()
        host_text = f"[{name}]" if ":" in name else name
        if self._host is not None and host_text.rstrip(".") != self._host.rstrip("."):
            self.refuse(
                "no-consensus", f"the client connects to the host {quoted(name)}, and not to {quoted(self._host)}"
            )
        literal = False
        with suppress(ValueError):
            literal = bool(ip_address(name).packed)
        addresses = [name] if literal else list(dict.fromkeys((self.policy.resolver or _system_addresses)(name)))
        if not addresses:
            raise socket.gaierror(socket.EAI_NONAME, f"the name {quoted(name)} has no address")
        for address in addresses:
            if (reason := self.policy.address_fault(host_text, address)) is not None:
                self._refuse(FetchVerdict(None, host_text, None, reason))
        return addresses

    def resolve_in_time(self, host: str) -> list[str]:
        """Return the addresses of a host, as `addresses` does, with its errors. Raises `TimeoutError` when the chain's
        time runs out during the wait, and `FetchRefused` when it was already over.

        A resolver that takes too long goes on in its thread.
        """
        future: Future[list[str]] = Future()

        def resolve() -> None:
            try:
                future.set_result(self.addresses(host))
            except BaseException as error:  # it is raised where it is waited for
                future.set_exception(error)

        Thread(target=resolve, name="irigrammar-resolver", daemon=True).start()
        return future.result(self.remaining())

    def attempts(self, addresses: Collection[str], seconds: float | None) -> Iterator[tuple[str, float]]:
        """Yield each address with the seconds to try it: `seconds`, or the chain's rest if less, by the number of
        addresses left.

        Raises `FetchRefused` where no time is left.
        """
        for remaining, address in zip(range(len(addresses), 0, -1), addresses, strict=True):
            yield address, self.cap(seconds) / remaining

    def connect(
        self,
        host: str,
        seconds: float | None,
        connect: Callable[[str, float], Value],
        errors: tuple[type[Exception], ...] = (OSError,),
    ) -> Value:
        """Return the connection that a function makes to the first address of a host that answers, within seconds.

        `errors` are those after which the next address is tried; the last one is raised if none answers. Raises
        `FetchRefused`, too, and `TimeoutError` and `socket.gaierror` as `resolve_in_time` does.
        """
        failure: Exception | None = None
        for address, limit in self.attempts(self.resolve_in_time(host), seconds):
            try:
                return connect(address, limit)
            except errors as error:
                failure = error
        raise failure or AssertionError("a host has an address")

    def proxy(self, url: str) -> None:
        """Raise `FetchRefused` for the URL of a proxy whose host the policy does not name, or whose scheme is not http
        or https; return nothing for one that it does.
        """
        parts = urlsplit(url if "//" in url else f"//{url}")
        name = (parts.hostname or "").lower()
        if parts.scheme not in {"http", "https", ""} or name not in {proxy.lower() for proxy in self.policy.proxies}:
            self.refuse("proxy", f"the proxy {quoted(redact(url, whole=True).text)} is not allowed by its name")

    def response(self, status: int, fields: Fields, method: str) -> Body:
        """Return the body of a response by its fields, whose names may have any case. Raises `FetchRefused` if it may
        not be read, for its header's size, its type, length, coding or redirect; no status is a reason.

        A redirect is checked and counted here, whether or not the client follows it: it is the next request.
        """
        self._head = None
        size = 0
        values: dict[str, list[str]] = {}
        for name, value in fields:
            size += len(name) + len(value)
            values.setdefault(name.lower(), []).append(value.strip())
        if size > self.policy.max_header_bytes:
            self.refuse("header", f"the header has more than {self.policy.max_header_bytes} bytes")
        locations = [value for name in _LOCATIONS for value in values.get(name, ())]
        has_content = method != "HEAD" and status not in _WITHOUT_CONTENT
        if status in _REDIRECTS and locations:
            self._redirect(locations)
        elif has_content:
            self._check_type(values.get("content-type", ()))
        lengths = values.get("content-length", ()) if has_content else ()
        # As float, since int refuses numbers of thousands of digits.
        if any(length.isdecimal() and float(length) > self.policy.max_body_bytes for length in lengths):
            self.refuse("body", f"the body has more than {self.policy.max_body_bytes} bytes")
        codings = [
            coding
            for value in values.get("content-encoding", ())
            for part in value.lower().split(",")
            if (coding := part.strip()) and coding != "identity"
        ]
        if not has_content or not codings:
            return Body(self, None)
        if len(codings) > 1 or codings[0] not in CODINGS:
            self.refuse("encoding", f"the content encoding {quoted(', '.join(codings))} is not decoded here")
        return Body(self, codings[0])

    def _redirect(self, locations: list[str]) -> None:
        """Count a redirect to the only one of `locations`.

        Raises `FetchRefused` for too many redirects, several locations, or one that the policy refuses.
        """
        self.redirects += 1
        if self.redirects > self.policy.max_redirects:
            self.refuse("redirects", f"more than {self.policy.max_redirects} redirects")
        if len(locations) > 1:
            self.refuse("redirects", "it redirects to several places")
        verdict = self.policy.check(locations[0], self._url)
        if not verdict:
            self._url = locations[0]
            self._refuse(verdict)
        self.redirected = True

    def _check_type(self, values: Collection[str]) -> None:
        """Raise `FetchRefused` unless the Content-Type values name exactly one type, an allowed one; all pass if the
        policy has none.
        """
        content_types = self.policy.content_types
        if content_types is None:
            return
        types = {value.partition(";")[0].strip().lower() for value in values}
        media_type = types.pop() if len(types) == 1 else ""
        if not {media_type, f"{media_type.partition('/')[0]}/*"} & {name.lower() for name in content_types}:
            kind = f"the content type {quoted(media_type)}" if media_type else "a body without one content type"
            self.refuse("content-type", f"{kind} is not allowed; allowed: {', '.join(content_types)}")


class Body:
    """The content of a response: its bytes decoded and counted.

    `coding` is the content coding that is decoded; None where there is none.
    """

    def __init__(self, chain: Chain, coding: str | None) -> None:
        self.chain = chain
        self.coding = coding
        self._decoder: Decoder | None = None if coding is None else CODINGS[coding]()
        self._received = self._decoded = 0

    def is_changed(self, field: str) -> bool:
        """Return whether a field (Content-Encoding, Content-Length) is untrue because the body is decoded."""
        return self.coding is not None and field.lower() in {"content-encoding", "content-length"}

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield the decoded content of received bytes in pieces.

        Raises `FetchRefused` for too many bytes, received or decoded, for a wrong coding and, of a body with a coding,
        after the time limit.
        """
        self._received = self._count(self._received + len(data))
        if self._decoder is None:
            if data:
                yield data
            return
        pieces = self._decoder.pieces(data, _PIECE)
        while True:
            self.chain.remaining()
            try:
                piece = next(pieces, b"")
            except Exception as error:  # each library of a coding has its own
                self._refuse_coding(error)
            if not piece:
                return
            self._decoded = self._count(self._decoded + len(piece))
            yield piece

    def end(self) -> None:
        """Raise `FetchRefused` for a body that ends before its content coding does.

        One of no bytes is complete.
        """
        if self._decoder is not None and self._received and not self._decoder.is_complete:
            self._refuse_coding()

    def _refuse_coding(self, error: Exception | None = None) -> NoReturn:
        """Raise `FetchRefused` because the body is not valid in its coding, caused by `error`."""
        try:
            self.chain.refuse("encoding", f"the body is not valid {self.coding}")
        except FetchRefused as refusal:
            raise refusal from error

    def _count(self, size: int) -> int:
        """Return the size, of bytes. Raises `FetchRefused` if it is above `max_body_bytes`."""
        limit = self.chain.policy.max_body_bytes
        if size > limit:
            self.chain.refuse("body", f"the body has more than {limit} bytes")
        return size


def current() -> Chain | None:
    """Return the chain whose request is being sent or whose response is being read in this context; None outside of
    one.
    """
    return _current.get()


def set_current(chain: Chain | None) -> None:
    """Make a chain the current one, or none for None, for a client that says when its requests start and end."""
    _current.set(chain)


def chain_of(policy: Policy, previous: Chain | None, request: object) -> Chain:
    """Return the chain of a request: the previous one if this request, another than its last, follows its redirect
    under the same policy, else a new one.
    """
    same = previous is not None and previous.policy is policy and previous.redirected
    chain = previous if same and previous is not None and previous.request is not request else Chain(policy)
    chain.request = request
    return chain


def accept_encoding(value: str) -> str:
    """Return the value of an Accept-Encoding field without the content codings that are not decoded here, and without
    "*"; "identity" if none is left.

    >>> accept_encoding("gzip, deflate;q=0.5, compress")
    'gzip, deflate;q=0.5'
    >>> accept_encoding("*")
    'identity'
    """
    known = {*CODINGS, "identity"}
    parts = (part.strip() for part in value.split(","))
    return ", ".join(part for part in parts if part.partition(";")[0].strip().lower() in known) or "identity"


def _system_addresses(name: str) -> list[str]:
    return [str(row[4][0]) for row in socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)]
