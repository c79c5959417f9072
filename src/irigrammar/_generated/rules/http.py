"""The rules of http. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'uri-host': Rule('uri-host', Prose(text='host'), 'grammar/schemes/http.abnf', 7, 7),
    'absolute-path': Rule('absolute-path', Repetition(item=Concatenation(items=(Literal(text='/', sensitive=False), Ref(name='segment'))), low=1, high=None), 'grammar/schemes/http.abnf', 13, 13),
    'partial-uri': Rule('partial-URI', Concatenation(items=(Ref(name='relative-part'), Repetition(item=Concatenation(items=(Literal(text='?', sensitive=False), Ref(name='query'))), low=0, high=1))), 'grammar/schemes/http.abnf', 14, 14),
    'http-uri': Rule('http-URI', Concatenation(items=(Literal(text='http', sensitive=False), Literal(text='://', sensitive=False), Ref(name='authority'), Ref(name='path-abempty'), Repetition(item=Concatenation(items=(Literal(text='?', sensitive=False), Ref(name='query'))), low=0, high=1))), 'grammar/schemes/http.abnf', 17, 17),
    'https-uri': Rule('https-URI', Concatenation(items=(Literal(text='https', sensitive=False), Literal(text='://', sensitive=False), Ref(name='authority'), Ref(name='path-abempty'), Repetition(item=Concatenation(items=(Literal(text='?', sensitive=False), Ref(name='query'))), low=0, high=1))), 'grammar/schemes/http.abnf', 20, 20),
}
