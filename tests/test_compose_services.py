"""Every service of compose.yaml, started here by its own command and settings without a container: what stands between
them and this machine is replaced (folders, names, ports), and nothing else.

It needs the programs of the images: PostgreSQL and Caddy. Where one is missing nothing is started, and that is said.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import smtplib
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest
import requests

from cli.client import Client
from cli.home.home import Home
from schemas.keys.identities import Identity
from tests.api import postgres
from tests.api.hosts import free_port
from tests.patience import PATIENCE, wait_until
from tests.test_compose import FILE, OURS, SERVICES

CADDY = shutil.which("caddy")
NO_CADDY = "CADDY IS MISSING (make proxy): the services of compose.yaml were not started"
PASSWORD = "5f2d0c3b"
ID = "0af7651916cd43dd8448eb211c80319c"
"""What the proxy passes on as the id of a request; only a proxy's is taken."""


class Company:
    """The services of the file on this machine: `start` runs one as Compose would."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.running = folder, ExitStack()
        self.ports = {name: free_port() for name in [*SERVICES, "http", "https", "mail-1", "mail-2"]}
        self.said = {"OSTRAKA_DOMAIN": f"localhost:{self.ports['https']}", "OSTRAKA_SENDER": "host@ostraka.test"}
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        for name in ("data", "backups"):
            (folder / name).mkdir()
        (folder / "postgres_password").write_text(PASSWORD)

    @property
    def url(self) -> str:
        return f"https://localhost:{self.ports['https']}"

    @property
    def root(self) -> Path:
        """The certificate by which the proxy signs for itself."""
        return self.folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"

    def here(self, text: str, service: str = "") -> str:
        """A word of the file as it is on this machine."""
        text = re.sub(r"\$\{(\w+):-([^}]*)\}", lambda found: self.said.get(found[1], found[2]), text)
        mail = self.ports.get(f"mail-{service[-1:]}", 0)
        for there, replaced in {
            "/run/secrets/": f"{self.folder}/",
            "/data/": f"{self.folder}/data/",
            "/backups": f"{self.folder}/backups",
            "@postgres/": f"@127.0.0.1:{self.ports['postgres']}/",
            "smtp://0.0.0.0:2525": f"smtp://127.0.0.1:{mail}",
            "server-1:8000": f"127.0.0.1:{self.ports['server-1']}",
            "server-2:8000": f"127.0.0.1:{self.ports['server-2']}",
            "127.0.0.1:8000": f"127.0.0.1:{self.ports.get(service, 0)}",
            "172.30.12.2": "127.0.0.1",
            "$$": "$",
        }.items():
            text = text.replace(there, replaced)
        return str(self.ports[service]) if text == "8000" else text

    def environment(self, service: str) -> dict[str, str]:
        """The settings of a service, and nothing else of ours."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("OSTRAKA_")}
        path = f"{Path(sys.executable).parent}{os.pathsep}{kept['PATH']}"
        given = SERVICES[service].get("environment", {})
        return kept | {"PATH": path} | {name: self.here(str(value), service) for name, value in given.items()}

    def words(self, service: str) -> list[str]:
        """What a service of ours runs."""
        return [self.here(word, service) for word in [*SERVICES[service]["entrypoint"], *SERVICES[service]["command"]]]

    def run(self, service: str, *words: str, **given: str) -> subprocess.CompletedProcess[str]:
        """Run a service to its end with another command."""
        command = [*(self.here(word, service) for word in SERVICES[service]["entrypoint"]), *words]
        env = self.environment(service) | given
        return subprocess.run(command, env=env, cwd=self.folder, capture_output=True, text=True)

    def start(self, service: str, words: list[str | Path], **more: Any) -> None:
        """Start a service, to be stopped in the end."""
        log = self.running.enter_context((self.folder / f"{service}.log").open("wb"))
        given: dict[str, Any] = {"cwd": self.folder, "stdout": log, "stderr": log, "env": self.environment(service)}
        self.processes[service] = process = subprocess.Popen(words, **given | more)
        self.running.callback(process.wait, PATIENCE)
        self.running.callback(process.terminate)

    def is_healthy(self, service: str) -> bool:
        """Does the check of a service find it well? One that has ended never is, one that does not listen not yet."""
        assert self.processes[service].poll() is None, (self.folder / f"{service}.log").read_text()[-2000:]
        with socket.socket() as probe:
            if OURS[service].get("command") and probe.connect_ex(("127.0.0.1", self.ports[service])):
                return False
        _, _, *words = [self.here(word, service) for word in OURS[service]["healthcheck"]["test"]]
        checked = subprocess.run([sys.executable, *words], env=self.environment(service), capture_output=True)
        return checked.returncode == 0

    def answers(self) -> bool:
        """Is the host there through the proxy, which makes its certificate before it listens?"""
        try:
            return self.get("/api/v1/").status_code == 200
        except requests.ConnectionError:
            return False

    def get(self, path: str, **headers: str) -> requests.Response:
        """What a client is answered through the proxy."""
        return requests.get(self.url + path, headers=headers, verify=self.root, timeout=PATIENCE)


