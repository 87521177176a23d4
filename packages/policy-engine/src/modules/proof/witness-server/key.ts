/**
 * The key of a witness as a line of text: `PRIVATE+KEY+<name>+<key ID>+<base64(0x04 || seed)>`, the form in which Go's
 * `golang.org/x/mod/sumdb/note` keeps keys.
 */
import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto';
import {
  linesOf,
  LogFormatError,
  parseBase64,
  readText,
  SIGNATURE_TYPE,
  verifierKey,
  type VerifierKey,
} from '../log/index.ts';

/** The key that a witness signs with. */
export interface WitnessKey {
  readonly secret: KeyObject;
  /** Name and public part. */
  readonly key: VerifierKey;
}

const PREFIX = 'PRIVATE+KEY+';
const SEED_BYTES = 32;

function keyOf(name: string, seed: Uint8Array): WitnessKey {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return { secret, key: verifierKey(name, SIGNATURE_TYPE.cosignature, secret) };
}

/**
 * Creates a key.
 *
 * @param name name of the witness: a URL without a scheme
 * @returns the line to be kept secret, and the key
 * @throws {LogFormatError} for a name that is not valid for signatures
 */
export function newWitnessKey(name: string): { readonly line: string; readonly key: WitnessKey } {
  const seed = randomBytes(SEED_BYTES);
  const key = keyOf(name, seed);
  const encoded = Buffer.concat([Buffer.from([SIGNATURE_TYPE.cosignature]), seed]).toString('base64');
  return { line: `${PREFIX}${name}+${key.key.id}+${encoded}\n`, key };
}

/** Reads the file of a key. Error messages do not quote it. @throws {LogFormatError} */
export function parseWitnessKey(text: string): WitnessKey {
  const [line = '', ...others] = linesOf(readText(text.replaceAll('\r\n', '\n'), 'key', 4096), 'key');
  const parts = /^PRIVATE\+KEY\+(?<name>[^+]+)\+(?<id>[0-9a-f]{8})\+(?<encoded>.+)$/.exec(line)?.groups;
  if (parts === undefined || others.length > 0) throw refused('it is not the key of a witness');
  const { name = '', id = '', encoded = '' } = parts;
  let bytes: Uint8Array;
  try {
    bytes = parseBase64(encoded, 'key');
  } catch {
    throw refused('its last part is not base64');
  }
  if (bytes.length !== SEED_BYTES + 1 || bytes[0] !== SIGNATURE_TYPE.cosignature) {
    throw refused('it is not an Ed25519 key for cosignatures (0x04)');
  }
  const key = keyOf(name, bytes.subarray(1));
  if (key.key.id !== id) throw refused(`its ID is ${id}, but the key's is ${key.key.id}`);
  return key;
}

function refused(reason: string): LogFormatError {
  return new LogFormatError(`the key cannot be read: ${reason}; create one with "policy-engine witness key"`);
}
