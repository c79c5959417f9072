#!/bin/sh
# Firefox 153 ESR drops the host of every file: URL, whatever is there; Chromium 156 keeps even localhost, and the URL
# Standard keeps all hosts but localhost. A check that reads a host and a browser that opens the URL see two files.
# Seen on Debian 12, 2026-11-27. Status 0: it is still so; 1: it is not; 2: a program is missing.
. "$(dirname "$0")/browsers.inc"

ask '"file://server/x"' '"file://a b/x"' '"file://localhost/x"'
say '^Firefox .*: file:///x$' 3
say '^Chromium .*: file://localhost/x$' 1
