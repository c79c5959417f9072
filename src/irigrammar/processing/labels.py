"""Convert a domain label to ASCII by a policy, and back to Unicode."""

# typed: reg-name: what a label in ASCII is a part of
from __future__ import annotations

import stringprep
from functools import lru_cache

from irigrammar.dataclass import NamedTuple
from irigrammar.errors import ConversionError
from irigrammar.matching.browser import broken_bidi_label
from irigrammar.matching.grammar import grammar
from irigrammar.matching.idna_labels import ACE_PREFIX, LONGEST_LABEL, LabelFault, a_label, map_by_uts46
from irigrammar.processing.characters import characters
from irigrammar.processing.choices import HOST_POLICIES
from irigrammar.processing.percent import encode
from irigrammar.text.choices import check_choice
from irigrammar.text.names import character, not_assigned, quoted
from irigrammar.text.normal_forms import nfc
from irigrammar.unicode import general_category, has_newer, nfkc_of_unicode_3_2

# RFC 3491, section 5.
_PROHIBITED = (
    (stringprep.in_table_c12, "a space"),
    (stringprep.in_table_c22, "a control character"),
    (stringprep.in_table_c3, "for private use"),
    (stringprep.in_table_c4, "a noncharacter"),
    (stringprep.in_table_c5, "a surrogate"),
    (stringprep.in_table_c6, "not fit for plain text"),
    (stringprep.in_table_c7, "not fit for canonical representation"),
    (stringprep.in_table_c8, "a control of display"),
    (stringprep.in_table_c9, "a tag"),
)


class ToAsciiFlags(NamedTuple):
    """The flags of ToASCII (RFC 3490, 4), which the policy "idna2003" has: `std3` (UseSTD3ASCIIRules) and
    `allow_unassigned` (AllowUnassigned).
    """

    std3: bool = False
    allow_unassigned: bool = False


def nameprep(label: str, *, allow_unassigned: bool = False) -> str:
    """Return a label as prepared by RFC 3491: mapped, in Normalization Form KC of Unicode 3.2, and checked.

    Raises `ValueError` with the reason for a prohibited code point, one that is not assigned in Unicode 3.2 (unless
    `allow_unassigned`), and where the order of writing directions is not the required one (RFC 3454, 6).

    >>> nameprep("Faß\\u00ad")
    'fass'
    """
    normal_label = nfkc_of_unicode_3_2("".join(map(_nameprep_mapping, label)))
    for char in normal_label:
        for is_prohibited, kind in _PROHIBITED:
            if is_prohibited(char):
                raise ValueError(f"{character(char)} is prohibited as {kind} (RFC 3491, section 5)")
        if not allow_unassigned and stringprep.in_table_a1(char):
            raise ValueError(f"{character(char)} is not assigned in Unicode 3.2 (RFC 3491, section 7)")
    _check_directions(normal_label)
    return normal_label


def without_deviations(name: str) -> str:
    """Return a name, mapped by UTS 46, as transitional processing has it: deviations are mapped as RFC 3491 does.

    >>> without_deviations("faß")
    'fass'
    """
    return nfc("".join(char if general_category(char) == "Pd" else _nameprep_mapping(char) for char in name))


def _nameprep_mapping(char: str) -> str:
    """Return the text that RFC 3491, section 3, maps a character to, "" for one that is left out; a character that
    Unicode 3.2 lacks, or that would become one, stays.
    """
    if has_newer(char):
        return char
    if stringprep.in_table_b1(char):
        return ""
    folding = stringprep.map_table_b2(char)
    # A case pair with a code point that Unicode 3.2 lacks is a later one.
    return char if any(map(stringprep.in_table_a1, folding)) else folding


def _check_directions(label: str) -> None:
    """Raise `ValueError` with the reason where the writing directions of a label in Unicode 3.2 are not as RFC 3454, 6,
    requires.
    """
    # Later versions of Python give a direction to what is not assigned in Unicode 3.2.
    known = [char for char in label if not stringprep.in_table_a1(char)]
    if not any(map(stringprep.in_table_d1, known)):
        return
    if any(map(stringprep.in_table_d2, known)):
        raise ValueError("it mixes left-to-right and right-to-left letters (RFC 3454, section 6)")
    if not all(char in known and stringprep.in_table_d1(char) for char in (label[0], label[-1])):
        raise ValueError("a right-to-left label must begin and end with a right-to-left letter (RFC 3454, section 6)")


