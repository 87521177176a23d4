/**
 * The steps by which a receipt is checked, as docs/ledger-format.md describes them: the same code in Node, where the
 * problems are listed, and in the browser, where each step is put into words.
 */
import { hexOf, utf8 } from '../../log/bytes.ts';
import { type Checkpoint, parseCheckpoint } from '../../log/checkpoint.ts';
import { cosignaturesIn, cosignatureTime, isCosigned } from '../../log/cosignature.ts';
import type { Cryptography } from '../../log/crypto.ts';
import { LogFormatError, LogVerificationError } from '../../log/errors.ts';
import { parseInclusionProof } from '../../log/inclusion-proof.ts';
import { type NoteVerifier, parseNote, type SignedNote, verifyNote } from '../../log/note.ts';
import { parseHash } from '../../log/strict.ts';
import { isContinued, isIncluded } from '../../log/verify-tree.ts';
import type { VerifierKey } from '../../log/vkey.ts';
import { laterText, statement, tombstoneText } from './statements.ts';
import { type Receipt, receiptOf } from './form.ts';
import { readJson, Refused } from './json.ts';
import { commitmentTo, hashOfEvent } from './records.ts';

/** What a step of the check found. */
export interface Finding {
  readonly name:
    | 'form'
    | 'openings'
    | 'text'
    | 'checkpoint'
    | 'place'
    | 'witnesses'
    | 'erasure'
    | 'mark'
    | 'later'
    | 'noted'
    | 'consistency';
  /** `open`: there was nothing to check; `warns`: it is valid, and is bad news. */
  readonly state: 'holds' | 'fails' | 'open' | 'warns';
  /** What the step is about; `part` says which part of the receipt fails. */
  readonly values: Readonly<Record<string, string | number>>;
  /** Why the receipt does not prove its event, a sentence. */
  readonly problem?: string;
}

/** Whom the check trusts. */
export interface Trust {
  /** Verifiers of the keys that may sign for a log; null: what the log signed is not checked. */
  readonly logs: ((origin: string) => readonly NoteVerifier[]) | null;
  /** Verifiers of known witnesses. Cosignatures of others are ignored. */
  readonly witnesses: readonly NoteVerifier[];
  /** Whether cosignatures by these witnesses are enough. */
  readonly isQuorum: (cosigned: readonly VerifierKey[]) => boolean;
}

/** A checkpoint that was saved elsewhere, and must be of the same ledger. */
export interface Noted {
  /** The signed note. */
  readonly checkpoint: string;
  /**
   * Hashes in base64 which prove that the larger of two trees continues the smaller; null if they are not known.
   *
   * @throws {Refused} for a proof between other sizes
   */
  readonly consistency: (from: number, to: number) => readonly string[] | null;
}

/** What was found. */
export interface Checked {
  /** In the order of the steps. A step that depends on one that fails is left out. */
  readonly findings: readonly Finding[];
  /** Null if it has not the form of one. */
  readonly receipt: Receipt | null;
  /** Leaf hash of its event. */
  readonly leaf: Uint8Array | null;
  /** The checkpoint of its proof; null if there is none that is signed. */
  readonly checkpoint: Checkpoint | null;
}

/**
 * Checks a receipt.
 *
 * @param source JSON
 * @param noted null for none
 */
export function checkReceipt(source: string, trust: Trust, noted: Noted | null, crypto: Cryptography): Checked {
  return new ReceiptCheck(trust, crypto).all(source, noted);
}

/** A proof whose checkpoint is signed. */
interface Proof {
  readonly index: number;
  readonly path: readonly Uint8Array[];
  readonly note: SignedNote;
  readonly checkpoint: Checkpoint;
}

class ReceiptCheck {
  readonly #trust: Trust;
  readonly #crypto: Cryptography;
  readonly #findings: Finding[] = [];

  constructor(trust: Trust, crypto: Cryptography) {
    this.#trust = trust;
    this.#crypto = crypto;
  }

  all(source: string, noted: Noted | null): Checked {
    const findings = this.#findings;
    const receipt = this.#attempt('form', () => receiptOf(readJson(source)), NOT_A_RECEIPT);
    if (receipt === null) return { findings, receipt, leaf: null, checkpoint: null };
    this.#add('form', 'holds');
    this.#openings(receipt);
    this.#text(receipt);
    const leaf = hashOfEvent(receipt.event, this.#crypto);
    const checkpoint =
      receipt.proof === null ? this.#pending(receipt) : this.#sealed(receipt, receipt.proof, leaf, noted);
    return { findings, receipt, leaf, checkpoint };
  }

  #add(name: Finding['name'], state: Finding['state'], values: Finding['values'] = {}, problem?: string): void {
    this.#findings.push({ name, state, values, ...(problem !== undefined && { problem }) });
  }

