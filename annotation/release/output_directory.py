"""Build a release beside its destination and rename it there when it is complete.

OUT.partial is taken by one process at a time. What a killed one left there is thrown away by the next. A folder that is
replaced is exchanged for the new one in one step where the system can do that (Linux); elsewhere it stands for a moment
under OUT.replaced, and is put back by the next export if this one is killed then.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.utils.translation import gettext as _

from annotation.release.summary import ReleaseError

MANIFEST, LOG_HEADS = "manifest.json", "log_heads.csv"
LOCK = ".writing"
AT_FDCWD, RENAME_EXCHANGE = -100, 2


@contextmanager
def taking_place(out: Path, *, force: bool) -> Iterator[Path]:
    """The folder to write to; it becomes OUT when the body ends well, and is thrown away when not.

    Raises ReleaseError where OUT is there already: without `force`, or when it is no release and not empty.
    """
    out = Path(os.path.abspath(out))
    out.parent.mkdir(parents=True, exist_ok=True)
    partial, replaced = out.with_name(f"{out.name}.partial"), out.with_name(f"{out.name}.replaced")
    with _alone(partial):
        if replaced.is_dir() and not out.exists():
            replaced.rename(out)
        _check(out, force=force)
        _empty(partial)
        try:
            yield partial
            _sync(partial)
            (partial / LOCK).unlink()
            _exchange(partial, out, replaced)
        except BaseException:
            shutil.rmtree(partial, ignore_errors=True)
            raise


@contextmanager
def moving_into(folder: Path, *, last: str) -> Iterator[Path]:
    """A folder to write files in, which take their places in FOLDER when the body ends well: all of them are whole
    before the first is moved, and `last` is moved last."""
    folder.mkdir(parents=True, exist_ok=True)
    place = Path(tempfile.mkdtemp(prefix=".partial-", dir=folder))
    try:
        yield place
        _sync(place)
        for path in sorted(place.iterdir(), key=lambda path: (path.name == last, path.name)):
            path.replace(folder / path.name)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _check(out: Path, *, force: bool) -> None:
    if not out.exists() or (out.is_dir() and not any(out.iterdir())):
        return
    if not (out / MANIFEST).is_file():
        words = _("%(out)s is there already and is no release. Choose another folder.")
        raise ReleaseError(words % {"out": out})
    if not force:
        words = _("%(out)s is a release already. Choose another folder, or replace it with --force.")
        raise ReleaseError(words % {"out": out})


@contextmanager
def _alone(partial: Path) -> Iterator[None]:
    partial.mkdir(exist_ok=True)
    handle = os.open(partial / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            words = _("Another export is writing to %(folder)s. Wait for it, or choose another folder.")
            raise ReleaseError(words % {"folder": partial}) from error
        try:
            yield
        except BaseException:
            shutil.rmtree(partial, ignore_errors=True)
            raise
    finally:
        os.close(handle)


def _empty(folder: Path) -> None:
    for each in folder.iterdir():
        if each.is_dir() and not each.is_symlink():
            shutil.rmtree(each)
        elif each.name != LOCK:
            each.unlink()


def _sync(folder: Path) -> None:
    """On the disk before it is called whole: a power cut leaves no empty files under good names."""
    for path in [folder, *folder.rglob("*")]:
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _exchange(partial: Path, out: Path, replaced: Path) -> None:
    if not out.exists():
        partial.rename(out)
        return
    if _swap(partial, out):
        shutil.rmtree(partial)
        return
    shutil.rmtree(replaced, ignore_errors=True)
    out.rename(replaced)
    partial.rename(out)
    shutil.rmtree(replaced)


def _swap(one: Path, other: Path) -> bool:
    """Two folders change places in one step; False where the system cannot do that."""
    try:
        renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError):
        return False
    done = renameat2(AT_FDCWD, os.fsencode(one), AT_FDCWD, os.fsencode(other), RENAME_EXCHANGE)
    return bool(done == 0)
