"""The rules of data. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'dataurl': Rule('dataurl', Concatenation(items=(Literal(text='data:', sensitive=False), Repetition(item=Ref(name='mediatype'), low=0, high=1), Repetition(item=Literal(text=';base64', sensitive=False), low=0, high=1), Literal(text=',', sensitive=False), Ref(name='data'))), 'grammar/schemes/data.abnf', 4, 4),
    'mediatype': Rule('mediatype', Concatenation(items=(Repetition(item=Concatenation(items=(Ref(name='type'), Literal(text='/', sensitive=False), Ref(name='subtype'))), low=0, high=1), Repetition(item=Concatenation(items=(Literal(text=';', sensitive=False), Ref(name='parameter'))), low=0, high=None))), 'grammar/schemes/data.abnf', 6, 6),
    'data': Rule('data', Repetition(item=Ref(name='urlchar'), low=0, high=None), 'grammar/schemes/data.abnf', 8, 8),
    'parameter': Rule('parameter', Concatenation(items=(Ref(name='attribute'), Literal(text='=', sensitive=False), Ref(name='value'))), 'grammar/schemes/data.abnf', 10, 10),
    'urlchar': Rule('urlchar', Alternation(items=(Ref(name='reserved'), Ref(name='unreserved'), Ref(name='escaped'))), 'grammar/schemes/data.abnf', 13, 13),
    'reserved': Rule('reserved', Alternation(items=(Literal(text=';', sensitive=False), Literal(text='/', sensitive=False), Literal(text='?', sensitive=False), Literal(text=':', sensitive=False), Literal(text='@', sensitive=False), Literal(text='&', sensitive=False), Literal(text='=', sensitive=False), Literal(text='+', sensitive=False), Literal(text='$', sensitive=False), Literal(text=',', sensitive=False))), 'grammar/schemes/data.abnf', 14, 14),
    'unreserved': Rule('unreserved', Alternation(items=(Ref(name='alphanum'), Ref(name='mark'))), 'grammar/schemes/data.abnf', 15, 15),
    'mark': Rule('mark', Alternation(items=(Literal(text='-', sensitive=False), Literal(text='_', sensitive=False), Literal(text='.', sensitive=False), Literal(text='!', sensitive=False), Literal(text='~', sensitive=False), Literal(text='*', sensitive=False), Literal(text="'", sensitive=False), Literal(text='(', sensitive=False), Literal(text=')', sensitive=False))), 'grammar/schemes/data.abnf', 16, 16),
    'alphanum': Rule('alphanum', Alternation(items=(Ref(name='ALPHA'), Ref(name='DIGIT'))), 'grammar/schemes/data.abnf', 17, 17),
    'escaped': Rule('escaped', Concatenation(items=(Literal(text='%', sensitive=False), Ref(name='HEXDIG'), Ref(name='HEXDIG'))), 'grammar/schemes/data.abnf', 18, 18),
    'type': Rule('type', Ref(name='url-token'), 'grammar/schemes/data.abnf', 22, 22),
    'subtype': Rule('subtype', Ref(name='url-token'), 'grammar/schemes/data.abnf', 23, 23),
    'attribute': Rule('attribute', Ref(name='url-token'), 'grammar/schemes/data.abnf', 24, 24),
    'value': Rule('value', Ref(name='url-token'), 'grammar/schemes/data.abnf', 25, 25),
    'url-token': Rule('url-token', Repetition(item=Alternation(items=(Ref(name='alphanum'), Literal(text='-', sensitive=False), Literal(text='_', sensitive=False), Literal(text='.', sensitive=False), Literal(text='!', sensitive=False), Literal(text='~', sensitive=False), Literal(text='*', sensitive=False), Literal(text="'", sensitive=False), Literal(text='&', sensitive=False), Literal(text='+', sensitive=False), Literal(text='$', sensitive=False), Ref(name='escaped'))), low=1, high=None), 'grammar/schemes/data.abnf', 26, 26),
    'token': Rule('token', Repetition(item=Alternation(items=(Literal(text='!', sensitive=True), Range(low=35, high=39), Range(low=42, high=43), Range(low=45, high=46), Range(low=48, high=57), Range(low=65, high=90), Range(low=94, high=126))), low=1, high=None), 'grammar/schemes/data.abnf', 30, 30),
}
