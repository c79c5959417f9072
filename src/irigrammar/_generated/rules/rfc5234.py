"""The rules of rfc5234. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'alpha': Rule('ALPHA', Alternation(items=(Range(low=65, high=90), Range(low=97, high=122))), 'grammar/rfc5234.abnf', 3, 3),
    'bit': Rule('BIT', Alternation(items=(Literal(text='0', sensitive=False), Literal(text='1', sensitive=False))), 'grammar/rfc5234.abnf', 5, 5),
    'char': Rule('CHAR', Range(low=1, high=127), 'grammar/rfc5234.abnf', 7, 9),
    'cr': Rule('CR', Literal(text='\r', sensitive=True), 'grammar/rfc5234.abnf', 11, 12),
    'crlf': Rule('CRLF', Concatenation(items=(Ref(name='CR'), Ref(name='LF'))), 'grammar/rfc5234.abnf', 14, 15),
    'ctl': Rule('CTL', Alternation(items=(Range(low=0, high=31), Literal(text='\x7f', sensitive=True))), 'grammar/rfc5234.abnf', 17, 18),
    'digit': Rule('DIGIT', Range(low=48, high=57), 'grammar/rfc5234.abnf', 20, 21),
    'dquote': Rule('DQUOTE', Literal(text='"', sensitive=True), 'grammar/rfc5234.abnf', 23, 24),
    'hexdig': Rule('HEXDIG', Alternation(items=(Ref(name='DIGIT'), Literal(text='A', sensitive=False), Literal(text='B', sensitive=False), Literal(text='C', sensitive=False), Literal(text='D', sensitive=False), Literal(text='E', sensitive=False), Literal(text='F', sensitive=False))), 'grammar/rfc5234.abnf', 26, 26),
    'htab': Rule('HTAB', Literal(text='\t', sensitive=True), 'grammar/rfc5234.abnf', 28, 29),
    'lf': Rule('LF', Literal(text='\n', sensitive=True), 'grammar/rfc5234.abnf', 31, 32),
    'lwsp': Rule('LWSP', Repetition(item=Alternation(items=(Ref(name='WSP'), Concatenation(items=(Ref(name='CRLF'), Ref(name='WSP'))))), low=0, high=None), 'grammar/rfc5234.abnf', 34, 43),
    'octet': Rule('OCTET', Range(low=0, high=255), 'grammar/rfc5234.abnf', 45, 46),
    'sp': Rule('SP', Literal(text=' ', sensitive=True), 'grammar/rfc5234.abnf', 48, 48),
    'vchar': Rule('VCHAR', Range(low=33, high=126), 'grammar/rfc5234.abnf', 50, 51),
    'wsp': Rule('WSP', Alternation(items=(Ref(name='SP'), Ref(name='HTAB'))), 'grammar/rfc5234.abnf', 53, 54),
}
