#!/bin/sh
# Firefox 153 ESR ends a reference that it resolves against a base at the first U+0000, in the host, too: it goes to
# http://a/ where Chromium 156, WebKitGTK 2.50.6 and the URL Standard refuse the host.
# Seen on Debian 12, 2026-11-27. Status 0: it is still so; 1: it is not; 2: a program is missing.
. "$(dirname "$0")/browsers.inc"

ask '["a\u0000b", "http://h/d/"]' '["//a\u0000b.example/", "http://h/d/"]'
say '^Firefox .*: http://h/d/a$' 1
say '^Firefox .*: http://a/$' 1
say '^Chromium .*: http://h/d/a%00b$' 1
