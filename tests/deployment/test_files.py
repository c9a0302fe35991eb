"""Image, compose file, proxy and units, by schema and by rule. What runs of them is in test_processes.py."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
import yaml

from tests.deployment import compose
from tests.deployment.compose import ROOT

DOCKER = ROOT / "docker"
SECRETS = ("SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD")
SOME = dict.fromkeys((*SECRETS, "ALLOWED_HOSTS", "ATTEST_UID", "ATTEST_GID"), "1")


@pytest.fixture(scope="module")
def services() -> dict[str, dict[str, Any]]:
    return compose.load(SOME)["services"]


# --- Dockerfile ------------------------------------------------------------------------------------------------------


def test_the_dockerfile_keeps_the_rules_of_hadolint():
    hadolint = Path(sys.executable).parent / "hadolint"
    result = subprocess.run([hadolint, DOCKER / "Dockerfile"], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout + result.stderr) == (0, "")


def dockerfile() -> list[list[str]]:
    """Instructions, each as its words, with continued lines joined."""
    text = re.sub(r"\\\n", " ", (DOCKER / "Dockerfile").read_text(encoding="utf-8"))
    return [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")]


def test_every_file_that_is_copied_exists_and_is_in_the_context():
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    allowed = {line.removeprefix("!") for line in ignored if line.startswith("!")}
    copied = [name for words in dockerfile() if words[0] == "COPY" and "--from" not in words[1] for name in words[1:-1]]
    assert "config/" in copied and ignored[1] == "*"
    assert [name for name in copied if not (ROOT / name).exists()] == []
    assert {name.split("/")[0] for name in copied} == allowed
    assert not {".env", "var", "tests"} & allowed


def test_the_image_has_all_packages_of_the_program():
    copied = {name.rstrip("/") for words in dockerfile() if words[0] == "COPY" for name in words[1:-1]}
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "benchmarks"}
    assert packages | {"manage.py", "bin", "pyproject.toml"} <= copied


def test_the_images_are_pinned_and_run_without_root(services):
    bases = [words[1] for words in dockerfile() if words[0] == "FROM" and ":" in words[1]]
    images = [service["image"] for service in services.values()] + bases
    assert [image for image in images if not re.search(r":\d+\.\d+", image)] == []
    last = dockerfile()[[words[0] for words in dockerfile()].index("USER") :]
    assert ["USER", "10001:10001"] in last
    assert {"site", "models"} <= {words[3] for words in dockerfile() if words[0] == "FROM"}
    assert [words[0] for words in dockerfile()].count("HEALTHCHECK") == 2


def test_requirements_of_the_image_are_those_of_the_project():
    result = subprocess.run(
        [sys.executable, DOCKER / "requirements.py", "web"], capture_output=True, text=True, check=True
    )
    assert "Django~=5.2.19" in result.stdout.splitlines()


def test_pruning_leaves_what_is_imported(tmp_path):
    kept = """django/apps.py pyarrow/libarrow.so.2600 pyarrow/libarrow_python.so.2600 numpy/testing/a.py
        django/conf/locale/de/a.mo django/conf/locale/de_AT/a.mo django/conf/locale/en/a.mo babel/locale-data/fr.dat"""
    gone = """pip/a.py pip-1.dist-info/METADATA numpy/_core/include/a.h scipy/tests/a.py pyarrow/_s3fs.cpython.so
        pyarrow/libarrow_flight.so.2600 pyarrow/libarrow_python.so.2600.1.0 pyarrow/lib.pyx
        django/conf/locale/fr/a.mo"""
    for name in (kept + " " + gone).split():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    subprocess.run([sys.executable, DOCKER / "prune.py", tmp_path], capture_output=True, check=True)
    left = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert left == set(kept.split())


# --- Compose ---------------------------------------------------------------------------------------------------------


def test_the_compose_file_keeps_the_schema_of_compose():
    package = importlib.util.find_spec("check_jsonschema")
    assert package is not None and package.submodule_search_locations
    vendor = Path(package.submodule_search_locations[0]) / "builtin_schemas" / "vendor"
    schema = json.loads((vendor / "compose-spec.json").read_text(encoding="utf-8"))
    jsonschema.validate(yaml.safe_load(compose.FILE.read_text(encoding="utf-8")), schema)
    jsonschema.validate(compose.load(SOME), schema)


def test_every_service_is_confined(services):
    for name, service in services.items():
        assert service["cap_drop"] == ["ALL"] and service["security_opt"] == ["no-new-privileges:true"], name
        assert service["mem_limit"] and service["cpus"] and service["pids_limit"] and service["logging"], name
        assert service.get("read_only") or name == "elasticsearch", name
        assert service["restart"] == ("no" if name == "migrate" else "unless-stopped"), name
        assert "test" in service["healthcheck"] or name == "migrate", name
        assert "privileged" not in service and ("ports" in service) == (name == "proxy"), name


def test_volumes_and_networks_are_declared(services):
    whole = compose.load(SOME)
    mounts = [mount for service in services.values() for mount in service.get("volumes", [])]
    named = {mount.split(":")[0] for mount in mounts if mount[0] not in "./"}
    assert named == set(whole["volumes"])
    assert {network for service in services.values() for network in service["networks"]} == set(whole["networks"])
    assert whole["networks"]["servers"]["internal"] is True  # databases reach nothing outside, and nothing reaches them


@pytest.mark.parametrize("name", SECRETS)
def test_no_secret_has_a_default(name):
    with pytest.raises(compose.Missing, match=f"{name}: run bin/production-setup first"):
        compose.load(SOME | {name: ""})
    text = compose.FILE.read_text(encoding="utf-8")
    assert re.findall(rf"\$\{{{name}(?!:\?)", text) == []


# --- Units -----------------------------------------------------------------------------------------------------------


def units() -> list[Path]:
    return sorted((DOCKER / "systemd").iterdir())


def test_the_units_confine_what_they_start():
    for unit in units():
        text = unit.read_text(encoding="utf-8")
        if unit.suffix == ".service":
            assert {"NoNewPrivileges=yes", "ProtectSystem=strict", "UMask=0077", "CapabilityBoundingSet="} <= set(
                text.split("\n")
            )


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze: apt-get install systemd")
def test_systemd_accepts_the_units(tmp_path):
    """On this checkout in place of /opt/attest, and as a user who exists."""
    for unit in units():
        text = unit.read_text(encoding="utf-8").replace("/opt/attest/.venv/bin/python", sys.executable)
        text = text.replace("/opt/attest", str(ROOT)).replace("=attest\n", "=root\n")
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    names = [str(tmp_path / unit.name) for unit in units()]
    result = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *names], capture_output=True, text=True, check=False
    )
    said = [line for line in result.stderr.splitlines() if "attest" in line]
    assert (result.returncode, said) == (0, [])


# --- The guide -------------------------------------------------------------------------------------------------------


def test_the_guide_makes_a_file_for_the_nginx_of_a_host():
    """Its `sed` leaves nothing that only a container has."""
    guide = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    command = re.search(r"^sed .*?docker/nginx/site.conf", guide, re.MULTILINE | re.DOTALL)
    assert command is not None
    result = subprocess.run(["sh", "-c", command[0]], cwd=ROOT, capture_output=True, text=True, check=True)
    assert re.findall(r"web:8000|listen 8\d{3}|/etc/nginx/tls|attest-acme", result.stdout) == []
    assert "listen 443 ssl http2;" in result.stdout and "server 127.0.0.1:8000;" in result.stdout


def test_the_guide_names_every_service_and_unit(services):
    guide = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    assert [name for name in services if f"`{name}`" not in guide] == []
    assert [unit.stem for unit in units() if unit.stem not in guide] == []
