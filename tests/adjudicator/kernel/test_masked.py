"""An event that some may know more of has a version for each reader, and nobody learns who else knows more."""

import pytest

from adjudicator.kernel import Chance, Masked, Position, Resolution
from adjudicator.kernel.chance import KEY_BYTES
from adjudicator.kernel.run.events import event_to_dict, events_for
from adjudicator.kernel.subjects import Naming, split

NAMES = Naming(words=lambda _view, one: f"<{split(one)[1]}>", fields={"block": "block", "blocks": "block"})


class Hit(Masked, frozen=True, tag="hit", clause="T.01"):
    masked = ("block", "blocks", "losses")
    private = ("left",)
    sentence = "{block} is hit{rest}."
    block: str
    left: int | None
    place: str = "S10"
    blocks: list[str] = []
    losses: dict[str, int] = {}

    def wording(self):
        return {"rest": "" if self.left is None else f"; {self.left} left"}


@pytest.fixture
def hit():
    return Hit(
        block="S10", left=2, blocks=["S10", "S11"], losses={"S10": 1}, known_to=("chloris",), masks={"S10": "I08#1"}
    )


def test_who_may_know_reads_all_of_it(hit):
    (read,) = events_for([hit], "chloris")
    assert (read.block, read.left, read.blocks, read.losses) == ("S10", 2, ["S10", "S11"], {"S10": 1})


@pytest.mark.parametrize("reader", ["phaidra", None])
def test_the_others_read_masks_and_nothing_of_what_is_private(hit, reader):
    (read,) = events_for([hit], reader)
    assert (read.block, read.left, read.blocks, read.losses) == ("I08#1", None, ["I08#1", "S11"], {"I08#1": 1})
    assert read.place == "S10"  # a hex of the same name


def test_nobody_learns_who_knows_more_nor_what_is_masked(hit):
    for reader in ("chloris", "phaidra", None):
        (read,) = events_for([hit], reader)
        assert (read.known_to, read.masks) == (None, {})
        assert {"known_to", "masks", "only"}.isdisjoint(event_to_dict(read, NAMES))


def test_each_version_has_its_own_sentence_and_subjects(hit):
    mine, theirs = (event_to_dict(events_for([hit], reader)[0], NAMES) for reader in ("chloris", None))
    assert mine["sentence"] == "<S10> is hit; 2 left."
    assert theirs["sentence"] == "<I08#1> is hit."
    assert mine["subjects"] == ["block:S10", "block:S11"]
    assert theirs["subjects"] == ["block:I08#1", "block:S11"]


def test_without_readers_named_everybody_reads_all(hit):
    (read,) = events_for([Hit(block="S10", left=2)], None)
    assert (read.block, read.left) == ("S10", 2)


def test_whoever_the_bot_plays_for_reads_the_masked_version(hit):
    position = Position(title="t", version="t/1", scenario="s", options={}, seats=["chloris", "phaidra"])
    running = Resolution(position, Chance(bytes(KEY_BYTES)), {}, lambda _: ["chloris"])
    running.emit(hit)
    assert [one.block for one in events_for(running.events, "chloris")] == ["I08#1"]
