/** The list of administrators by version of the text, on every database. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Database, PolicyEngine } from 'policy-engine';
import { forEachDatabase } from '../support/databases.ts';
import { partsOf } from '../../dist/modules/proof/listing/event-filter.js';
import { ask, decide, engineOn, newKeys, publish } from './support.ts';

interface Listed {
  readonly total: number;
  readonly events: ReadonlyArray<Readonly<Record<'rule' | 'version' | 'decision' | 'subject', unknown>>>;
}

forEachDatabase((target) => {
  let database: Database;
  let engine: PolicyEngine;
  const get = (path: string) => ask(engine, path, { user: 'admin' });
  /** Whose decisions on what a query finds, the newest first, as in `anna age 1 accepted`. */
  const found = async (query: string) => {
    const { events, total } = (await (await get(`/ledger.json?${query}`)).json()) as Listed;
    assert.equal(total, events.length, query);
    return events.map(({ subject, rule, version, decision }) => [subject, rule, version, decision].join(' ').trim());
  };

  before(async () => {
    database = await target.open();
    engine = engineOn(database, { ledgerKey: newKeys().secret });
    await engine.migrate();
    for (const rule of ['age', 'cookie']) await publish(engine, rule);
    await decide(engine, 'anna', 'age');
    await decide(engine, 'anna', 'cookie', 'reject');
    await publish(engine, 'age', '# Age, again');
    await decide(engine, 'anna', 'age', 'reject');
    await decide(engine, 'bob', 'age');
    await engine.ledger.seal();
  });

  test('the ledger can be listed by person, policy and version of its text', async () => {
    assert.deepEqual(await found('rule=age&version=1'), ['anna age 1 accepted']);
    assert.deepEqual(await found('rule=age&version=2'), ['bob age 2 accepted', 'anna age 2 rejected']);
    assert.deepEqual(await found('rule=age&version=2&q=anna'), ['anna age 2 rejected']);
    assert.deepEqual(await found('rule=age&version=2&decision=accepted'), ['bob age 2 accepted']);
    assert.deepEqual(await found('version=1'), ['anna cookie 1 rejected', 'anna age 1 accepted']);
    assert.deepEqual(await found('version=1&decision=rejected'), ['anna cookie 1 rejected']);
    assert.deepEqual(await found('kind=publications&version=1'), ['cookie 1', 'age 1']);
    assert.deepEqual(await found('kind=all&rule=age&version=2'), [
      'bob age 2 accepted',
      'anna age 2 rejected',
      'age 2',
    ]);
    assert.deepEqual(await found('kind=flags&version=1'), []);
    assert.deepEqual(await found('rule=age&version=3'), []);
    assert.equal((await found('rule=&version=&decision=')).length, 4);
  });

  test('the ledger can be listed in both orders, with chosen columns, and tells versions and visitors apart', async () => {
    assert.deepEqual(await found('rule=age&version=2&sort=at'), ['anna age 2 rejected', 'bob age 2 accepted']);
    assert.equal((await get('/ledger.json?sort=rule')).status, 422);
    const page = await (await get('/ledger?rule=age&sort=at&columns=version')).text();
    const head = /<thead.*?<\/thead>/s.exec(page)?.[0] ?? '';
    assert.deepEqual(
      [...head.matchAll(/<th [^>]*>(?:<[^>]+>)*([^<]*)/g)].map(([, label]) => label),
      ['Policy', 'Version', 'Decision', 'Time', 'Person'],
    );
    // Links keep what else is chosen; the other order is that without a choice.
    assert.match(
      head,
      /aria-sort="ascending"><a class="pe-sort" href="[^"]*ledger\?kind=decisions&amp;rule=age&amp;columns=version"/,
    );
    assert.match(page, /sort=at&amp;columns=version%2Chow">Show: Source</);
    assert.match(page, /<time datetime="([^"]+)T([\d:]+)\.\d+Z" title="\1 \2 UTC"/);
    const mine = await (await ask(engine, '/ledger/events', { user: 'anna' })).text();
    assert.match(mine, />Version<.*data-label="Version"><span>2</s);
  });

  test('times are in the zone that a reader chose, which works without scripts', async () => {
    const cookie = 'policy_engine_panel=zone%3DAsia%252FTokyo';
    const page = await (await get('/ledger')).text();
    assert.match(page, /data-local="short"/);
    const chosen = await (await ask(engine, '/ledger', { user: 'admin', headers: { cookie } })).text();
    assert.doesNotMatch(chosen, /data-local/);
    assert.match(chosen, /Times in <a [^>]*preferences"><bdi>Asia\/Tokyo</);
    const at = /<time datetime="([^"]+)"[^>]*>([^<]+)</.exec(chosen);
    const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Tokyo' });
    assert.equal(at?.[2], format.format(new Date(at?.[1] ?? '')));
    const hostile = await ask(engine, '/ledger', {
      user: 'admin',
      headers: { cookie: 'policy_engine_panel=zone%3D%253Cb' },
    });
    assert.match(await hostile.text(), /data-local="short"/);
    const choose = (zone: string) =>
      ask(engine, '/preferences.json', { user: 'anna', method: 'POST', body: { zone, keys: false } });
    const set = await choose('Asia/Tokyo');
    assert.equal(set.status, 204);
    assert.match(
      set.headers.get('set-cookie') ?? '',
      /policy_engine_panel=zone%3DAsia%252FTokyo%26keys%3Doff;.*HttpOnly/,
    );
    assert.equal((await choose('Mars/Olympus')).status, 422);
  });

  test('the page and the files of the ledger have the filter by version, too', async () => {
    const html = await (await get('/ledger?rule=age&version=2')).text();
    // A word would be refused on a page of its own.
    assert.match(html, /<input[^>]*type="number"[^>]*value="2"[^>]*min="1"[^>]*name="version"/);
    assert.match(html, /export\.csv\?[^"]*version=2/);
    const csv = await (await get('/ledger/export.csv?rule=age&version=2')).text();
    assert.equal(csv.trimEnd().split('\r\n').length, 3);
    const rows = (await (await get('/ledger/export.json?rule=age&version=1')).json()) as unknown[];
    assert.equal(rows.length, 1);
  });

  test('the page of one person names the person, and an entry without a decision has no dash in its card', async () => {
    const named = /Person:\s*<a href="[^"]*people\/anna"/;
    assert.match(await (await get('/ledger?subject=anna')).text(), named);
    assert.doesNotMatch(await (await get('/ledger?rule=age')).text(), named);
    const published = await (await get('/ledger?kind=publications')).text();
    assert.equal(published.match(/<td role="cell" class="pe-nothing">/g)?.length, 3);
  });

  test('people can take all of their own decisions with them, as CSV and JSON', async () => {
    const own = (path: string, user?: string) =>
      ask(engine, `/ledger/events${path}`, user === undefined ? {} : { user });
    const events = (await (await own('.json', 'anna')).json()) as unknown[];
    assert.equal(events.length, 3);
    assert.deepEqual(await (await own('/export.json', 'anna')).json(), events);
    const csv = await (await own('/export.csv', 'anna')).text();
    assert.equal(csv.trimEnd().split('\r\n').length, 4);
    assert.match(csv, /,decision,age,2,rejected,/);
    assert.doesNotMatch(csv, /bob/);
    assert.match(await (await own('', 'anna')).text(), /\/ledger\/events\/export\.csv/);
    assert.equal((await own('/export.csv')).status, 401);
  });

  test('numbers in addresses are decimal digits: 1e1 is not 10', async () => {
    for (const path of [
      ...['1e1', '0x1', '1.0', '-1', '0', '%201', 'one'].map((version) => `/ledger.json?version=${version}`),
      '/ledger.json?page=1e0',
      '/ledger/consistency.json?from=0&to=1e0',
      '/ledger/consistency.json?from=%20&to=1',
      '/ledger/checkpoint?size=0x1',
      '/audit.json?page=1e0',
    ]) {
      assert.equal((await get(path)).status, 422, path);
    }
    assert.equal((await get('/ledger/consistency.json?from=1&to=2')).status, 200);
  });
});

test('a decision in a language is read of all policies together: one that has none in it is not read to its end', async () => {
  const rules = () => Promise.resolve(['a', 'b']);
  const parts = (filter: object) => partsOf({ kind: 'decisions', decision: 'rejected', ...filter }, rules);
  assert.deepEqual(await parts({ language: 'fr' }), [{ kind: 'decision', decision: 'rejected' }]);
  assert.equal((await parts({})).length, 2);
  assert.equal((await parts({ language: 'fr', subjects: { userIds: ['1'] } })).length, 2);
});
