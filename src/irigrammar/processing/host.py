"""Convert hosts to ASCII and back, label by label.

The result is never another authority. RFC 3987, 3.1, and draft-ietf-iri-3987bis-04, 3.4 and 3.7.
"""

# typed: unreserved, IPv4address, reg-name, gen-delims: RFC 3987, 3.1 and 3.2; RFC 3986, 2.2 and 3.2.2
from __future__ import annotations

from functools import cache

from irigrammar.errors import ConversionError, check_text
from irigrammar.lazy import regex
from irigrammar.matching.browser import domain_to_ascii, mapped_domain
from irigrammar.matching.grammar import Grammar, grammar, grammar_of
from irigrammar.matching.idna_labels import ACE_PREFIX, LONGEST_LABEL, is_a_label
from irigrammar.matching.matcher import Matcher
from irigrammar.matching.parts import Components
from irigrammar.processing.choices import HOST_POLICIES, HostPolicy
from irigrammar.processing.deviations import DeviationNote, Deviations
from irigrammar.processing.labels import (
    POLICIES,
    ToAsciiFlags,
    bidi_fault,
    label_fault,
    to_ascii_label,
    to_unicode_label,
    without_deviations,
)
from irigrammar.processing.percent import decode
from irigrammar.processing.schemes import Schemes, schemes
from irigrammar.processing.trace import Trace, record, requested_trace
from irigrammar.text.choices import check_choice
from irigrammar.text.names import quoted

__all__ = ["DOTS", "HOST_POLICIES", "POLICIES", "host_policy", "host_to_ascii", "host_to_unicode"]

_LONGEST_NAME = 253  # bytes, a dot at the end not counted (RFC 1035, section 3.1)

# RFC 3490, section 3.1; the policies without mapping know only the first.
DOTS = regex("[.\N{IDEOGRAPHIC FULL STOP}\N{FULLWIDTH FULL STOP}\N{HALFWIDTH IDEOGRAPHIC FULL STOP}]")
_WHOLE_NAME = "idna2008"  # whose Bidi rule is for names, as RFC 5893 has it; RFC 3490, 4, goes by labels
_MAPPING = ("idna", "idna2003")

# The conversion of a policy; the documents ask for ToASCII of RFC 3490.
_UTS46 = ("uts46", "uts46-transitional")
_NOTES = {
    "idna": Deviations.UTS46_MAPPING,
    "idna2008": Deviations.IDNA2008_ONLY,
    **dict.fromkeys(_UTS46, Deviations.UTS46_ONLY),
}


def host_policy(scheme: str | None, policy: str = "idna", known: Schemes | None = None) -> str:
    """Return the policy for converting a host: the given one where hosts are domain names, else "percent"; "idna" for
    "idna-always", which takes every host for a domain name.

    They are domain names in references without a scheme (`scheme` is None) and in those whose scheme says so in `known`
    (by default those that come with the package). Raises `ValueError` for an unknown policy.

    >>> host_policy("http"), host_policy(None, "idna2008"), host_policy("foo")
    ('idna', 'idna2008', 'percent')
    """
    check_choice("host policy", policy, HOST_POLICIES)
    if policy == "idna-always":
        return "idna"
    known_scheme = (schemes() if known is None else known).find(scheme)
    return policy if scheme is None or (known_scheme is not None and known_scheme.domain_name) else "percent"


