/** Verification of the whole ledger, in constant memory: heads in their order, and below each the events of its batch. */
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { hashOfLeaf, unopened } from './event.ts';
import type { LedgerFinding, Verification } from './finding.ts';
import { span } from './finding.ts';
import { HeadCheck } from './head-check.ts';
import type { LedgerHead } from './head.ts';
import { HeadStore } from './head-store.ts';
import type { PublicLedgerKey } from './keys.ts';
import { RootBuilder } from './merkle.ts';
import type { StoredEvent } from './rows.ts';
import { EventStore } from './store.ts';
import { TextCheck } from './text-check.ts';

/** What a host can say about a verification. */
export interface VerifyLedgerOptions {
  /** Hash of a head that was noted elsewhere and has to be in the chain. */
  readonly noted?: string | null | undefined;
  /** Called for each finding as it is found. */
  readonly report?: ((finding: LedgerFinding) => void) | undefined;
}

/** What is verified. */
export interface VerifyOptions extends VerifyLedgerOptions {
  readonly database: Database;
  readonly naming: Naming;
  /** Who may have signed. None: signatures are not looked at. */
  readonly keys: readonly PublicLedgerKey[];
}

const PAGE = 500;
/** More rows than places on a page are rows too many, which are findings; a flood of them must not fill the memory. */
const MOST_ON_PAGE = 4 * PAGE;
const MOST_FINDINGS = 100;
/** Ends of what the column holds. */
const [LOWEST, HIGHEST] = [-(2 ** 31), 2 ** 31 - 1];

/**
 * Verifies that nothing was changed, removed, added or reordered since it was sealed, and that the texts which events are
 * about are there as they were published.
 */
export function verifyLedger(options: VerifyOptions): Promise<Verification> {
  return new Verifier(options).run();
}

class Verifier {
  readonly #options: VerifyOptions;
  readonly #events: EventStore;
  readonly #heads: HeadStore;
  readonly #chain: HeadCheck;
  readonly #texts: TextCheck = new TextCheck();
  readonly #findings: LedgerFinding[] = [];
  #found = 0;
  #sealed = 0;
  #pending = 0;
  #erased = 0;

  constructor(options: VerifyOptions) {
    this.#options = options;
    this.#events = new EventStore(options.database, options.naming);
    this.#heads = new HeadStore(options.database, options.naming);
    this.#chain = new HeadCheck(options.keys, options.noted ?? null);
  }

  async run(): Promise<Verification> {
    await this.#uncovered(LOWEST, -1);
    do await this.#walk();
    // Heads may have been added while the last ones were read.
    while (await this.#hasMoreHeads());
    await this.#uncovered(this.#chain.next, HIGHEST);
    await this.#unsealed();
    for (const id of await this.#events.orphans(MOST_FINDINGS)) {
      this.#report({ code: 'identity_added', message: `there is an identity for event ${id}, which does not exist` });
    }
    const { database, naming } = this.#options;
    for await (const finding of this.#texts.findings(database, naming)) this.#report(finding);
    for (const finding of this.#chain.end()) this.#report(finding);
    return {
      ok: this.#found === 0,
      found: this.#found,
      findings: this.#findings,
      events: this.#sealed,
      pending: this.#pending,
      erased: this.#erased,
      heads: this.#chain.count,
      head: this.#chain.hash,
      signaturesChecked: this.#options.keys.length > 0,
    };
  }

  async #walk(): Promise<void> {
    for (;;) {
      const heads = await this.#heads.after(this.#chain.sequence, PAGE);
      if (heads.length === 0) return;
      for (const head of heads) {
        const expected = this.#chain.next;
        for (const finding of this.#chain.check(head)) this.#report(finding);
        if (head.first > expected) await this.#uncovered(expected, Math.min(head.first - 1, HIGHEST));
        await this.#batch(head);
      }
    }
  }

  async #hasMoreHeads(): Promise<boolean> {
    return (await this.#heads.after(this.#chain.sequence, 1)).length > 0;
  }

  async #batch({ sequence, first, size, root }: LedgerHead): Promise<void> {
    const tree = new RootBuilder();
    // A size that was changed must not send the search to places nobody has reached.
    const end = Math.min(first + size, (await this.#events.highest()) + 1);
    let expected = first;
    for (let from = first; from < end;) {
      const events = await this.#events.range(from, Math.min(from + PAGE, end) - 1, MOST_ON_PAGE);
      for (const event of events) {
        expected = this.#place(event, expected);
        this.#check(event);
        tree.add(event.hash);
      }
      // Over a wide gap in one step: a place at the end of what the column holds must not cost a query for each page before.
      from = events.length > 0 ? from + PAGE : ((await this.#events.nextPlace(from)) ?? end);
    }
    if (expected < first + size) this.#missing(expected, first + size);
    if (tree.root() === root) return;
    const message = `the events under head ${sequence} (${span(first, first + size)}) are not those it was made of, or not in their order`;
    this.#report({ code: 'batch_changed', message });
  }

  /** @returns the place after this event */
  #place({ leaf, position }: StoredEvent, expected: number): number {
    const place = position ?? expected;
    if (place < expected) {
      this.#report({ code: 'event_added', message: `event ${leaf.id} has the place ${place} of another one` });
      return expected;
    }
    if (place > expected) this.#missing(expected, place);
    return place + 1;
  }

  #missing(from: number, until: number): void {
    this.#report({ code: 'event_missing', message: `event ${span(from, until)} is missing` });
  }

  #check(event: StoredEvent): void {
    const { leaf, hash, identity, position } = event;
    const name = position === null ? `event ${leaf.id}` : `event ${position} (${leaf.id})`;
    this.#sealed += position === null ? 0 : 1;
    this.#texts.add(leaf, name);
    if (hashOfLeaf(leaf) !== hash) this.#report({ code: 'event_changed', message: `${name} was changed` });
    if (identity === null) {
      this.#erased += 1;
      return;
    }
    for (const group of unopened(leaf, identity)) {
      this.#report({ code: 'identity_changed', message: `the ${group} of ${name} is not what was committed to` });
    }
  }

  /** Places that events have and no head speaks of. */
  async #uncovered(from: number, last: number): Promise<void> {
    if (from > last) return;
    const events = await this.#events.range(from, last, MOST_FINDINGS);
    // A head that came meanwhile speaks of them.
    if (events.length === 0 || (last === HIGHEST && (await this.#heads.covering(from)) !== undefined)) return;
    for (const { leaf, position } of events) {
      const message = `event ${position} (${leaf.id}) has a place that no head covers`;
      this.#report({ code: 'event_added', message });
    }
  }

  async #unsealed(): Promise<void> {
    for (let after = ''; ;) {
      const events = await this.#events.unsealedAfter(after, PAGE);
      for (const event of events) this.#check(event);
      this.#pending += events.length;
      const last = events.at(-1);
      if (last === undefined) return;
      after = last.leaf.id;
    }
  }

  #report(finding: LedgerFinding): void {
    this.#found += 1;
    if (this.#findings.length < MOST_FINDINGS) this.#findings.push(finding);
    this.#options.report?.(finding);
  }
}
