"""The rules of web-address. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'href-ucschar': Rule('href-ucschar', Alternation(items=(Literal(text=' ', sensitive=False), Literal(text='<', sensitive=False), Literal(text='>', sensitive=False), Ref(name='DQUOTE'), Literal(text='{', sensitive=False), Literal(text='}', sensitive=False), Literal(text='|', sensitive=False), Literal(text='\\', sensitive=False), Literal(text='^', sensitive=False), Literal(text='`', sensitive=False), Range(low=0, high=31), Range(low=127, high=55295), Range(low=57344, high=65533), Range(low=65536, high=1114111))), 'grammar/web-address.abnf', 4, 6),
    'href-pct-form': Rule('href-pct-form', Alternation(items=(Ref(name='pct-encoded'), Literal(text='%', sensitive=False))), 'grammar/web-address.abnf', 7, 7),
    'href-path-sep': Rule('href-path-sep', Alternation(items=(Literal(text='/', sensitive=False), Literal(text='\\', sensitive=False))), 'grammar/web-address.abnf', 8, 8),
    'href-strip': Rule('href-strip', Prose(text='to be done'), 'grammar/web-address.abnf', 9, 9),
}
