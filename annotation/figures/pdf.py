"""Render a figure as PDF, for papers: text stays text, lines stay lines."""

from __future__ import annotations

import io
import re
from importlib import import_module

from annotation.figures.figure import Figure
from annotation.figures.png import font, light

# svglib reads no shorthand for fonts, and no titles.
_FONT = re.compile(r"svg\{font:(\d+px) ('[^']+');")
_UNREAD = re.compile(r"<(title|desc)\b[^>]*>.*?</\1>", re.DOTALL)


def pdf(figure: Figure) -> bytes | None:
    """The figure in its light colours, three quarters of a point a pixel; None where svglib or a font is not there.

    The same every time: without a date, and of the font only the letters that are used.
    """
    lettered = font()
    if lettered is None:
        return None
    try:
        reader, fonts = import_module("svglib.svglib"), import_module("svglib.fonts")
        canvases, renderer = import_module("reportlab.pdfgen.canvas"), import_module("reportlab.graphics.renderPDF")
    except ImportError:
        return None
    file, family = lettered
    registered, _is_exact = fonts.register_font(family, file)
    text = _FONT.sub(r"text{font-family:\2;font-size:\1}svg{", _UNREAD.sub("", light(figure, family)))
    drawing = reader.svg2rlg(io.BytesIO(text.encode()))
    made = io.BytesIO()
    # Publishers want every font embedded: none is named but the one that is, not even as the first of a page.
    drawing.initialFontName = registered
    size = (drawing.width, drawing.height)
    canvas = canvases.Canvas(made, pagesize=size, invariant=1, initialFontName=registered)
    canvas.setTitle(figure.title)
    canvas.setSubject(figure.description)
    renderer.draw(drawing, canvas, 0, 0)
    canvas.save()
    return made.getvalue()
