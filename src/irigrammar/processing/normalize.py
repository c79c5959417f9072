"""Normal forms of references, by syntax and by scheme.

RFC 3987, 5.3.2 and 5.3.3; draft-ietf-iri-3987bis-04, 5.3.2 and 5.3.3; RFC 3986, 6.2.2 and 6.2.3.
"""

# typed: unreserved, IPv6address: RFC 3986, 2.3 and 3.2.2
from __future__ import annotations

from typing import get_args

from irigrammar.dataclass import NamedTuple
from irigrammar.errors import ConversionError
from irigrammar.matching.authority import authority_change, plain_port
from irigrammar.matching.browser import ipv6_text
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.matching.idna_labels import ACE_PREFIX
from irigrammar.matching.matcher import Matcher
from irigrammar.matching.parts import Components, with_fields
from irigrammar.processing.browser import SECTION, check_authority, needs_host, prepare_reference
from irigrammar.processing.characters import allowed_characters
from irigrammar.processing.choices import AuthorityChoice, HostPolicy, Level
from irigrammar.processing.deviations import DeviationNote, Deviations
from irigrammar.processing.host import chosen_flags, host_policy, host_to_ascii
from irigrammar.processing.labels import ToAsciiFlags
from irigrammar.processing.path import check_root, cut, guard, is_dots, remove_dot_segments, with_guard, without_dots
from irigrammar.processing.percent import decode, encode_strays, encoded, has_triplets, upper
from irigrammar.processing.reference import encode_separators, keeps_path, matchers, read
from irigrammar.processing.rewrite import map_components
from irigrammar.processing.scheme_forms import scheme_form
from irigrammar.processing.schemes import Scheme, Schemes
from irigrammar.processing.schemes import schemes as shipped
from irigrammar.processing.support.refused import encode_refused
from irigrammar.processing.text_fragment import pieces
from irigrammar.processing.to_iri import decode_by_steps, decode_components, list_in_words
from irigrammar.processing.trace import Trace, record
from irigrammar.text.choices import check_choice
from irigrammar.text.names import quoted

_LEVELS = get_args(Level)

_BY_SYNTAX = "RFC 3987, 5.3.2.{}"
_BY_SCHEME = "RFC 3987, 5.3.3"
_ADDRESS = "write the IPv6 address without zeros that mean nothing"
_WEB_ADDRESS = "draft-ietf-iri-3987bis-04, 7.2"


def normal_host(grammar: Grammar, text: str) -> str:
    """Return a reference in normal form by its scheme; raise `ConversionError` where `normalize` lets its authority
    stay, and `NoMatch`.

    >>> normal_host(grammar_of("rfc3987"), "http://xn--r-bga/")
    'http://r\xe9/'
    """
    (reference, _), known = matchers(grammar), shipped()
    normal = by_scheme(reference, by_syntax(reference, text, known), known)
    if authority_change(text, normal, reference, ports=_ports(known)) is not None:
        raise ConversionError(f"{quoted(text)} stays")
    return normal


def normalize_by_steps(
    s: str,
    level: Level,
    host: HostPolicy,
    std3: bool | None,
    allow_unassigned: bool | None,
    grammar: str | Grammar,
    authority: AuthorityChoice,
    schemes: Schemes | None,
    trace: Trace,
    *,
    strict_paths: bool = False,
) -> str:
    """Return the result of `normalize`, whose parameters these are, and record its steps in the trace; where browsers
    would read another authority from it, the authority stays. Raises the errors of `normalize`.
    """
    check_choice("level", level, _LEVELS)
    check_authority(authority)
    reference, _ = matchers(grammar)
    known = shipped() if schemes is None else schemes
    names = NamePolicy.of(host, std3, allow_unassigned, grammar)
    text = s if reference.grammar.entry.prefer is None else prepare_reference(s, reference, authority, trace)
    if strict_paths:
        _check_root(reference, text)
    normalized = by_syntax(reference, text, known, trace=trace)
    if level == "scheme":
        normalized = by_scheme(reference, normalized, known, names, trace=trace)
    if normalized == text or authority == "grammar":
        return normalized
    ports = _ports(known)
    change = authority_change(text, normalized, reference, ports=ports)
    if change is None:
        return normalized
    was = reference.split(text)
    name = None if was.host is None else upper(decode(was.host, grammar_of("rfc3986")["unreserved"].matches))
    safe_text = str(with_fields(reference.split(normalized), userinfo=was.userinfo, host=name, port=was.port))
    if authority_change(text, safe_text, reference, ports=ports) is not None:
        safe_text = text
    return record(trace, SECTION, normalized, safe_text, Deviations.AUTHORITY_STAYS.note(change=change))


