"""What `ostraka log` says of each kind of entry."""

import pytest

from cli.look.log import gist
from cli.times import local_time
from schemas.keys.identities import Identity
from schemas.statements.payloads import Absence, Act, Amend, Pause, SeatAct
from schemas.statements.statements import sign_payload

ME = Identity.generate()
HASH = "A" * 43


def act(said) -> dict:
    return {"statement": sign_payload(said, ME).to_json_value()}


PAUSE = act(Act(game="g", organiser=ME.key_id, number=1, act=Pause(reason="Olympia")))
AMEND = act(Act(game="g", organiser=ME.key_id, number=2, act=Amend(changes={"turn": 2})))
AWAY = act(
    SeatAct(game="g", seat="red", player=ME.key_id, number=1, act=Absence(first="2027-08-01", last="2027-08-09"))
)
NOTICE = {"what": "vacated", "phase": 3, "seats": ["red", "green"], "until": None, "vote": None}


@pytest.mark.parametrize(
    ("kind", "body", "told"),
    [
        ("joined", PAUSE, f"signed by {ME.key_id}"),
        ("act", PAUSE, "organiser: pause (Olympia)"),
        ("act", AMEND, "organiser: amend changes={'turn': 2} redeal=False"),
        ("act", AWAY, "seat red: absence first=2027-08-01 last=2027-08-09"),
        ("notice", NOTICE, "phase 3: vacated red, green"),
        ("notice", {**NOTICE, "what": "voted", "seats": [], "vote": "pause"}, "phase 3: voted pause"),
        (
            "notice",
            {**NOTICE, "what": "overdue", "seats": [], "until": "2027-08-01T00:00:00Z"},
            f"phase 3: overdue until {local_time('2027-08-01T00:00:00Z')}",
        ),
        (
            "rules-changed",
            {"phase": 3, "number": 4, "from": "perikles/1", "to": "perikles/2", "before": HASH, "position": HASH},
            "perikles/1 to perikles/2, phase 4 in place of 3",
        ),
        ("cut", {"phase": 2, "leaves": [HASH, HASH]}, "phase 2, 2 leaves"),
        ("resolved", {"phase": 2, "position": HASH}, f"phase 2, position {HASH}"),
        (
            "reopened",
            {"phase": 2, "number": 4, "since": 2, "position": HASH},
            f"phase 4 in place of 2, position {HASH}",
        ),
        ("over", {"reason": "E.07"}, "E.07"),
    ],
    ids=lambda value: value if isinstance(value, str) and "ed25519" not in value else "",
)
def test_an_entry_is_told_in_a_few_words(kind, body, told):
    assert gist(kind, body) == told
