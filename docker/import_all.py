"""Import every module of Attest, so that an image that lacks one of its packages is not built."""

from __future__ import annotations

import importlib
import importlib.util
import os
import pkgutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("observation", "jobs", "corpus", "search", "annotation", "baseline", "frontend", "config")
# Of group "models": imported by modules that only run where weights are named.
OPTIONAL = {"torch", "transformers", "faiss", "accelerate"}


def main() -> None:
    sys.path.insert(0, str(ROOT))
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"ATTEST_DATA_DIR": folder, "ATTEST_ENV_FILE": ""}
        import django

        django.setup()
        failed = [failure for name in modules() if (failure := imported(name))]
    if failed:
        sys.exit("\n".join(failed))


def modules() -> list[str]:
    """Dotted names, in order."""
    return [
        module.name
        for package in PACKAGES
        for module in pkgutil.walk_packages([str(ROOT / package)], f"{package}.")
        if module.name != "config.gunicorn"  # it is a file of settings, read by gunicorn
    ]


def imported(name: str) -> str:
    """Import a module; what failed, or ""."""
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        lacking = (error.name or "").partition(".")[0]
        return "" if lacking in OPTIONAL and importlib.util.find_spec(lacking) is None else f"{name}: {error}"
    except ImportError as error:
        return f"{name}: {error}"
    return ""


if __name__ == "__main__":
    main()
