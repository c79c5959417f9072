"""Conversions and normal forms of references by the kernel.

IRIs to URIs and back, Legacy Extended IRIs, Web Addresses, normal forms, targets of references: RFC 3987, 3.1, 3.2,
5.3.2, 5.3.3 and 6.5; RFC 3986, 5.2 to 5.4, 6.2.2 and 6.2.3; draft-ietf-iri-3987bis-04, 3.1 to 3.7, 5.3.2, 5.3.3, 6.2,
6.4, 7.1 and 7.2; LEIRI Note, 3 to 5; draft-weber-iri-guidelines-00, 7.

Their steps, which trace what they do and are the definition, are in the modules beside this one; the kernel leaves to
them what its tables cannot tell. This module imports them when they are needed, and so little else that a first
conversion takes milliseconds.
"""

# typed: leiri: the name of a grammar
from __future__ import annotations

import sys

from irigrammar.lazy import in_place_of
from irigrammar.matching.plain import is_plain_link
from irigrammar.processing.support.rewriters import LEVELS, rewriter

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping
    from typing import Any, TypeVar

    from irigrammar.engines._kernel import Rewriter
    from irigrammar.matching.grammar import Grammar
    from irigrammar.processing.choices import AuthorityChoice, CharsetErrors, HostForm, HostPolicy, Level
    from irigrammar.processing.schemes import Schemes
    from irigrammar.processing.trace import Trace

    F = TypeVar("F", bound=Callable[..., str])


def _by_kernel(name: str, grammar: str = "rfc3987") -> Callable[[F], F]:
    """Return a decorator of a function that converts a text: with usual options, the kernel answers if it can; else,
    and where a trace is asked for, the function does.

    The result has the attributes `in_kernel`, which returns the kernel's rewriter for some options, and `by_steps`,
    the function without the kernel. To read the defaults of many options takes longer than the kernel does for a short
    text.
    """

    def decorate(function: F) -> F:
        """Return a conversion that asks the kernel and, where that has no answer, calls the function; as attributes it
        has `in_kernel` (the rewriter for some options) and `by_steps` (the function without the kernel).
        """
        usual: Mapping[str, Any] = function.__kwdefaults__ or {}

        def in_kernel(options: Mapping[str, Any], *, many: bool = False) -> Rewriter | None:
            """Return the kernel's rewriter for some options: any grammar, either level, and else the usual ones; for
            one text at a time also percent-encoded hosts, for which schemes do not count. None for other options.
            """
            kernel_name = options.get("level", name)
            if (name, options.get("host"), many) == ("iri_to_uri", "percent", False):
                kernel_name, options = "percent", {**options, "host": "idna", "schemes": None}
            for option, value in options.items():
                is_chosen = option == "grammar" or (option == "level" and value in LEVELS)
                if option not in usual or not (is_chosen or usual[option] == value):
                    return None
            source_grammar = options.get("grammar", usual.get("grammar"))
            if source_grammar == usual.get("grammar"):
                return rewriter(kernel_name, grammar, many)
            return rewriter(kernel_name, source_grammar, many) if grammar == usual["grammar"] else None

        def by_kernel(s: str) -> Any:
            """Look up the kernel's rewriter at the first call, put it in the place of this function, and return its
            result, NotImplemented where the kernel has no answer.
            """
            nonlocal by_kernel
            kernel = rewriter(name, grammar)
            by_kernel = (lambda _: NotImplemented) if kernel is None else kernel.text  # type: ignore[assignment]
            return by_kernel(s)

        def convert(s: str, /, **options: Any) -> Any:
            """Return the result of the kernel, else of the function: where options, or a trace, need the steps, or the
            kernel has no answer. Raises for a text that is no string, and as the function does.
            """
            if not options:
                result = by_kernel(s)
            else:
                _check(s)
                kernel = None if _is_traced() else in_kernel(options)
                result = NotImplemented if kernel is None else kernel.text(s)
            return by_steps(s, **options) if result is NotImplemented else result

        def by_steps(s: str, /, **options: Any) -> Any:
            _check(s)
            return function(s, **options)

        convert.in_kernel = in_kernel  # type: ignore[attr-defined]  # see irigrammar.processing.support.bulk
        convert.by_steps = by_steps  # type: ignore[attr-defined]  # see irigrammar.processing.trace
        return in_place_of(function, convert)

    return decorate


def _is_traced() -> bool:
    module = sys.modules.get("irigrammar.processing.trace")
    return module is not None and module.is_asked()


