/** The endpoints of erasure requests: who may do what, when, and what each responds. */
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { Database } from 'policy-engine';
import { TRANSLATED } from '../../dist/platform/i18n/texts/catalogue.js';
import { forEachDatabase } from '../support/databases.ts';
import { ALL, type Entry, loneShop, MINE, passwordOf, shopWithMail, subjectsTo } from './asking.ts';
import { addPerson, countOf, DAY, makeShop, shopEngine } from './shop.ts';

forEachDatabase((target) => {
  let database: Database;
  before(async () => {
    database = await target.open();
    await shopEngine(database);
  });
  beforeEach(() => makeShop(database));

  test('an erasure request goes from the plan to the receipt, with a mail at each step', async () => {
    const shop = await shopWithMail(database);
    const { ask, mails } = shop;
    await addPerson(database, 'anna');
    const { body: before } = await ask('anna', 'GET', `${MINE}.json`);
    assert.deepEqual([before.erasure_requests, before.grace_days], [[], 14]);
    assert.deepEqual(
      before.plan.map(({ rule, action, rows, reason, until }) => [rule, action, rows, reason, until]),
      [
        ['items', 'erase_fields', 4, null, null],
        ['orders', 'keep', 4, 'Tax law: ten years', '2035-05-01T00:00:00.000Z'],
        ['reviews', 'erase_fields', 2, null, null],
        ['visits', 'delete', 30, null, null],
        ['account', 'delete', 1, null, null],
      ],
    );
    const created = await ask('anna', 'POST', `${MINE}.json`, passwordOf('anna'));
    assert.deepEqual([created.status, created.body.state, created.body.receipt], [201, 'pending', null]);
    const { id } = created.body;
    const ofRules = (plan: readonly Entry[]) => plan.filter(({ rule }) => !rule.startsWith('engine:'));
    assert.deepEqual(ofRules(created.body.plan), before.plan);
    assert.deepEqual(ofRules((await ask('anna', 'GET', `${MINE}/${id}.json`)).body.plan), before.plan);
    const { body: list } = await ask('admin', 'GET', `${ALL}.json`);
    assert.deepEqual(
      list.erasure_requests.map((one) => [one.id, one.user_id, one.state]),
      [[id, 'anna', 'pending']],
    );
    const { body: one } = await ask('admin', 'GET', `${ALL}/${id}.json`);
    assert.deepEqual([one.id, one.state, one.receipt, one.plan_error, one.steps], [id, 'pending', null, null, []]);
    assert.deepEqual(
      ofRules(one.plan).map(({ rule, rows }) => [rule, rows]),
      before.plan.map(({ rule, rows }) => [rule, rows]),
    );

    const confirmed = await ask('admin', 'POST', `${ALL}/${id}/confirm.json`);
    assert.deepEqual([confirmed.status, confirmed.body.state], [200, 'pending']);
    const again = await ask('admin', 'POST', `${ALL}/${id}/confirm.json`);
    assert.deepEqual([again.status, again.body.code], [409, 'request_not_pending']);
    shop.pass(14 * DAY);
    await shop.work();
    const { body: done } = await ask('admin', 'GET', `${ALL}/${id}.json`);
    assert.deepEqual([done.state, done.user_id], ['completed', null]);
    assert.deepEqual(
      ofRules(done.receipt?.entries ?? []).map(({ rule, action }) => [rule, action]),
      [
        ['items', 'erase_fields'],
        ['orders', 'keep'],
        ['orders', 'delete'],
        ['reviews', 'erase_fields'],
        ['visits', 'delete'],
        ['account', 'delete'],
      ],
    );
    assert.deepEqual(done.plan, done.receipt?.entries);
    assert.ok(done.steps.every(({ state }) => state === 'done'));
    await shop.work();
    assert.deepEqual(subjectsTo(mails, 'inbox@shop.test'), ['New erasure request', 'Erasure completed']);
    assert.deepEqual(
      subjectsTo(mails, 'anna@shop.test').at(-1),
      'Your data has been deleted, except what we have a legal ground to keep',
    );
    const receipt = mails.findLast(({ to }) => to.address === 'anna@shop.test');
    assert.match(receipt?.text ?? '', /Orders: Kept: 2 · until May 1, 2035 · Tax law: ten years/);
    assert.match(receipt?.text ?? '', /Visits: Deleted: 30/);
    assert.match(receipt?.text ?? '', /Backups may contain a copy until/);
    const toAdmin = mails.findLast(({ to }) => to.address === 'inbox@shop.test');
    assert.doesNotMatch(toAdmin?.text ?? '', /anna/);
    assert.equal(await countOf(database, 'shop_users'), 0);
  });

  test('an erasure is not requested unless the person confirms their identity', async () => {
    const { ask, mails } = await shopWithMail(database);
    await addPerson(database, 'bea');
    for (const [body, code] of [
      [undefined, 'required'],
      [{}, 'required'],
      [{ password: '' }, 'required'],
      [{ password: 'wrong' }, 'identity_unconfirmed'],
      [passwordOf('anna'), 'identity_unconfirmed'],
    ] as const) {
      const refused = await ask('bea', 'POST', `${MINE}.json`, body);
      assert.deepEqual([refused.status, refused.body.code], [422, 'identity_unconfirmed']);
      assert.deepEqual(
        refused.body.errors?.map((error) => [error.field, error.code]),
        [['password', code]],
      );
    }
    assert.equal((await ask('bea', 'POST', `${MINE}.json`, { password: ['a'] })).status, 422);
    assert.deepEqual((await ask('bea', 'GET', `${MINE}.json`)).body.erasure_requests, []);
    assert.deepEqual(mails, []);
    // A password cannot be guessed by repeated attempts.
    const statuses = [];
    for (let time = 0; time < 20; time += 1) statuses.push((await ask('bea', 'POST', `${MINE}.json`, {})).status);
    assert.deepEqual([statuses[0], statuses.at(-1)], [422, 429]);
    assert.equal((await ask('bea', 'POST', `${MINE}.json`, passwordOf('bea'))).status, 429);
  });

  test('a person has one erasure request at a time, which can be withdrawn until something is erased', async () => {
    const shop = await shopWithMail(database);
    const { ask } = shop;
    await addPerson(database, 'cleo');
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => ask('cleo', 'POST', `${MINE}.json`, passwordOf('cleo'))),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 422, 422],
    );
    for (const { status, body } of answers) if (status === 422) assert.equal(body.code, 'request_open');
    const id = answers.find(({ status }) => status === 201)?.body.id ?? '';
    await ask('admin', 'POST', `${ALL}/${id}/confirm.json`);
    assert.equal((await ask('cleo', 'DELETE', `${MINE}/${id}.json`)).status, 204);
    assert.equal((await ask('cleo', 'GET', `${MINE}/${id}.json`)).body.state, 'cancelled');
    for (const [user, method, path] of [
      ['cleo', 'DELETE', `${MINE}/${id}.json`],
      ['admin', 'POST', `${ALL}/${id}/confirm.json`],
    ] as const) {
      assert.equal((await ask(user, method, path)).status, 409, `${method} ${path}`);
    }
    shop.pass(20 * DAY);
    await shop.work();
    assert.equal(await countOf(database, 'shop_visits'), 30);
    assert.equal((await ask('cleo', 'POST', `${MINE}.json`, passwordOf('cleo'))).status, 201);
  });
});

