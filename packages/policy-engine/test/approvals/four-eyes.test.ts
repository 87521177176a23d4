/** A second pair of eyes: one administrator proposes, another one confirms, and never the same one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPolicyEngine, type PolicyEngineOptions } from 'policy-engine';
import { nodeSqliteDatabase } from 'policy-engine';
import { getTestEngine } from 'policy-engine/testing';
import { forEachDatabase } from '../support/databases.ts';
import { apiOf, assertDescribed } from '../support/openapi.ts';

const RULES = [{ name: 'cookie', sessionless: true }, { name: 'age' }, { name: 'privacy_terms' }] as const;

forEachDatabase((target) => {
  test('publishing and erasing need two administrators, over the API and in forms, and the audit log has both', async () => {
    const erased: string[] = [];
    await using made = await getTestEngine({
      database: await target.open(),
      writeLimit: false,
      logger: { error: () => {} },
      fourEyes: ['publish', 'erase'],
      isAdminMethod: ({ id }) => id === 'admin' || id === 'berta',
      erasureRules: [{ name: 'profile', erasure: { action: 'run', erase: ({ id }) => void erased.push(id) } }],
      erasure: { graceDays: 0 },
    });
    const api = apiOf(made.engine);
    const json = async (who: string, method: string, path: string, body?: unknown) => {
      const response = await made.as(who).fetch(`/policies${path}`, {
        method,
        headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      await assertDescribed(api, method, path, response.clone());
      const text = await response.text();
      return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
    };
    const waiting = async () => {
      const { body } = await json('admin', 'GET', '/approvals');
      return (body['approvals'] as Record<string, unknown>[]).map((one) => [
        one['act'],
        one['subject'],
        one['proposed_by'],
      ]);
    };
    const actions = async (subject: string) => {
      const { rows } = await made.engine.database.execute<{ action: string; actor: string }>(
        `select action, actor from policy_manager_admin_actions where subject = '${subject}' order by id`,
      );
      return rows.map(({ action, actor }) => `${actor} ${action}`);
    };

    // A text: written and published at once, it stays a draft until somebody else publishes it.
    const written = await json('admin', 'POST', '/categories/age/terms', { description: '# Age', state: 'published' });
    assert.deepEqual([written.status, written.body['state']], [201, 'draft']);
    const term = String(written.body['id']);
    const path = `/categories/age/terms/${term}`;
    assert.deepEqual(await waiting(), [['publish', term, 'admin']]);
    const again = await json('admin', 'PATCH', path, { state: 'published' });
    assert.deepEqual([again.status, again.body['code']], [409, 'second_person_needed']);
    // Whoever changes the text proposes it anew, and cannot confirm their own words.
    const changed = await json('berta', 'PATCH', path, { description: '# Other', state: 'published' });
    assert.equal(changed.body['state'], 'draft');
    assert.deepEqual(await waiting(), [['publish', term, 'berta']]);
    const form = new URLSearchParams({ _method: 'patch', 'term[state]': 'published' });
    const page = await made.as('admin').fetch(`/policies${path}`, {
      method: 'POST',
      body: form,
      headers: { accept: 'text/html' },
    });
    assert.equal(page.status, 303, await page.clone().text());
    const shown = await json('admin', 'GET', path);
    assert.deepEqual([shown.body['state'], shown.body['description']], ['published', '# Other\n']);
    assert.deepEqual(await waiting(), []);
    assert.deepEqual(await actions(term), [
      'admin term_created',
      'admin publishing_proposed',
      'berta term_changed',
      'berta publishing_proposed',
      'admin term_published',
    ]);

    // An erasure: nothing runs after the first administrator; a proposal ends when the request is put on hold.
    const request = async (who: string) => String((await json(who, 'POST', '/user_erasure_requests', {})).body['id']);
    const id = await request('ada');
    const confirm = (who: string) => json(who, 'POST', `/erasure_requests/${id}/confirm`, {});
    assert.deepEqual(
      [(await confirm('admin')).status, (await confirm('admin')).body['code']],
      [200, 'second_person_needed'],
    );
    await made.engine.jobs.runDue();
    assert.deepEqual(erased, []);
    await json('admin', 'POST', `/erasure_requests/${id}/hold`, { reason: 'A court.' });
    await json('admin', 'POST', `/erasure_requests/${id}/release`);
    assert.deepEqual(await waiting(), []);
    assert.equal((await confirm('berta')).body['confirmed_at'], null, 'it begins anew');
    // Somebody takes a proposal back; then it begins anew, too.
    const [proposal] = (await json('admin', 'GET', '/approvals')).body['approvals'] as { id: string }[];
    assert.equal((await json('admin', 'DELETE', `/approvals/${proposal?.id}`)).status, 204);
    assert.equal((await json('admin', 'DELETE', `/approvals/${proposal?.id}`)).status, 404);
    const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
    const asForm = { method: 'POST', headers, body: new URLSearchParams({ _method: 'put' }) };
    assert.equal((await made.as('berta').fetch(`/policies/erasure_requests/${id}/confirm`, asForm)).status, 303);
    const list = await made.as('admin').fetch('/policies/approvals', { headers: { accept: 'text/html' } });
    assert.match(await list.text(), /berta[\s\S]*Withdraw proposal/);
    await made.engine.jobs.runDue();
    assert.deepEqual(erased, []);
    assert.equal((await made.as('admin').fetch(`/policies/erasure_requests/${id}/confirm`, asForm)).status, 303);
    await made.engine.jobs.runDue();
    assert.deepEqual(erased, ['ada']);
    assert.deepEqual(
      (await actions(id)).filter((done) => /proposed|confirmed/.test(done)),
      ['admin erasure_proposed', 'berta erasure_proposed', 'berta erasure_proposed', 'admin erasure_confirmed'],
    );
    // Several at once: proposed is not done, and the pages of the text and of the request name who proposed it.
    const [gina, hugo] = [await request('gina'), await request('hugo')];
    const bulk = (who: string) =>
      json(who, 'POST', '/requests/bulk', { act: 'confirm', requests: [`erasure:${gina}`, `erasure:${hugo}`] });
    const results = async (who: string) => {
      const { results: all } = (await bulk(who)).body as {
        results: { done: boolean; proposed: boolean; error: unknown }[];
      };
      return all.map(({ done, proposed, error }) => [done, proposed, error === null]);
    };
    assert.deepEqual(await results('admin'), [
      [false, true, true],
      [false, true, true],
    ]);
    assert.deepEqual(await results('admin'), [
      [false, false, false],
      [false, false, false],
    ]);
    const pageOf = async (place: string) => {
      const got = await made.as('berta').fetch(`/policies${place}`, { headers: { accept: 'text/html' } });
      return (await got.text()).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    };
    const NOTICE = /Waiting for a second person : Confirm an erasure [\s\S]*Proposed by: admin/;
    assert.match(await pageOf(`/erasure_requests/${gina}`), NOTICE);
    const asked = new URLSearchParams([
      ['act', 'confirm'],
      ['requests[]', `erasure:${gina}`],
    ]);
    const shownBulk = async (who: string) => {
      const got = await made.as(who).fetch('/policies/requests/bulk', { method: 'POST', body: asked, headers });
      return got.text();
    };
    assert.match(await shownBulk('berta'), /Confirmed: 1/);
    assert.doesNotMatch(await pageOf(`/erasure_requests/${gina}`), /Waiting for a second person/);
    const ivan = await request('ivan');
    asked.set('requests[]', `erasure:${ivan}`);
    const proposed = await shownBulk('berta');
    assert.match(proposed, /Proposed: 1\. Another administrator must confirm each of them\./);
    assert.doesNotMatch(proposed, /Confirmed: 1/);
    const draft = await json('admin', 'POST', '/categories/age/terms', { description: '# Third', state: 'published' });
    const textPage = await pageOf(`/categories/age/terms/${String(draft.body['id'])}`);
    assert.match(textPage, /Waiting for a second person : Publish a text [\s\S]*Proposed by: admin/);

    // The host's own code needs no second person.
    const own = await request('otto');
    await made.engine.erasure.confirm(own);
    await made.engine.jobs.runDue();
    assert.deepEqual(erased, ['ada', 'gina', 'otto']);
  });
});

test('an unknown action, the same one twice, and a text in the place of the list are refused', () => {
  for (const fourEyes of [['delete'], ['publish', 'publish'], 'publish', true]) {
    assert.throws(
      () =>
        createPolicyEngine({
          database: nodeSqliteDatabase(':memory:'),
          rules: RULES,
          environment: 'test',
          currentUser: () => null,
          fourEyes: fourEyes as unknown as NonNullable<PolicyEngineOptions['fourEyes']>,
        }),
      /fourEyes/,
    );
  }
});
