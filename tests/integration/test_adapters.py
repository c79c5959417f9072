"""The adapters of HTTP clients, each against the same hostile servers."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import pickle
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from threading import Thread
from typing import Any

import pytest
from documentation import page
from hostile import CLIENTS, HOST, LOCATIONS, Get, Server, fetch, opened, server, versions

from irigrammar.hosts import FetchRefused
from irigrammar.integrations import _fetching

pytestmark = pytest.mark.extra

NAMES = [
    pytest.param(
        name,
        marks=pytest.mark.skipif(
            find_spec(name.partition(",")[0]) is None, reason=f"{name.partition(',')[0]} is missing"
        ),
    )
    for name in CLIENTS
]
clients = pytest.mark.parametrize("client", NAMES)
SECONDS = 0.2  # of a request that is refused; one that is answered may take more on a busy machine


@pytest.fixture
def hostile() -> Iterator[Server]:
    with server() as running:
        yield running


@pytest.fixture
def inside() -> Iterator[Server]:
    """Return a server that no redirect may reach."""
    with server() as running:
        yield running
        assert not running.connections


def options(resolved: Callable[[str], list[str]] | None = None, **more: Any) -> dict[str, Any]:
    """Return the options by which the hostile server may be asked, as a host of the outside."""

    def resolve(name: str) -> list[str]:
        assert name in {HOST, "mixed.example"}, f"{name} is resolved"
        return ["127.0.0.1"] if name == HOST else ["192.0.2.1", "127.0.0.1"]

    return {"ports": "any", "allow": [HOST], "resolver": resolved or resolve, "max_seconds": 20, **more}


def refusal(client: str, url: str, codings: str = "", **more: Any) -> tuple[str, int]:
    """Return the rule by which a URL is refused, and the number of the redirect."""
    with opened(client, options(**more)) as get:
        return refusal_of(get, url, **({"Accept-Encoding": codings} if codings else {}))


def refusal_of(get: Get, url: str, **headers: str) -> tuple[str, int]:
    with pytest.raises(FetchRefused) as caught:
        get(url, **headers)
    error: Any = caught.value
    assert str(error).startswith(f"redirect {error.redirect}: " if error.redirect else str(error.reason))
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    return error.reason.code, error.redirect


@clients
def test_a_request_and_a_redirect_are_answered(client: str, hostile: Server) -> None:
    assert fetch(client, f"http://{HOST}:{hostile.port}/moved", options()) == b"hello"
    assert hostile.requests == [("/moved", f"{HOST}:{hostile.port}"), ("/there", f"{HOST}:{hostile.port}")]


INSIDE = {
    "/full-width": "no-consensus",
    "/circled": "no-consensus",
    "/hexadecimal": "no-consensus",
    "/octal": "no-consensus",
    "/short": "no-consensus",
    "/number": "no-consensus",
    "/zone": "no-consensus",
    "/backslashes": "no-consensus",
    "/credentials": "userinfo",
    "/credentials-of-name": "userinfo",
    "/scheme-ftp": "scheme",
    "/scheme-file": "no-host",
    "/scheme-case": "no-host",
    "/scheme-gopher": "scheme",
}


@clients
def test_redirects_to_the_inside(client: str, hostile: Server, inside: Server) -> None:
    hostile.inner = inside.port
    paths = [path for path in LOCATIONS if path not in {"/moved", "/loop", "/two"}]
    with opened(client, options()) as get:
        refusals = {path: refusal_of(get, f"http://{HOST}:{hostile.port}{path}") for path in paths}
    assert refusals == {path: (INSIDE.get(path, "not-public"), 1) for path in paths}


@clients
@pytest.mark.parametrize("limit", [0, 1, 5])
def test_number_of_redirects(client: str, hostile: Server, limit: int) -> None:
    assert refusal(client, f"http://{HOST}:{hostile.port}/loop", max_redirects=limit) == ("redirects", limit + 1)
    assert len(hostile.requests) == limit + 1


@clients
def test_the_redirect_that_is_refused_is_counted(client: str, hostile: Server) -> None:
    LOCATIONS["/first"] = "/decimal"
    try:
        assert refusal(client, f"http://{HOST}:{hostile.port}/first") == ("not-public", 2)
    finally:
        del LOCATIONS["/first"]


@clients
@pytest.mark.parametrize("path", ["/slow-header", "/slow-body", "/mute", "/endless-body"])
def test_time_of_a_request(client: str, hostile: Server, path: str) -> None:
    url = f"http://{HOST}:{hostile.port}{path}"
    limit = SECONDS if path != "/endless-body" else 0.01
    assert refusal(client, url, max_seconds=limit, max_body_bytes=10**12) == ("time", 0)


@clients
def test_time_of_a_resolver(client: str) -> None:
    def resolve(_: str) -> list[str]:
        time.sleep(2 * SECONDS)
        return []

    assert refusal(client, f"http://{HOST}/", resolved=resolve, max_seconds=SECONDS / 2, ports=None) == ("time", 0)


@clients
@pytest.mark.parametrize("path", ["/endless-body", "/endless-chunks", "/large-length"])
def test_length_of_a_body(client: str, hostile: Server, path: str) -> None:
    assert refusal(client, f"http://{HOST}:{hostile.port}{path}", max_body_bytes=100_000) == ("body", 0)


@pytest.mark.parametrize("client", [name for name in NAMES if name.values[0] in ("requests", "urllib3")])
def test_length_of_thousands_of_digits(client: str, hostile: Server) -> None:
    """The other clients refuse such a number."""
    assert refusal(client, f"http://{HOST}:{hostile.port}/endless-length") == ("body", 0)


@clients
def test_length_of_the_body_of_a_redirect(client: str, hostile: Server) -> None:
    url = f"http://{HOST}:{hostile.port}/endless-redirect"
    if client == "aiohttp":  # it does not read that body
        assert fetch(client, url, options()) == b"hello"
    else:
        assert refusal(client, url, max_body_bytes=100_000) == ("body", 1)


@clients
@pytest.mark.parametrize("path", ["/endless-header", "/endless-interim"])
def test_length_of_a_header(client: str, hostile: Server, path: str) -> None:
    if (client, path) == ("aiohttp", "/endless-interim"):  # only time limits these
        with pytest.raises(Exception, match=r"disconnected|seconds"):
            fetch(client, f"http://{HOST}:{hostile.port}{path}", options(max_seconds=SECONDS))
        return
    assert refusal(client, f"http://{HOST}:{hostile.port}{path}", max_header_bytes=20_000) == ("header", 0)


@clients
@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
def test_decompression_bombs(client: str, hostile: Server, coding: str) -> None:
    if coding in {"br", "zstd"}:
        pytest.importorskip({"br": "brotli", "zstd": "backports.zstd"}[coding])
    url = f"http://{HOST}:{hostile.port}/bomb-{coding}"
    assert refusal(client, url, codings=coding, max_body_bytes=100_000) == ("body", 0)
    assert f"accept-encoding: {coding}".encode() in hostile.heads[0].lower()
    assert fetch(client, url, options(), codings=coding) == bytes(5_000_000)


@clients
@pytest.mark.parametrize("path", ["/bomb-twice", "/bomb-unknown", "/cut"])
def test_content_codings_that_are_not_decoded(client: str, hostile: Server, path: str) -> None:
    assert refusal(client, f"http://{HOST}:{hostile.port}{path}") == ("encoding", 0)


@clients
def test_content_codings_that_are_asked_for(client: str, hostile: Server) -> None:
    assert fetch(client, f"http://{HOST}:{hostile.port}/packed", options(), codings="compress, gzip") == b"hello world"
    assert b"accept-encoding: gzip\r\n" in hostile.heads[0].lower()


@clients
def test_content_types(client: str, hostile: Server) -> None:
    url = f"http://{HOST}:{hostile.port}/moved"
    for allowed in (["text/plain"], ["text/*"]):
        assert fetch(client, url, options(content_types=allowed)) == b"hello"
    assert refusal(client, url, content_types=["image/png"]) == ("content-type", 1)
    assert refusal(client, f"http://{HOST}:{hostile.port}/packed", content_types=["text/*"]) == ("content-type", 0)


@clients
def test_rebinding(client: str, hostile: Server, inside: Server) -> None:
    """The name has one address when it is asked for the first time, and that of the inside afterwards."""
    answers = [["127.0.0.1"], ["::1"], ["::1"]]
    resolved = options(lambda _: answers.pop(0), allow=["127.0.0.1"])
    assert fetch(client, f"http://rebind.example:{hostile.port}/", resolved) == b"hello"
    assert len(answers) == 2
    assert refusal(client, f"http://rebind.example:{inside.port}/", resolved=resolved["resolver"]) == ("not-public", 0)


@clients
def test_one_private_address_of_several(client: str, inside: Server) -> None:
    url = f"http://{HOST}:{inside.port}/"
    for rows in (["192.0.2.1", "127.0.0.1"], ["2606:4700::1111", "::1"], ["1.1.1.1", "::ffff:10.0.0.1"]):
        assert refusal(client, url, resolved=lambda _, rows=rows: rows, allow=[]) == ("not-public", 0)
    assert refusal(client, url, resolved=lambda _: ["127.0.0.1"], deny=["127.0.0.0/8"]) == ("denied", 0)


@clients
def test_both_families_and_an_address_that_does_not_answer(client: str) -> None:
    with server("::1") as running:
        only = options(lambda _: ["127.0.0.1", "::1"])
        assert fetch(client, f"http://{HOST}:{running.port}/", only) == b"hello"
        assert fetch(client, f"http://[::1]:{running.port}/", {"ports": "any", "allow": ["::1"]}) == b"hello"


@clients
@pytest.mark.parametrize(
    ("url", "rule"),
    [
        ("http://127.0.0.1:PORT/", "not-public"),
        ("http://localhost:PORT/", "not-public"),
        (f"http://user:secret@{HOST}:PORT/", "userinfo"),
    ],
)
def test_requests_to_the_inside(client: str, inside: Server, url: str, rule: str) -> None:
    with pytest.raises(FetchRefused) as caught:
        fetch(client, url.replace("PORT", str(inside.port)), options())
    error: Any = caught.value
    assert (error.reason.code, error.redirect) == (rule, 0)
    assert "secret" not in f"{error} {error!r} {error.url}"


@clients
def test_schemes_and_ports(client: str, inside: Server) -> None:
    url = f"http://{HOST}:{inside.port}/"
    assert refusal(client, url, schemes=["https"]) == ("scheme", 0)
    assert refusal(client, url, ports=None) == ("port", 0)
    assert refusal(client, url, deny=["example"]) == ("denied", 0)


@clients
def test_names_without_addresses(client: str) -> None:
    with pytest.raises(Exception, match=HOST) as caught:
        fetch(client, f"http://{HOST}/", options(lambda _: []))
    assert not isinstance(caught.value, FetchRefused)


@clients
def test_proxies_of_the_environment(client: str, inside: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{inside.port}")
    monkeypatch.setenv("all_proxy", f"http://127.0.0.1:{inside.port}")
    with server() as outside:
        url = f"http://{HOST}:{outside.port}/"
        if client == "requests":
            assert refusal(client, url) == ("proxy", 0)
        else:
            assert fetch(client, url, options()) == b"hello"  # they read no proxies from there


@clients
def test_a_wait_that_a_server_asks_for(client: str, hostile: Server) -> None:
    start = time.monotonic()
    assert fetch(client, f"http://{HOST}:{hostile.port}/later", options()) == b""
    assert time.monotonic() - start < 2  # it asks for two seconds


@clients
def test_kept_connections_are_of_one_host(client: str, hostile: Server) -> None:
    asked: list[str] = []

    def resolve(name: str) -> list[str]:
        asked.append(name)
        return ["127.0.0.1"]

    urls = [f"http://{name}:{hostile.port}/" for name in (HOST, HOST, "other.example", HOST)]
    with opened(client, options(resolve, allow=[HOST, "other.example"])) as get:
        assert [get(url) for url in urls] == [b"hello"] * 4
        assert (asked, hostile.connections) == ([HOST, "other.example"], 2)
        with pytest.raises(FetchRefused):
            get(f"http://third.example:{hostile.port}/")
    assert hostile.connections == 2


@clients
@pytest.mark.parametrize("path", ["/slow-header", "/slow-body", "/endless-body", "/bomb-gzip"])
def test_a_refusal_closes_the_connection(client: str, hostile: Server, path: str) -> None:
    limits = options(max_seconds=0.5, max_body_bytes=100_000)
    with opened(client, limits) as get:
        with pytest.raises(FetchRefused) as caught:
            get(f"http://{HOST}:{hostile.port}{path}")
        del caught
        gc.collect()
        assert path == "/bomb-gzip" or hostile.closed.wait(5)
        assert get(f"http://{HOST}:{hostile.port}/") == b"hello"


@clients
def test_tls_names_the_host(client: str) -> None:
    trustme = pytest.importorskip("trustme")
    authority = trustme.CA()
    names: list[str | None] = []
    ours, theirs = ssl.create_default_context(), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.configure_trust(ours)
    authority.issue_cert(HOST).configure_cert(theirs)
    theirs.sni_callback = lambda _, name, __: names.append(name)
    with server(tls=theirs) as running:
        urls = [f"https://{name}:{running.port}/" for name in (HOST, "other.example")]
        every = options(lambda _: ["127.0.0.1"], allow=[HOST, "other.example"])
        with opened(client, every, ours) as get:
            assert get(urls[0]) == b"hello"
            with pytest.raises(Exception, match="certificate verify failed"):
                get(urls[1])
        assert names[:2] == [HOST, "other.example"]
        with opened(client, options(max_seconds=SECONDS), ours) as get, pytest.raises(FetchRefused, match="seconds"):
            get(f"https://{HOST}:{running.port}/slow-header")


def test_proxies_by_name(hostile: Server) -> None:
    pytest.importorskip("requests")
    pytest.importorskip("aiohttp")
    from irigrammar.integrations.aiohttp import session as aiohttp_session
    from irigrammar.integrations.httpx import Transport
    from irigrammar.integrations.requests import session

    httpx = pytest.importorskip("httpx")
    with server() as proxy:
        address = f"http://127.0.0.1:{proxy.port}"
        url = f"http://{HOST}:{hostile.port}/"
        allowed = options(proxies=["127.0.0.1"])
        with session(**allowed) as client:
            assert client.get(url, proxies={"http": address}).content == b"hello"
        with httpx.Client(transport=Transport(proxy=address, **allowed)) as client:
            assert client.get(url).content == b"hello"

        async def get(**more: Any) -> bytes:
            async with aiohttp_session(**more) as client, client.get(url, proxy=address) as response:
                return await response.read()

        assert asyncio.run(get(**allowed)) == b"hello"
        assert [path for path, _ in proxy.requests] == [url] * 3
        with session(**options()) as client, pytest.raises(FetchRefused, match="proxy"):
            client.get(url, proxies={"http": address})
        with session(**options()) as client, pytest.MonkeyPatch.context() as environment:
            environment.setenv("http_proxy", address)
            assert client.get(url).content == b"hello"  # it does not read it
        with session(**options()) as client, pytest.raises(FetchRefused, match="proxy"):
            client.get(url, proxies={"http": f"socks5://127.0.0.1:{proxy.port}"})
        with pytest.raises(FetchRefused, match="proxy"):
            Transport(proxy=address, **options())
        with pytest.raises(FetchRefused, match="proxy"):
            asyncio.run(get(**options()))
        with session(**allowed) as client, pytest.raises(FetchRefused, match="not public"):
            client.get("http://10.0.0.1/", proxies={"http": address})
        assert (len(proxy.requests), len(hostile.requests)) == (3, 1)


@clients
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_no_socket_is_left_when_time_ends_while_connecting(
    client: str, scheme: str, hostile: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock of the policy jumps; that of asyncio does not, by which two clients wait for a handshake of TLS."""
    sockets = []
    original = socket.socket.connect

    def connect(sock: socket.socket, address: Any) -> None:
        sockets.append(sock)
        monkeypatch.setattr(_fetching, "monotonic", lambda: time.monotonic() + 1_000)
        original(sock, address)

    monkeypatch.setattr(socket.socket, "connect", connect)
    assert refusal(client, f"{scheme}://{HOST}:{hostile.port}/", max_seconds=1) == ("time", 0)
    assert {sock.fileno() for sock in sockets} == {-1}


