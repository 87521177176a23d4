/** Versions that are published for a future time. */
import assert from 'node:assert/strict';
import { before, beforeEach, suite, test } from 'node:test';
import { type Database, PolicyEngineError } from 'policy-engine';
import { migrate } from 'policy-engine/database';
import { createQueries } from '../../dist/schema.js';
import { rulesOf } from '../support/rules.ts';
import { TermsService } from '../../dist/modules/terms/service.js';
import { forEachDatabase } from '../support/databases.ts';
import { createTermsWeb } from './terms-web.ts';
import { engineNaming } from '../../dist/schema.js';

const rules = rulesOf([{ name: 'cookie' }, { name: 'age' }]);
const NOW = new Date('2026-03-01T10:00:00.000Z');
const TOMORROW = new Date('2026-03-02T10:00:00.000Z');
const LATER = new Date('2026-03-03T10:00:00.000Z');
const justBefore = (at: Date) => new Date(at.getTime() - 1);
const code = (expected: string, status: number) => (error: unknown) =>
  error instanceof PolicyEngineError && error.code === expected && error.status === status;

forEachDatabase((target) => {
  let database: Database;
  let clock: Date;
  let terms: TermsService;
  const publish = (markdown: string, at?: Date, material = true) =>
    terms.createPublished('cookie', { markdown, material }, { ...(at && { at }) });
  const inForce = async () => {
    const term = (await terms.current()).get('cookie');
    return term && [term.markdown.trim(), term.version, term.askedSince];
  };
  const versions = async () =>
    (await terms.list('cookie')).terms.map(({ markdown, version }) => `${version} ${markdown.trim()}`);

  before(async () => {
    database = await target.open();
    await migrate(database);
  });
  beforeEach(async () => {
    await database.execute('delete from policy_manager_user_terms');
    await database.execute('delete from policy_manager_terms');
    clock = NOW;
    terms = new TermsService({
      database,
      naming: engineNaming(database.dialect),
      rules,
      now: () => clock,
      defaultLocale: 'en',
    });
  });

  suite('a scheduled version', () => {
    test('comes into force automatically, exactly at its time', async () => {
      await publish('One');
      const two = await publish('Two', TOMORROW);
      assert.deepEqual([two.state, two.version, two.publishedAt], ['published', 2, TOMORROW.toISOString()]);
      assert.deepEqual(
        (await terms.scheduled()).get('cookie')?.map(({ id }) => id),
        [two.id],
      );
      clock = justBefore(TOMORROW);
      assert.deepEqual(await inForce(), ['One', 1, 1]);
      clock = TOMORROW;
      assert.deepEqual(await inForce(), ['Two', 2, 2]);
      assert.equal((await terms.scheduled()).size, 0);
    });

    test('asks again from then on only if it is material', async () => {
      await publish('One');
      await publish('Two', TOMORROW, false);
      await publish('Three', LATER);
      clock = TOMORROW;
      assert.deepEqual(await inForce(), ['Two', 2, 1]);
      clock = LATER;
      assert.deepEqual(await inForce(), ['Three', 3, 3]);
    });

    test('moves to a later number when a text is published before it, and still replaces that one', async () => {
      await publish('One');
      const tomorrow = await publish('Tomorrow', TOMORROW);
      await publish('Later', LATER);
      assert.equal((await publish('Correction', undefined, false)).version, 2);
      assert.deepEqual(await versions(), ['4 Later', '3 Tomorrow', '2 Correction', '1 One']);
      assert.deepEqual(await inForce(), ['Correction', 2, 1]);
      clock = TOMORROW;
      assert.deepEqual(await inForce(), ['Tomorrow', 3, 3]);
      assert.equal((await terms.find('cookie', tomorrow.id)).version, 3);
    });

    test('a scheduled version becomes a draft again when it is cancelled, and later numbers decrease', async () => {
      await publish('One');
      const two = await publish('Two', TOMORROW);
      await publish('Three', LATER);
      const draft = await terms.takeBack('cookie', two.id);
      assert.deepEqual([draft.state, draft.version, draft.hash, draft.publishedAt], ['draft', null, null, null]);
      assert.deepEqual(await terms.takeBack('cookie', two.id), draft, 'taking back a draft changes nothing');
      assert.deepEqual(await versions(), ['null Two', '2 Three', '1 One']);
      clock = TOMORROW;
      assert.deepEqual(await inForce(), ['One', 1, 1]);
      await terms.updateDraft('cookie', two.id, { markdown: 'Two, better' });
      assert.equal((await terms.publish('cookie', two.id)).version, 2);
      assert.deepEqual(await inForce(), ['Two, better', 2, 2]);
    });

    test('cannot be cancelled once it is in force, or once there is a decision on it', async () => {
      const one = await publish('One', TOMORROW);
      clock = TOMORROW;
      await assert.rejects(terms.takeBack('cookie', one.id), code('term_published', 409));
      const two = await publish('Two', LATER);
      const decision = { id: 'u', user_id: 'anna', term_id: two.id, rule: 'cookie', state: 'accepted' };
      await createQueries(database)
        .insertInto('user_terms')
        .values({ ...decision, created_at: NOW, updated_at: NOW })
        .execute();
      await assert.rejects(terms.takeBack('cookie', two.id), code('term_published', 409));
      await assert.rejects(terms.updateDraft('cookie', two.id, { markdown: 'x' }), code('term_published', 409));
    });

    test('a version is scheduled for a future time; the current minute counts as now', async () => {
      await assert.rejects(publish('Past', new Date(NOW.getTime() - 60_001)), code('term_refused', 422));
      const term = await publish('Now', new Date(NOW.getTime() - 60_000));
      assert.equal(term.publishedAt, NOW.toISOString());
    });

    test('stays the same if it is published again for the same time, and is refused for another time', async () => {
      const { id } = await publish('Two', TOMORROW);
      assert.equal((await terms.publish('cookie', id, { at: TOMORROW })).version, 1);
      await assert.rejects(terms.publish('cookie', id, { at: LATER }), code('term_published', 409));
    });

    test('gets a number of its own during concurrent publications', { timeout: 60_000 }, async () => {
      await Promise.all([1, 2, 3, 4].flatMap((n) => [publish(`Now ${n}`), publish(`Then ${n}`, TOMORROW)]));
      const listed = (await terms.list('cookie')).terms;
      assert.deepEqual(
        listed.map(({ version }) => version),
        [8, 7, 6, 5, 4, 3, 2, 1],
      );
      assert.ok(listed.slice(0, 4).every(({ markdown }) => markdown.startsWith('Then')));
    });
  });
});

