/** Whom to trust about a log: known logs, known witnesses, and which of these suffice (C2SP tlog-policy). */
import { isSame } from '../bytes.ts';
import { type Checkpoint, parseCheckpoint } from '../checkpoint.ts';
import { cosignaturesIn, cosignatureTime } from '../cosignature.ts';
import { LogFormatError, LogVerificationError } from '../errors.ts';
import type { InclusionProof } from '../inclusion-proof.ts';
import { parseVkey, verifierOf } from '../node.ts';
import { type SignedNote, type VerifiedSignature, verifyNote } from '../note.ts';
import { quoted, type TextInput } from '../strict.ts';
import { verifyInclusion } from '../tree-proofs.ts';
import { isSameKey, SIGNATURE_TYPE, type VerifierKey } from '../vkey.ts';

/** A log whose checkpoints are accepted. Its key's name is its origin. */
export interface PolicyLog {
  readonly key: VerifierKey;
  readonly url?: string;
}

/** A witness, by the name that the policy gives it. */
export interface PolicyWitness extends PolicyLog {
  readonly name: string;
}

/** Witnessed if at least `threshold` of its members are. */
export interface PolicyGroup {
  readonly name: string;
  readonly threshold: number;
  readonly members: readonly (PolicyWitness | PolicyGroup)[];
}

/** A policy, built by {@link PolicyBuilder}. */
export interface Policy {
  readonly logs: readonly PolicyLog[];
  readonly witnesses: readonly PolicyWitness[];
  /** `null`: no cosignatures are needed. */
  readonly quorum: PolicyWitness | PolicyGroup | null;
}

/** How many members of a group suffice. */
export type Threshold = 'all' | 'any' | number;

/** A policy as plain objects, for configuration in code. Groups name witnesses and groups before them. */
export interface PolicyDefinition {
  readonly logs?: readonly { readonly vkey: string; readonly url?: string }[];
  readonly witnesses?: readonly { readonly name: string; readonly vkey: string; readonly url?: string }[];
  readonly groups?: readonly {
    readonly name: string;
    readonly threshold: Threshold;
    readonly members: readonly string[];
  }[];
  /** Name of a witness or group, or `none`. */
  readonly quorum: string;
}

/** The most logs, witnesses and groups that a policy may have, each. The specification recommends at least 32. */
const MOST_OF_A_KIND = 256;

const NO_QUORUM = 'none';

/** Builds a policy, line by line of its file. Each step throws a {@link LogFormatError}. */
export class PolicyBuilder {
  readonly #logs: PolicyLog[] = [];
  readonly #witnesses: PolicyWitness[] = [];
  readonly #named = new Map<string, PolicyWitness | PolicyGroup>();
  /** Members of groups: each witness contributes in one way only. */
  readonly #members = new Set<string>();
  #groups = 0;
  #quorum: PolicyWitness | PolicyGroup | null | undefined;