@pytest.mark.parametrize("client", ["httpx", "aiohttp"])
@pytest.mark.parametrize(
    ("scheme", "path"), [("http", "/slow-header"), ("http", "/slow-body"), ("https", "/in-the-handshake")]
)
def test_cancellation_closes_the_connection(client: str, scheme: str, path: str, hostile: Server) -> None:
    pytest.importorskip(client)
    url = f"{scheme}://{HOST}:{hostile.port}{path}"

    async def by_httpx() -> None:
        import httpx

        from irigrammar.integrations.httpx import AsyncTransport

        async with httpx.AsyncClient(transport=AsyncTransport(**options())) as opened_client:
            await cancelled(opened_client.get(url))

    async def by_aiohttp() -> None:
        from irigrammar.integrations.aiohttp import session

        async def read() -> bytes:
            async with opened_client.get(url) as response:
                return await response.read()

        async with session(**options()) as opened_client:
            await cancelled(read())

    async def cancelled(request: Any) -> None:
        task = asyncio.ensure_future(request)
        while not (hostile.requests if scheme == "http" else hostile.connections):
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await asyncio.to_thread(hostile.closed.wait, 5)

    asyncio.run(by_httpx() if client == "httpx" else by_aiohttp())


def test_httpx_under_trio(hostile: Server) -> None:
    trio, httpx = pytest.importorskip("trio"), pytest.importorskip("httpx")
    from irigrammar.integrations.httpx import AsyncTransport

    async def get(path: str, seconds: float) -> bytes:
        async with httpx.AsyncClient(transport=AsyncTransport(**options(max_seconds=seconds))) as client:
            return bytes((await client.get(f"http://{HOST}:{hostile.port}{path}")).content)

    assert trio.run(get, "/", 20) == b"hello"
    with pytest.raises(FetchRefused, match="seconds"):
        trio.run(get, "/slow-body", SECONDS)


