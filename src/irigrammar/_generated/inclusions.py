"""The productions by language, as grammar and rule, and the numbers of the languages that include each one with no
other between; proved on their automata. Written by: python tools/compile_grammars.py --write"""

INCLUSIONS: tuple[tuple[tuple[tuple[str, str], ...], tuple[int, ...]], ...] = (
    ((('rfc5234', 'ALPHA'),), (22, 47, 151)),  # 0
    ((('rfc5234', 'BIT'),), (6,)),  # 1
    ((('rfc5234', 'CHAR'),), (12,)),  # 2
    ((('rfc5234', 'CR'),), (2, 5)),  # 3
    ((('rfc5234', 'CRLF'),), (106, 118)),  # 4
    ((('rfc5234', 'CTL'),), (12, 91)),  # 5
    ((('rfc5234', 'DIGIT'),), (8, 33)),  # 6
    ((('rfc5234', 'DQUOTE'),), (14, 91)),  # 7
    ((('rfc5234', 'HEXDIG'),), (30, 47, 151)),  # 8
    ((('rfc5234', 'HTAB'),), (5, 15)),  # 9
    ((('rfc5234', 'LF'),), (2, 5)),  # 10
    ((('rfc5234', 'LWSP'),), (118,)),  # 11
    ((('rfc5234', 'OCTET'),), ()),  # 12
    ((('rfc5234', 'SP'),), (15,)),  # 13
    ((('rfc5234', 'VCHAR'),), (2,)),  # 14
    ((('rfc5234', 'WSP'),), (2, 11, 91)),  # 15
    ((('rfc3986', 'URI'),), (18, 51)),  # 16
    ((('rfc3986', 'hier-part'),), (52,)),  # 17
    ((('rfc3986', 'URI-reference'),), (53,)),  # 18
    ((('rfc3986', 'absolute-URI'),), (16, 54)),  # 19
    ((('rfc3986', 'relative-ref'),), (18, 55)),  # 20
    ((('rfc3986', 'relative-part'),), (17, 20, 56)),  # 21
    ((('rfc3986', 'scheme'), ('iri-bis', 'scheme')), (34, 43, 83)),  # 22
    ((('rfc3986', 'authority'),), (57,)),  # 23
    ((('rfc3986', 'userinfo'),), (41, 58)),  # 24
    ((('rfc3986', 'host'),), (23, 59)),  # 25
    ((('rfc3986', 'port'), ('iri-bis', 'port')), (34, 83)),  # 26
    ((('rfc3986', 'IP-literal'), ('iri-bis', 'IP-literal')), (25, 82)),  # 27
    ((('rfc3986', 'IPvFuture'), ('iri-bis', 'IPvFuture')), (24, 42)),  # 28
    ((('rfc3986', 'IPv6address'), ('iri-bis', 'IPv6address')), (24, 42)),  # 29
    ((('rfc3986', 'h16'), ('iri-bis', 'h16')), (83, 150)),  # 30
    ((('rfc3986', 'ls32'), ('iri-bis', 'ls32')), (24, 42)),  # 31
    ((('rfc3986', 'IPv4address'), ('iri-bis', 'IPv4address')), (31, 83, 150)),  # 32
    ((('rfc3986', 'dec-octet'), ('iri-bis', 'dec-octet')), (26, 30)),  # 33
    ((('rfc3986', 'reg-name'),), (21, 24, 25, 60)),  # 34
    ((('rfc3986', 'path'),), (45, 61)),  # 35
    ((('rfc3986', 'path-abempty'),), (35, 62)),  # 36
    ((('rfc3986', 'path-absolute'),), (21, 36, 63)),  # 37
    ((('rfc3986', 'path-noscheme'),), (21, 39, 64)),  # 38
    ((('rfc3986', 'path-rootless'),), (17, 35, 65)),  # 39
    ((('rfc3986', 'path-empty'), ('rfc3987', 'ipath-empty'), ('iri-bis', 'ipath-empty'), ('leiri', 'ipath-empty'), ('leiri-bis', 'ipath-empty'), ('web-address', 'ipath-empty')), (11, 26, 36)),  # 40
    ((('rfc3986', 'segment'),), (17, 35, 66)),  # 41
    ((('rfc3986', 'segment-nz'),), (39, 41, 67)),  # 42
    ((('rfc3986', 'segment-nz-nc'),), (38, 42, 68)),  # 43
    ((('rfc3986', 'pchar'),), (23, 42, 69)),  # 44
    ((('rfc3986', 'query'), ('rfc3986', 'fragment')), (71,)),  # 45
    ((('rfc3986', 'pct-encoded'), ('iri-bis', 'pct-form'), ('iri-bis', 'pct-encoded'), ('rfc6570', 'pct-encoded')), (120, 151)),  # 46
    ((('rfc3986', 'unreserved'), ('iri-bis', 'unreserved'), ('rfc6570', 'unreserved')), (14, 34, 43, 44, 72)),  # 47
    ((('rfc3986', 'reserved'), ('iri-bis', 'reserved'), ('rfc6570', 'reserved')), (14, 142)),  # 48
    ((('rfc3986', 'gen-delims'), ('iri-bis', 'gen-delims'), ('rfc6570', 'gen-delims')), (48,)),  # 49
    ((('rfc3986', 'sub-delims'), ('iri-bis', 'sub-delims'), ('rfc6570', 'sub-delims')), (34, 43, 44, 48, 83)),  # 50
    ((('rfc3987', 'IRI'),), (53, 88)),  # 51
    ((('rfc3987', 'ihier-part'),), (92, 141)),  # 52
    ((('rfc3987', 'IRI-reference'),), (89, 141)),  # 53
    ((('rfc3987', 'absolute-IRI'),), (51, 90)),  # 54
    ((('rfc3987', 'irelative-ref'),), (53, 93)),  # 55
    ((('rfc3987', 'irelative-part'),), (52, 55, 94)),  # 56
    ((('rfc3987', 'iauthority'),), (95, 141)),  # 57
    ((('rfc3987', 'iuserinfo'), ('iri-bis', 'iuserinfo')), (66, 96)),  # 58
    ((('rfc3987', 'ihost'),), (57, 97)),  # 59
    ((('rfc3987', 'ireg-name'),), (58, 59, 80, 98)),  # 60
    ((('rfc3987', 'ipath'), ('iri-bis', 'ipath')), (71, 99)),  # 61
    ((('rfc3987', 'ipath-abempty'), ('iri-bis', 'ipath-abempty')), (61, 100)),  # 62
    ((('rfc3987', 'ipath-absolute'), ('iri-bis', 'ipath-absolute')), (62, 80, 101)),  # 63
    ((('rfc3987', 'ipath-noscheme'), ('iri-bis', 'ipath-noscheme')), (65, 80, 102)),  # 64
    ((('rfc3987', 'ipath-rootless'), ('iri-bis', 'ipath-rootless')), (61, 76, 103)),  # 65
    ((('rfc3987', 'isegment'), ('iri-bis', 'isegment')), (61, 76, 104)),  # 66
    ((('rfc3987', 'isegment-nz'), ('iri-bis', 'isegment-nz')), (65, 66, 105)),  # 67
    ((('rfc3987', 'isegment-nz-nc'), ('iri-bis', 'isegment-nz-nc')), (64, 67, 106)),  # 68
    ((('rfc3987', 'ipchar'), ('iri-bis', 'ipchar')), (57, 67, 107, 142)),  # 69
    ((('rfc3987', 'iquery'),), (85, 141)),  # 70
    ((('rfc3987', 'ifragment'),), (70, 86)),  # 71
    ((('rfc3987', 'iunreserved'), ('iri-bis', 'iunreserved')), (68, 69, 83, 109)),  # 72
    ((('rfc3987', 'ucschar'), ('iri-bis', 'ucschar'), ('rfc6570', 'ucschar')), (72, 91)),  # 73
    ((('rfc3987', 'iprivate'), ('rfc6570', 'iprivate')), (70, 87, 142)),  # 74
    ((('iri-bis', 'IRI'),), (77, 110)),  # 75
    ((('iri-bis', 'ihier-part'),), (52, 111)),  # 76
    ((('iri-bis', 'IRI-reference'),), (112,)),  # 77
    ((('iri-bis', 'absolute-IRI'),), (75, 113)),  # 78
    ((('iri-bis', 'irelative-ref'),), (77, 114)),  # 79
    ((('iri-bis', 'irelative-part'),), (56, 76, 79, 115)),  # 80
    ((('iri-bis', 'iauthority'),), (57, 116)),  # 81
    ((('iri-bis', 'ihost'),), (59, 81, 117)),  # 82
    ((('iri-bis', 'ireg-name'),), (60, 82, 118)),  # 83
    ((('iri-bis', 'path-sep'),), (37, 49, 121, 146)),  # 84
    ((('iri-bis', 'iquery'),), (108,)),  # 85
    ((('iri-bis', 'ifragment'),), (119, 141)),  # 86
    ((('iri-bis', 'iprivate'), ('leiri', 'iprivate')), (85, 91)),  # 87
    ((('leiri', 'LEIRI'), ('leiri', 'IRI')), (89,)),  # 88
    ((('leiri', 'LEIRI-reference'), ('leiri', 'IRI-reference')), ()),  # 89
    ((('leiri', 'absolute-LEIRI'), ('leiri', 'absolute-IRI')), (88,)),  # 90
    ((('leiri', 'ucschar'), ('leiri-bis', 'leiri-ucschar'), ('web-address', 'href-ucschar')), (109,)),  # 91
    ((('leiri', 'ihier-part'),), ()),  # 92
    ((('leiri', 'irelative-ref'),), (89,)),  # 93
    ((('leiri', 'irelative-part'),), (92, 93)),  # 94
    ((('leiri', 'iauthority'),), ()),  # 95
    ((('leiri', 'iuserinfo'), ('leiri-bis', 'iuserinfo')), (104, 129)),  # 96
    ((('leiri', 'ihost'),), (95,)),  # 97
    ((('leiri', 'ireg-name'),), (96, 97, 115)),  # 98
    ((('leiri', 'ipath'), ('leiri-bis', 'ipath')), (108, 130)),  # 99
    ((('leiri', 'ipath-abempty'), ('leiri-bis', 'ipath-abempty')), (99, 131)),  # 100
    ((('leiri', 'ipath-absolute'), ('leiri-bis', 'ipath-absolute')), (100, 115, 132)),  # 101
    ((('leiri', 'ipath-noscheme'), ('leiri-bis', 'ipath-noscheme')), (103, 115, 133)),  # 102
    ((('leiri', 'ipath-rootless'), ('leiri-bis', 'ipath-rootless')), (99, 111, 134)),  # 103
    ((('leiri', 'isegment'), ('leiri-bis', 'isegment')), (99, 111, 135)),  # 104
    ((('leiri', 'isegment-nz'), ('leiri-bis', 'isegment-nz')), (103, 104, 136)),  # 105
    ((('leiri', 'isegment-nz-nc'), ('leiri-bis', 'isegment-nz-nc')), (102, 105, 137)),  # 106
    ((('leiri', 'ipchar'), ('leiri-bis', 'ipchar')), (95, 105, 138)),  # 107
    ((('leiri', 'iquery'), ('leiri', 'ifragment'), ('leiri-bis', 'iquery')), (119, 139)),  # 108
    ((('leiri', 'iunreserved'), ('leiri-bis', 'iunreserved'), ('web-address', 'iunreserved')), (106, 107, 118)),  # 109
    ((('leiri-bis', 'IRI'),), (112, 122)),  # 110
    ((('leiri-bis', 'ihier-part'),), (92, 123)),  # 111
    ((('leiri-bis', 'IRI-reference'),), (124,)),  # 112
    ((('leiri-bis', 'absolute-IRI'),), (90, 110, 125)),  # 113
    ((('leiri-bis', 'irelative-ref'),), (112, 126)),  # 114
    ((('leiri-bis', 'irelative-part'),), (94, 111, 114, 127)),  # 115
    ((('leiri-bis', 'iauthority'),), (95, 128)),  # 116
    ((('leiri-bis', 'ihost'), ('web-address', 'ihost')), (97, 116)),  # 117
    ((('leiri-bis', 'ireg-name'), ('web-address', 'ireg-name')), (98, 117)),  # 118
    ((('leiri-bis', 'ifragment'),), (140,)),  # 119
    ((('web-address', 'href-pct-form'),), (129, 137, 138)),  # 120
    ((('web-address', 'href-path-sep'),), (14, 99, 115, 132)),  # 121
    ((('web-address', 'IRI'),), (124,)),  # 122
    ((('web-address', 'ihier-part'),), ()),  # 123
    ((('web-address', 'IRI-reference'),), ()),  # 124
    ((('web-address', 'absolute-IRI'),), (122,)),  # 125
    ((('web-address', 'irelative-ref'),), (124,)),  # 126
    ((('web-address', 'irelative-part'),), (123, 126)),  # 127
    ((('web-address', 'iauthority'),), ()),  # 128
    ((('web-address', 'iuserinfo'),), (135,)),  # 129
    ((('web-address', 'ipath'),), (139,)),  # 130
    ((('web-address', 'ipath-abempty'),), (130,)),  # 131
    ((('web-address', 'ipath-absolute'),), (127, 131)),  # 132
    ((('web-address', 'ipath-noscheme'),), (127, 134)),  # 133
    ((('web-address', 'ipath-rootless'),), (123, 130)),  # 134
    ((('web-address', 'isegment'),), (123, 130)),  # 135
    ((('web-address', 'isegment-nz'),), (134, 135)),  # 136
    ((('web-address', 'isegment-nz-nc'),), (133, 136)),  # 137
    ((('web-address', 'ipchar'),), (136,)),  # 138
    ((('web-address', 'iquery'),), (140,)),  # 139
    ((('web-address', 'ifragment'),), ()),  # 140
    ((('rfc6570', 'URI-Template'),), ()),  # 141
    ((('rfc6570', 'literals'),), (141,)),  # 142
    ((('rfc6570', 'expression'),), (119, 141)),  # 143
    ((('rfc6570', 'operator'),), (14, 93, 114, 119)),  # 144
    ((('rfc6570', 'op-level2'),), (20, 48, 79, 86, 144)),  # 145
    ((('rfc6570', 'op-level3'),), (20, 45, 79, 142, 144)),  # 146
    ((('rfc6570', 'op-reserve'),), (106, 107, 116, 144)),  # 147
    ((('rfc6570', 'variable-list'),), (24, 42)),  # 148
    ((('rfc6570', 'varspec'),), (23, 148)),  # 149
    ((('rfc6570', 'varname'),), (34, 43, 149)),  # 150
    ((('rfc6570', 'varchar'),), (44, 150)),  # 151
    ((('rfc6570', 'modifier-level4'),), (23, 24, 42, 81)),  # 152
    ((('rfc6570', 'prefix'),), (152,)),  # 153
    ((('rfc6570', 'max-length'),), (26, 30)),  # 154
    ((('rfc6570', 'explode'),), (50, 152)),  # 155
)
