/** The administrators' desk: requests of all types in one list, actions on several at once, notes, templates, the timeline. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { PolicyEngineOptions } from 'policy-engine';
import { localAttachments } from 'policy-engine/export';
import type { TestEngine, TestRule } from 'policy-engine/testing';
import { getTestEngine } from 'policy-engine/testing';
import { forEachDatabase } from '../support/databases.ts';
import { apiOf, assertDescribed } from '../support/openapi.ts';

const DAY = 86_400_000;
const START = Date.parse('2027-01-04T08:00:00Z');

interface Listed {
  readonly requests: readonly { readonly id: string; readonly kind: string; readonly user_id: string }[];
  readonly total: number;
  readonly pages: number;
  readonly counts: Readonly<Record<string, number>>;
}

interface Outcomes {
  readonly results: readonly {
    readonly id: string;
    readonly done: boolean;
    readonly state: string | null;
    readonly error: { readonly code: string } | null;
  }[];
}

interface Desk extends AsyncDisposable {
  readonly host: TestEngine<TestRule>;
  /** Sets the clock to a number of days after the start. */
  readonly at: (days: number) => void;
  readonly json: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }>;
  readonly page: (path: string, form?: Readonly<Record<string, string>>) => Promise<{ status: number; html: string }>;
  /** Creates an access or erasure request. @returns its ID */
  readonly ask: (user: string, kind?: 'portability' | 'erasure') => Promise<string>;
}