def test_pieces_of_a_body(hostile: Server) -> None:
    """Whatever the reader asks for, the decoded body is the same."""
    pytest.importorskip("urllib3")
    pytest.importorskip("requests")
    from irigrammar.integrations.requests import session
    from irigrammar.integrations.urllib3 import PoolManager

    url = f"http://{HOST}:{hostile.port}"
    for path, body in (("/packed", b"hello world"), ("/", b"hello")):
        with PoolManager(**options()) as http:
            for size in (1, 3, 100):
                response = http.request("GET", url + path, preload_content=False)
                assert b"".join(response.stream(size)) == body
            assert http.request("HEAD", url + "/there").status == 200
        with session(**options()) as client, client.get(url + path, stream=True) as streamed:
            assert b"".join(streamed.iter_content(2)) == body


def test_a_pool_of_urllib3_without_its_manager(hostile: Server) -> None:
    pytest.importorskip("urllib3")
    from irigrammar.integrations.urllib3 import PoolManager

    with PoolManager(**options()) as http:
        assert http.connection_from_url(f"http://{HOST}:{hostile.port}").urlopen("GET", "/").data == b"hello"
        for name in ("127.0.0.1", "localhost"):
            with pytest.raises(FetchRefused):
                http.connection_from_url(f"http://{name}:{hostile.port}").urlopen("GET", "/")
    assert hostile.connections == 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [({"max_redirects": -1}, "below 0"), ({"deny": ["a b"]}, "not a name"), ({"allow": "a b"}, "not a name")],
)
def test_options_that_are_wrong(changes: dict[str, Any], message: str) -> None:
    from irigrammar.integrations._fetching import Policy

    with pytest.raises(ValueError, match=message):
        Policy(**changes)


