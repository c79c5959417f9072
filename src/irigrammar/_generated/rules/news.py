"""The rules of news. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'nntpurl': Rule('nntpURL', Concatenation(items=(Literal(text='nntp:', sensitive=False), Ref(name='server'), Literal(text='/', sensitive=False), Ref(name='group'), Repetition(item=Concatenation(items=(Literal(text='/', sensitive=False), Ref(name='article-number'))), low=0, high=1))), 'grammar/schemes/news.abnf', 3, 3),
    'server': Rule('server', Concatenation(items=(Literal(text='//', sensitive=False), Ref(name='authority'))), 'grammar/schemes/news.abnf', 4, 4),
    'group': Rule('group', Repetition(item=Alternation(items=(Ref(name='group-char'), Ref(name='pct-encoded'))), low=1, high=None), 'grammar/schemes/news.abnf', 5, 5),
    'article-number': Rule('article-number', Repetition(item=Ref(name='DIGIT'), low=1, high=16), 'grammar/schemes/news.abnf', 6, 6),
    'group-char': Rule('group-char', Alternation(items=(Ref(name='ALPHA'), Ref(name='DIGIT'), Literal(text='-', sensitive=False), Literal(text='+', sensitive=False), Literal(text='_', sensitive=False), Literal(text='.', sensitive=False))), 'grammar/schemes/news.abnf', 7, 7),
    'newsurl': Rule('newsURL', Concatenation(items=(Literal(text='news:', sensitive=False), Repetition(item=Concatenation(items=(Ref(name='server'), Literal(text='/', sensitive=False))), low=0, high=1), Alternation(items=(Ref(name='article'), Ref(name='newsgroups'))))), 'grammar/schemes/news.abnf', 9, 9),
    'article': Rule('article', Ref(name='msg-id-core'), 'grammar/schemes/news.abnf', 10, 10),
    'newsgroups': Rule('newsgroups', Repetition(item=Alternation(items=(Ref(name='group-char'), Ref(name='pct-encoded'), Literal(text='*', sensitive=False))), low=0, high=None), 'grammar/schemes/news.abnf', 11, 11),
    'msg-id-core': Rule('msg-id-core', Concatenation(items=(Ref(name='id-left'), Literal(text='@', sensitive=False), Ref(name='id-right'))), 'grammar/schemes/news.abnf', 21, 21),
    'id-left': Rule('id-left', Ref(name='dot-atom-text'), 'grammar/schemes/news.abnf', 22, 22),
    'id-right': Rule('id-right', Alternation(items=(Ref(name='dot-atom-text'), Ref(name='no-fold-literal'))), 'grammar/schemes/news.abnf', 23, 23),
    'no-fold-literal': Rule('no-fold-literal', Concatenation(items=(Literal(text='[', sensitive=False), Repetition(item=Ref(name='mdtext'), low=0, high=None), Literal(text=']', sensitive=False))), 'grammar/schemes/news.abnf', 24, 24),
    'mdtext': Rule('mdtext', Alternation(items=(Range(low=33, high=61), Range(low=63, high=90), Range(low=94, high=126))), 'grammar/schemes/news.abnf', 25, 27),
    'atext': Rule('atext', Alternation(items=(Ref(name='ALPHA'), Ref(name='DIGIT'), Literal(text='!', sensitive=False), Literal(text='#', sensitive=False), Literal(text='$', sensitive=False), Literal(text='%', sensitive=False), Literal(text='&', sensitive=False), Literal(text="'", sensitive=False), Literal(text='*', sensitive=False), Literal(text='+', sensitive=False), Literal(text='-', sensitive=False), Literal(text='/', sensitive=False), Literal(text='=', sensitive=False), Literal(text='?', sensitive=False), Literal(text='^', sensitive=False), Literal(text='_', sensitive=False), Literal(text='`', sensitive=False), Literal(text='{', sensitive=False), Literal(text='|', sensitive=False), Literal(text='}', sensitive=False), Literal(text='~', sensitive=False))), 'grammar/schemes/news.abnf', 30, 40),
    'dot-atom-text': Rule('dot-atom-text', Concatenation(items=(Repetition(item=Ref(name='atext'), low=1, high=None), Repetition(item=Concatenation(items=(Literal(text='.', sensitive=False), Repetition(item=Ref(name='atext'), low=1, high=None))), low=0, high=None))), 'grammar/schemes/news.abnf', 41, 41),
}
