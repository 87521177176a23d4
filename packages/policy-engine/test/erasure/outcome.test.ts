/** What people are told after an erasure that left something, and which recipients administrators see as told. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AbsenceProof, DataRuleOptions } from 'policy-engine/data-map';
import type { PolicyEngineOptions } from 'policy-engine';
import type { TestRule } from 'policy-engine/testing';
import { completedKey } from '../../dist/modules/erasure/plan/receipt.js';
import { LOOK, SECRET, startReceiver } from '../webhooks/support.ts';
import { ALL, loneShop, MINE, subjectsTo } from './asking.ts';
import { RULES } from './shop.ts';

const named = (...names: string[]): DataRuleOptions[] => RULES.filter(({ name }) => names.includes(name));
const reviews: DataRuleOptions = {
  name: 'reviews',
  label: 'Reviews',
  table: { table: 'shop_reviews', person: 'user_id' },
  erasure: { action: 'set', columns: { author: 'somebody' }, pseudonymised: true },
};
const files = (kept?: string): DataRuleOptions => ({
  name: 'files',
  label: 'Files',
  erasure: { action: 'run', erase: () => (kept === undefined ? undefined : { rows: 3, kept }) },
});
const ALL_DELETED = 'Your data has been deleted';
const EXCEPT_KEPT = 'Your data has been deleted, except what we have a legal ground to keep';
const IN_PART = 'Part of your data has been deleted';
const RECEIPT_MAIL = 'Erasure completed';

const NOTHING_FOUND: AbsenceProof = {
  tables: 3,
  columns: 9,
  sampled: [],
  found: [],
  notSearched: [],
  elsewhere: [],
  files: [],
  isIdShort: false,
  leftOut: 0,
};

/** The account stays, so that she can read her page. */
const KEPT_ACCOUNT = { table: 'shop_users', reason: 'The account stays in these tests.', search: false };

/** Erases anna by some rules, from a database in which only they find data. */
async function erased(dataRules: DataRuleOptions[], options: Partial<PolicyEngineOptions<TestRule>> = {}) {
  const { shop, ...lone } = await loneShop({ dataRules, dataMap: { exempt: [KEPT_ACCOUNT] }, ...options });
  const tables = new Set(dataRules.flatMap(({ table }) => table?.table ?? []));
  for (const table of ['shop_items', 'shop_orders', 'shop_reviews', 'shop_visits']) {
    if (!tables.has(table)) await shop.database.execute(`delete from ${table}`);
  }
  const { id } = await shop.engine.erasure.create({ id: 'anna' }, { waivesGrace: true });
  await shop.engine.erasure.confirm(id, { atOnce: true });
  // The erasure, the mails, and the deliveries of webhooks.
  for (let round = 0; round < 4; round += 1) {
    await shop.work();
    shop.pass(LOOK);
  }
  const page = async (user: string, path: string) =>
    (await shop.test.as(user).fetch(`/policies${path}`, { headers: { accept: 'text/html' } })).text();
  const { receipt } = (await shop.ask('admin', 'GET', `${ALL}/${id}.json`)).body;
  return { ...shop, ...lone, id, page, receipt };
}

const headingIn = (html: string) => /<h[23] id="(?:current|erasure-request)">([^<]*)</.exec(html)?.[1];

