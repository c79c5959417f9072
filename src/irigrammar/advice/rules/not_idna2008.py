"""The host is no domain name by IDNA2008.

what        A label that IDNA2008 does not allow: empty, longer than 63 octets, with characters such as "_" or an
            emoji, with hyphens where they have a meaning, or against the Bidi rule; or a name of more than 253
            octets. Capitals of ASCII and A-labels have rules of their own. Only in schemes whose hosts are domain
            names.
why         Registries do not give out such names, and resolvers and browsers differ in what they do with them.
example     http://my_host.example.org/
            http://☃.example.org/
            http://a..example.org/
instead     http://my-host.example.org/
            http://résumé.example.org/
see         RFC 5890, 2.3.2.1; RFC 5891, 4.2; RFC 5892; RFC 5893; RFC 3987, 3.1
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.errors import ConversionError
from irigrammar.processing.host import host_to_ascii
from irigrammar.processing.labels import is_a_label, label_fault
from irigrammar.text.names import quoted

_LONGEST = 253  # octets (RFC 1035, 3.1)


def _check(context: Context) -> Iterator[Flaw]:
    refused = False
    for label in context.labels:
        if not is_a_label(label.written):
            written = "".join(char.lower() if char.isascii() else char for char in label.text)
            reason = "it has percent-encoded octets" if "%" in written else label_fault(written)
            if reason:
                refused = True
                yield Flaw(
                    label.start, label.end, f"the host label {quoted(written)} is no label by IDNA2008: {reason}"
                )
    host = context.part("host")
    if host is not None and context.is_domain and not refused and _is_too_long(host.text):
        yield Flaw(host.start, host.end, f"the host has more than {_LONGEST} octets as a domain name")


def _is_too_long(host: str) -> bool:
    """Tell whether a host is too long whose labels are all right."""
    try:
        return len(host_to_ascii(host, "idna2008").rstrip(".")) > _LONGEST
    except ConversionError:
        return True


RULE = Rule("H002", "not-idna2008", "warning", "RFC 5891, 4.2", __doc__ or "", _check)
