"""A plan to start from."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from cli.contests.plan_file import EXAMPLE


def first_plan(title_id: str, now: datetime | None = None) -> str:
    """A Swiss of the title's first scenario that can be played by several, closing in three weeks on a Sunday."""
    from adjudicator.registry import title

    rules = title(title_id)
    scenario = max(rules.scenarios.values(), key=lambda one: 4 in one.seat_counts)
    counts = sorted(scenario.seat_counts, key=lambda size: (size != 4, size))
    closes = (now or datetime.now(UTC)) + timedelta(weeks=3)
    closes += timedelta(days=6 - closes.weekday())
    return EXAMPLE.format(
        name=f"{rules.name.partition(':')[0]} Cup {closes:%Y}",
        title=title_id,
        scenario=scenario.id,
        tables=f"[{', '.join(map(str, counts))}]",
        rounds=5,
        fewest=2 * counts[0],
        closes=f"{closes:%Y-%m-%d} 18:00",
        zone="UTC",
    )
