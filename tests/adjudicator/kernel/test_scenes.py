"""Which events are one scene, and what is told of it."""

import msgspec
import pytest

from adjudicator.kernel import ChapterBegins, Event, NoOrder
from adjudicator.kernel.run.events import DrawOffered
from adjudicator.kernel.scenes.grouping import Told, grouped
from adjudicator.kernel.scenes.table import Scenes, aside, battle, card, move, notice, score, skip, vote, wait
from adjudicator.kernel.scenes.telling import Moment, scenes_of
from adjudicator.kernel.subjects import Naming


class Begins(Event, frozen=True, tag="begins"):
    sentence = "{place}: {side} attacks."
    place: str
    side: str


class Rolls(Event, frozen=True, tag="rolls"):
    sentence = "{place}: {side} rolls {dice}."
    place: str
    side: str
    dice: list[int]

    @property
    def lit(self):
        return [die > 4 for die in self.dice]


class Loses(Event, frozen=True, tag="loses"):
    sentence = "{side} loses {piece}."
    side: str
    piece: str


class Wins(Event, frozen=True, tag="wins"):
    sentence = "{side} wins in {place}."
    place: str
    side: str


class Marches(Event, frozen=True, tag="marches"):
    sentence = "{side} marches from {origin} to {place}."
    side: str
    origin: str
    place: str


class Votes(Event, frozen=True, tag="votes"):
    sentence = "{city} votes for {side}."
    city: str
    side: str


class Pays(Event, frozen=True, tag="pays"):
    sentence = "{side} pays."
    side: str


class Gains(Event, frozen=True, tag="gains"):
    sentence = "{side} gains {points} points."
    side: str
    points: int


class Half(Event, frozen=True, tag="half"):
    sentence = "Half of it."


class Plague(Event, frozen=True, tag="plague"):
    sentence = "Plague in {place}."
    place: str


class Rains(Event, frozen=True, tag="rains"):
    sentence = "It rains."


NAMES = Naming(
    words=lambda _view, one: one.partition(":")[2].capitalize(),
    fields={"place": "place", "origin": "place", "city": "city", "side": "seat", "piece": "piece"},
)
TABLE = Scenes(
    {
        "begins": battle("open", at="place", seats="side"),
        "rolls": battle("fire", at="place", title="Dice of {side}", seats="side", dice="dice", lit="lit"),
        "loses": battle("loss", subject="piece"),
        "wins": battle("result", at="place", side="side"),
        "half": skip(),
        "marches": move("arrow", at=("origin", "place"), of="{side}", path=("origin", "place")),
        "votes": vote("result", at="city", seats="side", heading="Election in {city}"),
        "pays": wait(),
        "gains": score("aside", of="points", joins=("battle",), seats="side", points="points"),
    },
    sides=("red", "blue"),
)


def begins(place):
    return Begins(place=place, side="red")


def rolls(place, *dice):
    return Rolls(place=place, side="red", dice=[*dice])


def marches(side, origin="argos", place="corinth"):
    return Marches(side=side, origin=origin, place=place)


LOSS, WIN = Loses(side="blue", piece="hoplite"), Wins(place="argos", side="blue")
CHAPTER = ChapterBegins(chapter="2", name="Elections")


def told(*phases):
    return [Told(number, events) for number, events in enumerate(phases, 1)]


def shapes(*phases, table=TABLE):
    """Of each scene its shape and its events."""
    return [(group.shape, [one.event for one in group.entries]) for group in grouped(table, NAMES, told(*phases))]


def scenes(*phases, table=TABLE):
    return scenes_of(table, NAMES, told(*phases))


def test_an_opening_event_begins_a_scene_and_others_join_it():
    first, second = [begins("argos"), rolls("argos", 5), LOSS], [begins("argos"), rolls("argos", 1)]
    assert shapes([*first, *second]) == [("battle", first), ("battle", second)]


def test_an_event_of_another_place_begins_a_scene_of_its_own():
    at_argos, at_corinth = [begins("argos"), rolls("argos", 5)], [rolls("corinth", 5), LOSS]
    assert shapes([*at_argos, *at_corinth]) == [("battle", at_argos), ("battle", at_corinth)]


def test_moves_are_told_apart_by_who_moves():
    red, blue = [marches("red"), marches("red", "thebes")], [marches("blue")]
    assert shapes([*red, *blue]) == [("move", red), ("move", blue)]
    assert scenes([*red])[0].at == ["place:argos", "place:corinth", "place:thebes"]


def test_a_battle_goes_on_over_the_end_of_a_phase():
    [scene] = scenes([begins("argos"), rolls("argos", 5)], [LOSS, WIN])
    assert (scene.id, scene.before, scene.after) == ("1.1", Moment(1, 0), Moment(2, 2))
    assert [row.told for row in scene.rows] == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_what_each_seat_gains_is_told_phase_by_phase():
    gains = Gains(side="red", points=2)
    assert shapes([gains, gains], [gains]) == [("score", [gains, gains]), ("score", [gains])]


def test_votes_of_several_cities_go_on_side_by_side():
    athens, argos = [[Votes(city=city, side=side) for side in ("red", "blue")] for city in ("athens", "argos")]
    in_turn = [athens[0], argos[0], athens[1], argos[1]]
    assert shapes(in_turn) == [("vote", athens), ("vote", argos)]
    assert shapes([athens[0], marches("red"), athens[1]])[0] == ("vote", athens[:1])


