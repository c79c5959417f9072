"""The rules of acct. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'accturi': Rule('acctURI', Concatenation(items=(Literal(text='acct', sensitive=False), Literal(text=':', sensitive=False), Ref(name='userpart'), Literal(text='@', sensitive=False), Ref(name='host'))), 'grammar/schemes/acct.abnf', 3, 3),
    'userpart': Rule('userpart', Concatenation(items=(Alternation(items=(Ref(name='unreserved'), Ref(name='sub-delims'))), Repetition(item=Alternation(items=(Ref(name='unreserved'), Ref(name='pct-encoded'), Ref(name='sub-delims'))), low=0, high=None))), 'grammar/schemes/acct.abnf', 5, 6),
}