def host_to_ascii(
    host: str,
    policy: str = "idna",
    *,
    flags: ToAsciiFlags | None = None,
    section: str = "RFC 3987, 3.1",
    trace: Trace = None,
) -> str:
    """Return a host in ASCII; one that is in ASCII comes back unchanged.

    In others, each label with a character outside ASCII is converted by the policy (see `to_ascii_label`); the other
    labels are kept, in their case. Before that, percent-encoded UTF-8 of characters outside ASCII and of unreserved is
    decoded. Labels end at U+002E and, under "idna" and "idna2003", which map, at U+3002, U+FF0E and U+FF61. "percent"
    only percent-encodes the bytes of UTF-8. `flags` are those of "idna2003".

    The result is a host of the same labels. Raises `ConversionError`, naming the label and the reason, if there is
    none: for a label that the policy refuses, that still has "%", that is empty (except at the end) or longer than 63
    bytes, or for a name of more than 253 bytes. Under "idna2008" the Bidi rule is for all labels of a name in which one
    is written from right to left, those in ASCII included (RFC 5893, 2). Raises `ValueError` for an unknown policy.
    `section` is used in the trace.

    "uts46" converts the whole name as the URL Standard does (3.3; UTS 46 without transitional processing, CheckHyphens,
    UseSTD3ASCIIRules and VerifyDnsLength, with CheckBidi and CheckJoiners), "uts46-transitional" with it: so emoji and
    hyphens anywhere have a form, labels in ASCII are written in lower case, and no length is checked.

    >>> host_to_ascii("my_host.Résumé.org"), host_to_ascii("My_Host.org")
    ('my_host.xn--rsum-bpad.org', 'My_Host.org')
    >>> host_to_ascii("a℀b.com")
    Traceback (most recent call last):
        ...
    irigrammar.errors.ConversionError: the host label "a℀b" (mapped to "aa/cb") has no form in ASCII by idna: IDNA2008 \
does not allow U+002F SOLIDUS (RFC 5892)
    """
    if policy not in _UTS46:
        check_choice("host policy", policy, POLICIES)
    if host.isascii():
        return host
    if policy == "percent":
        note = "each byte of UTF-8 as %HH"
        return record(trace, section, host, to_ascii_label(host, policy), note)
    unreserved = grammar("rfc3986")["unreserved"].matches
    decoded = decode(host, lambda char: not char.isascii() or unreserved(char))
    if decoded != host:
        record(trace, section, host, decoded, Deviations.HOST_DECODED.note())
    flags = flags or ToAsciiFlags()
    ascii_host = _by_uts46(decoded, policy) if policy in _UTS46 else _ascii_name(decoded, policy, flags, section, trace)
    record(trace, section, decoded, ascii_host, _conversion_note(policy, flags, section))
    if grammar("rfc3986")["IPv4address"].matches(ascii_host):
        record(trace, section, decoded, ascii_host, "the host was a registered name and is now an IPv4 address")
    return ascii_host


def host_to_unicode(host: str, policy: str = "idna") -> str:
    """Return a host with its A-labels as U-labels, one label at a time; unchanged where it would not map back.

    An A-label stays where `to_unicode_label` leaves it, and all of them where `host_to_ascii`, under the same policy,
    would not give the bytes that it gives for the host itself: a host with percent-encoded bytes in another label stays
    unchanged (draft-ietf-iri-3987bis-04, 3.7, step 6). A host of more than 254 characters, and any host under
    "percent", comes back unchanged. Raises `ValueError` for a policy of whole hosts ("idna-always", "uts46") and an
    unknown one.

    >>> [host_to_unicode(host) for host in ("my_host.xn--rsum-bpad.org", "XN--RSUM-BPAD.org", "xn--n3h.com")]
    ['my_host.résumé.org', 'XN--RSUM-BPAD.org', 'xn--n3h.com']
    """
    check_choice("host policy", policy, POLICIES)
    if policy == "percent" or len(host) > _LONGEST_NAME + 1:
        return host
    unicode_host = ".".join(to_unicode_label(label, policy) for label in host.split("."))
    if unicode_host == host:
        return host
    try:
        return unicode_host if host_to_ascii(unicode_host, policy) == host_to_ascii(host, policy) else host
    except ConversionError:
        return host


def to_ascii(host: str, /, policy: HostPolicy = "idna") -> str:
    """Return a host in ASCII by a policy (RFC 3987, 3.1; see `host_to_ascii`); one in ASCII comes back unchanged.

    Raises `ConversionError` with the reason of a refusal, and `ValueError` for an unknown policy.

    >>> to_ascii("Résumé.org"), to_ascii("☃.net", "uts46"), to_ascii("faß.de", "uts46-transitional")
    ('xn--rsum-bpad.org', 'xn--n3h.net', 'fass.de')
    """
    check_text(host)
    return host_to_ascii(host, host_policy(None, policy), trace=requested_trace())


