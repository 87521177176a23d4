/** Consents that people withdrew by phone, by letter or by email: an administrator records them, and they take effect at once. */
import { actorNow } from '../../../platform/actor.ts';
import { createId } from '../../../platform/database/statements/ids.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import type { TimeText } from '../../../platform/database/statements/times.ts';
import { refusals } from '../../../errors/refusals.ts';
import type { OwnErasureStep } from '../../../kernel/erasure-step.ts';
import { personRowsStep } from '../../../kernel/person-rows.ts';
import type { ConsentService } from '../../consent/index.ts';
import type { Lookups } from '../lookups.ts';
import type { People } from '../service.ts';

/** How a withdrawal came; the ledger records the word as the channel of the decision. */
export const withdrawalChannels = ['phone', 'letter', 'email'] as const;
/** One of {@link withdrawalChannels}. */
export type WithdrawalChannel = (typeof withdrawalChannels)[number];

/** Maximum length of a note, in UTF-16 code units. */
export const MAX_WITHDRAWAL_NOTE = 4000;
/** Most that are read for a person. */
const MOST = 100;

/** A withdrawal to record. */
export interface NewWithdrawal {
  /** Name of the rule. */
  readonly rule: string;
  readonly channel: WithdrawalChannel;
  /** The day on which it came, in the time zone of the engine: `2027-02-14`. */
  readonly receivedOn: string;
  /** For other administrators, never shown to the person; null for none. */
  readonly note: string | null;
}

/** A recorded withdrawal. */
export interface Withdrawal extends NewWithdrawal {
  readonly id: string;
  /** The host's ID of the administrator; null for the host's own code. */
  readonly author: string | null;
  readonly createdAt: TimeText;
}

/** What recording needs. */
export interface WithdrawalsOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly people: Pick<People, 'person'>;
  readonly consents: Pick<ConsentService, 'record'>;
  readonly lookups: Pick<Lookups, 'withdrew'>;
  readonly now: () => Date;
}

/** Records withdrawals. */
export class Withdrawals {
  readonly #options: WithdrawalsOptions;

  constructor(options: WithdrawalsOptions) {
    this.#options = options;
  }

  /**
   * Records that a person withdrew a consent: the decision, its event in the ledger, the note and the audit log entry in one
   * transaction; then the effects of a rejection.
   *
   * @throws {PolicyEngineError} 404 for an unknown person or rule, and for an account that was merged; 409 `nothing_to_withdraw` if the
   *   person has not accepted it
   */
  async record(userId: string, { rule, channel, receivedOn, note }: NewWithdrawal): Promise<void> {
    const { database, people, consents, lookups, now } = this.#options;
    const person = await people.person(userId);
    const consent = person.consents.find((one) => one.rule === rule);
    if (consent === undefined || person.mergedInto !== null) throw refusals.notFound();
    if (consent.state !== 'accepted') throw refusals.conflict('nothing_to_withdraw', 'people.withdraw.nothing');
    // The day is among what the event commits to: a receipt shows it, and it is erased with the identity.
    const evidence = { how: channel, shown: JSON.stringify({ received_on: receivedOn }) };
    const recorded = await database.transaction(async (transaction) => {
      const decided = await consents.record(transaction, userId, new Map([[rule, 'rejected']]), evidence);
      const row = {
        id: createId(),
        user_id: userId,
        rule,
        channel,
        received_on: receivedOn,
        note,
        author: actorNow().id,
        created_at: now(),
      };
      await this.#queries(transaction).insertInto('recorded_withdrawals').values(row).execute();
      await lookups.withdrew(transaction, userId, rule);
      return decided;
    });
    await recorded.afterCommit();
  }

  /** What was recorded for a person, the newest first. */
  async of(userId: string): Promise<Withdrawal[]> {
    const rows = await this.#queries()
      .selectFrom('recorded_withdrawals')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .limit(MOST)
      .execute();
    return rows.map(({ id, rule, channel, received_on: receivedOn, note, author, created_at: createdAt }) => ({
      id,
      rule,
      // Written by this class.
      channel: channel as WithdrawalChannel,
      receivedOn,
      note,
      author,
      createdAt,
    }));
  }

  /** Their notes, as a step of the erasure of a person. */
  erasureStep(): OwnErasureStep {
    return personRowsStep(
      { table: 'recorded_withdrawals', column: 'user_id', label: 'people.withdraw.erasure' },
      this.#options,
    );
  }

  #queries(database: Database = this.#options.database) {
    return createQueries(database, this.#options.naming);
  }
}
