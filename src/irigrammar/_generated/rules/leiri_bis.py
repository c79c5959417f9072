"""The rules of leiri-bis. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'leiri-ucschar': Rule('leiri-ucschar', Alternation(items=(Literal(text=' ', sensitive=False), Literal(text='<', sensitive=False), Literal(text='>', sensitive=False), Ref(name='DQUOTE'), Literal(text='{', sensitive=False), Literal(text='}', sensitive=False), Literal(text='|', sensitive=False), Literal(text='\\', sensitive=False), Literal(text='^', sensitive=False), Literal(text='`', sensitive=False), Range(low=0, high=31), Range(low=127, high=55295), Range(low=57344, high=65533), Range(low=65536, high=1114111))), 'grammar/leiri-bis.abnf', 4, 6),
}
