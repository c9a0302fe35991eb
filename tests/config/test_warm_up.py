"""What the web server loads before its workers are forked."""

from __future__ import annotations

from django.template.loader import get_template

from config.warm_up import warm_up


def test_it_opens_no_connection_to_the_database_and_compiles_the_templates():
    """A connection made before the fork would be shared by all workers. (No mark `django_db`: one would be refused.)"""
    warm_up()
    loader = get_template("my_work/my_work.html").template.engine.template_loaders[0]
    assert len(loader.get_template_cache) > 200
