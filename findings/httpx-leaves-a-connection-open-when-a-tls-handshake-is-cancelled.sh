#!/bin/sh
# A task that waits for a server is cancelled: while it waits for the response, httpx's AsyncClient closes the connection. While it waits for the
# TLS handshake, the connection stays open, also after the client was closed: httpcore closes it where the handshake raises an exception, and a
# cancellation is a BaseException.
# Guess: closed in both cases. Seen: httpx 0.28.1, httpcore 1.0.9, anyio 4.16.0, CPython 3.11, 2026-11-28.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder" && "$folder/bin/pip" install -q httpx==0.28.1 httpcore==1.0.9 anyio==4.16.0 2>/dev/null || exit 2
"$folder/bin/python" - <<'PYTHON'
import asyncio, sys
import httpx

async def is_closed(scheme):
    """Return whether a server that answers nothing sees the end of a connection after the request was cancelled."""
    began, ended = asyncio.Event(), asyncio.Event()

    async def serve(reader, writer):
        await reader.read(1)
        began.set()
        while await reader.read(1_000):
            pass
        ended.set()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with httpx.AsyncClient() as client:
        request = asyncio.ensure_future(client.get(f"{scheme}://127.0.0.1:{server.sockets[0].getsockname()[1]}/"))
        await began.wait()
        await asyncio.sleep(0.2)
        request.cancel()
        await asyncio.wait([request])
        assert request.cancelled()
    try:
        await asyncio.wait_for(ended.wait(), 2)
    except asyncio.TimeoutError:
        return False
    return True

async def main():
    return {scheme: await is_closed(scheme) for scheme in ("http", "https")}

result = asyncio.run(main())
print("closed", result)
sys.exit(result != {"http": True, "https": False})
PYTHON
