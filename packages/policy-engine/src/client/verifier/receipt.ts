/** The steps by which a receipt is checked, as docs/ledger-format.md describes them. */
import { base64Of, type Bytes, hashOfBase64, hexOf, sha256, utf8 } from './bytes.ts';
import { isObject, type Json, readJson, Refused } from './json.ts';
import { type Checkpoint, checkpointOf, checkSignatures, type Key } from './notes.ts';
import { CIRCUMSTANCES, commitmentTo, type Event, eventOf, leafHash, type Opening, SUBJECT } from './records.ts';
import { atLeast, exactly, flag, type Member, object, oneOf, orNull, sha256Text, text, texts } from './shapes.ts';
import { isContinued, isIncluded } from './tree.ts';

const FORMAT = 'policy-engine/receipt/2';
const RECEIPT: readonly Member[] = [
  { name: 'format', check: oneOf(FORMAT) },
  { name: 'event', check: object },
  { name: 'openings', check: orNull(object) },
  { name: 'erasure', check: orNull(text) },
  { name: 'text', check: orNull(object) },
  { name: 'proof', check: orNull(text) },
  { name: 'cosigned', check: flag },
  { name: 'suspicion', check: orNull(object) },
  { name: 'later', check: orNull(object) },
];
const OPENINGS: readonly Member[] = [
  { name: 'subject', check: object },
  { name: 'circumstances', check: object },
];
const TEXT: readonly Member[] = [
  { name: 'hash', check: sha256Text },
  { name: 'words', check: text },
];
const SUSPICION: readonly Member[] = [
  { name: 'event', check: object },
  { name: 'proof', check: text },
];
const LATER: readonly Member[] = [
  { name: 'exists', check: flag },
  { name: 'size', check: atLeast(1) },
  { name: 'signature', check: text },
];
const CONSISTENCY: readonly Member[] = [
  { name: 'from', check: atLeast(0) },
  { name: 'to', check: atLeast(0) },
  { name: 'proof', check: texts },
];

/** The content of a receipt. */
export interface Receipt {
  readonly event: Event;
  readonly openings: { readonly subject: Opening; readonly circumstances: Opening } | null;
  readonly erasure: string | null;
  readonly text: { readonly hash: string; readonly words: string } | null;
  readonly proof: string | null;
  readonly cosigned: boolean;
  readonly suspicion: { readonly event: Event; readonly proof: string } | null;
  readonly later: { readonly exists: boolean; readonly size: number; readonly signature: string } | null;
}

/** One step of the check. `open`: there was nothing to check; `warns`: it is valid, and is bad news. */
export interface Step {
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
  readonly state: 'holds' | 'fails' | 'open' | 'warns';
  readonly values: Readonly<Record<string, string | number>>;
}

/** Outcome of a check. */
export interface Outcome {
  readonly verdict: 'holds' | 'marked' | 'pending' | 'refused';
  /** In order, up to the first that fails. */
  readonly steps: readonly Step[];
  /** Null if the receipt is rejected: none of its content is to be shown. */
  readonly receipt: Receipt | null;
  readonly leaf: string | null;
}

/** A checkpoint that was noted elsewhere; empty for none. */
export interface Noted {
  readonly checkpoint: string;
  /** The response of `/ledger/consistency.json`. */
  readonly consistency: string;
}

/** Checks a receipt with the keys of the ledger alone. */
export async function verifyReceipt(source: string, keys: readonly Key[], noted: Noted): Promise<Outcome> {
  const check = new ReceiptCheck(keys);
  try {
    const { receipt, leaf } = await check.all(source, noted);
    const verdict = receipt.proof === null ? 'pending' : receipt.suspicion === null ? 'holds' : 'marked';
    return { verdict, steps: check.steps, receipt, leaf };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { verdict: 'refused', steps: check.failed(error.message), receipt: null, leaf: null };
  }
}

class ReceiptCheck {
  readonly #keys: readonly Key[];
  /** What is being checked. */
  #name: Step['name'] = 'form';
  readonly steps: Step[] = [];

