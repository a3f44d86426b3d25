"""Mails as the usual programs write them are told for what they are, and answered by none."""

from __future__ import annotations

import pytest

from api.mail_in.handling import take_mail
from api.mail_in.parsing import read_mail
from tests.api.hosts import HostUnderTest
from tests.api.mail_in.programs import BOUNCES, OTHERS, OURS, SAMPLES


@pytest.mark.parametrize("program", BOUNCES)
def test_a_bounce_names_the_mail_its_recipient_and_whether_it_is_final(program: str) -> None:
    sample = BOUNCES[program]
    bounce = read_mail(sample.raw, "<>").bounce
    assert bounce is not None
    assert (bounce.status, bounce.permanent) == (sample.status, str(sample.status).startswith("5"))
    assert OURS in bounce.message_ids
    assert "red@players.test" in bounce.addresses


@pytest.mark.parametrize("program", OTHERS)
def test_lists_delays_and_absences_are_no_bounces(program: str) -> None:
    read = read_mail(OTHERS[program].raw)
    assert (read.automatic, read.bounce) == (True, None)


@pytest.mark.parametrize("program", SAMPLES)
def test_a_program_is_not_answered(host: HostUnderTest, program: str) -> None:
    host.register("p-red", "red@players.test")
    assert take_mail(host.host, SAMPLES[program].raw).answers == 0
    assert host.rows("select count(*) from mails") == [(0,)]
