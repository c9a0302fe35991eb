"""A throw-away PgBouncer in transaction mode before a PostgreSQL of the tests."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from tests.servers.postgres import find_person
from tests.servers.process import ServerMissing, free_port, running, throw_away_folder


def find_binary() -> str:
    found = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if not found:
        raise ServerMissing("no pgbouncer: install it with `sudo apt-get install pgbouncer`")
    return found


@contextmanager
def pgbouncer(database_url: str, connections: int) -> Iterator[str]:
    """A pooler with so many connections to the server of this address: its own address of the same database."""
    binary, person, to = find_binary(), find_person(), urlsplit(database_url)
    with throw_away_folder("pgbouncer", person) as folder:
        port = free_port()
        secret = f" password={to.password}" if to.password else ""
        (folder / "users").write_text(f'"{to.username}" ""\n', encoding="utf-8")
        (folder / "pgbouncer.ini").write_text(
            f"""
[databases]
* = host={to.hostname} port={to.port} user={to.username}{secret}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {folder}/users
pool_mode = transaction
default_pool_size = {connections}
""",
            encoding="utf-8",
        )
        if person is not None:
            for file in folder.iterdir():
                os.chown(file, person.pw_uid, person.pw_gid)
        address = f"postgres://{to.username}@127.0.0.1:{port}{to.path}"
        log = folder / "pgbouncer.log"
        with running([binary, folder / "pgbouncer.ini"], log, lambda: _answers(address), person=person, cwd=folder):
            yield address


def _answers(address: str) -> bool:
    import psycopg2

    try:
        psycopg2.connect(address, connect_timeout=2).close()
    except psycopg2.OperationalError:
        return False
    return True
