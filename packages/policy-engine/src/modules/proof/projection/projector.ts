/** Sets current decisions to what the ledger says. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import type { Audit } from '../../audit/index.ts';
import type { LedgerFinding } from '../verify/finding.ts';
import type { Doubt, StoredEvent } from '../ledger/rows.ts';
import { EventStore } from '../ledger/store.ts';
import type { Difference } from './difference.ts';
import { Doubts } from './doubts.ts';
import { RecordStore } from './record-store.ts';
import { findingOf, Replay } from './replay.ts';
import { SubjectStore } from './subject-store.ts';
import { UserTermStore } from './user-term-store.ts';
import { noteDifferences } from './watch.ts';

/** What the projector needs. */
export interface ProjectorOptions {
  readonly database: Database;
  readonly naming: Naming;
  /** Records each repair. Default: nothing is recorded. */
  readonly audit?: Pick<Audit, 'record'> | undefined;
}

/** Options of a repair. */
export interface RepairOptions {
  /** Only reports differences, without changes. Default: false. */
  readonly dryRun?: boolean;
  /** Called for each current decision that differs, and for what can't be repaired. */
  readonly report?: ((finding: LedgerFinding) => void) | undefined;
}

/** What a repair did, or in a dry run would do. */
export interface Repair {
  /** Number of repaired current decisions. */
  readonly repaired: number;
  /** Remaining differences: missing events, and decisions on missing texts. */
  readonly left: number;
}

const NOT_MERGED = { mergedInto: null };

/** Rebuilds current decisions from the ledger. */
export class Projector {
  readonly #options: ProjectorOptions;
  readonly #userTerms: UserTermStore;

  constructor(options: ProjectorOptions) {
    this.#options = options;
    this.#userTerms = new UserTermStore(options.naming);
  }

  /** Repairs differences, one decision per transaction: run it again to finish a run that was interrupted. */
  async repair({ dryRun = false, report }: RepairOptions = {}): Promise<Repair> {
    let [repaired, left] = [0, 0];
    for await (const found of new Replay(this.#options).all()) {
      const { difference } = found;
      report?.(findingOf(found));
      const isRepaired = difference !== undefined && (dryRun || (await this.#repair(difference)));
      if (isRepaired) repaired += 1;
      else left += 1;
    }
    if (!dryRun) {
      const { database, naming } = this.#options;
      const doubts = await new Doubts(database, naming).findings();
      await noteDifferences(this.#options, left + doubts.length);
    }
    return { repaired, left };
  }

  /**
   * Sets the current decision of an account on a rule to what the ledger says, under the lock of the account.
   *
   * @returns the ID of the row; null if the text of the decision does not exist
   */
  async project(transaction: Database, userId: string, rule: string): Promise<string | null> {
    const { naming } = this.#options;
    const { mergedInto } = (await new SubjectStore(transaction, naming).lockAny([userId])).get(userId) ?? NOT_MERGED;
    // The decisions of an account that was merged into another are those of the other.
    const effective =
      mergedInto === null ? await new RecordStore(transaction, naming).effective(userId, rule) : undefined;
    const present = await this.#userTerms.find(transaction, userId, rule);
    const queries = createQueries(transaction, naming);
    if (effective === undefined) {
      if (present !== undefined) await queries.deleteFrom('user_terms').where('id', '=', present.id).execute();
      return present?.id ?? '';
    }
    const term = await queries
      .selectFrom('terms')
      .select('id')
      .where('rule', '=', rule)
      .where('version', '=', effective.version)
      .where('state', '=', 'published')
      .executeTakeFirst();
    if (term === undefined) return null;
    const { decision, vendors, months, at } = effective;
    const made = { userId, rule, termId: term.id, decision, vendors, months, at };
    return this.#userTerms.write(transaction, made, present);
  }

  /** Records the doubt about an event, and updates the current decision. */
  async doubt(transaction: Database, { leaf, identity }: StoredEvent, doubt: Doubt | null): Promise<void> {
    await new Doubts(transaction, this.#options.naming).set(leaf.id, doubt);
    const userId = identity?.userId ?? null;
    if (userId !== null && leaf.rule !== null) await this.project(transaction, userId, leaf.rule);
  }

  /** Makes a flagged event no longer count; if it is a judgement, restores what counted before it. */
  async holdBack(transaction: Database, event: StoredEvent): Promise<void> {
    await this.doubt(transaction, event, 'suspected');
    const { kind, refers } = event.leaf;
    const events = new EventStore(transaction, this.#options.naming);
    const judged = kind === 'judgement' && refers?.event ? await events.find(refers.event) : undefined;
    if (judged === undefined) return;
    const doubt = await new Doubts(transaction, this.#options.naming).of(judged.leaf.id);
    await this.doubt(transaction, judged, doubt);
  }

  #repair({ userId, rule }: Difference): Promise<boolean> {
    return this.#options.database.transaction(
      async (transaction) => {
        const id = await this.project(transaction, userId, rule);
        if (id === null) return false;
        await this.#options.audit?.record(transaction, { action: 'ledger_repaired', rule, subject: id });
        return true;
      },
      { isolation: 'read committed' },
    );
  }
}
