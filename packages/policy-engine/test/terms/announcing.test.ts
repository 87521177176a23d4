/** Mails to people whom a new version asks again, on each database. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from 'policy-engine/database';
import { getTestEngine } from 'policy-engine/testing';
import { createQueries } from '../../dist/platform/database/statements/queries.js';
import { Announcing } from '../../dist/modules/terms/announcements/announcing.js';
import { TermsService } from '../../dist/modules/terms/service.js';
import type { NewJob } from '../../dist/platform/jobs/job.js';
import { rulesOf } from '../support/rules.ts';
import { engineNaming } from '../../dist/schema.js';
import { forEachDatabase } from '../support/databases.ts';

interface Sent {
  readonly to: { readonly address: string };
  readonly subject: string;
  readonly text: string;
}

forEachDatabase((target) => {
  test('people who decided before are mailed once, when the version is in force', async () => {
    const database = await target.open();
    const sent: Sent[] = [];
    let clock = Date.parse('2026-03-01T12:00:00.000Z');
    await using made = await getTestEngine<string>({
      database,
      now: () => new Date(clock),
      rules: [{ name: 'cookie', label: 'Cookies', sessionless: true }],
      mail: { transport: { sendMail: async (mail: Sent) => void sent.push(mail) } },
      fromEmail: 'privacy@shop.example',
      adminEmailInbox: 'inbox@shop.example',
      publicOrigins: ['https://shop.example'],
      userResource: {
        find: (id) => (id === 'gone' ? null : { id, email: `${id}@shop.example`, locale: id === 'anna' ? 'fr' : 'en' }),
      },
    });
    const { engine } = made;
    const admin = made.as('admin');
    const first = await engine.terms.create('cookie', { markdown: 'One.' });
    await engine.terms.publish(first.id);
    const mailed = () => sent.map(({ to }) => to.address).filter((address) => address !== 'inbox@shop.example');
    const decide = async (user: string, cookie: boolean) => {
      const answer = await made.as(user).json('PUT', '/policies/consent.json', { decisions: { cookie } });
      assert.equal(answer.status, 200);
    };
    await decide('anna', true);
    await decide('ben', false);
    await decide('gone', true);
    const draft = await engine.terms.create('cookie', { markdown: 'Two.', note: 'A second cookie.' });
    const path = `/policies/categories/cookie/terms/${draft.id}`;
    assert.match(await (await admin.fetch(`${path}/publish`)).text(), /name="announce"/);
    const body = { state: 'published', announce: true, published_at: '2026-03-02T12:00:00Z' };
    assert.equal((await admin.json('PUT', `${path}.json`, body)).status, 200);
    await engine.jobs.runDue();
    assert.equal(sent.length, 0);
    // Taken back, it is not announced; published again, when it is in force.
    const later = { ...body, published_at: '2026-03-03T12:00:00Z' };
    for (const next of [
      { state: 'draft', note: 'A second cookie!' },
      { ...body, announce: false },
      { state: 'draft' },
      later,
    ]) {
      assert.equal((await admin.json('PUT', `${path}.json`, next)).status, 200);
    }
    clock = Date.parse('2026-03-02T12:00:01.000Z');
    await engine.jobs.runDue();
    assert.deepEqual(mailed(), []);
    clock = Date.parse('2026-03-03T12:00:01.000Z');
    // People who have already decided on it are not asked again.
    await decide('ben', true);
    await engine.jobs.runDue();
    assert.deepEqual(mailed(), ['anna@shop.example']);
    const french = sent.find(({ to }) => to.address === 'anna@shop.example');
    assert.match(french?.subject ?? '', /a changé/);
    assert.match(french?.text ?? '', /A second cookie![\s\S]*https:\/\/shop\.example\/policies\/user_terms\/pending/);
    assert.equal((await admin.json('PUT', `${path}.json`, later)).status, 200);
    await engine.jobs.runDue();
    assert.equal(mailed().length, 1);
    const third = { description: 'Three.', state: 'published', announce: true };
    assert.equal((await admin.json('POST', '/policies/categories/cookie/terms.json', third)).status, 201);
    await engine.jobs.runDue();
    assert.deepEqual(mailed().slice(1).toSorted(), ['anna@shop.example', 'ben@shop.example']);
  });

  test('each batch continues after the previous one, and mails with keys are sent once to each person', async () => {
    const database = await target.open();
    await migrate(database);
    const naming = engineNaming(database.dialect);
    const now = new Date('2026-03-01T12:00:00.000Z');
    const rules = rulesOf([{ name: 'age', label: 'Age' }]);
    const terms = new TermsService({ database, naming, rules, now: () => now, defaultLocale: 'en' });
    const first = await terms.createPublished('age', { markdown: 'One.' });
    const people = ['a', 'b', 'c', 'd', 'e'];
    const times = { decided_at: now, created_at: now, updated_at: now };
    await createQueries(database, naming)
      .insertInto('user_terms')
      .values(
        people.map((id) =>
          Object.assign({ id, user_id: id, term_id: first.id, rule: 'age', state: 'accepted' }, times),
        ),
      )
      .execute();
    const second = await terms.createPublished('age', { markdown: 'Two.' });
    const keys: string[] = [];
    const waiting: NewJob[] = [];
    const announcing = new Announcing({
      database,
      naming,
      rules,
      jobs: { enqueue: async (job: NewJob) => void waiting.push(job) } as never,
      mail: { send: async ({ key }: { key: string }) => void keys.push(key) } as never,
      canReach: true,
      locales: ['en'],
      batchSize: 2,
    });
    await database.transaction((transaction) => announcing.announce(transaction, second));
    const nothing = async () => undefined;
    const batches: string[][] = [];
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      await announcing.job().run({ ...job, hold: nothing, complete: nothing } as never);
      batches.push(keys.splice(0));
    }
    const keyOf = (person: string) => `policy_changed:${second.id}:${person}`;
    assert.deepEqual(batches, [['a', 'b'].map(keyOf), ['c', 'd'].map(keyOf), ['e'].map(keyOf)]);
  });
});
