"""The original of a hostile web page, in a frame and in a tab of its own: nothing of it runs, loads or leads away."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest

from annotation.models import Project
from tests.browser.workspace import expect, log_in
from tests.web_pages import keep_page

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

TITLE = "Fuel prices (example.com 3fa9c1d2)"


def planted(trap: str) -> str:
    """Every way that a page of 2026 has to run something, to ask a server, or to go elsewhere."""
    return f"""<!doctype html><html><head><meta charset="iso-8859-1"><title>Planted</title>
<base href="{trap}/base/"><meta http-equiv="refresh" content="0;url={trap}/refresh">
<link rel="stylesheet" href="{trap}/a.css"><link rel="preconnect" href="{trap}"><link rel="dns-prefetch" href="{trap}">
<link rel="prefetch" href="{trap}/prefetch"><link rel="icon" href="{trap}/icon"><link rel="manifest" href="{trap}/m">
<style>@import "{trap}/import.css"; @font-face {{font-family: x; src: url({trap}/font)}}
body {{background: url({trap}/bg); font-family: x}} #kept {{color: rgb(1, 2, 3)}}</style>
<script>parent.ran = window.ran = top.ran = 1</script><script src="{trap}/s.js"></script>
<script type="module">import "{trap}/module.js"; window.ran = 1</script></head>
<body onload="window.ran = 1" background="{trap}/background">
<p id="kept">Zürich’s prices rose.</p><img src="{trap}/img" onerror="window.ran = 1" srcset="{trap}/srcset 2x">
<picture><source srcset="{trap}/source"><img src="{trap}/img2"></picture>
<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='window.ran=1'/>">
<svg onload="window.ran = 1"><image href="{trap}/svg" /><script>window.ran = 1</script><use href="{trap}/use#a"/></svg>
<math><mtext><img src=x onerror="window.ran = 1"></mtext></math>
<iframe src="{trap}/frame" srcdoc="<script>parent.ran = 1</script>"></iframe><object data="{trap}/object"></object>
<embed src="{trap}/embed"><video src="{trap}/video" poster="{trap}/poster" autoplay></video>
<audio src="{trap}/audio"></audio>
<form action="{trap}/form"><button id="send" formaction="{trap}/sent">Send</button><input autofocus onfocus="ran = 1">
</form><a id="away" href="{trap}/away" ping="{trap}/ping" target="_top">Away</a>
<a id="run" href="javascript:window.ran = 1">Run</a><details open ontoggle="window.ran = 1"></details>
<div style="background-image: url({trap}/inline)">x</div><noscript><img src="{trap}/noscript"></noscript>
<template><img src="{trap}/template"></template></body></html>"""


@pytest.fixture
def trap() -> Iterator[tuple[str, list[str]]]:
    """A server that writes down who connects, and what they ask."""
    heard: list[str] = []
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                connection, _address = listening.accept()
            except OSError:
                return
            with connection:
                connection.settimeout(1)
                try:
                    heard.append(connection.recv(500).decode("latin-1").partition("\r")[0])
                except OSError:
                    heard.append("connected")

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}", heard
    listening.shutdown(socket.SHUT_RDWR)
    listening.close()
    thread.join()


@pytest.fixture
def kept(project, verifier, trap) -> Project:
    keep_page(project, TITLE, planted(trap[0]))
    return project


def test_nothing_of_a_hostile_page_runs_or_loads(chromium, live_server, kept, trap):
    address = f"{live_server.url}/p/{kept.slug}/web/snapshot/?{urlencode({'title': TITLE})}"
    context = chromium.new_context(base_url=live_server.url)
    log_in(context)
    loaded: list[str] = []  # what the policy stops is told of as a request too, but never finishes
    context.on("requestfinished", lambda request: loaded.append(request.url))
    page = context.new_page()
    answer = page.goto(address)
    assert answer is not None and answer.headers["content-security-policy"].startswith("sandbox; default-src 'none'")
    expect(page.locator("#kept")).to_have_text("Zürich’s prices rose.")
    page.goto("/my-work/")
    page.evaluate("(src) => document.body.append(Object.assign(document.createElement('iframe'), {src}))", address)
    frame = page.frame_locator("iframe")
    expect(frame.locator("#kept")).to_have_css("color", "rgb(1, 2, 3)")
    for name in ("away", "run", "send"):
        frame.locator(f"#{name}").click(force=True)
    page.wait_for_timeout(500)  # for what a browser does ahead, without being told when it is done
    expect(frame.locator("#kept")).to_be_visible()
    assert page.evaluate("window.ran === undefined") and page.frames[1].url == address
    assert not [url for url in loaded if not url.startswith((live_server.url, "data:"))]
    assert trap[1] == []
    context.close()
