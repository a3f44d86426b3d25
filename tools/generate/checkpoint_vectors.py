"""The vectors of checkpoints: notes that hold, and the same with one thing changed."""

from typing import Any

from schemas.log.checkpoints import sign_checkpoint
from tools.generate.vector_bench import fixed_identity

LOG = "lusab-babad-gutih"
HEAD = bytes(range(32))


def checkpoint_vectors() -> dict[str, Any]:
    """Notes with what they say, or the code with which they are refused."""
    host, other = fixed_identity("host"), fixed_identity("another host")
    found, foreign = sign_checkpoint(LOG, 57, HEAD, host), sign_checkpoint(LOG, 57, HEAD, other)
    note = found.to_note()
    text, _, own = note.rpartition("\n\n")
    witness = "— witness.example/w " + foreign.to_note().split(" ")[-1]
    cases = [
        ("ok", "ok", note),
        ("ok-with-a-witness", "ok", note + witness),
        ("ok-with-a-witness-first", "ok", f"{text}\n\n{witness}{own}"),
        ("another-count", "bad-signature", note.replace("\n57\n", "\n58\n")),
        ("another-log", "unknown-signer", note.replace(LOG, "gutih-babad-lusab")),
        ("another-key", "unknown-signer", note.replace(found.origin, foreign.origin)),
        ("signed-by-another-key", "unknown-signer", f"{text}\n\n{foreign.to_note().rpartition(chr(10) * 2)[2]}"),
        ("only-a-witness", "unknown-signer", f"{text}\n\n{witness}"),
        ("no-entries", "malformed", note.replace("\n57\n", "\n0\n")),
        ("a-zero-before-the-count", "malformed", note.replace("\n57\n", "\n057\n")),
        ("a-fourth-line", "malformed", f"{text}\nmore\n\n{own}"),
        ("no-signature", "malformed", f"{text}\n"),
        ("hyphen-for-the-dash", "malformed", note.replace("—", "-")),
        ("line-ends-of-windows", "malformed", note.replace("\n", "\r\n")),
        ("another-origin", "malformed", note.replace("ostraka-hash-chain/", "ostraka.example/")),
        ("no-line-end", "malformed", note.rstrip("\n")),
    ]
    says = {"log": LOG, "count": 57, "head": HEAD.hex()}
    notes = [
        {"name": name, "expect": expect, **({"says": says} if expect == "ok" else {}), "note": text}
        for name, expect, text in cases
    ]
    return {"host": host.signing_key.hex(), "notes": notes}
