/**
 * `npm run benchmark:consent-client [-- rounds]`: processor time of the main thread that the consent client takes at the start of a
 * page with 200 gated elements and for each 100 elements that are added, beside vanilla-cookieconsent and Klaro. Each sample is a fresh
 * browser context; the clients alternate.
 */
import { cpus, loadavg } from 'node:os';
import { chromium } from 'playwright-core';
import { findBrowser } from 'page-renderer';
import { APART } from './apart.ts';
import { BATCH_KINDS, type BatchKind, BATCHES, batches, GATED } from './batches.ts';
import { type Client, CLIENTS, peerVersions, type State, STATES } from './clients.ts';
import { openPage, type Times } from './measure.ts';
import { decide, type Decided } from './decide.ts';
import { type PageName, PAGES, startSite } from './site.ts';
import { printApart, printBatches, printBytes, printStarts, type Results } from './tables.ts';

const ROUNDS = Number(process.argv[2] ?? 15);

const { executablePath, env } = await findBrowser();
const browser = await chromium.launch({
  executablePath,
  env: { ...(process.env as Record<string, string>), ...env },
  args: ['--disable-gpu', '--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
await using site = await startSite();
try {
  const decided = new Map<Client, Decided>();
  for (const client of CLIENTS) decided.set(client, await decide(browser, site.url, client));
  const results: Results = new Map();
  // The first round warms up the server and the browser.
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const page of Object.keys(PAGES) as PageName[])
      await measureRound(page, decided, round < 0 ? new Map() : results);
    process.stderr.write(`round ${round + 1} of ${ROUNDS}, load ${loadavg()[0]?.toFixed(1)}\n`);
  }
  console.log(`Node ${process.version}, Chromium ${browser.version()}, ${peerVersions()}; ${cpus().length} × ${cpus()[0]?.model};
${ROUNDS} rounds, load of the machine ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}\n`);
  printStarts(results);
  printApart(results);
  printBatches(results);
  printBytes(decided);
} finally {
  await browser.close();
}

async function measureRound(page: PageName, decided: ReadonlyMap<Client, Decided>, results: Results): Promise<void> {
  const note = (key: string, value: Times, share = 1) => {
    const scaled = {
      total: value.total / share,
      script: value.script / share,
      style: value.style / share,
      layout: value.layout / share,
    };
    results.set(key, [...(results.get(key) ?? []), scaled]);
  };
  const measure = async (name: string, path: string, state: State | '', client?: Client, isStart = false) => {
    const storageState = client && state && state !== 'undecided' ? decided.get(client)?.storage[state] : undefined;
    await using opened = await openPage(browser, {
      blank: `${site.url}/blank`,
      url: `${site.url}${path}/${page}`,
      storageState,
    });
    if (client && state) await verify(opened.page, client, state, page);
    note(`start ${page} ${state} ${name}`, opened.start);
    if (page !== 'scripts' || isStart) return;
    for (const kind of Object.keys(BATCH_KINDS) as BatchKind[]) {
      note(`batch ${kind} ${state} ${name}`, await opened.during(batches(kind, client ?? CLIENTS[0])), BATCHES);
    }
    if (client && state) await verifyLate(opened.page, client, state, decided.get(client)!.watches);
  };
  await measure('bare', '/bare', '');
  if (page === 'scripts') await measure('observer', '/observer', '');
  for (const state of STATES) {
    for (const client of CLIENTS) {
      if (PAGES[page].every((one) => client.gated(one) !== undefined))
        await measure(client.name, client.path, state, client);
    }
    if (page === 'scripts' && state !== 'undecided')
      for (const { path, without } of APART) await measure(without, path, state, CLIENTS[0], true);
  }
}

type Evaluated = Awaited<ReturnType<typeof openPage>>['page'];

/** A sample counts only if the client has done its work. */
async function verify(page: Evaluated, client: Client, state: State, name: PageName): Promise<void> {
  const wanted = state === 'accepted' ? PAGES[name].filter(({ kind }) => kind === 'script').length : 0;
  const frames = state === 'accepted' ? PAGES[name].length - wanted : 0;
  const expected = { asking: state === 'undecided', knows: true, ran: wanted, loaded: frames };
  const found = await page.evaluate<typeof expected>(`({
    asking: Boolean(${client.isAsking}),
    knows: Boolean(${state === 'undecided' ? 'true' : client.knows[state]}),
    ran: window.ran ?? 0,
    loaded: document.querySelectorAll('main :is(img, iframe)[src]:not([src=""])').length,
  })`);
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(
      `${client.name}, ${state}, ${name}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`,
    );
  }
}

async function verifyLate(page: Evaluated, client: Client, state: State, watches: boolean): Promise<void> {
  const expected = state === 'accepted' && (watches || client.rescan) ? BATCHES * GATED : 0;
  const found = await page.evaluate<number>('window.late ?? 0');
  // Klaro runs code in the page again at each call.
  if (watches || !expected ? found !== expected : found < expected)
    throw new Error(`${client.name}, ${state}: ${found} late scripts instead of ${expected}`);
}
