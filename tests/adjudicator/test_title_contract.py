"""What every title must keep, whatever its rules: the battery that a new title gets for one line in the registry."""

import msgspec
import pytest

from adjudicator.kernel import Ask, Chance, ChapterBegins, Illegal, Unknown
from adjudicator.kernel.title.replay import Played, replay
from adjudicator.registry import title, titles
from tests.adjudicator.players import begin, key, orders_of_bots, played_best, playthrough, watchers
from tests.adjudicator.redealing import redealt, used_specials
from tests.titles.ballot import TITLE as BALLOT
from tests.titles.foray import TITLE as FORAY
from tests.titles.morra import TITLE as MORRA
from tests.titles.posts import TITLE as POSTS

TITLES = [*(title(name) for name in titles()), BALLOT, FORAY, MORRA, POSTS]
GAMES = 10


@pytest.fixture(params=TITLES, ids=lambda t: t.id)
def rules(request):
    return request.param


@pytest.fixture
def counts(rules):
    return played_best(rules).seat_counts


@pytest.mark.parametrize("strategy", ["random", "steady"])
def test_games_end_and_keep_the_invariants(rules, counts, strategy):
    for seed in range(GAMES):
        for *_, resolution in playthrough(rules, counts[seed % len(counts)], seed, strategy):
            rules.invariants(resolution.position)
            assert resolution.position.phases < 10_000
        assert resolution.position.outcome is not None
        assert sorted(resolution.position.outcome.places) == sorted(resolution.position.seats)
        assert rules.scores(resolution.position).keys() == resolution.position.outcome.places.keys()


def test_what_bots_send_is_legal(rules, counts):
    for seed in range(GAMES):
        for before, sent, _, resolution in playthrough(rules, counts[0], seed):
            for seat, orders in sent.items():
                assert rules.check(rules.view(before, seat), seat, orders) == []
            assert resolution.fallen == []


def test_the_same_inputs_give_the_same_bytes(rules, counts):
    for seed in range(5):
        started = begin(rules, counts[-1], seed)
        played, positions = [], [rules.encode(started.position)]
        for _, _, chance_key, resolution in playthrough(rules, counts[-1], seed):
            played.append(Played(resolution.counted, chance_key))
            positions.append(rules.encode(resolution.position))
        again = replay(
            rules,
            scenario=started.position.scenario,
            seats=started.position.seats,
            options={},
            setup_chance=key(seed, "setup"),
            played=played,
        )
        assert [rules.encode(resolution.position) for resolution in again] == positions


def test_a_position_from_the_store_plays_like_the_one_in_memory(rules, counts):
    """Bytes have their names sorted: no event, order or picture may follow the order of a mapping."""
    for before, sent, chance_key, resolution in playthrough(rules, counts[-1], "stored"):
        stored = rules.decode(rules.encode(before))
        again = rules.resolve(stored, sent, Chance(chance_key))
        assert rules.encode_events(again.events) == rules.encode_events(resolution.events)
        assert [rules.sentence(e) for e in again.events] == [rules.sentence(e) for e in resolution.events]
        assert again.counted == resolution.counted
        drawn_for = watchers(before)[0]
        for seat in (None, *before.seats):
            view, other = rules.view(before, seat), rules.view(stored, seat)
            assert rules.show(view) == rules.show(other)
            if seat == drawn_for:
                assert rules.draw(view, seat, False) == rules.draw(other, seat, False)
            for ask in before.phase.asked_of(seat):
                options = [rules.options(v, seat, ask.name) for v in (view, other)]
                assert list(options[0]) == list(options[1])


def test_positions_and_events_survive_their_bytes(rules, counts):
    for before, _, _, resolution in playthrough(rules, counts[0], "bytes"):
        assert rules.decode(rules.encode(before)) == before
        assert rules.decode_events(rules.encode_events(resolution.events)) == resolution.events
        for viewer in (None, *before.seats):
            view = rules.view(before, viewer)
            assert rules.decode(rules.encode(view)) == view


def test_resolving_leaves_the_position_as_it_was(rules, counts):
    for before, sent, chance_key, _ in playthrough(rules, counts[0], "pure"):
        as_it_was = rules.encode(before)
        rules.resolve(before, sent, Chance(chance_key))
        assert rules.encode(before) == as_it_was


def test_every_question_has_a_legal_default_and_its_options_pass_the_check(rules, counts):
    for before, *_ in playthrough(rules, counts[0], "options"):
        for ask in before.phase.asks:
            view = rules.view(before, ask.seat)
            default = rules.default(view, ask.seat, ask.name)
            options = list(rules.options(view, ask.seat, ask.name))
            assert default in options
            assert len(options) == len({rules.encode_orders([o]) for o in options})
            for order in options:
                assert rules.check(view, ask.seat, [order]) == []
                assert rules.decode_orders(rules.encode_orders([order])) == [order]
            assert rules.prompt(view, ask.seat, ask.name)


def test_an_order_that_is_not_asked_falls_and_leaves_no_other_trace(rules, counts):
    for before, sent, chance_key, resolution in playthrough(rules, counts[0], "stray", missing=0):
        strays = [
            (seat, order)
            for seat in before.seats
            for other, orders in sent.items()
            for order in orders
            if other != seat and rules.refusal(rules.view(before, seat), seat, order) is not None
        ]
        for seat, order in strays:
            forged = rules.resolve(before, {**sent, seat: [*sent.get(seat, []), order]}, Chance(chance_key))
            assert [fallen.seat for fallen in forged.fallen] == [seat]
            if seat not in sent or not any(type(o) is type(order) for o in sent[seat]):
                assert rules.encode(forged.position) == rules.encode(resolution.position)
                assert forged.events == resolution.events


