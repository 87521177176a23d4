/**
 * Whether the default ages apply to decisions from before there were any. A migration records in a database with such decisions that
 * nobody has confirmed it yet; a new installation has no record. Until an administrator confirms it, these decisions count as
 * before, so that no update asks anybody again by itself.
 */
import type { Database } from '../../../platform/database/port.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import type { Audit } from '../../audit/index.ts';
import { dayOf, isOver, monthsOf } from '../../regimes/index.ts';
import type { Decision, Rule } from '../../rules/index.ts';
import type { DecisionAges } from './ages.ts';
import { DEFAULT_AGES_SETTING, UNCONFIRMED } from './setting.ts';

/** For so long a process believes that nobody has confirmed it. */
const BELIEVED_MILLISECONDS = 5_000;
/** For so long a browser keeps a decision: the most that Chromium does. */
const KEPT_DAYS = 400;
const DAY = 24 * 60 * 60 * 1000;

/** How many people a default age concerns at once. */
export interface AffectedByDefault {
  readonly rule: Rule;
  readonly decision: Decision;
  readonly months: number;
  /** Accounts whose decision is older: they are asked again. */
  readonly people: number;
  /** Visitors without an account, as far as a browser still keeps their decision. */
  readonly visitors: number;
}

/** What the state needs. */
export interface ConfirmationOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly audit: Pick<Audit, 'record'>;
  readonly now: () => Date;
}

/** See the head of the file. */
export class DefaultAgesConfirmation {
  readonly #options: ConfirmationOptions;
  #isConfirmed = false;
  /** Until when the last answer, that it is not confirmed, is believed. */
  #believedUntil = 0;

  constructor(options: ConfirmationOptions) {
    this.#options = options;
  }

  /** Reads the record once; while it is not confirmed, again every few seconds, since another process may confirm it. */
  async isConfirmed(transaction?: Database): Promise<boolean> {
    if (this.#isConfirmed) return true;
    if (performance.now() < this.#believedUntil) return false;
    const isOpen = await this.#isOpen(transaction ?? this.#options.database);
    this.#isConfirmed = !isOpen;
    this.#believedUntil = performance.now() + BELIEVED_MILLISECONDS;
    return this.#isConfirmed;
  }

  /** Confirms it. Of several calls at once, one is recorded. @returns whether this one was it */
  async confirm(): Promise<boolean> {
    const { database, naming, audit } = this.#options;
    const isFirst = await database.transaction(async (transaction) => {
      const queries = createQueries(transaction, naming);
      const { numUpdatedRows } = await queries
        .updateTable('consent_settings')
        .set({ value: 'confirmed' })
        .where('name', '=', DEFAULT_AGES_SETTING)
        .where('value', '=', UNCONFIRMED)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await audit.record(transaction, { action: 'default_ages_confirmed', rule: null, subject: null });
      return true;
    });
    this.#isConfirmed = true;
    return isFirst;
  }

  /** What confirming changes at once, by rule and decision: only what concerns anybody. Reads all current decisions, and those of visitors that a browser may still keep. */
  async affected(rules: readonly Rule[], ages: DecisionAges): Promise<AffectedByDefault[]> {
    const { database, naming, now } = this.#options;
    const queries = createQueries(database, naming);
    const found: AffectedByDefault[] = [];
    for (const rule of rules) {
      for (const decision of ['accepted', 'rejected'] as const) {
        const months = monthsOf(ages.defaultsOf(rule), decision);
        if (months === null) continue;
        const before = firstThatCounts(decision, months, now());
        const row = await queries
          .selectFrom('user_terms')
          .select(({ fn }) => fn.countAll<number | string | bigint>().as('people'))
          .where('rule', '=', rule.name)
          .where('state', '=', decision)
          .where('months', 'is', null)
          .where('decided_at', '<', before.toISOString())
          .executeTakeFirst();
        const people = Number(row?.people ?? 0);
        const visitors = await this.#visitorsBefore(before, rule.name, decision);
        if (people + visitors > 0) found.push({ rule, decision, months, people, visitors });
      }
    }
    return found;
  }

  /** Visitors whose last decision on a rule is older, and names no months. Browsers forget those of before 400 days. */
  async #visitorsBefore(before: Date, rule: string, decision: Decision): Promise<number> {
    const { database, naming, now } = this.#options;
    const row = await createQueries(database, naming)
      .selectFrom('ledger_events as made')
      .innerJoin('ledger_identities as by', 'by.event_id', 'made.id')
      .select(({ fn }) => fn.count<number | string | bigint>('by.visitor').distinct().as('visitors'))
      .where('made.decision', '=', decision)
      .where('made.rule', '=', rule)
      .where('made.at', '<', before.toISOString())
      .where('made.at', '>', new Date(now().getTime() - KEPT_DAYS * DAY).toISOString())
      .where('made.months', 'is', null)
      .where('by.visitor', 'is not', null)
      .where('by.subject', 'is', null)
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('ledger_identities as again')
              .innerJoin('ledger_events as later', 'later.id', 'again.event_id')
              .select('again.event_id')
              .whereRef('again.visitor', '=', 'by.visitor')
              .whereRef('later.rule', '=', 'made.rule')
              .whereRef('later.id', '>', 'made.id'),
          ),
        ),
      )
      .executeTakeFirst();
    return Number(row?.visitors ?? 0);
  }

  async #isOpen(database: Database): Promise<boolean> {
    const row = await createQueries(database, this.#options.naming)
      .selectFrom('consent_settings')
      .select('value')
      .where('name', '=', DEFAULT_AGES_SETTING)
      .executeTakeFirst();
    return row?.value === UNCONFIRMED;
  }
}

/** Midnight of the first day whose decisions still count. */
function firstThatCounts(decision: Decision, months: number, now: Date): Date {
  const today = dayOf(now);
  let day = new Date(today);
  while (!isOver(decision, day, { months, today })) day = new Date(day.getTime() - DAY);
  return new Date(day.getTime() + DAY);
}
