/** The log of what administrators do, on every database. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Database, PolicyEngine } from 'policy-engine';
import { createPolicyEngine } from 'policy-engine';
import { forEachDatabase } from '../support/databases.ts';

interface Entry {
  readonly at: string;
  readonly actor: string | null;
  readonly action: string;
  readonly rule: string | null;
  readonly subject: string | null;
  readonly request_id: string | null;
  readonly ip: string | null;
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
        return id === null ? null : { id, record: null };
      },
      isAdminMethod: ({ id }) => id.startsWith('admin'),
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

  test('each change is noted with who, what, when, in which request and from which network', async () => {
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

  test('it can be searched, by action and by person', async () => {
    assert.deepEqual(
      (await entries('?action=term_changed')).map(({ actor }) => actor),
      ['admin2'],
    );
    assert.equal((await entries('?actor=admin')).length, 4);
    assert.equal((await entries('?actor=admin&action=term_changed')).length, 0);
    assert.deepEqual(await entries('?page=2'), []);
    assert.equal((await send('admin', 'GET', '/audit.json?action=drop')).status, 422);
  });

  test('what failed leaves nothing, and what nobody may do is not even tried', async () => {
    const before = (await entries()).length;
    assert.equal((await send('admin', 'PATCH', '/categories/cookie/terms/none', { description: 'x' })).status, 404);
    assert.equal((await send('anna', 'POST', '/categories/cookie/terms', { description: 'x' })).status, 403);
    assert.equal((await send('anna', 'GET', '/audit.json')).status, 403);
    assert.equal((await send(null, 'GET', '/audit.json')).status, 401);
    assert.equal((await entries()).length, before);
  });

  test('a page shows it, escaped', async () => {
    await send('admin<b>', 'POST', '/categories/age/terms', { description: 'Text' });
    const request = new Request('http://host.test/policies/audit', {
      headers: { 'x-user': 'admin', accept: 'text/html' },
    });
    const html = await (await engine.fetch(request)).text();
    assert.match(html, /Draft written/);
    assert.match(html, /admin&lt;b&gt;/);
    assert.ok(!html.includes('admin<b>'));
  });
});
