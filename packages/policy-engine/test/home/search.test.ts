/** The search over everything: what it finds, for whom, and what it does with hostile texts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';
import { forEachDatabase } from '../support/databases.ts';
import { apiOf, assertDescribed } from '../support/openapi.ts';

interface Results {
  readonly total: number;
  readonly results: readonly { readonly name: string | null; readonly url: string | null }[];
}
interface Found extends Record<'people' | 'requests' | 'texts' | 'settings' | 'errors', Results> {
  readonly event: { readonly name: string; readonly url: string | null } | null;
}

forEachDatabase((target) => {
  test('a search finds people, requests, texts, entries, settings, error codes and pages', async () => {
    const names = new Map(Array.from({ length: 8 }, (_, index) => [`u${index}`, `person${index}@shop.test`]));
    const searched: string[] = [];
    await using host = await getTestEngine({
      database: await target.open(),
      portabilityRules: [{ name: 'account', member: (user: { id: string }) => ({ id: user.id }) }],
      userResource: {
        find: (id: string) => (names.has(id) ? { id, email: names.get(id)! } : null),
        search: (text: string) => {
          searched.push(text);
          return [...names].filter(([, mail]) => mail.includes(text)).map(([id]) => ({ id }));
        },
      },
    });
    const api = apiOf(host.engine);
    const ask = (path: string, user: string | null = 'admin', headers: Record<string, string> = {}) =>
      host.as(user).fetch(`/policies${path}`, { headers });
    const find = async (text: string): Promise<Found> => {
      const response = await ask(`/search.json?q=${encodeURIComponent(text)}`);
      assert.equal(response.status, 200, text);
      await assertDescribed(api, 'GET', '/search.json', response.clone());
      return (await response.json()) as Found;
    };
    await host.engine.terms.publish((await host.engine.terms.create('age', { markdown: '# Age' })).id);
    const json = { accept: 'application/json' };
    await host.as('u1').fetch('/policies/user_terms/age/accept.json', { method: 'PUT', headers: json });
    await host.as('u1').fetch('/policies/user_portability_requests.json', { method: 'POST', headers: json });

    const shop = await find('@shop.test');
    assert.deepEqual([shop.people.total, shop.people.results.length, shop.requests.total], [8, 5, 1]);
    const one = await find('u1');
    assert.deepEqual(one.people.results, [{ name: 'person1@shop.test', url: '/policies/people/u1' }]);
    assert.match(one.requests.results[0]?.url ?? '', /portability_requests\//);
    const age = (version: number) => [{ name: 'age', versions: [version], url: '/policies/categories/age' }];
    assert.deepEqual((await find('AGE 1')).texts.results, age(1));
    assert.deepEqual((await find('age 2')).texts.results, []);
    const again = await host.engine.terms.create('age', { markdown: '# Age\n\nNobody *under* sixteen orders wine.' });
    await host.engine.terms.publish(again.id);
    // A version that is no longer in force, in the words of a person; the one in force; and by what its text says.
    for (const text of ['age 1', 'Age version 1', 'age v1'])
      assert.deepEqual((await find(text)).texts.results, age(1), text);
    for (const text of ['age', 'age 2', 'under SIXTEEN'])
      assert.deepEqual((await find(text)).texts.results, age(2), text);
    const quoted = await (await ask('/search?q=sixteen', 'admin', { accept: 'text/html' })).text();
    assert.match(quoted, /lang="en" dir="auto">Age Nobody under sixteen orders wine\.</);
    const { events } = (await (await ask('/ledger.json')).json()) as { events: readonly { id: string }[] };
    const id = events[0]?.id ?? '';
    assert.deepEqual((await find(id)).event, { name: id, url: `/policies/people/u1/events/${id}` });
    assert.equal((await ask(`/people/u1/events/${id}`)).status, 200);
    // Also a setting that is not set, and by what it is for.
    for (const text of ['ledger key', 'Private Ed25519']) {
      assert.ok(
        (await find(text)).settings.results.some(({ name }) => name === 'ledgerKey'),
        text,
      );
    }
    // A slip of the keyboard, only where nothing is found without one.
    for (const text of ['portabiltyRules', 'protabilityRules', 'portabilityRulse', 'portabillityRules']) {
      assert.deepEqual(
        (await find(text)).settings.results.map(({ name }) => name),
        ['portabilityRules'],
        text,
      );
    }
    assert.deepEqual((await find('x')).settings.results, []);
    assert.deepEqual(
      (await find('portabilityRules')).settings.results.map(({ name }) => name),
      ['portabilityRules'],
    );
    assert.deepEqual(
      (await find('merge refused')).errors.results.map(({ name }) => name),
      ['merge_refused'],
    );
    const page = await (await ask('/search?q=audit+log', 'admin', { accept: 'text/html' })).text();
    assert.match(page, /<a href="\/policies\/audit">Audit log<\/a>/);
    assert.match(page, /class="pe-menu-search" method="get" action="\/policies\/search"/);
  });

  test('the search is for administrators, is logged, and treats any text as text', async () => {
    const searched: string[] = [];
    await using host = await getTestEngine({
      database: await target.open(),
      userResource: { search: (text: string) => (searched.push(text), []) },
    });
    const ask = (query: string, user: string | null, headers: Record<string, string> = {}) =>
      host.as(user).fetch(`/policies/search${query}`, { headers: { accept: 'text/html', ...headers } });
    for (const user of [null, 'anna']) assert.notEqual((await ask('.json?q=anna', user)).status, 200);
    const foreign = await ask('?q=secret', 'admin', { 'sec-fetch-site': 'cross-site' });
    assert.match(await foreign.text(), /value="secret"/);
    assert.equal((await ask('.json?q=secret', 'admin', { 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.deepEqual(searched, [], 'nobody was searched for');
    const texts = [
      `%' or 1=1 --`,
      '<script>alert(1)</script>',
      '\u0000',
      '%',
      '_',
      '\\',
      '"',
      '𝕏'.repeat(50),
      '{',
      '../..',
    ];
    for (const text of texts) {
      const response = await ask(`?q=${encodeURIComponent(text)}`, 'admin');
      assert.ok([200, 400, 422].includes(response.status), `${text} ${response.status}`);
      const html = await response.text();
      assert.doesNotMatch(html, /<script>alert|href="\/policies\/people\/(?!visitors)[^"]+events/, text);
    }
    assert.equal((await ask(`?q=${'a'.repeat(101)}`, 'admin')).status, 422);
    const { entries } = (await (
      await host.as('admin').fetch('/policies/audit.json?action=people_searched')
    ).json()) as { entries: readonly unknown[] };
    assert.ok(entries.length >= texts.length - 1);
  });
});
