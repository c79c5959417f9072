"""The rules of geo. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'geo-uri': Rule('geo-URI', Concatenation(items=(Ref(name='geo-scheme'), Literal(text=':', sensitive=False), Ref(name='geo-path'))), 'grammar/schemes/geo.abnf', 3, 3),
    'geo-scheme': Rule('geo-scheme', Literal(text='geo', sensitive=False), 'grammar/schemes/geo.abnf', 4, 4),
    'geo-path': Rule('geo-path', Concatenation(items=(Ref(name='coordinates'), Ref(name='p'))), 'grammar/schemes/geo.abnf', 5, 5),
    'coordinates': Rule('coordinates', Concatenation(items=(Ref(name='coord-a'), Literal(text=',', sensitive=False), Ref(name='coord-b'), Repetition(item=Concatenation(items=(Literal(text=',', sensitive=False), Ref(name='coord-c'))), low=0, high=1))), 'grammar/schemes/geo.abnf', 6, 6),
    'coord-a': Rule('coord-a', Ref(name='num'), 'grammar/schemes/geo.abnf', 8, 8),
    'coord-b': Rule('coord-b', Ref(name='num'), 'grammar/schemes/geo.abnf', 9, 9),
    'coord-c': Rule('coord-c', Ref(name='num'), 'grammar/schemes/geo.abnf', 10, 10),
    'p': Rule('p', Concatenation(items=(Repetition(item=Ref(name='crsp'), low=0, high=1), Repetition(item=Ref(name='uncp'), low=0, high=1), Repetition(item=Ref(name='parameter'), low=0, high=None))), 'grammar/schemes/geo.abnf', 12, 12),
    'crsp': Rule('crsp', Concatenation(items=(Literal(text=';crs=', sensitive=False), Ref(name='crslabel'))), 'grammar/schemes/geo.abnf', 13, 13),
    'crslabel': Rule('crslabel', Alternation(items=(Literal(text='wgs84', sensitive=False), Ref(name='labeltext'))), 'grammar/schemes/geo.abnf', 14, 14),
    'uncp': Rule('uncp', Concatenation(items=(Literal(text=';u=', sensitive=False), Ref(name='uval'))), 'grammar/schemes/geo.abnf', 15, 15),
    'uval': Rule('uval', Ref(name='pnum'), 'grammar/schemes/geo.abnf', 16, 16),
    'parameter': Rule('parameter', Concatenation(items=(Literal(text=';', sensitive=False), Ref(name='pname'), Repetition(item=Concatenation(items=(Literal(text='=', sensitive=False), Ref(name='pvalue'))), low=0, high=1))), 'grammar/schemes/geo.abnf', 17, 17),
    'pname': Rule('pname', Ref(name='labeltext'), 'grammar/schemes/geo.abnf', 18, 18),
    'pvalue': Rule('pvalue', Repetition(item=Ref(name='paramchar'), low=1, high=None), 'grammar/schemes/geo.abnf', 19, 19),
    'paramchar': Rule('paramchar', Alternation(items=(Ref(name='p-unreserved'), Ref(name='unreserved'), Ref(name='pct-encoded'))), 'grammar/schemes/geo.abnf', 20, 20),
    'labeltext': Rule('labeltext', Repetition(item=Alternation(items=(Ref(name='alphanum'), Literal(text='-', sensitive=False))), low=1, high=None), 'grammar/schemes/geo.abnf', 22, 22),
    'pnum': Rule('pnum', Concatenation(items=(Repetition(item=Ref(name='DIGIT'), low=1, high=None), Repetition(item=Concatenation(items=(Literal(text='.', sensitive=False), Repetition(item=Ref(name='DIGIT'), low=1, high=None))), low=0, high=1))), 'grammar/schemes/geo.abnf', 23, 23),
    'num': Rule('num', Concatenation(items=(Repetition(item=Literal(text='-', sensitive=False), low=0, high=1), Ref(name='pnum'))), 'grammar/schemes/geo.abnf', 24, 24),
    'unreserved': Rule('unreserved', Alternation(items=(Ref(name='alphanum'), Ref(name='mark'))), 'grammar/schemes/geo.abnf', 25, 25),
    'mark': Rule('mark', Alternation(items=(Literal(text='-', sensitive=False), Literal(text='_', sensitive=False), Literal(text='.', sensitive=False), Literal(text='!', sensitive=False), Literal(text='~', sensitive=False), Literal(text='*', sensitive=False), Literal(text="'", sensitive=False), Literal(text='(', sensitive=False), Literal(text=')', sensitive=False))), 'grammar/schemes/geo.abnf', 26, 27),
    'pct-encoded': Rule('pct-encoded', Concatenation(items=(Literal(text='%', sensitive=False), Ref(name='HEXDIG'), Ref(name='HEXDIG'))), 'grammar/schemes/geo.abnf', 28, 28),
    'p-unreserved': Rule('p-unreserved', Alternation(items=(Literal(text='[', sensitive=False), Literal(text=']', sensitive=False), Literal(text=':', sensitive=False), Literal(text='&', sensitive=False), Literal(text='+', sensitive=False), Literal(text='$', sensitive=False))), 'grammar/schemes/geo.abnf', 29, 29),
    'alphanum': Rule('alphanum', Alternation(items=(Ref(name='ALPHA'), Ref(name='DIGIT'))), 'grammar/schemes/geo.abnf', 30, 30),
    'latitude': Rule('latitude', Concatenation(items=(Repetition(item=Literal(text='-', sensitive=False), low=0, high=1), Repetition(item=Ref(name='DIGIT'), low=1, high=2), Repetition(item=Concatenation(items=(Literal(text='.', sensitive=False), Repetition(item=Ref(name='DIGIT'), low=1, high=None))), low=0, high=1))), 'grammar/schemes/geo.abnf', 36, 36),
    'longitude': Rule('longitude', Concatenation(items=(Repetition(item=Literal(text='-', sensitive=False), low=0, high=1), Repetition(item=Ref(name='DIGIT'), low=1, high=3), Repetition(item=Concatenation(items=(Literal(text='.', sensitive=False), Repetition(item=Ref(name='DIGIT'), low=1, high=None))), low=0, high=1))), 'grammar/schemes/geo.abnf', 37, 37),
    'altitude': Rule('altitude', Concatenation(items=(Repetition(item=Literal(text='-', sensitive=False), low=0, high=1), Repetition(item=Ref(name='DIGIT'), low=1, high=None), Repetition(item=Concatenation(items=(Literal(text='.', sensitive=False), Repetition(item=Ref(name='DIGIT'), low=1, high=None))), low=0, high=1))), 'grammar/schemes/geo.abnf', 38, 38),
}
