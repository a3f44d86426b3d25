"""What every title must keep, asked of an Assembly of one Side: the battery itself plays a whole turn of Pericles."""

from dataclasses import replace

import pytest

from adjudicator.pericles import TITLE
from tests.adjudicator import test_title_contract as battery
from tests.adjudicator.test_title_contract import *  # noqa: F403 - the tests of the battery

ASSEMBLY = "14.1.01B"
# in an Assembly alone one question at most is public in all its parts, and the test wants to compare several
del globals()[battery.test_options_that_are_said_to_be_public_follow_from_what_everybody_sees.__name__]


@pytest.fixture
def rules():
    return replace(TITLE, scenarios={ASSEMBLY: TITLE.scenarios[ASSEMBLY]})
