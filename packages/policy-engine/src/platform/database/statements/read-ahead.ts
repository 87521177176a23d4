/** Pages that a database server reads while this process works on the previous one. */
import { setImmediate as turn } from 'node:timers/promises';

/** A pending read. */
export interface Reading<T> {
  readonly result: Promise<T>;
}

/**
 * Starts to read, and returns once the statement is sent: drivers send it at the next await of the process, which would
 * otherwise come only after the current work.
 */
export async function beginReading<T>(read: () => Promise<T>): Promise<Reading<T>> {
  const result = read();
  // The caller that awaits it gets the error.
  result.catch(() => {});
  await turn();
  return { result };
}

/** Pages up to the first empty one. While one is processed, the database reads the next. */
export async function* pagesAhead<Row>(
  read: (after: string) => Promise<Row[]>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row[]> {
  let next = await beginReading(() => read(''));
  for (;;) {
    const rows = await next.result;
    const last = rows.at(-1);
    if (last === undefined) return;
    next = await beginReading(() => read(keyOf(last)));
    yield rows;
  }
}