# Those of labels; "idna-always" and UTS 46 are of hosts.
POLICIES = HOST_POLICIES[:4]

# Mapping may shorten a label, but not from this many code points unless nearly all of them are removed.
_TOO_MANY = 1024

# Codes of faults in words; {char} is the character at fault.
REASONS = {
    "empty_label": "it is empty after mapping",
    "label_too_long": f"it has more than {LONGEST_LABEL} bytes",
    "not_nfc": "it is not in Normalization Form C",
    "hyphen_3_4": "it has hyphens in the third and fourth place (RFC 5891, section 4.2.3.1)",
    "hyphen_start_end": "it begins or ends with a hyphen (RFC 5891, section 4.2.3.1)",
    "leading_combiner": "it begins with a combining mark, {char} (RFC 5891, section 4.2.3.2)",
    "disallowed_codepoint": "IDNA2008 does not allow {char} (RFC 5892)",
    "contextj": "{char} is not allowed between these neighbours (RFC 5892, appendix A)",
    "contexto": "{char} is not allowed between these neighbours (RFC 5892, appendix A)",
    "bidi_rule_1": "its first character is not a letter (RFC 5893, section 2, condition 1)",
    "bidi_rule_2": "{char} is not allowed in a right-to-left label (RFC 5893, section 2, condition 2)",
    "bidi_rule_3": "a right-to-left label cannot end like this (RFC 5893, section 2, condition 3)",
    "bidi_rule_4": "it mixes two kinds of digits (RFC 5893, section 2, condition 4)",
    "bidi_rule_5": "{char} is not allowed in a left-to-right label (RFC 5893, section 2, condition 5)",
    "bidi_rule_6": "a left-to-right label cannot end like this (RFC 5893, section 2, condition 6)",
    "invalid_alabel": "it is not the ASCII form of any label (RFC 5890, section 2.3.2.1)",
    "uts46_disallowed": "UTS 46 does not allow {char}",
}


def to_ascii_label(label: str, policy: str = "idna", flags: ToAsciiFlags | None = None) -> str:
    """Return a label in ASCII; one that is in ASCII comes back unchanged.

    Policies: "idna" (UTS 46 mapping, non-transitional, then IDNA2008), "idna2008" (RFC 5891, no mapping), "idna2003"
    (RFC 3490, 4.1, ToASCII with `flags`, by default both false) and "percent" (the bytes of UTF-8 percent-encoded, RFC
    3987, 3.1). Except for the last, the result is one or more of unreserved and sub-delims without "." (RFC 3986, 2.2
    and 2.3), at most 63 bytes. Raises `ConversionError`, naming label and reason, where the policy has no such result,
    and `ValueError` for an unknown policy.

    >>> to_ascii_label("résumé"), to_ascii_label("résumé", "percent"), to_ascii_label("My_Host")
    ('xn--rsum-bpad', 'r%C3%A9sum%C3%A9', 'My_Host')
    """
    check_choice("host policy", policy, POLICIES)
    if label.isascii():
        return label
    if policy == "percent":
        ascii_label, reason = _percent(label)
    elif len(label) > _TOO_MANY:
        ascii_label, reason = "", REASONS["label_too_long"]
    else:
        match policy:
            case "idna2003":
                ascii_label, reason = _idna2003(label, flags or ToAsciiFlags())
            case "idna2008":
                ascii_label, reason = _idna2008(label)
            case _:
                ascii_label, reason = _idna(label)
        reason = reason or _fault(ascii_label)
    if reason is not None:
        mapping_note = f" (mapped to {quoted(ascii_label)})" if ascii_label and ascii_label != label else ""
        raise ConversionError(
            f"the host label {quoted(label)}{mapping_note} has no form in ASCII by {policy}: {reason}"
        )
    return ascii_label


def to_unicode_label(label: str, policy: str = "idna") -> str:
    """Return an A-label as the U-label of which it is exactly the ASCII form; any other label unchanged.

    So an A-label in upper case, one of an emoji under IDNA2008, and an invalid one are kept (RFC 5890,
    2.3.2.1; RFC 3490, 4.2, under "idna2003"). Raises `ValueError` for an unknown policy.

    >>> [to_unicode_label(label) for label in ("xn--rsum-bpad", "XN--RSUM-BPAD", "xn--n3h", "www")]
    ['résumé', 'XN--RSUM-BPAD', 'xn--n3h', 'www']
    """
    check_choice("host policy", policy, POLICIES)
    if not (label.isascii() and label.startswith(ACE_PREFIX) and len(label) <= LONGEST_LABEL):
        return label
    try:
        decoded = label.removeprefix(ACE_PREFIX).encode().decode("punycode")
        return decoded if not decoded.isascii() and to_ascii_label(decoded, policy) == label else label
    except (ConversionError, UnicodeError):
        return label


