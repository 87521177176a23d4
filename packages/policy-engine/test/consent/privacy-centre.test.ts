/** The privacy centre: one page with a person's pending policies, their decisions, and what they can do with their data. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestClient, TestEngine } from 'policy-engine/testing';
import { getTestEngine } from 'policy-engine/testing';

type Rule = 'terms' | 'newsletter' | 'age' | 'statistics' | 'marketing';

const script = (name: string, rule: Rule) => {
  return { name, script: '', environments: ['test'], rule, cookies: [`_${name}`], domain: 'engine.test' };
};

let made: TestEngine<Rule>;
let now = new Date('2026-09-01T08:00:00Z');

before(async () => {
  made = await getTestEngine<Rule>({
    rules: [
      { name: 'terms', blocking: true, validatesOn: ['update'] },
      { name: 'newsletter' },
      { name: 'age', blocking: true },
      { name: 'statistics', sessionless: true },
      { name: 'marketing', sessionless: true },
    ],
    scripts: [script('Plausible', 'statistics'), script('Pixel', 'marketing'), script('Ads', 'marketing')],
    portabilityRules: [{ name: 'orders', collection: () => [] }],
    now: () => now,
    timeZone: 'Europe/Madrid',
    writeLimit: false,
  });
  for (const rule of ['terms', 'newsletter', 'age', 'statistics', 'marketing'])
    await publish(rule, `# ${rule}\n\nOne.`);
});
after(() => made[Symbol.asyncDispose]());

async function publish(rule: string, description: string, more: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const text = { description, state: 'published', ...more };
  const { status } = await made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, text);
  assert.equal(status, 201);
}

const decide = (client: TestClient, rule: Rule, verb: 'accept' | 'reject') =>
  client.json('PUT', `/policies/user_terms/${rule}/${verb}.json`);

const HTML = { accept: 'text/html', 'accept-language': 'en' };

async function pageOf(client: TestClient, path = '/policies/privacy'): Promise<string> {
  const response = await client.fetch(path, { headers: HTML });
  assert.equal(response.status, 200);
  return response.text();
}

/** The HTML of the element with an ID, up to the next section with one. */
function partOf(html: string, id: string): string {
  const [, after = ''] = html.split(`id="${id}"`);
  return after.split(/<section [^>]*id="/)[0] ?? '';
}

/** The visible text of HTML. */
const words = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ');

/** The switch of a rule that is accepted. */
const SWITCHED_ON = /<input type="checkbox" role="switch"[^>]* checked/;

/** Submits a form by one of its buttons. */
async function press(client: TestClient, path: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const response = await client.fetch(path, { method: 'POST', body: new URLSearchParams(fields), headers: HTML });
  assert.equal(response.status, 303);
  return response.headers.get('location') ?? '';
}

test('each rule is on the privacy centre once: pending, decided, or decided in the browser', async () => {
  const anna = made.as('anna');
  await decide(anna, 'age', 'accept');
  await decide(anna, 'newsletter', 'reject');
  const html = await pageOf(anna);
  const places = [...html.matchAll(/<section [^>]*id="([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(places, [
    'asked',
    'rule-terms',
    'decided',
    'rule-newsletter',
    'rule-age',
    'browser',
    'rule-statistics',
    'rule-marketing',
    'course',
    'copy',
  ]);
  for (const id of ['asked', 'decided', 'browser', 'course', 'copy'])
    assert.match(html, new RegExp(`<a href="#${id}">`));
  assert.match(words(partOf(html, 'rule-newsletter')), /Rejected/);
  // A rejected rule is not shown as pending: both answers are there, and the current one is marked.
  assert.match(partOf(html, 'rule-newsletter'), /aria-label="Accept: Newsletter" aria-pressed="false"/);
  assert.match(partOf(html, 'rule-newsletter'), /aria-label="Reject: Newsletter" aria-pressed="true"/);
});

test('a person who is asked again reads what changed since they agreed, and why', async () => {
  const berta = made.as('berta');
  await decide(berta, 'terms', 'accept');
  await publish('terms', '# terms\n\nTwo.', { note: 'Two takes the place of one.' });
  await publish('terms', '# terms\n\nThree <b>bold</b>.', { note: '<i>Three</i> for a reason.' });
  const card = partOf(await pageOf(berta), 'rule-terms');
  assert.match(words(card), /You accepted version 1\. Version 3 is now in force, so we are asking you again\./);
  assert.match(words(card), /Asked again/);
  assert.doesNotMatch(words(card), /No decision/);
  assert.match(
    words(card),
    /Version 3 &lt;i&gt;Three&lt;\/i&gt; for a reason\. Version 2 Two takes the place of one\./,
  );
  assert.match(card, /<del>.*One/);
  assert.match(card, /<ins>.*Three/);
  assert.doesNotMatch(card, /<b>|<i>/);
  // The page that a host redirects people to shows it, too.
  assert.match(words(await pageOf(berta, '/policies/user_terms/pending')), /You accepted version 1\./);
  await decide(berta, 'terms', 'accept');
  assert.doesNotMatch(await pageOf(berta), /You accepted version 1/);
});

test('rejecting a blocking rule names what it blocks before the decision and afterwards', async () => {
  const carla = made.as('carla');
  const before = words(partOf(await pageOf(carla), 'rule-terms'));
  assert.match(
    before,
    /If you reject You can’t continue here until you accept it\. You can’t save changes to your account/,
  );
  assert.equal(
    await press(carla, '/policies/user_terms/terms/reject', { _method: 'PUT' }),
    '/policies/privacy#rule-terms',
  );
  const html = await pageOf(carla);
  const told = /<div class="pe-notice pe-tone-warning" role="status"[^>]*>(.*?)<\/div><\/div>/.exec(html)?.[1] ?? '';
  assert.match(words(told), /You rejected Terms\..*You can’t continue here until you accept it\./);
  assert.doesNotMatch(html, /pe-tone-success" role="status"/);
  // It is shown once.
  assert.doesNotMatch(await pageOf(carla), /You rejected Terms/);
});

test('a rejection speaks of an earlier acceptance, and of what stops, only if something was accepted before', async () => {
  const told = async (client: TestClient, rule: string) => {
    const notice = /<div class="pe-notice[^"]*" role="status"[^>]*>(.*?)<\/div><\/div>/.exec(
      partOf(await pageOf(client), `rule-${rule}`),
    );
    return words(notice?.[1] ?? '');
  };
  const gerda = made.as('gerda');
  const reject = async (rule: string) => {
    await press(gerda, `/policies/user_terms/${rule}/reject`, { _method: 'PUT' });
    return told(gerda, rule);
  };
  assert.match(await reject('terms'), /You rejected Terms\. You can’t continue/);
  await decide(gerda, 'terms', 'accept');
  assert.match(await reject('terms'), /You rejected Terms\. Your earlier acceptance no longer applies\. You can’t/);
  const visitor = made.as(null);
  await press(visitor, '/policies/consent', {
    'decisions[marketing]': 'reject',
    return_to: '/policies/privacy#rule-marketing',
  });
  assert.match(
    await told(visitor, 'marketing'),
    /You rejected Marketing\. These don’t run here: Pixel and Ads\. Your browser was told/,
  );
});

