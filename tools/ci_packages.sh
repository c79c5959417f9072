#!/usr/bin/env bash
# Install the programs that some tests need, where apt-get is there; without them, these tests are skipped.
set -euo pipefail
command -v apt-get >/dev/null || exit 0

missing=()
needs() { command -v "$1" >/dev/null || missing+=("${@:2}"); }
needs javac default-jdk-headless
needs go golang-go
needs rustc rustc
needs ruby ruby
needs php php-cli
needs re2c re2c
needs npm nodejs npm
needs dot graphviz
needs tmux tmux
needs chromium chromium
for font in dejavu noto; do # the golden screenshots are set in these
  ls /usr/share/fonts/truetype/$font/*.ttf >/dev/null 2>&1 || missing+=(fonts-$font-core)
done
[ -f /usr/share/unicode/BidiCharacterTest.txt ] || missing+=(unicode-data)
ldconfig -p | grep -q libpcre2-8 || missing+=(libpcre2-8-0)
[ ! -x /usr/bin/python3 ] || /usr/bin/python3 -c 'import ensurepip' 2>/dev/null || missing+=(python3-venv)

[ ${#missing[@]} -gt 0 ] || exit 0
(apt-get update -q && apt-get install -y -q --no-install-recommends "${missing[@]}") >/dev/null 2>&1 ||
  echo "not installed: ${missing[*]}; the tests that need them are skipped"
