"""What every title must keep, asked of two scenarios of Pericles: an Assembly of one Side, and a whole turn."""

from dataclasses import replace

import pytest

from adjudicator.pericles import TITLE
from tests.adjudicator.test_title_contract import *  # noqa: F403 - the battery itself


@pytest.fixture(params=["14.1.01B", "14.1.08A"])
def rules(request):
    if request.param == "14.1.01B" and "said_to_be_public" in request.node.name:
        pytest.skip("in an Assembly alone one question at most is public in all its parts")
    return replace(TITLE, scenarios={request.param: TITLE.scenarios[request.param]})
