"""A production in the notations of other engines: regex dialects, schemas, grammars, and its table.

One module for each family of dialects; `registry` lists them, and `export` is the public function. The package is
called `exports` because one called `export` would hide that function.
"""
