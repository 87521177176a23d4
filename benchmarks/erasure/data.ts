/** The data to erase: ten tables, in each of which one person has many rows among those of others. */
import type { DatabaseSync } from 'node:sqlite';

export const TABLES = 10;
export const PERSON = 'forgotten';
const OTHERS = 1000;
const WORDS = 'Oak chair with arms, delivered to the back door on a rainy Tuesday. '.repeat(2);

export const tableName = (index: number): string => `data_${index}`;

/** @param rows number of rows of the person, in all tables together; others have the same number */
export function fill(database: DatabaseSync, rows: number): void {
  const each = Math.ceil(rows / TABLES);
  database.exec('pragma journal_mode = wal; begin');
  database.exec(
    "create table users (id text primary key, email text); insert into users values ('forgotten', 'f@shop.test')",
  );
  for (let index = 0; index < TABLES; index += 1) {
    const table = tableName(index);
    database.exec(`create table ${table} (id integer primary key, user_id text not null, words text not null)`);
    database.exec(`create index ${table}_user on ${table} (user_id)`);
    const insert = database.prepare(`insert into ${table} (user_id, words) values (?, ?)`);
    for (let row = 0; row < each; row += 1) {
      insert.run(PERSON, WORDS);
      insert.run(`other-${row % OTHERS}`, WORDS);
    }
  }
  database.exec('create table beats (id integer primary key, at integer); commit');
}

/** Number of remaining rows of the person. */
export function rowsLeft(database: DatabaseSync): number {
  let left = 0;
  for (let index = 0; index < TABLES; index += 1) {
    const sql = `select count(*) as rows from ${tableName(index)} where user_id = ?`;
    left += Number(database.prepare(sql).get(PERSON)?.['rows']);
  }
  return left;
}