describe('erasure requests', () => {
  test('are visible only to their person, and are confirmed or denied only by administrators', async () => {
    await using lone = await loneShop();
    const { ask, test: host } = lone.shop;
    const { body: request } = await ask('anna', 'POST', `${MINE}.json`, passwordOf('anna'));
    for (const [method, path] of [
      ['GET', `${MINE}/${request.id}`],
      ['GET', `${MINE}/${request.id}/delete`],
      ['DELETE', `${MINE}/${request.id}`],
    ] as const) {
      const known = await host.as('ben').fetch(`/policies${path}`, { method });
      const unknown = await host.as('ben').fetch(`/policies${path.replace(request.id, 'x')}`, { method });
      assert.deepEqual([known.status, unknown.status], [404, 404], `${method} ${path}`);
      assert.equal((await host.as(null).fetch(`/policies${path}`, { method })).status, 401);
    }
    const acts = ['confirm', 'deny', 'hold', 'release', 'extend', 'retry'];
    for (const [method, path] of [
      ['GET', ALL],
      ...['', '/confirm', '/deny', '/hold', '/release', '/extend'].map((act) => ['GET', `${ALL}/${request.id}${act}`]),
      ...acts.map((act) => ['POST', `${ALL}/${request.id}/${act}`]),
    ] as [string, string][]) {
      assert.equal((await host.as('anna').fetch(`/policies${path}`, { method })).status, 403, `${method} ${path}`);
      assert.equal((await host.as(null).fetch(`/policies${path}`, { method })).status, 401, `${method} ${path}`);
    }
    for (const act of acts) {
      const body = { reason: 'Because.' };
      assert.equal((await ask('admin', 'POST', `${ALL}/nothing/${act}.json`, body)).status, 404, act);
    }
    assert.equal((await ask('anna', 'GET', `${MINE}/${request.id}.json`)).body.state, 'pending');
  });

  test('are put on hold and released, and the person is notified each time', async () => {
    await using lone = await loneShop();
    const { shop } = lone;
    const { ask, mails } = shop;
    const { body: request } = await ask('anna', 'POST', `${MINE}.json`, passwordOf('anna'));
    const act = (name: string, body?: unknown) => ask('admin', 'POST', `${ALL}/${request.id}/${name}.json`, body);
    for (const body of [{}, { reason: ' \n ' }, { reason: 'x'.repeat(2001) }]) {
      assert.equal((await act('hold', body)).status, 422);
    }
    assert.equal((await act('release')).status, 409);
    for (const reason of ['A court asks for it.', 'Another court asks for it.']) {
      const held = await act('hold', { reason });
      assert.deepEqual([held.status, held.body.state, held.body.hold_reason], [200, 'held', reason]);
      assert.equal((await ask('anna', 'GET', `${MINE}/${request.id}.json`)).body.hold_reason, reason);
      assert.equal((await act('confirm')).status, 409);
      assert.equal((await act('release')).body.state, 'pending');
    }
    await act('hold', { reason: 'A third court asks for it.' });
    const question = async () => (await shop.test.as('admin').fetch(`/policies${ALL}/${request.id}/release`)).text();
    assert.match(await question(), /continues where it stopped\./);
    await act('release');
    await act('confirm');
    await act('hold', { reason: 'And a fourth.' });
    assert.match(await question(), /is already confirmed: when the hold ends, the erasure starts automatically\./);
    await shop.work();
    assert.deepEqual(subjectsTo(mails, 'anna@shop.test').slice(0, 5), [
      'We have received your request to delete your data',
      'Your request to delete your data is on hold',
      'Your request to delete your data continues',
      'Your request to delete your data is on hold',
      'Your request to delete your data continues',
    ]);
  });

  test('are denied or extended with a reason for the person, and the audit log records each action', async () => {
    await using lone = await loneShop();
    const { shop } = lone;
    const { ask, mails } = shop;
    const { body: request } = await ask('anna', 'POST', `${MINE}.json`, passwordOf('anna'));
    const act = (name: string, body?: unknown) => ask('admin', 'POST', `${ALL}/${request.id}/${name}.json`, body);
    const extended = await act('extend', { reason: 'Many systems.' });
    assert.deepEqual([extended.status, extended.body.due_at], [200, '2026-06-01T23:59:59.999Z']);
    assert.equal((await act('extend', { reason: 'More.' })).status, 409);
    const denied = await act('deny', { reason: 'A law obliges us.' });
    assert.deepEqual([denied.status, denied.body.state, denied.body.reason], [200, 'denied', 'A law obliges us.']);
    for (const name of ['deny', 'hold', 'extend', 'confirm', 'release', 'retry']) {
      assert.equal((await act(name, { reason: 'Again.' })).status, 409, name);
    }
    assert.equal((await ask('anna', 'DELETE', `${MINE}/${request.id}.json`)).status, 409);
    await shop.work();
    for (const reason of [/Many systems\./, /A law obliges us\./]) {
      const mail = mails.find(({ text }) => reason.test(text));
      assert.match(mail?.text ?? '', /complain to a data protection authority/);
    }
    const { body } = await shop.test.as('admin').json('GET', '/policies/audit.json');
    const { entries } = body as { entries: { action: string; actor: string; subject: string }[] };
    assert.deepEqual(
      entries.map(({ action, actor, subject }) => `${action} ${actor} ${subject === request.id}`),
      ['erasure_denied admin true', 'erasure_extended admin true'],
    );
  });

  test('begin before the end of the grace period only if the person has agreed', async () => {
    await using lone = await loneShop();
    const { shop } = lone;
    const { ask } = shop;
    await addPerson(shop.database, 'ben');
    const { body: anna } = await ask('anna', 'POST', `${MINE}.json`, passwordOf('anna'));
    const refused = await ask('admin', 'POST', `${ALL}/${anna.id}/confirm.json`, { at_once: true });
    assert.deepEqual([refused.status, refused.body.code], [409, 'grace_not_waived']);
    const { body: ben } = await ask('ben', 'POST', `${MINE}.json`, { ...passwordOf('ben'), waives_grace: true });
    const question = await shop.test.as('admin').fetch(`/policies${ALL}/${ben.id}/confirm`, {
      headers: { accept: 'text/html' },
    });
    // Each button is below the warning.
    assert.match(
      (await question.text()).split('agreed to an earlier start')[1] ?? '',
      /^(?!.*Confirm and start now.*be undone).*be undone.*Confirm the erasure<.*Confirm and start now</s,
    );
    const confirmed = await ask('admin', 'POST', `${ALL}/${ben.id}/confirm.json`, { at_once: true });
    assert.deepEqual([confirmed.status, confirmed.body.state], [200, 'running']);
    assert.equal((await ask('ben', 'DELETE', `${MINE}/${ben.id}.json`)).status, 409);
    await shop.work();
    assert.equal((await ask('admin', 'GET', `${ALL}/${ben.id}.json`)).body.state, 'completed');
    assert.equal((await ask('admin', 'GET', `${ALL}/${anna.id}.json`)).body.state, 'pending');
  });

  test('are in one reminder with requests of other types', async () => {
    await using lone = await loneShop();
    const { shop } = lone;
    const { ask, mails } = shop;
    await ask('anna', 'POST', `${MINE}.json`, passwordOf('anna'));
    shop.pass(DAY);
    await ask('anna', 'POST', '/user_portability_requests.json');
    shop.pass(40 * DAY);
    await shop.work();
    shop.pass(DAY);
    await shop.work();
    const reminders = mails.filter(({ subject }) => subject === 'Overdue data requests: 2');
    assert.equal(reminders.length, 1);
    assert.match(reminders[0]?.text ?? '', /Erasure request from user anna[\s\S]*Request from user anna/);
    assert.match(reminders[0]?.text ?? '', /https:\/\/shop\.test\/policies\/requests\?state=overdue/);
  });

  test('can be made although no plan is possible; an administrator sees why', async () => {
    await using lone = await loneShop({
      dataRules: [
        {
          name: 'found',
          erasure: {
            action: 'run',
            erase: () => undefined,
            count: () => {
              throw new Error('the index is away');
            },
          },
        },
      ],
    });
    const { ask, test: host } = lone.shop;
    const created = await ask('anna', 'POST', `${MINE}.json`, passwordOf('anna'));
    assert.equal(created.status, 201);
    const { body: list } = await ask('anna', 'GET', `${MINE}.json`);
    assert.deepEqual([list.plan, list.erasure_requests.length], [null, 1]);
    const { body: one } = await ask('admin', 'GET', `${ALL}/${created.body.id}.json`);
    assert.match(one.plan_error ?? '', /the index is away/);
    const page = await host.as('admin').fetch(`/policies${ALL}/${created.body.id}.html`);
    assert.match(await page.text(), /The erasure can’t be previewed[\s\S]*the index is away/);
  });

  test('are not offered if no rule declares an erasure', async () => {
    await using lone = await loneShop({ dataRules: [] });
    const { ask, test: host } = lone.shop;
    const refused = await ask('anna', 'POST', `${MINE}.json`, passwordOf('anna'));
    assert.deepEqual([refused.status, refused.body.code], [409, 'erasure_impossible']);
    const page = await (await host.as('anna').fetch(`/policies${MINE}.html`)).text();
    assert.match(page, /This site can’t erase data automatically/);
    assert.doesNotMatch(page, /Delete your data<\/a>/);
  });

  test('have pages in every language, whose forms show errors', async () => {
    await using lone = await loneShop();
    const { shop } = lone;
    const { ask, test: host } = shop;
    const html = async (user: string, path: string, init: RequestInit = {}) => {
      const response = await host.as(user).fetch(`/policies${path}`, { ...init, redirect: 'manual' });
      return { status: response.status, text: await response.text(), location: response.headers.get('location') };
    };
    const form = (fields: Record<string, string>): RequestInit => ({
      method: 'POST',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
    const refused = await html('anna', MINE, form({ password: 'wrong' }));
    assert.equal(refused.status, 422);
    assert.match(refused.text, /We could not confirm your identity/);
    assert.doesNotMatch(refused.text, /wrong/, 'no password is sent back');
    assert.match((await html('anna', MINE, form({ password: '' }))).text, /This field is required/);
    assert.equal((await html('anna', MINE, form({ ...passwordOf('anna'), waives_grace: '1' }))).status, 303);
    const open = await html('anna', MINE, form(passwordOf('anna')));
    assert.deepEqual([open.status, /already have an open request/.test(open.text)], [422, true]);
    const { body } = await ask('admin', 'GET', `${ALL}.json`);
    const id = body.erasure_requests[0]?.id ?? '';
    for (const locale of ['en', ...TRANSLATED]) {
      for (const [user, path] of [
        ['anna', MINE],
        ['anna', `${MINE}/${id}`],
        ['anna', `${MINE}/${id}/delete`],
        ['admin', ALL],
        ...['', '/confirm', '/deny', '/hold', '/release', '/extend'].map((act) => ['admin', `${ALL}/${id}${act}`]),
      ] as [string, string][]) {
        const page = await html(user, path, { headers: { accept: 'text/html', 'accept-language': locale } });
        assert.equal(page.status, 200, path);
        assert.match(page.text, new RegExp(`<html lang="${locale}"`));
        assert.doesNotMatch(page.text, /\{\w+\}|\berasure\.\w+|undefined/, `${path} ${locale}`);
      }
    }
    // Pages that were open before the method changed send the former one.
    const held = await html('admin', `${ALL}/${id}/hold`, form({ _method: 'PUT', reason: ' ' }));
    assert.deepEqual([held.status, /This field is required/.test(held.text)], [422, true]);
    const confirmed = await html('admin', `${ALL}/${id}/confirm`, form({ _method: 'PUT', at_once: '1' }));
    assert.deepEqual([confirmed.status, confirmed.location?.endsWith(`${ALL}/${id}`)], [303, true]);
    await shop.work();
    const page = await html('admin', `${ALL}/${id}`, { headers: { accept: 'text/html' } });
    assert.match(page.text, /Erasure request\s· .*Erased person/);
    assert.match(page.text, /Receipt/);
    assert.doesNotMatch(page.text, /anna/);
  });
});

test('a grace period of one day is one day in each language', async () => {
  await using alone = await loneShop({ erasure: { graceDays: 1, backupRetentionDays: 1 } });
  for (const locale of ['en', ...TRANSLATED]) {
    const headers = { accept: 'text/html', 'accept-language': locale };
    const html = await (await alone.shop.test.as('anna').fetch(`/policies${MINE}`, { headers })).text();
    const day = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' });
    // In backups, to withdraw, and less than that. In some languages, a plural begins with the singular.
    assert.ok([...html.matchAll(new RegExp(`${day.format(1)}(?!\\p{L})`, 'gu'))].length >= 3, locale);
  }
});
