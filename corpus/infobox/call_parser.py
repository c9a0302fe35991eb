"""Parse an infobox call with mwparserfromhell; its arguments become rows."""

from __future__ import annotations

import mwparserfromhell

from corpus.syntax.nodes import Node, Parameter, Template, template
from corpus.syntax.scanner import scan

# The library's time grows with the square of unclosed tags: 100 kB of them take it half a minute. Real infoboxes
# have a few thousand characters and a few dozen tags.
LONGEST, MOST_TAGS = 30_000, 400


def infobox_call(node: Node) -> Template:
    """The call that a TEMPLATE node stands for, its arguments told apart by mwparserfromhell.

    What is too long for it, or what it does not take for one whole template, is told apart by our own scanner.
    """
    text = node.inner.text[node.start : node.end]
    if len(text) > LONGEST or text.count("<") > MOST_TAGS:
        return template(node)
    parsed = mwparserfromhell.parse(text, skip_style_tags=True).nodes
    if len(parsed) != 1 or not isinstance(parsed[0], mwparserfromhell.nodes.Template):
        return template(node)
    params = (Parameter(str(each.name), scan(str(each.value)), each.showkey) for each in parsed[0].params)
    return Template(str(parsed[0].name), tuple(params))
