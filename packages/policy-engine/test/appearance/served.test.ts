/** Banners as they were served: stored once by their SHA-256, named by decisions, shown again after everything has changed. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PolicyEngine, PolicyEngineOptions } from 'policy-engine';
import { getTestEngine, TEST_ORIGIN } from 'policy-engine/testing';
import { MOST_A_DAY, ServedBanners } from '../../dist/modules/appearance/served.js';
import { createQueries, engineNaming, migrate } from '../../dist/schema.js';
import { forEachDatabase } from '../support/databases.ts';

const OPTIONS: Partial<PolicyEngineOptions<'analytics'>> = {
  rules: [{ name: 'analytics', label: 'Statistics', description: 'Counts visits.', sessionless: true }],
};
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const page = (engine: PolicyEngine, headers: Record<string, string> = {}) =>
  engine.consentContext(new Request(`${TEST_ORIGIN}/`, { headers })).renderBanner();
/** What the banner's element would send as the appearance. */
const namedIn = (html: string) => /data-appearance="([^"]*)"/.exec(html)?.[1];

async function startWith(options: Partial<PolicyEngineOptions<'analytics'>>) {
  const made = await getTestEngine<'analytics'>({ ...OPTIONS, ...options });
  if ((await made.engine.terms.list('analytics')).length === 0) {
    await made.engine.terms.publish((await made.engine.terms.create('analytics', { markdown: 'What we count.' })).id);
  }
  const shownTo = async (user: string, shown: object) => {
    const body = { decisions: { analytics: false }, shown: { locale: 'en', ...shown } };
    assert.equal((await made.as(user).json('PUT', '/policies/consent.json', body)).status, 200);
    const [event] = await made.engine.ledger.eventsAbout({ userId: user, visitorId: null });
    const { appearance } = JSON.parse(event?.identity?.shown ?? '{}') as { appearance?: unknown };
    return appearance;
  };
  return { ...made, shownTo };
}