async function openDesk(options: Partial<PolicyEngineOptions<TestRule>> = {}): Promise<Desk> {
  let now = new Date(START);
  const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-desk-'));
  const host = await getTestEngine({
    now: () => now,
    timeZone: 'UTC',
    logger: { error: () => {} },
    attachments: { storage: localAttachments(folder) },
    portabilityRules: [{ name: 'account', member: (user: { id: string }) => ({ id: user.id }) }],
    erasureRules: [{ name: 'profile', erasure: { action: 'run', erase: () => {} } }],
    userResource: {
      find: (id: string) => ({ id, email: `${id}@shop.test` }),
      search: (text: string) => (text.includes('@') ? [{ id: text.slice(0, text.indexOf('@')) }] : []),
    },
    ...options,
  });
  const api = apiOf(host.engine);
  const json: Desk['json'] = async (method, path, body) => {
    const response = await host.as('admin').fetch(`/policies${path}`, {
      method,
      headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    await assertDescribed(api, method, path, response.clone());
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return {
    host,
    at: (days) => {
      now = new Date(START + days * DAY);
    },
    json,
    page: async (path, form) => {
      const response = await host.as('admin').fetch(`/policies${path}`, {
        headers: { accept: 'text/html' },
        ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
      });
      return { status: response.status, html: await response.text() };
    },
    ask: async (user, kind = 'portability') => {
      const response = await host.as(user).fetch(`/policies/user_${kind}_requests.json`, { method: 'POST' });
      assert.equal(response.status, 201);
      return ((await response.json()) as { id: string }).id;
    },
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

forEachDatabase((target) => {
  test('one list has requests of all types, pending ones by their deadline, with counts', async () => {
    await using desk = await openDesk({ database: await target.open() });
    const { ask, at, json, page } = desk;
    const registering = /by letter, by phone or in person, find the person under <a href="\/policies\/people">People/;
    assert.match((await page('/requests')).html, registering);
    const ids = { anna: await ask('anna', 'erasure') };
    assert.match((await page('/requests')).html, registering);
    at(10);
    Object.assign(ids, { ben: await ask('ben'), carla: await ask('carla', 'erasure') });
    at(26);
    Object.assign(ids, { dora: await ask('dora') });
    at(36);
    const people = async (query: string) => {
      const body = (await json('GET', `/requests.json${query}`)).body as Listed;
      return body.requests.map(({ user_id: user, kind }) => `${user} ${kind}`);
    };
    assert.deepEqual(await people(''), ['anna erasure', 'ben portability', 'carla erasure', 'dora portability']);
    assert.deepEqual(await people('?state=overdue'), ['anna erasure']);
    assert.deepEqual(await people('?state=week'), ['ben portability', 'carla erasure']);
    assert.deepEqual(await people('?kind=erasure&sort=-created'), ['carla erasure', 'anna erasure']);
    assert.deepEqual(await people(`?q=${ids.anna}`), ['anna erasure']);
    assert.deepEqual(await people('?q=dora'), ['dora portability']);
    assert.deepEqual(await people('?q=carla@shop.test'), ['carla erasure']);
    assert.deepEqual(await people('?q=nobody'), []);
    const { ben } = ids as unknown as Record<string, string>;
    await json('POST', `/portability_requests/${ben}/deny.json`, { reason: 'No.' });
    assert.deepEqual(await people('?state=closed'), ['ben portability']);
    assert.deepEqual(await people('?state=all'), [
      'anna erasure',
      'carla erasure',
      'dora portability',
      'ben portability',
    ]);
    const body = (await json('GET', '/requests.json?state=all&page=2')).body as Listed;
    assert.deepEqual([body.requests, body.total, body.pages], [[], 4, 1]);
    const beyond = (await page('/requests?state=all&page=2')).html;
    assert.match(beyond, /Page 2 does not exist/);
    assert.doesNotMatch(beyond, /pe-empty/);
    const file = await page('/requests/export.csv?state=all&kind=erasure');
    assert.deepEqual(
      file.html.split('\r\n').map((line) => line.split(',').slice(1, 4).join(' ')),
      ['kind user_id state', 'erasure anna pending', 'erasure carla pending', ''],
    );
    // The list of one kind has files, too, with its own filters.
    const denied = await page('/portability_requests/export.csv?state=denied');
    assert.deepEqual(
      denied.html.split('\r\n').map((line) => line.split(',').slice(1, 4).join(' ')),
      ['kind user_id state', 'portability ben denied', ''],
    );
    assert.match((await page('/portability_requests')).html, /href="[^"]*\/portability_requests\/export\.json"/);
    assert.deepEqual(body.counts, { all: 4, open: 3, overdue: 1, week: 1, failed: 0, closed: 1 });
  });

  test('several requests are confirmed or denied at once, independently', async () => {
    await using desk = await openDesk({ database: await target.open() });
    const { ask, json, page, host } = desk;
    const [anna, ben, carla] = [await ask('edith'), await ask('frida'), await ask('gina', 'erasure')];
    const nothing = await page('/requests/bulk/ask', { act: 'confirm' });
    assert.match(nothing.html, /No requests selected/);
    assert.doesNotMatch(nothing.html, /Confirm these requests\?/);
    await json('POST', `/portability_requests/${ben}/confirm.json`);
    const places = [`portability:${anna}`, `portability:${ben}`, `erasure:${carla}`, 'erasure:nothing', 'other:1'];
    const body = (await json('POST', '/requests/bulk.json', { act: 'confirm', requests: places })).body as Outcomes;
    assert.deepEqual(
      body.results.map(({ done, state, error }) => [done, state, error?.code ?? null]),
      [
        [true, 'progress', null],
        [false, 'progress', 'request_not_pending'],
        [true, 'pending', null],
        [false, null, 'not_found'],
        [false, null, 'not_found'],
      ],
    );
    // An action that needs a reason is not executed without one.
    const requests = [`portability:${anna}`];
    assert.equal((await json('POST', '/requests/bulk.json', { act: 'deny', requests, reason: ' ' })).status, 422);
    assert.equal((await json('POST', '/requests/bulk.json', { act: 'deny', requests: [], reason: 'No.' })).status, 422);
    const asked = await page('/requests/bulk/ask', { act: 'deny', 'requests[]': `portability:${anna}` });
    assert.match(asked.html, /edith@shop\.test/);
    assert.match(asked.html, /name="reason"/);
    const { html } = await page('/requests/bulk', {
      act: 'deny',
      'requests[]': `portability:${anna}`,
      reason: 'No data.',
    });
    assert.match(html, /Denied: 1/);
    const { requests: refused } = await host.engine.requests.list({ state: 'denied' });
    const denied = refused.find(({ id }) => id === anna);
    assert.equal(denied?.reason, 'No data.');
    for (const path of ['/requests', '/requests/templates', `/requests/portability/${anna}/record.json`])
      assert.equal((await host.as('anna').fetch(`/policies${path}`)).status, 403);
  });

  test('notes are visible to administrators only, and erased with the person', async () => {
    await using desk = await openDesk({ database: await target.open(), erasure: { graceDays: 0 } });
    const { ask, json, host } = desk;
    const copy = await ask('hanna');
    const id = await ask('hanna', 'erasure');
    interface Record {
      readonly notes: readonly { readonly id: string; readonly author: string; readonly body: string }[];
      readonly timeline: readonly {
        readonly what: string;
        readonly who: string;
        readonly administrator: string | null;
      }[];
    }
    const noted = await json('POST', `/requests/erasure/${id}/notes.json`, { body: ' Called her. ' });
    assert.equal(noted.status, 201);
    await json('POST', `/requests/portability/${copy}/notes.json`, { body: 'Twice.' });
    assert.equal((await json('POST', `/requests/portability/${copy}/notes.json`, { body: ' ' })).status, 422);
    assert.equal((await json('POST', '/requests/erasure/nothing/notes.json', { body: 'Who?' })).status, 404);
    const record = async () => (await json('GET', `/requests/erasure/${id}/record.json`)).body as Record;
    assert.deepEqual(
      (await record()).notes.map(({ author, body }) => [author, body]),
      [['admin', 'Called her.']],
    );
    const own = await host.as('hanna').fetch(`/policies/user_erasure_requests/${id}`);
    assert.doesNotMatch(await own.text(), /Called her/);
    await json('POST', `/erasure_requests/${id}/confirm.json`);
    const before = await record();
    assert.deepEqual(
      before.timeline.map(({ what, who, administrator }) => [what, who, administrator]),
      [
        ['Requested', 'person', null],
        ['Identity confirmed', 'engine', null],
        ['Note added to a request', 'administrator', 'admin'],
        ['Erasure confirmed', 'administrator', 'admin'],
      ].filter(([what]) => before.timeline.some((one) => one.what === what)),
    );
    await host.engine.jobs.runDue();
    assert.equal(((await json('GET', `/erasure_requests/${id}.json`)).body as { state: string }).state, 'completed');
    const after = await record();
    assert.deepEqual(after.notes, []);
    assert.ok(after.timeline.some(({ what, who }) => what.startsWith('Erasure step completed: ') && who === 'engine'));
    const { rows } = await host.engine.database.execute('select * from policy_manager_request_notes');
    assert.deepEqual(rows, []);
    assert.equal((await json('POST', `/requests/erasure/${id}/notes.json`, { body: 'More.' })).status, 409);
  });

  test('templates start as samples in each language, and are changed and deleted in one', async () => {
    await using desk = await openDesk({ database: await target.open() });
    const { ask, json, page, host } = desk;
    interface Listed {
      readonly templates: readonly {
        readonly id: string;
        readonly act: string;
        readonly title: string;
        readonly unchanged: boolean;
      }[];
    }
    const list = async (locale: string) =>
      ((await json('GET', `/requests/templates.json?locale=${locale}`)).body as Listed).templates;
    const samples = await list('fr');
    assert.ok(samples.some(({ title, unchanged }) => title === 'Identité non vérifiée' && unchanged));
    const words = { locale: 'fr', title: 'Qui ?', body: 'Nous ne savons pas qui vous êtes.' };
    assert.equal((await json('PUT', '/requests/templates/sample.identity.json', words)).status, 204);
    assert.equal(
      (await json('POST', '/requests/templates.json', { ...words, act: 'extend', title: 'Août' })).status,
      204,
    );
    assert.equal((await json('POST', '/requests/templates.json', { ...words, act: 'deny', body: '' })).status, 422);
    assert.equal((await json('DELETE', '/requests/templates/sample.duty.json?locale=fr')).status, 204);
    const changed = await list('fr');
    assert.equal(changed.length, samples.length);
    assert.ok(changed.some(({ title, unchanged }) => title === 'Qui ?' && !unchanged));
    assert.ok(!changed.some(({ id }) => id === 'sample.identity' || id === 'sample.duty'));
    assert.ok((await list('en')).every(({ unchanged }) => unchanged));
    const own = changed.find(({ title }) => title === 'Qui ?')!;
    const id = await ask('ida');
    const { html } = await page(`/portability_requests/${id}/deny?template=sample.identity`);
    assert.match(html, /GDPR Art\. 12\(6\)/);
    const { body: rows } = await json('GET', '/requests/templates/export.json?locale=fr');
    assert.deepEqual(rows, await list('fr'));
    const csv = await (await host.as('admin').fetch('/policies/requests/templates/export.csv?locale=fr')).text();
    assert.match(csv, /^act,locale,title,body,unchanged,sample,revision,id\r\n[^]*,fr,Août,/);
    await json('DELETE', `/requests/templates/${own.id}.json?locale=fr`);
    assert.ok(!(await list('fr')).some(({ title }) => title === 'Qui ?'));
  });
});

test('overdue requests are named by the check, and can no longer be extended', async () => {
  await using desk = await openDesk();
  const { ask, at, page, host } = desk;
  const id = await ask('anna');
  assert.ok(!(await host.engine.check()).some(({ code }) => code === 'requests_overdue'));
  at(40);
  const found = (await host.engine.check()).find(({ code }) => code === 'requests_overdue');
  assert.deepEqual([found?.severity, found?.subject], ['error', '1']);
  const { html } = await page(`/portability_requests/${id}/extend`);
  assert.match(html, /The deadline has passed/);
  assert.doesNotMatch(html, /<textarea/);
  const list = await page('/requests');
  assert.match(list.html, /9 days overdue/);
});
