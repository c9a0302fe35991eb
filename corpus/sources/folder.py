"""A folder of `.wiki` files: the file's name is the page's title with underscores, its text is wikitext."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from corpus.sources.source import SourceError, SourceFailure, SourcePage
from corpus.wikitext.blocks import redirect_target


def read_folder(path: Path) -> Iterator[SourcePage | SourceFailure]:
    """The folder's articles by file name. A "/" or "?" in a title is written %2F or %3F."""
    files = sorted(path.glob("*.wiki"))
    if not files:
        raise SourceError(path, "", "the folder has no .wiki file", "Name each article Its_title.wiki.")
    for file in files:
        title = unquote(file.stem).replace("_", " ")
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            yield SourceFailure(title, str(file), f"cannot be read as UTF-8 ({error})")
            continue
        yield SourcePage(title, text, redirect_to=redirect_target(text))