def _check_root(reference: Matcher, text: str) -> None:
    """Raise `ConversionError` for a reference whose path begins with a separator and climbs above the root, by dot
    segments as they are or, after those are removed, by percent-encoded ones.
    """
    reading = read(reference, text)
    pieces = reading.path
    if len(pieces) < _ABSOLUTE or pieces[0] or keeps_path(reference, reading.components):
        return
    check_root(pieces)
    unreserved = grammar_of("rfc3986")["unreserved"].matches
    check_root([piece[:1] + decode(piece[1:], unreserved) for piece in without_dots(pieces)])


_ABSOLUTE = 2  # pieces of a path that begins with a separator, at least


class NamePolicy(NamedTuple):
    """The conversion of domain names before they are compared: a policy, and its flags."""

    policy: HostPolicy = "idna"
    flags: ToAsciiFlags = ToAsciiFlags()

    @classmethod
    def of(
        cls, policy: HostPolicy, std3: bool | None, allow_unassigned: bool | None, grammar: str | Grammar
    ) -> NamePolicy:
        """Return the policy with the flags given, or those of a grammar's document; raise `ValueError` as `normalize`.

        >>> NamePolicy.of("idna2003", None, False, "rfc3987").flags
        ToAsciiFlags(std3=True, allow_unassigned=False)
        """
        host_policy(None, policy)
        return cls(policy, chosen_flags(policy, std3, allow_unassigned, grammar_of(grammar)))

    def to_ascii(self, host: str, trace: Trace = None) -> str:
        """Return a domain name in ASCII and in lower case; raise `ConversionError` if there is none.

        >>> NamePolicy().to_ascii("R\xe9.org")
        'xn--r-bga.org'
        """
        policy = host_policy(None, self.policy)
        return host_to_ascii(host, policy, flags=self.flags, section=_BY_SCHEME, trace=trace).lower()


def _ports(known: Schemes) -> dict[str, int | None]:
    """Return the default ports of schemes by name. It is None for a scheme without one."""
    return {scheme.name: scheme.default_port for scheme in known}


def by_syntax(reference: Matcher, s: str, known: Schemes, *, keep_dots: bool = True, trace: Trace = None) -> str:
    """Return the normal form by syntax of a reference, with its steps in the trace; `known` says which hosts are domain
    names. A path in which browsers look for the host stays.

    Without `keep_dots`, encoded dot segments are decoded in every path, even where browsers look for the host: use such
    a form only to compare, never to resolve. Raises `NoMatch`, and `ConversionError` for a Web Address with a separator
    in the authority.

    >>> reference, _ = matchers("rfc3986")
    >>> [by_syntax(reference, "A:%2E/%62", shipped(), keep_dots=keep) for keep in (True, False)]
    ['a:%2E/b', 'a:./b']
    """
    components = _plain(reference, s, trace)
    path = components.path or ""
    path_stays = keep_dots and not components.host and path != "" and _may_hold_a_host(components)
    if path_stays:
        components = with_fields(components, path="")
    is_encoded = has_triplets(s if reference.grammar.entry.prefer is None else str(components))
    components = _decoded(reference, components, known, trace, keep_dots=keep_dots, is_encoded=is_encoded)
    components = _with_case(reference, components, trace, is_encoded=is_encoded)
    if path_stays:
        record(trace, SECTION, path, path, Deviations.PATH_STAYS.note())
        return str(with_fields(components, path=path))
    return str(_dotless(components, trace))