@lru_cache(maxsize=4096)  # a document names few hosts
def label_fault(label: str) -> str | None:
    """Return why a label in lower case is invalid by IDNA2008, None if it is valid (RFC 5891, 4.2 and 5.4).

    Labels in ASCII, whether A-labels or not, are checked, too.

    >>> label_fault("résumé"), label_fault("xn--rsum-bpad"), label_fault("www")
    (None, None, None)
    >>> label_fault("my_host")
    'IDNA2008 does not allow U+005F LOW LINE (RFC 5892)'
    """
    if not label:
        return "it is empty"
    if len(label) > _TOO_MANY:
        return REASONS["label_too_long"]
    return _idna2008(label)[1]


def bidi_fault(labels: list[str]) -> tuple[str, str] | None:
    """Return the first label of a name, in Unicode, that breaks the Bidi rule, and the reason; None for none, and where
    no label has characters that are written from right to left (RFC 5893, 2).

    >>> bidi_fault(["\\u05d0", "0a"])
    ('0a', 'its first character is not a letter (RFC 5893, section 2, condition 1)')
    """
    violation = broken_bidi_label(labels)
    return None if violation is None else (violation[0], _in_words(violation[1]))


# The form of a label in ASCII, and None; or a partial form or "", and the reason why there is none.
_AsciiForm = tuple[str, str | None]


@lru_cache(maxsize=4096)
def _idna(label: str) -> _AsciiForm:
    try:
        return _idna2008(map_by_uts46(label))
    except LabelFault as fault:
        return "", _in_words(fault)


def _idna2008(label: str) -> _AsciiForm:
    try:
        return a_label(label), None
    except LabelFault as fault:
        return label, _in_words(fault)


def _idna2003(label: str, flags: ToAsciiFlags) -> _AsciiForm:
    """Return a label by ToASCII (RFC 3490, 4.1) with the reason why it is refused, or None; of a refused label, the
    form after nameprep, empty where nameprep itself fails.
    """
    try:
        normal_label = nameprep(label, allow_unassigned=flags.allow_unassigned)
    except ValueError as error:
        return "", str(error)
    if flags.std3 and (reason := _std3_fault(normal_label)) is not None:
        return normal_label, reason
    if normal_label.isascii():
        return normal_label, None
    if normal_label.startswith(ACE_PREFIX):
        return normal_label, "it begins like an A-label but is not one (RFC 3490, section 4.1, step 5)"
    return ACE_PREFIX + normal_label.encode("punycode").decode(), None


def _percent(label: str) -> _AsciiForm:
    try:
        return encode(label, str.isascii), None
    except UnicodeEncodeError as error:
        return "", f"{character(label[error.start])} has no form in UTF-8"


def _std3_fault(label: str) -> str | None:
    """Return why a prepared label is not a host name by STD 3 (RFC 3490, 4.1, step 3), None if it is."""
    other = next((char for char in label if char.isascii() and char not in characters("ldh")), None)
    if other is not None:
        return f"STD 3 does not allow {character(other)} in a host name (RFC 3490, section 4.1, step 3)"
    if label.startswith("-") or label.endswith("-"):
        return "it begins or ends with a hyphen (RFC 3490, section 4.1, step 3)"
    return None


def _fault(label: str) -> str | None:
    """Return why a label in ASCII cannot replace another one in a host, None if it can: it is empty, longer than 63
    bytes, or has a character that would end it, as "." or "%".
    """
    if not label:
        return REASONS["empty_label"]
    if len(label) > LONGEST_LABEL:
        return REASONS["label_too_long"]
    name = grammar("rfc3986")["reg-name"]
    if "." in label or "%" in label or not name.matches(label):
        other = next(char for char in label if char in (".", "%") or not name.matches(char))
        return f"{character(other)} would end the label"
    return None


def _in_words(fault: LabelFault) -> str:
    if fault.code == "unassigned":
        return not_assigned(fault.char)
    return REASONS[fault.code].format(char=fault.char and character(fault.char))
