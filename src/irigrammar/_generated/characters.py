"""Sets and groups of characters, as ranges of code points with both ends included.

Written by: python tools/compile_grammars.py --write
"""

UNICODE = '17.0.0'

SETS: dict[str, tuple[tuple[int, int], ...]] = {
    'white-space': ((9, 13), (32, 32), (133, 133), (160, 160), (5760, 5760), (8192, 8202), (8232, 8233), (8239, 8239), (8287, 8287), (12288, 12288)),
    'default-ignorable': ((173, 173), (847, 847), (1564, 1564), (4447, 4448), (6068, 6069), (6155, 6159), (8203, 8207), (8234, 8238), (8288, 8303), (12644, 12644), (65024, 65039), (65279, 65279), (65440, 65440), (65520, 65528), (113824, 113827), (119155, 119162), (917504, 921599)),
    'bidi-control': ((1564, 1564), (8206, 8207), (8234, 8238), (8294, 8297)),
    'bidi-formatting': ((8206, 8207), (8234, 8238)),
    'space-look-alike': ((160, 160), (4447, 4448), (5760, 5760), (8192, 8202), (8232, 8233), (8239, 8239), (8287, 8287), (10240, 10240), (12288, 12288), (12644, 12644), (65440, 65440)),
    'plain-letter': ((1415, 1415), (3635, 3635), (3763, 3763)),
    'deprecated': ((329, 329), (1651, 1651), (3959, 3959), (3961, 3961), (6051, 6052), (8298, 8303), (9001, 9002), (917505, 917505)),
    'variation-selector': ((6155, 6157), (6159, 6159), (65024, 65039), (917760, 917999)),
    'joiner': ((8204, 8205),),
    'tag': ((917536, 917631),),
    'joined': ((1536, 2047), (2112, 6911), (43008, 44031), (64336, 65023), (65136, 65278), (68096, 69375), (69632, 73727)),
    'slash-look-alike': ((5941, 5941), (8260, 8260), (8725, 8725), (10744, 10744), (65295, 65295)),
    'backslash-look-alike': ((8726, 8726), (10741, 10741), (10745, 10745), (65128, 65128), (65340, 65340)),
    'colon-look-alike': ((720, 720), (1417, 1417), (1475, 1475), (8758, 8758), (42889, 42889), (65109, 65109), (65306, 65306)),
    'dot-look-alike': ((8228, 8228), (12290, 12290), (65106, 65106), (65294, 65294), (65377, 65377)),
    'question-look-alike': ((65110, 65110), (65311, 65311)),
    'number-look-alike': ((65119, 65119), (65283, 65283)),
    'at-look-alike': ((65131, 65131), (65312, 65312)),
    'closing': ((34, 34), (39, 39), (41, 41), (44, 44), (46, 46), (58, 59), (62, 62), (93, 93), (125, 125), (187, 187), (8217, 8217), (8221, 8221), (8250, 8250), (12289, 12289), (12297, 12297), (12299, 12299), (12301, 12301), (12303, 12303), (12305, 12305), (65289, 65289), (65292, 65292), (65307, 65307)),
    'trimmed': ((9, 10), (13, 13), (32, 32)),
    'stripped': ((9, 10), (13, 13)),
}

# The name of each, why it is left out, who says so, and the ranges.
GROUPS: tuple[tuple[str, str, str, tuple[tuple[int, int], ...]], ...] = (
    ('space', 'spaces separate items in lists and are added or lost in print, so one identifier may become several', 'draft-ietf-iri-3987bis-04, section 7.3', ((32, 32),)),
    ('delimiter', 'angle brackets and quotation marks delimit identifiers in plain text, so they would end the identifier', 'draft-ietf-iri-3987bis-04, section 7.3', ((34, 34), (60, 60), (62, 62))),
    ('unwise', 'older character sets have other characters at this code, and surrounding formats give it a special meaning', 'draft-ietf-iri-3987bis-04, section 7.3', ((92, 92), (94, 94), (96, 96), (123, 125))),
    ('control', 'control characters may be dropped in transit or stop a program, and can spoof the display', 'draft-ietf-iri-3987bis-04, section 7.3', ((0, 31), (127, 159))),
    ('bidi formatting', 'it changes the display order, so what you see can be neither retyped nor trusted', 'RFC 3987, section 4.1, and draft-ietf-iri-3987bis-04, section 7.3', ((8206, 8207), (8234, 8238))),
    ('special', 'specials mark byte order, annotations and lost characters, which identify nothing', 'draft-ietf-iri-3987bis-04, section 7.3', ((65520, 65533),)),
    ('private use', 'its meaning is private, so it is allowed only in queries', 'draft-ietf-iri-3987bis-04, section 7.3', ((57344, 63743), (983040, 1048573), (1048576, 1114109))),
    ('tag', 'a tag marks the language of plain text and can be neither seen nor typed', 'draft-ietf-iri-3987bis-04, section 7.3', ((917504, 921599),)),
    ('noncharacter', 'noncharacters are for use inside one program, and others need not accept them', 'draft-ietf-iri-3987bis-04, section 7.3', ((64976, 65007), (131070, 131071), (196606, 196607), (262142, 262143), (327678, 327679), (393214, 393215), (458750, 458751), (524286, 524287), (589822, 589823), (655358, 655359), (720894, 720895), (786430, 786431), (851966, 851967), (917502, 917503), (983038, 983039), (1048574, 1048575), (1114110, 1114111))),
)
