"""The productions by language, as grammar and rule, and the numbers of the languages that include each one with no
other between; proved on their automata.

Written by: python tools/compile_grammars.py --write
"""

INCLUSIONS: tuple[tuple[tuple[tuple[str, str], ...], tuple[int, ...]], ...] = (
    # 0
    ((('rfc5234', 'ALPHA'),), (22, 47, 151)),
    # 1
    ((('rfc5234', 'BIT'),), (6,)),
    # 2
    ((('rfc5234', 'CHAR'),), (12,)),
    # 3
    ((('rfc5234', 'CR'),), (2, 5)),
    # 4
    ((('rfc5234', 'CRLF'),), (106, 118)),
    # 5
    ((('rfc5234', 'CTL'),), (12, 91)),
    # 6
    ((('rfc5234', 'DIGIT'),), (8, 33)),
    # 7
    ((('rfc5234', 'DQUOTE'),), (14, 91)),
    # 8
    ((('rfc5234', 'HEXDIG'),), (30, 47, 151)),
    # 9
    ((('rfc5234', 'HTAB'),), (5, 15)),
    # 10
    ((('rfc5234', 'LF'),), (2, 5)),
    # 11
    ((('rfc5234', 'LWSP'),), (118,)),
    # 12
    ((('rfc5234', 'OCTET'),), ()),
    # 13
    ((('rfc5234', 'SP'),), (15,)),
    # 14
    ((('rfc5234', 'VCHAR'),), (2,)),
    # 15
    ((('rfc5234', 'WSP'),), (2, 11, 91)),
    # 16
    ((('rfc3986', 'URI'),), (18, 51)),
    # 17
    ((('rfc3986', 'hier-part'),), (52,)),
    # 18
    ((('rfc3986', 'URI-reference'),), (53,)),
    # 19
    ((('rfc3986', 'absolute-URI'),), (16, 54)),
    # 20
    ((('rfc3986', 'relative-ref'),), (18, 55)),
    # 21
    ((('rfc3986', 'relative-part'),), (17, 20, 56)),
    # 22
    ((('rfc3986', 'scheme'), ('iri-bis', 'scheme')), (34, 43, 83)),
    # 23
    ((('rfc3986', 'authority'),), (57,)),
    # 24
    ((('rfc3986', 'userinfo'),), (41, 58)),
    # 25
    ((('rfc3986', 'host'),), (23, 59)),
    # 26
    ((('rfc3986', 'port'), ('iri-bis', 'port')), (34, 83)),
    # 27
    ((('rfc3986', 'IP-literal'), ('iri-bis', 'IP-literal')), (25, 82)),
    # 28
    ((('rfc3986', 'IPvFuture'), ('iri-bis', 'IPvFuture')), (24, 42)),
    # 29
    ((('rfc3986', 'IPv6address'), ('iri-bis', 'IPv6address')), (24, 42)),
    # 30
    ((('rfc3986', 'h16'), ('iri-bis', 'h16')), (83, 150)),
    # 31
    ((('rfc3986', 'ls32'), ('iri-bis', 'ls32')), (24, 42)),
    # 32
    ((('rfc3986', 'IPv4address'), ('iri-bis', 'IPv4address')), (31, 83, 150)),
    # 33
    ((('rfc3986', 'dec-octet'), ('iri-bis', 'dec-octet')), (26, 30)),
    # 34
    ((('rfc3986', 'reg-name'),), (21, 24, 25, 60)),
    # 35
    ((('rfc3986', 'path'),), (45, 61)),
    # 36
    ((('rfc3986', 'path-abempty'),), (35, 62)),
    # 37
    ((('rfc3986', 'path-absolute'),), (21, 36, 63)),
    # 38
    ((('rfc3986', 'path-noscheme'),), (21, 39, 64)),
    # 39
    ((('rfc3986', 'path-rootless'),), (17, 35, 65)),
    # 40
    ((('rfc3986', 'path-empty'), ('rfc3987', 'ipath-empty'), ('iri-bis', 'ipath-empty'), ('leiri', 'ipath-empty'), ('leiri-bis', 'ipath-empty'), ('web-address', 'ipath-empty')), (11, 26, 36)),
    # 41
    ((('rfc3986', 'segment'),), (17, 35, 66)),
    # 42
    ((('rfc3986', 'segment-nz'),), (39, 41, 67)),
    # 43
    ((('rfc3986', 'segment-nz-nc'),), (38, 42, 68)),
    # 44
    ((('rfc3986', 'pchar'),), (23, 42, 69)),
    # 45
    ((('rfc3986', 'query'), ('rfc3986', 'fragment')), (71,)),
    # 46
    ((('rfc3986', 'pct-encoded'), ('iri-bis', 'pct-form'), ('iri-bis', 'pct-encoded'), ('rfc6570', 'pct-encoded')), (120, 151)),
    # 47
    ((('rfc3986', 'unreserved'), ('iri-bis', 'unreserved'), ('rfc6570', 'unreserved')), (14, 34, 43, 44, 72)),
    # 48
    ((('rfc3986', 'reserved'), ('iri-bis', 'reserved'), ('rfc6570', 'reserved')), (14, 142)),
    # 49
    ((('rfc3986', 'gen-delims'), ('iri-bis', 'gen-delims'), ('rfc6570', 'gen-delims')), (48,)),
    # 50
    ((('rfc3986', 'sub-delims'), ('iri-bis', 'sub-delims'), ('rfc6570', 'sub-delims')), (34, 43, 44, 48, 83)),
    # 51
    ((('rfc3987', 'IRI'),), (53, 88)),
    # 52
    ((('rfc3987', 'ihier-part'),), (92, 141)),
    # 53
    ((('rfc3987', 'IRI-reference'),), (89, 141)),
    # 54
    ((('rfc3987', 'absolute-IRI'),), (51, 90)),
    # 55
    ((('rfc3987', 'irelative-ref'),), (53, 93)),
    # 56
    ((('rfc3987', 'irelative-part'),), (52, 55, 94)),
    # 57
    ((('rfc3987', 'iauthority'),), (95, 141)),
    # 58
    ((('rfc3987', 'iuserinfo'), ('iri-bis', 'iuserinfo')), (66, 96)),
    # 59
    ((('rfc3987', 'ihost'),), (57, 97)),
    # 60
    ((('rfc3987', 'ireg-name'),), (58, 59, 80, 98)),
    # 61
    ((('rfc3987', 'ipath'), ('iri-bis', 'ipath')), (71, 99)),
    # 62
    ((('rfc3987', 'ipath-abempty'), ('iri-bis', 'ipath-abempty')), (61, 100)),
    # 63
    ((('rfc3987', 'ipath-absolute'), ('iri-bis', 'ipath-absolute')), (62, 80, 101)),
    # 64
    ((('rfc3987', 'ipath-noscheme'), ('iri-bis', 'ipath-noscheme')), (65, 80, 102)),
    # 65
    ((('rfc3987', 'ipath-rootless'), ('iri-bis', 'ipath-rootless')), (61, 76, 103)),
    # 66
    ((('rfc3987', 'isegment'), ('iri-bis', 'isegment')), (61, 76, 104)),
    # 67
    ((('rfc3987', 'isegment-nz'), ('iri-bis', 'isegment-nz')), (65, 66, 105)),
    # 68
    ((('rfc3987', 'isegment-nz-nc'), ('iri-bis', 'isegment-nz-nc')), (64, 67, 106)),
    # 69
    ((('rfc3987', 'ipchar'), ('iri-bis', 'ipchar')), (57, 67, 107, 142)),
    # 70
    ((('rfc3987', 'iquery'),), (85, 141)),
    # 71
    ((('rfc3987', 'ifragment'),), (70, 86)),
    # 72
    ((('rfc3987', 'iunreserved'), ('iri-bis', 'iunreserved')), (68, 69, 83, 109)),
    # 73
    ((('rfc3987', 'ucschar'), ('iri-bis', 'ucschar'), ('rfc6570', 'ucschar')), (72, 91)),
    # 74
    ((('rfc3987', 'iprivate'), ('rfc6570', 'iprivate')), (70, 87, 142)),
    # 75
    ((('iri-bis', 'IRI'),), (77, 110)),
    # 76
    ((('iri-bis', 'ihier-part'),), (52, 111)),
    # 77
    ((('iri-bis', 'IRI-reference'),), (112,)),
    # 78
    ((('iri-bis', 'absolute-IRI'),), (75, 113)),
    # 79
    ((('iri-bis', 'irelative-ref'),), (77, 114)),
    # 80
    ((('iri-bis', 'irelative-part'),), (56, 76, 79, 115)),
    # 81
    ((('iri-bis', 'iauthority'),), (57, 116)),
    # 82
    ((('iri-bis', 'ihost'),), (59, 81, 117)),
    # 83
    ((('iri-bis', 'ireg-name'),), (60, 82, 118)),
    # 84
    ((('iri-bis', 'path-sep'),), (37, 49, 121, 146)),
    # 85
    ((('iri-bis', 'iquery'),), (108,)),
    # 86
    ((('iri-bis', 'ifragment'),), (119, 141)),
    # 87
    ((('iri-bis', 'iprivate'), ('leiri', 'iprivate')), (85, 91)),
    # 88
    ((('leiri', 'LEIRI'), ('leiri', 'IRI')), (89,)),
    # 89
    ((('leiri', 'LEIRI-reference'), ('leiri', 'IRI-reference')), ()),
    # 90
    ((('leiri', 'absolute-LEIRI'), ('leiri', 'absolute-IRI')), (88,)),
    # 91
    ((('leiri', 'ucschar'), ('leiri-bis', 'leiri-ucschar'), ('web-address', 'href-ucschar')), (109,)),
    # 92
    ((('leiri', 'ihier-part'),), ()),
    # 93
    ((('leiri', 'irelative-ref'),), (89,)),
    # 94
    ((('leiri', 'irelative-part'),), (92, 93)),
    # 95
    ((('leiri', 'iauthority'),), ()),
    # 96
    ((('leiri', 'iuserinfo'), ('leiri-bis', 'iuserinfo')), (104, 129)),
    # 97
    ((('leiri', 'ihost'),), (95,)),
    # 98
    ((('leiri', 'ireg-name'),), (96, 97, 115)),
    # 99
    ((('leiri', 'ipath'), ('leiri-bis', 'ipath')), (108, 130)),
    # 100
    ((('leiri', 'ipath-abempty'), ('leiri-bis', 'ipath-abempty')), (99, 131)),
    # 101
    ((('leiri', 'ipath-absolute'), ('leiri-bis', 'ipath-absolute')), (100, 115, 132)),
    # 102
    ((('leiri', 'ipath-noscheme'), ('leiri-bis', 'ipath-noscheme')), (103, 115, 133)),
    # 103
    ((('leiri', 'ipath-rootless'), ('leiri-bis', 'ipath-rootless')), (99, 111, 134)),
    # 104
    ((('leiri', 'isegment'), ('leiri-bis', 'isegment')), (99, 111, 135)),
    # 105
    ((('leiri', 'isegment-nz'), ('leiri-bis', 'isegment-nz')), (103, 104, 136)),
    # 106
    ((('leiri', 'isegment-nz-nc'), ('leiri-bis', 'isegment-nz-nc')), (102, 105, 137)),
    # 107
    ((('leiri', 'ipchar'), ('leiri-bis', 'ipchar')), (95, 105, 138)),
    # 108
    ((('leiri', 'iquery'), ('leiri', 'ifragment'), ('leiri-bis', 'iquery')), (119, 139)),
    # 109
    ((('leiri', 'iunreserved'), ('leiri-bis', 'iunreserved'), ('web-address', 'iunreserved')), (106, 107, 118)),
    # 110
    ((('leiri-bis', 'IRI'),), (112, 122)),
    # 111
    ((('leiri-bis', 'ihier-part'),), (92, 123)),
    # 112
    ((('leiri-bis', 'IRI-reference'),), (124,)),
    # 113
    ((('leiri-bis', 'absolute-IRI'),), (90, 110, 125)),
    # 114
    ((('leiri-bis', 'irelative-ref'),), (112, 126)),
    # 115
    ((('leiri-bis', 'irelative-part'),), (94, 111, 114, 127)),
    # 116
    ((('leiri-bis', 'iauthority'),), (95, 128)),
    # 117
    ((('leiri-bis', 'ihost'), ('web-address', 'ihost')), (97, 116)),
    # 118
    ((('leiri-bis', 'ireg-name'), ('web-address', 'ireg-name')), (98, 117)),
    # 119
    ((('leiri-bis', 'ifragment'),), (140,)),
    # 120
    ((('web-address', 'href-pct-form'),), (129, 137, 138)),
    # 121
    ((('web-address', 'href-path-sep'),), (14, 99, 115, 132)),
    # 122
    ((('web-address', 'IRI'),), (124,)),
    # 123
    ((('web-address', 'ihier-part'),), ()),
    # 124
    ((('web-address', 'IRI-reference'),), ()),
    # 125
    ((('web-address', 'absolute-IRI'),), (122,)),
    # 126
    ((('web-address', 'irelative-ref'),), (124,)),
    # 127
    ((('web-address', 'irelative-part'),), (123, 126)),
    # 128
    ((('web-address', 'iauthority'),), ()),
    # 129
    ((('web-address', 'iuserinfo'),), (135,)),
    # 130
    ((('web-address', 'ipath'),), (139,)),
    # 131
    ((('web-address', 'ipath-abempty'),), (130,)),
    # 132
    ((('web-address', 'ipath-absolute'),), (127, 131)),
    # 133
    ((('web-address', 'ipath-noscheme'),), (127, 134)),
    # 134
    ((('web-address', 'ipath-rootless'),), (123, 130)),
    # 135
    ((('web-address', 'isegment'),), (123, 130)),
    # 136
    ((('web-address', 'isegment-nz'),), (134, 135)),
    # 137
    ((('web-address', 'isegment-nz-nc'),), (133, 136)),
    # 138
    ((('web-address', 'ipchar'),), (136,)),
    # 139
    ((('web-address', 'iquery'),), (140,)),
    # 140
    ((('web-address', 'ifragment'),), ()),
    # 141
    ((('rfc6570', 'URI-Template'),), ()),
    # 142
    ((('rfc6570', 'literals'),), (141,)),
    # 143
    ((('rfc6570', 'expression'),), (119, 141)),
    # 144
    ((('rfc6570', 'operator'),), (14, 93, 114, 119)),
    # 145
    ((('rfc6570', 'op-level2'),), (20, 48, 79, 86, 144)),
    # 146
    ((('rfc6570', 'op-level3'),), (20, 45, 79, 142, 144)),
    # 147
    ((('rfc6570', 'op-reserve'),), (106, 107, 116, 144)),
    # 148
    ((('rfc6570', 'variable-list'),), (24, 42)),
    # 149
    ((('rfc6570', 'varspec'),), (23, 148)),
    # 150
    ((('rfc6570', 'varname'),), (34, 43, 149)),
    # 151
    ((('rfc6570', 'varchar'),), (44, 150)),
    # 152
    ((('rfc6570', 'modifier-level4'),), (23, 24, 42, 81)),
    # 153
    ((('rfc6570', 'prefix'),), (152,)),
    # 154
    ((('rfc6570', 'max-length'),), (26, 30)),
    # 155
    ((('rfc6570', 'explode'),), (50, 152)),
)
