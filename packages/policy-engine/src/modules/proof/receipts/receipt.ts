/** Receipts: proof of one event, which its subject can keep and anyone can check without the database. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { publishedText } from '../../terms/index.ts';
import { CheckpointStore, type LedgerCheckpoint } from '../seal/checkpoint-store.ts';
import { leafRecord, treeHash } from '../ledger/event.ts';
import { laterText } from './check/statements.ts';
import {
  formatInclusionProof,
  formatSignatures,
  isCosigned,
  nodeReader,
  parseCheckpoint,
  parseNote,
  proveInclusion,
  signText,
} from '../log/index.ts';
import type { LogIdentity } from '../seal/log-identity.ts';
import type { Receipt } from './check/form.ts';
import type { StoredEvent } from '../ledger/rows.ts';
import { EventStore } from '../ledger/store.ts';
import { TileStore } from '../seal/tile-store.ts';
import { WitnessStore } from '../witnesses/store.ts';

/** What is needed to create receipts. */
export interface ReceiptOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly log: LogIdentity;
}

/** The text of a decision. */
interface DecidedText extends NonNullable<Receipt['text']> {
  readonly locale: string;
}

/** A receipt, and what a page shows with it. */
export interface ShownReceipt {
  readonly receipt: Receipt;
  /** Language of the text that was decided on, a BCP 47 tag; null without one. */
  readonly textLocale: string | null;
}

/** Creates receipts. */
export class Receipts {
  readonly #options: ReceiptOptions;
  readonly #events: EventStore;
  readonly #checkpoints: CheckpointStore;
  readonly #cosigned: WitnessStore;
  readonly #tiles: TileStore;

  constructor(options: ReceiptOptions) {
    const { database, naming } = options;
    this.#options = options;
    this.#events = new EventStore(database, naming);
    this.#checkpoints = new CheckpointStore(database, naming);
    this.#cosigned = new WitnessStore(database, naming);
    this.#tiles = new TileStore(database, naming);
  }

  /** Proof of an event that has been read. */
  async of(event: StoredEvent): Promise<Receipt> {
    return (await this.shown(event)).receipt;
  }

  /** The same for a page. */
  async shown(event: StoredEvent): Promise<ShownReceipt> {
    const text = this.#text(event);
    const receipt = await this.#receipt(event, text);
    return { receipt, textLocale: (await text)?.locale ?? null };
  }

  async #receipt(event: StoredEvent, words: Promise<DecidedText | null>): Promise<Receipt> {
    // Independent queries run concurrently: a database may be some milliseconds away.
    const [checkpoint, text, flags, last] = await Promise.all([
      this.#covering(event),
      words,
      this.#events.flags([event]),
      this.#checkpoints.last(),
    ]);
    const base = {
      format: 'policy-engine/receipt/2',
      event: leafJson(event),
      openings: openingsOf(event),
      erasure: (event.identity === null && event.erasure?.tombstone) || null,
      text: text && { hash: text.hash, words: text.words },
    } as const;
    if (checkpoint === undefined) return { ...base, proof: null, cosigned: false, suspicion: null, later: null };
    const [proof, suspicion, later] = await Promise.all([
      this.#proof(event, checkpoint),
      this.#suspicion(flags.get(event.leaf.id)),
      this.#later(event, last),
    ]);
    return { ...base, proof, cosigned: isCosigned(parseNote(checkpoint.note)), suspicion, later };
  }

  /** The smallest cosigned checkpoint, since cosignatures prove more; else the smallest. */
  async #covering({ position }: StoredEvent): Promise<LedgerCheckpoint | undefined> {
    if (position === null) return undefined;
    const [cosigned, any] = await Promise.all([
      this.#cosigned.covering(position),
      this.#checkpoints.covering(position),
    ]);
    return cosigned ?? any;
  }

  async #proof({ position }: StoredEvent, { note }: LedgerCheckpoint): Promise<string> {
    const index = position ?? 0;
    const checkpoint = parseNote(note);
    const { size } = parseCheckpoint(checkpoint.text);
    const path = await proveInclusion(nodeReader(this.#tiles.read, size), index, size);
    return formatInclusionProof({ index, path, checkpoint });
  }

  async #suspicion(flag: StoredEvent | undefined): Promise<Receipt['suspicion']> {
    const checkpoint = flag && (await this.#covering(flag));
    if (flag === undefined || checkpoint === undefined) return null;
    return { event: leafJson(flag), proof: await this.#proof(flag, checkpoint) };
  }

  /** Only texts that can be read: a changed text is not the one of the decision. */
  async #text({ leaf: { rule, version, textHash } }: StoredEvent): Promise<DecidedText | null> {
    if (rule === null || version === null || textHash === null) return null;
    const { database, naming } = this.#options;
    const found = await publishedText(database, naming, { rule, version, hash: textHash });
    return found === undefined ? null : { hash: textHash, words: found.markdown, locale: found.locale };
  }

  async #later(event: StoredEvent, last: LedgerCheckpoint | undefined): Promise<Receipt['later']> {
    const { identity, position, leaf } = event;
    if (identity === null || position === null || leaf.rule === null || last === undefined) return null;
    const { userId, visitorId } = identity;
    const exists = await this.#events.hasLater({ userId, visitorId }, leaf.rule, position, last.size);
    const { signer } = await this.#options.log.open();
    const signed = signText(laterText({ leaf: treeHash(event), exists, size: last.size }), signer);
    return { exists, size: last.size, signature: formatSignatures([signed]).trimEnd() };
  }
}

function leafJson({ leaf }: StoredEvent): Receipt['event'] {
  return leafRecord(leaf) as unknown as Receipt['event'];
}

function openingsOf({ identity }: StoredEvent): Receipt['openings'] {
  if (identity === null) return null;
  const { userId, visitorId, into, subjectSalt, ip, locale, userAgent, shown, region, circumstancesSalt } = identity;
  return {
    subject: {
      ...(typeof into === 'string' && { into }),
      user: userId,
      visitor: visitorId,
      salt: subjectSalt,
    },
    circumstances: {
      ip,
      locale,
      user_agent: userAgent,
      ...(typeof shown === 'string' && { shown }),
      ...(typeof region === 'string' && { region }),
      salt: circumstancesSalt,
    },
  };
}
