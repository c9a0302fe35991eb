"""Typed readers of environment variables; an invalid value stops the start with its name and a remedy."""

from __future__ import annotations

import os
import re
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured

TRUE_WORDS = {"1", "true", "yes", "on"}
FALSE_WORDS = {"0", "false", "no", "off", ""}
ENV_LINE = re.compile(r"""(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|(.*?))(?:\s+\#.*)?""")


def read_env_file(base: Path) -> None:
    """Load ATTEST_ENV_FILE (default `.env`; empty: none) into the environment, whose own values take precedence.

    A file that is named but missing is an error; `.env` itself may be missing.
    """
    named = os.environ.get("ATTEST_ENV_FILE")
    if named == "":
        return
    file = base / (named or ".env")
    if named is None and not file.exists():
        return
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        remedy = f"Copy .env.example there, or make it readable to user {os.geteuid()}."
        raise ImproperlyConfigured(f"{file} (ATTEST_ENV_FILE) cannot be read: {error}. {remedy}") from error
    for number, line in enumerate(map(str.strip, lines), start=1):
        if not line or line.startswith("#"):
            continue
        match = ENV_LINE.fullmatch(line)
        if match is None:
            raise ImproperlyConfigured(f"{file}, line {number}: not NAME=value. Write one variable a line.")
        name, *values = match.groups()
        os.environ.setdefault(name, next((value for value in values if value is not None), ""))


def env_str(name: str, default: str = "") -> str:
    """Read the variable, or the file that NAME_FILE points to (Docker and systemd secrets)."""
    file = os.environ.get(f"{name}_FILE")
    if file:
        try:
            return Path(file).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise ImproperlyConfigured(f"{name}_FILE={file} cannot be read: {error}.") from error
    return os.environ.get(name, "").strip() or default


def env_bool(name: str, *, default: bool) -> bool:
    value = os.environ.get(name)
    if value is None:
        return default
    if value.strip().lower() in TRUE_WORDS:
        return True
    if value.strip().lower() in FALSE_WORDS:
        return False
    raise ImproperlyConfigured(f"{name}={value!r} is neither yes nor no. Write {name}=1 or {name}=0.")


def env_int(name: str, default: int, *, minimum: int = 0, maximum: int | None = None) -> int:
    value = env_str(name)
    if not value:
        return default
    try:
        number = int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name}={value!r} is not a whole number.") from None
    if number < minimum:
        raise ImproperlyConfigured(f"{name}={number} is below its minimum of {minimum}.")
    if maximum is not None and number > maximum:
        raise ImproperlyConfigured(f"{name}={number} is above its maximum of {maximum}.")
    return number


def env_choice(name: str, choices: tuple[str, ...]) -> str:
    """Read one of these words; the first is the default."""
    value = env_str(name, choices[0])
    if value not in choices:
        known = ", ".join(repr(one) for one in choices if one)
        raise ImproperlyConfigured(f"{name}={value!r} is none of {known}.")
    return value


def env_list(name: str, default: list[str]) -> list[str]:
    """Read comma-separated values; blanks are dropped."""
    value = env_str(name)
    return [part.strip() for part in value.split(",") if part.strip()] if value else default


def env_map(name: str) -> dict[str, str]:
    """Read comma-separated pairs `key=value`."""
    found = {}
    for pair in env_list(name, []):
        key, _separator, value = map(str.strip, pair.partition("="))
        if not (key and value):
            raise ImproperlyConfigured(f"{name}: {pair!r} is not key=value. Separate pairs by commas.")
        found[key] = value
    return found


def env_networks(name: str) -> list[IPv4Network | IPv6Network]:
    """Read comma-separated networks or single addresses."""
    found = []
    for text in env_list(name, []):
        try:
            found.append(ip_network(text, strict=False))
        except ValueError:
            raise ImproperlyConfigured(f"{name}: {text!r} is no network. Write 10.0.0.0/8 or one address.") from None
    return found


def env_time_zone(name: str, default: str) -> str:
    value = env_str(name, default)
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError):  # unknown, nonsense, or a folder
        raise ImproperlyConfigured(f"{name}={value!r} is no time zone. Write a name like UTC or Europe/Oslo.") from None
    return value
