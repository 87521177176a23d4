import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { createDemo, type DemoOptions } from '../../shop.ts';

/** Starting a shop hashes three passwords, which at the usual cost takes longer than everything else. */
const CHEAP = 1024;

export interface RunningStorefront extends AsyncDisposable {
  readonly url: string;
  /** The lines of the log, parsed. */
  readonly log: Record<string, unknown>[];
}

/** The shop on a free port, with its log; its database is in memory and its journal temporary unless a test names them. */
export async function startStorefront({
  port = 0,
  ...options
}: DemoOptions & { readonly port?: number } = {}): Promise<RunningStorefront> {
  const log: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      done();
    },
  });
  const journalFile = path.join(tmpdir(), `storefront-${randomUUID()}.journal`);
  const storefront = createDemo({
    logger: pino(stream),
    journalFile,
    databaseUrl: ':memory:',
    passwordCost: CHEAP,
    ...options,
  });
  const url = await storefront.listen(port);
  return {
    url,
    log,
    async [Symbol.asyncDispose]() {
      await storefront.close();
      rmSync(journalFile, { force: true });
    },
  };
}
