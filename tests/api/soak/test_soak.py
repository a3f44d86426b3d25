"""Random load on a served host, with pulled plugs, a full disk and cut connections; then what came of it is checked.

`OSTRAKA_SOAK_SECONDS` (an hour) is divided between the databases; `OSTRAKA_SOAK_SEED` chooses what is tried.
"""

from __future__ import annotations

import os
import random
import threading
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.host.host import forget_lost_keys
from tests.api.faults.findings import findings
from tests.api.faults.stages import ENGINES, Stage
from tests.api.hosts import HostUnderTest
from tests.api.mail_in.mail_servers import start_smtp_sink
from tests.api.soak.players import History, Table
from tests.api.soak.served import Served, small_disk
from tests.patience import wait_until

SECONDS = float(os.environ.get("OSTRAKA_SOAK_SECONDS", "3600"))
SEED = int(os.environ.get("OSTRAKA_SOAK_SEED", "1"))
TABLES = 5


@pytest.mark.soak
@pytest.mark.parametrize("on", ENGINES)
def test_what_was_promised_holds_whatever_befalls_the_host(on: str, tmp_path: Path) -> None:
    history = History()
    sink = start_smtp_sink(history.deliver)
    with small_disk(tmp_path / "host") as folder:
        served = Served(folder, on, sink.url, random.Random(SEED))
        tables = [Table(f"t{n}", served, tmp_path, history, SEED * 100 + n) for n in range(TABLES)]
        try:
            history.host_key = tables[0].people[0].host.key
            load(served, tables)
            settle(served, history, tables)
        finally:
            served.stop()
        history.found += checked(served, history)
    sink.stop()
    print(f"\nsoak on {on}, {SECONDS / len(ENGINES):.0f} s:", dict(history.counts), dict(served.faults))
    assert not history.found, "\n".join(history.found[:30])


def load(served: Served, tables: list[Table]) -> None:
    """All play, and the host suffers."""
    stop = threading.Event()
    threads = [threading.Thread(target=table.play, args=(stop,)) for table in tables]
    threads.append(threading.Thread(target=served.suffer, args=(stop,)))
    for thread in threads:
        thread.start()
    stop.wait(SECONDS / len(ENGINES))
    stop.set()
    for thread in threads:
        thread.join()


def settle(served: Served, history: History, tables: list[Table]) -> None:
    """The host comes to rest; who followed a feed reads it again."""
    served.kill()
    for table in tables:
        table.read_again()
    wait_until("no mail comes any more", quiet(history))


def quiet(history: History) -> Callable[[], bool]:
    """Has no mail come for a second?"""
    seen = {"count": -1, "times": 0}

    def is_quiet() -> bool:
        seen["times"] = seen["times"] + 1 if seen["count"] == len(history.mails) else 0
        seen["count"] = len(history.mails)
        return seen["times"] > 100

    return is_quiet


def checked(served: Served, history: History) -> list[str]:
    """What is wrong in the database, with all that is known from outside."""
    host: HostUnderTest = served.look()
    host.clock.moment = datetime.now(UTC)
    forget_lost_keys(host.host)
    stage = Stage(served.engine, host, {"game": "none"}, history.promises, history.mails)
    before = Counter(history.mails)
    stage.to_rest()
    history.counts["mails sent"] = len(before)
    history.counts["mails sent again"] = sum(before.values()) - len(before)
    most = 1 + sum(served.faults.values())
    found = list(findings(stage, times=most))
    stage.close()
    return found
