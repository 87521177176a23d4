/** Retention: rows that were kept for a legal reason until a date, and rows that are older than allowed. */
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { Database } from 'policy-engine';
import { forEachDatabase } from '../support/databases.ts';
import { shopWithMail } from './asking.ts';
import type { ColumnValues, DataRow } from 'policy-engine/data-map';
import { TRANSLATED } from '../../dist/platform/i18n/texts/catalogue.js';
import { addPerson, countOf, DAY, makeShop, RULES, type ShopEngine, shopEngine } from './shop.ts';

const VISITS = RULES.find(({ name }) => name === 'visits')!;
const ORDERS = RULES.find(({ name }) => name === 'orders')!;
const REVIEWS = RULES.find(({ name }) => name === 'reviews')!;

/** Responses of `/retention`. */
interface Answer extends Run {
  readonly pages: number;
  readonly rules: readonly { readonly rule: string; readonly action: string; readonly next: string | null }[];
  readonly runs: readonly Run[];
}

interface Run {
  readonly id: string;
  readonly dry_run: boolean;
  readonly state: string;
  readonly entries: readonly { readonly rule: string; readonly rows: number; readonly oldest: string | null }[];
}

forEachDatabase((target) => {
  let database: Database;
  before(async () => {
    database = await target.open();
    await shopEngine(database);
  });
  beforeEach(() => makeShop(database));

  test('retention deletes kept rows on their date', async () => {
    const shop = await shopEngine(database);
    await addPerson(database, 'anna');
    const { id } = await shop.engine.erasure.create({ id: 'anna' });
    await shop.engine.erasure.confirm(id);
    await shop.work();
    assert.equal(await countOf(database, 'shop_orders'), 2);
    shop.pass(9 * 365 * DAY);
    await shop.work();
    assert.equal(await countOf(database, 'shop_orders'), 2, 'until 2035-05-01');
    shop.pass(100 * DAY);
    await shop.work();
    assert.equal(await countOf(database, 'shop_orders'), 0);
    assert.equal(await countOf(database, 'policy_manager_erasure_kept'), 0);
    const { rows } = await database.execute(
      "select rule, subject from policy_manager_admin_actions where action = 'retention_applied'",
    );
    assert.deepEqual(rows, [{ rule: 'orders', subject: '2' }]);
  });

  test('retention reports what it cannot delete, and deletes the rest', async () => {
    const shop = await shopEngine(database);
    await addPerson(database, 'bea');
    const { id } = await shop.engine.erasure.create({ id: 'bea' });
    await shop.engine.erasure.confirm(id);
    await shop.work();
    const later = await shopEngine(database, {
      dataRules: RULES.filter(({ name }) => !['orders', 'items'].includes(name)),
    });
    later.pass(10 * 365 * DAY);
    const report = await later.engine.erasure.applyRetention();
    assert.deepEqual(
      report.map(({ rule, rows, error }) => [rule, rows, error]),
      [['orders', 0, 'no rule orders with a table is declared']],
    );
    assert.equal(await countOf(database, 'policy_manager_erasure_kept'), 2, 'it is tried again');
    shop.pass(10 * 365 * DAY);
    await shop.engine.erasure.applyRetention();
    assert.equal(await countOf(database, 'policy_manager_erasure_kept'), 0);
  });

  test('retention deletes rows that are older than their rule allows, by age and condition', async () => {
    const shop = await shopEngine(database, {
      dataRules: [
        ...RULES.filter((rule) => rule !== VISITS && rule !== REVIEWS),
        { ...VISITS, retention: { after: { days: 30 }, from: 'seen_at', where: { page: '/' } } },
        REVIEWS,
      ],
    });
    await addPerson(database, 'cleo', { visits: 70 });
    await database.execute(
      "update shop_visits set page = '/kept' where id = (select max(id) from (select id from shop_visits) v)",
    );
    await database.execute(
      "insert into shop_visits values (-1, 'cleo', '/', '2026-02-20'), (-2, null, '/', '2026-01-02T10:00:00.000Z'), (-3, 'cleo', '/', null)",
    );
    const expected = [
      {
        rule: 'visits',
        action: 'aged',
        rows: 1,
        oldest: '2026-01-02T10:00:00.000Z',
        // A month after those of 1 February.
        next: '2026-03-03T00:00:00.000Z',
      },
    ];
    assert.deepEqual(await shop.engine.erasure.applyRetention({ dryRun: true }), expected);
    assert.equal(await countOf(database, 'shop_visits'), 73, 'nothing was changed');
    assert.deepEqual(await shop.engine.erasure.applyRetention(), expected);
    assert.equal(await countOf(database, 'shop_visits', 'id = -2'), 0);
    shop.pass(7 * DAY);
    assert.deepEqual(await shop.engine.erasure.applyRetention(), [
      {
        rule: 'visits',
        action: 'aged',
        rows: 69,
        oldest: '2026-02-01T00:00:00.000Z',
        next: '2026-03-22T00:00:00.000Z',
      },
    ]);
    assert.equal(await countOf(database, 'shop_visits'), 3);
    assert.deepEqual(await shop.engine.erasure.applyRetention(), []);
  });

  test('retention keeps rows of people whose data is held for a legal reason', async () => {
    const shop = await shopEngine(database, {
      dataRules: [
        {
          ...VISITS,
          retention: { after: { months: 1 }, from: 'seen_at', action: { action: 'set', columns: { page: null } } },
        },
      ],
    });
    await addPerson(database, 'dora', { visits: 3 });
    await addPerson(database, 'otto', { visits: 2 });
    await database.execute("insert into shop_visits values (-1, null, '/', '2026-02-01')");
    const { id } = await shop.engine.erasure.create({ id: 'dora' });
    await shop.engine.erasure.hold(id, 'A court asks for it.');
    shop.pass(60 * DAY);
    assert.deepEqual(await shop.engine.erasure.applyRetention(), [
      { rule: 'visits', action: 'aged', rows: 3, oldest: '2026-02-01T00:00:00.000Z', next: null },
    ]);
    assert.equal(await countOf(database, 'shop_visits', "user_id = 'dora' and page = '/'"), 3);
    assert.equal(await countOf(database, 'shop_visits', 'page is null'), 3);
    assert.deepEqual(await shop.engine.erasure.applyRetention(), [], 'what was set is not set again');
  });

  test('retention deletes rows that match a condition at any age, unless they change meanwhile', async () => {
    const words = 'until the page is gone';
    const shop = await shopEngine(database, {
      dataRules: [
        { ...VISITS, retention: { where: { page: '/gone' }, words } },
        {
          ...REVIEWS,
          retention: {
            words,
            where: { author: 'gone' },
            action: {
              action: 'set',
              pseudonymised: true,
              columns: {
                // Somebody writes while the host is asked: that row is kept.
                body: async () => {
                  await database.execute("update shop_reviews set author = 'back' where id = 'second'");
                  return null;
                },
              },
            },
          },
        },
      ],
    });
    await addPerson(database, 'emil', { visits: 3, reviews: 0 });
    await database.execute(
      "insert into shop_visits values (-1, 'emil', '/gone', '2026-03-01'), (-2, null, '/gone', null)",
    );
    await database.execute(
      "insert into shop_reviews values ('first', 'emil', 'gone', 'Good'), ('second', 'emil', 'gone', 'Bad')",
    );
    const undated = { oldest: null, next: null };
    assert.deepEqual(await shop.engine.erasure.applyRetention(), [
      { rule: 'visits', action: 'aged', rows: 2, ...undated },
      { rule: 'reviews', action: 'aged', rows: 1, ...undated },
    ]);
    assert.deepEqual(
      [await countOf(database, 'shop_visits'), await countOf(database, 'shop_reviews', 'body is null')],
      [3, 1],
    );
  });

  test('retention sets columns by functions once, and names a function that would change rows each day', async () => {
    const setting = (columns: ColumnValues, where: Readonly<Record<string, string>> = {}) =>
      shopEngine(database, {
        dataRules: [
          {
            ...VISITS,
            retention: {
              after: { days: 30 },
              from: 'seen_at',
              where,
              action: { action: 'set', pseudonymised: true, columns },
            },
          },
        ],
      });
    const gone = async (shop: ShopEngine) => {
      shop.pass(60 * DAY);
      const report = await shop.engine.erasure.applyRetention();
      return report.map(({ rows, error }) => error ?? rows);
    };
    await addPerson(database, 'gina', { visits: 3 });
    const shorten = ({ page }: DataRow) => String(page).slice(0, 1);
    await database.execute("update shop_visits set page = '/a/long/path'");
    assert.deepEqual(await gone(await setting({ page: shorten })), [3]);
    assert.deepEqual(await gone(await setting({ page: shorten })), [], 'what was set is not set again');

    // A row is processed even if one of its columns already has the constant.
    await database.execute("update shop_visits set page = '/b/path', user_id = null");
    const both = await setting({ user_id: null, page: shorten });
    assert.deepEqual(await both.engine.erasure.applyRetention({ dryRun: true }), []);
    both.pass(60 * DAY);
    assert.equal((await both.engine.erasure.applyRetention({ dryRun: true }))[0]?.rows, 3);
    assert.deepEqual(await gone(both), [3]);
    assert.deepEqual(await gone(both), []);

    const longer = ({ page }: DataRow) => `${String(page)}x`;
    const [error] = await gone(await setting({ page: longer }));
    assert.match(String(error), /function of the column page returns another value for a row that it has already set/);
    assert.equal(await countOf(database, 'shop_visits', "page = '/'"), 3, 'nothing was changed');
    // A row that no longer matches may be set to anything.
    const once = await setting({ page: longer }, { page: '/' });
    assert.deepEqual([await gone(once), await gone(once)], [[3], []]);
  });

  test('retention shows administrators the last runs, and counts what would be deleted', async () => {
    const shop = await shopWithMail(database, {
      erasure: { graceDays: 0 },
      dataRules: [
        ...RULES.filter((rule) => ![VISITS, REVIEWS, ORDERS].includes(rule)),
        { ...ORDERS, erasure: { action: 'keep', ground: 'Tax law', until: { days: 310, from: 'placed_at' } } },
        { ...VISITS, retention: { after: { days: 30 }, from: 'seen_at' } },
        { ...REVIEWS, retention: { after: { days: 1 }, from: 'author' } },
      ],
    });
    const ask = async (method: string, path: string) =>
      (await shop.ask('admin', method, path)).body as unknown as Answer;
    await database.execute('delete from policy_manager_retention_runs');
    await addPerson(database, 'fritz', { orders: 2, visits: 2, reviews: 0 });
    await shop.engine.erasure.confirm((await shop.engine.erasure.create({ id: 'fritz' })).id);
    await shop.work();
    await addPerson(database, 'fay', { orders: 0, visits: 4, reviews: 0 });
    await database.execute("insert into shop_reviews values ('odd', 'fay', '1999, no date', 'Fine')");
    shop.pass(7 * DAY);
    const [kept, aged, odd] = await shop.engine.erasure.applyRetention({ dryRun: true });
    const whole = { next: null };
    assert.deepEqual(kept, { rule: 'orders', action: 'kept', rows: 1, oldest: '2026-03-07T00:00:00.000Z', ...whole });
    assert.deepEqual(aged, { rule: 'visits', action: 'aged', rows: 4, oldest: '2026-02-01T00:00:00.000Z', ...whole });
    assert.match(odd?.error ?? '', /author contains a value that is not a date/);
    // The daily job may be due.
    await shop.work();
    await shop.engine.erasure.applyRetention();
    assert.deepEqual([await countOf(database, 'shop_orders'), await countOf(database, 'shop_visits')], [0, 0]);

    await database.execute(
      "insert into shop_visits values (-1, 'fay', '/', '2026-01-01'), (-2, 'fay', '/', '2026-03-05')",
    );
    assert.equal((await shop.ask('fay', 'POST', '/retention/count.json')).status, 403);
    const asked = await ask('POST', '/retention/count.json');
    assert.deepEqual([asked.state, asked.dry_run, asked.entries], ['waiting', true, []]);
    assert.equal((await ask('POST', '/retention/count.json')).id, asked.id, 'not two at once');
    // As after a process that was killed while it counted.
    await database.execute(`update policy_manager_retention_runs set state = 'running' where id = '${asked.id}'`);
    await shop.work();
    const counted = await ask('GET', `/retention/${asked.id}.json`);
    assert.equal(counted.state, 'failed', 'one rule has no dates');
    const [visits] = counted.entries;
    assert.deepEqual([visits?.rule, visits?.rows, visits?.oldest?.slice(0, 10)], ['visits', 1, '2026-01-01']);
    assert.equal(await countOf(database, 'shop_visits'), 2, 'nothing was changed');

    // As after a process that was killed while it erased, after many runs.
    for (let nth = 10; nth < 100; nth += 1) {
      await database.execute(
        `insert into policy_manager_retention_runs (id, dry_run, state, created_at)
        values ('0-${nth}', 0, 'running', (select max(at) from policy_manager_admin_actions))`,
      );
    }
    await shop.engine.erasure.applyRetention();
    const list = await ask('GET', '/retention.json');
    assert.deepEqual(
      list.rules.map(({ rule, action, next }) => [rule, action, next?.slice(0, 10)]),
      [
        ['visits', 'aged', '2026-04-04'],
        ['reviews', 'aged', undefined],
        ['orders', 'kept', undefined],
      ],
    );
    assert.deepEqual(
      list.runs.slice(0, 3).map(({ state, dry_run: isDry }) => `${state} ${isDry}`),
      ['failed false', 'failed true', 'failed false'],
    );
    assert.equal(await countOf(database, 'policy_manager_retention_runs', 'dry_run = 0'), 90);
    assert.equal(await countOf(database, 'policy_manager_retention_runs', "state = 'running'"), 0);
    assert.equal(list.pages, 5);
    assert.equal((await shop.ask('admin', 'GET', '/retention/unknown.json')).status, 404);
    // The file has the runs of all pages.
    const file = (await ask('GET', '/retention/export.json')) as unknown as readonly Run[];
    assert.deepEqual(
      file.slice(0, 20).map(({ id }) => id),
      list.runs.map(({ id }) => id),
    );
    assert.equal(new Set(file.map(({ id }) => id)).size, await countOf(database, 'policy_manager_retention_runs'));
    assert.equal(await countOf(database, 'policy_manager_admin_actions', "action = 'retention_counted'"), 2);
    for (const locale of ['en', ...TRANSLATED]) {
      for (const [path, text] of [
        ['/retention', /2026-04-04/],
        [`/retention/${asked.id}`, /1999|not a date[^]*<\/code>/],
      ] as const) {
        const headers = { accept: 'text/html', 'accept-language': locale };
        const page = await (await shop.test.as('admin').fetch(`/policies${path}`, { headers })).text();
        assert.match(page, new RegExp(`<html lang="${locale}"`));
        assert.match(page, text);
        assert.doesNotMatch(page, /\{\w+\}|\bretention\.\w+|undefined/, `${path} ${locale}`);
      }
    }
  });

  test('the retention page tells an administrator what to declare if nothing is deleted automatically', async () => {
    await database.execute('delete from policy_manager_retention_runs');
    const shop = await shopEngine(database, { dataRules: [VISITS] });
    assert.deepEqual(await shop.engine.erasure.applyRetention(), []);
    const headers = { accept: 'text/html' };
    const page = await (await shop.test.as('admin').fetch('/policies/retention', { headers })).text();
    assert.match(page, /No retention periods defined[^]*dataRules/);
  });

  test('a rule that no run has counted has no dash for its next erasure', async () => {
    const rule = { ...VISITS, retention: { after: { days: 30 }, from: 'seen_at' } };
    const shop = await shopEngine(database, { dataRules: [rule] });
    const page = async () =>
      (await shop.test.as('admin').fetch('/policies/retention', { headers: { accept: 'text/html' } })).text();
    await database.execute('delete from policy_manager_retention_runs');
    assert.match(await page(), /Not counted yet/);
    await shop.engine.erasure.applyRetention();
    assert.doesNotMatch(await page(), /Not counted yet/);
  });
});
