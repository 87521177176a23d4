/** The ports of an engine, each over the real one or over memory, with faults in between. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Database, JobQueueFactory, MailTransport, OutgoingMail } from 'policy-engine';
import type { Dialect } from 'policy-engine/database';
import type { AttachmentStorage } from 'policy-engine/export';
import { relayed } from '../../dist/platform/jobs/relay.js';
import type { Faults } from './faults.ts';

type Work<T> = (inner: Database) => Promise<T>;
type Options = Parameters<Database['execute']>[2];

/** The error of each driver for a transaction that lost to another one. */
const CONFLICTS: Readonly<Record<Dialect, object>> = {
  sqlite: { code: 'ERR_SQLITE_ERROR', errcode: 5 },
  postgres: { code: '40P01' },
  mysql: { errno: 1213 },
};

/** A database whose statements, begins and commits are calls. */
export function faultyDatabase(real: Database, faults: Faults): Database {
  return over(real, {
    execute: (sql: string, parameters?: readonly unknown[], options?: Options) =>
      faults.call(nameOf(sql), () => real.execute(sql, parameters, options)),
    async transaction<T>(callback: Work<T>, options: object): Promise<T> {
      if (faults.next('begin') !== null) throw faults.error();
      let isLost = false;
      const value = await real.transaction(async (inner) => {
        isLost = false;
        const result = await callback(within(inner, faults));
        const mode = faults.next('commit', 'transaction');
        if (mode === 'conflict') throw conflictOf(real.dialect);
        if (mode === 'lost') isLost = true;
        else if (mode !== null) throw faults.error();
        return result;
      }, options);
      if (isLost) throw faults.error();
      return value;
    },
  });
}

/** The handle in a transaction. */
function within(inner: Database, faults: Faults): Database {
  return over(inner, {
    async execute(sql: string, parameters?: readonly unknown[], options?: Options) {
      const mode = faults.next(nameOf(sql), 'transaction');
      if (mode === null) return inner.execute(sql, parameters, options);
      if (mode === 'lost') await inner.execute(sql, parameters, options);
      // So that the handle registers the failure, and refuses later statements as after any other.
      await inner.execute('select this_statement_fails from nowhere').catch(() => {});
      throw mode === 'conflict' ? conflictOf(inner.dialect) : faults.error();
    },
    transaction: <T>(callback: Work<T>) => inner.transaction((savepoint) => callback(within(savepoint, faults))),
  });
}

/** A proxy keeps the class, which the engine uses to recognise its own handles. */
export function over(target: Database, changes: object): Database {
  return new Proxy(target, {
    get(of, name) {
      const value: unknown = Reflect.get(name in changes ? changes : of, name);
      return typeof value === 'function' && !(name in changes) ? value.bind(of) : value;
    },
  });
}

function conflictOf(dialect: Dialect): Error {
  return Object.assign(new Error('lost to another transaction'), CONFLICTS[dialect]);
}

/** Verb and table. */
function nameOf(sql: string): string {
  const words = sql.toLowerCase().replaceAll(/["`]/g, '');
  const [, verb = ''] = /^\s*(\w+)/.exec(words) ?? [];
  const [, table = ''] = /\b(?:from|into|update|table|join)\s+(?:if (?:not )?exists\s+)?([\w.]+)/.exec(words) ?? [];
  return `${verb} ${table.replace('policy_manager_', '')}`.trim();
}

/** A transport that stores its mails. */
export function faultyMail(sent: OutgoingMail[], faults: Faults): MailTransport {
  return {
    sendMail: (mail) =>
      faults.call('send mail', async () => {
        sent.push(mail);
      }),
  };
}

/** A storage in memory that stores completely or not at all, as the port requires. */
export function faultyStorage(files: Map<string, Buffer>, faults: Faults): AttachmentStorage {
  return {
    put: (name, content) =>
      faults.call('put file', async () => {
        files.set(name, await buffer(content));
      }),
    get: (name, range) =>
      faults.call('get file', async () => {
        const file = files.get(name);
        if (file === undefined) throw new Error(`There is no ${name}.`);
        return Readable.from([range === undefined ? file : file.subarray(range.start, range.end + 1)]);
      }),
    size: (name) => faults.call('size of file', async () => files.get(name)?.length ?? null),
    delete: (name) =>
      faults.call('delete file', async () => {
        files.delete(name);
      }),
  };
}

/** A queue that starts nothing by itself: `engine.jobs.runDue()` runs due jobs. */
export function faultyQueue(faults: Faults): JobQueueFactory {
  return () => ({
    leaseSeconds: 30,
    start() {},
    async stop() {},
    wake() {
      if (faults.next('wake queue') !== null) throw faults.error();
    },
  });
}

/** Jobs that a queue outside of the database has started. */
export interface UnderWay {
  count: number;
}

/** A queue outside of the database, like BullMQ and pg-boss, that starts each job as soon as it is added. */
export function faultyRelay(faults: Faults, underWay: UnderWay): JobQueueFactory {
  type Channel = ReturnType<Parameters<typeof relayed>[0]>;
  const open = (): Channel => {
    let take: Parameters<Channel['open']>[1] | undefined;
    const all = new Set<Promise<void>>();
    const begin = async (job: Parameters<Channel['offer']>[0]) => {
      underWay.count += 1;
      try {
        await take?.(job);
      } catch {
        // The queue drops it; the engine adds it again.
      } finally {
        underWay.count -= 1;
      }
    };
    return {
      open: (_definitions, taking) =>
        faults.call('open queue', async () => {
          take = taking;
        }),
      offer: (job) =>
        faults.call('offer job', async () => {
          const work: Promise<void> = begin(job).finally(() => all.delete(work));
          all.add(work);
        }),
      close: async () => void (await Promise.all(all)),
    };
  };
  return relayed(open, { pollSeconds: 0.005, leaseSeconds: 30 });
}
