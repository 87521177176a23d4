/** The audit log of administrators' actions, on every database. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { Database, PolicyEngine } from 'policy-engine';
import { createPolicyEngine } from 'policy-engine';
import { forEachDatabase } from '../support/databases.ts';

interface Entry {
  readonly id: string;
  readonly actor_name: string | null;
  readonly action_name: string;
  readonly rule_name: string | null;
  readonly subject_name: string | null;
  readonly subject_url: string | null;
  readonly at: string;
  readonly actor: string | null;
  readonly action: string;
  readonly rule: string | null;
  readonly subject: string | null;
  readonly request_id: string | null;
  readonly ip: string | null;
}

function found(entry: Entry | undefined): Entry {
  assert.ok(entry !== undefined);
  return entry;
}

forEachDatabase((target) => {
  let database: Database;
  let engine: PolicyEngine;

  before(async () => {
    database = await target.open();
    engine = createPolicyEngine({
      database,
      rules: [{ name: 'cookie', sessionless: true }, { name: 'age' }],
      currentUser: (request) => {
        const id = request.headers.get('x-user');
        return id === null ? null : { id, record: { id, name: id } };
      },
      isAdminMethod: ({ id }) => id.startsWith('admin'),
      userResource: { find: (id) => (id === 'admin' ? { id, name: 'Anna Admin' } : null) },
    });
    await engine.migrate();
  });

  const send = async (user: string | null, method: string, path: string, body?: unknown) => {
    const headers = new Headers({ accept: 'application/json', 'x-request-id': `${method}-1` });
    if (user !== null) headers.set('x-user', user);
    if (body !== undefined) headers.set('content-type', 'application/json');
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await engine.fetch(new Request(`http://host.test/policies${path}`, init), { ip: '203.0.113.77' });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Record<string, unknown> };
  };
  const entries = async (query = '') => {
    const { status, body } = await send('admin', 'GET', `/audit.json${query}`);
    assert.equal(status, 200);
    return body['entries'] as Entry[];
  };

  test('the audit log records each change with the administrator, the action, the time, the request and the network', async () => {
    const { body: draft } = await send('admin', 'POST', '/categories/cookie/terms', { description: 'One' });
    const path = `/categories/cookie/terms/${String(draft['id'])}`;
    assert.equal((await send('admin2', 'PATCH', path, { description: 'Two' })).status, 200);
    assert.equal((await send('admin2', 'PATCH', path, { description: 'Two' })).status, 200);
    assert.equal((await send('admin', 'PATCH', path, { state: 'published' })).status, 200);
    const { body: other } = await send('admin', 'POST', '/categories/age/terms', { description: 'Gone' });
    assert.equal((await send('admin', 'DELETE', `/categories/age/terms/${String(other['id'])}`)).status, 200);

    const found = await entries();
    assert.deepEqual(
      found.map(({ action, rule, actor }) => `${action} ${rule} ${actor}`),
      [
        'term_deleted age admin',
        'term_created age admin',
        'term_published cookie admin',
        'term_changed cookie admin2',
        'term_created cookie admin',
      ],
    );
    const [, , published] = found;
    assert.deepEqual(
      [published?.subject, published?.request_id, published?.ip],
      [draft['id'], 'PATCH-1', '203.0.113.0/24'],
    );
    assert.match(published?.at ?? '', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  test('the audit log can be searched by action and by person', async () => {
    assert.deepEqual(
      (await entries('?action=term_changed')).map(({ actor }) => actor),
      ['admin2'],
    );
    assert.equal((await entries('?actor=admin')).length, 4);
    assert.equal((await entries('?actor=admin&action=term_changed')).length, 0);
    assert.deepEqual(await entries('?page=2'), []);
    assert.equal((await send('admin', 'GET', '/audit.json?action=drop')).status, 422);
  });

  test('a failed action leaves no audit entry, and a forbidden one is not executed', async () => {
    const before = (await entries()).length;
    assert.equal((await send('admin', 'PATCH', '/categories/cookie/terms/none', { description: 'x' })).status, 404);
    assert.equal((await send('anna', 'POST', '/categories/cookie/terms', { description: 'x' })).status, 403);
    assert.equal((await send('anna', 'GET', '/audit.json')).status, 403);
    assert.equal((await send(null, 'GET', '/audit.json')).status, 401);
    assert.equal((await entries()).length, before);
  });

  test('autosaves of the editor are recorded once per editing session of one person', async () => {
    const { body: draft } = await send('admin', 'POST', '/categories/cookie/terms', { description: 'One' });
    const path = `/categories/cookie/terms/${String(draft['id'])}`;
    const save = (user: string, description: string) => send(user, 'PATCH', path, { description, autosave: true });
    for (const description of ['Two', 'Three', 'Four']) assert.equal((await save('admin', description)).status, 200);
    await save('admin2', 'Five');
    await save('admin', 'Six');
    await save('admin', 'Seven');
    const changed = (await entries('?action=term_changed')).filter(({ subject }) => subject === draft['id']);
    assert.deepEqual(
      changed.map(({ actor }) => actor),
      ['admin', 'admin2', 'admin'],
    );
    assert.equal((await send('admin', 'DELETE', path)).status, 200);
  });

  test('a page shows the audit log, escaped', async () => {
    await send('admin<b>', 'POST', '/categories/age/terms', { description: 'Text' });
    const request = new Request('http://host.test/policies/audit', {
      headers: { 'x-user': 'admin', accept: 'text/html' },
    });
    const html = await (await engine.fetch(request)).text();
    assert.match(html, /Draft created/);
    assert.match(html, /admin&lt;b&gt;/);
    assert.ok(!html.includes('admin<b>'));
  });

  const get = (path: string, accept = 'text/html') => {
    const headers = { 'x-user': 'admin', accept };
    return engine.fetch(new Request(`http://host.test/policies${path}`, { headers }));
  };

  test('an audit entry names and links its person, policy and version', async () => {
    const html = await (await get('/audit')).text();
    const published = found((await entries()).find(({ action }) => action === 'term_published'));
    assert.match(html, new RegExp(`href="/policies/categories/cookie/terms/${published.subject}">Version 1</a>`));
    assert.match(html, />Anna Admin<\/a>/);
    const { rule_name, subject_name, subject_url, actor_name, action_name } = published;
    assert.deepEqual(
      { rule_name, subject_name, subject_url, actor_name, action_name },
      {
        rule_name: 'Cookie',
        subject_name: 'Version 1',
        subject_url: `/policies/categories/cookie/terms/${published.subject}`,
        actor_name: 'Anna Admin',
        action_name: 'Text published',
      },
    );
    const deleted = found((await entries()).find(({ action }) => action === 'term_deleted'));
    assert.deepEqual([deleted.subject_name, deleted.subject_url], [null, null]);
  });

  test('the audit log is filtered by rule and period, and refuses an invalid day', async () => {
    assert.ok((await entries('?rule=cookie')).every(({ rule }) => rule === 'cookie'));
    const today = new Date().toISOString().slice(0, 10);
    const all = (await entries()).length;
    assert.equal((await entries(`?from=${today}&to=${today}`)).length, all);
    assert.equal((await entries(`?from=${today}&to=2001-01-01`)).length, all);
    const exchanged = await (await get(`/audit?from=${today}&to=2001-01-01`)).text();
    assert.match(exchanged, new RegExp(`value="2001-01-01" id="field-from".*value="${today}" id="field-to"`, 's'));
    assert.deepEqual(await entries('?to=2001-01-01'), []);
    assert.deepEqual(await entries('?from=2999-01-01&to='), []);
    assert.equal((await get('/audit.json?from=yesterday')).status, 422);
    assert.equal((await get('/audit.json?from=2026-02-30')).status, 422);
  });

  test('a page of the audit log beyond the end links back, with the filters', async () => {
    const html = await (await get('/audit?page=99&action=term_created')).text();
    assert.match(html, /Page 99 does not exist/);
    assert.doesNotMatch(html, /No entries/);
    assert.match(html, /href="\/policies\/audit\?action=term_created"[^>]*aria-label="First"/);
  });

  test('the audit log exports a file of all entries that match the filters', async () => {
    const json = await get('/audit/export.json?action=term_created', '*/*');
    assert.equal(json.headers.get('content-disposition'), 'attachment; filename="log.json"');
    const rows = (await json.json()) as Entry[];
    assert.deepEqual(rows, await entries('?action=term_created'));
    const csv = await get('/audit/export.csv?action=term_created', '*/*');
    assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8; header=present');
    const lines: Record<string, string>[] = parse(await csv.text(), { columns: true });
    assert.deepEqual(
      lines.map(({ id, actor_name: name }) => [id, name]),
      rows.map(({ id, actor_name: name }) => [id, name ?? '']),
    );
    for (const format of ['csv', 'json']) {
      assert.equal((await send('anna', 'GET', `/audit/export.${format}`)).status, 403);
      assert.equal((await send(null, 'GET', `/audit/export.${format}`)).status, 401);
    }
  });
});
