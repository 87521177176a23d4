/** Pages that a database server reads while this process works on the one before. */
import { setImmediate as turn } from 'node:timers/promises';

/** Something that is being read. */
export interface Reading<T> {
  readonly result: Promise<T>;
}

/**
 * Begins to read, and returns once the statement is on its way: drivers write it when the process next waits, which one that
 * goes on with its work would do only after that work.
 */
export async function beginReading<T>(read: () => Promise<T>): Promise<Reading<T>> {
  const result = read();
  // Whoever waits for it hears of its failure.
  result.catch(() => {});
  await turn();
  return { result };
}

/** Pages up to the first that is empty. While one is worked on, the database reads the next. */
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