def _requested_trace() -> Trace:
    """Return the trace that the caller requested; None where the module of traces is not even imported."""
    module = sys.modules.get("irigrammar.processing.trace")
    return module.requested_trace() if module else None


def _check(*texts: object) -> None:
    """Raise `TypeError` for arguments that are not str; the kernel has accepted those that it converts."""
    if not all(isinstance(text, str) for text in texts):
        from irigrammar.errors import check_text

        for text in texts:
            check_text(text)


@_by_kernel("iri_to_uri")
def iri_to_uri(
    s: str,
    /,
    *,
    host: HostPolicy = "idna",
    std3: bool | None = None,
    allow_unassigned: bool | None = None,
    query_charset: str = "utf-8",
    errors: CharsetErrors = "strict",
    grammar: str | Grammar = "rfc3987",
    scheme_rules: bool = False,
    schemes: Schemes | None = None,
) -> str:
    """Return the URI reference that an IRI reference is mapped to (RFC 3987, 3.1).

    A URI reference comes back unchanged. Otherwise what a URI does not allow at its place is percent-encoded as UTF-8,
    and a domain name is converted by the policy `host` ("idna", "idna2008", "idna2003", "uts46",
    "uts46-transitional", "percent": see `irigrammar.convert.to_ascii`). It is one in a reference without a scheme, and
    where the scheme's entry in `schemes` says so (default: those that come with the package), and in the addresses of
    mailto (RFC 6068, 2); other hosts are percent-encoded. "idna-always" converts every host as "idna" does. `std3` and
    `allow_unassigned` are the flags of ToASCII for "idna2003"; by default they are those of the document: both true for
    RFC 3987, both false for
    draft-ietf-iri-3987bis-04. The query of a scheme that takes the document's charset (http and https) is encoded in
    `query_charset`, default UTF-8, whose name has the meaning that IANA registers, an encoding of the Encoding Standard
    its tables; `errors` says what becomes of characters that it lacks (see `encode_in_charset`).

    `grammar` names the catalog's grammar of `s`: "rfc3987" (default), "iri-bis" (draft-ietf-iri-3987bis-04, 3.1 to 3.6;
    a "#" within a fragment becomes %23), "leiri" or "leiri-bis" (what IRIs do not allow is percent-encoded too).
    `scheme_rules` checks the identifier by the grammar and the prose of its scheme (RFC 3987, 3.1;
    draft-ietf-iri-3987bis-04, 6.4; see `check_scheme`): warnings are steps of the trace, which also says if no rules
    are known.

    The result matches URI-reference of RFC 3986 and has the same components; it is mapped to itself. Raises `NoMatch`
    for an `s` that is not a reference by its grammar, and `ConversionError` for a host or query that cannot be
    converted, and, with its `findings`, for errors by the rules of the scheme; `GrammarError` and `UnknownGrammar` for
    another grammar, and `ValueError` for an unknown policy or `errors`, and for flags with another policy than
    "idna2003".

    >>> iri_to_uri("http://résumé.example.org/rosé?é#é")
    'http://xn--rsum-bpad.example.org/ros%C3%A9?%C3%A9#%C3%A9'
    >>> iri_to_uri("http://résumé.example.org/?é", host="percent", query_charset="latin-1")
    'http://r%C3%A9sum%C3%A9.example.org/?%E9'
    """
    from irigrammar.processing.to_uri import map_by_steps

    more = (host, std3, allow_unassigned, query_charset, errors, grammar, schemes, _requested_trace())
    return map_by_steps(s, *more, scheme_rules=scheme_rules)


