/** The weekly digest: only for administrators who asked for it and still are one, once a week, through a real mail server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';
import { bodies, startSmtp } from '../mail/support.ts';

const FORM = {
  method: 'POST',
  redirect: 'manual',
  headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
} as const;

test('the digest goes to administrators who want it, each Monday once, and to nobody who is no longer one', async () => {
  await using smtp = await startSmtp();
  let now = new Date('2027-01-01T08:00:00Z');
  const admins = new Set(['admin', 'berta', 'former', 'quiet']);
  await using host = await getTestEngine({
    now: () => now,
    logger: { error: () => {} },
    publicOrigins: ['https://shop.example'],
    mail: { transport: smtp.url },
    fromEmail: 'privacy@shop.example',
    isAdminMethod: ({ id }) => admins.has(id),
    rules: [{ name: 'age', label: { en: 'Age', de: 'Alter' } }],
    portabilityRules: [{ name: 'account', member: (user: { id: string }) => ({ id: user.id }) }],
  });
  await host.engine.terms.publish((await host.engine.terms.create('age', { markdown: '# Age' })).id);
  await host.as('anna').fetch('/policies/user_portability_requests.json', { method: 'POST' });
  now = new Date('2027-02-05T08:00:00Z');
  for (const decision of ['accept', 'reject', 'accept']) {
    const { status } = await host.as('anna').json('PUT', `/policies/user_terms/age/${decision}.json`);
    assert.equal(status, 200);
  }
  const choose = async (user: string, body: string, language = 'en') => {
    const headers = { ...FORM.headers, 'accept-language': language };
    const answer = await host.as(user).fetch('/policies/preferences', { ...FORM, headers, body });
    assert.equal(answer.status, 303, user);
  };
  await choose('admin', 'digest=1&keys=1');
  await choose('berta', 'digest=1&keys=1', 'de');
  await choose('former', 'digest=1&keys=1');
  // Somebody who is no administrator can ask for as much as they like.
  await choose('anna', 'digest=1&keys=1');
  admins.delete('former');
  const page = await (
    await host.as('admin').fetch('/policies/preferences', { headers: { accept: 'text/html' } })
  ).text();
  assert.match(page, /name="digest"[^>]*value="0"[^]*?value="1"[^>]*checked[^]*?admin@engine\.test/);
  const own = await (await host.as('anna').fetch('/policies/preferences', { headers: { accept: 'text/html' } })).text();
  assert.doesNotMatch(own, /name="digest"/);
  const digests = () => smtp.mails.filter((mail) => /Your week|Ihre Woche/.test(mail.header('subject') ?? ''));
  const run = async (at: string) => {
    now = new Date(at);
    for (let round = 0; round < 3; round += 1) await host.engine.jobs.runDue();
  };
  await run('2027-02-05T08:05:00Z');
  assert.deepEqual(digests(), []);
  await run('2027-02-08T05:01:00Z');
  await run('2027-02-09T05:01:00Z');
  assert.deepEqual(
    digests()
      .map((mail) => `${mail.to.join(' ')}: ${mail.header('subject')}`)
      .toSorted((a, b) => a.localeCompare(b)),
    ['admin@engine.test: Your week: 1 overdue, 0 due', 'berta@engine.test: Ihre Woche: 1 überfällig, 0 fällig'],
  );
  const german = bodies(digests().find(({ to }) => to[0] === 'berta@engine.test')!);
  assert.match(german.text, /Alter[^]*Akzeptiert: 2, abgelehnt: 1/);
  assert.match(german.html, /href="https:\/\/shop\.example\/policies\/home"/);
  await choose('berta', 'digest=0&keys=1');
  await run('2027-02-15T05:01:00Z');
  assert.deepEqual(
    digests()
      .map(({ to }) => to.join(' '))
      .toSorted((a, b) => a.localeCompare(b)),
    ['admin@engine.test', 'admin@engine.test', 'berta@engine.test'],
  );
});
