/** The cryptography of the page: WebCrypto is asynchronous, and lacks Ed25519 in browsers that are still used. */
/*! noble-hashes - MIT License (c) 2022 Paul Miller (paulmillr.com) */
import { hashes, verify } from '@noble/ed25519';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import type { Cryptography } from '../../modules/proof/log/crypto.ts';

hashes.sha512 = sha512;

/** As `node:crypto` verifies: RFC 8032, not the more lenient ZIP 215. */
const STRICT = { zip215: false };

export const browserCrypto: Cryptography = {
  sha256,
  hmacSha256: (key, bytes) => hmac(sha256, key, bytes),
  isSignedBy: (key, signature, bytes) => verify(signature, bytes, key, STRICT),
};