def to_unicode(host: str, /, policy: HostPolicy = "idna") -> str:
    """Return a host with each A-label, in any case, as the U-label that a policy maps to it (RFC 5891, 4.4; UTS 46,
    4.3); other labels stay, and with "percent" all.

    Raises `ConversionError`, naming the label and the reason, where an A-label is that of no U-label, and under
    "idna2008" where a label breaks the Bidi rule beside another; and `ValueError` for an unknown policy.

    >>> to_unicode("xn--rsum-bpad.org"), to_unicode("xn--n3h.net", "uts46")
    ('résumé.org', '☃.net')
    >>> to_unicode("xn--n3h.net")
    Traceback (most recent call last):
        ...
    irigrammar.errors.ConversionError: the host label "xn--n3h" has no form in Unicode by idna: the host label "☃" has \
no form in ASCII by idna: IDNA2008 does not allow U+2603 SNOWMAN (RFC 5892)
    """
    check_text(host)
    policy_of_host = host_policy(None, policy)
    if policy_of_host == "percent":
        return host
    labels = [_unicode_label(part, policy_of_host) for part in host.split(".")]
    _check_bidi(labels, policy_of_host, "Unicode")
    return ".".join(labels)


def require_host_name(text: str, *, international: bool = False) -> None:
    """Raise `ConversionError`, with the reason, for a text that is no name of a host (RFC 1123, 2.1).

    A name has labels of letters, digits and inner hyphens, A-labels that are valid by IDNA2008, and at most 253 bytes
    in ASCII; with `international` U-labels, too, and their full stops (RFC 5890, 2.3.2.3; RFC 3490, 3.1). The Bidi rule
    is for whole names.

    >>> require_host_name("www.example.org")
    >>> require_host_name("www_1.example.org")
    Traceback (most recent call last):
        ...
    irigrammar.errors.ConversionError: the host label "www_1" is not valid: IDNA2008 does not allow U+005F LOW LINE \
(RFC 5892)
    """
    labels = DOTS.split(text) if international else text.split(".")
    if len(text) > _LONGEST_NAME:
        raise ConversionError(_too_long(text))
    ascii_labels: list[str] = []
    for label in labels:
        reason = label_fault(label.lower() if label.isascii() else label)
        if reason is None and not (international or label.isascii()):
            reason = "it is not in ASCII"
        if reason is not None:
            raise ConversionError(f"the host label {quoted(label)} is not valid: {reason}")
        ascii_labels.append(to_ascii_label(label, _WHOLE_NAME).lower())
    if sum(map(len, ascii_labels)) + len(ascii_labels) - 1 > _LONGEST_NAME:
        raise ConversionError(_too_long(text))
    _check_bidi([to_unicode_label(label, _WHOLE_NAME) for label in ascii_labels], _WHOLE_NAME)


def _unicode_label(label: str, policy: str) -> str:
    """Return a label in Unicode: an A-label decoded, any other label as it is. Raises `ConversionError` for an A-label
    that is not Punycode, that the policy refuses, or that the policy writes otherwise.
    """
    if not is_a_label(label):
        return label
    start = f"the host label {quoted(label)} has no form in Unicode by {policy}: "
    try:
        decoded = label[len(ACE_PREFIX) :].encode("ascii").decode("punycode")
        ascii_label = host_to_ascii(decoded, policy)
    except UnicodeError:
        raise ConversionError(f"{start}it is not Punycode (RFC 3492)") from None
    except ConversionError as error:
        raise ConversionError(f"{start}{error.reason}") from None
    if decoded.isascii() or ascii_label != label.lower():
        raise ConversionError(f"{start}{quoted(decoded)} is written {quoted(ascii_label)}")
    return decoded


def _by_uts46(host: str, policy: str) -> str:
    """Return a domain name in ASCII by UTS 46, transitional for the second of its policies. Raises `ConversionError`
    with the reason of a refusal.
    """
    try:
        return domain_to_ascii(host if policy == _UTS46[0] else without_deviations(mapped_domain(host)))
    except ValueError as error:
        raise ConversionError(f"the host {quoted(host)} has no form in ASCII by {policy}: {error}") from None