  constructor(keys: readonly Key[]) {
    this.#keys = keys;
  }

  failed(part: string): readonly Step[] {
    return [...this.steps, { name: this.#name, state: 'fails', values: { part } }];
  }

  async all(source: string, noted: Noted): Promise<{ receipt: Receipt; leaf: string }> {
    const receipt = receiptOf(readJson(source));
    this.#say('form', 'holds');
    const { event, proof } = receipt;
    await this.#openings(receipt);
    await this.#text(receipt);
    const leaf = await leafHash(event);
    this.#name = 'checkpoint';
    if (proof === null) {
      const { suspicion, later, erasure, cosigned } = receipt;
      if (suspicion !== null || later !== null || erasure !== null || cosigned) throw new Refused('proof');
      this.#say('checkpoint', 'open');
      return { receipt, leaf: hexOf(leaf) };
    }
    const checkpoint = await this.#place(proof, leaf);
    this.#witnesses(receipt, checkpoint);
    await this.#erasure(receipt, leaf, checkpoint);
    await this.#mark(receipt, leaf);
    await this.#later(receipt, leaf, checkpoint);
    await this.#noted(checkpoint, noted);
    return { receipt, leaf: hexOf(leaf) };
  }

  #say(name: Step['name'], state: Step['state'], values: Step['values'] = {}): void {
    this.steps.push({ name, state, values });
  }

  async #openings({ event, openings }: Receipt): Promise<void> {
    this.#name = 'openings';
    if (openings === null) return;
    const { subject, circumstances } = openings;
    if ((await commitmentTo(subject)) !== event.subject_commitment) throw new Refused('subject');
    if ((await commitmentTo(circumstances)) !== event.circumstances_commitment) throw new Refused('circumstances');
    this.#say('openings', 'holds');
  }