@_by_kernel("uri_to_iri")
def uri_to_iri(
    s: str,
    /,
    *,
    host: HostForm = "unicode",
    keep: Container[str] | None = None,
    minimal: bool = False,
    grammar: str | Grammar = "rfc3987",
    schemes: Schemes | None = None,
) -> str:
    """Return the IRI reference of a URI reference (RFC 3987, 3.2; draft-ietf-iri-3987bis-04, 3.7).

    Percent-encoded characters are decoded, except: reserved ones, "%", and ASCII that URIs do not allow; bytes that are
    not UTF-8; what the grammar does not allow in that component; bidi formatting characters; those of `keep` (default:
    `encoded_by_default()`); and those beyond ASCII in a domain name, and the dots of a segment that would become "." or
    "..", since decoding them would lead to another URI. `host="unicode"` (the default) shows A-labels of such hosts as
    U-labels, one by one, if they map back to the same bytes and no character in them has to stay encoded; `host="keep"`
    leaves them. Hosts are domain names in references without a scheme, and where the scheme's entry in `schemes` (by
    default those of the package) says so. The result matches the grammar, and `iri_to_uri` maps it back, except for the
    case of triplets and for unreserved characters. With `minimal` those stay encoded, too, or are encoded, by which
    programs would not find the IRI as a whole in running text (Unicode Technical Standard 58, minimal escaping):
    punctuation at its end, brackets without their partner, characters that end a link. A literal "." and reserved
    characters stay as they are, where the Standard encodes them, since that would be another URI.

    A reference of the grammar is accepted, too, and its characters beyond ASCII stay. Raises
    `NoMatch` for what is neither a URI reference nor one of the grammar, `ConversionError` if the result is not
    in the grammar ("iri-bis" allows no percent-encoding in hosts), and `ValueError` for an unknown `host`.

    >>> uri_to_iri("http://www.example.org/D%C3%BCrst%2F%FC")
    'http://www.example.org/Dürst%2F%FC'
    >>> uri_to_iri("http://my_host.xn--rsum-bpad.org/")
    'http://my_host.résumé.org/'
    >>> uri_to_iri("http://e/%E8%B7%AF%E3%80%81%E5%BE%84%E3%80%82"), uri_to_iri("http://e/a%E3%80%82", minimal=True)
    ('http://e/路、径。', 'http://e/a%E3%80%82')
    """
    from irigrammar.processing.to_iri import decode_by_steps, found_whole

    trace = _requested_trace()
    iri = decode_by_steps(s, host, keep, grammar, schemes, trace)
    return found_whole(s, iri, grammar, trace) if minimal else iri


@_by_kernel("leiri_to_iri", "leiri")
def leiri_to_iri(s: str, /, *, check: bool = True, grammar: str | Grammar = "leiri") -> str:
    """Return the IRI-reference of a Legacy Extended IRI reference (LEIRI Note, 4; draft-ietf-iri-3987bis-04, 7.1).

    Each character that RFC 3987 does not allow in its component is percent-encoded as UTF-8, and so are the bidi
    formatting characters, which its section 4.1 forbids; private use characters stay in queries. An IRI-reference by
    RFC 3987 without bidi formatting characters comes back unchanged. Browsers, which read "\\"
    as "/" and drop some controls, may read another host from the result than from `s`; the trace says so. `grammar` is
    "leiri" (the Note, the default) or "leiri-bis" (the draft, which allows "#" in fragments, and no percent-encoding in
    registered names).

    Raises `NoMatch` for what is neither in that grammar nor an IRI-reference, `GrammarError` and `UnknownGrammar` for
    another name. With `check=False` any string is mapped, as the Note advises for generic software; the result is an
    IRI-reference if the string was in the grammar.

    >>> leiri_to_iri("http://example.org/a b?<\\ue000>#\\u202e")
    'http://example.org/a%20b?%3C\\ue000%3E#%E2%80%AE'
    """
    from irigrammar.processing.leiri import leiri_by_steps

    return leiri_by_steps(s, grammar, _requested_trace(), check=check)


