"""balka play: the server starts on a free port, lays the table asked for, keeps it, and stops when told."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

import balka
from balka.cli.main import main
from balka.cli.play import read_seats
from balka.core.errors import BalkaError
from balka.core.system import system_of
from balka.server import running


@contextmanager
def playing(home: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command in a process of its own, and the address it names."""
    command = [sys.executable, "-m", "balka.cli.main", "play", "--port", "0", *words]
    environment = {**os.environ, "BALKA_HOME": str(home), "BROWSER": f"{home / 'browser'} %s"}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert process.stdout is not None
    try:
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        yield process, found[0]
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.slow
def test_the_lobby_is_served(tmp_path: Path):
    with playing(tmp_path, "--no-browser") as (process, address):
        assert httpx.get(address).status_code == 200
        assert "sos/courier" in httpx.get(f"{address}api/games").text
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 0


@pytest.mark.slow
def test_the_table_asked_for_is_laid_and_survives_a_kill(tmp_path: Path):
    """Mission 1 against a bot: whatever was acknowledged is there after kill -9, log and dice included."""
    with playing(tmp_path, "sos/courier", "--no-browser", "--seats", "soviet=random") as (process, address):
        base = address.partition("/table/")[0]
        (table,) = httpx.get(f"{base}/api/tables").json()
        assert table["seats"] == {"german": "human", "soviet": "random"}
        said = play_some(base, table["id"], 5)
        dice = httpx.get(f"{base}/api/tables/{table['id']}/dice").json()
        process.kill()
    with playing(tmp_path, "--no-browser") as (_, address):
        base = address.removesuffix("/")
        assert [one["id"] for one in httpx.get(f"{base}/api/tables").json()] == [table["id"]]
        assert httpx.get(f"{base}/api/tables/{table['id']}/dice").json()["commitment"] == dice["commitment"]
        assert play_some(base, table["id"], 0)[: len(said)] == said


@pytest.mark.slow
def test_the_browser_is_opened_at_the_page(tmp_path: Path):
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}\n')
    browser.chmod(0o755)
    with playing(tmp_path) as (_, address):
        for _ in range(100):
            if seen.exists() and seen.read_text().strip():
                break
            time.sleep(0.05)
        assert seen.read_text().strip() == address


def play_some(base: str, table: str, passes: int) -> list[str]:
    """Pass a few times; what the log says."""
    log: list[str] = []
    with connect(f"{base.replace('http', 'ws')}/ws/tables/{table}") as line:
        line.send(json.dumps({"type": "hello", "seat": "german"}))
        while True:
            frame = json.loads(line.recv(timeout=20))
            if frame["type"] == "thinking":
                continue
            assert frame["type"] == "scene", frame
            scene = frame["scene"]
            log = log[: scene["log_from"]] + [one["text"] for one in scene["log"]]
            if not scene["outcome"] and not scene["ask"]["yours"]:
                continue
            if not passes or scene["outcome"]:
                return log
            passes -= 1
            node = scene["choices"][-1]
            while "text" not in node:
                node = node["children"][-1]
            line.send(json.dumps({"type": "choose", "text": node["text"], "version": scene["version"]}))


def test_the_next_free_port_is_taken():
    first = running.listen("127.0.0.1", None)
    second = running.listen("127.0.0.1", None)
    try:
        assert second.getsockname()[1] > first.getsockname()[1] >= running.PORT
        assert running.address_of(first) == f"http://127.0.0.1:{first.getsockname()[1]}"
    finally:
        first.close()
        second.close()


def test_a_port_that_is_taken_is_refused_when_it_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("BALKA_HOME", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["play", "--no-browser", "--port", port]) == 2
    assert f"port {port}" in capsys.readouterr().err


def test_a_second_server_on_the_same_file_is_refused_with_the_address_of_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("BALKA_HOME", str(tmp_path))
    with running.alone("", "http://127.0.0.1:8042"):
        for command in ("play", "serve"):
            assert main([command, "--port", "0", *(["--no-browser"] if command == "play" else [])]) != 0
            assert "is served already at http://127.0.0.1:8042" in capsys.readouterr().err
        with running.alone(f"sqlite:///{tmp_path / 'other.sqlite'}", "http://127.0.0.1:8043"):
            pass
    with running.alone("", "http://127.0.0.1:8044"):
        pass
    with pytest.raises(BalkaError, match="databases are not understood"), running.alone("mysql://a/b", ""):
        pass


def test_a_damaged_store_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("BALKA_HOME", str(tmp_path))
    (tmp_path / "balka.sqlite").write_bytes(b"this is no database, but long enough to be read as one" * 50)
    assert main(["play", "--no-browser", "--port", "0"]) == 2
    assert "cannot be opened" in capsys.readouterr().err


def test_games_are_kept_where_the_user_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("BALKA_HOME", str(tmp_path / "here"))
    assert running.data_home() == tmp_path / "here"
    monkeypatch.delenv("BALKA_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert running.data_home() == tmp_path / "balka"


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("", {"german": "human", "soviet": "regular"}),
        ("soviet=human", {"soviet": "human", "german": "regular"}),
        ("german=random", {"german": "random", "soviet": "human"}),
        ("german=human,soviet=human", {"german": "human", "soviet": "human"}),
    ],
)
def test_who_is_not_named_plays_against_who_is(text: str, seats: dict[str, str]):
    assert read_seats(text, ("german", "soviet"), system_of(balka.game("sos"))) == seats


def test_a_seat_without_a_player_is_refused():
    with pytest.raises(BalkaError, match="'german' is no seat"):
        read_seats("german", ("german", "soviet"), system_of(balka.game("sos")))
