/** The contents of the tables: the only file of the fault loop that uses them. */
import type { Database, OutgoingMail } from 'policy-engine';

type Row = Readonly<Record<string, string | number | Uint8Array | null>>;

/** Tables that others refer to come last. */
const REFERRING = ['user_terms', 'term_translations', 'portability_register'].map((name) => `policy_manager_${name}`);
const REFERRED = ['terms', 'portability_requests'].map((name) => `policy_manager_${name}`);

const NAMES = {
  sqlite: "select name from sqlite_master where type = 'table'",
  postgres: 'select table_name as name from information_schema.tables where table_schema = current_schema()',
  mysql: 'select table_name as name from information_schema.tables where table_schema = database()',
};

/** The tables of the engine and of the host, in an order in which they can be emptied. */
export async function tablesOf(database: Database): Promise<readonly string[]> {
  const all = (await rowsOf(database, NAMES[database.dialect])).map(({ name }) => String(name));
  const ours = all.filter((name) => /^(?:policy_manager|host)_/.test(name) && name !== 'policy_manager_migrations');
  const others = ours.filter((name) => !REFERRING.includes(name) && !REFERRED.includes(name));
  return [...REFERRING, ...others, ...REFERRED];
}

/** All rows, by table. */
export type Rows = ReadonlyMap<string, readonly Row[]>;

export async function readAll(database: Database, tables: readonly string[]): Promise<Rows> {
  const rows = new Map<string, readonly Row[]>();
  for (const table of tables) rows.set(table, await rowsOf(database, `select * from ${table}`));
  return rows;
}

/** Replaces all rows. */
export async function writeAll(database: Database, tables: readonly string[], rows: Rows): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const table of tables) await transaction.execute(`delete from ${table}`);
    for (const table of tables.toReversed()) await insert(transaction, table, rows.get(table) ?? []);
  });
}

async function insert(transaction: Database, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const { dialect } = transaction;
  const quote = dialect === 'mysql' ? '`' : '"';
  const columns = Object.keys(first);
  const values = rows.flatMap((row) => columns.map((column) => inserted(row[column], dialect === 'mysql')));
  const place = (index: number) => (dialect === 'postgres' ? `$${index + 1}` : '?');
  const tuples = rows.map(
    (_row, nth) => `(${columns.map((_column, index) => place(nth * columns.length + index)).join()})`,
  );
  const names = columns.map((column) => quote + column + quote).join();
  await transaction.execute(`insert into ${table} (${names}) values ${tuples.join()}`, values);
}

/** MariaDB accepts a time without the letters of ISO 8601. */
function inserted(value: unknown, isMysql: boolean): unknown {
  const isTime = isMysql && typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
  return isTime ? value.replace('T', ' ').replace('Z', '') : value;
}

/** Creates the tables of the host. */
export async function makeHostTables(database: Database): Promise<void> {
  await database.execute('create table host_users (id varchar(40) primary key)');
}

/** The host's own statement in a sign-up. */
export async function insertHostUser(transaction: Database, id: string): Promise<void> {
  await transaction.execute(`insert into host_users (id) values (${transaction.dialect === 'postgres' ? '$1' : '?'})`, [
    id,
  ]);
}

async function rowsOf(database: Database, sql: string): Promise<Row[]> {
  return (await database.execute<Row>(sql)).rows;
}

const EVENTS = `select e.kind, e.rule, e.version, e.decision, e.how, e.gpc, e.at, e.id, i.event_id, i.subject, i.visitor
  from policy_manager_ledger_events e left join policy_manager_ledger_identities i on i.event_id = e.id`;
const USER_TERMS = `select u.user_id, u.rule, u.state, t.version, t.rule as text_rule
  from policy_manager_user_terms u left join policy_manager_terms t on t.id = u.term_id`;

/**
 * The state without IDs and times: two equivalent states have the same lines.
 *
 * @param sent sent mails, each of which counts once however often it was handed over
 */
export async function stateOf(
  database: Database,
  { sent, files }: { sent: readonly OutgoingMail[]; files: ReadonlyMap<string, unknown> },
): Promise<string[]> {
  const read = (sql: string) => rowsOf(database, sql);
  const table = (name: string, columns: string) => read(`select ${columns} from policy_manager_${name}`);
  const who = ({ subject, visitor }: Row) => subject ?? (visitor === null ? 'nobody' : 'a visitor');
  const [events, userTerms, terms, translations, requests, erasures, links, mails, jobs, actions, secrets, hostUsers] =
    [
      (await read(EVENTS)).map((row) => [
        row['kind'],
        who(row),
        row['rule'],
        row['version'],
        row['decision'],
        row['how'],
        row['gpc'],
      ]),
      await read(USER_TERMS),
      await table('terms', 'rule, state, version, locale, description, material, note'),
      await table('term_translations', 'locale, description, late, case when hash is null then 0 else 1 end as fixed'),
      await read(`select r.user_id, r.state, g.reason, g.extension_reason, g.open_user,
      case when g.file_name is null then 0 else 1 end as has_file, case when g.error is null then 0 else 1 end as failed
      from policy_manager_portability_requests r left join policy_manager_portability_register g on g.request_id = r.id`),
      await table(
        'erasure_requests',
        'user_id, open_user, state, case when identified_at is null then 0 else 1 end as identified',
      ),
      // One for each attempt to send its mail.
      await table('erasure_links', 'distinct request_id'),
      await table('mails', 'message, state'),
      await table('jobs', 'name, state'),
      await table('admin_actions', 'actor, action, rule'),
      await table('secrets', 'name'),
      await read('select id from host_users'),
    ];
  const messages = new Map(sent.map(({ messageId, to, subject }) => [messageId, [to.address, subject]]));
  const lines = Object.entries({
    event: events,
    'user term': userTerms,
    term: terms,
    translation: translations,
    request: requests,
    erasure: erasures,
    link: links.map(() => 'works'),
    mail: mails,
    job: jobs,
    action: actions,
    secret: secrets,
    message: await table('request_messages', 'user_id, sender, author, body, mail_state'),
    'message file': await table('request_files', 'user_id, file_name, bytes'),
    assignment: await table('request_assignments', 'request_kind, assignee'),
    withdrawal: await table('recorded_withdrawals', 'user_id, rule, channel, note, author'),
    template: await table('request_templates', 'act, locale, title, sample'),
    approval: await table('approvals', 'act, path, proposed_by'),
    undoable: await table('undoables', 'kind'),
    choice: await table('admin_choices', 'admin_id, name'),
    'host user': hostUsers,
    sent: [...messages.values()],
    file: [...files.keys()].map(() => 'one'),
  });
  return lines.flatMap(([kind, rows]) => rows.map((row) => `${kind}: ${JSON.stringify(row)}`)).toSorted();
}

