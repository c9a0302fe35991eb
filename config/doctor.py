"""Findings of `manage.py doctor` that need no server, and the environment without its secrets."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from config.variables import VARIABLES, Variable

LITTLE_SPACE = 500 * 1024 * 1024
LOOPBACK = {"127.0.0.1", "localhost", "[::1]", "::1"}


@dataclass(frozen=True)
class Finding:
    """Result of one check: well, advice, or a problem. One with a remedy has a `code`, by which a fault is found in
    docs/operators/doctor.md."""

    subject: str
    text: str
    remedy: str = ""
    code: str = ""
    is_advice: bool = False  # nothing is broken, and something may be better

    @property
    def is_problem(self) -> bool:
        return bool(self.remedy) and not self.is_advice


# --- Findings that need no Django ------------------------------------------------------------------------------------


def data_folder(folder: Path) -> Finding:
    """Check that the data folder is writable and has free space."""
    subject = "data folder"
    if not folder.is_dir():
        remedy = "Set ATTEST_DATA_DIR to a folder you may write to."
        return Finding(subject, f"{folder} is not a folder", remedy, "data-folder-unwritable")
    if not os.access(folder, os.W_OK | os.X_OK):
        return Finding(
            subject,
            f"{folder} cannot be written by this user",
            "Change its owner or its permissions, or set ATTEST_DATA_DIR.",
            "data-folder-unwritable",
        )
    state = os.statvfs(folder)
    free = state.f_bavail * state.f_frsize
    if free < LITTLE_SPACE:
        remedy = "Free some space: SQLite and the index need it to write."
        return Finding(subject, f"{folder}: only {size(free)} free", remedy, "disk-full")
    return Finding(subject, f"{folder}, {size(free)} free")


def secret_key_file(file: Path, *, given: bool) -> Finding:
    """Check that no other user can read the key that signs sessions; `given` if SECRET_KEY is set."""
    subject = "secret key"
    if given:
        return Finding(subject, "given by SECRET_KEY")
    mode = stat.S_IMODE(file.stat().st_mode) if file.exists() else 0o600
    if mode & 0o077:
        said = f"{file} can be read by others (mode {mode:04o})"
        return Finding(subject, said, f"chmod 600 {file}", "secret-key-readable")
    return Finding(subject, f"kept in {file}")


def env_file(base: Path, named: str | None) -> Finding:
    """Check that no other user can read the file of variables; `named`: ATTEST_ENV_FILE, relative to `base`."""
    subject = "variables"
    file = base / (".env" if named is None else named)
    if named == "" or not file.is_file():
        return Finding(subject, "those of the environment alone; there is no .env")
    mode = stat.S_IMODE(file.stat().st_mode)
    if mode & 0o077:
        said = f"{file} may have secrets, and others may read it (mode {mode:04o})"
        return Finding(subject, said, f"chmod 600 {file}", "env-readable")
    return Finding(subject, f"of the environment and of {file}")


def debugging(hosts: Iterable[str], *, debug: bool) -> Finding:
    """Check that DEBUG, which shows settings and data in tracebacks, is off where others reach the site."""
    reachable = sorted(set(hosts) - LOOPBACK)
    if debug and reachable:
        said = f"DEBUG is on, and the site answers as {', '.join(reachable)}"
        return Finding("debugging", said, "Set DEBUG=0.", "debug-public")
    return Finding("debugging", "on, for this machine only" if debug else "off")


def proxies(count: int, *, https: bool) -> Finding:
    """Check that wrong passwords are counted by the visitor's address, and not by that of the proxy."""
    if https and not count:
        return Finding(
            "log-in",
            "HTTPS=1 says that a proxy is in front, and ATTEST_PROXIES=0 that none is: all people have its address, "
            "and one who guesses slows all who are new",
            "Set ATTEST_PROXIES=1, or how many proxies append to X-Forwarded-For.",
            "proxies-uncounted",
        )
    where = f"the entry {count} from the right of X-Forwarded-For" if count else "that of the connection"
    return Finding("log-in", f"guesses are counted by name and address ({where})")


# --- The environment -------------------------------------------------------------------------------------------------


def effective_value(variable: Variable, environment: Mapping[str, str]) -> str:
    """Return the effective value of a variable, without secrets."""
    file = environment.get(f"{variable.name}_FILE", "").strip()
    if file:
        return f"from {file}"
    value = environment.get(variable.name, "").strip()
    if not value:
        return f"{variable.default or 'none'} (default)"
    return masked(value) if variable.secret else value


def masked(value: str) -> str:
    """Mask a secret: an address loses its password, anything else is only said to be set."""
    address = re.fullmatch(r"([a-z][a-z0-9+.-]*://)(?:(.*)@)?([^@]*)", value, re.IGNORECASE)
    if address is None:
        return "set (not shown)"
    scheme, person, rest = address.groups()
    place = rest.split("?")[0]  # a query may carry a password too
    if not person:
        return scheme + place
    name, colon, _ = person.partition(":")
    return f"{scheme}{name}{':***' if colon else ''}@{place}"


# --- Format -----------------------------------------------------------------------------------------------------------


def report(findings: Iterable[Finding], environment: Mapping[str, str]) -> str:
    """Format the report."""
    findings = list(findings)
    problems = sum(finding.is_problem for finding in findings)
    advice = sum(finding.is_advice for finding in findings)
    lines = [line for finding in findings for line in finding_lines(finding)]
    lines += ["", "Environment (what is in effect, and what it means):"]
    lines += [line for variable in VARIABLES for line in variable_lines(variable, environment)]
    found = f"{problems} problem{'s' if problems > 1 else ''} found" if problems else "No problems found"
    lines += ["", f"{found}, and {advice} to think about." if advice else f"{found}."]
    if problems or advice:
        lines.insert(-1, "The words in brackets are explained in docs/operators/doctor.md.")
    return "\n".join(lines)


def finding_lines(finding: Finding) -> list[str]:
    word = "PROBLEM" if finding.is_problem else "advice" if finding.is_advice else "ok"
    line = f"{word:<8} {finding.subject}: {finding.text}"
    if not finding.remedy:
        return [line]
    return [f"{line} ({finding.code})", f"         -> {finding.remedy}"]


def variable_lines(variable: Variable, environment: Mapping[str, str]) -> list[str]:
    return [f"  {variable.name:<26} {effective_value(variable, environment)}", f"  {'':<26} {variable.meaning}"]


def size(number: float) -> str:
    for unit in ("B", "KiB", "MiB"):
        if number < 1024:
            return f"{number:.0f} {unit}"
        number /= 1024
    return f"{number:.1f} GiB"
