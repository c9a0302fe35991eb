"""The report of the demo, as it comes out of a printer."""

from __future__ import annotations

import re

import pytest

from annotation.models import Project
from annotation.release.summary import ReleaseOptions
from annotation.release.write import write_release
from tests.annotation.test_demo import set_up

MOST = 10


@pytest.mark.extended
def test_the_report_of_the_demo_prints_on_few_pages(db, settings, tmp_path, chromium):
    set_up(settings, tmp_path / "var")
    project = Project.objects.get(slug="demo")
    write_release(project, tmp_path / "out", ReleaseOptions(formats=frozenset({"report"})))
    page = chromium.new_page()
    page.goto((tmp_path / "out/report/report.html").as_uri())
    made = page.pdf(format="A4", prefer_css_page_size=True)
    page.close()
    assert 1 < len(re.findall(rb"/Type\s*/Page\b", made)) <= MOST
