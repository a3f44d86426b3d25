"""Kinds of choice: what each holds is what its check allows, whatever the numbers; its menu comes to the same."""

from itertools import product

import pytest

from adjudicator.kernel import Ask, Chance, Count, One, Order, Parted, Shares, Some, YesNo, no_first

WORDS = ("amphora", "bowl", "cup", "dish")
COUNTS = [(), (1,), (3,), (1, 1, 1), (2, 1), (0, 2), (2, 1, 1, 1)]
LIMITS = [(0, 0), (0, 1), (1, 1), (0, 2), (2, 2), (1, 3), (3, 6)]


def held(counts):
    return [word for word, count in zip(WORDS, counts, strict=False) for _ in range(count)]


def multisets(most):
    """Every collection of the words, in any order, up to so many."""
    return [list(found) for number in range(most + 1) for found in product(WORDS, repeat=number)]


@pytest.mark.parametrize("counts", COUNTS)
@pytest.mark.parametrize(("least", "most"), LIMITS)
def test_a_set_holds_what_its_check_allows_and_the_check_takes_it_in_any_order(counts, least, most):
    kind = Some(lambda: held(counts), least=least, most=most)
    listed = [*kind.values()]
    assert len(listed) == len({tuple(value) for value in listed})
    allowed = [value for value in multisets(5) if kind.wrong(value) is None]
    assert {tuple(sorted(value)) for value in allowed} == {tuple(value) for value in listed}
    assert all(value == sorted(value) for value in listed)


@pytest.mark.parametrize("rising", [True, False])
@pytest.mark.parametrize("counts", COUNTS)
@pytest.mark.parametrize(("least", "most"), LIMITS)
def test_shares_hold_what_their_check_allows(counts, least, most, rising):
    kind = Shares(lambda: dict(zip(WORDS, counts, strict=False)), least=least, most=most, rising=rising)
    every = [dict(zip(WORDS, numbers, strict=True)) for numbers in product(range(4), repeat=4)]
    every = [{word: number for word, number in shares.items() if number} for shares in every]
    listed = [*kind.values()]
    assert {tuple(value.items()) for value in listed} == {tuple(v.items()) for v in every if kind.wrong(v) is None}
    ranked = [tuple(value.get(word, 0) for word in WORDS) for value in listed]
    assert ranked == sorted(set(ranked), reverse=not rising)


@pytest.mark.parametrize("falling", [True, False])
def test_a_number_lies_within_its_limits(falling):
    kind = Count(lambda: 4, thing="token", least=1, falling=falling)
    assert [*kind.values()] == ([4, 3, 2, 1] if falling else [1, 2, 3, 4])
    assert [number for number in range(-9, 9) if kind.wrong(number) is None] == [1, 2, 3, 4]
    assert kind.wrong(6) == "choose 1 to 4 tokens, not 6"


def test_one_of_several_and_yes_or_no_refuse_what_is_not_offered_and_name_what_is():
    one = One(lambda: ["cup", "bowl"], words=str.capitalize)
    assert ([*one.values()], one.wrong("cup")) == (["cup", "bowl"], None)
    assert one.wrong("jar") == "you cannot choose Jar here; you can choose: Cup, Bowl"
    assert [*YesNo().values()] == [True, False]
    assert [*YesNo(no_first).values()] == [False, True]
    held = YesNo(lambda: [False], yes="break it", no="keep it")
    assert held.wrong(True) == "you cannot choose break it here; you can choose: keep it"


def test_what_is_wrong_with_a_set_is_said():
    kind = Some(lambda: ["bowl", "cup", "cup"], least=2, most=2, thing="pot", words=str.upper)
    assert kind.wrong(["jar", "cup"]) == "you cannot choose JAR here; you can choose: BOWL, CUP"
    assert kind.wrong(["bowl", "bowl"]) == "BOWL: there is 1, not 2"
    assert kind.wrong(["cup"]) == "name exactly 2 pots, not 1"
    shares = Shares(lambda: {"bowl": 1, "cup": 3}, most=3, thing="pot")
    assert shares.wrong({"bowl": 2}) == "bowl: there is 1, not 2"
    assert shares.wrong({"jar": 1}) == "jar: there are none"
    assert shares.wrong({"bowl": 0}) == "bowl: name 1 or more, or leave it out"
    assert shares.wrong({"bowl": 1, "cup": 3}) == "name 0 to 3 pots in all, not 4"


