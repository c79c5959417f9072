"""The rules of about. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'about-uri': Rule('about-uri', Concatenation(items=(Literal(text='about:', sensitive=False), Ref(name='about-token'), Repetition(item=Ref(name='about-query'), low=0, high=1), Repetition(item=Ref(name='about-fragment'), low=0, high=1))), 'grammar/schemes/about.abnf', 3, 3),
    'about-token': Rule('about-token', Repetition(item=Ref(name='pchar'), low=0, high=None), 'grammar/schemes/about.abnf', 4, 4),
    'about-query': Rule('about-query', Concatenation(items=(Literal(text='?', sensitive=False), Ref(name='query'))), 'grammar/schemes/about.abnf', 5, 5),
    'about-fragment': Rule('about-fragment', Concatenation(items=(Literal(text='#', sensitive=False), Ref(name='fragment'))), 'grammar/schemes/about.abnf', 6, 6),
}
