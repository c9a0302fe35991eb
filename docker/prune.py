"""Delete from an installed environment what a server never imports: `python docker/prune.py SITE_PACKAGES`.

Run while the image is built (docker/Dockerfile). Tests of packages, headers and sources of compiled modules, clients of
network file systems that Arrow brings, translations of languages that Attest does not speak, and pip itself. Shared
libraries lose their symbol tables (`strip`, where it is installed).
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

LANGUAGES = {"en", "de"}  # of settings.LANGUAGES
# Whole packages: what installs others has no place on a server.
PACKAGES = (
    "pip",
    "pip-*.dist-info",
    "setuptools",
    "setuptools-*.dist-info",
    "pkg_resources",
    "_distutils_hack",
    "distutils-precedence.pth",
)
FOLDERS = re.compile(r"/(?:tests|numpy/_core/include|pyarrow/include|pyarrow/src|sklearn/datasets/data)$")
# Flight and Substrait are protocols, the others are file systems of clouds: releases are files of this machine. Arrow's
# `lib` is linked with libarrow_substrait, so that stays.
ARROW = re.compile(
    r"/pyarrow/(?:lib)?(?:arrow_)?_?(?:python_)?(?:flight|s3|s3fs|gcsfs|azurefs|hdfs|pyarrow_cpp_tests)[.]"
)
SOURCES = re.compile(r"[.](?:pyx|pxd|pxi|pyi|h|hpp|c|cc|cpp|po|a)$")
COPY = re.compile(r"/libarrow_python[a-z_]*[.]so(?:[.]\d+[.]\d+[.]\d+)?$")  # the loader asks for .so.NNNN alone
LOCALE = re.compile(r"/locale/([a-zA-Z]+)[^/]*$")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("site_packages", type=Path)
    folder = parser.parse_args().site_packages
    before = size(folder)
    for path in list(unneeded(folder)):
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    strip(folder)
    print(f"{folder}: {before / 1e6:.0f} MB before, {size(folder) / 1e6:.0f} MB now")


def unneeded(folder: Path) -> Iterator[Path]:
    """Files and folders to delete; those inside a folder that is named are not named again."""
    for pattern in PACKAGES:
        yield from folder.glob(pattern)
    gone: set[Path] = set()
    for path in sorted(folder.rglob("*")):
        if gone.isdisjoint(path.parents) and is_unneeded(path, f"/{path.relative_to(folder)}"):
            gone.add(path)
            yield path


def is_unneeded(path: Path, name: str) -> bool:
    """Whether a server never reads this file or folder; `name` is its path below site-packages."""
    if path.is_dir():
        language = LOCALE.search(name)
        return bool(FOLDERS.search(name)) or (language is not None and language[1] not in LANGUAGES)
    return any(pattern.search(name) for pattern in (ARROW, SOURCES, COPY))


def strip(folder: Path) -> None:
    """Remove symbol tables. The libraries in *.libs were patched, and `strip` would make them unreadable."""
    tool = shutil.which("strip")
    libraries = [
        path
        for path in folder.rglob("*.so*")
        if path.is_file() and not path.is_symlink() and not path.parent.name.endswith(".libs")
    ]
    if tool is not None:
        for library in libraries:  # one that cannot be stripped stays as it is
            subprocess.run([tool, "--strip-unneeded", str(library)], check=False, stderr=subprocess.DEVNULL)


def size(folder: Path) -> int:
    """Bytes of all files."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


if __name__ == "__main__":
    main()