def by_scheme(
    reference: Matcher,
    text: str,
    known: Schemes,
    names: NamePolicy | None = None,
    *,
    comparing: bool = False,
    trace: Trace = None,
) -> str:
    """Return the normal form by the rules of its scheme, of a reference in normal form by syntax.

    With `comparing`, what a scheme's document ignores in comparisons is left out (see `scheme_form`). The steps are
    recorded in `trace`. Raises `NoMatch`.

    >>> by_scheme(matchers("rfc3986")[0], "ws://h:80", shipped())
    'ws://h/'
    """
    components = reference.split(text)
    scheme = known.find(components.scheme)
    names = names or NamePolicy()
    if names.policy == "idna-always":
        components = _with_domain_name(reference, components, names, trace)
        text = str(components)
    if scheme is None:
        note = "no scheme" if components.scheme is None else f"no rules are known for {components.scheme}"
        record(trace, _BY_SCHEME, text, text, note)
        _record_empty(components, trace, "port", "path")
        return text
    if scheme.domain_name and names.policy not in ("idna-always", "percent"):
        components = _with_domain_name(reference, components, names, trace)
    components = _with_address(components, trace)
    components = _with_port(components, scheme, trace)
    components = _with_default_host(components, scheme, trace)
    text = str(_with_path(components, scheme, trace))

    def name(host: str) -> str:
        alone = f"//{host}"
        is_host = reference.matches(alone) and reference.split(alone).host == host  # an address may have a ":"
        return host if names.policy == "percent" or not is_host else _domain_name(reference, host, names, None)

    section, form = scheme_form(text, scheme, known, name, comparing=comparing) or ("", None)
    if form is None or not reference.matches(form):
        return text
    return record(trace, _BY_SCHEME, text, form, f"the normal form of {scheme.name} ({section})")


def _plain(reference: Matcher, s: str, trace: Trace) -> Components:
    """Return the components of a reference with "/" as separators, and "%25" for each "%" that begins no triplet; those
    of other grammars than Web Addresses as they are. Raises `ConversionError` for a separator in the authority, and
    `NoMatch`. The steps are recorded.
    """
    prefer = reference.grammar.entry.prefer
    if prefer is None:
        return reference.split(s)
    reading = read(reference, s)
    authority = reading.components.authority or ""
    if any(map(reference.grammar[prefer].matches, authority)):
        raise ConversionError(
            f"the authority {quoted(authority)} has a separator, at which browsers end it ({_WEB_ADDRESS})"
        )
    pieces, path = reading.path, reading.components.path
    if not keeps_path(reference, reading.components):
        pieces = encode_separators(reference, pieces)
    elif path:
        record(trace, Deviations.PATH_OPAQUE.where, path, path, Deviations.PATH_OPAQUE.note())
    first, *others = pieces
    text = str(with_fields(reading.components, path="".join([first, *(f"/{piece[1:]}" for piece in others)])))
    if text != s:
        record(trace, _WEB_ADDRESS, s, text, 'turn separators of segments into "/"')
    plain = encode_strays(text)
    if plain != text:
        record(trace, _WEB_ADDRESS, text, plain, 'turn each "%" that begins no triplet into "%25"')
    return reference.split(plain)


def _may_hold_a_host(components: Components) -> bool:
    """Return whether browsers look for the host of a reference without one in its path (URL Standard, 4.4)."""
    if components.scheme is None:
        return components.authority is not None
    return needs_host(components.scheme)


def _decoded(
    reference: Matcher, components: Components, known: Schemes, trace: Trace, *, keep_dots: bool, is_encoded: bool
) -> Components:
    """Return components decoded where they may be, with regard to dot segments that are encoded. `is_encoded` says that
    there are triplets; without it nothing is decoded.

    Resolving ignores these segments (RFC 3986, 5.2.4). So, to keep the target of a reference, the other dot segments
    are removed first, in a path that begins with "/"; in another path they stay encoded with `keep_dots`, and are
    decoded without. The steps are recorded.
    """
    note: str | DeviationNote = "decode percent-encoded characters where they are allowed"
    decoded = decode_components(components, reference.grammar, schemes=known) if is_encoded else components
    path, plain = components.path or "", decoded.path or ""
    if plain.count(".") > path.count("."):
        was, now = cut(path), cut(plain)
        if any(_appears(*pieces) for pieces in zip(was, now, strict=True)):
            if plain.startswith("/"):
                first = without_dots(was)
                first = with_guard(first) if components.authority is None else first
                before, components = components, with_fields(components, path="".join(first))
                if components != before:
                    record(trace, _BY_SYNTAX.format(4), str(before), str(components), Deviations.DOTS_FIRST.note())
                decoded = decode_components(components, reference.grammar, schemes=known)
            elif keep_dots:
                safe_pieces = [old if _appears(old, new) else new for old, new in zip(was, now, strict=True)]
                decoded = with_fields(decoded, path="".join(safe_pieces))
                note = Deviations.DOTS_ENCODED.note()
    if trace is not None:
        stay = pieces(components.fragment or "")[1::2]
        if stay and isinstance(note, str):
            chars = dict.fromkeys(decode(triplet, str.isascii) for triplet in stay)
            note = Deviations.DELIMITER_STAYS.note(chars=list_in_words([*chars]))
        record(trace, _BY_SYNTAX.format(3), str(components), str(decoded), note)
    return decoded


