/** Unsent mails and background jobs: both may name a person until they are done. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import { ERASE } from '../job-names.ts';
import type { ForgottenPerson, OwnErasureStep, OwnStepRun } from '../../../kernel/erasure-step.ts';
import { mayMention, mentions } from './mentions.ts';

/** Rows per batch. */
const BATCH = 50;

/** Where such rows are stored. */
interface Tables {
  readonly database: Database;
  readonly naming: Naming;
}

/** A row that may name somebody. */
interface Row {
  readonly id: string;
  readonly texts: readonly (string | null)[];
}

/** Mails to a person, and about them, that wait in the outbox. Only the kind and time of sent mail are kept. */
export function mailsStep(tables: Tables): OwnErasureStep {
  const read = async (person: ForgottenPerson): Promise<Row[]> => {
    const rows = await createQueries(tables.database, tables.naming)
      .selectFrom('mails')
      .select(['id', 'recipient', 'data'])
      .where((where) =>
        where.or([...wordsOf(person)].flatMap((word) => [mayMention('recipient', word), mayMention('data', word)])),
      )
      .execute();
    return rows.map(({ id, recipient, data }) => ({ id, texts: [recipient, data] }));
  };
  return ownStep('mails', 'erasure.own.mails', read, async (transaction, ids) => {
    const { numDeletedRows } = await createQueries(transaction, tables.naming)
      .deleteFrom('mails')
      .where('id', 'in', ids)
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}

/** Jobs whose payload names a person, including failed ones. A running job is left to end. */
export function jobsStep(tables: Tables): OwnErasureStep {
  const read = async (person: ForgottenPerson): Promise<Row[]> => {
    const rows = await createQueries(tables.database, tables.naming)
      .selectFrom('jobs')
      .select(['id', 'payload', 'name'])
      .where('state', '<>', 'running')
      .where((where) => where.or([...wordsOf(person)].map((word) => mayMention('payload', word))))
      .execute();
    return rows.filter(({ name }) => name !== ERASE).map(({ id, payload }) => ({ id, texts: [payload] }));
  };
  return ownStep('jobs', 'erasure.own.jobs', read, async (transaction, ids) => {
    const { numDeletedRows } = await createQueries(transaction, tables.naming)
      .deleteFrom('jobs')
      .where('id', 'in', ids)
      .where('state', '<>', 'running')
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}

/** Earlier requests of a person: they are kept, but no longer name the person. */
export function formerRequestsStep({ database, naming }: Tables): OwnErasureStep {
  const former = (person: ForgottenPerson) =>
    createQueries(database, naming)
      .selectFrom('erasure_requests')
      .select('id')
      .where('user_id', '=', person.userId)
      .where('id', '<>', person.requestId)
      .where('state', 'in', ['denied', 'cancelled', 'completed'])
      .execute();
  return {
    name: 'requests',
    label: 'erasure.own.requests',
    action: 'erase_fields',
    count: async (person) => (await former(person)).length,
    async erase(person, run) {
      const ids = (await former(person)).map(({ id }) => id);
      if (ids.length === 0) return;
      await run.record(async (transaction) => {
        const { numUpdatedRows } = await createQueries(transaction, naming)
          .updateTable('erasure_requests')
          .set({ user_id: null, reason: null, hold_reason: null, extension_reason: null })
          .where('id', 'in', ids)
          .where('open_user', 'is', null)
          .executeTakeFirst();
        return Number(numUpdatedRows);
      });
    },
  };
}

function wordsOf({ userId, address }: ForgottenPerson): ReadonlySet<string> {
  return new Set(address === null ? [userId] : [userId, address]);
}

function ownStep(
  name: string,
  label: OwnErasureStep['label'],
  read: (person: ForgottenPerson) => Promise<Row[]>,
  remove: (transaction: Database, ids: readonly string[]) => Promise<number>,
): OwnErasureStep {
  const about = async (person: ForgottenPerson) => {
    const words = wordsOf(person);
    const isAbout = ({ texts }: Row) => texts.some((text) => text !== null && mentions(text, words));
    return (await read(person)).filter(isAbout).map(({ id }) => id);
  };
  return {
    name,
    label,
    action: 'delete',
    count: async (person) => (await about(person)).length,
    async erase(person, run: OwnStepRun) {
      const ids = await about(person);
      for (let begin = 0; begin < ids.length; begin += BATCH) {
        const batch = ids.slice(begin, begin + BATCH);
        await run.record((transaction) => remove(transaction, batch));
      }
    },
  };
}
