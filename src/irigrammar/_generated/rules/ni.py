"""The rules of ni. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'ni-uri': Rule('NI-URI', Concatenation(items=(Ref(name='ni-scheme'), Literal(text=':', sensitive=False), Ref(name='ni-hier-part'), Repetition(item=Concatenation(items=(Literal(text='?', sensitive=False), Ref(name='query'))), low=0, high=1))), 'grammar/schemes/ni.abnf', 3, 3),
    'ni-scheme': Rule('ni-scheme', Literal(text='ni', sensitive=False), 'grammar/schemes/ni.abnf', 4, 4),
    'ni-hier-part': Rule('ni-hier-part', Concatenation(items=(Literal(text='//', sensitive=False), Repetition(item=Ref(name='authority'), low=0, high=1), Literal(text='/', sensitive=False), Ref(name='alg-val'))), 'grammar/schemes/ni.abnf', 5, 5),
    'alg-val': Rule('alg-val', Concatenation(items=(Ref(name='alg'), Literal(text=';', sensitive=False), Ref(name='val'))), 'grammar/schemes/ni.abnf', 6, 6),
    'alg': Rule('alg', Repetition(item=Ref(name='unreserved'), low=1, high=None), 'grammar/schemes/ni.abnf', 7, 7),
    'val': Rule('val', Repetition(item=Ref(name='unreserved'), low=1, high=None), 'grammar/schemes/ni.abnf', 8, 8),
}