test('withdrawing a consent names the scripts and cookies that it stops, before and afterwards', async () => {
  for (const client of [made.as('dora'), made.as(null)]) {
    const accepted = { 'decisions[marketing]': 'accept', return_to: '/policies/privacy#rule-marketing' };
    assert.equal(await press(client, '/policies/consent', accepted), '/policies/privacy#rule-marketing');
    const row = partOf(await pageOf(client), 'rule-marketing');
    const before = words(row);
    assert.match(before, /You accepted Marketing\. These may now run here: Pixel and Ads\./);
    assert.match(
      before,
      /If you withdraw your consent These don’t run here: Pixel and Ads\. Your browser is told to delete their cookies/,
    );
    assert.match(before, /Save choices Done: You accepted Marketing/);
    assert.match(row, SWITCHED_ON);
    await press(client, '/policies/consent', { ...accepted, 'decisions[marketing]': 'reject' });
    const card = partOf(await pageOf(client), 'rule-marketing');
    assert.match(
      words(card),
      /You withdrew your consent to Marketing\. It no longer applies\. These stop running here when you open the next page: Pixel and Ads\. Your browser was told to delete/,
    );
    assert.doesNotMatch(card, SWITCHED_ON);
    assert.match(words(card), /History: 2/);
    assert.match(card, /href="\/policies\/user_terms\/marketing\/receipt"/);
  }
});