describe('a completed erasure', () => {
  for (const { name, rules, outcome, subject, left } of [
    { name: 'of everything', rules: named('visits'), outcome: 'all', subject: ALL_DELETED, left: null },
    {
      name: 'that keeps rows by law',
      rules: named('visits', 'orders'),
      outcome: 'kept',
      subject: EXCEPT_KEPT,
      left: /Orders[^]*Kept[^]*Tax law: ten years[^]*Kept until[^]*2035/,
    },
    {
      name: 'that pseudonymises',
      rules: [...named('visits', 'orders'), reviews],
      outcome: 'part',
      subject: IN_PART,
      left: /Reviews[^]*Pseudonymised[^]*Art\. 4\(5\)/,
    },
    {
      name: 'in which the application reports that something is left',
      rules: [...named('visits'), files('Scans of invoices <2026>')],
      outcome: 'part',
      subject: IN_PART,
      left: /Files[^]*Reported as deleted by the site’s own software[^]*Scans of invoices &lt;2026&gt;/,
    },
  ]) {
    test(`${name} says so in the headline of page and mail, in the timeline and in the JSON`, async () => {
      await using shop = await erased(rules);
      assert.equal((shop.receipt as { outcome?: string } | null)?.outcome, outcome);
      assert.equal(subjectsTo(shop.mails, 'anna@shop.test').at(-1), subject);
      for (const path of [MINE, '/privacy']) {
        const html = await shop.page('anna', path);
        assert.equal(headingIn(html), subject, path);
        assert.equal(html.includes('Your data was deleted.'), outcome === 'all', path);
        assert.equal(html.includes('Not everything was deleted.'), outcome !== 'all', path);
        const facts = /<dt>Not deleted<\/dt>([^]*?)<\/dl>/.exec(html)?.[1];
        if (left === null) assert.equal(facts, undefined, path);
        else assert.match(facts ?? '', left, path);
      }
    });
  }

  test('after which a place could not be searched is not said to be of everything', async () => {
    const read = () => {
      throw new Error('The disk is gone.');
    };
    const places = [{ name: 'uploads', list: () => ['a.txt'], read }];
    await using shop = await erased(named('visits'), { erasure: { graceDays: 14, files: places } });
    const heading = 'Your data has been deleted, as far as we could check';
    assert.equal((shop.receipt as { outcome?: string } | null)?.outcome, 'unsearched');
    assert.equal(subjectsTo(shop.mails, 'anna@shop.test').at(-1), heading);
    const html = await shop.page('anna', MINE);
    assert.equal(headingIn(html), heading);
    assert.match(html, /Some places could not be searched for remaining data/);
    assert.doesNotMatch(html, /Your data was deleted\./);
    const mail = shop.mails.findLast(({ subject }) => subject === RECEIPT_MAIL);
    assert.match(mail?.text ?? '', /Places that could not be searched completely: 1/);
  });

  test('of the application alone does not state a number that it did not report', async () => {
    await using shop = await erased([files()]);
    const entry = shop.receipt?.entries.find(({ rule }) => rule === 'files');
    assert.deepEqual([entry?.rows, entry?.reason], [null, null]);
    assert.equal(subjectsTo(shop.mails, 'anna@shop.test').at(-1), ALL_DELETED);
    assert.match(shop.mails.at(-1)?.text ?? '', /Files: Reported as deleted by the site’s own software/);
  });

  test('after which data is found where no rule keeps it is not a deletion of all', () => {
    const absence = { ...NOTHING_FOUND, tables: 3, columns: 9 };
    const found = { table: 'logs', column: 'line', rows: 1, isDeclared: true };
    const keyOf = (isKept: boolean) =>
      completedKey({ entries: [], absence: { ...absence, found: [{ ...found, isKept }] } });
    assert.equal(keyOf(false), 'erasure.mine.completed.part');
    assert.equal(keyOf(true), 'erasure.mine.completed');
  });
});

test('a receipt does not say that a law keeps something of which there was nothing', async () => {
  await using lone = await loneShop({ dataRules: named('visits', 'orders') });
  const { shop } = lone;
  for (const table of ['shop_items', 'shop_orders']) await shop.engine.database.execute(`delete from ${table}`);
  const { id } = await shop.engine.erasure.create({ id: 'anna' }, { waivesGrace: true });
  await shop.engine.erasure.confirm(id, { atOnce: true });
  await shop.work();
  const { receipt } = (await shop.ask('admin', 'GET', `${ALL}/${id}.json`)).body;
  const orders = receipt?.entries.find(({ rule }) => rule === 'orders');
  assert.deepEqual([orders?.action, orders?.rows, orders?.reason], ['delete', 0, null]);
});

describe('recipients of the erased data', () => {
  test('are not said to be told if no webhook tells them, and the administrator is told to do it', async () => {
    await using shop = await erased(named('visits'));
    const html = await shop.page('admin', `${ALL}/${shop.id}`);
    assert.match(html, /No recipient was told automatically/);
    const mail = shop.mails.findLast(({ subject }) => subject === RECEIPT_MAIL);
    assert.match(mail?.text ?? '', /tell each of them about the\s+erasure yourself/);
    assert.doesNotMatch(await shop.page('anna', MINE), /We inform the recipients/);
  });

  test('are shown with the time at which a webhook told them', async () => {
    await using receiver = await startReceiver();
    const webhooks = [
      { name: 'Parcel <service>', url: receiver.url, secret: SECRET, events: ['policy-engine.erasure.completed'] },
      { name: 'other', url: receiver.url, secret: SECRET, events: ['policy-engine.request.created'] },
    ] as const;
    await using shop = await erased(named('visits'), { webhooks });
    const { told } = shop.receipt as unknown as { told: { delivery: string; webhook: string }[] };
    assert.deepEqual(
      told.map(({ webhook }) => webhook),
      ['Parcel <service>'],
    );
    assert.equal(receiver.received.length, 1);
    const html = await shop.page('admin', `${ALL}/${shop.id}`);
    assert.match(html, /<section[^>]*aria-labelledby="told"[^]*Parcel &lt;service&gt;[^]*Delivered[^]*<time/);
    assert.ok(html.includes(`/policies/webhooks/${told[0]?.delivery ?? ''}"`));
    const mail = shop.mails.findLast(({ subject }) => subject === RECEIPT_MAIL);
    assert.match(mail?.text ?? '', /reported to these webhooks: Parcel <service>/);
  });

  test('are shown as not told while the webhook refuses', async () => {
    await using receiver = await startReceiver();
    receiver.answer = (response) => void response.writeHead(410).end();
    const webhooks = [{ name: 'Parcels', url: receiver.url, secret: SECRET }];
    await using shop = await erased(named('visits'), { webhooks });
    assert.match(await shop.page('admin', `${ALL}/${shop.id}`), /aria-labelledby="told"[^]*Parcels[^]*Receiver gone/);
  });
});
