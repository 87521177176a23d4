/**
 * Fills a database with the data of a large host after some years, by bulk SQL. The rows are those that the engine writes, with
 * one exception: events are marked as sealed but were never sealed. They do not verify, which the lists do not check.
 */
import type { Database } from 'policy-engine';
import { addUpDecisions } from '../../packages/policy-engine/dist/modules/consent/figures/rollup.js';
import { engineNaming } from '../../packages/policy-engine/dist/schema.js';
import { insert, PREFIX, turns, type Words, WORDS } from './words.ts';

/** The amounts of data. */
export interface Amounts {
  readonly userTerms: number;
  readonly events: number;
  readonly requests: number;
}

/** The rules, each with one text. */
export const RULES = ['cookie', 'age', 'privacy_terms', 'media'] as const;
/** Percentage of requests that are open. */
const WAITING = 2;

/**
 * Fills an empty database in which the tables and texts exist.
 *
 * @param texts id and hash of the text of each rule, in their order
 */
export async function fill(
  database: Database,
  amounts: Amounts,
  texts: readonly { readonly id: string; readonly hash: string }[],
): Promise<void> {
  const words = WORDS[database.dialect];
  const { at, id, text, join, quotient } = words;
  const people = Math.ceil(amounts.userTerms / RULES.length);
  const person = (number: string): string => join("'user-'", text(number));
  const rule = turns(RULES.map((name) => `'${name}'`));
  const add = (table: string, columns: Readonly<Record<string, string>>, count: number) =>
    insert(database, words, table, columns, count);

  await database.execute('create table shop_users (id varchar(64) primary key, email varchar(255) not null)');
  await add('shop_users', { id: person('i'), email: join("'person-'", text('i'), "'@example.test'") }, people);
  await database.execute('create index shop_users_email on shop_users (email)');

  const decided = at(amounts.userTerms);
  await add(
    `${PREFIX}user_terms`,
    {
      id: id(1),
      user_id: person(quotient('i', RULES.length)),
      term_id: turns(texts.map((one) => `'${one.id}'`)),
      rule,
      state: turns(["'accepted'", "'accepted'", "'rejected'"]),
      decided_at: decided,
      created_at: decided,
      updated_at: decided,
    },
    amounts.userTerms,
  );
  await addEvents(add, words, { count: amounts.events, people, rule, texts });
  await addRequests(add, words, amounts.requests);
  const actions = amounts.requests * 2;
  const acts = ['portability_confirmed', 'portability_denied', 'term_published', 'erasure_confirmed'];
  await add(
    `${PREFIX}admin_actions`,
    {
      id: id(5),
      at: at(actions),
      actor: turns(["'admin'", "'admin-2'"]),
      action: turns(acts.map((act) => `'${act}'`)),
      rule: 'null',
      subject: id(3),
      ip: "'203.0.113.0/24'",
      logged: 'i + 1',
    },
    actions,
  );
  // The database and the engine do the same some time after such rows are written.
  for (const statement of words.analyse) await database.execute(statement);
  await addUpDecisions({ database, naming: engineNaming(database.dialect), now: () => new Date() });
}

/** Adds rows to a table, by expressions over their number. */
export type Add = (table: string, columns: Readonly<Record<string, string>>, count: number) => Promise<void>;

interface Events {
  readonly count: number;
  readonly people: number;
  readonly rule: string;
  readonly texts: readonly { readonly hash: string }[];
}

/** Three of five decisions are those of visitors. */
async function addEvents(
  add: Add,
  { at, hex, id, text, join }: Words,
  { count, people, rule, texts }: Events,
): Promise<void> {
  const isAccount = 'i % 5 < 2';
  await add(
    `${PREFIX}ledger_events`,
    {
      id: id(2),
      kind: "'decision'",
      rule,
      // A version that few have seen is the harder one to find.
      version: 'case when i % 997 = 0 then 2 else 1 end',
      text_hash: turns(texts.map(({ hash }) => `'${hash}'`)),
      decision: turns(["'accepted'", "'accepted'", "'rejected'"]),
      at: at(count),
      how: `case when ${isAccount} then 'panel' else 'banner' end`,
      subject_commitment: hex(64, 1),
      circumstances_commitment: hex(64, 2),
      leaf: hex(64, 3),
      sealed: 'i + 1',
      number: '1',
      stored_at: at(count),
    },
    count,
  );
  await add(
    `${PREFIX}ledger_identities`,
    {
      event_id: id(2),
      subject: `case when ${isAccount} then ${join("'user-'", text(`i % ${people}`))} end`,
      visitor: `case when ${isAccount} then null else ${id(9)} end`,
      subject_salt: hex(64, 4),
      locale: turns(["'en'", "'fr'", "'es'", "'tr'"]),
      user_agent: "'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'",
      ip: "'203.0.113.0/24'",
      circumstances_salt: hex(64, 5),
    },
    count,
  );
}

/** Three of five are access requests, the others erasure requests. Each is of another person. */
export async function addRequests(add: Add, words: Words, requests: number): Promise<void> {
  const { at, id, text, join } = words;
  const copies = Math.round(requests * 0.6);
  const erasures = requests - copies;
  const person = join("'user-'", text('i'));
  // The last ones are open: most of them within their month, some overdue.
  const waits = (count: number): string => `i >= ${count - Math.round((count * WAITING) / 100)}`;
  const of = (count: number, waiting: string, done: string): string =>
    `case when ${waits(count)} then ${waiting} else ${done} end`;
  const month = String(30 * 24 * 3600);
  await add(
    `${PREFIX}portability_requests`,
    {
      id: id(3),
      user_id: person,
      state: of(copies, "'pending'", turns(["'expired'", "'expired'", "'expired'", "'denied'"])),
      created_at: at(copies),
      updated_at: at(copies),
    },
    copies,
  );
  await add(
    `${PREFIX}portability_register`,
    {
      request_id: id(3),
      open_user: of(copies, person, 'null'),
      locale: "'en'",
      due_at: at(copies, month),
      closed_at: of(copies, 'null', at(copies, '86400')),
    },
    copies,
  );
  await add(
    `${PREFIX}erasure_requests`,
    {
      id: id(4),
      user_id: of(erasures, person, 'null'),
      open_user: of(erasures, person, 'null'),
      state: of(erasures, "'pending'", turns(["'completed'", "'completed'", "'denied'"])),
      locale: "'en'",
      due_at: at(erasures, month),
      identified_at: at(erasures),
      grace_until: at(erasures),
      closed_at: of(erasures, 'null', at(erasures, '86400')),
      created_at: at(erasures),
      updated_at: at(erasures),
    },
    erasures,
  );
}
