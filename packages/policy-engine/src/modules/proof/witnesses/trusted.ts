/** Trusted witnesses, as a text. */
import { PolicyEngineError, reasonOf } from '../../../errors/errors.ts';
import {
  cosignatureTime,
  definePolicy,
  parseCheckpoint,
  parsePolicy,
  parseVkey,
  type Policy,
  type SignedNote,
} from '../log/index.ts';

/**
 * Reads keys of witnesses, a line each, of which one is enough; or a policy file (C2SP tlog-policy), which may require
 * more.
 *
 * @throws {PolicyEngineError} `configuration_invalid`
 */
export function trustedWitnesses(text: string): Policy {
  try {
    if (/^[ \t]*(?:log|witness|group|quorum)[ \t]/m.test(text)) return parsePolicy(text);
    const lines = text.split('\n').map((line) => line.trim());
    const vkeys = lines.filter((line) => line !== '' && !line.startsWith('#'));
    if (vkeys.length === 0) throw new Error('there is none');
    const witnesses = vkeys.map((vkey, at) => ({ name: `${parseVkey(vkey).name}#${at}`, vkey }));
    const members = witnesses.map(({ name }) => name);
    return definePolicy({ witnesses, groups: [{ name: 'any', threshold: 'any', members }], quorum: 'any' });
  } catch (error) {
    throw new PolicyEngineError('configuration_invalid', `not the keys of witnesses: ${reasonOf(error)}`);
  }
}

/** Bytes of a cosignature: its time, and the signature. */
const COSIGNATURE_BYTES = 72;

/** Who cosigned a checkpoint, according to its note; nothing is verified. */
export function namedCosignatures(note: SignedNote): { readonly name: string; readonly at: Date }[] {
  const { origin } = parseCheckpoint(note.text);
  return note.signatures
    .filter(({ name, signature }) => name !== origin && signature.length === COSIGNATURE_BYTES)
    .map(({ name, signature }) => ({ name, at: new Date(cosignatureTime(signature) * 1000) }))
    .filter(({ at }) => !Number.isNaN(at.getTime()));
}
