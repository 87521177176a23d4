/** Decides once with each client, as a person does, and looks at what it transfers and what it does. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import type { Client } from './clients.ts';
import type { StorageState } from './measure.ts';

export interface Decided {
  /** Cookies and keys of a visitor who has decided. */
  readonly storage: Readonly<Record<'rejected' | 'accepted', StorageState>>;
  /** Whether an accepted script runs that is added later, without a call of the page. */
  readonly watches: boolean;
  /** Bytes of what the client adds to the page `bare`, as transferred with gzip, by what the visitor has decided. */
  readonly bytes: Readonly<Record<'undecided' | 'rejected' | 'accepted', number>>;
  /** Requests for it. */
  readonly requests: Readonly<Record<'undecided' | 'rejected' | 'accepted', number>>;
}

/** Milliseconds in which a watching client has run what was added. */
const LATE = 2000;

async function transferred(
  context: BrowserContext,
  url: string,
  path: string,
): Promise<{ bytes: number; requests: number }> {
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    // What the tags themselves load is not the client's.
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(`${url}${path}/scripts`);
  await sleep(LATE);
  const all = await Promise.all(sizes);
  await page.close();
  return { bytes: all.reduce((sum, size) => sum + size, 0), requests: all.length };
}

export async function decide(browser: Browser, url: string, client: Client): Promise<Decided> {
  const storage: Record<string, StorageState> = {};
  const bytes: Record<string, number> = {};
  const requests: Record<string, number> = {};
  const weigh = async (state: string, storageState?: StorageState) => {
    await using context = await browser.newContext(storageState && { storageState });
    const bare = await transferred(context, url, '/bare');
    const all = await transferred(context, url, client.path);
    bytes[state] = all.bytes - bare.bytes;
    requests[state] = all.requests - bare.requests;
  };
  await weigh('undecided');
  let watches = false;
  for (const state of ['rejected', 'accepted'] as const) {
    await using context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${url}${client.path}/scripts`);
    await page.locator(client.buttons[state]).filter({ visible: true }).first().click();
    await page.waitForFunction(`${client.knows[state]} && !(${client.isAsking})`);
    await sleep(LATE);
    storage[state] = await context.storageState();
    if (state === 'accepted') {
      const html = client.gated({ kind: 'script', purpose: 'analytics', content: 'window.watched = true' }) ?? '';
      await page.evaluate((text: string) => document.body.insertAdjacentHTML('beforeend', text), html);
      await sleep(LATE);
      watches = await page.evaluate<boolean>('window.watched === true');
    }
    await weigh(state, storage[state]);
  }
  return { storage, watches, bytes, requests } as unknown as Decided;
}
