"""The URL Standard's sets of characters, as inclusive ranges, and schemes.

Written by: python tools/compile_grammars.py --write
"""

SETS: dict[str, tuple[tuple[int, int], ...]] = {
    'c0-control-or-space': ((0, 32),),
    'tab-or-newline': ((9, 10), (13, 13)),
    'scheme-start': ((65, 90), (97, 122)),
    'scheme-part': ((43, 43), (45, 46), (48, 57), (65, 90), (97, 122)),
    'scheme-end': ((58, 58),),
    'slash': ((47, 47),),
    'special-slash': ((47, 47), (92, 92)),
    'authority-end': ((35, 35), (47, 47), (63, 63)),
    'special-authority-end': ((35, 35), (47, 47), (63, 63), (92, 92)),
    'drive-letter': ((65, 90), (97, 122)),
    'drive-letter-mark': ((58, 58), (124, 124)),
    'c0-control-percent-encode': ((0, 31), (127, 55295), (57344, 1114111)),
    'userinfo-percent-encode': ((0, 32), (34, 35), (47, 47), (58, 64), (91, 94), (96, 96), (123, 125), (127, 55295), (57344, 1114111)),
    'query-percent-encode': ((0, 32), (34, 35), (60, 60), (62, 62), (127, 55295), (57344, 1114111)),
    'special-query-percent-encode': ((0, 32), (34, 35), (39, 39), (60, 60), (62, 62), (127, 55295), (57344, 1114111)),
    'forbidden-host': ((0, 0), (9, 10), (13, 13), (32, 32), (35, 35), (47, 47), (58, 58), (60, 60), (62, 64), (91, 94), (124, 124)),
    'forbidden-domain': ((0, 32), (35, 35), (37, 37), (47, 47), (58, 58), (60, 60), (62, 64), (91, 94), (124, 124), (127, 127)),
    'strict-domain': ((45, 45), (48, 57), (65, 90), (97, 122)),
    'octal-digit': ((48, 55),),
    'decimal-digit': ((48, 57),),
    'hexadecimal-digit': ((48, 57), (65, 70), (97, 102)),
}

SECTIONS: dict[str, str] = {
    'c0-control-or-space': 'Infra Standard, 4.6',
    'tab-or-newline': 'Infra Standard, 4.6',
    'scheme-start': '4.4, scheme start state',
    'scheme-part': '4.4, scheme state',
    'scheme-end': '4.4, scheme state',
    'slash': '4.4, relative state',
    'special-slash': '4.4, special authority ignore slashes state',
    'authority-end': '4.4, authority state',
    'special-authority-end': '4.4, authority state',
    'drive-letter': '4.2, Windows drive letter',
    'drive-letter-mark': '4.2, Windows drive letter',
    'c0-control-percent-encode': '1.3',
    'userinfo-percent-encode': '1.3',
    'query-percent-encode': '1.3',
    'special-query-percent-encode': '1.3',
    'forbidden-host': '3.2',
    'forbidden-domain': '3.2',
    'strict-domain': 'UTS 46, 4.1, UseSTD3ASCIIRules',
    'octal-digit': '3.5, IPv4 number parser',
    'decimal-digit': '3.5, IPv4 number parser',
    'hexadecimal-digit': '3.5, IPv4 number parser',
}

# The special schemes and their default ports.
SPECIAL: dict[str, int | None] = {'ftp': 21, 'file': None, 'http': 80, 'https': 443, 'ws': 80, 'wss': 443}

# Those whose queries are in UTF-8, whatever the charset of the document.
UTF8_QUERY = ('ws', 'wss')
