"""The threads that work through the rows of a host, and the one that listens to its other processes."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from api.contests.worker import ContestWorker
from api.host.host import Host
from api.host.loops import Loop
from api.mail_in.listeners import Way, open_way
from api.mail_out.board_pictures import PaintingProcess
from api.mail_out.postman import Emptying, Postman
from api.mail_out.transports import transport
from api.server.notices import Notices
from api.server.worker import Worker
from api.store.database import MAIL_WORK, PHASE_WORK
from api.webhooks.courier import CourierLoop

SENDERS = 4
RESOLVERS = 2
"""Where games are claimed one by one, so that a slow one keeps no others waiting."""


def start_loops(host: Host) -> list[Way]:
    """Start what this process does besides answering requests; whoever leaves it work rings for it."""
    ways: list[Way] = working_loops(host) if host.config.works else []
    if host.database.kind.shared:
        ways.append(Notices(host))
    for way in ways:
        way.start()
    return ways


def working_loops(host: Host) -> list[Way]:
    """What cuts and resolves, sends mails and webhooks, and takes mails in."""
    postman, worker = Postman(host, transport(str(host.config.mail)), PaintingProcess()), Worker(host)
    postman.release()
    resolvers = range(RESOLVERS if host.database.kind.shared else 1)
    workers = [Loop(f"worker-{number}", worker.run_once, host.config.clock) for number in resolvers]
    senders = [Loop(f"postman-{number}", postman.run_once, host.config.clock) for number in range(SENDERS)]
    workers.append(Loop("contests", ContestWorker(host).run_once, host.config.clock))
    host.database.rings[PHASE_WORK].extend(loop.ring for loop in workers)
    host.database.rings[MAIL_WORK].extend(loop.ring for loop in senders)
    emptying = Loop("old-mails", Emptying(host).run_once, host.config.clock)
    ways: list[Way] = [*workers, *senders, emptying, CourierLoop(host)]
    if host.config.mail_in is not None:
        ways.append(open_way(host, host.config.mail_in, host.database.ring))
    return ways


def stop_loops(ways: Iterable[Way]) -> None:
    """Let all end what they are at."""
    stopping = [threading.Thread(target=way.stop) for way in ways]
    for thread in stopping:
        thread.start()
    for thread in stopping:
        thread.join()
