"""``tilesight serve``: the page answers at the printed address and stops when told to."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator

import pytest

from webapp import create_app


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        yield holder.getsockname()[1]


HEARING_CTRL_C = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("webapp", run_name="__main__")
"""
"""What ignores Ctrl-C (as ``nohup`` does) hands that on to all it starts, the tests' server too."""


@pytest.fixture
def free_port() -> int:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        port: int = holder.getsockname()[1]
    return port


def test_the_page_answers_at_the_printed_address_until_ctrl_c(free_port, tmp_path):
    words = ["serve", "--local", "--port", str(free_port), "--data", str(tmp_path / "games")]
    program = [sys.executable, "-u", "-c", HEARING_CTRL_C, *words]
    with subprocess.Popen(
        program,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        first_line = server.stdout.readline()
        address = first_line.split()[-1]
        assert address == f"http://localhost:{free_port}/"
        try:
            with urllib.request.urlopen(address, timeout=20) as answer:
                assert answer.status == 200
                assert b"<html" in answer.read()
        finally:
            server.send_signal(signal.SIGINT)
        try:
            _, errors = server.communicate(timeout=20)
        finally:
            server.kill()
    assert server.returncode == 0
    assert "Traceback" not in errors
    assert (tmp_path / "games" / "tilesight.db").is_file()


def refused(*words: str) -> str:
    """The one line with which ``serve`` gives up."""
    done = subprocess.run(
        [sys.executable, "-m", "webapp", "serve", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_a_port_in_use_is_one_line_that_names_another(taken_port, tmp_path):
    words = ("--local", "--port", str(taken_port), "--data", str(tmp_path))
    assert f"--port {taken_port + 1}" in refused(*words)


def test_a_folder_that_cannot_hold_games_is_one_line(free_port, tmp_path):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder", encoding="utf-8")
    assert "--data" in refused("--port", str(free_port), "--data", str(in_the_way / "games"))


def test_a_database_that_is_none_is_one_line_and_stays_as_it_is(free_port, tmp_path):
    database = tmp_path / "tilesight.db"
    database.write_text("not a database, but somebody's own text\n" * 40, encoding="utf-8")
    before = database.read_bytes()
    line = refused("--port", str(free_port), "--data", str(tmp_path))
    assert str(database) in line
    assert "--data" in line
    assert "went wrong inside" not in line
    assert database.read_bytes() == before


@pytest.mark.parametrize("name", ["what? now", "50% #1", "a&b=c", "żółw", "file:x?mode=memory"])
def test_games_are_kept_in_the_folder_named_whatever_its_name(name, tmp_path):
    folder = tmp_path / "data" / name
    app = create_app({"TESTING": True}, folder)
    app.test_client().get("/")
    app.extensions["tilesight_store"].close()
    assert (folder / "tilesight.db").stat().st_size > 0
    assert [path.name for path in (tmp_path / "data").iterdir()] == [name]


def test_a_key_file_of_any_bytes_is_a_key(tmp_path):
    (tmp_path / "secret_key").write_bytes(b"\xff\xfe\x00key")
    first, second = (create_app({"TESTING": True}, tmp_path).secret_key for _ in range(2))
    assert first
    assert first == second
