import type { Database } from 'policy-engine';
import type { Dialect } from 'policy-engine/database';

/** Any number: it only has to be the same in every process that starts. */
const LOCK = 7_301_946_152;

/** MySQL would take `é` for `e` and ignore spaces at the end; MariaDB and MySQL each read their own comment. */
const options: { readonly [dialect in Dialect]: string } = {
  sqlite: ' strict',
  postgres: '',
  mysql:
    ' engine = InnoDB default character set = utf8mb4 /*M! collate = utf8mb4_nopad_bin */ /*!80017 collate = utf8mb4_0900_bin */',
};

function definitions(dialect: Dialect): string[] {
  const text = (length: number): string => (dialect === 'sqlite' ? 'text' : `varchar(${length})`);
  const flag = dialect === 'sqlite' ? 'integer' : 'smallint';
  return [
    `create table if not exists storefront_users (
      id ${text(255)} not null primary key,
      email ${text(255)} not null unique,
      name ${text(255)} not null,
      password_hash ${text(255)} not null,
      admin ${flag} not null,
      created_at ${text(24)} not null
    )${options[dialect]}`,
    `create table if not exists storefront_sessions (
      id ${text(64)} not null primary key,
      user_id ${text(255)} not null references storefront_users (id),
      expires_at ${text(24)} not null
    )${options[dialect]}`,
    `create table if not exists storefront_orders (
      id ${text(255)} not null primary key,
      user_id ${text(255)} not null references storefront_users (id) on delete cascade,
      number ${text(32)} not null,
      placed_at ${text(24)} not null
    )${options[dialect]}`,
    `create table if not exists storefront_order_lines (
      order_id ${text(255)} not null references storefront_orders (id) on delete cascade,
      position integer not null,
      product_id ${text(255)} not null,
      quantity integer not null,
      price integer not null,
      primary key (order_id, position)
    )${options[dialect]}`,
    `create table if not exists storefront_setup (
      step ${text(64)} not null primary key,
      done_at ${text(24)} not null
    )${options[dialect]}`,
  ];
}

/** Creates the shop's own tables where they are missing; several processes may do so at once. */
export async function createTables(database: Database): Promise<void> {
  const statements = definitions(database.dialect);
  if (database.dialect !== 'postgres') {
    for (const statement of statements) await database.execute(statement);
    return;
  }
  // PostgreSQL's `if not exists` looks first and creates then: two at once, and one of them fails.
  await database.transaction(
    async (transaction) => {
      await transaction.execute('select pg_advisory_xact_lock($1)', [LOCK]);
      for (const statement of statements) await transaction.execute(statement);
    },
    { isolation: 'read committed' },
  );
}
