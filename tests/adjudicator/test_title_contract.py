"""The battery of every title, run for each that is here."""

from adjudicator.kernel.contract import TitleContract
from adjudicator.registry import title, titles
from tests.adjudicator import redealing
from tests.adjudicator.athens_sparta import redealing as athens_sparta
from tests.adjudicator.pericles import redealing as pericles
from tests.adjudicator.players import PLAYED_BEST
from tests.adjudicator.polis import redealing as polis
from tests.titles import ballot, heralds, morra, posts


class TestPerikles(TitleContract):
    rules = title("perikles")
    games = 2  # `make soak` plays more

    def alike(self, before, dealt, sent, resolution, viewer):
        return redealing.perikles(before, dealt, sent, resolution)

    def comparable(self, again, after):
        return redealing.used_specials(again) == redealing.used_specials(after)


class TestPericles(TitleContract):
    rules = title("pericles")
    games = 2
    scenario = PLAYED_BEST["pericles"]

    def alike(self, before, dealt, sent, resolution, viewer):
        return pericles.alike(self.rules, before, dealt, sent, resolution, viewer)


class TestPolis(TitleContract):
    rules = title("polis")
    games = 2
    scenario = PLAYED_BEST["polis"]

    def alike(self, before, dealt, sent, resolution, viewer):
        return polis.alike(self.rules, before, dealt, sent, resolution, viewer)


class TestAthensSparta(TitleContract):
    rules = title("athens_sparta")
    games = 1

    def alike(self, before, dealt, sent, resolution, viewer):
        return athens_sparta.alike(self.rules, before, dealt, sent, resolution, viewer)

    def comparable(self, again, after):
        return athens_sparta.comparable(again, after)


class TestBallot(TitleContract):
    rules = ballot.TITLE


class TestMorra(TitleContract):
    rules = morra.TITLE

    def made_public(self, event):
        """M.04: coins that are staked are turned up."""
        return isinstance(event, morra.Staked)


class TestPosts(TitleContract):
    rules = posts.TITLE


class TestHeralds(TitleContract):
    """No secrets: its battery holds that everybody sees everything."""

    rules = heralds.TITLE


def test_every_title_that_is_installed_is_tested_here():
    tested = {kind.rules.id for kind in TitleContract.__subclasses__()}
    assert set(titles()) <= tested
