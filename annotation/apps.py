from __future__ import annotations

from django.apps import AppConfig


class AnnotationConfig(AppConfig):
    name = "annotation"
    label = "annotation"

    def ready(self) -> None:
        from annotation.jobs.index import ask
        from search.rebuilding import without_broker

        without_broker[:] = [ask]
