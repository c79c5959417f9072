#!/bin/sh
# Since June 2026 the URL Standard lets every host in ASCII pass, also one with "xn--" that is no Punycode of a label.
# Chromium 156 and whatwg-url 17.3.0 follow; Firefox 153 ESR, WebKitGTK 2.50.6 and Node 20.20.2 refuse it.
# Seen on Debian 12, 2026-11-27. Status 0: it is still so; 1: it is not; 2: a program is missing.
. "$(dirname "$0")/browsers.inc"

ask '"http://xn--a/"'
say '^(Chromium|whatwg-url) .*: http://xn--a/$' 2
say '^(Firefox|WebKitGTK) .*: refused$' 2
node -e 'process.exit(Number(URL.canParse("http://xn--a/")))' || exit 1