def test_parameters_of_fastapi() -> None:
    fastapi, testing = pytest.importorskip("fastapi"), pytest.importorskip("fastapi.testclient")
    from irigrammar.integrations.fastapi import user_url

    app = fastapi.FastAPI()

    @app.get("/preview")  # type: ignore[untyped-decorator,unused-ignore]  # of a module that may be missing
    def preview(url: str = fastapi.Depends(user_url("at", ports=[8443]))) -> str:
        return url

    client = testing.TestClient(app)
    assert client.get("/preview", params={"at": "https://EXAMPLE.org:8443"}).json() == "https://example.org:8443"
    refused = client.get("/preview", params={"at": "https://127.0.0.1:8443/"})
    (detail,) = refused.json()["detail"]
    assert (refused.status_code, detail["loc"], detail["ctx"]) == (422, ["query", "at"], {"code": "not-public"})
    assert client.get("/preview").status_code == 422


def test_request_bodies_that_are_read_slowly(hostile: Server) -> None:
    pytest.importorskip("urllib3")
    from irigrammar.integrations.urllib3 import PoolManager

    pieces = (bytes(1_000_000) for _ in range(10_000))
    with PoolManager(**options(max_seconds=SECONDS)) as http, pytest.raises(FetchRefused, match="seconds"):
        http.request("POST", f"http://{HOST}:{hostile.port}/mute", body=pieces)