class Gift(Order, frozen=True, tag="G-1"):
    pot: str
    size: int
    with_oil: bool = False


def sizes(view, ask, pot):
    return {"amphora": [1, 2], "cup": [1]}[pot]


class Giving(Parted, id="G-1", clause="G.01"):
    """A pot of a size, with oil if it is large: G.01 gives no small pot with oil."""

    order = Gift
    parts = {
        ("pot", "size"): One(
            lambda view, ask: [(pot, size) for pot in ("amphora", "cup") for size in sizes(view, ask, pot)],
            words=lambda value: f"{value[0]} of size {value[1]}",
            note=lambda view, ask, value: "the last" if value[1] == 2 else "",
        ),
        "with_oil": YesNo(lambda view, ask, pot: [True, False] if pot[1] == 2 else [False], asks="With oil?"),
    }

    def prompt(self, view, ask):
        return "Which pot?"


GIVING, ASK = Giving(), Ask("red", "G-1")
LARGE = Gift(pot="amphora", size=2, with_oil=True)


def test_a_question_of_parts_holds_what_its_check_allows_part_by_part():
    every = [Gift(pot=p, size=n, with_oil=o) for p in WORDS for n in range(4) for o in (True, False)]
    assert {order for order in every if GIVING.refusal(None, ASK, order) is None} == {*GIVING.options(None, ASK)}
    assert len([*GIVING.space(None, ASK)]) == 4
    assert GIVING.sample(None, ASK, Chance(bytes(32)), "gift") in {*GIVING.space(None, ASK)}
    illegal = GIVING.refusal(None, ASK, Gift(pot="cup", size=1, with_oil=True))
    assert (illegal.clause, illegal.message) == ("G.01", "you cannot choose yes here; you can choose: no")
    assert GIVING.choice_in_words(LARGE) == "amphora of size 2, yes"


def test_an_offer_is_answered_part_by_part_and_what_is_forced_is_not_asked():
    values, offer = GIVING.answered(None, ASK, [])
    assert (values, offer.fields, offer.kind, offer.asks) == ((), ("pot", "size"), "one", "Which pot?")
    assert [option.words for option in offer.options] == [
        "amphora of size 1",
        "amphora of size 2, the last",
        "cup of size 1",
    ]
    assert GIVING.answered(None, ASK, [("cup", 1)]) == ((("cup", 1), False), None)
    _, second = GIVING.answered(None, ASK, [("amphora", 2)])
    assert (second.kind, second.asks) == ("yes or no", "With oil?")
    values, rest = GIVING.answered(None, ASK, [("amphora", 2), True])
    assert (rest, GIVING.made(None, ASK, values)) == (None, LARGE)


def test_what_is_chosen_of_an_offer_keeps_its_order_and_its_limits():
    offer = Some(lambda: ["bowl", "cup", "cup"], least=2, most=2).offer(("pots",), "Which?")
    assert [option.most for option in offer.options] == [1, 2]
    begun = offer.choose(1, 1)
    assert (begun.total, begun.complete, begun.value) == (1, False, ["cup"])
    assert begun.choose(0, 1).value == ["bowl", "cup"]
    assert begun.choose(1, 0).value == []
    with pytest.raises(ValueError, match="0 to 1 can be chosen, not 2"):
        offer.choose(0, 2)
    shares = Shares(lambda: {"bowl": 1, "cup": 3}, most=3).offer(("pots",), "Which?")
    assert shares.complete
    assert shares.choose(1, 3).value == {"cup": 3}
    assert Count(lambda: 4).offer(("n",), "How many?").choose(0, 3).value == 3
    assert YesNo().offer(("go",), "Go?").choose(1, 1).value is False


def test_a_value_of_several_fields_is_refused_by_what_it_holds():
    kind = One(lambda *at: [("retreat", "H10")], words=" to ".join)
    assert kind.wrong(("retreat", None)) == "you cannot choose retreat here; you can choose: retreat to H10"
