"""The rules of tag. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'taguri': Rule('tagURI', Concatenation(items=(Literal(text='tag:', sensitive=False), Ref(name='taggingEntity'), Literal(text=':', sensitive=False), Ref(name='specific'), Repetition(item=Concatenation(items=(Literal(text='#', sensitive=False), Ref(name='fragment'))), low=0, high=1))), 'grammar/schemes/tag.abnf', 3, 3),
    'taggingentity': Rule('taggingEntity', Concatenation(items=(Ref(name='authorityName'), Literal(text=',', sensitive=False), Ref(name='date'))), 'grammar/schemes/tag.abnf', 5, 5),
    'authorityname': Rule('authorityName', Alternation(items=(Ref(name='DNSname'), Ref(name='emailAddress'))), 'grammar/schemes/tag.abnf', 6, 6),
    'date': Rule('date', Concatenation(items=(Ref(name='year'), Repetition(item=Concatenation(items=(Literal(text='-', sensitive=False), Ref(name='month'), Repetition(item=Concatenation(items=(Literal(text='-', sensitive=False), Ref(name='day'))), low=0, high=1))), low=0, high=1))), 'grammar/schemes/tag.abnf', 7, 7),
    'year': Rule('year', Repetition(item=Ref(name='DIGIT'), low=4, high=4), 'grammar/schemes/tag.abnf', 8, 8),
    'month': Rule('month', Repetition(item=Ref(name='DIGIT'), low=2, high=2), 'grammar/schemes/tag.abnf', 9, 9),
    'day': Rule('day', Repetition(item=Ref(name='DIGIT'), low=2, high=2), 'grammar/schemes/tag.abnf', 10, 10),
    'dnsname': Rule('DNSname', Concatenation(items=(Ref(name='DNScomp'), Repetition(item=Concatenation(items=(Literal(text='.', sensitive=False), Ref(name='DNScomp'))), low=0, high=None))), 'grammar/schemes/tag.abnf', 11, 11),
    'dnscomp': Rule('DNScomp', Concatenation(items=(Ref(name='alphaNum'), Repetition(item=Concatenation(items=(Repetition(item=Alternation(items=(Ref(name='alphaNum'), Literal(text='-', sensitive=False))), low=0, high=None), Ref(name='alphaNum'))), low=0, high=1))), 'grammar/schemes/tag.abnf', 12, 12),
    'emailaddress': Rule('emailAddress', Concatenation(items=(Repetition(item=Alternation(items=(Ref(name='alphaNum'), Literal(text='-', sensitive=False), Literal(text='.', sensitive=False), Literal(text='_', sensitive=False))), low=1, high=None), Literal(text='@', sensitive=False), Ref(name='DNSname'))), 'grammar/schemes/tag.abnf', 13, 13),
    'alphanum': Rule('alphaNum', Alternation(items=(Ref(name='DIGIT'), Ref(name='ALPHA'))), 'grammar/schemes/tag.abnf', 14, 14),
    'specific': Rule('specific', Repetition(item=Alternation(items=(Ref(name='pchar'), Literal(text='/', sensitive=False), Literal(text='?', sensitive=False))), low=0, high=None), 'grammar/schemes/tag.abnf', 15, 15),
    'fragment': Rule('fragment', Repetition(item=Alternation(items=(Ref(name='pchar'), Literal(text='/', sensitive=False), Literal(text='?', sensitive=False))), low=0, high=None), 'grammar/schemes/tag.abnf', 16, 16),
}
