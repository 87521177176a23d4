/** A worker that executes due erasures, and may kill its process at one of its calls to the database. */
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase, createPolicyEngine, type Database, embeddedJobs } from 'policy-engine';
import { DAY, findUser, RULES } from './shop.ts';

export interface Erasing {
  readonly url: string;
  /** File of the journal; empty for none. */
  readonly journal: string;
  /** The call before which the process kills itself, counted from 1; 0: never. */
  readonly dieAt: number;
}

/** Counts statements and commits of transactions from the first that uses a table, and kills the process before one of them. */
export function dying(database: Database, table: string, count: () => void): Database {
  let isCounting = false;
  const within = (target: Database): Database =>
    over(target, {
      execute(sql: string, parameters?: readonly unknown[]) {
        if (sql.includes(table)) isCounting = true;
        if (isCounting) count();
        return target.execute(sql, parameters);
      },
      transaction: (callback: Callback, options: object) =>
        target.transaction(async (inner) => {
          const result = await callback(within(inner));
          if (isCounting) count();
          return result;
        }, options),
    });
  return within(database);
}

type Callback = (inner: Database) => Promise<unknown>;

function over(target: Database, changes: object): Database {
  return new Proxy(target, {
    get(of, name) {
      const value: unknown = Reflect.get(name in changes ? changes : of, name);
      return typeof value === 'function' && !(name in changes) ? value.bind(of) : value;
    },
  });
}

/** Works until no request is running. @returns the number of calls */
export function eraseAll({ url, journal, dieAt }: Erasing): Promise<number> {
  const running = "select id from policy_manager_erasure_requests where state in ('pending', 'running')";
  return work(
    { url, dieAt, table: 'erasure_requests' },
    journal === '' ? {} : { journal, journalKey: 'k'.repeat(32) },
    {
      isBusy: async (database) => (await database.execute(running)).rows.length > 0,
    },
  );
}

/** Later searches, and the erasures of what they found. */
export interface SearchingAgain extends Pick<Erasing, 'url' | 'dieAt'> {
  /** Days after which they are done. */
  readonly days: number;
  /** How many of their jobs are not due by then. */
  readonly later: number;
}

/** Does the searches that are due. @returns the number of calls */
export function searchAgain({ url, dieAt, days, later }: SearchingAgain): Promise<number> {
  const jobs = "select id from policy_manager_jobs where name in ('erasure-search-again', 'erasure-erase-found')";
  return work(
    { url, dieAt, table: 'erasure_marks' },
    {},
    {
      now: () => new Date(Date.now() + days * DAY),
      isBusy: async (database) => (await database.execute(jobs)).rows.length > later,
    },
  );
}

async function work(
  { url, dieAt, table }: Pick<Erasing, 'url' | 'dieAt'> & { readonly table: string },
  erasure: object,
  { isBusy, now }: { readonly isBusy: (database: Database) => Promise<boolean>; readonly now?: () => Date },
): Promise<number> {
  let calls = 0;
  const database = await connectDatabase(url);
  const count = () => {
    calls += 1;
    if (calls === dieAt) process.kill(process.pid, 'SIGKILL');
  };
  const engine = createPolicyEngine({
    database: dying(database, table, count),
    rules: [{ name: 'cookie', sessionless: true }],
    currentUser: () => null,
    userResource: { find: (id) => findUser(database, id) },
    jobs: embeddedJobs({ pollSeconds: 0.05, leaseSeconds: 0.5 }),
    dataRules: RULES,
    erasure: { graceDays: 0, ...erasure },
    logger: { error: () => {} },
    ...(now !== undefined && { now }),
  });
  engine.start();
  while (await isBusy(database)) await sleep(20);
  await engine.stop();
  await database.close();
  return calls;
}
