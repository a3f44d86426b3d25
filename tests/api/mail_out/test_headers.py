"""What people write reaches a header as it stands: it neither breaks the header, nor adds another, nor is decoded."""

from __future__ import annotations

from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.policy import SMTP, compat32, default

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.mail_out.rendering import set_header

ADDS_A_HEADER = (
    "=?utf-8?q?Hi=0d=0aBcc:c@d.e=0d=0aContent-Type:text/html=0d=0a=0d=0a<a_href=//evil.ex>Your_bank</a><!--?="
)
CANNOT_BE_ENCODED = "=?utf-7?q?+2D0-?="


def sent(name: str, text: str) -> bytes:
    """The bytes of a mail with one header."""
    message = EmailMessage(policy=SMTP)
    set_header(message, name, text)
    message.set_content("Nothing.")
    return message.as_bytes()


@pytest.mark.parametrize("text", [ADDS_A_HEADER, CANNOT_BE_ENCODED, f"[{ADDS_A_HEADER}] a game", "Ἀθῆναι", "A game"])
@pytest.mark.parametrize("name", ["Subject", "To", "In-Reply-To", "From"])
def test_a_header_is_read_as_it_was_set(name: str, text: str) -> None:
    raw = sent(name, text)
    read = message_from_bytes(raw, policy=compat32)
    assert sorted(read.keys()) == sorted([name, "Content-Type", "Content-Transfer-Encoding", "MIME-Version"])
    assert str(make_header(decode_header(read[name]))) == text
    assert read.get_payload() == "Nothing.\r\n"


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp", "Cn", "Co", "Cf", "Zs"]) | st.just(" ")))
def test_no_text_adds_a_header(text: str) -> None:
    read = message_from_bytes(sent("Subject", text), policy=default)
    assert set(read.keys()) == {"Subject", "Content-Type", "Content-Transfer-Encoding", "MIME-Version"}
    assert not read.defects


@pytest.mark.parametrize("text", ["a\r\nBcc: b@c.d", "a\nb", "a\x1b[2J", "\ud83d"])
def test_control_characters_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="Subject"):
        sent("Subject", text)
