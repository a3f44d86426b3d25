// The crypto of the page, over @noble: what `schemas/primitives/page.py` and `adjudicator/kernel/keystream.py` call.
// Bytes in, bytes out, at once; nothing is kept, and what does not hold is thrown. BigInts are not constant-time.
import { chacha20, chacha20poly1305 } from "@noble/ciphers/chacha.js";
import { ed25519, x25519 } from "@noble/curves/ed25519.js";
import { bytesToNumberLE } from "@noble/curves/utils.js";
import { expand, extract } from "@noble/hashes/hkdf.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { sha3_256 } from "@noble/hashes/sha3.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { _ecdhKem, combineKEMS } from "@noble/post-quantum/hybrid.js";
import { ml_kem768 } from "@noble/post-quantum/ml-kem.js";

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

const NOTHING = new Uint8Array();
const { Point } = ed25519;

/** @param {Bytes} key @returns {Bytes} */
export const signingPublic = (key) => ed25519.getPublicKey(key);

/** @param {Bytes} key @param {Bytes} message @returns {Bytes} */
export const sign = (key, message) => ed25519.sign(message, key);

/**
 * As OpenSSL does it: sB - kA has to be R to the byte. @noble's own check multiplies both by the cofactor, and so takes
 * signatures, made for it by who holds a key of mixed order, that would not hold on a computer.
 * @param {Bytes} key @param {Bytes} signature @param {Bytes} message
 */
export function verifies(key, signature, message) {
  const R = signature.subarray(0, 32), s = bytesToNumberLE(signature.subarray(32));
  if (signature.length !== 64 || s >= Point.Fn.ORDER) return false;
  try {
    const k = Point.Fn.create(bytesToNumberLE(sha512(concatBytes(R, key, message))));
    const found = Point.BASE.multiplyUnsafe(s).subtract(Point.fromBytes(key).multiplyUnsafe(k)).toBytes();
    return found.every((byte, at) => byte === R[at]);
  } catch {
    return false;  // the key is no point
  }
}

/** @param {Bytes} key @param {Bytes} nonce @param {Bytes} plaintext @returns {Bytes} */
export const encrypt = (key, nonce, plaintext) => chacha20poly1305(key, nonce).encrypt(plaintext);

/** @param {Bytes} key @param {Bytes} nonce @param {Bytes} sealed @returns {Bytes} */
export const decrypt = (key, nonce, sealed) => chacha20poly1305(key, nonce).decrypt(sealed);

/** @param {Bytes} key @param {number} block the first @param {number} length @returns {Bytes} */
export const keystream = (key, block, length) => chacha20(key, new Uint8Array(12), new Uint8Array(length), undefined, block);

// HPKE (RFC 9180), base mode, one message, with HKDF-SHA-256 and ChaCha20-Poly1305.

/** @param {number} value two bytes of it */
const I2OSP = (value) => Uint8Array.of(value >> 8, value & 255);

/** @param {Uint8Array} suite @param {Uint8Array} salt @param {string} label @param {Uint8Array} secret */
const labeledExtract = (suite, salt, label, secret) =>
  extract(sha256, concatBytes(utf8ToBytes("HPKE-v1"), suite, utf8ToBytes(label), secret), salt);

/** @param {Uint8Array} suite @param {Uint8Array} key @param {string} label @param {Uint8Array} info @param {number} length */
const labeledExpand = (suite, key, label, info, length) =>
  expand(sha256, key, concatBytes(I2OSP(length), utf8ToBytes("HPKE-v1"), suite, utf8ToBytes(label), info), length);

const X25519_ID = I2OSP(0x0020), X_WING_ID = I2OSP(0x647a);
const HKDF_SHA256 = I2OSP(1), CHACHA20_POLY1305 = I2OSP(3);

/** DHKEM(X25519, HKDF-SHA256), 4.1 */
const dhkem = {
  id: X25519_ID, encLength: 32, publicOf: x25519.getPublicKey,

  /** @param {Bytes} recipient */
  encapsulate(recipient) {
    const own = x25519.utils.randomSecretKey(), enc = x25519.getPublicKey(own);
    return { enc, shared: this.agreed(x25519.getSharedSecret(own, recipient), enc, recipient) };
  },

  /** @param {Bytes} enc @param {Bytes} key */
  decapsulate(enc, key) {
    return this.agreed(x25519.getSharedSecret(key, enc), enc, x25519.getPublicKey(key));
  },

  /** @param {Bytes} secret @param {Bytes} enc @param {Bytes} recipient */
  agreed(secret, enc, recipient) {
    const suite = concatBytes(utf8ToBytes("KEM"), this.id), key = labeledExtract(suite, NOTHING, "eae_prk", secret);
    return labeledExpand(suite, key, "shared_secret", concatBytes(enc, recipient), 32);
  },
};

// X-Wing: @noble's draws both private keys from one seed; ours are kept as they are, one after the other.
/** @param {Bytes} keys */
const asTheyAre = (keys) => keys.slice();

/** @param {Uint8Array[]} keys @param {Uint8Array[]} encs @param {Uint8Array[]} secrets of ML-KEM and of X25519 */
const combiner = (keys, encs, secrets) => sha3_256(concatBytes(...secrets, encs[1], keys[1], utf8ToBytes("\\.//^\\")));

const combined = combineKEMS(undefined, 32, asTheyAre, combiner, ml_kem768, _ecdhKem(x25519));

const xWing = {
  id: X_WING_ID, encLength: 1088 + 32, publicOf: combined.getPublicKey,

  /** @param {Bytes} recipient */
  encapsulate(recipient) {
    const { cipherText, sharedSecret } = combined.encapsulate(recipient);
    return { enc: cipherText, shared: sharedSecret };
  },

  /** @param {Bytes} enc @param {Bytes} key */
  decapsulate: (enc, key) => combined.decapsulate(enc, key),
};

/** @param {Bytes} key public or private */
const kemOf = (key) => key.length === 32 ? dhkem : xWing;

/** @param {typeof dhkem | typeof xWing} kem @param {Uint8Array} shared @param {Bytes} info */
function aead(kem, shared, info) {
  const suite = concatBytes(utf8ToBytes("HPKE"), kem.id, HKDF_SHA256, CHACHA20_POLY1305);
  const hashes = [labeledExtract(suite, NOTHING, "psk_id_hash", NOTHING), labeledExtract(suite, NOTHING, "info_hash", info)];
  const context = concatBytes(Uint8Array.of(0), ...hashes), secret = labeledExtract(suite, shared, "secret", NOTHING);
  const key = labeledExpand(suite, secret, "key", context, 32);
  return chacha20poly1305(key, labeledExpand(suite, secret, "base_nonce", context, 12));
}

/** @param {Bytes} key @returns {Bytes} */
export const sealingPublic = (key) => kemOf(key).publicOf(key);

/** @param {Bytes} key */
export function requireSealingPublic(key) {
  kemOf(key).encapsulate(key);
}

/** @param {Bytes} key @param {Bytes} plaintext @param {Bytes} info @returns {Bytes} */
export function seal(key, plaintext, info) {
  const kem = kemOf(key), { enc, shared } = kem.encapsulate(key);
  return concatBytes(enc, aead(kem, shared, info).encrypt(plaintext));
}

/** @param {Bytes} key @param {Bytes} sealed @param {Bytes} info @returns {Bytes} */
export function unseal(key, sealed, info) {
  const kem = kemOf(key), shared = kem.decapsulate(sealed.slice(0, kem.encLength), key);
  return aead(kem, shared, info).decrypt(sealed.subarray(kem.encLength));
}
