/** For how long sessions of a database wait for locks, seen from another connection. */
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase, type Database } from 'policy-engine';

const POLL_MILLISECONDS = 2;

/** Sessions that wait for a lock now. InnoDB keeps this answer for up to 100 ms. */
const WAITING: Readonly<Partial<Record<Database['dialect'], string>>> = {
  postgres: `select pid::text as waiter from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  mysql: `select cast(p.id as char) as waiter from information_schema.innodb_trx t
    join information_schema.processlist p on p.id = t.trx_mysql_thread_id where t.trx_state = 'LOCK WAIT' and p.db = database()`,
};

/** Does something, and watches meanwhile. @returns milliseconds of the longest wait; null where one writer locks everything */
export async function longestLock<T>(
  url: string,
  act: () => Promise<T>,
): Promise<{ result: T; longest: number | null }> {
  if (!url.includes('://')) return { result: await act(), longest: null };
  const database = await connectDatabase(url);
  const waiting = WAITING[database.dialect];
  if (waiting === undefined) throw new Error(`${database.dialect} does not tell who waits`);
  const ending = new AbortController();
  let longest = 0;
  const watch = async () => {
    let since = new Map<string, number>();
    while (!ending.signal.aborted) {
      const asked = performance.now();
      const { rows } = await database.execute<{ waiter: string }>(waiting);
      since = new Map(rows.map(({ waiter }) => [waiter, since.get(waiter) ?? asked]));
      for (const begun of since.values()) longest = Math.max(longest, performance.now() - begun);
      await sleep(POLL_MILLISECONDS);
    }
  };
  const watched = watch();
  const result = await act();
  ending.abort();
  await watched;
  await database.close();
  return { result, longest };
}
