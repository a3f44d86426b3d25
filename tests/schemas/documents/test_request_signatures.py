"""What signs a request against the library with which a host reads it: the same fields, to the byte."""

from datetime import UTC, datetime

import pytest
from http_message_signatures import HTTPMessageSigner
from http_message_signatures.algorithms import ED25519
from hypothesis import given
from hypothesis import strategies as st

from schemas.documents.request_signatures import content_digest, signature_fields, target_uri
from schemas.documents.webhook_deliveries import Request
from schemas.keys.identities import Identity

ME = Identity.generate()
SCHEMES = st.sampled_from(["http", "https", "HTTPS"])
HOSTS = st.sampled_from(
    ["ostraka.example", "Ostraka.Example", "127.0.0.1", "[::1]", "[2001:DB8::443]", "me@bot.example"]
)
PORTS = st.sampled_from(["", ":80", ":443", ":8000"])
PATHS = st.sampled_from(["", "/", "/api/v1/games/samos-001", "/a%20b/%C3%BC;x=1", "//twice"])
QUERIES = st.sampled_from(["", "?", "?after=7&limit=10", "?q=a%3Fb?c"])
URLS = st.builds("{}://{}{}{}{}".format, SCHEMES, HOSTS, PORTS, PATHS, QUERIES)


@given(URLS, st.none() | st.binary(max_size=300), st.datetimes(datetime(2000, 1, 1), timezones=st.just(UTC)))
def test_a_request_is_signed_as_the_library_would(url, body, created):
    request, nonce = Request("PUT", url, {}), None if body is None else "n0nce_-"
    covered, fields = {"@method": "PUT", "@target-uri": target_uri(url)}, {}
    if body is not None:
        covered["content-digest"] = fields["Content-Digest"] = content_digest(body)
    fields |= signature_fields(covered, ME, created=created, tag="ostraka", nonce=nonce)
    library = HTTPMessageSigner(signature_algorithm=ED25519)
    names = ("@method", "@target-uri")
    base = library.prepare(
        request, key_id=ME.key_id, created=created, tag="ostraka", nonce=nonce, covered_component_ids=names, body=body
    )
    library.apply(request, base, ME.sign(base.signature_base))
    assert fields == request.headers


@pytest.mark.parametrize("url", ["ostraka.example", "ftp://ostraka.example/", "https:///games"])
def test_what_is_no_http_address_is_signed_for_nobody(url):
    with pytest.raises(ValueError, match="is not an http address"):
        target_uri(url)
