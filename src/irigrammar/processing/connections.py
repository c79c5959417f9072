"""The host that clients of databases read from a connection URI.

Their documents let a URI name several hosts, and options in its query name another one; none of this is in RFC 3986.
What is here was measured (`tools/world/connections.py`): libpq (PQconninfoParse), and for MongoDB pymongo and
mongodb-connection-string-url.
"""

# typed: reserved: RFC 3986, 2.2: delimiters that a client does not decode
from __future__ import annotations

from collections.abc import Callable
from urllib.parse import unquote

from irigrammar.dataclass import NamedTuple
from irigrammar.matching.authority import scheme_of, up_to
from irigrammar.matching.grammar import grammar_of
from irigrammar.processing.percent import triplets


class Connection(NamedTuple):
    """The parts that a client reads: the hosts, with commas between several, the port, and the user with the password
    after a colon, as they are written, and the offset of the hosts, None where they are elsewhere. Percent-encoding is
    that of the text.
    """

    hosts: str
    port: str | None
    userinfo: str | None
    start: int | None


class Client(NamedTuple):
    """The client of a scheme: the name of its reader, the function that reads a text, and the default port."""

    reader: str
    read: Callable[[str], Connection | str]
    port: int


_NUL, _LONGEST_PORT = "%00", 5
# Options for which a client reads a file that may name a host, or connects to another one first.
_ELSEWHERE = {"service": "names a file", "servicefile": "names a file", "proxyhost": "names another host"}


def _parameters(query: str) -> dict[str, str]:
    """Return the parameters of a query by their names, decoded, the last of each name."""
    pairs = (pair.partition("=") for pair in query.split("&") if pair)
    return {unquote(name): value for name, _, value in pairs}


def libpq(text: str) -> Connection | str:
    """Return the parts that libpq reads from a text, or the reason why it refuses it.

    The user ends at the first "@" before the first "/", whatever is between; a parameter of the query wins over the
    same part of the URI, and `hostaddr` over `host`.

    >>> libpq("postgresql://u:p@h:1/db?host=x")
    Connection(hosts='x', port='1', userinfo='u:p', start=None)
    """
    scheme = scheme_of(text) or ""
    start = len(scheme) + 3
    if scheme not in ("postgresql", "postgres") or not text.startswith("://", len(scheme)):
        return "a connection URI of libpq begins with postgresql:// or postgres://"
    if text.count(_NUL[0]) != len([*triplets(text)]) or _NUL in text:
        return "there is percent-encoding that libpq does not decode"
    before_path = text[start:].partition("/")[0]
    userinfo, at, _ = before_path.partition("@")
    start += len(userinfo) + len(at) if at else 0
    authority, rest = up_to(text[start:], "/?")
    parameters = _parameters(rest.partition("?")[2])
    pairs = [_host_and_port(host) for host in authority.split(",")]
    hosts, ports = [host for host, _ in pairs], [port for _, port in pairs]
    user, _, password = userinfo.partition(":") if at else ("", "", "")
    user, password = parameters.get("user", user).replace(":", "%3A"), parameters.get("password", password)
    own = ",".join(hosts)
    host = parameters.get("hostaddr") or parameters.get("host") or own
    port = parameters.get("port") or (ports[0] if len(ports) == 1 else "")
    full = f"{user}:{password}" if password else user
    return Connection(host, port or None, full or None, start if host == own else None)


def mongodb(text: str) -> Connection | str:
    """Return the parts that clients of MongoDB read from a text, or the reason why one of them refuses it.

    >>> mongodb("mongodb://u:p@h1,h2:1/db")
    Connection(hosts='h1,h2', port='1', userinfo='u:p', start=14)
    """
    prefix = "mongodb://"
    if not text.startswith(prefix):
        return f"a connection URI of MongoDB begins with {prefix}"
    before_path, _ = up_to(text[len(prefix) :], "/?")
    userinfo, at, authority = before_path.rpartition("@")
    user, _, password = userinfo.partition(":")
    if at and (not user or set("@:") & {*user, *password}):
        return "the user is empty, or has a sign that must be percent-encoded"
    if "%" in authority:
        return "percent-encoding in a host is read as a path of a socket, or refused"
    pairs = [_host_and_port(host) for host in authority.split(",")]
    hosts, ports = [host for host, _ in pairs], [port for _, port in pairs]
    is_port = grammar_of("rfc3986")["port"].matches
    if not all(hosts) or not all(is_port(port) and len(port) <= _LONGEST_PORT for port in ports):
        return "a host is empty, or a port is not a number"
    start = len(prefix) + len(userinfo) + len(at)
    return Connection(",".join(hosts), ports[-1] or None, userinfo or None, start)


def _host_and_port(text: str) -> tuple[str, str]:
    """Return a host, up to the first colon or the bracket that ends it, and the port after it."""
    end = text.find("]") + 1 if text.startswith("[") else 0
    host, _, port = text[end:].partition(":")
    return text[:end] + host, port


CLIENTS = {
    "postgresql": Client("libpq", libpq, 5432),
    "postgres": Client("libpq", libpq, 5432),
    "mongodb": Client("mongodb", mongodb, 27017),
}
"""The schemes whose clients are known here. The hosts of mongodb+srv come from the DNS, and are not."""


def fault_of_connection(scheme: str, text: str) -> str | None:
    """Return the reason why clients of a scheme of `CLIENTS` differ on a text beside its host, None where they agree.

    >>> fault_of_connection("postgresql", "postgresql://h/db#x")
    'libpq, SQLAlchemy and pymongo read "#" as a part of the database, others leave out what follows'
    """
    if "#" in text:
        return 'libpq, SQLAlchemy and pymongo read "#" as a part of the database, others leave out what follows'
    authority, rest = up_to(text[len(scheme) + 3 :], "/?")
    userinfo, _, host = authority.rpartition("@")
    path, _, query = rest.partition("?")
    if "@" in rest:
        return 'SQLAlchemy takes all before the last "@" for the user'
    if {".", ".."} & {*path.split("/")}:
        return "pg-connection-string removes dot segments from the database"
    if "%" in host:
        return "SQLAlchemy does not decode a host"
    parameters = _parameters(query)
    if any("%" in pair.partition("=")[0] for pair in query.split("&")):
        return "libpq decodes the name of an option, and others do not"
    for name in parameters:
        if (reason := _ELSEWHERE.get(name.lower())) is not None:
            return f"the option {name} {reason}"
    if scheme != "mongodb":
        if "dbname" in parameters:
            return "libpq reads the database from dbname, others from the path"
        reserved = grammar_of("rfc3986")["reserved"].matches
        escapes = [path[start:end] for start, end in triplets(path)]
        differs = any(map(reserved, map(unquote, escapes)))
        return "pg-connection-string does not decode delimiters in the database" if differs else None
    if ";" in query:
        return 'pymongo reads ";" between options, others as a part of one'
    if "+" in userinfo:
        return 'pymongo reads "+" in the user and the password as a space, others as itself'
    return 'pymongo reads a collection after "." in the database, others do not' if "." in path else None
