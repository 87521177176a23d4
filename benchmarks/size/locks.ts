/** For how long sessions of a database wait for locks, seen from another connection. */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase, type Database } from 'policy-engine';

const POLL_MILLISECONDS = 2;
/** SQLITE_BUSY. */
const BUSY = 5;

/** Sessions that wait for a lock now. InnoDB keeps this answer for up to 100 ms. */
const WAITING: Readonly<Partial<Record<Database['dialect'], string>>> = {
  postgres: `select pid::text as waiter from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  mysql: `select cast(p.id as char) as waiter from information_schema.innodb_trx t
    join information_schema.processlist p on p.id = t.trx_mysql_thread_id where t.trx_state = 'LOCK WAIT' and p.db = database()`,
};

/** Who waits now, and how to stop asking. */
interface Watch {
  readonly waiting: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** SQLite: this connection itself, which takes the lock of the only writer and gives it back. */
function onSqlite(file: string): Watch {
  const database = new DatabaseSync(file, { timeout: 0 });
  const waiting = async () => {
    try {
      database.exec('begin immediate; rollback');
      return [];
    } catch (error) {
      if ((error as { errcode?: number }).errcode === BUSY) return ['this'];
      throw error;
    }
  };
  return { waiting, close: async () => database.close() };
}

async function onServer(url: string): Promise<Watch> {
  const database = await connectDatabase(url);
  const sql = WAITING[database.dialect];
  if (sql === undefined) throw new Error(`${database.dialect} does not tell who waits`);
  const waiting = async () => (await database.execute<{ waiter: string }>(sql)).rows.map(({ waiter }) => waiter);
  return { waiting, close: () => database.close() };
}

/** Does something, and watches meanwhile. @returns its result, and milliseconds of the longest wait */
export async function longestLock<T>(url: string, act: () => Promise<T>): Promise<{ result: T; longest: number }> {
  const { waiting, close } = url.includes('://') ? await onServer(url) : onSqlite(url);
  const ending = new AbortController();
  let longest = 0;
  const watch = async () => {
    let since = new Map<string, number>();
    while (!ending.signal.aborted) {
      const asked = performance.now();
      since = new Map((await waiting()).map((waiter) => [waiter, since.get(waiter) ?? asked]));
      for (const begun of since.values()) longest = Math.max(longest, performance.now() - begun);
      await sleep(POLL_MILLISECONDS);
    }
  };
  const watched = watch();
  const result = await act();
  ending.abort();
  await watched;
  await close();
  return { result, longest };
}
