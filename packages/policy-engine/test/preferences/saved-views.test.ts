/** Saved views of lists, and lists that are shown as they were left. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';
import { forEachDatabase } from '../support/databases.ts';

const HTML = { headers: { accept: 'text/html' }, redirect: 'manual' } as const;
const FORM = {
  ...HTML,
  method: 'POST',
  headers: { ...HTML.headers, 'content-type': 'application/x-www-form-urlencoded' },
} as const;

const LIST = '/policies/requests';
const decoded = (html: string) => html.replaceAll('&amp;', '&');

forEachDatabase((database) => {
  test('a view is saved for its administrator, without what names people, and its address opens it for others', async () => {
    await using host = await getTestEngine({
      database: await database.open(),
      isAdminMethod: ({ id }) => id.startsWith('admin'),
      rules: [{ name: 'age' }],
      portabilityRules: [{ name: 'account', member: (user: { id: string }) => ({ id: user.id }) }],
    });
    await host.as('anna').fetch('/policies/user_portability_requests.json', { method: 'POST' });
    const page = async (user: string, path: string) => decoded(await (await host.as(user).fetch(path, HTML)).text());
    const query = 'state=all&q=anna%40engine.test&kind=portability&sort=-created&page=3';
    const form = /<form class="pe-list-search" method="post" action="([^"]+)">[^]*?<\/form>/.exec(
      await page('admin', `${LIST}?${query.replace('&page=3', '')}`),
    );
    assert.equal(form?.[1], '/policies/saved_views');
    const save = (user: string, fields: Record<string, string>) =>
      host.as(user).fetch('/policies/saved_views', { ...FORM, body: new URLSearchParams(fields).toString() });
    const saved = await save('admin', { path: '/requests', query, name: 'Access, <newest>' });
    const address = `${LIST}?kind=portability&sort=-created&state=all`;
    assert.deepEqual([saved.status, saved.headers.get('location')], [303, address]);
    assert.match(
      await page('admin', LIST),
      new RegExp(`<a href="${address.replace('?', '\\?')}"><bdi>Access, &lt;newest&gt;`),
    );
    assert.match(await page('admin', address), /<a href="[^"]+" aria-current="page"><bdi>Access/);
    // Another administrator does not have it, and can open its address.
    assert.doesNotMatch(await page('admin2', address), /Access, &lt;newest/);
    assert.match(await page('admin2', address), /anna@engine\.test/);
    assert.equal((await save('anna', { path: '/requests', query, name: 'Mine' })).status, 403);
    for (const path of ['//evil.example', '/requests?x', 'https://evil.example', '/../shop']) {
      assert.equal((await save('admin', { path, query: '', name: 'Elsewhere' })).status, 422, path);
    }
    // The same name replaces it; two at the same time are both kept.
    await save('admin', { path: '/requests', query: 'state=closed', name: 'Access, <newest>' });
    await Promise.all(
      ['One', 'Two', 'Three'].map((name) => save('admin2', { path: '/audit', query: 'sort=at', name })),
    );
    const views = async (user: string) =>
      (
        (await host.as(user).json('GET', '/policies/saved_views.json')).body as {
          views: { id: string; name: string; url: string }[];
        }
      ).views;
    const [own] = await views('admin');
    assert.deepEqual([own?.url, (await views('admin')).length], [`${LIST}?state=closed`, 1]);
    assert.deepEqual(
      (await views('admin2')).map(({ name }) => name),
      ['One', 'Three', 'Two'],
    );
    assert.equal((await host.as('admin2').json('DELETE', `/policies/saved_views/${own?.id}.json`)).status, 404);
    assert.equal((await host.as('admin').json('DELETE', `/policies/saved_views/${own?.id}.json`)).status, 204);
    assert.deepEqual(await views('admin'), []);
  });
});

test('links back to a list lead to it as it was left; another list keeps its own, and clearing the filters forgets them', async () => {
  await using host = await getTestEngine({
    rules: [{ name: 'age' }],
    portabilityRules: [{ name: 'account', member: (user: { id: string }) => ({ id: user.id }) }],
  });
  await host.as('anna').fetch('/policies/user_portability_requests.json', { method: 'POST' });
  const admin = host.as('admin');
  const { requests } = (await admin.json('GET', '/policies/requests.json')).body as { requests: { id: string }[] };
  const backOf = async () => {
    const html = await (await admin.fetch(`/policies/portability_requests/${requests[0]?.id}`, HTML)).text();
    return decoded(/<a class="pe-back" href="([^"]+)"/.exec(html)?.[1] ?? html.slice(0, 3000));
  };
  assert.equal(await backOf(), LIST);
  await admin.fetch(`${LIST}?state=all&q=anna&sort=-created`, HTML);
  await admin.fetch('/policies/people?q=ben', HTML);
  assert.equal(await backOf(), `${LIST}?state=all&q=anna&sort=-created`);
  // After an action, too.
  await admin.json('POST', `/policies/portability_requests/${requests[0]?.id}/confirm.json`);
  assert.equal(await backOf(), `${LIST}?state=all&q=anna&sort=-created`);
  await admin.fetch(LIST, HTML);
  assert.equal(await backOf(), LIST);
  // Whatever the cookie holds is part of the query of the list, and of nothing else.
  const html = await (
    await host.as(null).fetch(`/policies/portability_requests/${requests[0]?.id}`, {
      headers: {
        ...HTML.headers,
        'x-test-user': 'admin',
        cookie: `policy_engine_lists=${encodeURIComponent('/requests="><script>')}`,
      },
    })
  ).text();
  assert.match(html, /href="\/policies\/requests\?%22%3E%3Cscript%3E="/);
  // People who are no administrators get no such cookie.
  const own = await host.as('anna').fetch('/policies/ledger/events?kind=all', HTML);
  assert.doesNotMatch(own.headers.get('set-cookie') ?? '', /policy_engine_lists/);
});
