"""The rules of json-pointer. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'json-pointer': Rule('json-pointer', Repetition(item=Concatenation(items=(Literal(text='/', sensitive=False), Ref(name='reference-token'))), low=0, high=None), 'grammar/schemes/json-pointer.abnf', 3, 3),
    'reference-token': Rule('reference-token', Repetition(item=Alternation(items=(Ref(name='unescaped'), Ref(name='escaped'))), low=0, high=None), 'grammar/schemes/json-pointer.abnf', 4, 4),
    'unescaped': Rule('unescaped', Alternation(items=(Range(low=0, high=46), Range(low=48, high=125), Alternation(items=(Range(low=127, high=55295), Range(low=57344, high=1114111))))), 'grammar/schemes/json-pointer.abnf', 5, 6),
    'escaped': Rule('escaped', Concatenation(items=(Literal(text='~', sensitive=False), Alternation(items=(Literal(text='0', sensitive=False), Literal(text='1', sensitive=False))))), 'grammar/schemes/json-pointer.abnf', 7, 8),
}