test('only a consent that was given is withdrawn, with an account too', async () => {
  const elif = made.as('elif');
  const buttons = async (rule: string) =>
    [...partOf(await pageOf(elif), `rule-${rule}`).matchAll(/<button[^>]*aria-label="([^":]+):/g)].map(
      ([, name]) => name,
    );
  assert.deepEqual(await buttons('newsletter'), ['Reject', 'Accept']);
  for (const rule of ['newsletter', 'age'] as const) await decide(elif, rule, 'accept');
  assert.deepEqual(await buttons('newsletter'), ['Withdraw', 'Accept']);
  // What one must accept to continue is no consent.
  assert.deepEqual(await buttons('age'), ['Reject', 'Accept']);
  await press(elif, '/policies/user_terms/newsletter/reject', { _method: 'PUT' });
  assert.match(words(await pageOf(elif)), /You withdrew your consent to Newsletter\./);
  assert.deepEqual(await buttons('newsletter'), ['Reject', 'Accept']);
});

test('a decision on a privacy page is recorded as such, and one on a page of the site as that', async () => {
  const visitor = made.as(null);
  const fields = { 'decisions[statistics]': 'accept' };
  await press(visitor, '/policies/consent', {
    ...fields,
    return_to: '/policies/privacy?return_to=%2Fshop#rule-statistics',
  });
  await press(visitor, '/policies/consent', { 'decisions[statistics]': 'reject', return_to: '/shop' });
  const { body } = await visitor.json('GET', '/policies/ledger/events.json');
  assert.deepEqual(
    (body as { how: string }[]).map(({ how }) => how),
    ['banner', 'panel'],
  );
});

test('a visitor without an account sees the consents of their browser, and no part that needs an account', async () => {
  const visitor = made.as(null);
  const leads = await visitor.fetch('/policies/consent?return_to=%2Fshop%3Fpage%3D2', { headers: HTML });
  assert.deepEqual(
    [leads.status, leads.headers.get('location')],
    [303, '/policies/privacy?return_to=%2Fshop%3Fpage%3D2#browser'],
  );
  // Without JavaScript, the language links of the banner lead there, in that language.
  const spanish = await visitor.fetch('/policies/consent?return_to=%2F&locale=es', { headers: HTML });
  assert.equal(spanish.headers.get('location'), '/policies/privacy?return_to=%2F&locale=es#browser');
  const html = await pageOf(visitor, '/policies/privacy?return_to=%2Fshop%3Fpage%3D2');
  assert.match(html, /<a class="pe-back" href="\/shop\?page=2">/);
  assert.deepEqual(
    [...html.matchAll(/<section [^>]*id="([^"]+)"/g)].map(([, id]) => id),
    ['browser', 'rule-statistics', 'rule-marketing'],
  );
  const elsewhere = await pageOf(visitor, '/policies/privacy?return_to=https%3A%2F%2Fevil.example');
  assert.doesNotMatch(elsewhere, /evil\.example/);
});

test('a request for a copy shows what happened, what comes next, and the days left until the statutory deadline', async () => {
  const erna = made.as('erna');
  assert.equal(await press(erna, '/policies/user_portability_requests', {}), '/policies/privacy#copy');
  now = new Date('2026-09-11T08:00:00Z');
  const part = words(partOf(await pageOf(erna), 'copy'));
  assert.match(part, /Sep 1, 2026, 10:00 AM GMT\+2 You made the request\. Next We review your request\. Then/);
  assert.match(part, /We respond by Oct 1, 2026 · 20 days left/);
  now = new Date('2026-10-04T08:00:00Z');
  assert.match(words(partOf(await pageOf(erna), 'copy')), /3 days overdue/);
});

test('a language is set permanently by a link of the page, and for one page by a link of another site', async () => {
  const visitor = made.as(null);
  const choose = (headers: Record<string, string>) =>
    visitor.fetch('/policies/privacy?locale=fr-CA', { headers: { ...HTML, ...headers } });
  const foreign = await choose({ 'sec-fetch-site': 'cross-site' });
  assert.deepEqual([foreign.status, foreign.headers.get('set-cookie')], [200, null]);
  assert.match(await foreign.text(), /<html lang="fr"/);
  assert.match(await pageOf(visitor), /<html lang="en"/);
  const own = await choose({});
  assert.deepEqual([own.status, own.headers.get('location')], [303, '/policies/privacy']);
  assert.match(await pageOf(visitor), /<html lang="fr"[\s\S]*aria-current="true"[^>]*><bdi>français/);
  assert.match(await pageOf(visitor, '/policies/cookies'), /<html lang="fr"[\s\S]*policy_engine_locale/);
});