  async #text({ event, text: decided }: Receipt): Promise<void> {
    this.#name = 'text';
    if (decided === null) return this.#say('text', 'open');
    const { hash, words } = decided;
    if (hash !== event.text_hash || hexOf(await sha256(utf8(words))) !== hash) throw new Refused('hash');
    this.#say('text', 'holds');
  }

  async #place(proof: string, leaf: Bytes): Promise<Checkpoint> {
    const { checkpoint, index, isIn } = await this.#proven(proof, leaf);
    const { origin, size } = checkpoint;
    this.#say('checkpoint', 'holds', { origin, size });
    this.#name = 'place';
    if (!isIn) throw new Refused('proof');
    this.#say('place', 'holds', { index, size });
    return checkpoint;
  }

  #witnesses({ cosigned }: Receipt, { isCosigned, cosignatures }: Checkpoint): void {
    this.#name = 'witnesses';
    if (cosigned !== isCosigned) throw new Refused('cosigned');
    if (cosigned && cosignatures.length === 0) this.#say('witnesses', 'open');
    for (const { name, seconds } of cosignatures) {
      const at = new Date(seconds * 1000);
      // An invalid time is shown as it is.
      const time = Number.isNaN(at.getTime()) ? seconds : at.toISOString();
      this.#say('witnesses', 'holds', { name, time });
    }
  }

  /** Reads a `tlog-proof`, and checks the signatures of its checkpoint. */
  async #proven(proof: string, hash: Bytes): Promise<{ checkpoint: Checkpoint; index: number; isIn: boolean }> {
    const { index, lines, note } =
      /^c2sp\.org\/tlog-proof@v1\nindex (?<index>0|[1-9]\d{0,15})\n(?<lines>(?:[^\n]+\n)*)\n(?<note>[^]+)$/.exec(proof)
        ?.groups ?? {};
    if (index === undefined || lines === undefined || note === undefined) throw new Refused('proof');
    const path = lines.split('\n').slice(0, -1).map(hashOfBase64);
    const checkpoint = await checkpointOf(note, this.#keys);
    const isIn = await isIncluded({ hash, index: Number(index) }, checkpoint, path);
    return { checkpoint, index: Number(index), isIn };
  }

  async #erasure({ openings, erasure }: Receipt, leaf: Bytes, { origin }: Checkpoint): Promise<void> {
    this.#name = 'erasure';
    if ((openings === null) === (erasure === null)) throw new Refused('erasure');
    if (erasure === null) return;
    const said = `policy-engine/erasure/1\n${origin}\n${base64Of(leaf)}\n`;
    await checkSignatures(said, [erasure], origin, this.#keys);
    this.#say('erasure', 'holds');
  }

  async #mark({ event, suspicion }: Receipt, leaf: Bytes): Promise<void> {
    this.#name = 'mark';
    if (suspicion === null) return;
    const { event: mark, proof } = suspicion;
    const isAbout = mark.about === event.id && mark.about_hash === hexOf(leaf);
    if (mark.kind !== 'suspicion' || !isAbout) throw new Refused('suspicion.event');
    const { isIn } = await this.#proven(proof, await leafHash(mark));
    if (!isIn) throw new Refused('suspicion.proof');
    this.#say('mark', 'warns', { reason: mark.reason ?? '' });
  }

  async #later({ event, openings, later }: Receipt, leaf: Bytes, { origin, size: covered }: Checkpoint): Promise<void> {
    this.#name = 'later';
    if (later === null) {
      if (openings !== null && event.rule !== null) throw new Refused('later');
      return this.#say('later', 'open');
    }
    const { exists, size, signature } = later;
    if (size < covered) throw new Refused('later.size');
    const said = `${FORMAT} later\n${base64Of(leaf)}\n${size}\n${exists ? 'yes' : 'no'}\n`;
    await checkSignatures(said, [signature], origin, this.#keys);
    this.#say('later', exists ? 'warns' : 'holds', { size });
  }

  async #noted(own: Checkpoint, { checkpoint: note, consistency }: Noted): Promise<void> {
    this.#name = 'noted';
    // Lines around a note are lost or added when it is copied.
    const wanted = note.replaceAll('\r', '').trim();
    if (wanted === '') return this.#say('noted', 'open');
    const noted = await checkpointOf(`${wanted}\n`, this.#keys);
    const [older, newer] = noted.size < own.size ? [noted, own] : [own, noted];
    if (older.size !== newer.size && consistency.trim() === '') {
      return this.#say('consistency', 'open', { noted: noted.size, size: own.size, from: older.size, to: newer.size });
    }
    const proof = older.size === newer.size ? [] : consistencyIn(consistency, older.size, newer.size);
    if (noted.origin !== own.origin || !(await isContinued(older, newer, proof))) throw new Refused(noted.origin);
    this.#say('noted', 'holds', { size: noted.size });
  }
}

function receiptOf(value: Json): Receipt {
  const receipt = exactly(value, RECEIPT, 'receipt');
  const { openings, text: decided, suspicion, later } = receipt;
  const opened = isObject(openings) ? exactly(openings, OPENINGS, 'openings') : null;
  const mark = isObject(suspicion) ? exactly(suspicion, SUSPICION, 'suspicion') : null;
  return {
    event: eventOf(receipt['event'], 'event'),
    openings: opened && {
      subject: exactly(opened['subject'], SUBJECT, 'openings.subject') as Opening,
      circumstances: exactly(opened['circumstances'], CIRCUMSTANCES, 'openings.circumstances') as Opening,
    },
    erasure: receipt['erasure'] as string | null,
    text: isObject(decided) ? (exactly(decided, TEXT, 'text') as unknown as Receipt['text']) : null,
    proof: receipt['proof'] as string | null,
    cosigned: receipt['cosigned'] === true,
    suspicion: mark && { event: eventOf(mark['event'], 'suspicion.event'), proof: mark['proof'] as string },
    later: isObject(later) ? (exactly(later, LATER, 'later') as unknown as Receipt['later']) : null,
  };
}

function consistencyIn(source: string, older: number, newer: number): readonly Bytes[] {
  const { from, to, proof } = exactly(readJson(source), CONSISTENCY, 'consistency');
  if (from !== older || to !== newer) throw new Refused(`${older} → ${newer}`);
  return (proof as readonly string[]).map(hashOfBase64);
}