  #fail(name: Finding['name'], part: string, problem: string): void {
    this.#add(name, 'fails', { part }, problem);
  }

  /** A step holds if no part of it fails. */
  #end(name: Finding['name'], state: 'holds' | 'open' | 'warns', values: Finding['values'] = {}): void {
    if (!this.#findings.some((one) => one.name === name && one.state === 'fails')) this.#add(name, state, values);
  }

  /** @returns null if it fails */
  #attempt<T>(name: Finding['name'], attempt: () => T, problem?: string): T | null {
    try {
      return attempt();
    } catch (error) {
      if (error instanceof LogFormatError || error instanceof LogVerificationError || error instanceof Refused) {
        this.#fail(name, error.part, problem ?? error.message);
        return null;
      }
      throw error;
    }
  }

  #openings({ event, openings }: Receipt): void {
    if (openings === null) return;
    if (commitmentTo(openings.subject, this.#crypto) !== event.subject_commitment) {
      this.#fail('openings', 'subject', 'it is about somebody else');
    }
    if (commitmentTo(openings.circumstances, this.#crypto) !== event.circumstances_commitment) {
      this.#fail('openings', 'circumstances', 'the circumstances are not those that were noted');
    }
    this.#end('openings', 'holds');
  }

  #text({ event, text }: Receipt): void {
    if (text === null) return this.#add('text', 'open');
    if (text.hash !== event.text_hash || hexOf(this.#crypto.sha256(utf8(text.words))) !== text.hash) {
      this.#fail('text', 'hash', 'the text is not the one that was decided on');
    }
    this.#end('text', 'holds');
  }

  #pending({ suspicion, later, erasure, cosigned }: Receipt): null {
    const isMore = suspicion !== null || later !== null || erasure !== null || cosigned;
    if (isMore) this.#fail('checkpoint', 'proof', EARLY);
    else this.#add('checkpoint', 'open', {}, PENDING);
    return null;
  }

  #sealed(receipt: Receipt, text: string, leaf: Uint8Array, noted: Noted | null): Checkpoint | null {
    const proof = this.#attempt('checkpoint', () => this.#proof(text));
    if (proof === null) return null;
    const { checkpoint, index, note } = proof;
    const { origin, size } = checkpoint;
    this.#add('checkpoint', 'holds', { origin, size });
    this.#place('place', proof, leaf, 'the event');
    this.#end('place', 'holds', { index, size });
    this.#witnesses(receipt, note);
    this.#erasure(receipt, leaf, origin);
    this.#mark(receipt, leaf);
    this.#later(receipt, leaf, checkpoint);
    this.#noted(checkpoint, noted);
    return checkpoint;
  }

  /** @throws {LogFormatError} @throws {LogVerificationError} unless its checkpoint is signed by a known key */
  #proof(text: string): Proof {
    const { index, path, checkpoint: note, extra } = parseInclusionProof(text);
    if (extra !== undefined) throw new LogFormatError('the proof has an extra line, which no signature covers');
    return { index, path, note, checkpoint: this.#checkpoint(note) };
  }

  #checkpoint(note: SignedNote): Checkpoint {
    const checkpoint = parseCheckpoint(note.text);
    this.#signed(note, checkpoint.origin);
    return checkpoint;
  }

  #signed(note: SignedNote, origin: string): void {
    if (this.#trust.logs !== null) verifyNote(note, this.#trust.logs(origin));
  }

  #place(name: 'place' | 'mark', { index, path, checkpoint }: Proof, leaf: Uint8Array, what: string): void {
    if (isIncluded({ leaf, index, ...checkpoint }, path, this.#crypto.sha256)) return;
    this.#fail(name, 'proof', `the proof does not lead from ${what} to the checkpoint: one of them was changed`);
  }

  #witnesses({ cosigned }: Receipt, note: SignedNote): void {
    if (cosigned !== isCosigned(note)) {
      const other = cosigned ? 'has no cosignatures' : 'has cosignatures';
      this.#fail('witnesses', 'cosigned', `the checkpoint ${other}, and the receipt says otherwise`);
    }
    const { witnesses, isQuorum } = this.#trust;
    const cosignatures = this.#attempt('witnesses', () => cosignaturesIn(note, witnesses));
    if (cosignatures === null) return;
    for (const { name, signature } of cosignatures) {
      this.#add('witnesses', 'holds', { name, time: timeOf(cosignatureTime(signature)) });
    }
    if (!isQuorum(cosignatures.map(({ key }) => key))) {
      const by = cosignatures.map(({ name }) => name).join(', ') || 'no known witness';
      this.#fail('witnesses', by, `the checkpoint is cosigned by ${by}, which is not enough`);
    }
    if (cosigned && cosignatures.length === 0) this.#end('witnesses', 'open');
  }

  #erasure({ openings, erasure }: Receipt, leaf: Uint8Array, origin: string): void {
    if (openings !== null) {
      if (erasure !== null) this.#fail('erasure', 'erasure', 'it names somebody, and says that they were erased');
      return;
    }
    if (erasure === null) {
      const problem = 'it does not say whom it is about, and nothing proves that they were erased';
      return this.#fail('erasure', 'erasure', problem);
    }
    this.#attempt('erasure', () => this.#signed(statement(tombstoneText(origin, leaf), erasure), origin));
    this.#end('erasure', 'holds');
  }

  #mark({ event, suspicion }: Receipt, leaf: Uint8Array): void {
    if (suspicion === null) return;
    const { event: flag, proof: text } = suspicion;
    const isAbout = flag.about === event.id && flag.about_hash === hexOf(leaf);
    if (flag.kind !== 'suspicion' || !isAbout) {
      this.#fail('mark', 'suspicion.event', 'the flag is not about this event');
    }
    const proof = this.#attempt('mark', () => this.#proof(text));
    if (proof !== null) {
      this.#place('mark', proof, hashOfEvent(flag, this.#crypto), 'the flag');
      this.#attempt('mark', () => cosignaturesIn(proof.note, this.#trust.witnesses));
    }
    const problem = `the event was sealed under a flag, ${flag.reason}: it does not count until it is judged`;
    this.#add('mark', 'warns', { reason: flag.reason ?? '' }, problem);
  }

  #later({ event, openings, later }: Receipt, leaf: Uint8Array, { origin, size: covered }: Checkpoint): void {
    if (later === null) {
      const isExpected = openings !== null && event.rule !== null;
      if (isExpected) this.#fail('later', 'later', 'it does not say whether there is a later event');
      return this.#end('later', 'open');
    }
    const { exists, size, signature } = later;
    if (size < covered) {
      this.#fail('later', 'later.size', 'it says of an earlier checkpoint whether there is a later event');
    }
    this.#attempt('later', () => this.#signed(statement(laterText({ leaf, exists, size }), signature), origin));
    this.#end('later', exists ? 'warns' : 'holds', { size });
  }

  #noted(own: Checkpoint, given: Noted | null): void {
    if (given === null) return this.#add('noted', 'open');
    const noted = this.#attempt('noted', () => {
      const note = parseNote(given.checkpoint);
      cosignaturesIn(note, this.#trust.witnesses);
      return this.#checkpoint(note);
    });
    if (noted === null) return;
    const [older, newer] = noted.size < own.size ? [noted, own] : [own, noted];
    const [from, to] = [older.size, newer.size];
    const hashes = this.#attempt('noted', () => given.consistency(from, to) ?? (from === to ? [] : undefined));
    if (hashes === undefined && noted.origin === own.origin) {
      return this.#add('consistency', 'open', { noted: noted.size, size: own.size, from, to }, OTHER_LEDGER);
    }
    if (hashes === null) return;
    const isOne = this.#attempt('noted', () => {
      const proof = (hashes ?? []).map((hash) => parseHash(hash, 'consistency proof'));
      return noted.origin === own.origin && isContinued(older, newer, proof, this.#crypto.sha256);
    });
    if (isOne === false) this.#fail('noted', noted.origin, OTHER_LEDGER);
    this.#end('noted', 'holds', { size: noted.size });
  }
}

const NOT_A_RECEIPT = 'this is not a receipt, or one with members that it does not have';
const PENDING = 'it is pending: no checkpoint covers the event yet';
const EARLY = 'it has no proof, and says what only a sealed event has';
const OTHER_LEDGER = 'it is not of the ledger of the noted checkpoint, or that is not proven: there are two of them';

/** An invalid time is shown unchanged. */
function timeOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString();
}
