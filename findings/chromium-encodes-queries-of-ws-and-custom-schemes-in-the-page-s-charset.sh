#!/bin/sh
# On a page in windows-1252, Chromium 156 writes the query of a link to ws:, wss: or a custom scheme in the page's charset.
# The URL Standard has UTF-8 for these (4.4, query state), as Firefox 153 ESR and WebKitGTK 2.50.6.
# Seen on Debian 12, 2026-11-27. Status 0: it is still so; 1: it is not; 2: a program is missing.
. "$(dirname "$0")/browsers.inc"

ask '["ws://h/?\u00e9", "http://h/", "windows-1252"]' '["foo://h/?\u00e9", "http://h/", "windows-1252"]'
say '^Chromium .*?%E9$' 2
say '^(Firefox|WebKitGTK) .*?%C3%A9$' 4