@_by_kernel("web_address_to_iri", "leiri")
def web_address_to_iri(
    s: str,
    /,
    *,
    charset: str = "utf-8",
    errors: CharsetErrors = "strict",
    authority: AuthorityChoice = "refuse",
    grammar: str | Grammar = "web-address",
    schemes: Schemes | None = None,
) -> str:
    r"""Return the IRI-reference of a Web Address (draft-ietf-iri-3987bis-04, 7.2).

    The steps: spaces, CR, LF and TAB go from the ends, and CR, LF and TAB from everywhere (href-strip, which the draft
    leaves open); backslashes that separate segments become "/"; turn each "%" without two hexadecimal digits into
    "%25"; what RFC 3987 does not allow in its place is percent-encoded, and so are bidi formatting characters.
    `charset` is the label of the document's (Encoding Standard): unless it is a Unicode one, the other characters
    beyond ASCII in the query are percent-encoded as its bytes, if the scheme's entry in `schemes` (by default those
    that come with the package) allows it, as for http and https; `errors` says what becomes of those that it lacks (see
    `encode_in_charset`). Otherwise an IRI-reference by RFC 3987 without bidi formatting characters comes back
    unchanged.

    From left to right, every backslash that can separate segments does; in an opaque path (a scheme that is not special
    and no "/" after it: URL Standard, 4.4) none does (3.2).

    `authority` chooses how to handle a string that changes and in which browsers (the URL Standard, 4.4; a reference
    with a base on http) read an authority, and the draft reads no host: `/\host`, `\\host`, `http:/\host`, a control
    before "//". "refuse" (the default) raises `ConversionError`; "browser" converts what browsers read (`//host`), a
    deviation; "grammar" converts by the draft (`/%5Chost`), so that browsers read another host from the result.

    With "refuse" and "browser", browsers read from the result the host, port and user that they read from `s`; if they
    refuse `s`, they refuse the result or read what the draft reads from `s`. With "refuse" this holds for RFC 3986,
    RFC 3987 and the draft, too. What they read is compared after IDNA, and with IPv4 numbers in their normal form (see
    `irigrammar.matching.authority`).

    `grammar` is "web-address" (the default) or a grammar that extends it.

    Raises `NoMatch` for what is neither a Web Address nor an IRI-reference when it is stripped, and `ConversionError`
    for an authority as above, for a backslash inside an authority, for a character that the charset
    lacks, and for a charset that cannot be used; `GrammarError` and `UnknownGrammar` for another grammar, and
    `ValueError` for an unknown `authority` or `errors`.

    >>> web_address_to_iri(" http://h\\a:b@c/d e ")
    'http://h/a:b@c/d%20e'
    >>> [web_address_to_iri("/\\host/x y", authority=choice) for choice in ("browser", "grammar")]
    ['//host/x%20y', '/%5Chost/x%20y']
    >>> web_address_to_iri("http://h/?q=\ufffdé€", charset="latin-1")
    'http://h/?q=%EF%BF%BD%E9%80'
    """
    from irigrammar.processing.web_address import web_address_by_steps

    return web_address_by_steps(s, charset, errors, authority, grammar, schemes, _requested_trace())


@_by_kernel("syntax")
def normalize(
    s: str,
    /,
    *,
    level: Level = "syntax",
    host: HostPolicy = "idna",
    std3: bool | None = None,
    allow_unassigned: bool | None = None,
    grammar: str | Grammar = "rfc3987",
    authority: AuthorityChoice = "refuse",
    schemes: Schemes | None = None,
    strict_paths: bool = False,
) -> str:
    """Return the normal form of a reference (RFC 3987, 5.3.2 and 5.3.3; draft-ietf-iri-3987bis-04, 5.3).

    At `level="syntax"` (the default): percent-encoding is decoded where `uri_to_iri` decodes it; then the scheme and an
    ASCII host are written in lower case, and the remaining hexadecimal digits in upper case; then dot segments are
    removed from a path that begins with "/" (before decoding, if some of them are encoded, as resolving does). Other
    paths keep theirs, encoded ones too. So a reference and its normal form have the same target, up to normalization. A
    path without authority that would begin with "//" gets or keeps "/." before it.

    At `level="scheme"`, what is known of the scheme (`schemes`, by default those that come with the package) follows: a
    domain name is written in Unicode if each label can be, else in ASCII, and kept if IDNA refuses it; an empty port
    and the default one are removed; the default host is removed unless there is user information or a port; an empty
    path after an authority is written out; a case-insensitive part of the path is written in lower case; and a URI that
    matches the grammar of its scheme is written as that scheme's document says: urn, tel, geo, sip, sips, mailto, ldap
    and acct (visual separators, numbers, the order of parameters, the domain names of addresses). `host` is the
    policy for domain names ("percent" leaves them), `std3` and `allow_unassigned` its flags (see `iri_to_uri`).

    The host, port and user are those before, whether RFC 3986, RFC 3987, draft-ietf-iri-3987bis-04, 7.2, or the URL
    Standard reads them (see `irigrammar.matching.authority`; "browser" and "grammar", below, choose another reading).
    So where the host is empty or absent and the scheme needs one (http, https, ws, wss, ftp; or no scheme and an empty
    authority), the path and the port stay unchanged, since browsers read a host from them: a deviation. So does the
    authority where a reader would otherwise find another one; the trace says so.

    The result is in the grammar named, and its own normal form. With `web-address`, white space is removed first as in
    `web_address_to_iri`, separators become "/" (not in an opaque path, as of `mailto`, where a backslash is data), and
    a "%" that begins no triplet "%25"; `authority` chooses how to handle a reference that is not an IRI-reference, and
    in which browsers read an authority and the grammar does not: "refuse" (the default) raises, "browser" goes by the
    URL Standard, "grammar" by the draft. No character normalization is applied (5.3.2.2).

    With `strict_paths` (default: no) a path that begins with "/" and climbs above the root ("/../a") is an error; else
    the ".." is left out (RFC 3986, 5.2.4).

    Raises `NoMatch` for what is not a reference of the grammar, `ConversionError` for a Web Address with a backslash
    inside the authority, an authority that is refused, or a path as above, and `ValueError` for an unknown level or
    choice, and for flags with another policy than "idna2003".

    >>> normalize("eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9")
    'example://a/b/c/%7Bfoo%7D/rosé'
    >>> normalize("HTTP://xn--rsum-bpad.Example.org:80", level="scheme")
    'http://résumé.example.org/'
    >>> normalize("http://a/b/../../c"), normalize("http://a/b/../c", strict_paths=True)
    ('http://a/c', 'http://a/c')
    """
    from irigrammar.processing.normalize import normalize_by_steps

    return normalize_by_steps(
        s,
        level,
        host,
        std3,
        allow_unassigned,
        grammar,
        authority,
        schemes,
        _requested_trace(),
        strict_paths=strict_paths,
    )


