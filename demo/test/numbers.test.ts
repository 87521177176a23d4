/** Each number of the panel is that of its list, and of SQL written apart, over a year of sample data. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { createDemo } from '../shop.ts';
import { client } from './support/client.ts';

interface PanelNumber {
  readonly name: string;
  readonly rule: string | null;
  readonly version: number | null;
  readonly count: number;
  readonly capped: boolean;
  readonly url: string;
}

interface List {
  readonly total?: number;
  readonly failed?: number;
}

const folder = mkdtempSync(path.join(tmpdir(), 'numbers-'));
const file = path.join(folder, 'shop.db');
const demo = createDemo({
  databaseUrl: file,
  exportFolder: path.join(folder, 'exports'),
  uploadFolder: path.join(folder, 'uploads'),
  rendererUrl: 'http://127.0.0.1:9',
  logger: pino({ level: 'silent' }),
  sampleYear: true,
});
let shop: ReturnType<typeof client>;
before(async () => {
  shop = client(await demo.listen(0));
  assert.equal((await shop.json('POST', '/session', { email: 'admin@example.test', password: 'demo' })).status, 200);
});
after(async () => {
  await demo.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The JSON of a path below the site. */
async function read(address: string): Promise<unknown> {
  const [where = '', query] = address.split('?');
  const { status, body } = await shop.json('GET', `${where}.json${query === undefined ? '' : `?${query}`}`);
  assert.equal(status, 200, address);
  return body;
}

/** How many entries the list at an address has. */
async function totalOf(address: string): Promise<number> {
  const { total, failed } = (await read(address)) as List;
  return total ?? failed ?? assert.fail(`${address} has no total`);
}

const decided = (decision: string) => `select count(*) as n from policy_manager_ledger_events e
  where e.kind = 'decision' and e.decision = '${decision}' and e.rule = $rule and e.version = $version`;
const people = (decision: string) => `select count(distinct u.user_id) as n from policy_manager_user_terms u
  join policy_manager_terms t on t.id = u.term_id where t.rule = $rule and t.version = $version and u.state = '${decision}'`;

/** Written apart from the engine: by tables and columns alone. */
const SQL: Readonly<Record<string, string>> = {
  accepted: decided('accepted'),
  rejected: decided('rejected'),
  people_accepted: people('accepted'),
  people_rejected: people('rejected'),
  decisions: `select count(*) as n from policy_manager_ledger_events where kind = 'decision'`,
  entries: 'select count(*) as n from policy_manager_ledger_events',
  requests_all: `select (select count(*) from policy_manager_portability_requests)
    + (select count(*) from policy_manager_erasure_requests) as n`,
  jobs_failed: `select count(*) as n from policy_manager_jobs where state = 'failed'`,
  webhooks_failed: `select count(*) as n from policy_manager_webhook_deliveries where state = 'failed'`,
  actions: 'select count(*) as n from policy_manager_admin_actions',
};

test('each number is that of the list that it links to, and of a query written apart', async () => {
  const { numbers } = (await read('/policies/numbers')) as { numbers: readonly PanelNumber[] };
  const database = new DatabaseSync(file, { readOnly: true });
  const compared = new Set<string>();
  const wrong: string[] = [];
  // The log first: that somebody looks at a list of people is logged.
  for (const { name, rule, version, count, capped, url } of numbers.toReversed()) {
    assert.equal(capped, false);
    const listed = await totalOf(url);
    if (listed !== count) wrong.push(`${url}: ${name} is ${count}, the list has ${listed}`);
    const sql = SQL[name];
    if (sql === undefined) continue;
    compared.add(name);
    const bound = sql.includes('$rule') ? { $rule: rule, $version: version } : {};
    const { n } = database.prepare(sql).get(bound) as { n: number };
    if (n !== count) wrong.push(`${name} ${rule ?? ''}: ${count}, the query finds ${n}`);
  }
  database.close();
  assert.deepEqual(wrong, []);
  assert.deepEqual([...compared].toSorted(), Object.keys(SQL).toSorted());
  // The sample has what the two ways of counting differ in: people who decided again, and copies of decisions of browsers.
  const ofCookies = (wanted: string) =>
    numbers.find(({ name, rule }) => name === wanted && rule === 'cookie')?.count ?? 0;
  assert.ok(ofCookies('accepted') > ofCookies('people_accepted'));
  const all = await totalOf('/policies/ledger?kind=all&rule=cookie&decision=accepted');
  assert.ok(all > (await totalOf('/policies/ledger?rule=cookie&decision=accepted')), 'copies are in the list of all');
});

