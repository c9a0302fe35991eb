"""Sources that a manager may import from: an upload, a file of this server, articles of a wiki.

A source is stored with its job as JSON: {"from": "upload", "file": name}, {"from": "server", "path": relative path} or
{"from": "wiki", "wiki": address, "titles": [...], "category": name or null, "depth": n, "rendered": bool}.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from annotation.errors import AnnotationError, Invalid
from annotation.release.importing.uploads import stored_whole
from corpus.importing.batches import Source
from corpus.models import Corpus
from corpus.sources import SourceError, kind_of

MB = 1 << 20
MOST_ENTRIES = 500  # files and folders of the server that are listed
MOST_TITLES = 5_000
StoredSource = dict[str, Any]


def most_bytes() -> int:
    """Largest upload, in bytes; 0 where uploads are off."""
    return int(settings.ATTEST_IMPORT_UPLOAD_MB) * MB


def store_upload(corpus: Corpus, file: UploadedFile[Any]) -> StoredSource:
    """Keep an uploaded file until it is imported. A file that was uploaded before is replaced.

    It gets its name only once all of it is there. Raises Invalid for one that is too large, empty or of no known kind.
    """
    if (file.size or 0) > most_bytes():
        raise Invalid(too_large(corpus), {"file": [too_large(corpus)]})
    remove_uploads(corpus)
    whole = stored_whole(uploads_of(corpus), file, "upload")
    try:
        kind_of(whole)
    except SourceError as error:
        remove_uploads(corpus)
        raise Invalid(said(error, whole), {"file": [said(error, whole)]}) from error
    return {"from": "upload", "file": whole.name}


def too_large(corpus: Corpus) -> str:
    """Name the limit, and the command for larger files."""
    words = _("The file is larger than %(most)d MB. Have an administrator import it: %(command)s")
    command = f"python manage.py import_corpus FILE --corpus {corpus.slug}"
    return words % {"most": settings.ATTEST_IMPORT_UPLOAD_MB, "command": command}


def uploads_of(corpus: Corpus) -> Path:
    """Folder of the file that was uploaded for a corpus. It need not exist."""
    return Path(settings.ATTEST_DATA_DIR) / "uploads" / corpus.slug


def remove_uploads(corpus: Corpus) -> None:
    """Delete what was uploaded for a corpus."""
    shutil.rmtree(uploads_of(corpus), ignore_errors=True)


def server_folder() -> Path | None:
    """Folder of this server that managers may import from; None where there is none."""
    folder = Path(settings.ATTEST_IMPORT_DIR).resolve() if settings.ATTEST_IMPORT_DIR else None
    return folder if folder is not None and folder.is_dir() else None


def server_entries() -> list[str]:
    """Relative paths of the files and folders to choose from, three levels deep, by name."""
    root = server_folder()
    if root is None:
        return []
    return sorted(path.relative_to(root).as_posix() for path in _below(root, 3))[:MOST_ENTRIES]


def _below(folder: Path, levels: int) -> Iterator[Path]:
    for count, path in enumerate(sorted(folder.iterdir())):
        if count >= MOST_ENTRIES:
            return
        if path.name.startswith(".") or not os.access(path, os.R_OK):
            continue
        yield path
        if levels > 1 and path.is_dir() and not path.is_symlink():
            yield from _below(path, levels - 1)


def server_path(relative: str) -> Path:
    """The file or folder of this name below the server's folder. Raises Invalid for any other path."""
    root = server_folder()
    refused = _("There is no such file below the folder that the administrator has named for imports.")
    if root is None or "\0" in relative:
        raise Invalid(refused, {"path": [refused]})
    path = (root / relative).resolve()  # links and ".." are followed before it is compared
    if not path.is_relative_to(root) or path == root or not path.exists():
        raise Invalid(refused, {"path": [refused]})
    return path


def wiki_address(given: str) -> str:
    """The address of an allowed wiki, always by HTTPS: a manager must not make this server ask any address.

    Raises Invalid.
    """
    host = (urlsplit(given if "://" in given else f"https://{given}").hostname or "").lower()
    known = [name.lower().lstrip(".") for name in settings.ATTEST_IMPORT_WIKIS]
    if any(host == name or host.endswith(f".{name}") for name in known):
        return f"https://{host}"
    message = _("Articles can be fetched from %(known)s only. An administrator can add others in ATTEST_IMPORT_WIKIS.")
    raise Invalid(message % {"known": ", ".join(known)}, {"wiki": [message % {"known": ", ".join(known)}]})


def resolved(corpus: Corpus, stored: Mapping[str, Any]) -> Source:
    """The source as the importer reads it. Raises AnnotationError `source_gone`, Invalid."""
    if stored["from"] == "wiki":
        return _live(stored)
    path = uploads_of(corpus) / Path(stored["file"]).name if stored["from"] == "upload" else server_path(stored["path"])
    if not path.exists():
        raise AnnotationError("source_gone", _("The file is no longer there. Upload it again."), 409)
    return path


def _live(stored: Mapping[str, Any]) -> Source:
    from corpus.sources.live import LiveRequest  # brings an HTTP client along
    from corpus.sources.mediawiki_api import Manners

    return LiveRequest(
        wiki=wiki_address(stored["wiki"]),
        titles=tuple(stored["titles"]),
        category=stored["category"] or None,
        depth=stored["depth"],
        rendered=stored["rendered"],
        # Whoever waits for it in a browser is told after a minute that the wiki does not answer.
        manners=Manners(contact=settings.ATTEST_CONTACT, attempts=4, connect_timeout=5.0, patience=60.0),
    )


def said(error: SourceError, path: Path | None = None) -> str:
    """The error with the name of the file instead of its path on this server."""
    return str(error) if path is None else str(error).replace(str(path), path.name)


def name_of(stored: Mapping[str, Any]) -> str:
    """The source in one line."""
    return str(stored.get("file") or stored.get("path") or stored.get("wiki") or "")
