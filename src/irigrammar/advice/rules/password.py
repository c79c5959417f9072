"""User information holds a password.

what        A colon and something after it in the user information.
why         Identifiers are shown, logged and sent on, and the password with them; so the form is deprecated. It also
            serves to put a well-known name before the host that is meant.
example     ftp://user:secret@example.org/
instead     ftp://user@example.org/
see         RFC 3986, 3.2.1 and 7.5; RFC 9110, 4.2.4
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule


def _check(context: Context) -> Iterator[Flaw]:
    user = context.part("userinfo")
    name, _, password = user.text.partition(":") if user is not None else ("", "", "")
    if user is not None and password:
        yield Flaw(user.start + len(name), user.end, "the user information has a password, which is deprecated", "")


RULE = Rule("R007", "password", "warning", "RFC 3986, 3.2.1", __doc__ or "", _check)
