"""What operators are told to type exists: commands with their options, services, units, files, variables, addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module

import pytest
from django.core.management import CommandError, get_commands, load_command_class
from django.urls import Resolver404, resolve

from config.variables import VARIABLES
from tests.deployment.compose import FILE, ROOT, load
from tests.deployment.guide import blocks, words

GUIDES = ["README.md", "docs/deploy.md", "docs/operators.md"]
GUIDES += sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs" / "operators").glob("*.md"))
# Programs of a server, which are not ours.
OTHERS = {"adduser", "certbot", "chown", "cp", "cd", "df", "git", "mkdir", "nginx", "openssl", "sed", "systemctl"}
VERBS = {"up", "down", "exec", "run", "ps", "logs", "restart"}


def typed(guide: str) -> Iterator[list[str]]:
    """The words of each command, of fenced blocks and of code within lines that begins with one of ours."""
    text = (ROOT / guide).read_text(encoding="utf-8")
    for line in (line for block in blocks(text) for line in block):
        yield from (words(part) for part in line.split(" && "))
    begins = r"(?:docker compose|(?:python )?manage\.py|bin/|systemctl|make|python3 bin/)"
    yield from (words(code) for code in re.findall(rf"`({begins}[^`]* [^`]*)`", text))


@pytest.mark.parametrize("guide", GUIDES)
def test_each_command_exists_with_its_options(guide):
    found = list(typed(guide))
    assert found
    for command in found:
        exists(command)


@pytest.mark.parametrize(
    "line", ["docker compose exec web python manage.py backup --fast X", "make x", "docker compose ps x"]
)
def test_a_command_that_does_not_exist_is_seen(line):
    with pytest.raises(AssertionError):
        exists(words(line))


@pytest.mark.parametrize("guide", GUIDES)
def test_what_is_typed_in_the_shell_of_django_can_be_imported(guide):
    for block in re.findall(r"^```python\n(.*?)^```$", (ROOT / guide).read_text(encoding="utf-8"), re.M | re.DOTALL):
        compile(block, guide, "exec")
        for module, names in re.findall(r"^from (\S+) import (.+)$", block, re.MULTILINE):
            assert [name for name in names.split(", ") if not hasattr(import_module(module), name)] == []


def exists(command: list[str]) -> None:
    """Raise AssertionError if the command, or an option of it, does not."""
    while command and re.fullmatch(r"[A-Z_]+=\S*", command[0]):  # variables of this command alone
        assert command[0].split("=")[0] in known_variables()
        command = command[1:]
    match command:
        case ["sudo", "-u", "attest", *rest]:
            exists(rest)
        case ["docker", "compose", verb, *rest]:
            assert verb in VERBS
            in_compose(verb, rest)
        case [".venv/bin/python" | "python", *rest] if rest:
            exists(rest)
        case ["manage.py", name, *arguments]:
            management(name, arguments)
        case ["make", target]:
            assert re.search(rf"^{target}:.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        case ["python3", script, *arguments]:
            ours(script, arguments)
        case [script, *arguments] if script.startswith("bin/"):
            ours(script, arguments)
        case ["celery" | ".venv/bin/celery", "-A", "config", "worker" | "beat", *_options]:
            pass
        case ["systemctl", *rest]:
            units = [word for word in rest if word.startswith("attest") and "*" not in word]
            assert [unit for unit in units if not any((ROOT / "docker/systemd").glob(f"{unit.split('.')[0]}.*"))] == []
        case ["docker", "system" | "image" | "volume", *rest]:
            volumes = [word.removeprefix("attest_") for word in rest if word.startswith("attest_")]
            assert set(volumes) <= set(compose_file()["volumes"])
        case [program, *_rest]:
            assert program in OTHERS, command


def in_compose(verb: str, rest: list[str]) -> None:
    """Services exist, and what runs in one is a command of ours or of the image."""
    services = set(compose_file()["services"])
    named = [word for word in rest if word in services]
    if verb in {"exec", "run"}:
        at = next(number for number, word in enumerate(rest) if not word.startswith("-"))
        assert rest[at] in services, rest
        inner = rest[at + 1 :]
        if inner[0] == "python":
            exists(inner)
        else:
            assert inner[0] in {"nginx", "psql", "du"}
    else:
        rest = rest[2:] if rest[:1] == ["--tail"] else rest
        assert set(rest) - set(named) <= {"-d", "--build", "--wait", "--force-recreate"}


def management(name: str, arguments: list[str]) -> None:
    """The command takes these arguments; capital words stand for something."""
    if name in {"COMMAND", "help"} or not arguments:
        assert name in {"COMMAND", "help"} or name in get_commands(), name
        return
    parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
    try:
        parser.parse_args(arguments)
    except (CommandError, SystemExit) as error:
        raise AssertionError(f"manage.py {name} {arguments}: {error}") from error


def ours(script: str, arguments: list[str]) -> None:
    """A script of bin/, and each of its options in its text."""
    text = (ROOT / script).read_text(encoding="utf-8")
    assert [word for word in arguments if word.startswith("--") and f'"{word}"' not in text] == []


def compose_file() -> dict[str, dict[str, object]]:
    found = set(re.findall(r"\$\{(\w+):\?", FILE.read_text(encoding="utf-8")))
    return load(dict.fromkeys(found, "x"))


def known_variables() -> set[str]:
    names = {variable.name for variable in VARIABLES}
    names |= {f"{name}_FILE" for name in names}
    names |= set(re.findall(r"\$\{(\w+)", FILE.read_text(encoding="utf-8")))
    return names | set(re.findall(r"^#([A-Z_]+)=", (ROOT / ".env.example").read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("guide", GUIDES)
def test_each_variable_is_one_of_attest_or_of_the_compose_file(guide):
    text = (ROOT / guide).read_text(encoding="utf-8")
    named = set(re.findall(r"`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`", text))
    assert named - known_variables() - {"COMPOSE_PROFILES"} == set()


@pytest.mark.parametrize("guide", GUIDES)
def test_each_address_and_path_leads_somewhere(guide):
    text = (ROOT / guide).read_text(encoding="utf-8")
    for address in re.findall(r"`(/[a-z/-]+/)`", text):
        try:
            resolve(address)
        except Resolver404:
            raise AssertionError(f"{guide}: no page {address}") from None
    for path in re.findall(r"(?<![\w/.-])(docker/(?:nginx|systemd|tls|acme|compose)[\w./-]*)", text):
        made = path.startswith(("docker/tls", "docker/acme"))  # by bin/production-setup
        assert made or (ROOT / path.rstrip(".")).exists(), path


@pytest.mark.parametrize("guide", GUIDES)
def test_each_link_leads_to_a_heading(guide):
    """Of the guides; that the files exist is checked for all documents."""
    text = (ROOT / guide).read_text(encoding="utf-8")
    folder = (ROOT / guide).parent
    for target, anchor in re.findall(r"\]\(([^)#\s:]*)#([^)\s]+)\)", text):
        there = ((folder / target) if target else ROOT / guide).read_text(encoding="utf-8")
        headings = re.findall(r"^#+ (.+)$", there, re.MULTILINE)
        anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
        assert anchor in anchors, f"{guide}: {target}#{anchor}"


def test_pages_are_quoted_as_they_are():
    """What a guide of incidents quotes or has one press stands in a template or a module."""
    files = [*(ROOT / "frontend").rglob("*.html"), *(ROOT / "frontend").rglob("*.py")]
    files += [path for name in ("annotation", "search", "jobs") for path in (ROOT / name).rglob("*.py")]
    shown = "".join(path.read_text(encoding="utf-8") for path in files)
    text = (ROOT / "docs/operators/incidents.md").read_text(encoding="utf-8")
    quoted = re.findall(r"“([^”]+)”", text) + re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", text)
    assert len(quoted) > 12 and [words for words in quoted if words not in shown] == []
