/** Compares records of other modules with their events. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { LedgerFinding } from './finding.ts';
import type { StoredEvent } from '../ledger/rows.ts';
import type { LedgerSource, SourceRecord } from '../sources/source.ts';
import { LedgerSources } from '../sources/all.ts';
import { EventStore } from '../ledger/store.ts';

const PAGE = 200;
/** Rows are sealed in the order in which they were written, except for clock differences and long transactions. */
const TOLERANCE_MILLISECONDS = 3_600_000;

/** Compares all sources with the ledger, in constant memory. */
export class SourceCheck {
  readonly #sources: LedgerSources;
  readonly #checks: ReadonlyMap<string, OneSourceCheck>;

  constructor(database: Database, naming: Naming) {
    this.#sources = new LedgerSources(database, naming);
    const events = new EventStore(database, naming);
    this.#checks = new Map(this.#sources.all.map((source) => [source.kind, new OneSourceCheck(source, events)]));
  }

  /** Adds a sealed event; events without a record are ignored. */
  add(event: StoredEvent): void {
    this.#checks.get(event.leaf.kind)?.add(event);
  }

  /** Compares, once there are enough events. */
  async settle(): Promise<LedgerFinding[]> {
    return this.#each((check) => check.settle());
  }

  /** Compares the rest, and looks for records whose event is missing. */
  async end(): Promise<LedgerFinding[]> {
    return this.#each((check) => check.end());
  }

  /** How many records wait for the sealer. */
  async countWaiting(now: Date): Promise<number> {
    return this.#sources.countWaiting(now);
  }

  async #each(step: (check: OneSourceCheck) => Promise<LedgerFinding[]>): Promise<LedgerFinding[]> {
    const findings: LedgerFinding[] = [];
    for (const check of this.#checks.values()) findings.push(...(await step(check)));
    return findings;
  }
}

class OneSourceCheck {
  readonly #source: LedgerSource;
  readonly #events: EventStore;
  #waiting: StoredEvent[] = [];
  /** The latest time of a record so far. */
  #latest = '';

  constructor(source: LedgerSource, events: EventStore) {
    this.#source = source;
    this.#events = events;
  }

  add(event: StoredEvent): void {
    this.#waiting.push(event);
  }

  async settle(): Promise<LedgerFinding[]> {
    return this.#waiting.length < PAGE ? [] : this.#compare();
  }

  async end(): Promise<LedgerFinding[]> {
    return [...(await this.#compare()), ...(await this.#added())];
  }

  async #compare(): Promise<LedgerFinding[]> {
    const events = this.#waiting;
    this.#waiting = [];
    const findings: LedgerFinding[] = [];
    for (let from = 0; from < events.length; from += PAGE) {
      const page = events.slice(from, from + PAGE);
      const records = await this.#source.find(page.map(({ leaf }) => leaf.refers?.event ?? ''));
      const byId = new Map(records.map((record) => [record.id, record]));
      findings.push(...page.flatMap((event) => this.#check(event, byId.get(event.leaf.refers?.event ?? ''))));
    }
    return findings;
  }

  #check({ leaf, position }: StoredEvent, record: SourceRecord | undefined): LedgerFinding[] {
    const { kind } = this.#source;
    if (record === undefined) {
      const what = leaf.rule === null ? '' : `: the text of ${leaf.rule}, version ${leaf.version}`;
      return [{ code: `${kind}_missing`, message: `what event ${position} was made of is not there any more${what}` }];
    }
    const difference = this.#source.difference(record, leaf);
    if (difference !== null) return [{ code: `${kind}_changed`, message: `${difference}: see event ${position}` }];
    if (record.place !== position) {
      const message = `${record.name} has event ${position}, and says that it has ${record.place ?? 'none'}`;
      return [{ code: `${kind}_changed`, message }];
    }
    return this.#order(record);
  }

  #order({ written, name }: SourceRecord): LedgerFinding[] {
    if (written === null) return [];
    const isLate = Date.parse(written) < Date.parse(this.#latest) - TOLERANCE_MILLISECONDS;
    if (written > this.#latest) this.#latest = written;
    if (!isLate) return [];
    const message = `${name} says ${written}, and was added after others of ${this.#latest}`;
    return [{ code: `${this.#source.kind}_added`, message }];
  }

  /** Records that name an event of something else. */
  async #added(): Promise<LedgerFinding[]> {
    const findings: LedgerFinding[] = [];
    for (let after = ''; ;) {
      const records = await this.#source.logged(after, PAGE);
      const last = records.at(-1);
      if (last === undefined) return findings;
      const events = await this.#events.at(records.flatMap(({ place }) => place ?? []));
      const made = new Map(events.map(({ leaf, position }) => [position, leaf]));
      for (const { id, name, place } of records) {
        const leaf = made.get(place);
        if (leaf?.kind === this.#source.kind && leaf.refers?.event === id) continue;
        const message = `${name} says that event ${place} was made of it, which was not`;
        findings.push({ code: `${this.#source.kind}_added`, message });
      }
      after = last.id;
    }
  }
}
