"""The server is killed with no warning, at any moment: nothing that was acknowledged is lost."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from balka.core.records import answers_of, read

ROOT = Path(__file__).parents[2]


@contextmanager
def a_server(folder: Path | str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    command = [sys.executable, "-m", "tests.server.serve_camp", str(folder), "0"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        word, address = process.stdout.readline().split()
        assert word == "ready"
        yield process, address
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()


def kill(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()


def hear_scene(line: ClientConnection) -> dict[str, Any]:
    """The next scene; the curtain is drawn for whoever is next."""
    while True:
        frame = json.loads(line.recv(timeout=10))
        if frame["type"] == "scene" and (frame["scene"]["ask"] is None or frame["scene"]["ask"]["yours"]):
            return dict(frame["scene"])
        if frame["type"] == "curtain":
            line.send(json.dumps({"type": "seat", "seat": frame["seat"]}))


def sentences(nodes: list[dict[str, Any]]) -> list[str]:
    return [text for node in nodes for text in ([node["text"]] if "text" in node else sentences(node["children"]))]


def record_of(address: str, table: str) -> str:
    return httpx.get(f"{address}/api/tables/{table}/record").text


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "seed"), [("camp/raids", 1), ("toy/crossing", 3)])
def test_nothing_acknowledged_is_lost(tmp_path: Path, scenario: str, seed: int):
    """Random play of a hot-seat game, killed after every few sentences, once with a sentence still on its way."""
    rng = random.Random(seed)
    table, known = "", ""
    for turn in range(4):
        with a_server(tmp_path) as (process, address):
            table = table or httpx.post(f"{address}/api/tables", json={"scenario": scenario}).json()["id"]
            if known:
                again = answers_of(read(record_of(address, table)))
                assert again[: len(answers_of(read(known)))] == answers_of(read(known))
            with connect(f"{address.replace('http', 'ws')}/ws/tables/{table}") as line:
                line.send(json.dumps({"type": "hello", "seat": ""}))
                scene = hear_scene(line)
                for _ in range(rng.randrange(1, 4)):
                    if scene["outcome"]:
                        break
                    line.send(json.dumps({"type": "choose", "text": rng.choice(sentences(scene["choices"]))}))
                    scene = hear_scene(line)
                known = record_of(address, table)
                if scene["choices"] and turn % 2:
                    line.send(json.dumps({"type": "choose", "text": rng.choice(sentences(scene["choices"]))}))
                kill(process)


@pytest.mark.slow
def test_a_killed_server_starts_again_where_it_stood(tmp_path: Path):
    """Dice, log and draft are the same; the secret is the one that was promised."""
    with a_server(tmp_path) as (process, address):
        table = httpx.post(f"{address}/api/tables", json={"scenario": "camp/raids"}).json()["id"]
        with connect(f"{address.replace('http', 'ws')}/ws/tables/{table}") as line:
            line.send(json.dumps({"type": "hello", "seat": "red", "have": 1}))
            hear_scene(line)
            for text in ("put tent-1 A01", "put tent-2 B01", "put tent-3 C01"):
                line.send(json.dumps({"type": "choose", "text": text}))
                before = hear_scene(line)
            dice = httpx.get(f"{address}/api/tables/{table}/dice").json()
            kill(process)
    with a_server(tmp_path) as (process, address):
        assert httpx.get(f"{address}/api/tables/{table}/dice").json() == dice
        with connect(f"{address.replace('http', 'ws')}/ws/tables/{table}") as line:
            line.send(json.dumps({"type": "hello", "seat": "red", "have": 1}))
            after = hear_scene(line)
        assert after["undo"] == before["undo"]
        assert after["stacks"] == before["stacks"]
        assert [one["text"] for one in after["log"]][-1] == before["log"][-1]["text"]
