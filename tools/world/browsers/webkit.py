"""Open a page in WebKitGTK.

The Python that runs it has the package python3-gi of Debian.

/usr/bin/python3 tools/world/browsers/webkit.py --version
xvfb-run /usr/bin/python3 tools/world/browsers/webkit.py URL
"""

from __future__ import annotations

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402  # versions come first

if sys.argv[1] == "--version":
    versions = WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()
    print(".".join(map(str, versions)))
else:
    view = WebKit2.WebView.new_with_context(WebKit2.WebContext.new_ephemeral())
    window = Gtk.OffscreenWindow()
    window.add(view)
    window.show_all()
    view.load_uri(sys.argv[1])
    Gtk.main()
