/** A worker that processes due exports, and may kill its process at a point. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase, createPolicyEngine, embeddedJobs } from 'policy-engine';
import { localAttachments } from 'policy-engine/export';
import type { Database } from 'policy-engine';

export interface Work {
  readonly url: string;
  /** The folder in which archives are created and stored. */
  readonly folder: string;
  readonly smtpPort: number;
  /** The point at which the process kills itself. A number is milliseconds after the first row; default: never. */
  readonly point?: string;
}

/** Rows of an export. */
export const NOTES = 1500;

/** A row: the same in every process, and hardly compressible. */
export function noteOf(id: number): { id: number; text: string } {
  const parts = Array.from({ length: 8 }, (_, nth) => createHash('sha256').update(`${id} ${nth}`).digest('base64'));
  return { id, text: `note ${id} ${parts.join('')}` };
}

/** Rows with files. */
export const LETTERS = 3;

/** A file in chunks, 640 KiB that are hardly compressible: the same in every process. */
export function letterOf(id: number): Buffer[] {
  return Array.from({ length: 10 }, (_, nth) => {
    const piece = createHash('shake256', { outputLength: 64 * 1024 });
    return piece.update(`${id} ${nth}`).digest();
  });
}

/** Kills the process around the relevant statements, and around the commit of the last of them. */
function dying(database: Database, die: (here: string) => void): Database {
  let isFinishing = false;
  const within = (target: Database): Database =>
    proxy(target, {
      async execute(sql: string, parameters?: readonly unknown[]) {
        const result = await target.execute(sql, parameters);
        // In words that are the same on every dialect, whatever its quotes.
        const words = sql.toLowerCase().replace(/["`]/g, '');
        if (words.startsWith('update policy_manager_portability_register') && words.includes('attempt =')) die('begun');
        if (words.startsWith('update policy_manager_portability_requests') && parameters?.includes('completed')) {
          isFinishing = true;
          die('finishing');
        }
        return result;
      },
      transaction: (callback: (inner: Database) => Promise<unknown>, options: object) =>
        target.transaction((inner) => callback(within(inner)), options),
    });
  return proxy(within(database), {
    async transaction(callback: (inner: Database) => Promise<unknown>, options: object) {
      const result = await database.transaction((inner) => callback(within(inner)), options);
      if (isFinishing) die('finished');
      return result;
    },
  });
}

function proxy(target: Database, changes: object): Database {
  return new Proxy(target, {
    get(of, name) {
      const value: unknown = Reflect.get(name in changes ? changes : of, name);
      return typeof value === 'function' && !(name in changes) ? value.bind(of) : value;
    },
  });
}

/** Works until nothing is left to do. */
export async function workOnExports({ url, folder, smtpPort, point = '' }: Work): Promise<void> {
  const die = (here: string): void => {
    if (here === point) process.kill(process.pid, 'SIGKILL');
  };
  const database = await connectDatabase(url);
  const engine = createPolicyEngine({
    database: dying(database, die),
    rules: [{ name: 'cookie', sessionless: true }],
    currentUser: () => null,
    userResource: { find: (id) => ({ id, email: `${id}@host.test` }) },
    jobs: embeddedJobs({ pollSeconds: 0.05, leaseSeconds: 0.5 }),
    fromEmail: 'privacy@host.test',
    mail: { transport: `smtp://127.0.0.1:${smtpPort}`, ledgerDigest: false },
    attachments: { storage: localAttachments(path.join(folder, 'attachments')) },
    exporter: {
      path: path.join(folder, 'work'),
      afterZip: () => die('archived'),
    },
    portabilityRules: [
      {
        name: 'letters',
        collection: () => Array.from({ length: LETTERS }, (_, id) => ({ id })),
        files: {
          letter: {
            async *storage(row) {
              for (const [nth, piece] of letterOf((row as { id: number }).id).entries()) {
                // More than fits in memory is on the disk by now.
                if (nth === 8) die('streaming');
                yield piece;
              }
            },
          },
        },
      },
      {
        name: 'notes',
        async *collection() {
          for (let id = 1; id <= NOTES; id += 1) {
            if (id === 20 && Number(point) > 0) setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(point));
            if (id === 30) die('reading');
            // Long enough for half an archive to be on the disk.
            if (id % 100 === 0) await sleep(10);
            if (id === 1200) {
              await sleep(50);
              die('storing');
            }
            yield noteOf(id);
          }
        },
        per: 50,
      },
    ],
  });
  engine.start();
  for (;;) {
    await sleep(50);
    const { rows } = await database.execute(
      "select state from policy_manager_portability_requests where state = 'progress' union all select name from policy_manager_jobs where name in ('portability-export', 'mail')",
    );
    if (rows.length === 0) break;
  }
  await engine.stop();
  await database.close();
}
