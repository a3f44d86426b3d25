"""The figures of a host as Prometheus reads them (text format 0.0.4).

They come from the database and the folders at each reading, none from the memory of a process: so any of several
processes answers the same, and none has to be asked twice. No label names a game or a player.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator
from datetime import datetime
from importlib.metadata import version
from typing import Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from api.health.verdict import old_backup, wrong
from api.host.figures import Figures, gather, newest_backup, versions
from api.host.host import Host

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
BEARER: Final = "Bearer "


def may_read(host: Host, authorization: str) -> bool:
    """Does a request bring the token that the operator has set?"""
    token = host.config.metrics_token
    given = authorization.removeprefix(BEARER).encode("utf-8", "replace")
    return token is not None and authorization.startswith(BEARER) and hmac.compare_digest(given, token.encode())


def exposition(host: Host) -> bytes:
    """All metrics of a host, as they are now."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Gathered(host))
    return generate_latest(registry)


class Gathered(Collector):
    """The figures, gathered when they are asked for."""

    def __init__(self, host: Host) -> None:
        self.host = host

    def describe(self) -> Iterable[Metric]:
        """Nothing beforehand: nothing is gathered for a registration."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """The figures, what is wrong, and what runs."""
        host, now = self.host, self.host.now()
        figures = gather(host.database, now)
        yield from metrics_of(figures)
        backup = newest_backup(host.config.backups) if host.config.backups else None
        if backup is not None:
            yield gauge("backup_age_seconds", "Age of the newest backup.", age(backup, now))
        faults = [*wrong(figures, host.config.limits), *old_backup(host.config.backups, now)]
        found = GaugeMetricFamily("ostraka_wrong", "What `ostraka status` finds wrong, by its code.", labels=["code"])
        for code in sorted({fault.code for fault in faults}):
            found.add_metric([code], 1)
        yield found
        known = versions(host.database)
        names = {"ostraka": version("ostraka"), "database": str(known.database), **known.rules}
        runs = GaugeMetricFamily("ostraka_versions", "What runs here.", labels=list(names))
        runs.add_metric(list(names.values()), 1)
        yield runs


def metrics_of(figures: Figures) -> Iterator[Metric]:
    """The counts and ages of the figures."""
    at, phases, mails, room = figures.at, figures.phases, figures.mails, figures.room
    games = GaugeMetricFamily("ostraka_games", "Games that are not over.", labels=["status"])
    for status, number in figures.games.items():
        games.add_metric([status], number)
    yield games
    yield gauge("games_stopped", "Games that cannot go on.", len(figures.stopped))
    yield gauge("contests_stopped", "Contests that cannot go on.", len(figures.stopped_contests))
    yield gauge("phases_unresolved", "Phases that are open or cut.", phases.unresolved)
    yield gauge("phases_due", "Phases that a worker has to look at now.", phases.due)
    yield gauge("phases_oldest_due_seconds", "For how long the oldest of them is due.", age(phases.oldest_due, at))
    yield gauge("phases_past_their_time", "Phases that are open beyond deadline and grace.", phases.past_their_time)
    yield gauge("mails_due", "Mails that should be gone.", mails.due)
    yield gauge("mails_oldest_due_seconds", "For how long the oldest of them is due.", age(mails.oldest_due, at))
    yield gauge("mails_tried", "Mails that are due and were tried in vain.", mails.tried)
    yield gauge("mails_held", "Mails that cannot be built.", mails.held)
    yield gauge("addresses_bouncing", "Addresses that mail comes back from.", len(figures.bounced))
    yield gauge("database_bytes", "Size of the database.", room.database)
    if room.free is not None:
        yield gauge("disk_free_bytes", "What is free on the disk of the database.", room.free)
    if room.free_for_keys is not None:
        yield gauge("keys_free_bytes", "What is free on the disk of the keys of open phases.", room.free_for_keys)


def gauge(name: str, says: str, value: float) -> Metric:
    """One number."""
    return GaugeMetricFamily(f"ostraka_{name}", says, value)


def age(moment: datetime | None, now: datetime) -> float:
    """For how many seconds something lasts; 0: there is nothing."""
    return max(0.0, (now - moment).total_seconds()) if moment else 0.0
