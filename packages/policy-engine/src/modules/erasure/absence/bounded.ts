/** Runs a statement for a limited time, so that a locked table or a slow one does not hold up a search. */
import type { Database, Row } from '../../../platform/database/port.ts';

/** Runs a query. */
export type BoundedQuery = (sql: string, parameters: readonly unknown[], milliseconds: number) => Promise<Row[]>;

/** How a database is told. */
export async function boundedQueries(database: Database): Promise<BoundedQuery> {
  switch (database.dialect) {
    case 'sqlite':
      return async (sql, parameters) => (await database.execute(sql, parameters)).rows;
    case 'postgres':
      return (sql, parameters, milliseconds) =>
        database.transaction(
          async (transaction) => {
            await transaction.execute(`set local statement_timeout = ${milliseconds}`);
            return (await transaction.execute(sql, parameters)).rows;
          },
          { isolation: 'read committed' },
        );
    case 'mysql': {
      const { rows } = await database.execute<{ version: string }>('select version() as version');
      const isMariadb = /mariadb/i.test(rows[0]?.version ?? '');
      return async (sql, parameters, milliseconds) => {
        const text = isMariadb
          ? `set statement max_statement_time=${milliseconds / 1000} for ${sql}`
          : sql.replace(/^select/, `select /*+ max_execution_time(${milliseconds}) */`);
        return (await database.execute(text, parameters)).rows;
      };
    }
  }
}
