"""The linear-time patterns of rfc5234, for ASCII text and for any; None where the automaton is walked.

Written by: python tools/compile_grammars.py --write
"""

PATTERNS: dict[str, tuple[str, str] | None] = {
    'ALPHA': (
        '[A-Za-z]',
        '[A-Za-z]',
    ),
    'BIT': (
        '[01]',
        '[01]',
    ),
    'CHAR': (
        '[\\x01-\\x7f]',
        '[\\x01-\\x7f]',
    ),
    'CR': (
        '\\x0d',
        '\\x0d',
    ),
    'CRLF': (
        '\\x0d\\x0a',
        '\\x0d\\x0a',
    ),
    'CTL': (
        '[\\x00-\\x1f\\x7f]',
        '[\\x00-\\x1f\\x7f]',
    ),
    'DIGIT': (
        '[0-9]',
        '[0-9]',
    ),
    'DQUOTE': (
        '"',
        '"',
    ),
    'HEXDIG': (
        '[0-9A-Fa-f]',
        '[0-9A-Fa-f]',
    ),
    'HTAB': (
        '\\x09',
        '\\x09',
    ),
    'LF': (
        '\\x0a',
        '\\x0a',
    ),
    'LWSP': (
        '(?>(?:\\x0d\\x0a)?[\\x09\\x20])*+',
        '(?>(?:\\x0d\\x0a)?[\\x09\\x20])*+',
    ),
    'OCTET': (
        '[\\x00-\\x7f]',
        '[\\x00-\\xff]',
    ),
    'SP': (
        '\\x20',
        '\\x20',
    ),
    'VCHAR': (
        '[!-\\~]',
        '[!-\\~]',
    ),
    'WSP': (
        '[\\x09\\x20]',
        '[\\x09\\x20]',
    ),
}
