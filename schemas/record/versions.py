"""The versions of the rules that a game was played under, and which of them are installed here."""

from typing import Any

from adjudicator.kernel import Title
from adjudicator.registry import rules_of
from schemas.documents import components_files
from schemas.errors import FalseRecord
from schemas.record.finding import NOT_RECOMPUTED, Finding
from schemas.record.form import Record
from schemas.record.story import Story


def versions_of(record: Record, story: Story) -> dict[int, str]:
    """By phase, the version it was played under (0: the setup); each change of rules leads on from what was before."""
    version, position, versions = record.version, story.dealt.position, {0: record.version}
    for chapter in story.chapters:
        versions[chapter.phase] = version
        if (changed := chapter.changed) is not None:
            found = (changed.older, changed.before, changed.number)
            wanted = (version, position, chapter.phase + 1)
            if found != wanted or not is_newer(changed.newer, version):
                raise FalseRecord(
                    f"phase {chapter.phase}: the rules change from {found} to {changed.newer}, but "
                    f"{wanted} was in force"
                )
            version = changed.newer
        position = chapter.position
    return versions


def is_newer(version: str, older: str) -> bool:
    """Is it a later version of the rules of the same title?"""
    (title, number), (same, lower) = version.split("/"), older.split("/")
    return title == same and int(number) > int(lower)


def installed_rules(record: Record, version: str) -> Title[Any] | None:
    """The rules of a version with the record's components file laid over them; None where they are not installed."""
    rules = rules_of(version)
    if rules is not None:
        components_files.add_components(rules, record.options, record.components)
    return rules


def not_recomputed(lacking: dict[int, str]) -> list[Finding]:
    """What to say of phases that were not recomputed, from the version that each would have taken: one for each run."""
    runs: list[tuple[int, int, str]] = []
    for phase, version in sorted(lacking.items()):
        if runs and runs[-1][1:] == (phase - 1, version):
            runs[-1] = (runs[-1][0], phase, version)
        else:
            runs.append((phase, phase, version))
    return [Finding(NOT_RECOMPUTED, first, _in_words(first, last, version)) for first, last, version in runs]


def _in_words(first: int, last: int, version: str) -> str:
    phases = f"phase {last}" if last - max(first, 1) == 0 else f"phases {max(first, 1)} to {last}"
    what = " and ".join((["the setup"] if first == 0 else []) + ([phases] if last else []))
    return (
        f"{what}: not recomputed, because the rules {version} are not installed; a release of Ostraka that "
        "has them can do it"
    )
