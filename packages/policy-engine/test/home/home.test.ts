/** The administrators' home at the mount path: pending tasks first, with numbers and links, also as JSON. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';
import { apiOf, assertDescribed } from '../support/openapi.ts';

const HTML = { headers: { accept: 'text/html' }, redirect: 'manual' } as const;

test('administrators see pending tasks at the mount path, each with its number and a link', async () => {
  let now = new Date('2027-01-04T08:00:00Z');
  await using host = await getTestEngine({
    now: () => now,
    timeZone: 'UTC',
    logger: { error: () => {} },
    rules: [{ name: 'age' }, { name: 'privacy' }],
    portabilityRules: [{ name: 'account', member: (user: { id: string }) => ({ id: user.id }) }],
  });
  await host.engine.terms.publish((await host.engine.terms.create('age', { markdown: '# Age' })).id);
  const quiet = await (await host.as('admin').fetch('/policies/', HTML)).text();
  assert.doesNotMatch(quiet, /Due next|Not compared yet/);
  assert.match(quiet, /Sealed entries<\/dt><dd>None yet/);
  for (const [day, user] of [
    ['2027-01-04', 'anna'],
    ['2027-01-15', 'ben'],
    ['2027-02-01', 'carla'],
  ] as const) {
    now = new Date(`${day}T08:00:00Z`);
    await host.as(user).fetch('/policies/user_portability_requests.json', { method: 'POST' });
  }
  now = new Date('2027-02-10T08:00:00Z');
  // Recurring tasks are included: the ledger is compared with the decisions, too.
  await host.engine.jobs.runDue();
  now = new Date('2027-02-11T08:00:00Z');
  await host.engine.jobs.runDue();
  now = new Date('2027-02-10T08:00:00Z');
  const page = await (await host.as('admin').fetch('/policies/', HTML)).text();
  for (const [count, label, path] of [
    ['1', 'Overdue requests', '/policies/requests?state=overdue'],
    ['1', 'Requests due this week', '/policies/requests?state=week'],
    ['1', 'Policies without a text', '/policies/check?code=missing_text'],
  ] as const) {
    const tile = page.split('<li>').find((item) => item.includes(label));
    assert.ok(tile?.includes(`href="${path}"`) && tile.includes(`>${count}<`), label);
  }
  assert.match(page, /anna@.*ben@.*carla@/s);
  const path = '/home.json';
  const response = await host.as('admin').fetch(`/policies${path}`, { headers: { accept: 'application/json' } });
  await assertDescribed(apiOf(host.engine), 'GET', path, response.clone());
  const body = (await response.json()) as Record<string, unknown>;
  assert.deepEqual(body['requests'], { all: 3, open: 3, overdue: 1, week: 1, failed: 0, closed: 0 });
  assert.deepEqual([body['missing_texts'], body['failed_jobs']], [1, 0]);
  const { differences, compared_at: comparedAt } = body['ledger'] as Record<string, unknown>;
  assert.deepEqual([differences, comparedAt], [0, '2027-02-11T08:00:00.000Z']);
  assert.match(page, /Last comparison<\/dt><dd><time datetime="2027-02-11T08:00:00\.000Z"/);
  // A person is redirected to their own page, and sees nothing of the home.
  const own = await host.as('anna').fetch('/policies/', HTML);
  assert.deepEqual([own.status, own.headers.get('location')], [303, '/policies/privacy']);
  assert.equal((await host.as('anna').fetch(`/policies${path}`)).status, 403);
});

test('one page lists every page that the reader may open, and nothing else (WCAG 2.4.5)', async () => {
  await using host = await getTestEngine({ rules: [{ name: 'age' }, { name: 'privacy' }], dataRules: [] });
  await host.engine.terms.publish((await host.engine.terms.create('age', { markdown: '# Age' })).id);
  const linksOf = async (reader: { fetch: (path: string, init: RequestInit) => Promise<Response> }) => {
    const page = await (await reader.fetch('/policies/all_pages', HTML)).text();
    const main = /<main[^]*<\/main>/.exec(page)?.[0] ?? '';
    return [...main.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href!);
  };
  const visitor = await linksOf(host.as(null));
  const everybody = ['/policies/privacy', '/policies/cookies', '/policies/ledger/verifier', '/policies/user_terms/age'];
  assert.deepEqual(visitor.toSorted(), everybody.toSorted());
  const own = await linksOf(host.as('anna'));
  assert.deepEqual(
    visitor.filter((href) => !own.includes(href)),
    [],
  );
  assert.ok(own.includes('/policies/ledger/events') && !own.includes('/policies/audit'), own.join(' '));
  const admin = await linksOf(host.as('admin'));
  for (const href of admin) {
    const { status } = await host.as('admin').fetch(href, HTML);
    assert.ok(status < 400, `${href}: ${status}`);
  }
  for (const path of ['', '/people', '/audit', '/appearance']) assert.ok(admin.includes(`/policies${path}`), path);
  assert.equal(new Set(admin).size, admin.length);
});

test('the list of all pages has the groups of the navigation, instead of one long list of administration', async () => {
  await using host = await getTestEngine({ rules: [{ name: 'age' }] });
  const page = await (await host.as('admin').fetch('/policies/all_pages', HTML)).text();
  const headings = [...page.matchAll(/<h2>([^<]+)/g)].map(([, heading]) => heading);
  assert.deepEqual(headings, [
    'Administration',
    'Daily work',
    'Consent',
    'Personal data',
    'Evidence',
    'Operation',
    'Your pages',
  ]);
});

test('a list without an entry has no filters and no files, since no filter would find any', async () => {
  await using host = await getTestEngine({ rules: [{ name: 'age' }], dataRules: [] });
  const list = async (path: string) => (await host.as('admin').fetch(`/policies${path}`, HTML)).text();
  for (const path of ['/audit', '/requests']) {
    assert.doesNotMatch(await list(path), /pe-list-form|pe-chips|export\.csv/, path);
  }
  assert.match(await list('/audit?action=term_created'), /pe-list-form/);
});
