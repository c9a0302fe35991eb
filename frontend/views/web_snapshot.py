"""The original of an archived web page, in a sandbox: no script runs and nothing is loaded from anywhere.

The policy in the answer's header holds in a frame and in a tab of its own. What no policy stops (a browser may connect
ahead to hosts that a page names, a link leads away) is taken out of what is shown; what is stored stays as it came.
"""

from __future__ import annotations

import zlib

from django.http import HttpResponse
from selectolax.lexbor import LexborHTMLParser

from annotation.evidence.web.access import snapshot_to_show
from annotation.projects.models import Project
from frontend.views.access import PersonRequest, member_view

POLICY = "; ".join(
    (
        "sandbox",
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'self'",
    )
)
TAKEN_OUT = "script, link, base, meta[http-equiv], iframe, frame, object, embed, applet, portal"
LEADING_AWAY = ("href", "xlink:href", "ping", "action", "formaction", "target", "srcset", "background", "poster", "src")
MOST = 20 << 20  # bytes of HTML, as in the import


@member_view("GET")
def web_snapshot(request: PersonRequest, project: Project) -> HttpResponse:
    """The page's HTML. ?title= is that of the page in the corpus."""
    snapshot = snapshot_to_show(project, request.GET.get("title", "").replace("\0", ""))
    html = zlib.decompressobj().decompress(bytes(snapshot.html), MOST).decode("utf-8", "replace")
    answer = HttpResponse(shown(html), content_type="text/html; charset=utf-8")
    answer.headers["Content-Security-Policy"] = POLICY
    answer.headers["X-Frame-Options"] = "SAMEORIGIN"
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.headers["X-DNS-Prefetch-Control"] = "off"
    return answer


def shown(html: str) -> str:
    """The HTML without what runs, loads or leads away; addresses of links become titles, to be read."""
    tree = LexborHTMLParser(html)
    for node in tree.css(TAKEN_OUT):
        node.decompose()
    for node in tree.css(", ".join(f"[{name.replace(':', chr(92) + ':')}]" for name in LEADING_AWAY)):
        attributes = node.attributes
        for name in LEADING_AWAY:
            if name not in attributes:
                continue
            address = attributes[name] or ""
            if name == "href" and not address.startswith("#"):
                node.attrs["title"] = address[:500]
            if not address.startswith("#"):
                del node.attrs[name]
    return tree.html or ""
