"""The rules of ws. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'ws-uri': Rule('ws-URI', Concatenation(items=(Literal(text='ws:', sensitive=False), Literal(text='//', sensitive=False), Ref(name='host'), Repetition(item=Concatenation(items=(Literal(text=':', sensitive=False), Ref(name='port'))), low=0, high=1), Ref(name='path'), Repetition(item=Concatenation(items=(Literal(text='?', sensitive=False), Ref(name='query'))), low=0, high=1))), 'grammar/schemes/ws.abnf', 3, 3),
    'wss-uri': Rule('wss-URI', Concatenation(items=(Literal(text='wss:', sensitive=False), Literal(text='//', sensitive=False), Ref(name='host'), Repetition(item=Concatenation(items=(Literal(text=':', sensitive=False), Ref(name='port'))), low=0, high=1), Ref(name='path'), Repetition(item=Concatenation(items=(Literal(text='?', sensitive=False), Ref(name='query'))), low=0, high=1))), 'grammar/schemes/ws.abnf', 4, 4),
    'path': Rule('path', Prose(text='path-abempty'), 'grammar/schemes/ws.abnf', 8, 8),
}
