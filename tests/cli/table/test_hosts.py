"""The home of the table: keys are opened by a password that is given, as by one that is asked for, and forgotten."""

import pytest

from cli.home.home import Home
from cli.table.hosts import HostsOf
from cli.terminal.options import Connection
from schemas.errors import WrongPassword
from tests.cli.conftest import invoke

PASSWORD = "bright amphora nine"


@pytest.fixture
def hosts(tmp_path, quick_passwords):
    invoke(None, Home(tmp_path), "key", "new", "archon", OSTRAKA_PASSWORD=PASSWORD)
    return HostsOf(Connection(tmp_path, None, None, None), None, True)


def test_a_password_that_is_given_opens_the_keys_until_they_are_locked(hosts):
    hosts.unlock(PASSWORD)
    assert hosts.identity is not None
    hosts.lock()
    assert (hosts.identity, hosts.connection.password, hosts.left) == (None, None, True)


def test_another_password_opens_nothing(hosts):
    with pytest.raises(WrongPassword):
        hosts.unlock("something else")
    assert hosts.identity is None
