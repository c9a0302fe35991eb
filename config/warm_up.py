"""What every page needs is loaded once, before the web server's workers are forked: they share it, and nobody waits.

Without it the first requests of each new worker take seconds: after a start, and after a worker was killed.
"""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.template.loader import get_template
from django.template.utils import get_app_template_dirs
from django.urls import reverse


def warm_up() -> None:
    """Import the views, compile the templates of this project, and import what pages import late. Asks no database."""
    reverse("login")
    for folder in (*settings.TEMPLATES[0]["DIRS"], *get_app_template_dirs("templates")):
        if settings.BASE_DIR in Path(folder).parents:
            for file in Path(folder).rglob("*.html"):
                get_template(file.relative_to(folder).as_posix())
    import scipy.special  # noqa: F401  for chi-square of dashboards
