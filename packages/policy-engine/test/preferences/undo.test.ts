/** A deletion that nobody outside has seen is undone by a button, in place of a question before it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';
import { forEachDatabase } from '../support/databases.ts';

const HTML = { headers: { accept: 'text/html' }, redirect: 'manual' } as const;
const form = (fields: Record<string, string> = {}) =>
  ({
    ...HTML,
    method: 'POST',
    headers: { ...HTML.headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  }) as const;

forEachDatabase((database) => {
  test('a job and a template come back as they were, once, in time, and only to who deleted them', async () => {
    let now = new Date('2027-01-04T08:00:00Z');
    await using host = await getTestEngine({
      database: await database.open(),
      now: () => now,
      logger: { error: () => {} },
      isAdminMethod: ({ id }) => id.startsWith('admin'),
      rules: [{ name: 'age' }],
      portabilityRules: [
        {
          name: 'account',
          member: () => {
            throw new Error('broken');
          },
        },
      ],
    });
    const admin = host.as('admin');
    await host.as('anna').fetch('/policies/user_portability_requests.json', { method: 'POST' });
    const { requests } = (await admin.json('GET', '/policies/requests.json')).body as { requests: { id: string }[] };
    await admin.json('POST', `/policies/portability_requests/${requests[0]?.id}/confirm.json`);
    for (let hour = 0; hour < 24 && (await host.engine.jobs.failed()).length === 0; hour += 1) {
      now = new Date(now.getTime() + 3_600_000);
      await host.engine.jobs.runDue();
    }
    const before = await host.engine.jobs.failed();
    assert.equal(before.length, 1);
    /** Deletes something, and follows to the page that has the button. @returns its address */
    const deleted = async (path: string): Promise<string> => {
      const answer = await admin.fetch(path, form({ _method: 'DELETE' }));
      assert.equal(answer.status, 303, path);
      const page = await (await admin.fetch(answer.headers.get('location')!, HTML)).text();
      const [, undo] = /<form class="pe-undo" method="post" action="([^"]+)"/.exec(page) ?? [];
      assert.ok(undo, page);
      return undo;
    };
    const remove = async () => deleted(`/policies/jobs/${before[0]?.id}`);
    const undo = (user: string, path: string) => host.as(user).fetch(path, form());

    const first = await remove();
    assert.deepEqual(await host.engine.jobs.failed(), []);
    assert.equal((await undo('admin2', first)).status, 409);
    assert.equal((await undo('anna', first)).status, 403);
    const back = await admin.fetch(first, form());
    assert.deepEqual([back.status, back.headers.get('location')], [303, '/policies/jobs']);
    assert.deepEqual(await host.engine.jobs.failed(), before);
    // It is run again as any other failed job.
    assert.equal((await undo('admin', first)).status, 409);
    const second = await remove();
    now = new Date(now.getTime() + 61_000);
    assert.equal((await undo('admin', second)).status, 409);
    assert.deepEqual(await host.engine.jobs.failed(), []);
    // What was deleted is kept no longer.
    now = new Date(now.getTime() + 120_000);
    await host.engine.jobs.runDue();
    const { rows } = await host.engine.database.execute('select id from policy_manager_undoables');
    assert.deepEqual(rows, []);

    const templates = async () => (await admin.json('GET', '/policies/requests/templates.json?locale=en')).body;
    const TEMPLATES = '/policies/requests/templates';
    await admin.json('POST', `${TEMPLATES}.json`, { locale: 'en', act: 'deny', title: 'Own', body: 'Own words' });
    await admin.json('PUT', `${TEMPLATES}/sample.duty.json`, { locale: 'en', title: 'Duty', body: 'New words' });
    const all = (await templates()) as { templates: { id: string; title: string }[] };
    const unchanged = all.templates.find(({ id }) => id.startsWith('sample.'));
    for (const id of [...all.templates.filter(({ title }) => ['Own', 'Duty'].includes(title)), unchanged!].map(
      (one) => one.id,
    )) {
      const address = await deleted(`${TEMPLATES}/${id}?locale=en`);
      assert.ok(!JSON.stringify(await templates()).includes(id), id);
      const answer = await undo('admin', address);
      assert.deepEqual([answer.status, answer.headers.get('location')], [303, `${TEMPLATES}?locale=en`], id);
      assert.deepEqual(await templates(), all, id);
    }
    // A draft with its languages, and one language of it alone; not into a draft that was published meanwhile.
    const TERMS = '/policies/categories/age/terms';
    const draft = await host.engine.terms.create('age', {
      markdown: '# Age',
      translations: { de: '# Alter', fr: '# Âge' },
    });
    const stored = async () => (await admin.json('GET', `${TERMS}/${draft.id}.json`)).body;
    const kept = await stored();
    for (const path of ['', '/translations/fr']) {
      const address = await deleted(`${TERMS}/${draft.id}${path}`);
      assert.notDeepEqual(await stored(), kept);
      const answer = await undo('admin', address);
      assert.deepEqual([answer.status, answer.headers.get('location')], [303, `${TERMS}/${draft.id}`], path);
      assert.deepEqual(await stored(), kept, path);
    }
    const late = await deleted(`${TERMS}/${draft.id}/translations/fr`);
    await host.engine.terms.publish(draft.id);
    assert.equal((await undo('admin', late)).status, 409);
    const { entries } = (await admin.json('GET', '/policies/audit.json')).body as { entries: { action: string }[] };
    assert.equal(entries.filter(({ action }) => action === 'deletion_undone').length, 6);
  });
});