def test_http2_connections_are_of_one_host() -> None:
    """One certificate and one address for two names: HTTP/2 would allow one connection for both (RFC 9113, 9.1.1)."""
    trustme, httpx = pytest.importorskip("trustme"), pytest.importorskip("httpx")
    connections, configuration = pytest.importorskip("h2.connection"), pytest.importorskip("h2.config")
    from irigrammar.integrations.httpx import Transport

    authority = trustme.CA()
    ours, theirs = ssl.create_default_context(), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.configure_trust(ours)
    authority.issue_cert(HOST, "other.example", "third.example").configure_cert(theirs)
    theirs.set_alpn_protocols(["h2"])
    accepted: list[ssl.SSLSocket] = []

    def answer(sock: ssl.SSLSocket) -> None:
        connection = connections.H2Connection(configuration.H2Configuration(client_side=False))
        connection.initiate_connection()
        with contextlib.suppress(OSError):
            sock.sendall(connection.data_to_send())
            while data := sock.recv(65_536):
                for event in connection.receive_data(data):
                    if type(event).__name__ == "RequestReceived":
                        connection.send_headers(event.stream_id, [(":status", "200")])
                        connection.send_data(event.stream_id, b"hello", end_stream=True)
                sock.sendall(connection.data_to_send())

    def accept(listener: ssl.SSLSocket) -> None:
        with contextlib.suppress(OSError):
            while True:
                accepted.append(listener.accept()[0])
                Thread(target=answer, args=(accepted[-1],), daemon=True).start()

    allowed = options(lambda _: ["127.0.0.1"], allow=[HOST, "other.example"])
    with theirs.wrap_socket(socket.create_server(("127.0.0.1", 0)), server_side=True) as listener:
        Thread(target=accept, args=(listener,), daemon=True).start()
        port = listener.getsockname()[1]
        with httpx.Client(transport=Transport(http2=True, verify=ours, **allowed)) as client:
            for name in (HOST, HOST, "other.example"):
                response = client.get(f"https://{name}:{port}/")
                assert (response.http_version, response.content) == ("HTTP/2", b"hello")
            with pytest.raises(FetchRefused):
                client.get(f"https://third.example:{port}/")
        assert len(accepted) == 2
        for sock in accepted:
            sock.close()
        listener.shutdown(socket.SHUT_RDWR)


