from __future__ import annotations

from django.apps import AppConfig


class AnnotationConfig(AppConfig):
    name = "annotation"
    label = "annotation"

    def ready(self) -> None:
        import annotation.work.checks  # noqa: F401  (registers the system checks)
        from annotation.composition import compose

        compose()
