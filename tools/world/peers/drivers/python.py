"""The driver for Python peers: `python.py PEER RULE`.

It reads one JSON string per line and prints `true` or `false` for each. What a peer raises without documenting it for
such strings is printed as `error`, with the exception's name. `python.py --version PEER` prints the version, or exits 3
where the peer is not installed.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import platform
import sys
from collections.abc import Callable
from operator import attrgetter
from typing import Any

Check = Callable[[str], object]


def load(name: str) -> Any:
    """Return a module."""
    return importlib.import_module(name)


def without(*modules: str) -> None:
    """Make modules as if they were not installed."""
    for name in modules:
        sys.modules[name] = None  # type: ignore[assignment]  # this is how an import is refused


def unless(raised: type[BaseException] | tuple[type[BaseException], ...], call: Check) -> Check:
    """Return a check that is true unless the call raises that."""

    def check(text: str) -> bool:
        try:
            call(text)
        except raised:
            return False
        return True

    return check


def function(module: str, name: str) -> Callable[[str], Check]:
    """Return the maker of a check that is a function of a module."""
    return lambda _rule: attrgetter(name)(load(module))


def parser(module: str, name: str) -> Callable[[str], Check]:
    """Return the maker of a check that is true where a function of a module raises nothing and finds a scheme."""

    def make(_rule: str) -> Check:
        parse = attrgetter(name)(load(module))

        def check(text: str) -> bool:
            try:
                return bool(parse(text).scheme)
            except ValueError:
                return False

        return check

    return make


def control(_rule: str) -> Check:
    return lambda text: sum(map(ord, text)) % 2 == 0


def rfc3987(rule: str) -> Check:
    without("regex")
    return rfc3987_regex(rule)


def rfc3987_regex(rule: str) -> Check:
    match = load("rfc3987").match
    return lambda text: match(text, rule)


def rfc3986_validator(rule: str) -> Check:
    validate = load("rfc3986_validator").validate_rfc3986
    return lambda text: validate(text, rule=rule)


def rfc3987_syntax(rule: str) -> Check:
    is_valid = load("rfc3987_syntax").is_valid_syntax
    return lambda text: is_valid(rule.lower(), text)


def rfc3986(_rule: str) -> Check:
    module = load("rfc3986")
    parts = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
    validator = load("rfc3986.validators").Validator().require_presence_of("scheme").check_validity_of(*parts)
    reference = module.uri_reference
    return unless(load("rfc3986.exceptions").RFC3986Exception, lambda text: validator.validate(reference(text)))


def abnf(rule: str) -> Check:
    grammar = load("abnf.grammars.rfc3986" if rule == "URI" else "abnf.grammars.rfc3987")
    return unless(load("abnf").ParseError, grammar.Rule(rule).parse_all)


def jsonschema_rs(rule: str) -> Check:
    schema = {"type": "string", "format": rule.lower()}
    check: Check = load("jsonschema_rs").validator_for(schema, validate_formats=True).is_valid
    return check


def format_checker(*others: str) -> Callable[[str], Check]:
    """Return the maker of jsonschema's format check while other back ends are not installed."""

    def make(rule: str) -> Check:
        without(*others)
        conforms = load("jsonschema").Draft202012Validator.FORMAT_CHECKER.conforms
        if conforms("no scheme", rule.lower()):
            sys.exit(3)
        return lambda text: conforms(text, rule.lower())

    return make


def fastjsonschema(rule: str) -> Check:
    module = load("fastjsonschema")
    return unless(module.JsonSchemaException, module.compile({"type": "string", "format": rule.lower()}))


def pyoxigraph(_rule: str) -> Check:
    return unless(ValueError, load("pyoxigraph").NamedNode)


def uritools(_rule: str) -> Check:
    split = load("uritools").urisplit

    def check(text: str) -> bool:
        try:
            parts = split(text)
            parts.gethost(), parts.getport(), parts.getpath(), parts.getquery(), parts.getfragment()
            return bool(parts.getscheme())
        except ValueError:
            return False

    return check


# For each peer its distributions, the first of which has the version, and what makes the check for a rule.
PEERS: dict[str, tuple[tuple[str, ...], Callable[[str], Check]]] = {
    "control": ((), control),
    "rfc3987": (("rfc3987",), rfc3987),
    "rfc3987-regex": (("rfc3987", "regex"), rfc3987_regex),
    "rfc3986-validator": (("rfc3986-validator",), rfc3986_validator),
    "rfc3987-syntax": (("rfc3987-syntax",), rfc3987_syntax),
    "rfc3986": (("rfc3986",), rfc3986),
    "abnf": (("abnf",), abnf),
    "jsonschema-rs": (("jsonschema-rs",), jsonschema_rs),
    "jsonschema+rfc3987": (("jsonschema", "rfc3987"), format_checker("regex")),
    "jsonschema+rfc3986-validator": (("jsonschema", "rfc3986-validator"), format_checker("rfc3987")),
    "jsonschema+rfc3987-syntax": (("jsonschema", "rfc3987-syntax"), format_checker("rfc3987")),
    "fastjsonschema": (("fastjsonschema",), fastjsonschema),
    "pyoxigraph": (("pyoxigraph",), pyoxigraph),
    "linkml-runtime": (("linkml-runtime",), function("linkml_runtime.utils.uri_validator", "validate_uri")),
    "validators": (("validators",), function("validators", "url")),
    "rdflib": (("rdflib",), function("rdflib.term", "_is_valid_uri")),
    "uritools": (("uritools",), uritools),
    "urllib.parse": ((), parser("urllib.parse", "urlsplit")),
    "hyperlink": (("hyperlink",), parser("hyperlink", "URL.from_text")),
    "yarl": (("yarl",), parser("yarl", "URL")),
}


def version(peer: str) -> int:
    """Print the version of a peer's distributions; of Python for its own modules."""
    try:
        versions = [importlib.metadata.version(name) for name in PEERS[peer][0]]
    except importlib.metadata.PackageNotFoundError:
        return 3
    print(" + ".join(versions) or platform.python_version())
    return 0


def serve(check: Check) -> None:
    """Answer what standard input asks."""
    for line in sys.stdin.buffer:
        text = json.loads(line)
        try:
            answer = "true" if check(text) else "false"
        except Exception as error:
            answer = f"error {type(error).__name__}"
        print(answer, flush=True)


def main() -> int:
    first, second = sys.argv[1:]
    if first == "--version":
        return version(second)
    serve(PEERS[first][1](second))
    return 0


if __name__ == "__main__":
    sys.exit(main())
