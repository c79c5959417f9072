#!/bin/sh
# A redirect has its target in the field Location (RFC 9110, section 10.2.2). aiohttp's client follows a field URI as well, which HTTP had before
# RFC 2616 (section 19.6.3) dropped it; httpx and requests give back such a response as it is.
# Guess: a response with status 302. Seen: aiohttp 3.14.5, httpx 0.28.1, requests 2.34.2, CPython 3.11, 2026-11-28.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder" && "$folder/bin/pip" install -q aiohttp==3.14.5 httpx==0.28.1 requests==2.34.2 2>/dev/null || exit 2
"$folder/bin/python" - <<'PYTHON'
import asyncio, sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
import aiohttp, httpx, requests

class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        field = self.path[1:]
        self.send_response(200 if field == "there" else 302)
        if field != "there":
            self.send_header(field, "/there")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass

server = HTTPServer(("127.0.0.1", 0), Handler)
Thread(target=server.serve_forever, daemon=True).start()

async def by_aiohttp(url):
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return response.status, response.url.path

def by_others(url):
    first = requests.get(url)
    second = httpx.get(url, follow_redirects=True)
    return [(first.status_code, first.url.rpartition("/")[2]), (second.status_code, second.url.path[1:])]

for field, expected in {"Location": (200, "/there", [200, 200]), "URI": (200, "/there", [302, 302])}.items():
    url = f"http://127.0.0.1:{server.server_port}/{field}"
    result, others = asyncio.run(by_aiohttp(url)), by_others(url)
    print(field, "aiohttp", *result, "others", others)
    if (*result, [status for status, _ in others]) != expected:
        sys.exit(1)
PYTHON
