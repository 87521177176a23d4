/** A notice is information (GDPR Art. 13): it has texts and versions, and nobody accepts or rejects it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPolicyEngine, nodeSqliteDatabase, type RuleOptions } from 'policy-engine';
import { getTestEngine } from 'policy-engine/testing';

const RULES = [
  { name: 'cookie', sessionless: true },
  { name: 'terms', blocking: true, validatesOn: ['create'] },
  { name: 'privacy', label: (locale: string) => (locale === 'fr' ? 'Vie privée' : 'Privacy notice'), notice: true },
] as const;

async function engineWithTexts() {
  const made = await getTestEngine({ rules: RULES });
  for (const { name: rule } of RULES) {
    const text = { description: `About ${rule}.`, state: 'published' };
    await made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, text);
  }
  return made;
}

test('a notice is never pending, and cannot be accepted or rejected', async () => {
  await using made = await engineWithTexts();
  const anna = made.as('anna');
  const terms = (await anna.json('GET', '/policies/user_terms.json')).body as { name: string; notice: boolean }[];
  assert.deepEqual(
    terms.map(({ name, notice }) => [name, notice]),
    RULES.map(({ name }) => [name, name === 'privacy']),
  );
  const pending = (await anna.json('GET', '/policies/user_terms/pending.json')).body as { name: string }[];
  assert.deepEqual(
    pending.map(({ name }) => name),
    ['cookie', 'terms'],
  );
  const user = { policy_rule_privacy: true };
  for (const [path, body] of [
    ['privacy/accept', {}],
    ['privacy/reject', {}],
    ['accept_multiples', { user }],
  ] as const) {
    const { status, body: problem } = await anna.json('PUT', `/policies/user_terms/${path}.json`, body);
    assert.deepEqual([status, (problem as { code: string }).code], [409, 'nothing_to_decide'], path);
  }
});

test('the page of a person does not say that they have not decided on a notice', async () => {
  await using made = await engineWithTexts();
  await made.as('anna').json('PUT', '/policies/user_terms/terms/accept.json', {});
  const { body } = await made.as('admin').json('GET', '/policies/people/anna.json');
  assert.deepEqual(
    (body as { consents: { rule: string }[] }).consents.map(({ rule }) => rule),
    ['cookie', 'terms'],
  );
});

test('no decision on a notice is imported', async () => {
  await using made = await engineWithTexts();
  const row = {
    user_id: 'anna',
    rule: 'privacy',
    version: 1,
    decision: 'accepted',
    at: '2020-01-01T00:00:00Z',
  } as const;
  await assert.rejects(made.engine.importDecisions([row]), {
    code: 'import_refused',
    message: /"privacy" is a notice/,
  });
});

test('rejectAllPolicies rejects everything but a notice', async () => {
  await using made = await engineWithTexts();
  const anna = made.engine.policiesOf({ id: 'anna' });
  await anna.rejectAllPolicies();
  const states = await Promise.all(RULES.map(async ({ name }) => (await anna.policyUserTermOn(name))?.state ?? null));
  assert.deepEqual(states, ['rejected', 'rejected', null]);
});

test('its page and the privacy centre show the text without a decision', async () => {
  await using made = await engineWithTexts();
  for (const user of ['anna', null]) {
    const page = await (await made.as(user).fetch('/policies/user_terms/privacy')).text();
    assert.match(page, /There is nothing to decide\./);
    assert.match(page, /About privacy\./);
    assert.doesNotMatch(page, /user_terms\/privacy\/(?:accept|reject)/);
    const centre = await (await made.as(user).fetch('/policies/privacy')).text();
    const [, part] = centre.split('id="notices-heading"');
    assert.match(part ?? '', /Privacy notice[^]*About privacy\./);
    assert.doesNotMatch(centre, /user_terms\/privacy\/(?:accept|reject)/);
  }
});

test('a sign-up form shows it without a box, and the ledger stores the version that was shown', async () => {
  await using made = await engineWithTexts();
  const { engine } = made;
  assert.deepEqual(await engine.policyTexts({ locale: 'fr-CA' }), [
    ...['Cookie', 'Terms'].map((label) => {
      const rule = label.toLowerCase();
      const [decisionField, versionField] = [`policy_rule_${rule}`, `policy_version_${rule}`];
      return { rule, label, notice: false, version: 1, decisionField, versionField, field: versionField };
    }),
    {
      rule: 'privacy',
      label: 'Vie privée',
      notice: true,
      version: 1,
      decisionField: null,
      versionField: 'policy_version_privacy',
      field: 'policy_version_privacy',
    },
  ]);
  assert.deepEqual(engine.policyAttributes, [
    'policy_rule_cookie',
    'policy_version_cookie',
    'policy_rule_terms',
    'policy_version_terms',
    'policy_version_privacy',
  ]);
  const shownTo = async (id: string, fields: Record<string, unknown>) => {
    const attributes = { policy_rule_terms: '1', ...fields };
    assert.deepEqual(await engine.validatePolicies('create', attributes), []);
    const recorded = await engine.database.transaction((transaction) =>
      engine.recordPolicies(transaction, id, attributes, { locale: 'en' }),
    );
    await recorded.afterCommit();
    const events = await engine.ledger.eventsAbout({ userId: id, visitorId: null });
    assert.deepEqual(
      events.map(({ leaf }) => `${leaf.rule} ${leaf.decision}`),
      ['terms accepted'],
    );
    return events[0]!.identity?.shown ?? null;
  };
  assert.equal(
    await shownTo('anna', { policy_version_privacy: '1' }),
    '{"choices":[],"locale":"en","texts":{"privacy":"1"}}',
  );
  // A form that still sends a box for it, versions that do not exist, and no field at all.
  for (const [id, fields] of [
    ['b', { policy_rule_privacy: '1' }],
    ['c', { policy_version_privacy: '2' }],
    ['d', { policy_version_privacy: '1.5' }],
    ['e', { policy_version_privacy: ['x'] }],
    ['f', { policy_version_none: '1' }],
  ] as const) {
    assert.equal(await shownTo(id, fields), null, id);
  }
});

test('a new version of it is marked where people read it, with the note and the difference, for half a year', async () => {
  let now = new Date('2026-03-01T08:00:00Z');
  await using made = await getTestEngine({ rules: RULES, now: () => now, writeLimit: false });
  const admin = made.as('admin');
  const publish = async (text: object) => {
    const content = { state: 'published', ...text };
    assert.equal((await admin.json('POST', '/policies/categories/privacy/terms.json', content)).status, 201);
  };
  const pages = async () =>
    Promise.all(
      ['/policies/privacy', '/policies/user_terms/privacy'].map(async (path) =>
        (await made.as(null).fetch(path, { headers: { accept: 'text/html', 'accept-language': 'en' } })).text(),
      ),
    );
  const isMarked = async () => (await pages()).map((page) => />Changed</.test(page));
  await publish({ description: 'We keep orders for ten years.' });
  assert.deepEqual(await isMarked(), [false, false]);
  await publish({ description: 'We keep orders for ten years!', material: false });
  assert.deepEqual(await isMarked(), [false, false]);
  await publish({ description: 'We keep orders for six years.', note: 'Orders are kept for less time.' });
  assert.deepEqual(await isMarked(), [true, true]);
  for (const page of await pages()) {
    assert.match(page, /Orders are kept for less time\./);
    assert.match(page, /<del>.*?ten.*?<\/del><ins>.*?six.*?<\/ins> years/);
    assert.doesNotMatch(page, /asking you again|No decision yet/);
  }
  now = new Date('2026-09-15T08:00:00Z');
  assert.deepEqual(await isMarked(), [false, false]);
});

test('a new version of it asks nobody, and can be announced to everybody who decided on anything', async () => {
  const sent: { readonly to: { readonly address: string }; readonly subject: string; readonly text: string }[] = [];
  await using made = await getTestEngine({
    rules: RULES,
    mail: { transport: { sendMail: async (mail: (typeof sent)[number]) => void sent.push(mail) } },
    fromEmail: 'privacy@shop.example',
    adminEmailInbox: 'inbox@shop.example',
    publicOrigins: ['https://shop.example'],
    userResource: { find: (id) => ({ id, email: `${id}@shop.example`, locale: 'en' }) },
  });
  const admin = made.as('admin');
  for (const { name: rule } of RULES) {
    const text = { description: `About ${rule}.`, state: 'published' };
    await admin.json('POST', `/policies/categories/${rule}/terms.json`, text);
  }
  const user = { policy_rule_terms: true, policy_rule_cookie: false };
  await made.as('anna').json('PUT', '/policies/user_terms/accept_multiples.json', { user });
  const draft = await made.engine.terms.create('privacy', { markdown: 'Two.', note: 'One more recipient.' });
  const path = `/policies/categories/privacy/terms/${draft.id}`;
  const review = await (await admin.fetch(`${path}/publish`)).text();
  assert.match(review, /Nobody: this text is information\./);
  assert.match(review, /Users who have decided on a policy of this site before: 1\.[^]*name="announce"/);
  assert.match(await (await admin.fetch(`${path}/edit`)).text(), /Mark as changed/);
  for (const page of [review, await (await admin.fetch(path)).text()]) {
    assert.doesNotMatch(page, /asked again|Ask everyone|people who accepted/);
  }
  assert.equal((await admin.json('PUT', `${path}.json`, { state: 'published', announce: true })).status, 200);
  await made.engine.jobs.runDue();
  const mails = sent.filter(({ to }) => to.address !== 'inbox@shop.example');
  assert.deepEqual(
    mails.map(({ to, subject }) => [to.address, subject]),
    [['anna@shop.example', '“Privacy notice” has changed']],
  );
  assert.match(mails[0]!.text, /One more recipient\.[^]*https:\/\/shop\.example\/policies\/user_terms\/privacy\b/);
  assert.doesNotMatch(mails[0]!.text, /decide again|accept/);
});

test('options of a decision do not fit with a notice, and no script waits for one', () => {
  const made = (rule: Partial<RuleOptions>, scripts: object[] = []) =>
    createPolicyEngine({
      database: nodeSqliteDatabase(':memory:'),
      rules: [{ name: 'privacy', notice: true, ...rule }],
      scripts: scripts as [],
      currentUser: () => null,
    });
  for (const rule of [
    { blocking: true },
    { sessionless: true },
    { validatesOn: ['create'] },
    { onAccept: () => {} },
  ] as const) {
    const [option] = Object.keys(rule);
    assert.throws(() => made(rule), {
      code: 'configuration_invalid',
      message: new RegExp(`rules\\[0\\]\\.${option}.*notice`),
    });
  }
  const script = { name: 'Tag', script: '<script></script>', environments: ['test'], rule: 'privacy' };
  assert.throws(() => made({}, [script]), { code: 'configuration_invalid', message: /scripts\[0\]\.rule.*notice/ });
});

test('no decision on a notice is counted or missed in the pages of administrators', async () => {
  await using made = await engineWithTexts();
  const admin = made.as('admin');
  assert.equal((await made.as('anna').json('PUT', '/policies/user_terms/terms/accept.json', {})).status, 200);
  const { body } = await admin.json('GET', '/policies/people/anna.json');
  assert.deepEqual(
    (body as { consents: { rule: string }[] }).consents.map(({ rule }) => rule),
    ['cookie', 'terms'],
  );
  const versions = async (rule: string) => (await admin.fetch(`/policies/categories/${rule}.html`)).text();
  assert.match(await versions('terms'), /<th[^>]*>Accepted</);
  assert.doesNotMatch(await versions('privacy'), /<th[^>]*>Accepted</);
});
