"""What the commands of the service share: the database, the master key, and errors as one sentence.

The master key comes from OSTRAKA_MASTER_KEY or from a file, never from an option, because other users of the machine
can read options.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from api.host.config import Config
    from api.host.host import Host
    from api.http.rate_limits import Limits

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
KEY_VARIABLE = "OSTRAKA_MASTER_KEY"
PHASE_KEYS_VARIABLE = "OSTRAKA_PHASE_KEYS"

database_option = click.option(
    "--database",
    envvar="OSTRAKA_DATABASE",
    default="sqlite:///host/ostraka.db",
    show_default=True,
    help="URL of the database.",
)
key_option = click.option(
    "--master-key-file",
    envvar="OSTRAKA_MASTER_KEY_FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("master.key"),
    show_default=True,
    help=f"File of the master key, mode 0600; not read if {KEY_VARIABLE} is set. Keep it away from the backups.",
)
mail_option = click.option(
    "--mail",
    envvar="OSTRAKA_MAIL",
    help="How mail is sent: smtp://[user:password@]host[:port], smtps://…, or file:///folder to write it to files. "
    "Default: the folder mails.",
)
limits_option = click.option(
    "--limits",
    envvar="OSTRAKA_LIMITS",
    default="",
    help="How much one address or key may ask, and how many mails leave a minute, such as requests=200,mails=60, "
    "or off; docs/operations.md lists all.",
)
backups_option = click.option(
    "--backups",
    envvar="OSTRAKA_BACKUPS",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder of the backups: the age of the newest file in it is watched.",
)

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


def storage_options(command: F) -> F:
    """Options for the database and the master key."""
    return database_option(key_option(command))


def tell(content: dict[str, Any], as_json: bool, sentences: str) -> None:
    """Print what was done."""
    click.echo(json.dumps(content, indent=2) if as_json else sentences)


def configured(database: str, master_key_file: Path, **settings: Any) -> Config:
    """The configuration, with the master key from the environment or its file."""
    from api.host.config import Config, parse_master_key, read_master_key

    given = os.environ.get(KEY_VARIABLE)
    key = refusing(lambda: parse_master_key(given) if given else read_master_key(master_key_file))
    keys = phase_keys(database, master_key_file)
    return refusing(lambda: Config(master_key=key, database=database, phase_keys=keys, **settings))


@contextmanager
def opened_host(database: str, master_key_file: Path, **settings: Any) -> Iterator[Host]:
    """The host that a command is about; what it refuses is one sentence."""
    from api.host.host import open_host
    from api.http.problems import Problem

    host = refusing(lambda: open_host(configured(database, master_key_file, **settings)))
    try:
        yield host
    except Problem as problem:
        raise click.ClickException(problem.detail) from None
    finally:
        host.database.dispose()


def phase_keys(database: str, master_key_file: Path) -> Path | None:
    """The folder of the keys of open phases: the one that is named, or one beside the file of the master key."""
    if sqlite_file(database) is not None:
        return None
    if named := os.environ.get(PHASE_KEYS_VARIABLE):
        return Path(named)
    return None if os.environ.get(KEY_VARIABLE) else master_key_file.parent / "phase-keys"


def mail_or_files(mail: str | None) -> str:
    """How mail is sent: into a folder where nothing else is said."""
    return mail or f"file://{Path('mails').absolute()}"


def parsed_limits(text: str) -> Limits:
    """The limits of the host, from the option."""
    from api.http.rate_limits import Limits

    try:
        return Limits.parse(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--limits") from None


def make_key(database: str, path: Path) -> None:
    """A master key for a host that has no database yet."""
    from api.host.config import create_master_key
    from api.http.problems import ConfigurationError
    from api.store.database import shown

    if holds_host(database):
        raise ConfigurationError(
            f"there is no master key at {path}, but {shown(database)} may already hold a host: restore its key from "
            f"the backup, or set {KEY_VARIABLE}"
        )
    create_master_key(path)


def holds_host(database: str) -> bool:
    """May there be a host in a database?"""
    from api.store.database import Database, schema_of

    stored = sqlite_file(database)
    return stored.exists() if stored is not None else schema_of(Database(database)) is not None


def make_folders(database: str, master_key_file: Path) -> None:
    """For a host that is new: the folder of an SQLite database or of the keys of open phases, for its owner only."""
    stored = sqlite_file(database)
    folder = phase_keys(database, master_key_file) if stored is None else stored.parent
    if folder is not None and not (stored is None and holds_host(database)):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def sqlite_file(database: str) -> Path | None:
    """The file of an SQLite database; None for any other."""
    prefix = "sqlite:///"
    return Path(database.removeprefix(prefix)) if database.startswith(prefix) else None


def refusing(work: Callable[[], T]) -> T:
    """Do the work; an error in the configuration ends the command with one sentence."""
    from api.http.problems import ConfigurationError

    try:
        return work()
    except ConfigurationError as error:
        raise click.ClickException(str(error)) from None
