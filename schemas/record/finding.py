"""What does not hold in a record, and what of it could not be looked at."""

from typing import Final

import msgspec

NOT_RECOMPUTED: Final = "not-recomputed"
"""The code of what accuses nobody: phases whose rules are not installed here."""


class Finding(msgspec.Struct, frozen=True):
    """One thing that does not hold, or (`NOT_RECOMPUTED`) that could not be looked at for want of rules.

    The code of the check, the phase it is about (None: the whole), the sentence.
    """

    code: str
    phase: int | None
    message: str

    def __str__(self) -> str:
        """The finding as people read it."""
        where = "record" if self.phase is None else f"phase {self.phase}"
        return f"{where}: {self.message}"