# The rows of the table of the page, in its order.
SHOWN = ["decimal", "name", "hexadecimal", "octal", "short", "number", "zero", "ipv6", "mapped", "full-width"]
SHOWN += ["without-scheme", "credentials", "private-name"]


@pytest.mark.external
def test_clients_without_adapters(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the page on URLs from users shows, for the versions that it names."""
    lines = [line for line in page("how-to/ssrf").splitlines() if line.startswith("|")]
    start = next(index for index, line in enumerate(lines) if "redirects to" in line)
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[start:]]
    names = [cell.split()[0] for cell in table[0][1:]]
    installed = [f"{name} {versions()[name]}" for name in names]
    if table[0][1:] != installed:
        pytest.skip(f"the page is about other versions than {', '.join(installed)}")
    ask = socket.getaddrinfo

    def resolve(host: Any, *arguments: Any, **keywords: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host
        return ask("127.0.0.1" if name in {HOST, "mixed.example"} else name, *arguments, **keywords)

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    for row, cells in zip(SHOWN, table[2:], strict=False):
        followed = []
        for name in names:
            with server() as outside, server("::1" if row == "ipv6" else "127.0.0.1") as within:
                outside.inner = within.port
                with contextlib.suppress(Exception):
                    fetch(name, f"http://{HOST}:{outside.port}/{row}")
                followed.append("yes" if within.connections else "no")
        assert followed == cells[1:], row
