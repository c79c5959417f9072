"""The types of documents: modules, names and endings of files.

Written by: python tools/compile_grammars.py --write
"""

INDEX: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    'asciidoc': ('lexical', (), ('.adoc', '.asciidoc', '.asc')),
    'bibtex': ('lexical', (), ('.bib',)),
    'csv': ('csv', (), ('.csv',)),
    'dockerfile': ('lexical', ('dockerfile', 'dockerfile.*', 'containerfile', 'containerfile.*'), ('.dockerfile', '.containerfile')),
    'html': ('html', (), ('.html', '.htm')),
    'icalendar': ('content', (), ('.ics', '.ical', '.ifb', '.icalendar', '.vcf', '.vcard')),
    'json': ('json', ('composer.lock', 'pipfile.lock'), ('.json', '.json5', '.jsonc', '.geojson', '.har', '.code-workspace', '.webmanifest')),
    'json-ld': ('json', (), ('.jsonld',)),
    'json-lines': ('json', (), ('.jsonl', '.ndjson', '.geojsonl')),
    'man': ('written', (), ('.man', '.mdoc', '.roff', '.troff', '.1', '.2', '.3', '.4', '.5', '.6', '.7', '.8', '.9', '.3pm', '.1m')),
    'markdown': ('markdown', (), ('.md', '.markdown', '.mdown', '.mdwn', '.mdx', '.mkd', '.mkdn', '.qmd', '.rmd')),
    'n-quads': ('lexical', (), ('.nq', '.nquads')),
    'n-triples': ('lexical', (), ('.nt', '.ntriples')),
    'n3': ('lexical', (), ('.n3',)),
    'notebook': ('notebook', (), ('.ipynb',)),
    'org': ('lexical', (), ('.org',)),
    'po': ('po', (), ('.po', '.pot')),
    'requirements': ('requirements', ('*requirements*.txt', '*constraints*.txt', '*requirements*.in', '*constraints*.in'), ()),
    'rst': ('lexical', (), ('.rst',)),
    'settings': ('settings', ('.gitconfig', '.gitmodules', '.npmrc', '.pypirc'), ('.cfg', '.conf', '.desktop', '.env', '.ini', '.properties', '.url')),
    'shex': ('lexical', (), ('.shex', '.shexc')),
    'sitemap': ('xml', ('sitemap*.xml',), ()),
    'sparql': ('lexical', (), ('.rq', '.ru', '.sparql')),
    'spdx': ('settings', (), ('.spdx',)),
    'tex': ('lexical', (), ('.tex', '.sty', '.cls')),
    'text': ('text', ('authors', 'changelog', 'changes', 'codeowners', 'contributing', 'contributors', 'copying', 'copyright', 'credits', 'gemfile', 'history', 'install', 'jenkinsfile', 'licence', 'license', 'maintainers', 'makefile', 'makefile.*', 'news', 'notice', 'rakefile', 'readme', 'thanks', 'todo', 'vagrantfile', '.yarnrc', 'go.mod', 'go.sum'), ('.adb', '.ads', '.asm', '.awk', '.bash', '.bat', '.bzl', '.c', '.cc', '.clj', '.cmake', '.cmd', '.coffee', '.cpp', '.cr', '.cs', '.css', '.cxx', '.d', '.dart', '.diff', '.el', '.elm', '.erl', '.ex', '.exs', '.f', '.f90', '.fish', '.fs', '.fsx', '.go', '.gradle', '.groovy', '.h', '.hcl', '.hpp', '.hrl', '.hs', '.hxx', '.in', '.inc', '.ipp', '.java', '.jl', '.js', '.jsx', '.kt', '.kts', '.less', '.lisp', '.log', '.lua', '.m', '.m4', '.mak', '.mjs', '.cjs', '.mk', '.ml', '.mli', '.mm', '.nim', '.nix', '.pas', '.patch', '.php', '.pl', '.pm', '.proto', '.ps1', '.psm1', '.py', '.pyi', '.pyx', '.r', '.rb', '.rkt', '.rs', '.s', '.sass', '.scala', '.scm', '.scss', '.sh', '.sql', '.styl', '.sv', '.svelte', '.swift', '.tcl', '.text', '.textile', '.tf', '.ts', '.tsx', '.txt', '.v', '.vb', '.vhd', '.vim', '.vue', '.zig', '.zsh', '.creole', '.ejs', '.erb', '.gql', '.graphql', '.graphqls', '.haml', '.hbs', '.j2', '.jinja', '.jinja2', '.liquid', '.mediawiki', '.mustache', '.njk', '.pod', '.slim', '.texi', '.texinfo', '.twig', '.txi', '.wiki', '.wikitext')),
    'toml': ('toml', ('cargo.lock', 'pdm.lock', 'pipfile', 'poetry.lock', 'uv.lock'), ('.toml',)),
    'trig': ('lexical', (), ('.trig',)),
    'tsv': ('csv', (), ('.tsv', '.tab')),
    'turtle': ('lexical', (), ('.ttl', '.turtle')),
    'xhtml': ('html', (), ('.xhtml', '.xht')),
    'xml': ('xml', (), ('.xml', '.xsd', '.xsl', '.xslt', '.rdf', '.owl', '.svg', '.wsdl', '.atom', '.rss', '.kml', '.gml', '.gpx', '.plist', '.mathml', '.opf', '.ncx', '.rng', '.xspf', '.dbk', '.dita', '.ditamap', '.tei', '.xlf', '.xliff', '.sch', '.srx', '.smil', '.fo', '.pom', '.csproj', '.nuspec', '.resx', '.opml', '.docbook', '.fodt', '.fods', '.fodp', '.props', '.targets', '.vbproj', '.fsproj', '.vcxproj', '.xaml', '.storyboard', '.xib', '.mxml', '.jnlp', '.cdx', '.webloc')),
    'yaml': ('yaml', ('citation.cff', 'pubspec.lock'), ('.yaml', '.yml', '.yamlld')),
}
LANGUAGES: dict[str, str] = {'htmldjango': 'html', 'vue-html': 'html', 'groff': 'man', 'nroff': 'man', 'pandoc': 'markdown', 'quarto': 'markdown', 'rmarkdown': 'markdown', 'restructuredtext': 'rst', 'latex': 'tex', 'plaintex': 'tex', 'pip-requirements': 'requirements', 'confini': 'settings', 'dosini': 'settings', 'dotenv': 'settings', 'editorconfig': 'settings', 'gitconfig': 'settings', 'jproperties': 'settings', 'npmrc': 'settings', 'spring-boot-properties': 'settings', 'ant': 'xml', 'ansible': 'yaml', 'dockercompose': 'yaml', 'github-actions-workflow': 'yaml', 'spring-boot-properties-yaml': 'yaml'}
