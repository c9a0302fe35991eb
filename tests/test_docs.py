"""Documents name what exists, and what exists is documented: commands, settings, API paths, codes, links."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from config.variables import VARIABLES

ROOT = Path(__file__).resolve().parent.parent
READERS = {"env_str", "env_bool", "env_int", "env_list", "env_time_zone", "env_map", "env_networks", "env_choice"}
OUR_APPS = {"jobs", "corpus", "search", "annotation", "frontend", "baseline"}
DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("[a-z]*/README.md")]
)


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def variables_read_by_config() -> set[str]:
    """Names given to a reader of config/env.py anywhere in config/."""
    return {
        node.args[0].value
        for file in (ROOT / "config").glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in READERS
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }


def test_every_variable_that_is_read_is_listed():
    assert variables_read_by_config() | {"ATTEST_ENV_FILE"} == {variable.name for variable in VARIABLES}


@pytest.mark.parametrize("name", sorted(variable.name for variable in VARIABLES))
def test_env_example_documents_every_variable(name):
    assert re.search(rf"\b{name}\b", text(".env.example"))


def test_the_readme_leads_to_the_settings():
    assert ".env.example" in text("README.md")
    assert "doctor" in text("README.md")


def test_the_readme_fits_on_two_screens():
    assert len(text("README.md").splitlines()) <= 80


def test_env_example_changes_nothing_when_copied_as_it_is():
    lines = [line for line in text(".env.example").splitlines() if line and not line.startswith("#")]
    assert lines == []


def our_commands() -> list[str]:
    return sorted(name for name, app in get_commands().items() if app in OUR_APPS)


def test_there_are_commands():
    assert {"import_corpus", "build_index", "export_dataset", "doctor"} <= set(our_commands())


@pytest.mark.parametrize("name", our_commands())
def test_every_command_is_documented_and_says_what_it_does(name):
    assert f"`{name}" in text("docs/operators.md")
    assert load_command_class(get_commands()[name], name).help


def make_targets() -> list[str]:
    return re.findall(r"^([a-z-]+):.*## ", text("Makefile"), re.MULTILINE)


def test_the_readme_shows_the_two_commands():
    assert {"run", "test"} <= set(make_targets())
    assert "make run" in text("README.md")
    assert "make test" in text("README.md")


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"])
def test_every_make_target_in_a_document_exists(document):
    assert set(re.findall(r"\bmake ([a-z-]+)(?=[`\s]*(?:$|#|`))", text(document), re.MULTILINE)) <= set(make_targets())


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_inside_the_repository_lead_somewhere(document):
    links = re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", text(document)) + re.findall(
        r'src="(?!https?:)([^"]+)"', text(document)
    )
    folder = (ROOT / document).parent
    assert [link for link in links if not (folder / link).exists()] == []


@pytest.mark.parametrize("document", [name for name in DOCUMENTS if name != "CHANGELOG.md"])
def test_paths_in_documents_exist(document):
    """Whole paths in backticks, from the root of the checkout or from the document's folder."""
    folder = (ROOT / document).parent
    packages = "jobs|corpus|search|annotation|baseline|frontend|config|tests|docs"
    paths = re.findall(rf"`((?:{packages})/[\w./-]+)`", text(document))
    assert [path for path in paths if not (ROOT / path).exists() and not (folder / path).exists()] == []


# --- Lists of the code -----------------------------------------------------------------------------------------------


def test_the_api_guide_lists_every_endpoint():
    from annotation.api.urls import urlpatterns

    routes = {str(pattern.pattern) for pattern in urlpatterns if str(pattern.pattern)}
    routes = {re.sub("<(?:str:public_id|int:pk)>", "<id>", route) for route in routes}
    routes = {re.sub(r"<\w+:(\w+)>", r"<\1>", route) for route in routes}
    listed = re.findall(r"^(?:GET|POST|PUT) +/(\S+?)(?:\?\S*)? ", text("docs/api.md"), re.MULTILINE)
    assert routes - {"projects/<slug>/claims/"} <= set(listed) <= routes


def test_every_code_of_the_api_guide_exists():
    table = text("docs/api.md").partition("| status | codes |")[2]
    codes = set(re.findall(r"`([a-z_]+)`", table)) - {"fields"}
    codes -= {"method_not_allowed", "unsupported_media_type"}  # these are DRF's
    code = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "annotation").rglob("*.py"))
    assert len(codes) >= 20
    assert [name for name in sorted(codes) if f'"{name}"' not in code] == []


def test_the_annotation_guide_names_every_report_reason_and_decision():
    from annotation.workflows.claim_verification.models import ReportDecision, ReportReason

    written = text("annotation/README.md")
    assert [value for value in (*ReportReason.values, *ReportDecision.values) if f"`{value}`" not in written] == []
    assert "put_back`;" not in written


def test_the_managers_guide_names_every_role():
    from annotation.projects.models import Role

    assert [value for value in Role.values if value.replace("_", " ") not in text("docs/managers.md")] == []


def test_the_version_is_the_newest_in_the_changelog():
    version = tomllib.loads(text("pyproject.toml"))["project"]["version"]
    newest = re.search(r"^## \[?(\d+\.\d+\.\d+)", text("CHANGELOG.md"), re.MULTILINE)
    assert newest is not None
    assert version == newest.group(1)


def test_every_test_that_a_document_names_exists():
    named = set(re.findall(r"`(test_[a-z_0-9]+)`", text("docs/the-original.md")))
    written = {
        name
        for file in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert len(named) > 40
    assert named <= written, sorted(named - written)
