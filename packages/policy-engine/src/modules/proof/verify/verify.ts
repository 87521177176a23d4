/**
 * Verification of the whole ledger, in constant memory: events in order, compared with one checkpoint after another.
 */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { beginReading, type Reading } from '../../../platform/database/statements/read-ahead.ts';
import { ClockCheck } from '../seal/clocks.ts';
import { CheckpointStore } from '../seal/checkpoint-store.ts';
import { hashOfLeaf, treeHash, unopened } from '../ledger/event.ts';
import type { LedgerFinding, Verification } from './finding.ts';
import { eventName, span } from './finding.ts';
import type { TrustedKey } from '../seal/keys.ts';
import type { PolicyWitness } from '../log/index.ts';
import { checkNoted } from './noted.ts';
import { Doubts } from '../projection/doubts.ts';
import { findingOf, Replay } from '../projection/replay.ts';
import type { StoredEvent } from '../ledger/rows.ts';
import { EventStore, SEALER_KINDS } from '../ledger/store.ts';
import { TextCheck } from './texts.ts';
import { checkErasure } from '../ledger/tombstones.ts';
import { CheckpointCheck } from './checkpoints.ts';
import { SourceCheck } from './sources.ts';
import { TreeCheck } from './tree.ts';

/** What a host can provide for a verification. */
export interface VerifyLedgerOptions {
  /** A signed checkpoint that was saved elsewhere: this ledger must begin with what it covers. */
  readonly noted?: string | null | undefined;
  /** Called for each finding as it is found. */
  readonly report?: ((finding: LedgerFinding) => void) | undefined;
}

/** What is verified. */
export interface VerifyOptions extends VerifyLedgerOptions {
  readonly database: Database;
  readonly naming: Naming;
  /** Name of the log; null if the database does not contain it. */
  readonly origin: string | null;
  /** Who may have signed. Empty: signatures are not checked. */
  readonly keys: readonly TrustedKey[];
  readonly now: () => Date;
  /** Witnesses whose cosignatures are checked, if there are any. Default: none. */
  readonly witnesses?: readonly PolicyWitness[];
}

const PAGE = 250;
/**
 * More rows than places on a page are surplus rows, which are findings; a large number of them must not exhaust the
 * memory.
 */
const MOST_ON_PAGE = 4 * PAGE;
const MOST_FINDINGS = 100;
/** Limits of the column. */
const [LOWEST, HIGHEST] = [-(2 ** 31), 2 ** 31 - 1];

/**
 * Verifies that nothing was changed, removed, added or reordered since it was sealed, and that texts and the audit log
 * are what the ledger says they were.
 */
export function verifyLedger(options: VerifyOptions): Promise<Verification> {
  return new Verifier(options).run();
}

class Verifier {
  readonly #options: VerifyOptions;
  readonly #events: EventStore;
  readonly #stored: CheckpointStore;
  readonly #checkpoints: CheckpointCheck;
  readonly #tree: TreeCheck;
  readonly #texts: TextCheck = new TextCheck();
  readonly #sources: SourceCheck;
  readonly #findings: LedgerFinding[] = [];
  #found = 0;
  #sealed = 0;
  #pending = 0;
  #erased = 0;
  readonly #clocks = new ClockCheck();
  /** The next place. */
  #next = 0;
  /** Size, as stored in its column, of the last checkpoint that was read. */
  #read = 0;

  constructor(options: VerifyOptions) {
    const { database, naming } = options;
    this.#options = options;
    this.#events = new EventStore(database, naming);
    this.#stored = new CheckpointStore(database, naming);
    this.#checkpoints = new CheckpointCheck(options.keys, options.origin, options.witnesses);
    this.#tree = new TreeCheck(database, naming);
    this.#sources = new SourceCheck(database, naming);
  }

