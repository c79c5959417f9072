"""The rules of rfc6570. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'uri-template': Rule('URI-Template', Repetition(item=Alternation(items=(Ref(name='literals'), Ref(name='expression'))), low=0, high=None), 'grammar/rfc6570.abnf', 4, 4),
    'literals': Rule('literals', Alternation(items=(Literal(text='!', sensitive=True), Range(low=35, high=36), Range(low=38, high=59), Literal(text='=', sensitive=True), Range(low=63, high=91), Literal(text=']', sensitive=True), Literal(text='_', sensitive=True), Range(low=97, high=122), Literal(text='~', sensitive=True), Ref(name='ucschar'), Ref(name='iprivate'), Ref(name='pct-encoded'))), 'grammar/rfc6570.abnf', 6, 11),
    'expression': Rule('expression', Concatenation(items=(Literal(text='{', sensitive=False), Repetition(item=Ref(name='operator'), low=0, high=1), Ref(name='variable-list'), Literal(text='}', sensitive=False))), 'grammar/rfc6570.abnf', 13, 13),
    'operator': Rule('operator', Alternation(items=(Ref(name='op-level2'), Ref(name='op-level3'), Ref(name='op-reserve'))), 'grammar/rfc6570.abnf', 15, 15),
    'op-level2': Rule('op-level2', Alternation(items=(Literal(text='+', sensitive=False), Literal(text='#', sensitive=False))), 'grammar/rfc6570.abnf', 16, 16),
    'op-level3': Rule('op-level3', Alternation(items=(Literal(text='.', sensitive=False), Literal(text='/', sensitive=False), Literal(text=';', sensitive=False), Literal(text='?', sensitive=False), Literal(text='&', sensitive=False))), 'grammar/rfc6570.abnf', 17, 17),
    'op-reserve': Rule('op-reserve', Alternation(items=(Literal(text='=', sensitive=False), Literal(text=',', sensitive=False), Literal(text='!', sensitive=False), Literal(text='@', sensitive=False), Literal(text='|', sensitive=False))), 'grammar/rfc6570.abnf', 18, 18),
    'variable-list': Rule('variable-list', Concatenation(items=(Ref(name='varspec'), Repetition(item=Concatenation(items=(Literal(text=',', sensitive=False), Ref(name='varspec'))), low=0, high=None))), 'grammar/rfc6570.abnf', 20, 20),
    'varspec': Rule('varspec', Concatenation(items=(Ref(name='varname'), Repetition(item=Ref(name='modifier-level4'), low=0, high=1))), 'grammar/rfc6570.abnf', 21, 21),
    'varname': Rule('varname', Concatenation(items=(Ref(name='varchar'), Repetition(item=Concatenation(items=(Repetition(item=Literal(text='.', sensitive=False), low=0, high=1), Ref(name='varchar'))), low=0, high=None))), 'grammar/rfc6570.abnf', 22, 22),
    'varchar': Rule('varchar', Alternation(items=(Ref(name='ALPHA'), Ref(name='DIGIT'), Literal(text='_', sensitive=False), Ref(name='pct-encoded'))), 'grammar/rfc6570.abnf', 23, 23),
    'modifier-level4': Rule('modifier-level4', Alternation(items=(Ref(name='prefix'), Ref(name='explode'))), 'grammar/rfc6570.abnf', 25, 25),
    'prefix': Rule('prefix', Concatenation(items=(Literal(text=':', sensitive=False), Ref(name='max-length'))), 'grammar/rfc6570.abnf', 27, 27),
    'max-length': Rule('max-length', Concatenation(items=(Range(low=49, high=57), Repetition(item=Ref(name='DIGIT'), low=0, high=3))), 'grammar/rfc6570.abnf', 28, 28),
    'explode': Rule('explode', Literal(text='*', sensitive=False), 'grammar/rfc6570.abnf', 30, 30),
    'pct-encoded': Rule('pct-encoded', Concatenation(items=(Literal(text='%', sensitive=False), Ref(name='HEXDIG'), Ref(name='HEXDIG'))), 'grammar/rfc6570.abnf', 32, 32),
    'unreserved': Rule('unreserved', Alternation(items=(Ref(name='ALPHA'), Ref(name='DIGIT'), Literal(text='-', sensitive=False), Literal(text='.', sensitive=False), Literal(text='_', sensitive=False), Literal(text='~', sensitive=False))), 'grammar/rfc6570.abnf', 33, 33),
    'reserved': Rule('reserved', Alternation(items=(Ref(name='gen-delims'), Ref(name='sub-delims'))), 'grammar/rfc6570.abnf', 34, 34),
    'gen-delims': Rule('gen-delims', Alternation(items=(Literal(text=':', sensitive=False), Literal(text='/', sensitive=False), Literal(text='?', sensitive=False), Literal(text='#', sensitive=False), Literal(text='[', sensitive=False), Literal(text=']', sensitive=False), Literal(text='@', sensitive=False))), 'grammar/rfc6570.abnf', 35, 35),
    'sub-delims': Rule('sub-delims', Alternation(items=(Literal(text='!', sensitive=False), Literal(text='$', sensitive=False), Literal(text='&', sensitive=False), Literal(text="'", sensitive=False), Literal(text='(', sensitive=False), Literal(text=')', sensitive=False), Literal(text='*', sensitive=False), Literal(text='+', sensitive=False), Literal(text=',', sensitive=False), Literal(text=';', sensitive=False), Literal(text='=', sensitive=False))), 'grammar/rfc6570.abnf', 36, 37),
    'ucschar': Rule('ucschar', Alternation(items=(Range(low=160, high=55295), Range(low=63744, high=64975), Range(low=65008, high=65519), Range(low=65536, high=131069), Range(low=131072, high=196605), Range(low=196608, high=262141), Range(low=262144, high=327677), Range(low=327680, high=393213), Range(low=393216, high=458749), Range(low=458752, high=524285), Range(low=524288, high=589821), Range(low=589824, high=655357), Range(low=655360, high=720893), Range(low=720896, high=786429), Range(low=786432, high=851965), Range(low=851968, high=917501), Range(low=921600, high=983037))), 'grammar/rfc6570.abnf', 39, 44),
    'iprivate': Rule('iprivate', Alternation(items=(Range(low=57344, high=63743), Range(low=983040, high=1048573), Range(low=1048576, high=1114109))), 'grammar/rfc6570.abnf', 46, 46),
}
