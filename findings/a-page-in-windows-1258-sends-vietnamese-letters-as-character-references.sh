#!/bin/sh
# windows-1258 writes Vietnamese letters as a letter and a mark. Encoders of browsers encode single code points, and NFC has
# one for both: so the query of a link in NFC is sent as a numeric character reference, in all three browsers.
# Seen on Debian 12, 2026-11-27. Status 0: it is still so; 1: it is not; 2: a program is missing.
. "$(dirname "$0")/browsers.inc"

ask '["?\u1ea5", "http://h/", "windows-1258"]' '["?\u00e2\u0301", "http://h/", "windows-1258"]'
say '^(Chromium|Firefox|WebKitGTK) .*: http://h/.%26%237845%3B$' 3
say '^(Chromium|Firefox|WebKitGTK) .*: http://h/.%E2%EC$' 3
