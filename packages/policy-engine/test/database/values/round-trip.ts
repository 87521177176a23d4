/** The matrix as a table, and the way of its values through an export into another table. */
import mysql from 'mysql2/promise';
import type { Database } from 'policy-engine';
import type { Dialect } from 'policy-engine/database';
import { type ExportedTable, sqlOf, writeJson } from './exported.ts';
import { CREATED, MATRIX } from './matrix.ts';

/** Runs statements of the application, beside the engine. */
export interface Application extends AsyncDisposable {
  readonly dialect: Dialect;
  readonly run: (sql: string) => Promise<readonly unknown[]>;
}

/** @param database of the engine, which is the application's, too, where no session has settings that refuse values */
export async function applicationOn(database: Database, url: string): Promise<Application> {
  const { dialect } = database;
  if (dialect !== 'mysql') {
    const run = async (sql: string) => (await database.execute(sql)).rows;
    return { dialect, run, [Symbol.asyncDispose]: async () => {} };
  }
  // A session that accepts zero dates.
  const connection = await mysql.createConnection({ uri: url, charset: 'utf8mb4' });
  await connection.query("set sql_mode = 'NO_ENGINE_SUBSTITUTION', time_zone = '+00:00'");
  return {
    dialect,
    run: async (sql) => (await connection.query(sql))[0] as unknown[],
    [Symbol.asyncDispose]: () => connection.end(),
  };
}

/** Number of rows with samples. */
export const rowsOf = (dialect: Dialect): number => Math.max(...MATRIX[dialect].map(({ length }) => length)) - 1;

/** Creates the table `samples`, with a row for each value, and an empty one of the same columns. */
export async function createSamples({ dialect, run }: Application): Promise<void> {
  const matrix = MATRIX[dialect];
  for (const statement of CREATED[dialect]) await run(statement);
  const columns = matrix
    .map(([type], index) => `c${index} ${type}${type.startsWith('timestamp') ? ' null' : ''}`)
    .join(', ');
  for (const table of ['samples', 'copies']) {
    await run(`create table ${table} (id int primary key, person int, ${columns})`);
  }
  for (let row = 1; row <= rowsOf(dialect); row += 1) {
    const values = matrix.map((typed) => typed[row] ?? 'null');
    await run(`insert into samples values (${row}, 1, ${values.join(', ')})`);
  }
}

/** Equality that sees every difference. */
const EQUAL: Readonly<Record<Dialect, (one: string, other: string) => string>> = {
  postgres: (one, other) => `${one}::text is not distinct from ${other}::text`,
  // A float has more digits than its text.
  mysql: (one, other) =>
    `(cast(${one} as binary) <=> cast(${other} as binary) and hex(${one}) <=> hex(${other}) and ${one} <=> ${other})`,
  sqlite: (one, other) => `(${one} is ${other} and typeof(${one}) is typeof(${other}))`,
};

/** Writes what was exported into the other table. @returns the values that are not what was stored, by type */
export async function changedValues({ dialect, run }: Application, exported: ExportedTable): Promise<string[]> {
  const matrix = MATRIX[dialect];
  const forms = matrix.map((_, index) => exported.schema.properties[`c${index}`]?.['x-form']);
  for (const row of exported.rows) {
    const values = forms.map((form, index) => {
      // Null of a column, not of JSON.
      const isNull = matrix[index]?.[Number(writeJson(row['id']))] === undefined;
      return isNull ? 'null' : sqlOf(dialect, row[`c${index}`], { form, files: exported.files });
    });
    await run(`insert into copies values (${writeJson(row['id'])}, 1, ${values.join(', ')})`);
  }
  const changed: string[] = [];
  for (const [index, [type, ...values]] of matrix.entries()) {
    const equal = EQUAL[dialect](`s.c${index}`, `k.c${index}`);
    const found = await run(
      `select s.id as id from samples s join copies k on k.id = s.id where ${equal} order by s.id`,
    );
    const same = new Set(found.map((row) => Number((row as { id: unknown }).id)));
    for (const [at, value] of values.entries()) if (!same.has(at + 1)) changed.push(`${type}: ${value}`);
  }
  return changed;
}