forEachDatabase((testDatabase) => {
  test('a banner that two processes serve at once is one row, which its decisions keep', async () => {
    const [database, other] = [await testDatabase.open(), await testDatabase.open()];
    await migrate(database);
    let day = '2026-11-01';
    const said: string[] = [];
    const naming = engineNaming(database.dialect);
    const servedOn = (on: typeof database) =>
      new ServedBanners({
        database: on,
        naming,
        now: () => new Date(`${day}T12:00:00Z`),
        logger: { error: (text) => said.push(text) },
      });
    const banner = { appearance: 1, css: 'p{}', html: '<p>Çüğ “日本”</p>', locale: 'en' };
    const kept = await Promise.all([database, other, database, other].map((on) => servedOn(on).keep(banner)));
    assert.deepEqual(new Set(kept).size, 1);
    const [key] = kept;
    assert.ok(key);
    const served = servedOn(database);
    assert.deepEqual(await served.find(key), {
      banner,
      text: JSON.stringify(banner),
      firstDay: day,
      lastDay: day,
    });
    assert.equal(key, sha256(JSON.stringify(banner)));
    assert.equal(await served.keep({ ...banner, locale: 'fr' }), sha256(JSON.stringify({ ...banner, locale: 'fr' })));
    // Only the named one is kept when both are old.
    assert.deepEqual(
      await Promise.all([served.name(key, 'en'), served.name(key, 'fr'), servedOn(other).name('0'.repeat(64), 'en')]),
      [key, undefined, undefined],
    );
    day = '2026-12-24';
    await servedOn(other).keep(banner);
    await served.forgetUnnamed();
    const rows = () => createQueries(database).selectFrom('served_banners').select(['hash', 'last_day']).execute();
    assert.equal((await rows()).length, 2);
    day = '2027-06-01';
    await served.forgetUnnamed();
    assert.deepEqual(await rows(), [{ hash: key, last_day: '2026-12-24' }]);

    // Texts that differ with each request do not fill the table, and one line says so.
    const text = { locale: 'en', document: '{}', first_day: day, last_day: day, is_named: false };
    const others = Array.from({ length: MOST_A_DAY - 1 }, (_, index) => ({ ...text, hash: sha256(String(index)) }));
    await createQueries(database).insertInto('served_banners').values(others).execute();
    assert.ok(await served.keep({ ...banner, html: 'The last one of the day' }));
    assert.equal(await served.keep({ ...banner, html: 'One too many' }), null);
    assert.equal(await served.keep({ ...banner, html: 'Another' }), null);
    assert.equal(said.length, 1);
    assert.ok(await served.keep(banner), 'a stored one is still named');
    // A changed row is no evidence.
    await createQueries(database)
      .updateTable('served_banners')
      .set({ document: '{}' })
      .where('hash', '=', key)
      .execute();
    assert.equal(await served.find(key), null);
    await createQueries(database).deleteFrom('served_banners').execute();
  });

  test('a decision names the banner it was made with, and none that was not served', async () => {
    const made = await startWith({ database: await testDatabase.open() });
    const digits = namedIn(await page(made.engine)) ?? '';
    const frenchDigits = namedIn(await page(made.engine, { 'accept-language': 'fr' })) ?? '';
    assert.match(`${digits} ${frenchDigits}`, /^[0-9a-f]{16} [0-9a-f]{16}$/);
    const english = String(await made.shownTo('ann', { appearance: digits }));
    const french = String(await made.shownTo('ben', { appearance: frenchDigits, locale: 'fr' }));
    assert.match(`${english} ${french}`, new RegExp(`^${digits}[0-9a-f]{48} ${frenchDigits}[0-9a-f]{48}$`));
    assert.notEqual(english, french);
    // The same for everybody: neither the page nor the visitor's decisions are part of it.
    const returning = { cookie: 'policy_rule_analytics=rejected', 'user-agent': 'Other' };
    assert.equal(namedIn(await page(made.engine, returning)), digits);
    assert.equal(await made.shownTo('gus', { appearance: english }), english);
    // The form of the banner, without JavaScript.
    const [, ...fields] = /name="shown\[(locale)\]" value="(\w+)".*?name="shown\[(appearance)\]" value="(\w+)"/s.exec(
      await page(made.engine),
    )!;
    assert.deepEqual(fields, ['locale', 'en', 'appearance', digits]);
    const form = new URLSearchParams({ all: 'reject', 'shown[locale]': 'en', 'shown[appearance]': digits });
    const sent = await made.as('fay').fetch('/policies/consent', { method: 'POST', body: form });
    assert.ok(sent.status < 400, String(sent.status));
    const [event] = await made.engine.ledger.eventsAbout({ userId: 'fay', visitorId: null });
    assert.match(event?.identity?.shown ?? '', new RegExp(`"appearance":"${english}"`));
    const file = await made.as('admin').fetch('/policies/people/fay/file.html');
    assert.match(await file.text(), new RegExp(`href="[^"]*/appearance/served/${english}"`));
    const receipt = await made.as('admin').fetch(`/policies/people/fay/events/${event?.leaf.id}.html`);
    assert.match(await receipt.text(), new RegExp(`Banner shown.*href="[^"]*/appearance/served/${english}"`, 's'));
    assert.equal(await made.shownTo('cem', { appearance: 'f'.repeat(64) }), undefined);
    assert.equal(await made.shownTo('dan', { appearance: french }), undefined);
    assert.equal(await made.shownTo('eve', {}), undefined);
    const { ok, findings } = await made.engine.ledger.verify();
    assert.deepEqual([ok, findings], [true, []]);
    const document = `/policies/appearance/served/${english}/document`;
    const stored = await made.as('admin').fetch(document);
    const text = await stored.text();
    assert.equal(sha256(text), english);
    assert.doesNotMatch(text, /policy_rule_|data-state|data-seen/);
    for (const user of ['ann', null]) {
      assert.equal((await made.as(user).fetch(document)).status, user === null ? 401 : 403);
      const shown = await made.as(user).fetch(`/policies/appearance/served/${english}.html`);
      assert.equal(shown.status, user === null ? 401 : 403);
    }
  });
});

test('a page whose record cannot be stored has its banner all the same, without a hash', async () => {
  const said: string[] = [];
  const made = await startWith({ logger: { error: (text) => said.push(text) } });
  await made.engine.database.execute('drop table policy_manager_served_banners');
  const html = await page(made.engine);
  assert.match(html, /pe-consent-panel/);
  assert.equal(namedIn(html), undefined);
  assert.equal(namedIn(await page(made.engine)), undefined);
  assert.equal(said.length, 1);
  await made[Symbol.asyncDispose]();
});

forEachDatabase((testDatabase) => {
  test('a page that is rendered while the host writes does not wait for the end of its transaction', async () => {
    const made = await startWith({ database: await testDatabase.open() });
    const host = new DatabaseSync(testDatabase.url);
    host.exec('begin immediate');
    const html = await page(made.engine);
    assert.match(html, /pe-consent-panel/);
    assert.equal(namedIn(html), undefined);
    host.exec('rollback');
    host.close();
    while (namedIn(await page(made.engine)) === undefined) await sleep(20);
    await made.engine.stop();
  });
}, 'sqlite');

test('an administrator who opens a banner that is not stored is told so, and sees that of today', async () => {
  await using made = await startWith({});
  const shown = await made.as('admin').fetch(`/policies/appearance/served/${'0'.repeat(64)}.html`);
  assert.match(
    await shown.text(),
    /No unchanged record of this banner is stored here.*src="[^"]*\/appearance\/preview"/s,
  );
  for (const part of ['frame', 'document']) {
    assert.equal((await made.as('admin').fetch(`/policies/appearance/served/${'0'.repeat(64)}/${part}`)).status, 404);
  }
});
