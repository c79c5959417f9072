"""The rules of coap. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'coap-uri': Rule('coap-URI', Concatenation(items=(Literal(text='coap:', sensitive=False), Literal(text='//', sensitive=False), Ref(name='host'), Repetition(item=Concatenation(items=(Literal(text=':', sensitive=False), Ref(name='port'))), low=0, high=1), Ref(name='path-abempty'), Repetition(item=Concatenation(items=(Literal(text='?', sensitive=False), Ref(name='query'))), low=0, high=1))), 'grammar/schemes/coap.abnf', 3, 3),
    'coaps-uri': Rule('coaps-URI', Concatenation(items=(Literal(text='coaps:', sensitive=False), Literal(text='//', sensitive=False), Ref(name='host'), Repetition(item=Concatenation(items=(Literal(text=':', sensitive=False), Ref(name='port'))), low=0, high=1), Ref(name='path-abempty'), Repetition(item=Concatenation(items=(Literal(text='?', sensitive=False), Ref(name='query'))), low=0, high=1))), 'grammar/schemes/coap.abnf', 4, 4),
}
