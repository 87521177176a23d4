/** Names of people in the lists of administrators: read together from the host, shown instead of IDs, stored nowhere. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UserResource } from 'policy-engine';
import { getTestEngine, type TestEngine } from 'policy-engine/testing';
import { inBatches, namesFrom } from '../../dist/platform/users/names.js';
import { createQueries } from '../../dist/schema.js';

const HTML = { accept: 'text/html', 'accept-language': 'en' };
const PEOPLE = ['anna', 'ben', 'carla'];

interface User {
  readonly id: string;
}

interface Host {
  readonly made: TestEngine;
  /** IDs of each call of the host's function. */
  readonly calls: string[][];
  readonly logged: string[];
  readonly page: (path: string) => Promise<string>;
}

/** An engine with decisions, requests and a failed job of three people. */
async function hostWith(resource: (calls: string[][]) => UserResource<User>): Promise<Host & AsyncDisposable> {
  const [calls, logged]: [string[][], string[]] = [[], []];
  const made = await getTestEngine({
    userResource: resource(calls),
    portabilityRules: [{ name: 'account', member: () => ({}) }],
    logger: { error: (message) => logged.push(message) },
  });
  await made.engine.terms.publish((await made.engine.terms.create('age', { markdown: '# Age' })).id);
  for (const id of PEOPLE) {
    await made.as(id).json('PUT', '/policies/user_terms/age/accept.json');
    await made.as(id).json('POST', '/policies/user_portability_requests.json');
  }
  calls.length = 0;
  const page = async (path: string) => {
    const response = await made.as('admin').fetch(`/policies${path}`, { headers: HTML });
    assert.equal(response.status, 200, path);
    return response.text();
  };
  return { made, calls, logged, page, [Symbol.asyncDispose]: () => made[Symbol.asyncDispose]() };
}

const mailOf = (id: string) => ({ id, email: `${id}@shop.test` });

test('each list asks the host once for all its people, and links their names to their pages', async () => {
  await using host = await hostWith((calls) => ({
    find: mailOf,
    findMany: (ids) => {
      calls.push([...ids].toSorted());
      return ids.map(mailOf);
    },
  }));
  const { made, calls, page } = host;
  const ledger = await page('/ledger');
  assert.deepEqual(calls.splice(0), [PEOPLE]);
  for (const id of PEOPLE)
    assert.match(ledger, new RegExp(`<a href="/policies/people/${id}" title="${id}"><bdi>${id}@shop.test</bdi></a>`));
  const requests = await page('/requests');
  assert.deepEqual(calls.splice(0), [PEOPLE]);
  assert.match(requests, /title="anna">anna@shop\.test<\/a>/);
  // Entries of several modules: about a person who was viewed, and about the request of another one.
  const [, id] = /\/portability_requests\/([\w-]+)" title="ben"/.exec(requests) ?? [];
  await made.as('admin').json('POST', `/policies/portability_requests/${id}/confirm.json`);
  await page('/people/anna');
  calls.length = 0;
  assert.match(await page('/audit'), /anna@shop\.test.*ben@shop\.test/s);
  assert.deepEqual(new Set(calls.splice(0)), new Set([['admin'], ['anna', 'ben']]));
  // JSON and files have IDs, as the ledger itself has.
  const { body } = await made.as('admin').json('GET', '/policies/ledger.json');
  assert.doesNotMatch(JSON.stringify(body), /@shop\.test/);
  const csv = await made.as('admin').fetch('/policies/ledger/export.csv');
  assert.doesNotMatch(await csv.text(), /@shop\.test/);
  const stored = await createQueries(made.engine.database).selectFrom('ledger_identities').selectAll().execute();
  assert.doesNotMatch(JSON.stringify(stored), /@shop\.test/);
  assert.deepEqual(calls, []);
});

test('failed jobs are named by the person of their request or mail', async () => {
  await using host = await hostWith(() => ({ find: mailOf }));
  const { made, page } = host;
  const { requests } = (await made.as('admin').json('GET', '/policies/requests.json')).body as {
    requests: readonly { readonly id: string; readonly user_id: string }[];
  };
  const [first] = requests;
  assert.ok(first);
  const queries = createQueries(made.engine.database);
  const at = new Date();
  const recipient = JSON.stringify({ user: 'zoe' });
  await queries
    .insertInto('mails')
    .values({ id: 'a-mail', unique_key: 'k', message: 'x', state: 'waiting', recipient, created_at: at })
    .execute();
  const failed = { attempts: 8, max_attempts: 8, token: 0, error: 'ENOSPC', state: 'failed' };
  const job = (id: string, name: string, payload: object) => {
    return { ...failed, id, name, payload: JSON.stringify(payload), created_at: at, updated_at: at };
  };
  const rows = [
    job('job-1', 'portability-export', { requestId: first.id }),
    job('job-2', 'mail', { mail: 'a-mail', message: 'x' }),
    job('job-3', 'mail', { mail: 'gone' }),
    job('job-4', 'erasure', { requestId: 7 }),
  ];
  await queries.insertInto('jobs').values(rows).execute();
  const html = await page('/jobs');
  assert.match(html, new RegExp(`<a href="/policies/portability_requests/${first.id}">Export of a person’s data</a>`));
  assert.match(html, new RegExp(`title="${first.user_id}"><bdi>${first.user_id}@shop\\.test</bdi>`));
  assert.equal(html.match(/zoe@shop\.test/g)?.length, 1);
});