suite('scheduling over HTTP', () => {
  const base = '/policies/categories/cookie/terms';
  const send = async (fields: Record<string, string> | null, path: string, json?: unknown) => {
    await using stack = new AsyncDisposableStack();
    const shop = await createTermsWeb({ now: () => NOW });
    stack.defer(() => shop.database.close());
    const draft = await shop.terms.createDraft('cookie', { markdown: 'Draft.' });
    const response = await shop.web.fetch(
      new Request(`http://localhost${path.replace('{id}', draft.id)}`, {
        method: 'POST',
        headers: { 'x-user': 'admin', ...(json !== undefined && { 'content-type': 'application/json' }) },
        body: json === undefined ? new URLSearchParams(fields ?? {}) : JSON.stringify(json),
      }),
    );
    const [term] = (await shop.terms.list('cookie')).terms;
    return { status: response.status, headers: response.headers, text: await response.text(), term };
  };

  test('JSON takes a time with its offset, or UTC', async () => {
    for (const [written, stored] of [
      ['2026-03-02T10:00:00Z', '2026-03-02T10:00:00.000Z'],
      ['2026-03-02T10:00', '2026-03-02T10:00:00.000Z'],
      ['2026-03-02T10:00:00+02:00', '2026-03-02T08:00:00.000Z'],
    ]) {
      const { status, text } = await send(null, `${base}.json`, { description: 'x', published_at: written });
      assert.equal(status, 201, text);
      const body = JSON.parse(text) as Record<string, unknown>;
      assert.deepEqual([body['state'], body['published_at']], ['published', stored]);
    }
  });

  test('reports a time that is not in the future as an error of its field', async () => {
    for (const [written, expected] of [
      ['', 'invalid'],
      ['tomorrow', 'invalid'],
      ['2026-02-30T25:00', 'invalid'],
      ['20260-01-01T00:00', 'invalid'],
      ['2026-02-28T10:00', 'past'],
    ]) {
      const { status, text } = await send(null, `${base}.json`, { description: 'x', published_at: written });
      assert.equal(status, 422, written);
      const { errors } = JSON.parse(text) as { errors: { field: string; code: string }[] };
      assert.deepEqual([errors[0]?.field, errors[0]?.code], ['published_at', expected]);
    }
  });

  test('a form schedules a version, shows mistakes, and the version can be cancelled', async () => {
    const form = { _method: 'PUT', 'term[state]': 'published', 'term[published_at]': '2026-03-02T10:00' };
    const scheduled = await send(form, `${base}/{id}`);
    assert.deepEqual([scheduled.status, scheduled.term?.publishedAt], [303, TOMORROW.toISOString()]);
    assert.match(scheduled.headers.getSetCookie().join(), /notice\.term_scheduled/);
    const refused = await send({ ...form, 'term[published_at]': '2020-01-01T00:00' }, `${base}/{id}`);
    assert.equal(refused.status, 422);
    assert.match(refused.text, /This time is in the past\./);
    assert.match(refused.text, /<input[^>]*type="datetime-local"[^>]*value="2020-01-01T00:00"/);
    assert.equal(refused.term?.state, 'draft');
    const back = await send({ _method: 'PUT', 'term[state]': 'draft' }, `${base}/{id}`);
    assert.equal(back.status, 303);
  });

  test('shows on pages and in JSON what is scheduled, and cancels it by PUT', async () => {
    await using stack = new AsyncDisposableStack();
    const shop = await createTermsWeb({ now: () => NOW });
    stack.defer(() => shop.database.close());
    await shop.terms.createPublished('cookie', { markdown: 'One.' });
    const two = await shop.terms.createPublished('cookie', { markdown: 'Two.' }, { at: TOMORROW });
    const draft = await shop.terms.createDraft('cookie', { markdown: 'Correction.' });
    const headers = { 'x-user': 'admin' };
    const get = async (path: string) => (await shop.web.fetch(new Request(path, { headers }))).text();
    const category = JSON.parse(await get('http://localhost/policies/categories/cookie.json')) as {
      current: { version: number };
      scheduled: { version: number }[];
    };
    assert.deepEqual([category.current.version, category.scheduled[0]?.version], [1, 2]);
    for (const path of ['', '/cookie', '/cookie/terms', `/cookie/terms/${two.id}`]) {
      assert.match(await get(`http://localhost/policies/categories${path}`), /Scheduled/, path);
    }
    assert.match(await get(`http://localhost${base}/${two.id}`), /Cancel schedule/);
    const confirm = await get(`http://localhost${base}/${draft.id}/publish`);
    assert.match(confirm, /Version 2 is already scheduled\./);
    assert.match(confirm, /Date and time \(UTC\)/);
    const taken = await shop.web.fetch(
      new Request(`http://localhost${base}/${two.id}.json`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ state: 'draft', description: 'Two, better.' }),
      }),
    );
    const body = (await taken.json()) as Record<string, unknown>;
    assert.deepEqual([taken.status, body['state'], body['description']], [200, 'draft', 'Two, better.\n']);
  });
});
