import type { Database } from 'policy-engine';
import type { Dialect } from 'policy-engine/database';

/** Any number that is the same in every process. */
const LOCK = 7_301_946_152;

/** By default, MySQL treats `é` as `e` and ignores trailing spaces; MariaDB and MySQL each read their own comment. */
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
    // Accounting records must outlive the customer: the order then has no customer, no name and no address.
    `create table if not exists storefront_orders (
      id ${text(255)} not null primary key,
      user_id ${text(255)} references storefront_users (id) on delete set null,
      number ${text(32)} not null unique,
      placed_at ${text(24)} not null,
      delivery integer not null,
      recipient ${text(100)},
      street ${text(100)},
      postcode ${text(20)},
      city ${text(100)}
    )${options[dialect]}`,
    `create table if not exists storefront_order_lines (
      order_id ${text(255)} not null references storefront_orders (id) on delete cascade,
      position integer not null,
      product_id ${text(255)} not null,
      quantity integer not null,
      price integer not null,
      primary key (order_id, position)
    )${options[dialect]}`,
    `create table if not exists storefront_reviews (
      id ${text(255)} not null primary key,
      user_id ${text(255)} not null references storefront_users (id),
      product_id ${text(32)} not null,
      rating integer not null,
      words ${text(2000)} not null,
      picture ${text(64)},
      written_at ${text(24)} not null,
      unique (user_id, product_id)
    )${options[dialect]}`,
  ];
}

/** Creates the shop's own tables if they are missing; several processes may do so at once. */
export async function createTables(database: Database): Promise<void> {
  await database.transaction(
    async (transaction) => {
      // PostgreSQL's `if not exists` checks first and then creates: of two at once, one fails.
      if (database.dialect === 'postgres') await transaction.execute('select pg_advisory_xact_lock($1)', [LOCK]);
      for (const statement of definitions(database.dialect)) await transaction.execute(statement);
    },
    { isolation: 'read committed' },
  );
}
