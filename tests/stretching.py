"""What a password costs in tests: its file says the full cost, since hosts take no cheaper one, but little is paid.

What it costs in life is in `tests/schemas/keys/test_password_files.py`, and in the browsers' own tests.
"""

from schemas.primitives import scrypt

PAID = 4


def cheaply(password: bytes, salt: bytes, work: int, length: int) -> bytes:
    """As `scrypt` does it, at a ten-thousandth of the cost."""
    return scrypt(password, salt, min(work, PAID), length)
