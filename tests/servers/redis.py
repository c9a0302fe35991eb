"""A throw-away Redis on a free loopback port, without persistence."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.servers.process import ServerMissing, free_port, running, throw_away_folder


def find_binary() -> Path:
    found = shutil.which("redis-server") or shutil.which("valkey-server")
    if not found:
        raise ServerMissing("no redis-server: install it with `sudo apt-get install redis-server`")
    return Path(found)


@contextmanager
def redis_server(*options: str, port: int | None = None) -> Iterator[str]:
    """A running Redis with these options of its command line: its REDIS_URL."""
    binary = find_binary()
    with throw_away_folder("redis") as folder:
        port = port or free_port()
        command = [
            binary, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder,
            *options,
        ]  # fmt: skip
        with running(command, folder / "redis.log", lambda: _answers(port)):
            yield f"redis://127.0.0.1:{port}/0"


def _answers(port: int) -> bool:
    import redis

    connection = redis.Redis(port=port, socket_timeout=2)
    try:
        return bool(connection.ping())
    except redis.AuthenticationError:
        return True
    except redis.RedisError:
        return False
    finally:
        connection.close()
