/** Identity by a mailed link: what waits for it, how it ends, and what happens if a mail or a process is lost. */
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { createPolicyEngine, type Database, type OutgoingMail, PolicyEngineError } from 'policy-engine';
import type { PolicyEngineOptions } from 'policy-engine';
import { getTestEngine, type TestRule } from 'policy-engine/testing';
import { readAll, tablesOf } from '../faults/state.ts';
import { forEachDatabase } from '../support/databases.ts';
import { ALL, loneShop, MINE, shopWithMail, subjectsTo } from './asking.ts';
import { addPerson, countOf, DAY, makeShop, shopEngine } from './shop.ts';

const LINK = '/erasure_identity';
const MINUTE = 60_000;
const BY_MAIL = { graceDays: 14, identify: 'mail' } as const;
const WAS_IT_YOU = 'Did you request the deletion of your data?';

type Shop = Awaited<ReturnType<typeof shopWithMail>>;

/** The tokens that were mailed to an address, in order. */
function tokensTo(mails: readonly OutgoingMail[], user: string): string[] {
  const texts = mails.filter(({ to }) => to.address === `${user}@shop.test`).map(({ text }) => text);
  return texts.flatMap((text) => /\/erasure_identity\?token=(\w+)/.exec(text)?.[1] ?? []);
}

/** Requests an erasure, and sends the mails. */
async function asked(shop: Shop, user: string): Promise<{ id: string; token: string }> {
  const { status, body } = await shop.ask(user, 'POST', `${MINE}.json`);
  assert.deepEqual([status, body.state, body.awaits_identity, body.grace_until], [201, 'pending', true, null]);
  await shop.work();
  return { id: body.id, token: tokensTo(shop.mails, user).at(-1) ?? '' };
}

type Browsing = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