def start_postgres(company: Company) -> None:
    """The database, made as the image makes it: by POSTGRES_INITDB_ARGS, with a password and a database of its name."""
    programs = postgres.programs()
    assert programs is not None
    place, user = Path(tempfile.mkdtemp(prefix="ostraka-pg-", dir="/tmp")), {}
    company.running.callback(shutil.rmtree, place, ignore_errors=True)
    (place / "password").write_text(PASSWORD)
    if os.getuid() == 0:
        user = {"user": "postgres"}
        for owned in (place, place / "password"):
            shutil.chown(owned, "postgres")
    given = company.environment("postgres")
    asked = ["-U", given["POSTGRES_USER"], f"--pwfile={place / 'password'}", "--auth=scram-sha-256", "--no-sync"]
    made = [programs / "initdb", "-D", place / "data", *given["POSTGRES_INITDB_ARGS"].split(), *asked]
    subprocess.run(made, check=True, capture_output=True, cwd=place, **user)
    name, *words = SERVICES["postgres"]["command"]
    where = ["-D", place / "data", "-p", str(company.ports["postgres"]), "-h", "127.0.0.1", "-k", place]
    company.start("postgres", [programs / name, *words, *where], cwd=place, **user)
    about = {"host": "127.0.0.1", "port": company.ports["postgres"], "user": "ostraka", "password": PASSWORD}

    def answers() -> bool:
        try:
            with psycopg.connect(**about, dbname="postgres", autocommit=True) as connection:
                connection.execute("CREATE DATABASE ostraka")
        except psycopg.OperationalError:
            return False
        return True

    wait_until("PostgreSQL answers", answers)


def start_proxy(company: Company) -> None:
    """The proxy, by the Caddyfile of the file; at ports of ours, and with a certificate that it signs itself."""
    ports = f"http_port {company.ports['http']}\nhttps_port {company.ports['https']}"
    text = company.here(FILE["configs"]["caddyfile"]["content"])
    (company.folder / "Caddyfile").write_text(f"{{\n{ports}\nadmin off\nskip_install_trust\n}}\n{text}")
    given = company.environment("proxy") | {"XDG_DATA_HOME": str(company.folder), "HOME": str(company.folder)}
    company.start("proxy", [str(CADDY), "run", "--config", "Caddyfile"], env=given)


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Company]:
    """All services, each started when those that it waits for are there."""
    if CADDY is None:
        pytest.skip(NO_CADDY)
    if postgres.programs() is None:
        pytest.skip(postgres.MISSING)
    company = Company(tmp_path_factory.mktemp("compose"))
    with company.running:
        start_postgres(company)
        founding = subprocess.run(
            company.words("founded"), env=company.environment("founded"), cwd=company.folder, capture_output=True
        )
        assert founding.returncode == 0, founding.stderr
        others = [name for name in OURS if name != "founded"]
        for name in others:
            company.start(name, company.words(name))  # type: ignore[arg-type]
        for name in others:
            wait_until(f"{name} is healthy", lambda name=name: company.is_healthy(name))  # type: ignore[misc]
        start_proxy(company)
        wait_until("the proxy has its certificate", company.root.exists)
        wait_until("the proxy answers", company.answers)
        yield company


