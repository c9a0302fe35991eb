"""Connections that send slowly, or too much, against the web server alone, as `make run` starts it."""

from __future__ import annotations

import http.client
import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psutil
import pytest

from tests.servers.process import PYTHON, free_port, running

ROOT = Path(__file__).resolve().parent.parent.parent
pytestmark = [pytest.mark.servers]

START = b"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=x\r\n"
PART = b'--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n'
SLOW = {
    "nothing": b"",
    "half a head": b"GET /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: ",
    "half a body": START + b"Content-Length: 5000\r\n\r\n" + PART,
    "half of a long body": START + b"Content-Length: 50000000\r\n\r\n" + PART,
    "half of a chunked body": START + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab",
    "a request and half of the next": b"GET /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /lo",
    "a request that is the last, and no end": b"GET /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
}


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, psutil.Process]]:
    """Port and master process of gunicorn with one worker of two threads."""
    folder, port = tmp_path_factory.mktemp("web"), free_port()
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    environment = {
        **kept,
        "ATTEST_ENV_FILE": "",
        "ATTEST_DATA_DIR": str(folder / "data"),
        "TMPDIR": str(folder),
        "PORT": str(port),
        "WEB_CONCURRENCY": "1",
        "WEB_THREADS": "2",
    }
    command = [PYTHON, "-m", "gunicorn", "--config", "config/gunicorn.py", "config.wsgi"]
    with running(command, folder / "log", lambda: answers(port), cwd=ROOT, env=environment) as process:
        yield port, psutil.Process(process.pid)


def answers(port: int) -> bool:
    try:
        return get(port).status == 200
    except OSError:
        return False


def get(port: int) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", "/login/")
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


def connect(port: int, sent: bytes) -> socket.socket:
    opened = socket.create_connection(("127.0.0.1", port), timeout=20)
    opened.sendall(sent)
    return opened


def test_two_hundred_slow_connections_take_no_thread(web):
    port, _process = web
    with ExitStack() as sockets:
        for number in range(200):
            sent = list(SLOW.values())[number % len(SLOW)]
            sockets.enter_context(connect(port, sent))
        assert [get(port).status for _again in range(5)] == [200] * 5


def test_a_request_in_pieces_is_answered_once_it_is_whole(web):
    port, _process = web
    form = b"username=a&password=b"
    pieces = [
        b"POST /login/ HT",
        b"TP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 21\r\n\r",
        b"\n" + form[:5],
        form[5:] + b"GET /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",  # and the next one behind it
    ]
    with connect(port, pieces[0]) as opened:
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for piece in pieces[1:]:
            get(port)  # the piece before has been read meanwhile
            opened.sendall(piece)
        assert statuses(opened, 2) == [403, 200]  # no CSRF token


def statuses(opened: socket.socket, count: int) -> list[int]:
    """Of the answers on one connection, in order."""
    found, file = [], opened.makefile("rb")
    for _number in range(count):
        found.append(int(file.readline().split()[1]))
        headers = http.client.parse_headers(file)
        file.read(int(headers["Content-Length"]))
    return found


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (START + b"Content-Length: 1048577\r\n\r\n", 413),
        (START.replace(b"/login/", b"/p/demo/manage/set-up/corpus/") + b"Content-Length: 300000000\r\n\r\n", 413),
        (START.replace(b"/login/", b"/api/v1/projects/") + b"Content-Length: 2000000\r\n\r\n", 413),
        (START + b"Transfer-Encoding: chunked\r\n\r\n", 411),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: " + b"a" * 40_000, 431),
    ],
)
def test_what_is_too_large_is_refused_before_it_is_sent(web, head, status):
    port, _process = web
    with connect(port, head + PART) as opened:
        file = opened.makefile("rb")
        assert int(file.readline().split()[1]) == status
        assert b"close" in file.read().lower()  # and the connection ends


@pytest.mark.parametrize(("size", "status"), [(1_000_000, 403), (30_000_000, 413)])
def test_nothing_that_a_stranger_sends_is_written_to_the_disk(web, size, status):
    port, process = web
    written = bytes_written(process)
    body = (PART + b"x" * size)[:size]
    for _again in range(5):
        with connect(port, START + b"Content-Length: %d\r\n\r\n" % size) as opened:
            opened.sendall(body[:200_000])
            if status == 403:  # below the limit it is read, and kept in memory
                opened.sendall(body[200_000:])
            assert statuses(opened, 1) == [status]
    assert bytes_written(process) - written < 100_000


def bytes_written(process: psutil.Process) -> int:
    """To disks, by the server and its workers."""
    return sum(one.io_counters().write_bytes for one in [process, *process.children(recursive=True)])
