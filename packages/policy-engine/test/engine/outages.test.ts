/** S5: faults of a request or a database have errors of their own, and are never reported as a failure of the engine. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite, test } from 'node:test';
import { connectDatabase, createPolicyEngine, nodeSqliteDatabase } from 'policy-engine';
import { getTestEngine, TEST_ORIGIN, type TestEngine } from 'policy-engine/testing';
import { cuttable } from '../support/cuttable.ts';
import { forEachDatabase } from '../support/databases.ts';

const silent = { error: () => {} };

async function send(made: Pick<TestEngine, 'engine'>, path: string, init: RequestInit = {}) {
  const response = await made.engine.fetch(new Request(`${TEST_ORIGIN}/policies${path}`, init));
  const text = await response.text();
  const problem = text.startsWith('{') ? (JSON.parse(text) as { code?: string; title?: string; state?: string }) : {};
  return { status: response.status, headers: response.headers, problem, text };
}

const put = (user: string | null, body: unknown = {}): RequestInit => ({
  method: 'PUT',
  headers: { 'content-type': 'application/json', ...(user !== null && { 'x-test-user': user }) },
  body: JSON.stringify(body),
});

suite('input', () => {
  test('half of a surrogate pair in the name of a field is a malformed body', async () => {
    await using made = await getTestEngine();
    for (const [where, text] of [
      ['/consent.json', '{"decisions":{"\\ud800":true}}'],
      ['/consent.json', '{"\\udfff":1,"decisions":{}}'],
      ['/user_terms/accept_multiples.json', '{"user":{"policy_rule_\\ud800":true}}'],
      ['/user_terms/accept_multiples.json', '{"user":{"a":{"\\udc00":true}}}'],
    ] as const) {
      const { status, problem } = await send(made, where, { ...put('anna'), body: text });
      assert.deepEqual([status, problem.code], [400, 'malformed_body'], text);
    }
    const parsed = { user: { 'policy_rule_\ud800': '1' } };
    const request = new Request(`${TEST_ORIGIN}/policies/user_terms/accept_multiples.json`, {
      ...put('anna'),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-test-user': 'anna' },
    });
    assert.equal((await made.engine.fetch(request, { parsedBody: parsed })).status, 400);
  });

  test('an ID of the host that is too long to be stored is reported, in JSON, as a page and in code', async () => {
    await using made = await getTestEngine({ logger: silent });
    const long = 'x'.repeat(256);
    for (const accept of ['application/json', 'text/html']) {
      const { status, text } = await send(made, '/user_terms', { headers: { accept, 'x-test-user': long } });
      assert.equal(status, 400, accept);
      assert.match(text, /256 characters; at most 255/);
    }
    assert.equal((await send(made, '/user_terms.json', { headers: { 'x-test-user': 'x'.repeat(255) } })).status, 200);
    assert.throws(() => made.engine.policiesOf({ id: long }), { code: 'user_id_refused' });
  });

  test('29 February of a non-leap year is not a valid time', async () => {
    await using made = await getTestEngine({ timeZone: 'Europe/Paris' });
    const publish = (at: string) =>
      send(made, '/categories/cookie/terms.json', {
        ...put('admin', { description: at, state: 'published', published_at: at }),
        method: 'POST',
      });
    for (const at of ['2027-02-29T10:00', '2027-02-29T10:00Z', '2027-02-30 10:00', '2027-04-31T10:00:00+02:00']) {
      assert.equal((await publish(at)).status, 422, at);
    }
    assert.equal((await publish('2028-02-29T10:00')).status, 201);
  });

  test('import rows that can only be read once are an error, not an import of none', async () => {
    await using made = await getTestEngine();
    await made.engine.terms.import([{ rule: 'cookie', markdown: 'Cookies', publishedAt: '2021-01-01T00:00:00Z' }]);
    const row = { user_id: '1', rule: 'cookie', version: 1, decision: 'accepted', at: '2021-03-04T10:11:12Z' } as const;
    function* rows() {
      yield row;
    }
    async function* later() {
      yield row;
    }
    const used = rows();
    for (const from of [rows(), later(), () => used, [row].values()]) {
      await assert.rejects(made.engine.importDecisions(from as unknown as (typeof row)[]), {
        code: 'import_refused',
        message: /pass an array, or a function that starts from the beginning/,
      });
    }
    for (const from of [[row], new Set([row]), rows, later]) {
      const report = await made.engine.importDecisions(from as unknown as (typeof row)[]);
      assert.equal(report.rows, 1);
    }
  });
});

suite('a database', () => {
  test('that is not migrated yet is 503 with `Retry-After`, and the log says what to run', async () => {
    const lines: string[] = [];
    const engine = createPolicyEngine({
      database: nodeSqliteDatabase(':memory:'),
      rules: [{ name: 'cookie', sessionless: true }],
      currentUser: () => ({ id: 'anna', record: null }),
      logger: { error: (_message, { error }) => void lines.push(String(error)) },
    });
    for (const where of ['/user_terms.json', '/user_terms', '/consent.json']) {
      const { status, headers, problem, text } = await send({ engine }, where);
      assert.deepEqual([status, headers.get('retry-after')], [503, '5'], where);
      if (where.endsWith('.json')) assert.equal(problem.code, 'unavailable');
      else assert.match(text, /try again in a moment/);
    }
    assert.match(lines.join('\n'), /policy-engine migrate/);
    await engine.database.close();
  });

  test('that a newer version migrated is refused by an older one, and found by the check', async () => {
    await using made = await getTestEngine();
    await made.engine.database.execute(
      "insert into policy_manager_migrations (name, applied_at) values ('9999-of-the-future', '2030-01-01T00:00:00.000Z')",
    );
    await assert.rejects(made.engine.migrate(), { code: 'database_schema_newer', message: /9999-of-the-future/ });
    const found = await made.engine.check();
    assert.equal(found.find(({ code }) => code === 'schema_newer')?.subject, '9999-of-the-future');
  });

  test('that is read-only answers 503 to a withdrawal, and what was withdrawn counts as rejected', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'read-only-'));
    const database = nodeSqliteDatabase(path.join(folder, 'shop.sqlite'));
    try {
      await using made = await getTestEngine({ database, logger: silent });
      for (const rule of ['cookie', 'age']) {
        const text = { description: rule, state: 'published' };
        await made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, text);
        await made.as('anna').json('PUT', `/policies/user_terms/${rule}/accept.json`);
      }
      const visitor = made.as(null);
      await visitor.json('PUT', '/policies/user_terms/cookie/accept.json');
      const anna = () => made.engine.policiesOf({ id: 'anna' });
      await database.execute('pragma query_only = on');
      for (const rule of ['cookie', 'age'] as const) {
        const { status, headers } = await made.as('anna').json('PUT', `/policies/user_terms/${rule}/reject.json`);
        assert.deepEqual([status, headers.get('retry-after')], [503, '5']);
        assert.equal(await anna().needsPolicyConfirmationFor(rule), rule === 'age');
      }
      assert.deepEqual([await anna().hasConsentedCookie(), await anna().hasConsentedAge()], [false, false]);
      assert.equal((await visitor.json('PUT', '/policies/user_terms/cookie/reject.json')).status, 503);
      assert.equal(visitor.cookies.get('policy_rule_cookie'), 'rejected');
      // An acceptance that cannot be stored accepts nothing.
      assert.equal((await made.as('bob').json('PUT', '/policies/user_terms/cookie/accept.json')).status, 503);
      assert.equal(await made.engine.policiesOf({ id: 'bob' }).hasConsentedCookie(), false);
      await database.execute('pragma query_only = off');
      assert.equal(await anna().hasConsentedCookie(), false, 'until a decision is stored');
      assert.equal((await made.as('anna').json('PUT', '/policies/user_terms/cookie/accept.json')).status, 200);
      assert.equal(await anna().hasConsentedCookie(), true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

forEachDatabase((target) => {
  if (target.dialect === 'sqlite') return;
  test('whose connections are cut answers 503 with `Retry-After`, and works again afterwards', async () => {
    const { port } = new URL(target.url);
    const usual = target.dialect === 'postgres' ? '5432' : '3306';
    await using way = await cuttable(port === '' ? target.url.replace(/(@[^/]+)/, `$1:${usual}`) : target.url);
    const made = await getTestEngine({ database: await connectDatabase(way.url), logger: silent });

    const text = { description: 'Cookies', state: 'published' };
    await made.as('admin').json('POST', '/policies/categories/cookie/terms.json', text);
    way.cut(true);
    for (let nth = 0; nth < 3; nth += 1) {
      const read = await send(made, '/user_terms.json', { headers: { 'x-test-user': 'anna' } });
      const written = await send(made, '/user_terms/cookie/reject.json', put('anna'));
      for (const { status, headers } of [read, written]) {
        assert.deepEqual([status, headers.get('retry-after')], [503, '5']);
      }
    }
    way.cut(false);
    const { status, problem } = await send(made, '/user_terms/cookie/reject.json', put('anna'));
    assert.deepEqual([status, problem.state], [200, 'rejected']);
  });
});
