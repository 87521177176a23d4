import { Writable } from 'node:stream';
import { pino } from 'pino';
import { createStorefront, type StorefrontOptions } from 'storefront';

/** Starting a shop hashes three passwords, which at the usual cost takes longer than all the rest. */
const CHEAP = 1024;

export interface RunningStorefront extends AsyncDisposable {
  readonly url: string;
  /** The lines of the log, parsed. */
  readonly log: Record<string, unknown>[];
}

/** The shop on a free port, with its log and, unless a test names one, its database in memory. */
export async function startStorefront({
  port = 0,
  ...options
}: StorefrontOptions & { readonly port?: number } = {}): Promise<RunningStorefront> {
  const log: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      done();
    },
  });
  const storefront = createStorefront({
    logger: pino(stream),
    databaseUrl: ':memory:',
    passwordCost: CHEAP,
    ...options,
  });
  const url = await storefront.listen(port);
  return { url, log, [Symbol.asyncDispose]: () => storefront.close() };
}