def _appears(was: str, now: str) -> bool:
    """Return whether a piece of a path has become a dot segment."""
    return is_dots(now.removeprefix("/")) and not is_dots(was.removeprefix("/"))


def _with_case(reference: Matcher, components: Components, trace: Trace, *, is_encoded: bool) -> Components:
    """Return components with the scheme and an ASCII host in lower case, and, if `is_encoded`, all triplets in upper
    case. The step is recorded.
    """
    result = components
    scheme, host = result.scheme, result.host
    if scheme is not None and not scheme.islower():
        result = with_fields(result, scheme=scheme.lower())
    if host and host != (lower := host.lower()) and _is_ascii(reference, host):
        result = with_fields(result, host=lower)
    if is_encoded and "%" in str(result):
        result = map_components(result, lambda _, part: upper(part) if "%" in part else part)
    if trace is not None:
        note = "write the scheme and an ASCII host in lower case, percent-encoding in upper case"
        record(trace, _BY_SYNTAX.format(1), str(components), str(result), note)
    return result


def _is_ascii(reference: Matcher, host: str) -> bool:
    """Return whether a host is in ASCII and encodes nothing else that the grammar allows in hosts.

    So the case of a host does not depend on whether its percent-encoding had to stay.
    """
    if "%" not in host:
        return host.isascii()
    places = allowed_characters(reference.grammar)["host"]
    return host.isascii() and all(
        isinstance(piece, str) or piece.char.isascii() or piece.char not in places for piece in encoded(host)
    )


def _dotless(components: Components, trace: Trace) -> Components:
    """Return components with a path without dot segments, where it begins with "/", and guarded where it must be. The
    steps are recorded.
    """
    path = components.path or ""
    if not path.startswith("/"):
        if trace is not None and any(map(is_dots, path.split("/"))):
            record(trace, _BY_SYNTAX.format(4), path, path, Deviations.DOTS_STAY.note())
        return components
    plain_path = remove_dot_segments(path)
    if trace is not None:
        record(trace, _BY_SYNTAX.format(4), path, plain_path, "remove dot segments (RFC 3986, 5.2.4)")
    safe = plain_path if components.authority is not None else guard(plain_path)
    if safe != plain_path:
        record(trace, Deviations.PATH_GUARDED.where, plain_path, safe, Deviations.PATH_GUARDED.note())
    return components if safe == path else with_fields(components, path=safe)


def _with_domain_name(reference: Matcher, components: Components, names: NamePolicy, trace: Trace) -> Components:
    """Return components with a host that is a domain name in Unicode, as far as the grammar and IDNA allow, else
    unchanged; the step is recorded.
    """
    host = components.host
    if not host:
        return components
    shown = _domain_name(reference, host, names, trace)
    return components if shown == host else with_fields(components, host=shown)


def _with_address(components: Components, trace: Trace) -> Components:
    """Return components with an IPv6 address as host in the form of RFC 5952, and record the step; other hosts stay."""
    host = components.host or ""
    if components.host_kind != "IPv6address":
        return components
    shown = f"[{ipv6_text(host[1:-1])}]"
    return (
        components
        if shown == host
        else with_fields(components, host=record(trace, "RFC 5952, 4", host, shown, _ADDRESS))
    )


