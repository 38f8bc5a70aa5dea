"""What a house is set up with: the files fit the program and each other."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from balka.cli.main import build_parser

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
PASSED_ON = ["Host", "X-Forwarded-For", "X-Forwarded-Proto", "X-Request-ID", "Upgrade", "Connection"]


def test_the_containers_call_the_program_as_it_is() -> None:
    for name in ("web-1", "web-2"):
        web = COMPOSE["services"][name]
        args = build_parser("serve").parse_args(web["command"])
        assert (args.host, args.port, args.log) == ("0.0.0.0", 8042, "json")
        assert web["depends_on"] == {"postgres": {"condition": "service_healthy"}}
    image = (DEPLOY / "Dockerfile").read_text()
    assert (ROOT / COMPOSE["services"]["web-1"]["build"]["dockerfile"]).is_file()
    assert re.search(r'CMD \["serve"', image) and 'ENTRYPOINT ["balka"]' in image
    for copied in re.findall(r"^COPY (?!--from)(.+) \S+$", image, re.MULTILINE):
        assert all((ROOT / path).exists() for path in copied.split())


def test_the_proxies_know_the_processes_and_pass_on_what_is_needed() -> None:
    compose, site = (DEPLOY / "compose-nginx.conf").read_text(), (DEPLOY / "nginx-site.conf").read_text()
    assert re.findall(r"server ([\w-]+):8042;", compose) == ["web-1", "web-2"]
    assert COMPOSE["services"]["proxy"]["volumes"][0].startswith("./deploy/compose-nginx.conf:")
    assert re.findall(r"server 127\.0\.0\.1:(\d+);", site) == ["8042", "8043"]
    for text in (compose, (DEPLOY / "proxy.conf").read_text()):
        assert re.findall(r"proxy_set_header ([\w-]+)", text) == PASSED_ON


def test_the_services_call_the_program_as_it_is() -> None:
    serve = _called("balka@.service").replace("%i", "8042")
    args = build_parser("serve").parse_args(serve.split())
    assert (args.port, args.log, args.host) == (8042, "json", "127.0.0.1")
    backup = re.search(r"bin/balka (admin backup \S+)", (DEPLOY / "balka-backup.service").read_text())
    assert backup and build_parser("admin").parse_args(backup.group(1).split()).task == "backup"


def _called(name: str) -> str:
    found = re.search(r"^ExecStart=/opt/balka/bin/balka (.+)$", (DEPLOY / name).read_text(), re.MULTILINE)
    assert found
    return found.group(1)


def test_the_page_names_every_file_and_no_other() -> None:
    told = (ROOT / "docs" / "deploying.md").read_text()
    named = set(re.findall(r"deploy/([\w@.-]+)", told))
    assert named == {path.name for path in DEPLOY.iterdir()} - {"Dockerfile", "compose-nginx.conf"}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here to ask")
def test_systemd_understands_the_services() -> None:
    for path in sorted(DEPLOY.glob("balka*.*r*")):
        done = subprocess.run(
            ["systemd-analyze", "verify", str(path)], capture_output=True, text=True, check=False, timeout=60
        )
        wrong = [line for line in done.stderr.splitlines() if str(path.name) in line and "opt/balka" not in line]
        assert not wrong
