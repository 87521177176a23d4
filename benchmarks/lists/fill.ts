/** Tables as large as those of a busy shop after a year, filled by the database itself. */
import type { Database } from 'policy-engine';

/** How many rows there are to be. */
export interface Size {
  readonly people: number;
  readonly events: number;
  readonly requests: number;
  readonly entries: number;
  readonly deliveries: number;
}

/** What an issue asks for, and what comes with it. */
export const FULL: Size = {
  people: 1_000_000,
  events: 5_000_000,
  requests: 100_000,
  entries: 300_000,
  deliveries: 500_000,
};

/** Rules of the engine; decisions are spread over them evenly. */
export const RULES: readonly string[] = Array.from({ length: 10 }, (_, index) => `rule_${index}`);

const AT_ONCE = 250_000;
/** The year that the rows are of. */
const BEGIN = Date.UTC(2025, 10, 1);
const YEAR = 365 * 24 * 60 * 60;

/** What a dialect calls things. `i` is the number of a row, from 1. */
interface Words {
  /** Rows with the numbers from a first to a last one, as `n(i)`. */
  readonly numbers: (first: number, last: number) => string;
  /** An id that sorts by number. */
  readonly id: (prefix: string) => string;
  /** The time of a row, so many seconds after the begin. */
  readonly time: (seconds: string) => string;
}

const words: Readonly<Record<'sqlite' | 'postgres', Words>> = {
  sqlite: {
    numbers: (first, last) =>
      `(with recursive n(i) as (select ${first} union all select i + 1 from n where i < ${last}) select i from n)`,
    id: (prefix) => `printf('${prefix}%030d', i)`,
    time: (seconds) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${BEGIN / 1000} + (${seconds}), 'unixepoch')`,
  },
  postgres: {
    numbers: (first, last) => `(select i from generate_series(${first}, ${last}) as g(i)) as n`,
    id: (prefix) => `'${prefix}' || lpad(i::text, 30, '0')`,
    time: (seconds) => `to_timestamp(${BEGIN / 1000} + (${seconds}))`,
  },
};

/** Fills the tables of an engine that has been migrated; those that hold rows already are left as they are. */
export async function fill(database: Database, size: Size): Promise<void> {
  if (database.dialect === 'mysql') throw new TypeError('Lists are measured on SQLite and PostgreSQL');
  const { numbers, id, time } = words[database.dialect];
  if (database.dialect === 'sqlite') await database.execute('pragma synchronous = off');
  const spread = (count: number) => time(`i * ${YEAR / count}`);
  const insert = async (table: string, count: number, values: Readonly<Record<string, string>>): Promise<void> => {
    const name = `policy_manager_${table}`;
    const { rows } = await database.execute(`select 1 from ${name} limit 1`);
    if (rows.length > 0) return;
    for (let first = 1; first <= count; first += AT_ONCE) {
      const from = numbers(first, Math.min(count, first + AT_ONCE - 1));
      const columns = Object.keys(values).join(', ');
      await database.execute(
        `insert into ${name} (${columns}) select ${Object.values(values).join(', ')} from ${from}`,
      );
    }
  };
  const { people, events, requests, entries, deliveries } = size;
  // One of fifty is an entry of the administrators' log; one rule is hardly ever refused.
  const decided = (value: string) => `case when i % 50 = 0 then null else ${value} end`;
  const refused = 'i % 7 = 0 and (i % 10 <> 9 or i % 10000 = 9)';
  await insert('ledger_events', events, {
    id: id('e'),
    kind: `case when i % 50 = 0 then 'administration' else 'decision' end`,
    rule: decided(`'rule_' || (i % 10)`),
    version: decided('1'),
    decision: decided(`case when ${refused} then 'rejected' else 'accepted' end`),
    at: spread(events),
    how: `'api'`,
    subject_commitment: `'s'`,
    circumstances_commitment: `'c'`,
    leaf: id('l'),
    sealed: 'i - 1',
    number: 'i',
  });
  await insert('ledger_identities', events, {
    event_id: id('e'),
    subject: decided(`'user-' || (i % ${people})`),
    subject_salt: `'s'`,
    circumstances_salt: `'c'`,
  });
  await insert('terms', RULES.length, {
    id: id('t'),
    description: `'# Text'`,
    rule: `'rule_' || (i - 1)`,
    state: `'published'`,
    version: '1',
    locale: `'en'`,
    hash: id('h'),
    published_at: time('0'),
    created_at: time('0'),
    updated_at: time('0'),
  });
  await insert('user_terms', people, {
    id: id('u'),
    user_id: `'user-' || i`,
    term_id: `(select id from policy_manager_terms where rule = 'rule_' || (i % 10))`,
    rule: `'rule_' || (i % 10)`,
    state: `'accepted'`,
    decided_at: spread(people),
    created_at: spread(people),
    updated_at: spread(people),
  });
  await insert('admin_actions', entries, {
    id: id('a'),
    at: spread(entries),
    actor: `'admin-' || (i % 5)`,
    action: `case when i % 1000 = 0 then 'term_published' else 'request_confirmed' end`,
    rule: `case when i % 1000 = 0 then 'rule_0' else null end`,
    subject: id('r'),
  });
  await insert('portability_requests', requests, {
    id: id('r'),
    user_id: `'user-' || i`,
    state: `case when i % 20 = 0 then 'pending' else 'completed' end`,
    created_at: spread(requests),
    updated_at: spread(requests),
  });
  await insert('portability_register', requests, {
    request_id: id('r'),
    open_user: `case when i % 20 = 0 then 'user-' || i else null end`,
    due_at: time(`i * ${YEAR / requests} + 2592000`),
  });
  await insert('erasure_requests', requests, {
    id: id('x'),
    user_id: `'user-' || i`,
    open_user: `case when i % 20 = 0 then 'user-' || i else null end`,
    state: `case when i % 20 = 0 then 'pending' else 'completed' end`,
    due_at: time(`i * ${YEAR / requests} + 2592000`),
    grace_until: time(`i * ${YEAR / requests} + 86400`),
    created_at: spread(requests),
    updated_at: spread(requests),
  });
  await insert('webhook_deliveries', deliveries, {
    id: id('d'),
    event_id: id('e'),
    webhook: `case when i % 3 = 0 then 'crm' else 'shop' end`,
    type: `'policy-engine.decision.recorded'`,
    state: `case when i % 5000 = 0 then 'failed' else 'delivered' end`,
    attempts: '1',
    status: '204',
    attempted_at: spread(deliveries),
    created_at: spread(deliveries),
    ended_at: spread(deliveries),
  });
  await database.execute('analyze');
}