  async run(): Promise<Verification> {
    const { database, naming, noted, keys } = this.#options;
    await this.#uncovered(LOWEST, -1);
    // Checkpoints may be added while the last ones are read: those are verified in the next round, with their events.
    for (let last = await this.#last(); last !== this.#read; last = await this.#last()) await this.#walk(last);
    this.#reportAll(await this.#tree.end(async () => (await this.#last()) === this.#read));
    await this.#uncovered(this.#next, HIGHEST);
    await this.#unsealed();
    this.#reportAll(await this.#sources.end());
    this.#pending += await this.#sources.countWaiting(this.#options.now());
    for (const id of await this.#events.orphans(MOST_FINDINGS)) {
      this.#report({ code: 'identity_added', message: `there is an identity for event ${id}, which does not exist` });
    }
    for await (const finding of this.#texts.findings(database, naming)) this.#report(finding);
    this.#reportAll(await new Doubts(database, naming).findings());
    for await (const found of new Replay({ database, naming }).all()) this.#report(findingOf(found));
    this.#reportAll(this.#checkpoints.end());
    if (noted) {
      const { origin, last } = this.#checkpoints;
      const size = last?.size ?? 0;
      this.#reportAll(await checkNoted(noted, { origin, size, keys, rootAt: (at) => this.#tree.rootAt(at) }));
    }
    return {
      ok: this.#found === 0,
      found: this.#found,
      findings: this.#findings,
      events: this.#sealed,
      pending: this.#pending,
      erased: this.#erased,
      clocks: this.#clocks.found,
      checkpoints: this.#checkpoints.count,
      checkpoint: this.#checkpoints.last,
      cosignatures: this.#checkpoints.cosignatures,
      signaturesChecked: keys.length === 0 ? 'none' : keys.every(({ isStored }) => isStored) ? 'stored' : 'given',
    };
  }

  async #last(): Promise<number> {
    return (await this.#stored.last())?.size ?? 0;
  }

  /** Checkpoints up to the most recent last one, and the events that they cover. */
  async #walk(last: number): Promise<void> {
    const events = new Pages(this.#events, this.#next, last);
    for (;;) {
      const page = await this.#stored.between(this.#read, last, PAGE);
      for (const stored of page) {
        this.#read = stored.size;
        const { findings, head } = this.#checkpoints.check(stored);
        this.#reportAll(findings);
        if (head === null) continue;
        await this.#cover(events, head.size);
        this.#reportAll(await this.#tree.at(head));
      }
      if (page.length < PAGE) break;
    }
    // If the last checkpoint has been deleted meanwhile, this is looked for once.
    this.#read = last;
  }

  /** Reads the events before a place. */
  async #cover(events: Pages, end: number): Promise<void> {
    for (let page = await events.before(end); page.length > 0; page = await events.before(end)) {
      for (const event of page) {
        this.#place(event);
        this.#check(event);
        this.#sources.add(event);
      }
      this.#reportAll(await this.#sources.settle());
      this.#reportAll(await this.#tree.settle());
    }
    if (this.#next < end) this.#missing(this.#next, end);
    this.#next = Math.max(this.#next, end);
  }

  #place(event: StoredEvent): void {
    const place = event.position ?? this.#next;
    if (place < this.#next) {
      const message = `event ${event.leaf.id} has the place ${place} of another one`;
      this.#report({ code: 'event_added', message });
      return;
    }
    if (place > this.#next) this.#missing(this.#next, place);
    this.#tree.add(treeHash(event));
    this.#next = place + 1;
  }

  #missing(from: number, until: number): void {
    this.#tree.lose();
    this.#report({ code: 'event_missing', message: `event ${span(from, until)} is missing` });
  }

  #check(event: StoredEvent): void {
    const { leaf, hash, identity, position } = event;
    const name = eventName({ id: leaf.id, position });
    this.#sealed += position === null ? 0 : 1;
    this.#clocks.add(event);
    if (leaf.kind !== 'publication') this.#texts.add(leaf, name);
    if (hashOfLeaf(leaf) !== hash) this.#report({ code: 'event_changed', message: `${name} was changed` });
    if (leaf.kind === 'suspicion' && position !== null) {
      const message = `event ${leaf.refers?.event} was sealed under a flag, ${leaf.refers?.reason}: see event ${position}`;
      this.#report({ code: 'event_suspected', message });
    }
    if (identity === null) {
      this.#checkErased(event, name);
      return;
    }
    if (event.erasure !== null) {
      this.#report({ code: 'tombstone_wrong', message: `${name} has a tombstone, and its identity` });
    }
    for (const group of unopened(leaf, identity)) {
      this.#report({ code: 'identity_changed', message: `the ${group} of ${name} is not what was committed to` });
    }
  }

