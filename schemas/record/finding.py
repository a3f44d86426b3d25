"""What does not hold in a record."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One thing that does not hold: the code of the check, the phase it is about (None: the whole), the sentence."""

    code: str
    phase: int | None
    message: str

    def __str__(self) -> str:
        """The finding as people read it."""
        where = "record" if self.phase is None else f"phase {self.phase}"
        return f"{where}: {self.message}"
