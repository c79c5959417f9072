"""The core rules (RFC 5234, appendix B.1).

Written by: python tools/compile_grammars.py --write
"""

RULES = {
    'alpha': 'ALPHA = %x41-5A / %x61-7A',
    'bit': 'BIT = "0" / "1"',
    'char': 'CHAR = %x01-7F',
    'cr': 'CR = %x0D',
    'crlf': 'CRLF = CR LF',
    'ctl': 'CTL = %x00-1F / %x7F',
    'digit': 'DIGIT = %x30-39',
    'dquote': 'DQUOTE = %x22',
    'hexdig': 'HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"',
    'htab': 'HTAB = %x09',
    'lf': 'LF = %x0A',
    'lwsp': 'LWSP = *( WSP / CRLF WSP )',
    'octet': 'OCTET = %x00-FF',
    'sp': 'SP = %x20',
    'vchar': 'VCHAR = %x21-7E',
    'wsp': 'WSP = SP / HTAB',
}