def test_what_waits_stands_above_the_next_scene_and_is_a_notice_where_none_comes():
    pays = Pays(side="red")
    assert shapes([begins("argos"), pays, marches("red"), pays]) == [
        ("battle", [begins("argos")]), ("move", [pays, marches("red")]), ("notice", [pays])
    ]  # fmt: skip
    [scene] = scenes([pays, marches("red")])
    assert [(row.part, row.words) for row in scene.rows] == [
        ("note", "Red pays."),
        ("arrow", "Red marches from Argos to Corinth."),
    ]


@pytest.mark.parametrize(
    "waiting",
    [NoOrder(seat="red", question="Q", default_clause="1"), DrawOffered(seat="red")],
    ids=lambda event: type(event).__name__,
)
def test_events_of_the_kernel_break_no_battle_into_two(waiting):
    events = [begins("argos"), waiting, WIN]
    assert shapes(events) == [("battle", events)]


def test_what_is_not_declared_is_a_line_of_the_scene_whose_place_it_names_else_a_notice():
    here, elsewhere = Plague(place="argos"), Plague(place="sparta")
    assert shapes([begins("argos"), here, elsewhere, Rains()]) == [
        ("battle", [begins("argos"), here]), ("notice", [elsewhere, Rains()])
    ]  # fmt: skip
    battle_, notice_ = scenes([begins("argos"), here, elsewhere])
    assert [row.part for row in battle_.rows] == ["open", "note"]
    assert (notice_.at, notice_.heading, notice_.rows[0].part) == (["place:sparta"], "Sparta", "line")


def test_what_another_line_says_already_is_no_row_and_still_in_the_scene():
    events = [begins("argos"), Half()]
    assert shapes(events) == [("battle", events)]
    assert [row.part for row in scenes(events)[0].rows] == ["open"]
    assert [row.words for row in scenes([Half()])[0].rows] == ["Half of it."]


def test_a_note_finds_a_scene_to_stand_in_or_begins_one_of_its_own():
    gains = Gains(side="red", points=2)
    assert shapes([begins("argos"), gains], [gains]) == [("battle", [begins("argos"), gains, gains])]
    assert shapes([marches("red"), gains]) == [("move", [marches("red")]), ("score", [gains])]
    table = Scenes({**TABLE.rows, "gains": aside()})
    assert shapes([marches("red"), gains], table=table) == [("move", [marches("red"), gains])]


def test_a_chapter_ends_what_goes_on_and_is_told_with_the_next_scene():
    assert shapes([begins("argos"), CHAPTER, LOSS]) == [("battle", [begins("argos")]), ("battle", [CHAPTER, LOSS])]
    assert scenes([CHAPTER, begins("argos")])[0].chapters == ["Elections"]
    [alone] = scenes([CHAPTER])
    assert (alone.shape, alone.heading, alone.rows, alone.chapters) == ("notice", "Elections", [], ["Elections"])


def test_a_row_has_what_its_roles_say():
    first, dice, loss, win = scenes([begins("argos"), rolls("argos", 5, 2), LOSS, WIN])[0].rows
    assert (first.seats, first.words) == (["red"], "Red attacks.")
    assert (dice.dice, dice.lit, dice.title) == ([5, 2], [True, False], "Dice of Red")
    assert loss.subject == "piece:hoplite"
    assert (win.side, win.words) == ("right", "Blue wins in Argos.")
    assert msgspec.to_builtins(loss) == {
        "part": "loss", "words": "Blue loses Hoplite.", "told": (1, 3), "subject": "piece:hoplite"
    }  # fmt: skip


def test_a_scene_is_headed_by_its_opening_event_or_by_what_its_shape_is_called():
    def headings(*rows, events=(LOSS, WIN)):
        table = Scenes({"loses": rows[0], "wins": rows[1]}, headings={"score": "The points"})
        return [scene.heading for scene in scenes([*events], table=table)]

    assert headings(battle("loss", heading="A loss"), battle("open", heading="Victory in {place}")) == [
        "A loss",
        "Victory in Argos",
    ]
    assert headings(battle("loss"), battle("result", at="place")) == ["Battle", "Battle of Argos"]
    assert headings(score("row"), score("row")) == ["The points"]
    assert headings(notice("line", heading="{side} loses"), card("open")) == ["Blue loses", "Cards"]


def test_the_result_of_a_scene_is_its_last_or_its_only_line():
    assert scenes([begins("argos"), WIN])[0].result == "Blue wins in Argos."
    assert scenes([begins("argos")])[0].result == "Red attacks."
    assert scenes([begins("argos"), LOSS])[0].result == ""


def test_a_scene_is_between_the_last_board_before_it_and_the_first_one_after_it():
    events = [begins("argos"), WIN, begins("corinth"), LOSS, marches("red")]
    ends = [
        (scene.before.told, scene.after.told) for scene in scenes_of(TABLE, NAMES, [Told(7, events, (0, 1, 3, 4, 5))])
    ]
    assert ends == [(0, 3), (1, 4), (4, 5)]
    ends = [(scene.before, scene.after) for scene in scenes_of(TABLE, NAMES, [Told(7, events)])]
    assert ends == [(Moment(7, 0), Moment(7, 5))] * 3