def follows_revision(source: Grammar) -> bool:
    """Return whether a grammar is that of draft-ietf-iri-3987bis-04, or extends it.

    >>> [follows_revision(grammar_of(name)) for name in ("rfc3987", "leiri-bis")]
    [False, True]
    """
    revision = grammar_of("iri-bis")
    while source != revision and source.parent is not None:
        source = source.parent
    return source == revision


def check_host_form(host: str | None, source: Grammar, target: Grammar) -> None:
    """Raise `ConversionError` for a host of a reference of one grammar that has no form in another one.

    Characters of a registered name are percent-encoded, as the documents say; any other host that the target grammar
    lacks would become a registered name, another host.

    >>> check_host_form("r\xe9.org", grammar_of("rfc3987"), grammar_of("rfc3986"))
    >>> check_host_form("[fe80::1%25en1]", grammar_of("rfc6874"), grammar_of("rfc3986"))
    Traceback (most recent call last):
        ...
    irigrammar.errors.ConversionError: RFC 3986 has no such host as "[fe80::1%25en1]"
    """
    if host is not None and not has_host_form(host, source, target):
        raise ConversionError(f"{target.entry.document} has no such host as {quoted(host)}")


def has_host_form(host: str, source: Grammar, target: Grammar) -> bool:
    """Return whether `check_host_form` accepts a host.

    >>> has_host_form("[::1]", grammar_of("rfc3987"), grammar_of("rfc3986"))
    True
    """
    of_document = (*_rules_of(target, "host"), *_registered_names(source._catalog_ancestor))
    if any(rule.matches(host) for rule in of_document):
        return True
    names = _registered_names(source)
    if names and not any(rule.matches(host) for rule in names):
        return False
    return not any(map(grammar_of("rfc3986")["gen-delims"].matches, host))


def host_rule(components: Components, grammar: Grammar) -> Matcher | None:
    """Return the matcher of the kind of a reference's host, or of any host where the grammar has no kind for it; None
    without a host.

    >>> host_rule(grammar_of("rfc3987").start.split("//[::1]/"), grammar_of("rfc3987"))
    <Matcher rfc3987 IPv6address>
    """
    if components.host_kind is not None:
        return grammar[components.host_kind]
    host = components.host
    rules = reversed(_rules_of(grammar, "host"))  # those that are inherited come first
    return None if host is None else next((rule for rule in rules if rule.matches(host)), None)


def is_registered_name(components: Components, grammar: Grammar) -> bool:
    """Return whether the host of a reference is a registered name: by its kind, or, where the grammar has no kind for
    it, by the grammar of the catalog that this one extends. False without a host.

    >>> iri = grammar_of("rfc3987").start
    >>> [is_registered_name(iri.split(text), iri.grammar) for text in ("//a", "//1.2.3.4")]
    [True, False]
    """
    host, kind = components.host, components.host_kind
    kinds = _rules_of(grammar._catalog_ancestor, "host_kind")
    if host is None or kind in {rule.rule for rule in kinds}:
        return kind is not None and kind in {rule.rule for rule in _registered_names(grammar)}
    return next((rule in _registered_names(grammar._catalog_ancestor) for rule in kinds if rule.matches(host)), False)


@cache
def _rules_of(grammar: Grammar, field: str) -> tuple[Matcher, ...]:
    return tuple(grammar[name] for name, known in grammar.entry.components.items() if known == field)


@cache
def _registered_names(grammar: Grammar) -> tuple[Matcher, ...]:
    """Return the rules of a grammar for hosts that are registered names."""
    pairs = grammar.entry.pairs
    return tuple(rule for rule in _rules_of(grammar, "host_kind") if pairs.get(rule.rule, rule.rule) == "reg-name")