  /** A log that is accepted, by a key that signs checkpoints. */
  log(vkey: string, url?: string): void {
    const key = parseVkey(vkey);
    refuseDuplicate('log', this.#logs, key);
    this.#logs.push({ key, ...(url !== undefined && { url }) });
  }

  /** A witness, by a key that cosigns. */
  witness(name: string, vkey: string, url?: string): void {
    const key = parseVkey(vkey);
    if (key.type !== SIGNATURE_TYPE.cosignature) {
      throw new LogFormatError(`witness ${quoted(name)}: the key is not of type 0x04 (cosignature/v1)`);
    }
    refuseDuplicate('witness', this.#witnesses, key);
    const witness = { name, key, ...(url !== undefined && { url }) };
    this.#define(name, witness);
    this.#witnesses.push(witness);
  }

  /** A group of witnesses and groups that are already defined. */
  group(name: string, threshold: Threshold, members: readonly string[]): void {
    const what = `group ${quoted(name)}`;
    if (++this.#groups > MOST_OF_A_KIND) throw new LogFormatError(`more than ${MOST_OF_A_KIND} groups`);
    if (members.length === 0) throw new LogFormatError(`${what}: no members`);
    const found = members.map((member) => {
      const one = this.#named.get(member);
      if (one === undefined) throw new LogFormatError(`${what}: ${quoted(member)} is not defined before it`);
      if (this.#members.has(member)) throw new LogFormatError(`${what}: ${quoted(member)} is a member already`);
      this.#members.add(member);
      return one;
    });
    const least = threshold === 'any' ? 1 : threshold === 'all' ? members.length : threshold;
    if (!Number.isInteger(least) || least < 1 || least > members.length) {
      throw new LogFormatError(`${what}: the threshold ${least} is not between 1 and ${members.length}`);
    }
    this.#define(name, { name, threshold: least, members: found });
  }

  /** What is required: a witness or group that is already defined, or `none`. */
  quorum(name: string): void {
    if (this.#quorum !== undefined) throw new LogFormatError('quorum: given twice');
    const found = name === NO_QUORUM ? null : this.#named.get(name);
    if (found === undefined) throw new LogFormatError(`quorum: ${quoted(name)} is not defined before it`);
    this.#quorum = found;
  }

  /** The policy. */
  build(): Policy {
    if (this.#quorum === undefined) throw new LogFormatError('the policy has no quorum; use "quorum none" for none');
    return { logs: [...this.#logs], witnesses: [...this.#witnesses], quorum: this.#quorum };
  }

  #define(name: string, one: PolicyWitness | PolicyGroup): void {
    if (name === NO_QUORUM) throw new LogFormatError('the name "none" has a meaning of its own');
    if (!/^[^\t\n ]+$/.test(name)) throw new LogFormatError(`the name ${quoted(name)} is empty or has a space`);
    if (this.#named.has(name)) throw new LogFormatError(`the name ${quoted(name)} is given twice`);
    this.#named.set(name, one);
  }
}

/** Two keys are duplicates if they are one public key, whatever their names (tlog-policy, "Public key representation"). */
function refuseDuplicate(kind: string, known: readonly PolicyLog[], { name, publicKey }: VerifierKey): void {
  if (known.length >= MOST_OF_A_KIND) throw new LogFormatError(`more than ${MOST_OF_A_KIND} of the kind ${kind}`);
  const other = known.find(({ key }) => isSame(key.publicKey, publicKey));
  if (other === undefined) return;
  throw new LogFormatError(`${kind}: the keys of ${quoted(other.key.name)} and ${quoted(name)} are the same`);
}

/**
 * A policy from plain objects, with the rules of the file.
 *
 * @throws {LogFormatError}
 */
export function definePolicy({ logs = [], witnesses = [], groups = [], quorum }: PolicyDefinition): Policy {
  const builder = new PolicyBuilder();
  for (const { vkey, url } of logs) builder.log(vkey, url);
  for (const { name, vkey, url } of witnesses) builder.witness(name, vkey, url);
  for (const { name, threshold, members } of groups) builder.group(name, threshold, members);
  builder.quorum(quorum);
  return builder.build();
}

/** Whether the witnesses that cosigned suffice (tlog-policy, "Defining the quorum"). */
export function isQuorum(quorum: Policy['quorum'], hasCosigned: (witness: PolicyWitness) => boolean): boolean {
  if (quorum === null) return true;
  if (!('members' in quorum)) return hasCosigned(quorum);
  return quorum.members.filter((member) => isQuorum(member, hasCosigned)).length >= quorum.threshold;
}

/** A cosignature that verifies. */
export interface Cosignature {
  readonly witness: PolicyWitness;
  /** Seconds since the epoch. A policy of the application may require more of it. */
  readonly time: number;
}

/** What a policy says about a checkpoint that an accepted log signed. */
export interface CheckpointVerdict {
  readonly checkpoint: Checkpoint;
  /** Keys of the log that signed. */
  readonly logs: readonly VerifierKey[];
  readonly cosignatures: readonly Cosignature[];
  readonly hasQuorum: boolean;
}

/**
 * Checks a checkpoint against a policy, without its quorum: for checkpoints that are not cosigned yet.
 *
 * @param logs keys from another source, instead of the policy's
 * @throws {LogFormatError}
 * @throws {LogVerificationError} `signature`, `unsigned`, or `origin` if the name of no signing key is the origin
 */
export function judgeCheckpoint(
  policy: Policy,
  note: TextInput | SignedNote,
  logs: readonly VerifierKey[] = policy.logs.map(({ key }) => key),
): CheckpointVerdict {
  const keys = [...logs, ...policy.witnesses.map(({ key }) => key)];
  const { text, signatures } = verifyNote(note, keys.map(verifierOf));
  const checkpoint = parseCheckpoint(text);
  const signed = logs.filter(
    (log) => log.name === checkpoint.origin && signatures.some(({ key }) => isSameKey(key, log)),
  );
  if (signed.length === 0) {
    throw new LogVerificationError('origin', `no accepted log named ${quoted(checkpoint.origin)} has signed`);
  }
  const cosignatures = cosignaturesOf(policy.witnesses, signatures);
  const hasQuorum = isQuorum(policy.quorum, (one) => cosignatures.some(({ witness }) => witness === one));
  return { checkpoint, logs: signed, cosignatures, hasQuorum };
}

/** The signatures of witnesses among those that verify. */
export function cosignaturesOf(
  witnesses: readonly PolicyWitness[],
  signatures: readonly VerifiedSignature[],
): Cosignature[] {
  return signatures.flatMap(({ key, signature }) => {
    const witness = witnesses.find((one) => isSameKey(one.key, key));
    return witness === undefined ? [] : [{ witness, time: cosignatureTime(signature) }];
  });
}

/**
 * The cosignatures of a note by known witnesses. Others are ignored.
 *
 * @throws {LogVerificationError} `signature` for one of a known witness that does not verify
 */
export function knownCosignatures({ witnesses }: Pick<Policy, 'witnesses'>, note: SignedNote): Cosignature[] {
  const verifiers = witnesses.map(({ key }) => verifierOf(key));
  return cosignaturesOf(witnesses, cosignaturesIn(note, verifiers));
}

/**
 * Verifies a checkpoint: signed by an accepted log, and cosigned by a quorum.
 *
 * @throws {LogFormatError}
 * @throws {LogVerificationError}
 */
export function verifyCheckpoint(
  policy: Policy,
  note: TextInput | SignedNote,
  logs?: readonly VerifierKey[],
): CheckpointVerdict {
  const verdict = judgeCheckpoint(policy, note, logs);
  if (verdict.hasQuorum) return verdict;
  const by = verdict.cosignatures.map(({ witness }) => witness.name).join(', ') || 'nobody';
  throw new LogVerificationError('quorum', `cosigned by ${by}, which is no quorum`);
}

/**
 * Verifies a proof (tlog-proof, "Verifying a tlog proof"): a quorum saw a checkpoint of an accepted log whose tree has the
 * leaf. For a checkpoint without cosignatures, use a policy with the quorum `none`.
 *
 * @param logs keys of the log from another source, instead of the policy's
 * @throws {LogFormatError}
 * @throws {LogVerificationError}
 */
export function verifyInclusionProof(
  { index, path, checkpoint: note }: InclusionProof,
  leaf: Uint8Array,
  policy: Policy,
  logs?: readonly VerifierKey[],
): CheckpointVerdict {
  const verdict = verifyCheckpoint(policy, note, logs);
  const { size, root } = verdict.checkpoint;
  if (verifyInclusion({ leaf, index, size, root }, path)) return verdict;
  throw new LogVerificationError(
    'inclusion',
    `the proof does not lead from leaf ${index} to the root of ${size} leaves`,
  );
}
