"""Secret key of an installation without SECRET_KEY: generated once, stored in the data folder."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key


def secret_key_from(data_dir: Path) -> str:
    """Read DATA_DIR/secret_key, or create it (mode 0600). There is no default secret to leave in place."""
    path = data_dir / "secret_key"
    try:
        if not path.exists():
            _create(path)
        key = path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"{path} cannot be read or written ({error.strerror}). "
            "Set SECRET_KEY, or ATTEST_DATA_DIR to a folder of your own."
        ) from error
    if not key:
        raise ImproperlyConfigured(f"{path} is empty. Delete it, or set SECRET_KEY.")
    return key


def _create(path: Path) -> None:
    """Write the key atomically: of several processes that start at once, the first wins."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, unfinished = tempfile.mkstemp(prefix="secret_key.", dir=path.parent)  # mkstemp makes it 0600
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(get_random_secret_key() + "\n")
        os.link(unfinished, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without hard links, as some shared folders of virtual machines are
        os.replace(unfinished, path)
    finally:
        Path(unfinished).unlink(missing_ok=True)
