/** A second pair of eyes: one administrator proposes, another one confirms, and never the same one. */
import { createHash } from 'node:crypto';
import type { AdminAction } from '../../kernel/module.ts';
import { actorNow } from '../../platform/actor.ts';
import { createId } from '../../platform/database/statements/ids.ts';
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries } from '../../platform/database/statements/queries.ts';
import type { TimeText } from '../../platform/database/statements/times.ts';
import { refusals } from '../../errors/refusals.ts';
import type { Audit } from '../audit/index.ts';
import type { Approval } from './approval.ts';
import type { ApprovedAct } from './options.ts';

/** Most that are listed. */
const MOST = 200;

const PROPOSED: Readonly<Record<ApprovedAct, AdminAction>> = {
  publish: 'publishing_proposed',
  erase: 'erasure_proposed',
};

/** Something to do that may need a second person. */
export interface ToApprove {
  readonly act: ApprovedAct;
  /** ID of the text, or of the request. */
  readonly subject: string;
  /** Where it is confirmed, below the mount path. */
  readonly path: string;
  /** The rule of a text; null for none. */
  readonly rule: string | null;
  /** What exactly is done: both must want the same. */
  readonly content: unknown;
}

/** What it needs. */
export interface ApprovalsOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly audit: Pick<Audit, 'record'>;
  /** What needs a second person. */
  readonly acts: readonly ApprovedAct[];
  readonly now: () => Date;
}

/** What waits for a second administrator. */
export class Approvals {
  readonly #options: ApprovalsOptions;

  constructor(options: ApprovalsOptions) {
    this.#options = options;
  }

  /** Whether anything needs a second person. */
  get isUsed(): boolean {
    return this.#options.acts.length > 0;
  }

  /**
   * Decides in the transaction of an action whether it may be done now. The first administrator proposes it; when another one wants
   * exactly the same, the proposal ends, and it is done. The host's own code needs no second person.
   *
   * @returns false if it was proposed, and must not be done yet
   * @throws {PolicyEngineError} 409 `second_person_needed` for the administrator who proposed it
   */
  async isApproved(transaction: Database, { act, subject, path, rule, content }: ToApprove): Promise<boolean> {
    const { acts, audit, now } = this.#options;
    const { id: actor } = actorNow();
    if (!acts.includes(act) || actor === null) return true;
    const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
    const known = await this.#queries(transaction)
      .selectFrom('approvals')
      .select(['proposal_hash', 'proposed_by'])
      .where('act', '=', act)
      .where('subject', '=', subject)
      .executeTakeFirst();
    const isSame = known?.proposal_hash === hash;
    if (isSame && known?.proposed_by === actor) {
      throw refusals.conflict('second_person_needed', 'error.second_person_needed');
    }
    await this.forget(transaction, act, subject);
    if (isSame) return true;
    const row = { id: createId(), act, subject, path, proposal_hash: hash, proposed_by: actor, created_at: now() };
    await this.#queries(transaction).insertInto('approvals').values(row).execute();
    await audit.record(transaction, { action: PROPOSED[act], rule, subject });
    return false;
  }

  /** Ends the proposal of a subject whose state changed, in the same transaction. */
  async forget(transaction: Database, act: ApprovedAct, subject: string): Promise<void> {
    await this.#queries(transaction)
      .deleteFrom('approvals')
      .where('act', '=', act)
      .where('subject', '=', subject)
      .execute();
  }

  /** What waits, the oldest first. */
  async list(): Promise<Approval[]> {
    return (await this.#all().orderBy('id').limit(MOST).execute()).map(approvalOf);
  }

  /** What waits for a text or a request; null for nothing. Without the option nothing is read. */
  async of(act: ApprovedAct, subject: string): Promise<Approval | null> {
    if (!this.#options.acts.includes(act)) return null;
    const row = await this.#all().where('act', '=', act).where('subject', '=', subject).executeTakeFirst();
    return row === undefined ? null : approvalOf(row);
  }

  #all() {
    return this.#queries()
      .selectFrom('approvals')
      .select(['id', 'act', 'subject', 'path', 'proposed_by', 'created_at']);
  }

  /** Withdraws a proposal; any administrator may. @throws {PolicyEngineError} 404 */
  async withdraw(id: string): Promise<void> {
    const { database, audit } = this.#options;
    await database.transaction(async (transaction) => {
      const row = await this.#queries(transaction)
        .selectFrom('approvals')
        .select('subject')
        .where('id', '=', id)
        .executeTakeFirst();
      if (row === undefined) throw refusals.notFound();
      await this.#queries(transaction).deleteFrom('approvals').where('id', '=', id).execute();
      await audit.record(transaction, { action: 'proposal_withdrawn', rule: null, subject: row.subject });
    });
  }

  #queries(database: Database = this.#options.database) {
    return createQueries(database, this.#options.naming);
  }
}

interface ApprovalRow {
  readonly id: string;
  readonly act: string;
  readonly subject: string;
  readonly path: string;
  readonly proposed_by: string;
  readonly created_at: TimeText;
}

/** The act was written by {@link Approvals}. */
function approvalOf({ id, act, subject, path, proposed_by: proposedBy, created_at: createdAt }: ApprovalRow): Approval {
  return { id, act: act as ApprovedAct, subject, path, proposedBy, createdAt };
}
