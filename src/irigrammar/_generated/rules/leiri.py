"""The rules of leiri. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'leiri': Rule('LEIRI', Concatenation(items=(Ref(name='scheme'), Literal(text=':', sensitive=False), Ref(name='ihier-part'), Repetition(item=Concatenation(items=(Literal(text='?', sensitive=False), Ref(name='iquery'))), low=0, high=1), Repetition(item=Concatenation(items=(Literal(text='#', sensitive=False), Ref(name='ifragment'))), low=0, high=1))), 'grammar/leiri.abnf', 4, 5),
    'leiri-reference': Rule('LEIRI-reference', Alternation(items=(Ref(name='LEIRI'), Ref(name='irelative-ref'))), 'grammar/leiri.abnf', 7, 7),
    'absolute-leiri': Rule('absolute-LEIRI', Concatenation(items=(Ref(name='scheme'), Literal(text=':', sensitive=False), Ref(name='ihier-part'), Repetition(item=Concatenation(items=(Literal(text='?', sensitive=False), Ref(name='iquery'))), low=0, high=1))), 'grammar/leiri.abnf', 9, 9),
    'ucschar': Rule('ucschar', Alternation(items=(Literal(text=' ', sensitive=False), Literal(text='<', sensitive=False), Literal(text='>', sensitive=False), Ref(name='DQUOTE'), Literal(text='{', sensitive=False), Literal(text='}', sensitive=False), Literal(text='|', sensitive=False), Literal(text='\\', sensitive=False), Literal(text='^', sensitive=False), Literal(text='`', sensitive=False), Range(low=0, high=31), Range(low=127, high=55295), Range(low=57344, high=65533), Range(low=65536, high=1114111))), 'grammar/leiri.abnf', 11, 13),
    'iprivate': Rule('iprivate', Alternation(items=(Range(low=57344, high=63743), Range(low=917504, high=921599), Range(low=983040, high=1048573), Range(low=1048576, high=1114109))), 'grammar/leiri.abnf', 15, 16),
}
