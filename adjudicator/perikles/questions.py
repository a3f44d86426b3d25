"""The questions of Perikles (chapter D), by id, in the order of the turn."""

from collections.abc import Mapping
from typing import Any

from adjudicator.kernel import Question
from adjudicator.perikles.politics import candidates, first_cubes, influence
from adjudicator.perikles.war import forces, permission, player_turns, rounds, special_windows

QUESTIONS: Mapping[str, Question[Any, Any]] = {
    question.id: question
    for question in (
        first_cubes.FirstCube(),
        first_cubes.SecondCubeAhead(),
        influence.Take(),
        candidates.Propose(),
        forces.Committer(),
        forces.Recover(),
        player_turns.Commit(),
        permission.Permit(),
        permission.Permission(),
        special_windows.Instruct(),
        special_windows.Window(),
        rounds.Loss(),
    )
}
