/** Ed25519 keys (RFC 8032) as hosts have them. */
import { createPrivateKey, createPublicKey, createSecretKey, hkdfSync, KeyObject } from 'node:crypto';
import { PolicyEngineError } from '../../errors.ts';
import { sha256 } from './hashes.ts';

/**
 * A key as JSON (RFC 7517, RFC 8037). A type of our own, since not every `@types/node` exports that of `node:crypto`.
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

/** What checks signatures. */
export interface PublicLedgerKey {
  /** SHA-256 of the key in SPKI form, hexadecimal. */
  readonly id: string;
  readonly key: KeyObject;
  /** SPKI. */
  readonly pem: string;
}

/** What signs. */
export interface SecretLedgerKey extends PublicLedgerKey {
  readonly secret: KeyObject;
  /** Marks what this host appends, see {@link appendKey}. */
  readonly append: KeyObject;
}

/** @throws {PolicyEngineError} `configuration_invalid` for anything but a private Ed25519 key */
export function secretKey(given: LedgerKey): SecretLedgerKey {
  const secret = parsed(given, (key) =>
    key instanceof KeyObject ? key : createPrivateKey(typeof key === 'string' ? key : { key, format: 'jwk' }),
  );
  if (secret.type !== 'private') throw refused('this is a public key; heads are signed with the private one');
  return { ...publicKey(secret), secret, append: appendKey(secret) };
}

/** What marks appended events as the host's own, derived from its secret so that there is one to keep (RFC 5869). */
function appendKey(secret: KeyObject): KeyObject {
  const { d = '' } = secret.export({ format: 'jwk' });
  const bytes = hkdfSync('sha256', Buffer.from(d, 'base64url'), '', 'policy-engine ledger append 1', 32);
  return createSecretKey(new Uint8Array(bytes));
}

/** The public key, also of a private one. @throws {PolicyEngineError} `configuration_invalid` */
export function publicKey(given: LedgerKey): PublicLedgerKey {
  const key = parsed(given, (value) => {
    if (value instanceof KeyObject) return value.type === 'public' ? value : createPublicKey(value);
    return createPublicKey(typeof value === 'string' ? value : { key: value, format: 'jwk' });
  });
  const spki = key.export({ type: 'spki', format: 'der' });
  return { id: sha256(spki), key, pem: key.export({ type: 'spki', format: 'pem' }).toString() };
}

function parsed(given: LedgerKey, parse: (key: LedgerKey) => KeyObject): KeyObject {
  let key: KeyObject;
  try {
    key = parse(given);
  } catch (cause) {
    // The cause may quote the key.
    throw refused(`not a key in PEM or JWK form (${(cause as { code?: string }).code ?? 'unreadable'})`);
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw refused('heads are signed with Ed25519; make a key with "openssl genpkey -algorithm ed25519"');
}

function refused(message: string): PolicyEngineError {
  return new PolicyEngineError('configuration_invalid', message);
}
