/**
 * Lines of the journal: `1.<encrypted>.<signature>`, both base64url. Encrypted (AES-256-GCM): who was erased by which request and
 * when. The signature (Ed25519, RFC 8032) proves that an engine with the key wrote it. Both keys are derived from the option
 * `journalKey` (HKDF, RFC 5869).
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { keyFor, openText, sealText } from '../identity/seal.ts';

/** An erasure that started. */
export interface JournalEntry {
  readonly requestId: string;
  /** The host's id of the subject, opaque. */
  readonly userId: string;
  readonly at: Date;
}

/** A line that cannot be read: it has another key, or was changed. */
export class JournalUnreadable extends Error {
  override name: string = 'JournalUnreadable';
}

const LINE = /^1\.(?<sealed>[\w-]+)\.(?<signature>[\w-]+)$/;
/** What comes before the 32 bytes of a private Ed25519 key in PKCS #8 (RFC 8410 §7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Writes and reads lines with one key. */
export class JournalLines {
  readonly #encryption: Buffer;
  readonly #signing: KeyObject;
  readonly #verifying: KeyObject;

  constructor(secret: string) {
    this.#encryption = keyFor(secret, 'journal encryption');
    const seed = keyFor(secret, 'journal signature');
    this.#signing = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
    this.#verifying = createPublicKey(this.#signing);
  }

  write({ requestId, userId, at }: JournalEntry): string {
    const sealed = sealText(
      this.#encryption,
      JSON.stringify({ request: requestId, subject: userId, at: at.toISOString() }),
    );
    return `1.${sealed}.${sign(null, signedText(sealed), this.#signing).toString('base64url')}`;
  }

  /** @throws {JournalUnreadable} */
  read(line: string): JournalEntry {
    const { sealed, signature } = LINE.exec(line)?.groups ?? {};
    if (sealed === undefined || signature === undefined) throw new JournalUnreadable('not a line of a journal');
    if (!verify(null, signedText(sealed), this.#verifying, Buffer.from(signature, 'base64url'))) {
      throw new JournalUnreadable('not signed with this key');
    }
    const { request, subject, at } = JSON.parse(openText(this.#encryption, sealed)) as Record<string, string>;
    if (request === undefined || subject === undefined || at === undefined) throw new JournalUnreadable('incomplete');
    return { requestId: request, userId: subject, at: new Date(at) };
  }
}

/** The signed text, unambiguous: it is valid as a line only. */
function signedText(sealed: string): Buffer {
  return Buffer.from(`policy-engine/erasure-journal/1\n${sealed}\n`);
}
