"""A board of Pericles on which much lies: long queues, long tracks, Treachery, all kinds of pieces."""

from adjudicator.pericles import TITLE
from adjudicator.pericles.components.model import Objective
from adjudicator.pericles.state.position import Issue, Marker
from adjudicator.pericles.words import MARKERS
from tests.adjudicator.players import begin

_CENTRE = ("military", "military", "diplomatic", "war_peace", "ostracism", "military", "military")


def crowded():
    """14.2 after its set-up, filled by hand; queues of one to eight markers."""
    position = TITLE.copy(begin(TITLE, 4, "crowded", "14.2").position)
    position.honor_order = ["AK", "AF", "DF", "EK"]
    position.persia_open, position.alcibiades = True, "athens"
    position.stock, position.set_aside = {"athens": 26, "sparta": 23}, {"athens": 0, "sparta": 3}
    position.will = {
        "athens": Objective(kind="build_base", theater=10),
        "sparta": Objective(kind="control_or_contest", theater=14),
    }
    position.void_will = {}
    _lay_queues(position)
    for theater, side, number in (("athens", "sparta", 2), ("ionia", "sparta", 10), ("isthmus", "athens", 1)):
        position.theaters[theater].treachery[side] = number
    position.theaters["isthmus"].treachery["sparta"] = 2
    position.theaters["sparta"].pieces |= {"argive_land": 4, "delian_base": 1, "delian_naval": 1}
    position.theaters["athens"].pieces |= {"athenian_naval": 12, "athenian_land": 10, "peloponnesian_land": 14}
    position.theaters["athens"].pieces |= {"spartan_land": 2, "spartan_naval": 1, "peloponnesian_naval": 2}
    position.theaters["ionia"].pieces |= {"athenian_land": 10, "delian_naval": 8, "peloponnesian_land": 12}
    position.theaters["persia"].pieces["persian_base"] = 3
    ends = [Issue("military", 2), Issue("league", -1), Issue("games", 7), Issue("oracle", -7), Issue("colony", -2)]
    position.tracks["athens"] = [*ends, *(Issue(kind, 0) for kind in _CENTRE)]
    position.tracks["sparta"] = [Issue("krypteia", 0), Issue("agoge", 3), Issue("military", -2), Issue("league", -2)]
    lent = Marker("league", "DF")
    position.markers["AF"] = [Marker("military", "AF"), Marker("military", "AF"), lent, Marker("rumor", "AF")]
    position.markers["EK"] = [Marker("military", "EK"), Marker("rumor", "EK")]
    position.markers["AK"] = position.markers["DF"] = []
    return position


def _lay_queues(position):
    placers = ("AF", "EK", "DF", "AK")
    for number, theater in enumerate(("athens", "sparta", "ionia", "corcyra", "east", "persia", "naupactus")):
        position.theaters[theater].queue = [
            Marker(MARKERS[(number + height) % 5], placers[height % 4], placers[height % 4])
            for height in range(8 - number)
        ]
    position.theaters["boeotia"].queue = [
        Marker("rumor", "AK", "AK"),
        Marker("military", "DF", "AF"),
        Marker("military", "EK", "EK"),
        Marker("league", "DF", "DF"),
    ]
