"""The rules of rfc6874. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'ip-literal': Rule('IP-literal', Concatenation(items=(Literal(text='[', sensitive=False), Alternation(items=(Ref(name='IPv6address'), Ref(name='IPv6addrz'), Ref(name='IPvFuture'))), Literal(text=']', sensitive=False))), 'grammar/schemes/rfc6874.abnf', 3, 3),
    'zoneid': Rule('ZoneID', Repetition(item=Alternation(items=(Ref(name='unreserved'), Ref(name='pct-encoded'))), low=1, high=None), 'grammar/schemes/rfc6874.abnf', 5, 5),
    'ipv6addrz': Rule('IPv6addrz', Concatenation(items=(Ref(name='IPv6address'), Literal(text='%25', sensitive=False), Ref(name='ZoneID'))), 'grammar/schemes/rfc6874.abnf', 7, 7),
}
