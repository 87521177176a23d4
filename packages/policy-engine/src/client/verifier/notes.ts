/** Keys (vkey lines), signed notes and checkpoints (C2SP signed-note, tlog-checkpoint). */
import { type Bytes, bytesOfBase64, hashOfBase64, hexOf, isSignedBy, joined, sha256, utf8 } from './bytes.ts';
import { Refused } from './json.ts';
import type { Head } from './tree.ts';

/** A public key with the name and the ID that its signatures carry. */
export interface Key {
  readonly name: string;
  /** Hexadecimal. */
  readonly id: string;
  /** What it signs: notes of a log, or cosignatures of a witness. */
  readonly type: number;
  readonly bytes: Bytes;
}

/** A witness's statement that it saw a checkpoint, at a time in seconds since 1970. */
export interface Cosignature {
  readonly name: string;
  readonly seconds: number;
}

/** The signed head of a log. */
export interface Checkpoint extends Head {
  readonly origin: string;
  /** Whether it has signature lines of other names, known or not. */
  readonly isCosigned: boolean;
  /** Those of known witnesses. */
  readonly cosignatures: readonly Cosignature[];
}

const ED25519 = 1;
const COSIGNATURE = 4;

/** @throws {Refused} for a line that is not an Ed25519 key */
async function keyOf(line: string): Promise<Key> {
  const {
    name = '',
    id = '',
    key = '',
  } = /^(?<name>[^+\s]+)\+(?<id>[0-9a-f]{8})\+(?<key>\S+)$/.exec(line)?.groups ?? {};
  const bytes = key === '' ? new Uint8Array() : bytesOfBase64(key);
  const hash = await sha256(joined(utf8(`${name}\n`), bytes));
  const [type = 0] = bytes;
  const isKnown = type === ED25519 || type === COSIGNATURE;
  if (bytes.length !== 33 || !isKnown || hexOf(hash).slice(0, 8) !== id) throw new Refused(line);
  return { name, id, type, bytes: bytes.slice(1) };
}

/** Keys, one per line; lines that are empty or start with `#` are skipped. @throws {Refused} naming an invalid line */
export async function keysIn(text: string): Promise<readonly Key[]> {
  const lines = text.split('\n').map((line) => line.trim());
  const wanted = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return Promise.all(
    wanted.map((line) =>
      keyOf(line).catch(() => {
        throw new Refused(line);
      }),
    ),
  );
}

/**
 * Checks signature lines under a text. Those of unknown keys are ignored.
 *
 * @param name name of the keys whose signatures are required
 * @returns the cosignatures of known witnesses
 * @throws {Refused} if a signature of a known key does not verify, or there is none by a known key of that name
 */
export async function checkSignatures(
  text: string,
  lines: readonly string[],
  name: string,
  keys: readonly Key[],
): Promise<readonly Cosignature[]> {
  let isSigned = false;
  const cosignatures: Cosignature[] = [];
  for (const line of lines) {
    const { signer, signed } = /^— (?<signer>[^\s+]+) (?<signed>\S+)$/.exec(line)?.groups ?? {};
    if (signer === undefined || signed === undefined) throw new Refused('signature');
    const bytes = bytesOfBase64(signed);
    if (bytes.length < 5) throw new Refused('signature');
    const id = hexOf(bytes.slice(0, 4));
    const key = keys.find((one) => one.name === signer && one.id === id);
    if (key === undefined) continue;
    const seconds = key.type === COSIGNATURE ? secondsIn(bytes.slice(4, 12)) : null;
    const said = seconds === null ? text : `cosignature/v1\ntime ${seconds}\n${text}`;
    const signature = bytes.slice(seconds === null ? 4 : 12);
    if (!(await isSignedBy(key.bytes, signature, utf8(said)))) throw new Refused(`${signer}+${id}`);
    if (seconds !== null) cosignatures.push({ name: signer, seconds: Number(seconds) });
    else isSigned ||= signer === name;
  }
  if (!isSigned) throw new Refused(name);
  return cosignatures;
}

const secondsIn = (bytes: Bytes): bigint => BigInt(`0x0${hexOf(bytes)}`);

/** @throws {Refused} unless a note is a checkpoint that is signed by a known key with the name of its origin */
export async function checkpointOf(note: string, keys: readonly Key[]): Promise<Checkpoint> {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n') || /[^\n -\u{10ffff}]/u.test(note)) throw new Refused('checkpoint');
  const text = note.slice(0, end + 1);
  const lines = text.slice(0, -1).split('\n');
  const [origin = '', size = '', root = ''] = lines;
  if (lines.length < 3 || lines.includes('') || !/^(?:0|[1-9]\d{0,15})$/.test(size)) throw new Refused('checkpoint');
  if (!Number.isSafeInteger(Number(size))) throw new Refused('checkpoint');
  const signatures = note.slice(end + 2, -1).split('\n');
  const cosignatures = await checkSignatures(text, signatures, origin, keys);
  const isCosigned = signatures.some((line) => !line.startsWith(`— ${origin} `));
  return { origin, size: Number(size), root: hashOfBase64(root), isCosigned, cosignatures };
}
