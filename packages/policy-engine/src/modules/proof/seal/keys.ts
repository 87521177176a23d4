/** Ed25519 keys (RFC 8032) in the forms that hosts and auditors use. */
import { createPrivateKey, createPublicKey, createSecretKey, hkdfSync, KeyObject } from 'node:crypto';
import { PolicyEngineError, reasonOf } from '../../../errors/errors.ts';
import {
  formatVkey,
  namedKey,
  nodeCrypto,
  type NoteVerifier,
  parseVkey,
  publicBytes,
  SIGNATURE_TYPE,
  verifierKey,
  verifierOf,
} from '../log/index.ts';

/**
 * A key as JSON (RFC 7517, RFC 8037). A separate type, since not every `@types/node` exports that of `node:crypto`.
 */
export type LedgerJwk = {
  readonly kty?: string;
  readonly crv?: string;
  /** Public part, base64url. */
  readonly x?: string;
  /** Private part, base64url. */
  readonly d?: string;
};

/** PEM text (PKCS #8 or SPKI), a JWK, or a key of `node:crypto`. */
export type LedgerKey = string | LedgerJwk | KeyObject;

/** A previous key. */
export interface EarlierLedgerKey {
  readonly key: KeyObject;
  /** The secret, if it is known, so that the change to a new key is signed with both; else null. */
  readonly secret: KeyObject | null;
}

/** Keys that sign. */
export interface SecretLedgerKey extends EarlierLedgerKey {
  readonly secret: KeyObject;
  /** Authenticates what this host appends, see {@link appendKey}. */
  readonly append: KeyObject;
}

/** A key that verifies signatures of a log. */
export interface TrustedKey {
  /** As RFC 8032 encodes it: 32 bytes. */
  readonly publicKey: Uint8Array;
  /** Origin that it signs for; null for any. */
  readonly origin: string | null;
  /** Whether it is in the database, where anyone with write access can use it to sign. */
  readonly isStored: boolean;
}

/** @throws {PolicyEngineError} `configuration_invalid` for anything but a private Ed25519 key */
export function secretKey(given: LedgerKey): SecretLedgerKey {
  const { key, secret } = earlierKey(given);
  if (secret === null) throw refused('this is a public key; checkpoints are signed with the private one');
  return { key, secret, append: appendKey(secret) };
}

/** The key that is derived from a seed of 32 bytes, hexadecimal (RFC 8410 §7). */
export function keyOfSeed(seed: string): EarlierLedgerKey & { readonly secret: KeyObject } {
  const der = Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex');
  const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return { key: createPublicKey(secret), secret };
}

/**
 * The key that authenticates appended events as the host's own, derived from its secret so that only one must be kept
 * (RFC 5869).
 */
function appendKey(secret: KeyObject): KeyObject {
  const { d = '' } = secret.export({ format: 'jwk' });
  const bytes = hkdfSync('sha256', Buffer.from(d, 'base64url'), '', 'policy-engine ledger append 1', 32);
  return createSecretKey(new Uint8Array(bytes));
}

/** A key with its secret part, if that was given. @throws {PolicyEngineError} `configuration_invalid` */
export function earlierKey(given: LedgerKey): EarlierLedgerKey {
  const key = parsed(given);
  return key.type === 'private' ? { key: createPublicKey(key), secret: key } : { key, secret: null };
}

/**
 * The keys that a verifier trusts: lines of verifier keys (`vkey`), or one key in another form, which may sign for any
 * log.
 *
 * @throws {PolicyEngineError} `configuration_invalid`
 */
export function trustedKeys(given: LedgerKey): TrustedKey[] {
  if (typeof given !== 'string' || given.includes('-----BEGIN')) {
    return [{ publicKey: publicBytes(earlierKey(given).key), origin: null, isStored: false }];
  }
  const lines = given.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(trustedVkey);
}

function trustedVkey(line: string): TrustedKey {
  try {
    const { name, type, publicKey } = parseVkey(line);
    if (type === SIGNATURE_TYPE.ed25519) return { publicKey, origin: name, isStored: false };
  } catch (error) {
    throw refused(`not a key in PEM or JWK form, nor a verifier key: ${reasonOf(error)}`);
  }
  throw refused('this is the key of a witness; a ledger is signed with a key of type 0x01');
}

/** The verifiers of the keys that may sign for a log. */
export function verifiersFor(
  origin: string,
  keys: readonly TrustedKey[],
): (NoteVerifier & Pick<TrustedKey, 'isStored'>)[] {
  const known = keys.filter((one) => one.origin === null || one.origin === origin);
  return known.map(({ publicKey, isStored }) => {
    const key = namedKey(origin, SIGNATURE_TYPE.ed25519, publicKey, nodeCrypto);
    const { verify } = verifierOf(key);
    return { key, verify, isStored };
  });
}

/**
 * The line of text that identifies a key: `<origin>+<key ID>+<key>` (C2SP signed-note, "Verifier keys").
 *
 * @param origin name of the log
 * @param key the public key, or the private one
 * @throws {PolicyEngineError} `configuration_invalid` for an invalid key
 */
export function ledgerVkey(origin: string, key: LedgerKey): string {
  return formatVkey(verifierKey(origin, SIGNATURE_TYPE.ed25519, earlierKey(key).key));
}

function parsed(given: LedgerKey): KeyObject {
  let key: KeyObject;
  try {
    key = keyIn(given);
  } catch (cause) {
    // The cause may contain the key.
    throw refused(`not a key in PEM or JWK form (${(cause as { code?: string }).code ?? 'unreadable'})`);
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw refused('checkpoints are signed with Ed25519; create a key with "openssl genpkey -algorithm ed25519"');
}

function keyIn(given: LedgerKey): KeyObject {
  if (given instanceof KeyObject) return given;
  if (typeof given !== 'string') {
    const isSecret = given.d !== undefined;
    return isSecret ? createPrivateKey({ key: given, format: 'jwk' }) : createPublicKey({ key: given, format: 'jwk' });
  }
  return given.includes('PRIVATE KEY') ? createPrivateKey(given) : createPublicKey(given);
}

function refused(message: string): PolicyEngineError {
  return new PolicyEngineError('configuration_invalid', message);
}