test('if the host fails, pages show IDs and the log says so once for a page', async () => {
  for (const broken of [
    { findMany: () => Promise.reject(new Error('the directory is down')) },
    { findMany: () => 'nobody' as never },
    { email: () => assert.fail('no such column') },
  ]) {
    await using host = await hostWith(() => ({ find: (id: string) => ({ id }), ...broken }));
    host.logged.length = 0;
    const html = await host.page('/ledger');
    assert.deepEqual(host.logged, ['names of people could not be read: pages show their IDs']);
    assert.match(html, /<a href="\/policies\/people\/anna"><code class="pe-id" dir="ltr" title="anna">anna<\/code>/);
  }
});

test('the ledger finds people by address, name and ID, together with rule, kind and period', async () => {
  const texts: string[] = [];
  await using host = await hostWith(() => ({
    find: mailOf,
    search: (text) => {
      texts.push(text);
      return ['anna', 'ben'].filter((id) => `${id}@shop.test`.includes(text)).map(mailOf);
    },
  }));
  const found = async (query: string) => {
    const { body } = await host.made.as('admin').json('GET', `/policies/ledger.json?${query}`);
    return (body as { events: { subject: string | null }[] }).events
      .map(({ subject }) => subject ?? '')
      .toSorted((a, b) => a.localeCompare(b));
  };
  assert.deepEqual(await found('q=ann'), ['anna']);
  assert.deepEqual(await found('q=%20shop.test%20'), ['anna', 'ben']);
  // The host does not find her by this text, but it is her ID.
  assert.deepEqual(await found('q=carla'), ['carla']);
  assert.deepEqual(await found('q=nobody'), []);
  assert.deepEqual(await found('q=ann&rule=age&decision=accepted&kind=decisions'), ['anna']);
  assert.deepEqual(await found('q=ann&decision=rejected'), []);
  assert.deepEqual(await found('q=ann&kind=publications'), []);
  assert.deepEqual(await found('q=ann&to=2001-01-01'), []);
  assert.deepEqual(texts.slice(0, 2), ['ann', 'shop.test']);
  const file = await host.made.as('admin').fetch('/policies/ledger/export.json?q=ann');
  assert.deepEqual(
    ((await file.json()) as { subject: string }[]).map(({ subject }) => subject),
    ['anna'],
  );
  const page = await host.page('/ledger?q=ann');
  assert.match(page, /Name, email address or ID of a person/);
  assert.match(page, /value="ann"[^>]*name="q"/);
  assert.doesNotMatch(page, /ben@shop/);
});

test('without a search of the host, the ledger finds people and browsers by ID only', async () => {
  await using host = await hostWith(() => ({ find: mailOf }));
  assert.match(await host.page('/ledger?q=anna'), /Full ID of a person or browser[^]*anna@shop\.test/);
  assert.doesNotMatch(await host.page('/ledger?q=anna%40'), /anna@shop\.test<\/bdi>/);
});

test('dates of the panel are those of the browser’s region, and the language is chosen apart from it', async () => {
  await using host = await hostWith(() => ({ find: mailOf }));
  const page = async (language: string) => {
    const headers = { accept: 'text/html', 'accept-language': language };
    return (await host.made.as('admin').fetch('/policies/ledger', { headers })).text();
  };
  const british = await page('en-GB,en;q=0.9');
  assert.match(british, /<html lang="en" dir="ltr"[^>]* data-format-locale="en-GB">/);
  assert.match(british, /<time [^>]*>\d{1,2} \w{3,4} \d{4}, \d{2}:\d{2}/);
  assert.match(await page('en-US,en;q=0.9'), /<time [^>]*>\w{3} \d{1,2}, \d{4}, \d{1,2}:\d{2}.[AP]M/);
  assert.match(await page('de,en-GB;q=0.9'), /<time [^>]*>\d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}/);
});

test('a hostile name is text, and a very long one is cut', async () => {
  const name = `<img src=x onerror=alert(1)>${'x'.repeat(500)}`;
  await using host = await hostWith(() => ({ find: (id: string) => ({ id, name }), email: () => null }));
  const html = await host.page('/ledger');
  assert.doesNotMatch(html, /<img/);
  assert.match(html, /&lt;img/);
  assert.doesNotMatch(html, /x{201}/);
});

test('without findMany each ID is looked up once, ten at a time', async () => {
  let [now, most, calls] = [0, 0, 0];
  const find = async (id: string) => {
    calls += 1;
    most = Math.max(most, (now += 1));
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
    if (id === 'id-3') throw new Error('this one fails');
    return id === 'id-4' ? null : { id, name: `Name of ${id}` };
  };
  const failures: unknown[] = [];
  const names = namesFrom({ find }, { error: (_message, details) => failures.push(details['failures']) });
  const ids = Array.from({ length: 35 }, (_, nth) => `id-${nth}`);
  const found = await names([...ids, ...ids, null]);
  assert.deepEqual([calls, most, found.size, failures], [35, 10, 33, [1]]);
  const nameOf = inBatches(names);
  assert.deepEqual(await Promise.all(['id-1', 'id-4', 'id-1'].map(nameOf)), ['Name of id-1', null, 'Name of id-1']);
  assert.equal(calls, 37);
});