test('a forged notice shows nothing but the text of its key', async () => {
  const visitor = made.as(null);
  for (const cookie of ['notice.accepted <b>x</b>', 'notice.accepted statistics', 'notice.nothing statistics']) {
    const headers = { ...HTML, cookie: `policy_engine_notice=${encodeURIComponent(cookie)}` };
    const html = await (await visitor.fetch('/policies/privacy', { headers })).text();
    assert.doesNotMatch(html, /<b>|You accepted/);
  }
});

test('a row says name, state and answers, in the order of the banner; the rest opens below it', async () => {
  const frida = made.as('frida');
  await decide(frida, 'newsletter', 'accept');
  const html = await pageOf(frida);
  const row = partOf(html, 'rule-marketing');
  const closed = row.slice(0, row.indexOf('<details'));
  assert.match(words(closed), /Marketing No decision yet Save choices/);
  // As in the banner: one switch, and nothing is switched on beforehand.
  assert.equal(closed.match(/role="switch"/g)?.length, 1);
  assert.doesNotMatch(closed, SWITCHED_ON);
  assert.doesNotMatch(closed, /Read the text|If you reject/);
  assert.match(words(row), /Details .*Pixel .*Read the text/);
  // What somebody is asked is read before it is decided on.
  assert.match(words(partOf(html, 'rule-terms').split('aria-label="Read the text')[0] ?? ''), /Reject Accept/);
  assert.doesNotMatch(partOf(html, 'rule-terms'), /aria-label="Details: /);
  // Everywhere the same order.
  const answers = [...html.matchAll(/<button type="submit"[^>]*(?:aria-label="(\w+): |value="(accept|reject)">)/g)].map(
    ([, one, other]) => (one ?? other ?? '').toLowerCase(),
  );
  assert.ok(answers.length >= 8, answers.join());
  for (const [index, answer] of answers.entries()) assert.equal(answer === 'accept', index % 2 === 1, answers.join());
});

test('the course of events has what a person decided, and what came into force since, and nothing from before', async () => {
  const greta = made.as('greta');
  assert.doesNotMatch(await pageOf(greta), /id="course"/);
  now = new Date('2026-10-10T08:00:00Z');
  await decide(greta, 'newsletter', 'accept');
  now = new Date('2026-10-11T08:00:00Z');
  await publish('newsletter', '# newsletter\n\nTwo.', { note: 'Weekly now.', material: false });
  await publish('marketing', '# marketing\n\nTwo.', { material: false });
  now = new Date('2026-10-12T08:00:00Z');
  await decide(greta, 'newsletter', 'reject');
  const course = partOf(await pageOf(greta), 'course');
  assert.match(
    words(course),
    /Oct 12, 2026.* Newsletter Rejected Version 2 .*Receipt Oct 11, 2026.* Newsletter Version 2 came into force Weekly now\. Oct 10, 2026.* Newsletter Accepted Version 1 /,
  );
  // Nobody is told of texts that they never decided on.
  assert.doesNotMatch(words(course), /Marketing|Terms/);
  assert.match(course, /href="\/policies\/ledger\/events"/);
});

test('what was just done is said on the page that the answer leads to, and not later on another one', async () => {
  const visitor = made.as(null);
  const send = async (returnTo: string) => {
    const body = new URLSearchParams({ 'decisions[statistics]': 'accept', return_to: returnTo });
    const response = await visitor.fetch('/policies/consent', { method: 'POST', body, headers: HTML });
    return response.headers.getSetCookie().filter((line) => line.startsWith('policy_engine_notice='));
  };
  // A page of the host shows no notices.
  assert.deepEqual(await send('/checkout'), []);
  const [left = '', ...more] = await send('/policies/privacy#rule-statistics');
  assert.match(left, /^policy_engine_notice=notice\.accepted[^;]*; Path=\/policies\/privacy; Max-Age=60/);
  assert.deepEqual(more, []);
});
