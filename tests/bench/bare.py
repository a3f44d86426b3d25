"""The bare limit: what no service on this machine can exceed that takes one signed order after another.

One process verifies an Ed25519 signature over 2 kB and commits the message to SQLite, durably, one by one.
"""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

MESSAGE_BYTES = 2_048


def bare_limit(folder: Path, count: int) -> float:
    """Messages a second."""
    key = Ed25519PrivateKey.generate()
    public = key.public_key()
    messages = [os.urandom(MESSAGE_BYTES) for _ in range(count)]
    signed = [(message, key.sign(message)) for message in messages]
    connection = open_database(folder / "bare.db")
    begun = time.perf_counter()
    for message, signature in signed:
        public.verify(signature, message)
        connection.execute("begin immediate")
        connection.execute("insert into messages (raw, signature) values (?, ?)", (message, signature))
        connection.execute("commit")
    seconds = time.perf_counter() - begun
    connection.close()
    return count / seconds


def open_database(path: Path) -> sqlite3.Connection:
    """A database with the durability of the service's."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("pragma journal_mode=wal")
    connection.execute("pragma synchronous=full")
    connection.execute("create table if not exists messages (id integer primary key, raw blob, signature blob)")
    return connection