def resolve(
    base: str,
    ref: str,
    /,
    *,
    strict: bool = True,
    grammar: str | Grammar = "rfc3987",
    authority: AuthorityChoice = "refuse",
    strict_paths: bool = False,
) -> str:
    """Return the target of a reference by a base (draft-ietf-iri-3987bis-04, 6.5; RFC 3986, 5.2).

    `base` must have a scheme; its fragment does not count (5.1). `ref` is any reference of the grammar. With `strict`
    (the default) a reference that has the base's scheme keeps it; without, that scheme is ignored, as old parsers did
    (5.2.2). `grammar` is a name of the catalog; nothing is encoded, so with `leiri` and `leiri-bis` the result is one
    again. With `web-address` each "\\" that separates segments stays what it is and counts as "/" does; one that is
    part of a segment becomes "%5C" only where it would turn into a separator at its new place. The opaque path of a
    reference (its scheme is not special, and no "/" follows: `javascript:`, `data:`, `mailto:`) stays unchanged
    (draft-ietf-iri-3987bis-04, 3.2); by other grammars its dot segments go, too, and the trace has a warning.

    A path without an authority that would begin with "//" gets "/." before it, which the document leaves out.

    The document's rules hold for every grammar of RFCs, and where browsers read another host from the reference than
    from the target (`http:g`, `http:/g`), the trace says so. With `web-address`, white space goes first as in
    `web_address_to_iri`, and `authority` says what becomes of such a reference, and of one in which browsers read an
    authority and the grammar does not: "refuse" (the default) raises `ConversionError`, "browser" resolves what
    browsers read (URL Standard, 4.4), "grammar" goes by the grammar.

    With `strict_paths` (default: no) a reference that climbs above the root, as "../../x" by a base too shallow, is a
    `ConversionError`, which names the place in the merged path; else the ".." is left out (RFC 3986, 5.2.4 and 5.4.2).

    Raises `NoMatch` where `base` is not absolute in the grammar or `ref` is not a reference of it, and `ValueError` for
    another choice of `authority`.

    >>> resolve("http://a/b/c/d;p?q", "../g"), resolve("http://example.org/é/", "ü?ö#ä")
    ('http://a/b/g', 'http://example.org/é/ü?ö#ä')
    >>> resolve("http://a/b/c/d;p?q", "http:g"), resolve("http://a/b/c/d;p?q", "http:g", strict=False)
    ('http:g', 'http://a/b/c/g')
    """
    if strict and authority == "refuse" and not strict_paths:
        plainly = grammar == "web-address" and is_plain_link(base, ref)
        kernel = rewriter("resolve", "rfc3986" if plainly else grammar)
        if kernel is not None and (target := kernel.target(base, ref)) is not NotImplemented:
            return target
    return _resolve(base, ref, strict=strict, grammar=grammar, authority=authority, strict_paths=strict_paths)


def _resolve(base: str, ref: str, /, **options: Any) -> str:
    _check(base, ref)
    from irigrammar.processing.resolve import resolve_by_steps

    return resolve_by_steps(base, ref, _requested_trace(), **options)


resolve.by_steps = _resolve  # type: ignore[attr-defined]  # see irigrammar.processing.trace