def chosen_flags(
    policy: str, std3: bool | None, allow_unassigned: bool | None, source: Grammar | None = None
) -> ToAsciiFlags:
    """Return the flags of ToASCII, by default those of the document of a grammar (RFC 3987 without one).

    Raises `ValueError` for flags with another policy than "idna2003".

    >>> chosen_flags("idna2003", None, False)
    ToAsciiFlags(std3=True, allow_unassigned=False)
    """
    defaults = default_flags(is_bis=source is not None and follows_revision(source))
    if policy != "idna2003" and not (std3 is None and allow_unassigned is None):
        raise ValueError('std3 and allow_unassigned go with host="idna2003"')
    return ToAsciiFlags(
        defaults.std3 if std3 is None else std3,
        defaults.allow_unassigned if allow_unassigned is None else allow_unassigned,
    )


def default_flags(*, is_bis: bool) -> ToAsciiFlags:
    """Return the flags that a document asks for: RFC 3987, 3.1, sets both (the second one unless an IRI is created),
    and draft-ietf-iri-3987bis-04, 3.4, neither.

    >>> default_flags(is_bis=False)
    ToAsciiFlags(std3=True, allow_unassigned=True)
    """
    return ToAsciiFlags(not is_bis, not is_bis)


def _conversion_note(policy: str, flags: ToAsciiFlags, section: str) -> str | DeviationNote:
    """Return the note of a host's conversion: the deviation of its policy, or for IDNA 2003 the flags, which are a
    deviation if they are neither the defaults of the section's document nor these without AllowUnassigned.
    """
    if policy in _NOTES:
        return _NOTES[policy].note()
    note = Deviations.IDNA2003_FLAGS.note(std3=str(flags.std3).lower(), unassigned=str(flags.allow_unassigned).lower())
    defaults = default_flags(is_bis=not section.startswith("RFC 3987"))
    # To create an IRI, AllowUnassigned is not set (RFC 3987, 3.1).
    return note.note if flags in (defaults, defaults._replace(allow_unassigned=False)) else note


def _ascii_name(host: str, policy: str, flags: ToAsciiFlags, section: str, trace: Trace) -> str:
    """Return a name that is not in ASCII with each label converted that needs it, and record a step for each; a dot at
    the end stays. Raises `ConversionError` for labels that `_check` or the policy refuses, and for names that are too
    long.
    """
    labels = DOTS.split(host) if policy in _MAPPING else host.split(".")
    root = [""] if labels[-1] == "" else []  # a dot at the end, which means the root
    if root:
        labels.pop()
    # Before anything is converted, so that a name of any length is answered in time linear in it.
    if sum(len(label) for label in labels if label.isascii()) + len(labels) - 1 > _LONGEST_NAME:
        raise ConversionError(_too_long(host))
    ascii_labels: list[str] = []
    for label in labels:
        _check(label)
        ascii_labels.append(to_ascii_label(label, policy, flags))
        if ascii_labels[-1] != label:
            record(trace, section, label, ascii_labels[-1], "a label with a character outside ASCII")
    if sum(map(len, ascii_labels)) + len(ascii_labels) - 1 > _LONGEST_NAME:
        raise ConversionError(_too_long(host))
    _check_bidi([to_unicode_label(label, policy) for label in labels], policy)
    return ".".join([*ascii_labels, *root])


def _check_bidi(labels: list[str], policy: str, form: str = "ASCII") -> None:
    """Raise `ConversionError` where a label breaks the Bidi rule next to another one, under IDNA2008."""
    fault = bidi_fault(labels) if policy == _WHOLE_NAME else None
    if fault is not None:
        label, reason = fault
        start = f"the host label {quoted(label)} has no form in {form} by {policy} beside a right-to-left label"
        raise ConversionError(f"{start}: {reason}")


def _check(label: str) -> None:
    """Raise `ConversionError` for a label of a name to be converted that is empty, has a "%", or is in ASCII and longer
    than 63 bytes.
    """
    if "%" in label:
        raise ConversionError(
            f"the host label {quoted(label)} has percent-encoded bytes, so the host cannot be "
            "converted as a domain name"
        )
    if not label:
        raise ConversionError("the host has an empty label; remove the extra dot")
    if label.isascii() and len(label) > LONGEST_LABEL:
        raise ConversionError(f"the host label {quoted(label)} has more than {LONGEST_LABEL} bytes")


def _too_long(host: str) -> str:
    return f"the host {quoted(host)} would have more than {_LONGEST_NAME} bytes"