def _domain_name(reference: Matcher, host: str, names: NamePolicy, trace: Trace) -> str:
    """Return a domain name in Unicode, as far as the grammar and IDNA allow. It stays, with a step that says why, where
    IDNA refuses it or its form in Unicode would map to another URI.
    """
    whole = decode(host, lambda char: not char.isascii())
    mapped_host = _mapped_host(host, names)
    try:
        ascii_name = names.to_ascii(whole, trace)
    except ConversionError as error:
        return record(trace, _BY_SCHEME, host, host, f"stays: {error.reason}")
    shown = ascii_name
    if ACE_PREFIX in ascii_name or has_triplets(ascii_name):
        name = f"//{upper(ascii_name)}"
        iri = decode_by_steps(name, "unicode", None, reference.grammar, None, None)
        shown = reference.split(iri).host or ""
    if shown == host:
        return host
    if mapped_host is None or _mapped_host(shown, names) != mapped_host:
        return record(trace, _BY_SCHEME, host, host, "stays: in Unicode it would have another URI, or none")
    return record(trace, _BY_SCHEME, host, shown, "normalize the domain name")


def _mapped_host(host: str, names: NamePolicy) -> str | None:
    """Return a domain name in a URI, in lower case, with characters that IRIs lack percent-encoded; None for no URI."""
    try:
        whole = decode(host, lambda char: not char.isascii())
        return names.to_ascii(encode_refused(whole, "host", _BY_SCHEME))
    except ConversionError:
        return None


def _with_port(components: Components, scheme: Scheme, trace: Trace) -> Components:
    """Return components without a port that is empty or the default, or with its number without leading zeros; it
    stays where browsers would find another host then. The step is recorded.
    """
    authority, port = components.authority, components.port
    if authority is None or port is None:
        return components
    number = plain_port(port) if port else None
    if number is None:
        note = "remove the empty port (RFC 3986, 6.2.3)"
    elif number == str(scheme.default_port):
        number, note = None, f"remove the default port ({scheme.sections['default_port']})"
    elif number != port:
        note = "write the port without leading zeros (RFC 3986, 3.2.3 and 6.2.3)"
    else:
        return components
    if not components.host and _may_hold_a_host(components):
        record(trace, SECTION, authority, authority, Deviations.PORT_STAYS.note())
        return components
    result = with_fields(components, port=number)
    if scheme.name == "file" and authority_change(str(components), str(result)):  # a drive becomes a host
        record(trace, SECTION, authority, authority, Deviations.PORT_STAYS.note())
        return components
    record(trace, _BY_SCHEME, authority, result.authority or "", note)
    return result


def _with_default_host(components: Components, scheme: Scheme, trace: Trace) -> Components:
    """Return components with an empty authority instead of the scheme's default host, or of none before a path with
    "/"; other components unchanged. The step is recorded.
    """
    path = components.path or ""
    if scheme.default_host is None:
        return components
    if components.authority is None:
        if not path.startswith("/"):
            return components
        path = remove_dot_segments(path)  # no guard is needed any more
    elif components.authority != scheme.default_host:
        return components
    without_host = with_fields(components, host="", path=path)
    note = f"remove the default host ({scheme.sections['default_host']})"
    record(trace, _BY_SCHEME, str(components), str(without_host), note)
    return without_host


def _record_empty(components: Components, trace: Trace, *fields: str) -> None:
    """Record that empty components of an absolute reference with an authority stay."""
    if components.authority is None or components.scheme is None:
        return
    for field in fields:
        if components.as_dict()[field] == "":
            departure = Deviations.EMPTY_STAYS.note(part=field, scheme=components.scheme)
            record(trace, _BY_SCHEME, components.authority, components.authority, departure)


def _with_path(components: Components, scheme: Scheme, trace: Trace) -> Components:
    """Return components with an empty path written out, or else with the case-insensitive part of the path in lower
    case, if it is in ASCII and its end mark is there; unchanged where the scheme has no such rule. The step is
    recorded.
    """
    path = components.path or ""
    if scheme.empty_path is not None and components.authority is not None and not path:
        note = f"write out the empty path ({scheme.sections['empty_path']})"
        return with_fields(components, path=record(trace, _BY_SCHEME, path, scheme.empty_path, note))
    _record_empty(components, trace, "path")
    if scheme.lower_until is not None:
        head, mark, tail = path.partition(scheme.lower_until)
        if mark and head.isascii():
            lower = upper(head.lower()) + mark + tail
            note = f"lower case where case does not matter ({scheme.sections['lower_until']})"
            return with_fields(components, path=record(trace, _BY_SCHEME, path, lower, note))
    return components