test('the numbers of the statistics and of the list of versions are those of the ledger', async () => {
  interface Report {
    readonly from: string;
    readonly to: string;
    readonly by_version: readonly { rule: string; version: number; accepted: number; rejected: number }[];
    readonly by_language: readonly { language: string; accepted: number; rejected: number }[];
  }
  const report = (await read('/policies/consent/figures?from=2025-01-01&to=2027-12-31')) as Report;
  assert.ok(report.by_version.length > 5);
  for (const { rule, version, ...counts } of report.by_version) {
    for (const decision of ['accepted', 'rejected'] as const) {
      const query = new URLSearchParams({ rule, version: String(version), decision, from: report.from, to: report.to });
      const listed = await totalOf(`/policies/ledger?${query.toString()}&days=utc`);
      assert.equal(listed, counts[decision], `${rule} ${version} ${decision}`);
    }
    const { text: page } = await shop.page(`/policies/categories/${rule}/terms`);
    const link = new RegExp(`ledger\\?rule=${rule}&amp;version=${version}&amp;decision=accepted">([\\d,]+)<`);
    assert.equal(link.exec(page)?.[1], counts.accepted.toLocaleString('en'), `${rule} ${version}`);
  }
  assert.ok(report.by_language.length > 1);
  const database = new DatabaseSync(file, { readOnly: true });
  // The statistics and the list read the same totals: what both should say is counted apart, from the events.
  const inLanguage = database.prepare(`select count(*) as n from policy_manager_ledger_events e
    join policy_manager_ledger_identities i on i.event_id = e.id
    where e.kind = 'decision' and e.decision = ? and coalesce(i.locale, '') = ?`);
  for (const { language, ...counts } of report.by_language) {
    for (const decision of ['accepted', 'rejected'] as const) {
      const query = new URLSearchParams({ language: language || 'unknown', decision });
      assert.equal(await totalOf(`/policies/ledger?${query.toString()}`), counts[decision], `${language} ${decision}`);
      assert.equal(
        (inLanguage.get(decision, language) as { n: number }).n,
        counts[decision],
        `${language} ${decision}`,
      );
    }
  }
  database.close();
});

test('the numbers of the home page are those of the pages that they link to', async () => {
  const { text: home } = await shop.page('/policies/');
  const tiles = [...home.matchAll(/class="pe-tile[^"]*" href="([^"]+)"><span class="pe-tile-count">([\d,]+)</g)];
  assert.ok(tiles.length >= 3);
  for (const [, href = '', shown] of tiles) {
    const address = href.replaceAll('&amp;', '&');
    const found = await read(address);
    const count = Array.isArray(found) ? found.length : ((found as List).total ?? (found as List).failed);
    assert.equal(shown, count?.toLocaleString('en'), address);
  }
  // Of each policy, the decisions of half a year and of each week.
  const trends = home.slice(home.indexOf('<ul class="pe-trends">'));
  const counted = [...trends.matchAll(/href="([^"]*\/ledger\?[^"]+)"[^>]*>(Decisions: )?([\d,]+)/g)];
  assert.ok(counted.length > 50, String(counted.length));
  for (const [, href = '', , shown] of counted.filter(([, , sum], index) => sum !== undefined || index % 23 === 0)) {
    const address = href.replaceAll('&amp;', '&');
    assert.equal(shown, (await totalOf(address)).toLocaleString('en'), address);
  }
});

test('the numbers of the weekly digest are those of lists, and of queries written apart', async () => {
  interface Overview {
    readonly requests: { readonly open: number; readonly overdue: number; readonly week: number };
    readonly failed_jobs: number;
    readonly failed_deliveries: number;
  }
  // The digest is written from the overview, and from decisions of a week as the ledger counts them.
  const { requests, ...failed } = (await read('/policies/home')) as Overview;
  for (const state of ['open', 'overdue', 'week'] as const) {
    assert.equal(await totalOf(`/policies/requests?state=${state}`), requests[state], state);
  }
  const database = new DatabaseSync(file, { readOnly: true });
  const count = (sql: string, ...values: string[]) => (database.prepare(sql).get(...values) as { n: number }).n;
  const open = (table: string, states: string) =>
    `select count(*) as n from policy_manager_${table} where state in (${states})`;
  const copies = count(open('portability_requests', `'pending', 'progress', 'failed'`));
  // One in which a later search found data again has nobody any more.
  const erasures = count(open('erasure_requests', `'pending', 'held', 'running', 'failed', 'reopened'`));
  assert.equal(requests.open, copies + erasures);
  assert.equal(failed.failed_jobs, count(SQL['jobs_failed'] ?? ''));
  assert.equal(failed.failed_deliveries, count(SQL['webhooks_failed'] ?? ''));
  const from = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
  const listed = await totalOf(`/policies/ledger?rule=cookie&decision=accepted&from=${from}&days=utc`);
  const week = `select count(*) as n from policy_manager_ledger_events
    where kind = 'decision' and decision = 'accepted' and rule = 'cookie' and at >= ?`;
  assert.equal(listed, count(week, from));
  assert.ok(listed > 0);
  database.close();
});