def test_a_view_is_the_same_whatever_its_seat_may_not_know(rules, counts):
    for before, *_ in playthrough(rules, counts[-1], "redeal"):
        for viewer in watchers(before):
            view = rules.encode(rules.view(before, viewer))
            for seed in range(5):
                other = rules.redeal(before, viewer, Chance(key("redeal", seed)))
                assert rules.encode(rules.view(other, viewer)) == view


def test_a_redeal_does_deal_anew(rules, counts):
    position = begin(rules, counts[0], "anew").position
    dealt = {rules.encode(rules.redeal(position, None, Chance(key("anew", seed)))) for seed in range(10)}
    assert len(dealt) > 1


def test_what_a_seat_is_told_does_not_depend_on_what_it_may_not_know(rules, counts):
    """Redeal, resolve with the same orders and chance: view and events are the same, byte for byte."""
    compared = differing = 0
    for before, sent, chance_key, resolution in playthrough(rules, counts[-1], "redeal and resolve"):
        for viewer in (None, *before.seats):
            other = redealt(rules, before, sent, resolution, viewer)
            if other is None:
                continue
            again = rules.resolve(*other, Chance(chance_key))
            if again.fallen or used_specials(again.position) != used_specials(resolution.position):
                continue  # the redeal made an order illegal, or an instruction use another tile: seen by all
            assert _told(rules, again, viewer) == _told(rules, resolution, viewer)
            compared += 1
            differing += rules.encode(again.position) != rules.encode(resolution.position)
    assert compared > 5
    assert differing > 5


def _told(rules, resolution, viewer):
    events = rules.events_for(resolution.events, viewer)
    return rules.encode_events(events), rules.encode(rules.view(resolution.position, viewer))


def test_a_position_imagined_from_a_view_looks_like_it_and_can_be_played_on(rules, counts):
    """For every seat and the spectator: the same view byte for byte, sound, and resolved with any legal orders."""
    differing = 0
    for seed in range(3):
        for before, *_ in playthrough(rules, counts[seed % len(counts)], f"imagine {seed}"):
            for viewer in watchers(before):
                view = rules.view(before, viewer)
                imagined = rules.imagine(view, viewer, Chance(key("imagine", seed, before.phases, viewer)))
                assert rules.encode(rules.view(imagined, viewer)) == rules.encode(view)
                assert not _hidden(msgspec.to_builtins(imagined))
                rules.invariants(imagined)
                sent = orders_of_bots(rules, imagined, f"imagine {seed}")
                resolution = rules.resolve(imagined, sent, Chance(key("imagined", seed, before.phases)))
                rules.invariants(resolution.position)
                assert resolution.fallen == []
                differing += rules.encode(imagined) != rules.encode(before)
    assert differing > 20


def test_options_that_are_said_to_be_public_follow_from_what_everybody_sees(rules, counts):
    """They stand in mails in clear: prompt, options and default are the spectator's as well."""
    compared = []
    for before, *_ in playthrough(rules, counts[-1], "public options"):
        everybody = rules.view(before, None)
        asked = [*before.phase.asks]
        asked += [Ask(seat, name) for seat in before.seats for name, kind in rules.questions.items() if kind.unasked]
        for ask in asked:
            kind = rules.question(ask.question)
            if kind.public_options:
                view = rules.view(before, ask.seat)
                assert list(kind.options(everybody, ask)) == list(kind.options(view, ask))
                assert kind.prompt(everybody, ask) == kind.prompt(view, ask)
                if not kind.unasked:
                    assert kind.default(everybody, ask) == kind.default(view, ask)
                compared.append(ask.question)
    marked = [name for name, kind in rules.questions.items() if kind.public_options]
    assert set(compared) <= set(marked) < set(rules.questions)
    assert bool(compared) == bool(marked)


def test_a_chapter_begins_once_and_is_told_to_all(rules, counts):
    """Reports are told by chapters; a chapter is named like no other of the game."""
    told = [e for e in begin(rules, counts[-1], "chapters").events if isinstance(e, ChapterBegins)]
    for *_, resolution in playthrough(rules, counts[-1], "chapters"):
        told += [event for event in resolution.events if isinstance(event, ChapterBegins)]
    assert len({event.chapter for event in told}) == len({event.name for event in told}) == len(told)
    assert all(event.only is None for event in told)
    assert told


def test_a_spectator_does_not_know_everything(rules, counts):
    position = begin(rules, counts[0], "hidden").position
    assert _hidden(msgspec.to_builtins(rules.view(position, None)))
    assert not _hidden(msgspec.to_builtins(position))


def _hidden(tree, path=""):
    if isinstance(tree, dict):
        if tree == msgspec.to_builtins(Unknown()):
            return [path]
        return [found for name, node in tree.items() for found in _hidden(node, f"{path}.{name}")]
    if isinstance(tree, list):
        return [found for index, node in enumerate(tree) for found in _hidden(node, f"{path}.{index}")]
    return []


def test_asking_about_a_question_that_is_not_open_names_what_is(rules, counts):
    position = begin(rules, counts[0], "closed").position
    asked = {ask.seat for ask in position.phase.asks}
    for seat in position.seats:
        if seat not in asked:
            with pytest.raises(Illegal, match="is not asked of"):
                rules.default(rules.view(position, seat), seat, position.phase.asks[0].name)
