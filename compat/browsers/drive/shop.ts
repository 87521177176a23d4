/** The shop of `examples/storefront`, and the companies whose tags and films it shows. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { createPartners } from '../../../demo/partners/partners.ts';
import { createDemo } from '../../../demo/shop.ts';

/** A running shop. */
export interface Shop extends AsyncDisposable {
  /** Origin, such as `http://127.0.0.1:4711`. */
  readonly url: string;
  /** Paths that were requested from the other companies since the last call, each once. */
  requested(): string[];
}

/** Starts it with the sample texts, on a free port. */
export async function startShop(): Promise<Shop> {
  const folder = mkdtempSync(path.join(tmpdir(), 'shop-'));
  const partners = createPartners();
  const shop = createDemo({
    databaseUrl: `file:${path.join(folder, 'shop.db')}`,
    journalFile: path.join(folder, 'journal'),
    exportFolder: path.join(folder, 'exports'),
    uploadFolder: path.join(folder, 'uploads'),
    sampleTexts: true,
    passwordCost: 1024,
    partners: await partners.start(),
    logger: pino(new Writable({ write: (_chunk, _encoding, done) => done() })),
  });
  let read = 0;
  return {
    url: await shop.listen(0),
    requested() {
      const paths = partners.requests.slice(read).map((request) => request.replace(/\?.*/, ''));
      read = partners.requests.length;
      return [...new Set(paths)].toSorted();
    },
    async [Symbol.asyncDispose]() {
      await shop.close();
      await partners.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
