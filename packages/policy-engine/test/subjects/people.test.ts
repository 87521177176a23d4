/** People in the administration: found by ID or through the host, with their stored data; each view is logged. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';
import { forEachDatabase } from '../support/databases.ts';
import { apiOf, assertDescribed } from '../support/openapi.ts';

interface Person {
  readonly is_user: boolean;
  readonly consents: readonly {
    readonly rule: string;
    readonly state: string;
    readonly last_decision: string | null;
    readonly version: number | null;
  }[];
  readonly requests: readonly { readonly kind: string; readonly id: string }[];
  readonly events: readonly { readonly id: string; readonly decision: string; readonly url: string }[];
}

interface ConsentFile {
  readonly complete: boolean;
  readonly events: readonly { readonly decision: string }[];
  readonly texts: readonly { readonly markdown: string | null }[];
}

interface Entry {
  readonly action: string;
  readonly actor: string;
  readonly subject: string | null;
  readonly subject_name?: string | null;
}

forEachDatabase((target) => {
  test('a person is found, with consents, receipts and requests, and the audit log records who looked', async () => {
    const users = new Map([['anna', 'anna@shop.test']]);
    await using host = await getTestEngine({
      database: await target.open(),
      logger: { error: () => {} },
      portabilityRules: [{ name: 'account', member: (user: { id: string }) => ({ id: user.id }) }],
      erasureRules: [{ name: 'profile', erasure: { action: 'run', erase: () => void users.delete('anna') } }],
      erasure: { graceDays: 0 },
      userResource: {
        find: (id: string) => (users.has(id) ? { id, email: users.get(id)! } : null),
        search: (text: string) => [...users].filter(([, mail]) => mail.includes(text)).map(([id]) => ({ id })),
      },
    });
    const api = apiOf(host.engine);
    const json = async (method: string, path: string, body?: unknown, user = 'admin') => {
      const response = await host.as(user).fetch(`/policies${path}`, {
        method,
        headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      await assertDescribed(api, method, path, response.clone());
      const text = await response.text();
      return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as unknown };
    };
    await host.engine.terms.publish((await host.engine.terms.create('age', { markdown: '# Age' })).id);
    assert.equal((await json('PUT', '/user_terms/age/accept.json', undefined, 'anna')).status, 200);
    const asked = (await json('POST', '/user_portability_requests.json', undefined, 'anna')).body as { id: string };

    const found = (await json('GET', '/people.json?q=@shop.test')).body as {
      people: readonly Record<string, unknown>[];
    };
    const known = { kind: 'person', id: 'anna', name: 'anna@shop.test', on_record: true, url: '/policies/people/anna' };
    const at = found.people[0]?.['decided_at'];
    const last = { last_decision: 'accepted', last_rule: 'age', decided_at: at, open_requests: 1 };
    assert.deepEqual(found.people, [{ ...known, ...last }]);
    const asFile = (format: string, user = 'admin', headers = {}) =>
      host.as(user).fetch(`/policies/people/search/export.${format}?q=@shop.test`, { headers });
    assert.deepEqual(await (await asFile('json')).json(), found.people);
    assert.match(
      await (await asFile('csv')).text(),
      /\r\nperson,anna,anna@shop\.test,true,accepted,age,[^,]+,1,\/policies\/people\/anna\r\n$/,
    );
    // The people of a decision: each counts once.
    const decided = async (query: string) => {
      const { body } = await json('GET', `/people.json?${query}`);
      const { people, total } = body as { people: readonly { id: string }[]; total: number };
      assert.equal(total, people.length);
      return people.map(({ id }) => id);
    };
    assert.deepEqual(await decided('rule=age'), ['anna']);
    assert.deepEqual(await decided('rule=age&version=1&decision=accepted&q=@shop'), ['anna']);
    for (const query of ['rule=age&version=2', 'rule=age&decision=rejected', 'rule=nothing', 'rule=age&q=ben', '']) {
      assert.deepEqual(await decided(query), [], query);
    }
    assert.equal((await asFile('csv', 'anna')).status, 403);
    assert.equal((await asFile('csv', 'admin', { 'sec-fetch-site': 'cross-site' })).status, 403);
    const none = (await json('GET', '/people.json?q=nobody')).body as { people: readonly unknown[] };
    assert.deepEqual(none.people, []);
    assert.equal((await json('GET', '/people/nobody.json')).status, 404);
    assert.equal((await json('GET', '/people.json?q=anna', undefined, 'anna')).status, 403);

    const person = (await json('GET', '/people/anna.json')).body as Person;
    const age = person.consents.find(({ rule }) => rule === 'age');
    assert.deepEqual([age?.state, age?.version, person.is_user], ['accepted', 1, true]);
    assert.deepEqual(
      person.requests.map(({ kind, id }) => [kind, id]),
      [['portability', asked.id]],
    );
    const [event] = person.events;
    assert.equal(event?.decision, 'accepted');
    const path = event.url.replace('/policies', '');
    assert.equal(((await json('GET', `${path}.json`)).body as { event: { id: string } }).event.id, event.id);
    // A receipt of one person is not shown at the address of another.
    assert.equal((await json('GET', `/people/ben/events/${event.id}.json`)).status, 404);

    const log = async () =>
      ((await json('GET', '/audit.json')).body as { entries: readonly Entry[] }).entries.filter(({ action }) =>
        ['people_searched', 'person_viewed'].includes(action),
      );
    const before = await log();
    assert.deepEqual(
      before.map(({ action, actor }) => [action, actor]),
      [
        ['person_viewed', 'admin'],
        ['person_viewed', 'admin'],
        ...Array.from({ length: 10 }, () => ['people_searched', 'admin']),
      ],
    );
    // The audit log itself names nobody: it stays when the person is erased.
    assert.ok(before.every(({ subject }) => subject !== 'anna'));
    const pages = await host.as('admin').fetch('/policies/people/anna', { headers: { accept: 'text/html' } });
    assert.match(await pages.text(), /Consents.*Requests.*Decision history/s);

    const file = (await json('GET', '/people/anna/file.json')).body as ConsentFile;
    assert.deepEqual(
      [file.complete, file.events.map(({ decision }) => decision), file.texts.map(({ markdown }) => markdown)],
      [true, ['accepted'], ['# Age\n']],
    );
    assert.equal((await json('GET', '/people/nobody/file.json')).status, 404);
    assert.equal((await json('GET', '/people/anna/file.json', undefined, 'anna')).status, 403);
    assert.equal((await log()).length, before.length + 2);
    const printed = await host.as('admin').fetch('/policies/people/anna/file', { headers: { accept: 'text/html' } });
    assert.match(await printed.text(), /Consent file of .*href="#text-[^"]+">Version 1<.*Texts decided on.*>Age</s);

    // A later text asks again: the decision on the earlier one is still shown.
    await host.engine.terms.publish((await host.engine.terms.create('age', { markdown: '# Age, again' })).id);
    const later = await host.as('admin').fetch('/policies/people/anna', { headers: { accept: 'text/html' } });
    assert.match(await later.text(), />Asked again<\/span><span class="pe-muted pe-small"> \(accepted before\)/);
    const consents = ((await json('GET', '/people/anna.json')).body as Person).consents;
    const outdated = consents.find(({ rule }) => rule === 'age');
    assert.deepEqual([outdated?.state, outdated?.last_decision, outdated?.version], ['passive', 'accepted', 1]);

    const erasure = (await json('POST', '/user_erasure_requests.json', undefined, 'anna')).body as { id: string };
    await json('POST', `/erasure_requests/${erasure.id}/confirm.json`);
    await host.engine.jobs.runDue();
    assert.equal(
      ((await json('GET', `/erasure_requests/${erasure.id}.json`)).body as { state: string }).state,
      'completed',
    );
    const { rows } = await host.engine.database.execute('select * from policy_manager_person_lookups');
    assert.deepEqual(rows, []);
    assert.equal((await log()).length, 17);
    assert.equal((await json('GET', '/people/anna.json')).status, 404);
  });
});
