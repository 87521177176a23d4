/**
 * Mails people about a new version, in batches and each person once: for a rule, those who decided on an earlier version and are
 * asked again; for a notice, everyone with any decision.
 */
import type { ModuleJob } from '../../../kernel/module.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { Jobs, RunningJob } from '../../../platform/jobs/job.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import type { Rules } from '../../rules/index.ts';
import { TermStore } from '../store.ts';
import { isPublished, type PublishedTerm, type Term } from '../term.ts';

const JOB = 'policy_changed';
const BATCH = 200;

/** The version, and the account ID after which a batch starts; null for the first. */
interface Payload {
  readonly rule: string;
  readonly id: string;
  readonly after: string | null;
  // Stored as JSON.
  readonly [name: string]: string | null;
}

/** What announcing needs. */
export interface AnnouncingOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly jobs: Jobs;
  readonly mail: Mail;
  readonly rules: Rules;
  /** Whether mail is configured, and the host finds its users. */
  readonly canReach: boolean;
  /** BCP 47 tags of the languages that mails are written in. */
  readonly locales: readonly string[];
  /** People whose mails go into the outbox in one transaction. Default: 200. */
  readonly batchSize?: number;
}

/** Notifies people of new versions. */
export class Announcing {
  readonly #options: AnnouncingOptions;

  constructor(options: AnnouncingOptions) {
    this.#options = options;
  }

  /** Whether anybody can be notified: mail is configured, and the host can look up its users. */
  get canReach(): boolean {
    return this.#options.canReach;
  }

  /** Schedules the mails to people who are asked again or informed, for when the version is in force; in the transaction that publishes it. */
  async announce(transaction: Database, term: Term): Promise<void> {
    if (!this.canReach || !term.material || !isPublished(term)) return;
    await this.#enqueue(transaction, { rule: term.rule, id: term.id, after: null }, new Date(term.publishedAt));
  }

  /** Cancels scheduled mails about a version that does not come into force, in the transaction that takes it back. */
  async cancel(transaction: Database, { id }: Pick<Term, 'id'>): Promise<void> {
    await this.#options.jobs.withdraw(keyOf({ id, after: null }), transaction);
  }

  /** The job that puts the mails of one batch into the outbox, and starts the next. */
  job(): ModuleJob {
    return { name: JOB, run: (job: RunningJob<Payload>) => this.#batch(job) };
  }

  async #enqueue(transaction: Database, payload: Payload, runAt: Date): Promise<void> {
    await this.#options.jobs.enqueue({ name: JOB, payload, key: keyOf(payload), runAt }, transaction);
  }

  /** One transaction: if the process dies in it, nobody of the batch was mailed, and the batch is repeated. */
  async #batch(job: RunningJob<Payload>): Promise<void> {
    const { database, naming, batchSize = BATCH } = this.#options;
    const { rule, id, after } = job.payload;
    await database.transaction(
      async (transaction) => {
        await job.hold(transaction);
        const store = new TermStore(transaction, naming);
        const term = await store.find(rule, id);
        // A version that was cancelled in the meantime asks nobody.
        const people =
          term !== undefined && isPublished(term) ? await this.#peopleOf(store, term, { after, limit: batchSize }) : [];
        for (const person of people) if (term !== undefined) await this.#tell(transaction, term, person);
        const last = people.at(-1);
        if (people.length === batchSize && last !== undefined) {
          await this.#enqueue(transaction, { ...job.payload, after: last }, new Date(0));
        }
        await job.complete(transaction);
      },
      { isolation: 'read committed' },
    );
  }

  async #peopleOf(
    store: TermStore,
    term: Pick<PublishedTerm, 'rule' | 'version'>,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<string[]> {
    const isNotice = this.#options.rules.require(term.rule).notice;
    return isNotice ? store.asked.known(page) : store.asked.decidedBefore(term, page);
  }

  async #tell(transaction: Database, { rule: name, id, note }: Term, user: string): Promise<void> {
    const { mail, rules, locales } = this.#options;
    const rule = rules.require(name);
    const labels = Object.fromEntries(locales.map((locale) => [locale, rule.label(locale)]));
    const data = {
      labels,
      note,
      path: rule.notice ? `/user_terms/${name}` : '/user_terms/pending',
      isNotice: rule.notice,
    };
    await mail.send({ message: 'policy_changed', to: { user }, data, key: `${JOB}:${id}:${user}` }, transaction);
  }
}

function keyOf({ id, after }: Pick<Payload, 'id' | 'after'>): string {
  return `${JOB}:${id}:${after ?? ''}`;
}