/**
 * Contradictions in words: the current decisions against the events, mails and requests against their jobs, files
 * against requests. Empty if there are none.
 */
export async function contradictionsOf(database: Database): Promise<string[]> {
  const decisions = await undecided(database);
  const jobs = await rowsOf(database, 'select name, payload from policy_manager_jobs');
  const isDue = (name: string, id: unknown) =>
    jobs.some((job) => job['name'] === name && String(job['payload']).includes(String(id)));
  const waiting = await rowsOf(database, "select id, message from policy_manager_mails where state = 'waiting'");
  const open = await rowsOf(database, "select id from policy_manager_portability_requests where state = 'progress'");
  return [
    ...decisions,
    ...waiting.flatMap(({ id, message }) => (isDue('mail', id) ? [] : [`no job sends the mail ${String(message)}`])),
    ...open.flatMap(({ id }) => (isDue('portability-export', id) ? [] : ['no job exports a request in progress'])),
  ];
}

/** Current decisions that differ from the last event of their subject and rule, sealed or not. */
async function undecided(database: Database): Promise<string[]> {
  const said = new Map<string, string>();
  const erased: string[] = [];
  for (const { kind, rule, version, decision, subject, visitor } of await rowsOf(
    database,
    `${EVENTS} order by e.at, e.id`,
  )) {
    if (kind !== 'decision' && kind !== 'adoption') continue;
    const words = `${String(decision)} ${String(version)}`;
    if (subject !== null) said.set(`${String(subject)} ${String(rule)}`, words);
    else if (visitor === null) erased.push(`${String(rule)} ${words}`);
  }
  const problems: string[] = [];
  for (const { user_id, rule, state, version } of await rowsOf(database, USER_TERMS)) {
    const [key, words] = [`${String(user_id)} ${String(rule)}`, `${String(state)} ${String(version)}`];
    const event = said.get(key);
    said.delete(key);
    // The identity of the event is erased; its existence is not.
    const isErased = event === undefined && erased.includes(`${String(rule)} ${words}`);
    if (event !== words && !isErased) problems.push(`${key}: the ledger says ${event}, the table ${words}`);
  }
  return [...problems, ...[...said].map(([key, words]) => `${key}: the ledger says ${words}, the table nothing`)];
}

/** Names of the files that requests refer to. */
export async function filesReferredTo(database: Database): Promise<string[]> {
  const sql = `select file_name from policy_manager_portability_register where file_name is not null
    union all select stored_name as file_name from policy_manager_request_files`;
  return (await rowsOf(database, sql)).map(({ file_name }) => String(file_name));
}

/** The number of jobs that have not failed permanently. */
export async function jobsLeft(database: Database): Promise<number> {
  return (await rowsOf(database, "select id from policy_manager_jobs where state <> 'failed'")).length;
}

/** All columns of the engine's tables with their types. */
export async function columnsOf(database: Database): Promise<string[]> {
  const sql = {
    sqlite:
      "select m.name as t, p.name as c, p.type as k from sqlite_master m, pragma_table_info(m.name) p where m.type = 'table'",
    postgres:
      'select table_name as t, column_name as c, data_type as k from information_schema.columns where table_schema = current_schema()',
    mysql:
      'select table_name as t, column_name as c, column_type as k from information_schema.columns where table_schema = database()',
  }[database.dialect];
  return (await rowsOf(database, sql))
    .map(({ t, c, k }) => `${String(t)}.${String(c)} ${String(k)}`)
    .filter((column) => column.startsWith('policy_manager_'))
    .toSorted();
}

/** Drops the tables of the engine. */
export async function dropAll(database: Database): Promise<void> {
  const present = (await rowsOf(database, NAMES[database.dialect])).map(({ name }) => String(name));
  const ours = present.filter((name) => name.startsWith('policy_manager_'));
  const tables = [
    ...ours.filter((name) => !REFERRED.includes(name)),
    ...ours.filter((name) => REFERRED.includes(name)),
  ];
  if (tables.length === 0) return;
  if (database.dialect !== 'sqlite') return void (await database.execute(`drop table ${tables.join()}`));
  // One write to the disk instead of one for each.
  await database.transaction(async (transaction) => {
    for (const table of tables) await transaction.execute(`drop table ${table}`);
  });
}
