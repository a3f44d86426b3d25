"""Case files: a situation of a game and what must come of it, in YAML (docs/cases.md)."""

from adjudicator.kernel.cases.compare import Finding
from adjudicator.kernel.cases.model import Case, case_schema, load_cases
from adjudicator.kernel.cases.runner import play_case, run_case

__all__ = ["Case", "Finding", "case_schema", "load_cases", "play_case", "run_case"]
