"""Extract the TeX source of formulas from both dialects of rendered HTML."""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from corpus.html.document import attributes, children
from corpus.page.formulas import rendered_formula

_IMAGE_CLASSES = ("mwe-math-fallback", "tex")


def formula_text(node: LexborNode, tag: str, given: dict[str, str], classes: list[str]) -> str | None:
    """The formula, as wikitext's `<math>` gives it; None when the element is no formula."""
    if tag == "math" or "mwe-math-element" in classes:
        source = _source(node, tag, given)
        return None if source is None else rendered_formula(source)
    if tag == "img" and any(name.startswith(_IMAGE_CLASSES) for name in classes) and given.get("alt"):
        return rendered_formula(given["alt"])
    return None


def _source(node: LexborNode, tag: str, given: dict[str, str]) -> str | None:
    """TeX, looked for where readers of the page who see no picture find it too."""
    if tag == "math" and given.get("alttext"):
        return given["alttext"]
    if tag == "annotation" and "tex" in given.get("encoding", ""):
        return node.text()
    if tag == "img":
        return given.get("alt") or None
    for child, name in children(node):
        if name != "-text" and (found := _source(child, name, attributes(child))) is not None:
            return found
    return None