  #checkErased(event: StoredEvent, name: string): void {
    const origin = this.#options.origin ?? this.#checkpoints.origin;
    const { state, findings } = checkErasure(event, name, { origin, keys: this.#options.keys });
    if (state !== 'wrong') this.#erased += 1;
    // An unsealed event is counted as such.
    if (state === 'waiting' && event.position !== null) this.#pending += 1;
    this.#reportAll(findings);
  }

  /** Places of events that no checkpoint covers. */
  async #uncovered(from: number, last: number): Promise<void> {
    if (from > last) return;
    const events = await this.#events.range(from, last, MOST_FINDINGS);
    // A checkpoint added in the meantime covers them.
    if (events.length === 0 || (last === HIGHEST && (await this.#last()) !== this.#read)) return;
    for (const { leaf, position } of events) {
      const message = `event ${position} (${leaf.id}) has a place that no checkpoint covers`;
      this.#report({ code: 'event_added', message });
    }
  }

  async #unsealed(): Promise<void> {
    for (let after = ''; ;) {
      const events = await this.#events.unsealedAfter(after, PAGE);
      for (const event of events) this.#checkPending(event);
      const last = events.at(-1);
      if (last === undefined) return;
      after = last.leaf.id;
    }
  }

  #checkPending(event: StoredEvent): void {
    const { id, kind } = event.leaf;
    this.#check(event);
    this.#pending += 1;
    if (!SEALER_KINDS.includes(kind)) return;
    this.#report({ code: 'event_added', message: `event ${id} is a ${kind}, which the sealer did not make` });
  }

  #reportAll(findings: readonly LedgerFinding[]): void {
    for (const finding of findings) this.#report(finding);
  }

  #report(finding: LedgerFinding): void {
    this.#found += 1;
    if (this.#findings.length < MOST_FINDINGS) this.#findings.push(finding);
    this.#options.report?.(finding);
  }
}

/** Sealed events in order, read in pages, which need not end where checkpoints do. */
class Pages {
  readonly #store: EventStore;
  #from: number;
  readonly #end: number;
  #page: StoredEvent[] = [];
  #at = 0;
  /** What the database reads while a page is processed. */
  #ahead: Reading<StoredEvent[]> | null = null;

  constructor(store: EventStore, from: number, end: number) {
    this.#store = store;
    this.#from = from;
    this.#end = end;
  }

  /** The next events with places before an end; empty if there are no more. */
  async before(end: number): Promise<readonly StoredEvent[]> {
    while (this.#at === this.#page.length && this.#from < Math.min(end, this.#end)) await this.#read();
    const from = this.#at;
    while (this.#at < this.#page.length && (this.#page[this.#at]?.position ?? 0) < end) this.#at += 1;
    return this.#page.slice(from, this.#at);
  }

  async #read(): Promise<void> {
    this.#page = await (this.#ahead?.result ?? this.#range());
    this.#ahead = null;
    this.#at = 0;
    const after = this.#last() + 1;
    // Skips a wide gap in one step: a place at the end of the column's range must not cost a query for each page before
    // it.
    this.#from = this.#page.length > 0 ? after : ((await this.#store.nextPlace(after)) ?? this.#end);
    if (this.#from < this.#end) this.#ahead = await beginReading(() => this.#range());
  }

  #range(): Promise<StoredEvent[]> {
    return this.#store.range(this.#from, this.#last(), MOST_ON_PAGE);
  }

  /** The last place of the page that begins at the next place. */
  #last(): number {
    return Math.min(this.#from + PAGE, this.#end) - 1;
  }
}
