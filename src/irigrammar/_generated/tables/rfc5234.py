"""The minimal automata of rfc5234, as irigrammar.engines.packed.unpack reads them.

Written by: python tools/compile_grammars.py --write
"""

TABLES: dict[str, tuple[tuple[int, ...], tuple[int, ...], int, str, int, str]] = {
    # 3 states with the dead one, 2 classes of code points
    'ALPHA': (
        (0, 65, 91, 97, 123),
        (0, 1, 0, 1, 0),
        1,
        '000001',
        1,
        """
0000
0002
0000
""",
    ),
    # 3 states with the dead one, 2 classes of code points
    'BIT': (
        (0, 48, 50),
        (0, 1, 0),
        1,
        '000001',
        1,
        """
0000
0002
0000
""",
    ),
    # 3 states with the dead one, 2 classes of code points
    'CHAR': (
        (0, 1, 128),
        (0, 1, 0),
        1,
        '000001',
        1,
        """
0000
0002
0000
""",
    ),
    # 3 states with the dead one, 2 classes of code points
    'CR': (
        (0, 13, 14),
        (0, 1, 0),
        1,
        '000001',
        1,
        """
0000
0002
0000
""",
    ),
    # 4 states with the dead one, 3 classes of code points
    'CRLF': (
        (0, 10, 11, 13, 14),
        (0, 1, 0, 2, 0),
        1,
        '00000001',
        1,
        """
000000
000002
000300
000000
""",
    ),
    # 3 states with the dead one, 2 classes of code points
    'CTL': (
        (0, 32, 127, 128),
        (1, 0, 1, 0),
        1,
        '000001',
        1,
        """
0000
0002
0000
""",
    ),
    # 3 states with the dead one, 2 classes of code points
    'DIGIT': (
        (0, 48, 58),
        (0, 1, 0),
        1,
        '000001',
        1,
        """
0000
0002
0000
""",
    ),
    # 3 states with the dead one, 2 classes of code points
    'DQUOTE': (
        (0, 34, 35),
        (0, 1, 0),
        1,
        '000001',
        1,
        """
0000
0002
0000
""",
    ),
    # 3 states with the dead one, 2 classes of code points
    'HEXDIG': (
        (0, 48, 58, 65, 71, 97, 103),
        (0, 1, 0, 1, 0, 1, 0),
        1,
        '000001',
        1,
        """
0000
0002
0000
""",
    ),
    # 3 states with the dead one, 2 classes of code points
    'HTAB': (
        (0, 9, 10),
        (0, 1, 0),
        1,
        '000001',
        1,
        """
0000
0002
0000
""",
    ),
    # 3 states with the dead one, 2 classes of code points
    'LF': (
        (0, 10, 11),
        (0, 1, 0),
        1,
        '000001',
        1,
        """
0000
0002
0000
""",
    ),
    # 4 states with the dead one, 4 classes of code points
    'LWSP': (
        (0, 9, 10, 11, 13, 14, 32, 33),
        (0, 1, 2, 0, 3, 0, 1, 0),
        1,
        '00010000',
        1,
        """
00000000
00010002
00000300
00010000
""",
    ),
    # 3 states with the dead one, 2 classes of code points
    'OCTET': (
        (0, 256),
        (1, 0),
        1,
        '000001',
        1,
        """
0000
0002
0000
""",
    ),
    # 3 states with the dead one, 2 classes of code points
    'SP': (
        (0, 32, 33),
        (0, 1, 0),
        1,
        '000001',
        1,
        """
0000
0002
0000
""",
    ),
    # 3 states with the dead one, 2 classes of code points
    'VCHAR': (
        (0, 33, 127),
        (0, 1, 0),
        1,
        '000001',
        1,
        """
0000
0002
0000
""",
    ),
    # 3 states with the dead one, 2 classes of code points
    'WSP': (
        (0, 9, 10, 32, 33),
        (0, 1, 0, 1, 0),
        1,
        '000001',
        1,
        """
0000
0002
0000
""",
    ),
}
