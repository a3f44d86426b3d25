"""Positions as the log names them, by a salted hash; apart from the log, whose readers need no rules.

The seats' books are left out of it.

What stands in a book is fixed by the cuts, whose leaves name the books in force; what is left of it follows from what
it has answered. So nothing is lost, and who checks a game need not know the entries that have answered nothing.
"""

from adjudicator.kernel.title.codec import without_books
from schemas.keys import chance
from schemas.statements.canonical import to_base64url


def logged_position(secret: bytes, game: str, phase: int, stored: bytes) -> str:
    """The hash of the position that a phase led to (0: the deal), of its bytes by the rules of then."""
    salt = chance.position_salt(secret, game, phase)
    return to_base64url(chance.position_hash(salt, without_books(stored)))