/** A call by a user's browser. */
async function browse(shop: Shop, user: string | null, path: string, init: Browsing = {}) {
  const headers = { accept: 'text/html', ...init.headers };
  const response = await shop.test.as(user).fetch(`/policies${path}`, { ...init, headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const press = (shop: Shop, user: string | null, token: string, headers: Record<string, string> = {}) =>
  browse(shop, user, LINK, { method: 'POST', body: new URLSearchParams({ token }), headers });

const confirmed = (shop: Shop, token: string) => shop.ask('otto', 'POST', `${LINK}.json`, { token });

forEachDatabase((target) => {
  let database: Database;
  before(async () => {
    database = await target.open();
    await shopEngine(database);
  });
  beforeEach(async () => {
    await makeShop(database);
    for (const table of ['requests', 'links']) await database.execute(`delete from policy_manager_erasure_${table}`);
    for (const table of ['mails', 'jobs']) await database.execute(`delete from policy_manager_${table}`);
  });

  test('a request waits until its person has followed the link, and only then its deadline starts', async () => {
    const errors: unknown[] = [];
    const logger = { error: (...details: unknown[]) => void errors.push(details) };
    const shop = await shopWithMail(database, { erasure: BY_MAIL, logger });
    const { ask, mails } = shop;
    await addPerson(database, 'anna');
    const { id, token } = await asked(shop, 'anna');
    assert.match(token, /^[0-9a-f]{64}$/);
    assert.deepEqual(subjectsTo(mails, 'inbox@shop.test'), [], 'nobody has anything to do yet');
    assert.deepEqual(subjectsTo(mails, 'anna@shop.test'), [WAS_IT_YOU]);
    const stored = JSON.stringify([...(await readAll(database, await tablesOf(database)))]);
    assert.ok(!stored.includes(token), 'only its hash is stored');

    // An administrator sees what it waits for, and cannot confirm it.
    const { body: one } = await ask('admin', 'GET', `${ALL}/${id}.json`);
    assert.deepEqual([one.state, one.awaits_identity, one.grace_until], ['pending', true, null]);
    const early = await ask('admin', 'POST', `${ALL}/${id}/confirm.json`);
    assert.deepEqual([early.status, early.body.code], [409, 'identity_awaited']);
    shop.pass(20 * MINUTE);

    // Mail programs fetch links: that confirms nothing, and the holder of the link learns no name.
    const opened = await browse(shop, null, `${LINK}?token=${token}`);
    assert.deepEqual([opened.status, opened.headers.get('referrer-policy')], [200, 'no-referrer']);
    assert.equal(opened.headers.get('cache-control'), 'private, no-store');
    assert.match(opened.text, /a…@s…\.test/);
    assert.doesNotMatch(opened.text, /anna|Name of/);
    assert.equal((await browse(shop, null, `${LINK}?token=${token}`, { method: 'HEAD' })).status, 200);
    const described = await ask('otto', 'GET', `${LINK}.json?token=${token}`);
    assert.deepEqual(Object.keys(described.body), ['created_at', 'expires_at', 'address']);
    assert.match((await browse(shop, 'otto', `${LINK}?token=${token}`)).text, /signed in with a different account/);
    assert.doesNotMatch(
      (await browse(shop, 'anna', `${LINK}?token=${token}`)).text,
      /signed in with a different account/,
    );
    assert.equal((await press(shop, null, token, { 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.equal((await ask('anna', 'GET', `${MINE}/${id}.json`)).body.awaits_identity, true);

    const done = await press(shop, null, token);
    assert.deepEqual([done.status, done.headers.get('location')], [303, '/policies']);
    const { body: after } = await ask('anna', 'GET', `${MINE}/${id}.json`);
    assert.deepEqual([after.state, after.awaits_identity], ['pending', false]);
    assert.equal(after.grace_until?.slice(0, 16), '2026-03-15T10:20', 'from the confirmation on');
    await shop.work();
    assert.deepEqual(subjectsTo(mails, 'inbox@shop.test'), ['New erasure request']);
    assert.equal(subjectsTo(mails, 'anna@shop.test').at(-1), 'We have received your request to delete your data');
    assert.equal((await confirmed(shop, token)).status, 410, 'it works once');

    assert.equal((await ask('admin', 'POST', `${ALL}/${id}/confirm.json`)).status, 200);
    shop.pass(14 * DAY);
    await shop.work();
    const { body: erased } = await ask('admin', 'GET', `${ALL}/${id}.json`);
    assert.equal(erased.state, 'completed');
    assert.equal(await countOf(database, 'policy_manager_erasure_links'), 0);
    assert.ok(!JSON.stringify([erased, errors]).includes(token));
  });

  test('a link is invalid after its expiry, after a newer one, and after its request is closed', async () => {
    const shop = await shopWithMail(database, { erasure: { ...BY_MAIL, linkMinutes: 10 } });
    const { ask, mails } = shop;
    await addPerson(database, 'bea');
    const first = await asked(shop, 'bea');
    const renew = () => ask('bea', 'POST', `${MINE}/${first.id}/identity.json`);
    assert.equal((await ask('otto', 'POST', `${MINE}/${first.id}/identity.json`)).status, 404);
    assert.equal((await renew()).status, 202);
    // Before the mail with the new link is sent.
    assert.equal((await confirmed(shop, first.token)).status, 410);
    await shop.work();
    shop.pass(11 * MINUTE);
    const second = tokensTo(mails, 'bea').at(-1) ?? '';
    const pages = [];
    for (const token of [first.token, second, 'f'.repeat(64), '', 'x'.repeat(5000)]) {
      const { status, text, headers } = await browse(shop, null, `${LINK}?token=${token}`);
      assert.deepEqual([status, headers.get('referrer-policy')], [410, 'no-referrer']);
      pages.push(text.replaceAll(/nonce="[^"]*"/g, ''));
      assert.equal((await press(shop, null, token)).status, 410);
      assert.deepEqual((await confirmed(shop, token.slice(0, 200))).body.code, 'identity_link_ended');
    }
    assert.equal(new Set(pages).size, 1, 'one page for all of them');
    assert.match(pages[0] ?? '', /request a new link/);

    assert.equal((await renew()).status, 202);
    await shop.work();
    const third = tokensTo(mails, 'bea').at(-1) ?? '';
    assert.equal((await ask('bea', 'DELETE', `${MINE}/${first.id}.json`)).status, 204);
    assert.equal((await confirmed(shop, third)).status, 410);
    assert.equal(await countOf(database, 'policy_manager_erasure_links'), 0);
    assert.equal((await renew()).body.code, 'identity_not_awaited');
  });

  test('a link is valid from when its mail is sent, even if it is unknown which attempt arrived', async () => {
    const mails: OutgoingMail[] = [];
    let mood: 'away' | 'silent' | 'takes' = 'away';
    const sendMail = async (mail: OutgoingMail) => {
      if (mood !== 'away') mails.push(mail);
      if (mood !== 'takes') throw new Error('the server is away');
    };
    const shop = await shopWithMail(database, { erasure: BY_MAIL, mail: { transport: { sendMail } } });
    await addPerson(database, 'cleo');
    const { body } = await shop.ask('cleo', 'POST', `${MINE}.json`);
    await shop.work();
    assert.deepEqual(mails, []);
    // Hours later the mail is accepted, and the process dies before it knows: the mail is sent again, with its own link.
    shop.pass(3 * 60 * MINUTE);
    mood = 'silent';
    await shop.work();
    shop.pass(25 * 60 * MINUTE);
    mood = 'takes';
    await shop.work();
    const [early = '', late = ''] = tokensTo(mails, 'cleo');
    assert.notEqual(early, late);
    assert.equal((await confirmed(shop, early)).status, 410, 'its time is over');
    assert.equal((await confirmed(shop, late)).status, 200);
    assert.equal((await shop.ask('cleo', 'GET', `${MINE}/${body.id}.json`)).body.awaits_identity, false);
  });

  test('each link of repeated mail attempts works, and one confirmation ends all of them', async () => {
    const mails: OutgoingMail[] = [];
    const sendMail = async (mail: OutgoingMail) => {
      if (mails.push(mail) === 1) throw new Error('it was taken, and nobody knows');
    };
    const shop = await shopWithMail(database, { erasure: BY_MAIL, mail: { transport: { sendMail } } });
    await addPerson(database, 'dora');
    await shop.ask('dora', 'POST', `${MINE}.json`);
    await shop.work();
    shop.pass(5 * MINUTE);
    await shop.work();
    const [first = '', second = ''] = tokensTo(mails, 'dora');
    const statuses = await Promise.all([first, second].map(async (token) => (await confirmed(shop, token)).status));
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, 410],
    );
    await shop.work();
    assert.equal(subjectsTo(mails, 'inbox@shop.test').length, 1);
  });

  test('a queued mail is not sent after its request was withdrawn or got a newer link', async () => {
    const shop = await shopWithMail(database, { erasure: BY_MAIL });
    await addPerson(database, 'emil');
    const { body } = await shop.ask('emil', 'POST', `${MINE}.json`);
    await shop.ask('emil', 'POST', `${MINE}/${body.id}/identity.json`);
    await shop.work();
    assert.equal(tokensTo(shop.mails, 'emil').length, 1);
    await shop.ask('emil', 'POST', `${MINE}/${body.id}/identity.json`);
    await shop.ask('emil', 'DELETE', `${MINE}/${body.id}.json`);
    await shop.work();
    assert.equal(tokensTo(shop.mails, 'emil').length, 1);
    assert.equal(await countOf(database, 'policy_manager_mails', "state = 'waiting'"), 0);
  });
});

describe('identity by a mailed link', () => {
  const shopOf = (options: Partial<PolicyEngineOptions<TestRule>> = {}) =>
    loneShop({ erasure: { ...BY_MAIL, graceDays: 0 }, ...options });

  test('identity mails are rate-limited, and not sent if the host’s code confirms the person', async () => {
    await using lone = await shopOf();
    const { ask, engine, work, mails } = lone.shop;
    const { body } = await ask('anna', 'POST', `${MINE}.json`);
    const statuses = [];
    for (let time = 0; time < 20; time += 1) {
      statuses.push((await ask('anna', 'POST', `${MINE}/${body.id}/identity.json`)).status);
    }
    assert.deepEqual([statuses[0], statuses.at(-1)], [202, 429]);
    const { id, identifiedAt } = await engine.erasure.create({ id: 'otto' });
    assert.notEqual(identifiedAt, null);
    await engine.erasure.confirm(id);
    await work();
    assert.equal((await engine.erasure.find(id)).state, 'completed');
    assert.deepEqual(tokensTo(mails, 'otto'), []);
  });

  test('a request that waits for its link can be held and denied, and does not bypass a hold', async () => {
    await using lone = await shopOf();
    const { ask, engine, work } = lone.shop;
    const { id, token } = await asked(lone.shop, 'anna');
    await engine.erasure.hold(id, 'A court asks for it.');
    assert.equal((await confirmed(lone.shop, token)).status, 200);
    await work();
    const { state, identifiedAt } = await engine.erasure.find(id);
    assert.deepEqual([state, identifiedAt === null], ['held', false]);
    await engine.erasure.deny(id, 'A law wants all of it.');
    const next = await asked(lone.shop, 'anna');
    await engine.erasure.deny(next.id, 'We can not tell who asks.');
    assert.equal((await confirmed(lone.shop, next.token)).status, 410);
    assert.equal((await ask('anna', 'GET', `${MINE}/${next.id}.json`)).body.state, 'denied');
  });

  test('needs an email address of the person', async () => {
    await using lone = await shopOf({ userResource: { find: async (id) => ({ id, email: null }) } });
    const refused = await lone.shop.ask('anna', 'POST', `${MINE}.json`);
    assert.deepEqual([refused.status, refused.body.code], [422, 'identity_unconfirmed']);
    assert.deepEqual(
      refused.body.errors?.map(({ field, code }) => [field, code]),
      [['', 'address_missing']],
    );
    const page = await browse(lone.shop, 'anna', MINE, { method: 'POST', body: new URLSearchParams() });
    assert.equal(page.status, 422);
    assert.match(page.text, /We don’t have an email address to send you a link/);
    assert.doesNotMatch(page.text, /already have an open request/);
  });

  test('is in the language of the person, on its pages and in its mail', async () => {
    for (const [locale, subject, title] of [
      ['en', WAS_IT_YOU, 'Did you make this request?'],
      ['es', '¿Solicitó usted la supresión de sus datos?', '¿Hizo usted esta solicitud?'],
      ['fr', 'Avez-vous demandé l’effacement de vos données\u00a0?', 'Avez-vous fait cette demande\u00a0?'],
      ['tr', 'Verilerinizin silinmesini siz mi talep ettiniz?', 'Bu talepte siz mi bulundunuz?'],
    ] as const) {
      await using lone = await shopOf();
      const { shop } = lone;
      const headers = { 'accept-language': locale };
      const asking = { method: 'POST', body: new URLSearchParams(), headers };
      assert.equal((await browse(shop, 'anna', MINE, asking)).status, 303);
      await shop.work();
      assert.equal(shop.mails[0]?.subject, subject);
      const [token = ''] = tokensTo(shop.mails, 'anna');
      for (const [path, user] of [
        [`${LINK}?token=${token}`, null],
        [`${LINK}?token=${token}`, 'otto'],
        [LINK, null],
        [MINE, 'anna'],
        [ALL, 'admin'],
      ] as const) {
        const { text } = await browse(shop, user, path, { headers });
        assert.match(text, new RegExp(`<html lang="${locale}"`));
        assert.doesNotMatch(text, /\{\w+\}|\berasure\.\w+|undefined/, `${path} ${locale}`);
      }
      assert.ok((await browse(shop, null, `${LINK}?token=${token}`, { headers })).text.includes(title));
    }
  });

  test('is refused at start without a mailer, an email address, or an address of the site', async () => {
    const lacking = (options: Partial<PolicyEngineOptions>): string[] => {
      try {
        createPolicyEngine({
          database: {} as Database,
          rules: [{ name: 'cookie', sessionless: true }],
          currentUser: () => null,
          ...options,
        });
      } catch (error) {
        assert.ok(error instanceof PolicyEngineError && error.code === 'configuration_invalid');
        return (error.problems ?? []).map(({ path }) => path).filter((path) => path !== 'database');
      }
      return [];
    };
    const mail = { transport: 'smtp://127.0.0.1:1' };
    const whole = {
      mail,
      fromEmail: 'shop@shop.test',
      publicOrigins: ['https://shop.test'],
      userResource: { find: () => null },
    };
    assert.deepEqual(lacking({ erasure: BY_MAIL }), ['mail', 'publicOrigins', 'userResource.find']);
    const { publicOrigins: _origins, ...nowhere } = whole;
    assert.deepEqual(lacking({ ...nowhere, erasure: BY_MAIL }), ['publicOrigins']);
    assert.deepEqual(lacking({ ...whole, userResource: {}, erasure: BY_MAIL }), ['userResource.find']);
    assert.deepEqual(lacking({ ...whole, erasure: { ...BY_MAIL, linkMinutes: 1 } }), ['erasure.linkMinutes']);
    assert.deepEqual(lacking({ ...whole, erasure: { identify: 'post' as 'mail' } }), ['erasure.identify']);
    await using made = await getTestEngine({ ...whole, erasure: BY_MAIL });
    assert.deepEqual((await made.engine.erasure.list()).requests, []);
  });
});
