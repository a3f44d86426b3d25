"""What a title's own tests import: the battery that every title must pass, and whole games to look into."""

from adjudicator.kernel.contract.battery import TitleContract

__all__ = ["TitleContract"]
