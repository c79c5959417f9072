"""The linear-time patterns of rfc5234; None where the automaton is walked.

Written by: python tools/compile_grammars.py --write
"""

from irigrammar.engines.pattern import Pattern

PATTERNS: dict[str, Pattern | None] = {
    'ALPHA': Pattern(
        '[A-Za-z]',
        '[A-Za-z]',
    ),
    'BIT': Pattern(
        '[01]',
        '[01]',
    ),
    'CHAR': Pattern(
        '[\\x01-\\x7f]',
        '[\\x01-\\x7f]',
    ),
    'CR': Pattern(
        '\\x0d',
        '\\x0d',
    ),
    'CRLF': Pattern(
        '\\x0d\\x0a',
        '\\x0d\\x0a',
    ),
    'CTL': Pattern(
        '[\\x00-\\x1f\\x7f]',
        '[\\x00-\\x1f\\x7f]',
    ),
    'DIGIT': Pattern(
        '[0-9]',
        '[0-9]',
    ),
    'DQUOTE': Pattern(
        '"',
        '"',
    ),
    'HEXDIG': Pattern(
        '[0-9A-Fa-f]',
        '[0-9A-Fa-f]',
    ),
    'HTAB': Pattern(
        '\\x09',
        '\\x09',
    ),
    'LF': Pattern(
        '\\x0a',
        '\\x0a',
    ),
    'LWSP': Pattern(
        '(?>(?:\\x0d\\x0a)?[\\x09\\x20])*+',
        '(?>(?:\\x0d\\x0a)?[\\x09\\x20])*+',
    ),
    'OCTET': Pattern(
        '[\\x00-\\x7f]',
        '[\\x00-\\xff]',
    ),
    'SP': Pattern(
        '\\x20',
        '\\x20',
    ),
    'VCHAR': Pattern(
        '[!-\\~]',
        '[!-\\~]',
    ),
    'WSP': Pattern(
        '[\\x09\\x20]',
        '[\\x09\\x20]',
    ),
}