def test_the_host_answers_by_its_address_and_believes_its_proxy(company: Company) -> None:
    assert company.get("/api/v1/").json()["url"] == company.url
    assert company.get("/api/v1/", **{"X-Request-ID": ID}).headers["X-Request-ID"] == ID


def test_both_servers_answer(company: Company) -> None:
    logs = [company.folder / f"server-{number}.log" for number in (1, 2)]
    for _ in range(6):
        assert company.get("/api/v1/titles").status_code == 200
    assert all('"route": "/api/v1/titles"' in log.read_text() for log in logs)


def test_only_who_is_invited_registers_and_an_invitation_is_printed_by_the_command_of_the_file(
    company: Company, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(company.root))
    assert company.get("/api/v1/").json()["registering"] == "invited"
    words = [*company.words("founded")[:-2], "db", "invite"]
    printed = subprocess.run(
        words, env=company.environment("founded"), cwd=company.folder, capture_output=True, text=True, check=True
    )
    link = printed.stdout.strip()
    assert link.startswith(f"{company.url}/program?invited=")
    client = Client(company.url, Identity.generate(), "kleon", Home(tmp_path))
    assert client.register("kleon@example.org", link.rpartition("=")[2])["handle"] == "kleon"


def test_a_backup_is_made_and_seen_and_leads_back(company: Company) -> None:
    programs, port = postgres.programs(), str(company.ports["postgres"])
    here = {"PGHOST": "127.0.0.1", "PGPORT": port, "PGPASSWORD": PASSWORD, "PGUSER": "ostraka"}
    here["PATH"] = f"{programs}{os.pathsep}{os.environ['PATH']}"
    keys, copies = company.folder / "data" / "phase-keys", company.folder / "backups" / "phase-keys"
    (keys / "lusab-babad.7").write_bytes(b"key")
    before = company.run("server-1", "status", "--json")
    assert (before.returncode, json.loads(before.stdout)["wrong"][0]["code"]) == (1, "no-backup"), before.stderr
    made = company.run("backup", "0", **here)
    assert made.returncode == 0, made.stderr
    [dump] = [one.name for one in (company.folder / "backups").iterdir() if one.is_file()]
    after = company.run("server-1", "status", "--json")
    assert (after.returncode, json.loads(after.stdout)["wrong"]) == (0, [])
    (keys / "lusab-babad.7").unlink()
    subprocess.run(["createdb", "again"], env=os.environ | here, check=True)
    restored = company.run("backup", "restore", dump, **here | {"PGDATABASE": "again"})
    assert restored.returncode == 0, restored.stderr
    assert (keys / "lusab-babad.7").read_bytes() == (copies / "lusab-babad.7").read_bytes() == b"key"
    with psycopg.connect(f"host=127.0.0.1 port={port} user=ostraka password={PASSWORD} dbname=again") as connection:
        assert connection.execute("SELECT count(*) FROM host").fetchone() == (1,)


@pytest.mark.soak
def test_mail_comes_in_at_either_worker_and_an_answer_goes_out(company: Company) -> None:
    """A mail of somebody known that holds nothing is answered with what would be right."""
    for number in (1, 2):
        with smtplib.SMTP("127.0.0.1", company.ports[f"mail-{number}"], timeout=PATIENCE) as server:
            text = (
                f"From: kleon@example.org\nTo: host@ostraka.test\nSubject: {number}\nMessage-ID: <{number}@x>\n\nHello"
            )
            server.sendmail("kleon@example.org", ["host@ostraka.test"], text)
    end = time.monotonic() + PATIENCE
    mails = company.folder / "data" / "mail"
    while len(list(mails.glob("*.eml"))) < 1:
        assert time.monotonic() < end, (company.folder / "worker-1.log").read_text()[-2000:]
        time.sleep(0.1)
    assert "kleon@example.org" in next(mails.glob("*.eml")).read_text()
