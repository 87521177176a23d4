/** Server time of the administrators' lists, and of the bare statement by key as a lower bound. */
import { gzipSync } from 'node:zlib';
import type { Database, PolicyEngine } from 'policy-engine';

/** The duration of a page or a statement, in milliseconds. */
export interface Measured {
  readonly name: string;
  readonly median: number;
  readonly p95: number;
  /** Processor time of this process, including the database for SQLite; on a busy machine it is more reliable than elapsed time. */
  readonly processor: number;
  /** Of the response; null for a statement. */
  readonly answer: Answer | null;
}

/** A page that was answered. */
export interface Answer {
  readonly status: number;
  /** Bytes of the page, compressed with gzip; its style sheet and script, which are cached, are apart. */
  readonly weight: number;
}

/** Number of requests of each page, after warming up. */
const TIMES = 40;
const WARM = 20;

/** Pages that the navigation does not lead to, or not in this way, below the mount path. */
const PAGES: Readonly<Record<string, string>> = {
  home: '/home',
  'requests, open': '/requests',
  'requests, all': '/requests?state=all',
  'requests, overdue': '/requests?state=overdue',
  'requests of a person': '/requests?state=all&q=user-1234',
  'requests, by e-mail': '/requests?state=all&q=person-1234@example.test',
  'data requests': '/portability_requests',
  'data requests, page 50': '/portability_requests?page=50',
  'erasure requests': '/erasure_requests',
  people: '/people',
  'people, by e-mail': '/people?q=person-1234@example.test',
  ledger: '/ledger',
  'ledger, refused on cookies': '/ledger?rule=cookie&decision=rejected',
  'ledger, one version of cookies': '/ledger?rule=cookie&version=2',
  'ledger, in English': '/ledger?language=en',
  'ledger, rejected in French': '/ledger?language=fr&decision=rejected',
  'ledger, in French in a month': '/ledger?language=fr&from=2026-01-01&to=2026-01-31',
  'ledger, in a rare language': '/ledger?language=la',
  'ledger, by e-mail': '/ledger?q=person-1234@example.test',
  'ledger, all kinds of a person': '/ledger?kind=all&q=user-1234',
  'ledger, rejected by a person in a month': '/ledger?decision=rejected&q=user-1234&from=2026-01-01&to=2026-01-31',
  log: '/audit',
  'log, one change': '/audit?action=term_published',
  'figures, 30 days': '/consent/figures',
  policies: '/categories',
};

const statement = (prefix: string): string =>
  `select * from ${prefix}ledger_events where id > '00000100' order by id limit 20`;

/** Every page that the list of all pages leads an administrator to, below the mount path. */
async function panelPages(engine: PolicyEngine): Promise<[name: string, path: string][]> {
  const { text } = await fetched(engine, '/all_pages');
  const links = [...text.matchAll(/<a href="\/policies([^"?]*)"/g)].map(([, path = '']) => path);
  const known = new Set(Object.values(PAGES));
  return [...new Set(links)].filter((path) => path !== '' && !known.has(path)).map((path) => [path.slice(1), path]);
}

/** Measures the bare statement, and the pages whose name matches. Pages that do not exist are left out. */
export async function measure(engine: PolicyEngine, database: Database, names = /(?:)/): Promise<Measured[]> {
  const found: Measured[] = [];
  const bare = async (): Promise<null> => {
    await database.execute(statement('policy_manager_'));
    return null;
  };
  found.push(await timed('bare statement: 20 events by key', bare));
  const pages = [...Object.entries(PAGES), ...(await panelPages(engine))];
  for (const [name, path] of pages.filter(([page]) => names.test(page))) {
    const one = await timed(name, () => fetched(engine, path));
    const { status = 404, text = '' } = one.answer ?? {};
    if (status !== 404) found.push({ ...one, answer: { status, weight: gzipSync(text).length } });
  }
  return found;
}

async function fetched(engine: PolicyEngine, path: string): Promise<{ status: number; text: string }> {
  const headers = { accept: 'text/html', 'x-user': 'admin' };
  const response = await engine.fetch(new Request(`http://host.test/policies${path}`, { headers }));
  return { status: response.status, text: await response.text() };
}

/** A page with its text; null for a statement. */
type Fetched = { readonly status: number; readonly text: string } | null;

async function timed<Found extends Fetched>(
  name: string,
  act: () => Promise<Found>,
): Promise<Omit<Measured, 'answer'> & { readonly answer: Found | null }> {
  const times: number[] = [];
  let answer: Found | null = null;
  let began = process.cpuUsage();
  for (let round = 0; round < WARM + TIMES; round += 1) {
    if (round === WARM) began = process.cpuUsage();
    const begun = performance.now();
    answer = await act();
    if (round >= WARM) times.push(performance.now() - begun);
    // For a page that takes a second, forty requests do not improve the measurement.
    if (times.length >= 3 && times.reduce((sum, time) => sum + time, 0) > 20_000) break;
  }
  const { user, system } = process.cpuUsage(began);
  const processor = (user + system) / 1000 / times.length;
  times.sort((one, other) => one - other);
  const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
  return { name, median: at(0.5), p95: at(0.95), processor, answer };
}
