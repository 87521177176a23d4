/** The cryptography of a verification: `node:crypto` in Node (`node.ts`), a library in the browser. */
export interface Cryptography {
  readonly sha256: (bytes: Uint8Array) => Uint8Array;
  readonly hmacSha256: (key: Uint8Array, bytes: Uint8Array) => Uint8Array;
  /** Whether a signature of 64 bytes is that of an Ed25519 key of 32 bytes (RFC 8032). */
  readonly isSignedBy: (key: Uint8Array, signature: Uint8Array, bytes: Uint8Array) => boolean;
}
