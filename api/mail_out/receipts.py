"""How mails with receipts are told apart: their kind, their attachment, the header of this host."""

from __future__ import annotations

from typing import Final

KIND: Final = "receipt"

FILE: Final = "receipts.ostraka"


HOST_HEADER: Final = "X-Ostraka-Host"
