"""The rules of rfc3987.

Written by: python tools/compile_grammars.py --write
"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'iri': Rule('IRI', Concatenation(items=(Ref(name='scheme'), Literal(text=':', sensitive=False), Ref(name='ihier-part'), Repetition(item=Concatenation(items=(Literal(text='?', sensitive=False), Ref(name='iquery'))), low=0, high=1), Repetition(item=Concatenation(items=(Literal(text='#', sensitive=False), Ref(name='ifragment'))), low=0, high=1))), 'grammar/rfc3987.abnf', 4, 5),
    'ihier-part': Rule('ihier-part', Alternation(items=(Concatenation(items=(Literal(text='//', sensitive=False), Ref(name='iauthority'), Ref(name='ipath-abempty'))), Ref(name='ipath-absolute'), Ref(name='ipath-rootless'), Ref(name='ipath-empty'))), 'grammar/rfc3987.abnf', 7, 10),
    'iri-reference': Rule('IRI-reference', Alternation(items=(Ref(name='IRI'), Ref(name='irelative-ref'))), 'grammar/rfc3987.abnf', 12, 12),
    'absolute-iri': Rule('absolute-IRI', Concatenation(items=(Ref(name='scheme'), Literal(text=':', sensitive=False), Ref(name='ihier-part'), Repetition(item=Concatenation(items=(Literal(text='?', sensitive=False), Ref(name='iquery'))), low=0, high=1))), 'grammar/rfc3987.abnf', 14, 14),
    'irelative-ref': Rule('irelative-ref', Concatenation(items=(Ref(name='irelative-part'), Repetition(item=Concatenation(items=(Literal(text='?', sensitive=False), Ref(name='iquery'))), low=0, high=1), Repetition(item=Concatenation(items=(Literal(text='#', sensitive=False), Ref(name='ifragment'))), low=0, high=1))), 'grammar/rfc3987.abnf', 16, 16),
    'irelative-part': Rule('irelative-part', Alternation(items=(Concatenation(items=(Literal(text='//', sensitive=False), Ref(name='iauthority'), Ref(name='ipath-abempty'))), Ref(name='ipath-absolute'), Ref(name='ipath-noscheme'), Ref(name='ipath-empty'))), 'grammar/rfc3987.abnf', 18, 21),
    'iauthority': Rule('iauthority', Concatenation(items=(Repetition(item=Concatenation(items=(Ref(name='iuserinfo'), Literal(text='@', sensitive=False))), low=0, high=1), Ref(name='ihost'), Repetition(item=Concatenation(items=(Literal(text=':', sensitive=False), Ref(name='port'))), low=0, high=1))), 'grammar/rfc3987.abnf', 23, 23),
    'iuserinfo': Rule('iuserinfo', Repetition(item=Alternation(items=(Ref(name='iunreserved'), Ref(name='pct-encoded'), Ref(name='sub-delims'), Literal(text=':', sensitive=False))), low=0, high=None), 'grammar/rfc3987.abnf', 24, 24),
    'ihost': Rule('ihost', Alternation(items=(Ref(name='IP-literal'), Ref(name='IPv4address'), Ref(name='ireg-name'))), 'grammar/rfc3987.abnf', 25, 25),
    'ireg-name': Rule('ireg-name', Repetition(item=Alternation(items=(Ref(name='iunreserved'), Ref(name='pct-encoded'), Ref(name='sub-delims'))), low=0, high=None), 'grammar/rfc3987.abnf', 27, 27),
    'ipath': Rule('ipath', Alternation(items=(Ref(name='ipath-abempty'), Ref(name='ipath-absolute'), Ref(name='ipath-noscheme'), Ref(name='ipath-rootless'), Ref(name='ipath-empty'))), 'grammar/rfc3987.abnf', 29, 33),
    'ipath-abempty': Rule('ipath-abempty', Repetition(item=Concatenation(items=(Literal(text='/', sensitive=False), Ref(name='isegment'))), low=0, high=None), 'grammar/rfc3987.abnf', 35, 35),
    'ipath-absolute': Rule('ipath-absolute', Concatenation(items=(Literal(text='/', sensitive=False), Repetition(item=Concatenation(items=(Ref(name='isegment-nz'), Repetition(item=Concatenation(items=(Literal(text='/', sensitive=False), Ref(name='isegment'))), low=0, high=None))), low=0, high=1))), 'grammar/rfc3987.abnf', 36, 36),
    'ipath-noscheme': Rule('ipath-noscheme', Concatenation(items=(Ref(name='isegment-nz-nc'), Repetition(item=Concatenation(items=(Literal(text='/', sensitive=False), Ref(name='isegment'))), low=0, high=None))), 'grammar/rfc3987.abnf', 37, 37),
    'ipath-rootless': Rule('ipath-rootless', Concatenation(items=(Ref(name='isegment-nz'), Repetition(item=Concatenation(items=(Literal(text='/', sensitive=False), Ref(name='isegment'))), low=0, high=None))), 'grammar/rfc3987.abnf', 38, 38),
    'ipath-empty': Rule('ipath-empty', Repetition(item=Ref(name='ipchar'), low=0, high=0), 'grammar/rfc3987.abnf', 39, 39),
    'isegment': Rule('isegment', Repetition(item=Ref(name='ipchar'), low=0, high=None), 'grammar/rfc3987.abnf', 41, 41),
    'isegment-nz': Rule('isegment-nz', Repetition(item=Ref(name='ipchar'), low=1, high=None), 'grammar/rfc3987.abnf', 42, 42),
    'isegment-nz-nc': Rule('isegment-nz-nc', Repetition(item=Alternation(items=(Ref(name='iunreserved'), Ref(name='pct-encoded'), Ref(name='sub-delims'), Literal(text='@', sensitive=False))), low=1, high=None), 'grammar/rfc3987.abnf', 43, 45),
    'ipchar': Rule('ipchar', Alternation(items=(Ref(name='iunreserved'), Ref(name='pct-encoded'), Ref(name='sub-delims'), Literal(text=':', sensitive=False), Literal(text='@', sensitive=False))), 'grammar/rfc3987.abnf', 47, 48),
    'iquery': Rule('iquery', Repetition(item=Alternation(items=(Ref(name='ipchar'), Ref(name='iprivate'), Literal(text='/', sensitive=False), Literal(text='?', sensitive=False))), low=0, high=None), 'grammar/rfc3987.abnf', 50, 50),
    'ifragment': Rule('ifragment', Repetition(item=Alternation(items=(Ref(name='ipchar'), Literal(text='/', sensitive=False), Literal(text='?', sensitive=False))), low=0, high=None), 'grammar/rfc3987.abnf', 52, 52),
    'iunreserved': Rule('iunreserved', Alternation(items=(Ref(name='ALPHA'), Ref(name='DIGIT'), Literal(text='-', sensitive=False), Literal(text='.', sensitive=False), Literal(text='_', sensitive=False), Literal(text='~', sensitive=False), Ref(name='ucschar'))), 'grammar/rfc3987.abnf', 54, 54),
    'ucschar': Rule('ucschar', Alternation(items=(Range(low=160, high=55295), Range(low=63744, high=64975), Range(low=65008, high=65519), Range(low=65536, high=131069), Range(low=131072, high=196605), Range(low=196608, high=262141), Range(low=262144, high=327677), Range(low=327680, high=393213), Range(low=393216, high=458749), Range(low=458752, high=524285), Range(low=524288, high=589821), Range(low=589824, high=655357), Range(low=655360, high=720893), Range(low=720896, high=786429), Range(low=786432, high=851965), Range(low=851968, high=917501), Range(low=921600, high=983037))), 'grammar/rfc3987.abnf', 56, 61),
    'iprivate': Rule('iprivate', Alternation(items=(Range(low=57344, high=63743), Range(low=983040, high=1048573), Range(low=1048576, high=1114109))), 'grammar/rfc3987.abnf', 63, 63),
}
