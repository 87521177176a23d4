/** The tables of gdpr_rails as its migrations create them, and what the installation in the tests declares. */
import type { Database, RuleOptions } from 'policy-engine';

export const PREDECESSOR_RULES: readonly RuleOptions[] = [
  { name: 'cookie', sessionless: true },
  { name: 'age', blocking: true, validatesOn: ['create', 'update'] },
  { name: 'privacy_terms', blocking: true, validatesOn: ['create', 'update'] },
];

const TIME = { sqlite: 'datetime(6)', postgres: 'timestamp(6)', mysql: 'datetime(6)' };

/** Creates the tables; with the columns of the legacy attachments if asked for. */
export async function createPredecessor(database: Database, prefix: string, isLegacy: boolean): Promise<void> {
  const time = TIME[database.dialect];
  const id = 'id bigint primary key';
  const key = database.dialect === 'mysql' ? '`key`' : '"key"';
  const columns = ['', '_file_name', '_file_size', '_file_content_type', '_content_type'];
  const legacy = isLegacy ? columns.map((name) => `, attachment${name} varchar(255)`).join('') : '';
  for (const statement of [
    'drop table if exists active_storage_blobs',
    'drop table if exists active_storage_attachments',
    `create table ${prefix}terms (${id}, description text, rule varchar(255), state varchar(255), accepted_at ${time}, rejected_at ${time}, created_at ${time} not null, updated_at ${time} not null)`,
    `create table ${prefix}user_terms (${id}, user_id integer, term_id integer, state varchar(255), created_at ${time} not null, updated_at ${time} not null)`,
    `create table ${prefix}portability_requests (${id}, user_id integer, state varchar(255), expire_at ${time}, created_at ${time} not null, updated_at ${time} not null${legacy})`,
    ...(isLegacy
      ? []
      : [
          `create table active_storage_blobs (${id}, ${key} varchar(255) not null, filename varchar(255) not null, content_type varchar(255), metadata text, byte_size bigint not null, checksum varchar(255) not null, created_at ${time} not null)`,
          `create table active_storage_attachments (${id}, name varchar(255) not null, record_type varchar(255) not null, record_id bigint not null, blob_id bigint not null, created_at ${time} not null)`,
        ]),
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one after another
    await database.execute(statement);
  }
}

/** Inserts rows of numbers, text and null. */
export async function fill(database: Database, table: string, rows: readonly object[]): Promise<void> {
  const literal = (value: unknown) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value));
  for (let from = 0; from < rows.length; from += 200) {
    const some = rows.slice(from, from + 200);
    const names = Object.keys(some[0] ?? {}).map((name) =>
      name === 'key' && database.dialect === 'mysql' ? '`key`' : name,
    );
    const values = some.map((row) => `(${Object.values(row).map(literal).join(', ')})`);
    // oxlint-disable-next-line no-await-in-loop -- one after another
    await database.execute(`insert into ${table} (${names.join(', ')}) values ${values.join(', ')}`);
  }
}
