/**
 * Detects current decisions that were changed without the engine: of recent deciders continuously, and of all once a
 * day.
 */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { WebLogger } from '../../../platform/logger.ts';
import type { Audit } from '../../audit/index.ts';
import { type TimeText, timeText } from '../../../platform/database/statements/times.ts';
import { ClockCheck, type ClockDifferences } from '../seal/clocks.ts';
import type { LedgerFinding } from '../verify/finding.ts';
import { logValue, setLogValue } from '../seal/log-values.ts';
import type { StoredEvent } from '../ledger/rows.ts';
import { Doubts } from './doubts.ts';
import { findingOf, Replay, type ReplayOptions } from './replay.ts';

/** What the watch needs. */
export interface WatchOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly logger: WebLogger;
  readonly now: () => Date;
  readonly audit?: Pick<Audit, 'record'> | undefined;
}

/** Name of the value that stores how much differs. */
const DIFFERENCES = 'differences';
/** Name of the value that stores when everything was last compared. */
const COMPARED = 'compared';
/** Name of the value that stores when clocks last differed, by how many seconds, in how many events. */
const CLOCKS = 'clocks';
const DAY = 24 * 60 * 60 * 1000;

/** Compares, and reports differences: in the log of the host, in the audit log, and to the check. */
export class ProjectionWatch {
  readonly #options: WatchOptions;
  readonly #replay: Replay;
  /** What this process has reported, so that it is reported once. */
  readonly #said = new Set<string>();

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#replay = new Replay(options);
  }

  /** Compares the current decisions of subjects whose events were just sealed. */
  async afterSealing(events: readonly StoredEvent[]): Promise<void> {
    await this.#lookAtClocks(events);
    const userIds = new Set(events.flatMap(({ identity }) => identity?.userId ?? []));
    const found = (await this.#replay.of([...userIds])).map(findingOf);
    if (found.length === 0) return;
    await this.#say(found);
    await noteDifferences(this.#options, Math.max(found.length, (await this.differences()) ?? 0));
  }

  /** Differences of clocks within the last day; null for none. */
  async clocks(): Promise<ClockDifferences | null> {
    const { database, naming, now } = this.#options;
    const [at = '', largest, events] = ((await logValue(database, naming, CLOCKS)) ?? '').split(' ');
    if (at === '' || now().getTime() - Date.parse(at) > DAY) return null;
    return { events: Number(events), largestSeconds: Number(largest) };
  }

  async #lookAtClocks(events: readonly StoredEvent[]): Promise<void> {
    const { database, naming, logger, now } = this.#options;
    const check = new ClockCheck();
    for (const event of events) check.add(event);
    if (check.found === null) return;
    const { largestSeconds, events: count } = check.found;
    await setLogValue(database, naming, CLOCKS, `${timeText(now())} ${largestSeconds} ${count}`);
    logger.error('the clock of a host differs from that of the database', { seconds: largestSeconds, events: count });
  }

  /** Compares everything. */
  async all(): Promise<void> {
    const found: LedgerFinding[] = await new Doubts(this.#options.database, this.#options.naming).findings();
    let count = found.length;
    await this.#say(found);
    for await (const one of this.#replay.all()) {
      count += 1;
      await this.#say([findingOf(one)]);
    }
    for await (const missing of this.#replay.missingIdentities()) {
      count += missing.length;
      await this.#say(missing);
    }
    await noteDifferences(this.#options, count);
    const { database, naming, now } = this.#options;
    await setLogValue(database, naming, COMPARED, timeText(now()));
  }

  /** When everything was last compared; null before the first time. */
  async comparedAt(): Promise<TimeText | null> {
    const { database, naming } = this.#options;
    return logValue(database, naming, COMPARED);
  }

  /** How much differed in the last comparison; null before the first one. */
  async differences(): Promise<number | null> {
    const { database, naming } = this.#options;
    const value = await logValue(database, naming, DIFFERENCES);
    return value === null ? null : Number(value);
  }

  async #say(found: readonly LedgerFinding[]): Promise<void> {
    const { database, logger, audit } = this.#options;
    for (const { code, message } of found) {
      if (this.#said.has(message)) continue;
      this.#said.add(message);
      logger.error('data derived from the ledger differs from the ledger', { code, finding: message });
      await database.transaction(async (transaction) => {
        await audit?.record(transaction, { action: 'ledger_differs', rule: null, subject: null });
      });
    }
  }
}

/** Stores how much differs, for the check. */
export async function noteDifferences({ database, naming }: ReplayOptions, count: number): Promise<void> {
  await setLogValue(database, naming, DIFFERENCES, String(count));
}
