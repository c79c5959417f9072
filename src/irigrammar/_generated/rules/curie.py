"""The rules of curie. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'safe-curie': Rule('safe-curie', Concatenation(items=(Literal(text='[', sensitive=False), Ref(name='curie'), Literal(text=']', sensitive=False))), 'grammar/schemes/curie.abnf', 4, 4),
    'curie': Rule('curie', Concatenation(items=(Repetition(item=Concatenation(items=(Repetition(item=Ref(name='prefix'), low=0, high=1), Literal(text=':', sensitive=False))), low=0, high=1), Ref(name='reference'))), 'grammar/schemes/curie.abnf', 6, 6),
    'prefix': Rule('prefix', Ref(name='NCName'), 'grammar/schemes/curie.abnf', 8, 8),
    'reference': Rule('reference', Ref(name='irelative-ref'), 'grammar/schemes/curie.abnf', 10, 10),
    'ncname': Rule('NCName', Concatenation(items=(Ref(name='NCNameStartChar'), Repetition(item=Ref(name='NCNameChar'), low=0, high=None))), 'grammar/schemes/curie.abnf', 13, 13),
    'ncnamestartchar': Rule('NCNameStartChar', Alternation(items=(Ref(name='ALPHA'), Literal(text='_', sensitive=False), Range(low=192, high=214), Range(low=216, high=246), Range(low=248, high=767), Range(low=880, high=893), Range(low=895, high=8191), Range(low=8204, high=8205), Range(low=8304, high=8591), Range(low=11264, high=12271), Range(low=12289, high=55295), Range(low=63744, high=64975), Range(low=65008, high=65533), Range(low=65536, high=983039))), 'grammar/schemes/curie.abnf', 14, 15),
    'ncnamechar': Rule('NCNameChar', Alternation(items=(Ref(name='NCNameStartChar'), Literal(text='-', sensitive=False), Literal(text='.', sensitive=False), Ref(name='DIGIT'), Literal(text='·', sensitive=True), Range(low=768, high=879), Range(low=8255, high=8256))), 'grammar/schemes/curie.abnf', 16, 16),
}
