import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Client, client } from './support/client.ts';
import { type RunningStorefront, startStorefront } from './support/storefront.ts';

interface Problem {
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly { readonly field: string; readonly code: string; readonly detail: string }[];
}

const DEMO = { email: 'user@example.test', password: 'demo' };
const BOXES = { policy_rule_age: true, policy_rule_terms: true };
const FORM_BOXES = { 'user[policy_rule_age]': '1', 'user[policy_rule_terms]': '1' };
const newUser = (email: string) => ({ name: 'Nora Lind', email, password: 'a long password' });
const newUserForm = (email: string) => ({
  'user[name]': 'Nora <Lind>',
  'user[email]': email,
  'user[password]': 'a long password',
});

let shop: RunningStorefront;
before(async () => {
  shop = await startStorefront({ sampleTexts: true });
});
after(() => shop[Symbol.asyncDispose]());

const visitor = (): Client => client(shop.url);

async function signedIn(email = DEMO.email): Promise<Client> {
  const here = visitor();
  assert.equal((await here.json('POST', '/session', { email, password: 'demo' })).status, 200);
  return here;
}

const fieldsOf = ({ body }: { body: unknown }): string[] => ((body as Problem).errors ?? []).map(({ field }) => field);

describe('signing in', () => {
  it('by JSON answers with the user, and is remembered', async () => {
    const here = visitor();
    const { status, body, headers } = await here.json('POST', '/session', { ...DEMO, email: ' User@Example.TEST ' });
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'no-store');
    const { user } = body as { user: { id: string } };
    assert.deepEqual(body, { user: { id: user.id, email: DEMO.email, name: 'Uma Santos', admin: false } });
    assert.deepEqual((await here.json('GET', '/session')).body, body);
    assert.deepEqual((await visitor().json('GET', '/session')).body, { user: null });
  });

  it('by a form leads to the page that the person came from, never to another site', async () => {
    for (const [target, location] of [
      ['/products/2?a=1#top', '/products/2?a=1#top'],
      ['', '/'],
      ['//evil.example/x', '/'],
      ['/\\evil.example', '/'],
      ['https://evil.example', '/'],
      ['javascript:alert(1)', '/'],
    ] as const) {
      const { status, headers } = await visitor().form('/session', { ...DEMO, return_to: target });
      assert.equal(status, 303);
      assert.equal(headers.get('location'), location, target);
    }
  });

  it('knows the page that the person came from by the link, otherwise by the referrer', async () => {
    const hidden = (text: string) => /name="return_to" value="([^"]*)"/.exec(text)?.[1];
    assert.equal(hidden((await visitor().page('/sign-in?return_to=/account')).text), '/account');
    const referer = `${shop.url}/policies/categories`;
    assert.equal(hidden((await visitor().page('/sign-in', { referer })).text), '/policies/categories');
    assert.equal(hidden((await visitor().page('/sign-in', { referer: 'https://evil.example/x' })).text), '/');
    assert.equal(hidden((await visitor().page('/sign-in?return_to=//evil.example')).text), '/');
    assert.equal(hidden((await visitor().page('/sign-in?return_to=/sign-out')).text), '/');
  });

  it('sets a cookie that scripts and other sites do not get, Secure on https only', async () => {
    const { headers } = await visitor().json('POST', '/session', DEMO);
    const [line = ''] = headers.getSetCookie();
    assert.match(line, /^sf_session=[\w-]{43}; Max-Age=2592000; Path=\/; .*HttpOnly; SameSite=Lax$/);
    assert.doesNotMatch(line, /Secure/);
  });

  it('issues a new session number each time, and the old one is no longer valid', async () => {
    const here = await signedIn();
    const before = here.cookies.get('sf_session') ?? '';
    await here.json('POST', '/session', DEMO);
    assert.notEqual(here.cookies.get('sf_session'), before);
    const { text } = await visitor().page('/session', { cookie: `sf_session=${before}` });
    assert.equal(text, '{"user":null}');
  });

  it('is refused in the same way for a wrong password and for an unknown address', async () => {
    const wrong = await visitor().json('POST', '/session', { ...DEMO, password: 'Demo' });
    const unknown = await visitor().json('POST', '/session', { ...DEMO, email: 'nobody@example.test' });
    assert.equal(wrong.status, 401);
    assert.match(wrong.headers.get('content-type') ?? '', /^application\/problem\+json/);
    assert.deepEqual(wrong.body, unknown.body);
    assert.deepEqual(wrong.headers.getSetCookie(), []);
    for (const body of [{}, { email: 5, password: {} }, { email: DEMO.email }, []]) {
      assert.equal((await visitor().json('POST', '/session', body)).status, 401, JSON.stringify(body));
    }
  });

  it('with a wrong password by a form shows the form again, with the address and without the password', async () => {
    const { status, text } = await visitor().form('/session', {
      ...DEMO,
      password: 'secret-guess',
      return_to: '/cart',
    });
    assert.equal(status, 401);
    assert.match(text, /The email address or the password is wrong\./);
    assert.match(text, /value="user@example\.test"/);
    assert.match(text, /name="return_to" value="\/cart"/);
    assert.doesNotMatch(text, /secret-guess/);
  });

  it('is slowed down after ten failures with one address, also when they are concurrent', async () => {
    const email = 'guessed@example.test';
    const attempt = () => visitor().json('POST', '/session', { email, password: 'guess' });
    const answers = await Promise.all(Array.from({ length: 15 }, attempt));
    assert.equal(answers.filter(({ status }) => status === 401).length, 10);
    const refused = answers.find(({ status }) => status === 429);
    assert.ok(refused);
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait > 50 && wait <= 60, String(wait));
    assert.equal((refused.body as Problem).status, 429);
    const form = await visitor().form('/session', { email, password: 'guess' });
    assert.equal(form.status, 429);
    assert.match(form.text, /Too many attempts/);
    assert.equal((await visitor().json('POST', '/session', DEMO)).status, 200);
  });

  it('is not slowed down by successful sign-ins', async () => {
    for (let count = 0; count < 12; count++) await signedIn('other@example.test');
  });
});

describe('signing out', () => {
  it('by JSON and by a form ends the session', async () => {
    for (const end of [
      (here: Client) => here.json('DELETE', '/session'),
      (here: Client) => here.form('/session', { _method: 'DELETE' }),
    ]) {
      const here = await signedIn();
      const cookie = `sf_session=${here.cookies.get('sf_session')}`;
      const { status } = await end(here);
      assert.ok(status === 200 || status === 303);
      assert.equal(here.cookies.has('sf_session'), false);
      assert.equal((await visitor().page('/session', { cookie })).text, '{"user":null}');
    }
  });

  it('by a link shows a confirmation and does not end the session', async () => {
    const here = await signedIn();
    const { text } = await here.page('/sign-out');
    assert.match(text, /<form[^>]* method="post" action="\/session"/);
    assert.notDeepEqual((await here.json('GET', '/session')).body, { user: null });
    assert.equal((await visitor().page('/sign-out')).headers.get('location'), '/');
  });
});

describe('a decision made in the browser before signing in', () => {
  const accept = (here: Client) => here.json('PUT', '/policies/user_terms/cookie/accept.json');
  const cookieOf = async (here: Client) => {
    const rules = (await here.json('GET', '/policies/user_terms.json')).body as { state: string; browser: string }[];
    return [rules[0]?.state, rules[0]?.browser];
  };

  it('belongs to no account until the person who signs in claims it; then it belongs to that account until sign-out', async () => {
    const here = visitor();
    await accept(here);
    const { headers } = await here.form('/session', { ...DEMO, return_to: '/cart' });
    assert.equal(headers.get('location'), '/take-over?return_to=%2Fcart');
    assert.match((await here.page('/take-over?return_to=%2Fcart')).text, /Was that you\?[^]*Cookies[^]*Accepted/);
    const no = await here.form('/take-over', { answer: 'not-mine', return_to: '/cart' });
    assert.equal(no.headers.get('location'), '/cart');
    assert.deepEqual(await cookieOf(here), ['passive', 'accepted']);

    await here.form('/take-over', { answer: 'mine' });
    assert.equal((await cookieOf(here))[0], 'accepted');
    assert.equal((await here.page('/take-over?return_to=/cart')).headers.get('location'), '/cart');
    await here.json('DELETE', '/session');
    assert.deepEqual([...here.cookies.keys()], []);
  });

  it('is not offered to the next person on a shared computer, and is not theirs', async () => {
    const here = visitor();
    const user = { ...newUser('first@example.test'), ...BOXES };
    await here.json('POST', '/users', { user });
    await accept(here);
    assert.ok(here.cookies.has('policy_rule_cookie'));
    await here.form('/session', { _method: 'DELETE' });
    const next = await here.form('/users', { ...newUserForm('second@example.test'), ...FORM_BOXES });
    assert.equal(next.headers.get('location'), '/account');
    assert.deepEqual(await cookieOf(here), ['passive', null]);
  });

  it('is taken over neither by a request of a foreign page nor by a visitor without an account', async () => {
    const here = visitor();
    await accept(here);
    assert.equal((await here.json('POST', '/take-over', { answer: 'mine' })).status, 401);
    await here.form('/session', DEMO);
    const foreign = await here.form('/take-over', { answer: 'mine' }, { origin: 'https://evil.example' });
    assert.equal(foreign.status, 403);
    const taken = await here.json('POST', '/take-over', { answer: 'other' });
    assert.deepEqual(taken.body, { taken: [] });
  });
});

describe('opening an account', () => {
  it('records the user with what they accepted, and signs them in', async () => {
    const here = visitor();
    const user = { ...newUser('Nora@Example.test'), ...BOXES };
    const { status, body } = await here.json('POST', '/users', { user });
    assert.equal(status, 201);
    const { id } = (body as { user: { id: string } }).user;
    assert.deepEqual(body, { user: { id, email: 'nora@example.test', name: 'Nora Lind', admin: false } });
    assert.deepEqual((await here.json('GET', '/session')).body, body);
    const rules = (await here.json('GET', '/policies/user_terms.json')).body as { name: string; state: string }[];
    assert.deepEqual(
      rules.map(({ name, state }) => `${name} ${state}`),
      ['cookie passive', 'age accepted', 'terms accepted', 'media passive', 'privacy passive'],
    );
  });

  it('accepts the attributes without "user" as well, and never creates an administrator', async () => {
    const { status, body } = await visitor().json('POST', '/users', {
      ...newUser('flat@example.test'),
      ...BOXES,
      admin: true,
    });
    assert.equal(status, 201);
    assert.equal((body as { user: { admin: boolean } }).user.admin, false);
  });

  it('without the boxes reports an error at each box, and creates no user', async () => {
    const user = newUser('boxless@example.test');
    const refused = await visitor().json('POST', '/users', { user });
    assert.equal(refused.status, 422);
    assert.match(refused.headers.get('content-type') ?? '', /^application\/problem\+json/);
    assert.deepEqual(fieldsOf(refused), ['user.policy_rule_age', 'user.policy_rule_terms']);
    const one = await visitor().json('POST', '/users', { user: { ...user, policy_rule_age: true } });
    assert.deepEqual(fieldsOf(one), ['user.policy_rule_terms']);
    const no = await visitor().json('POST', '/users', { user: { ...user, ...BOXES, policy_rule_age: false } });
    assert.deepEqual(fieldsOf(no), ['user.policy_rule_age']);
    assert.equal((await visitor().json('POST', '/session', user)).status, 401);
  });

  it('reports all errors at once', async () => {
    const answer = await visitor().json('POST', '/users', { user: { email: 'no address', password: 'short' } });
    assert.deepEqual(fieldsOf(answer), [
      'user.name',
      'user.email',
      'user.password',
      'user.policy_rule_age',
      'user.policy_rule_terms',
    ]);
  });

  it('by a form keeps what was typed and ticked, except the password', async () => {
    const { status, text } = await visitor().form('/users', {
      ...newUserForm('kept@example.test'),
      'user[policy_rule_age]': '1',
    });
    assert.equal(status, 422);
    assert.match(text, /value="Nora &lt;Lind&gt;"/);
    assert.match(text, /value="kept@example\.test"/);
    assert.doesNotMatch(text, /a long password/);
    const box = (name: string) => new RegExp(`<input[^>]*name="user\\[${name}\\]"[^>]*>`).exec(text)?.[0] ?? '';
    assert.match(box('policy_rule_age'), /checked/);
    assert.doesNotMatch(box('policy_rule_age'), /aria-invalid/);
    assert.doesNotMatch(box('policy_rule_terms'), /checked/);
    assert.match(box('policy_rule_terms'), /aria-invalid="true"/);
    assert.match(text, /id="field-policy_rule_terms-error"/);
    // The privacy notice is shown, and not accepted.
    assert.match(text, /<input type="hidden" name="user\[policy_version_privacy\]" value="1" \/>/);
    assert.match(text, /href="\/policies\/user_terms\/privacy"/);
    assert.equal(box('policy_rule_privacy'), '');
  });

  it('by a form that showed a text that has been replaced asks again, without a tick', async () => {
    const { status, text } = await visitor().form('/users', {
      ...newUserForm('late@example.test'),
      ...FORM_BOXES,
      'user[policy_version_terms]': '0',
    });
    assert.equal(status, 422);
    const [age, terms] = ['age', 'terms'].map(
      (rule) => new RegExp(`<input[^>]*name="user\\[policy_rule_${rule}\\]"[^>]*>`).exec(text)?.[0],
    );
    assert.match(age ?? '', /checked/);
    assert.doesNotMatch(terms ?? 'checked', /checked/);
    assert.match(text, /<input type="hidden" name="user\[policy_version_terms\]" value="1" \/>/);
  });

  it('by a form leads to the account', async () => {
    const here = visitor();
    const { status, headers } = await here.form('/users', { ...newUserForm('form@example.test'), ...FORM_BOXES });
    assert.equal(status, 303);
    assert.equal(headers.get('location'), '/account');
    assert.match((await here.page('/account')).text, /Nora &lt;Lind&gt; · form@example\.test/);
  });

  it('with an address that is taken is refused at the field, also for concurrent requests', async () => {
    const { status, text } = await visitor().form('/users', { ...newUserForm('USER@example.test'), ...FORM_BOXES });
    assert.equal(status, 422);
    assert.match(text, /id="field-email-error"[^]*An account with this email address already exists/);
    const user = { ...newUser('twice@example.test'), ...BOXES };
    const both = await Promise.all([1, 2].map(() => visitor().json('POST', '/users', { user })));
    assert.deepEqual(both.map((answer) => String(answer.status)).toSorted(), ['201', '422']);
    assert.deepEqual(fieldsOf(both.find((answer) => answer.status === 422)!), ['user.email']);
  });
});

describe('the account', () => {
  it('is open to signed-in users only', async () => {
    assert.equal((await visitor().page('/account')).headers.get('location'), '/sign-in?return_to=%2Faccount');
    assert.equal((await visitor().json('PATCH', '/account', { user: { name: 'X' } })).status, 401);
    const form = await visitor().form('/account', { _method: 'PATCH', 'user[name]': 'X' });
    assert.equal(form.headers.get('location'), '/sign-in?return_to=%2Faccount');
  });

  it('is saved once the required policies are accepted, and is then saved without asking', async () => {
    const here = await signedIn('other@example.test');
    assert.match((await here.page('/account')).text, /name="user\[policy_rule_age\]"/);
    const refused = await here.form('/account', { _method: 'PATCH', 'user[name]': 'Otto B.' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /value="Otto B\."/);
    assert.match(refused.text, /id="field-policy_rule_age-error"/);
    const json = await here.json('PATCH', '/account', { user: { name: 'Otto B.' } });
    assert.deepEqual(fieldsOf(json), ['user.policy_rule_age', 'user.policy_rule_terms']);

    const saved = await here.form('/account', { _method: 'PATCH', 'user[name]': 'Otto B.', ...FORM_BOXES });
    assert.equal(saved.headers.get('location'), '/account?done=saved');
    const { text } = await here.page('/account?done=saved');
    assert.match(text, /Your details are saved\./);
    assert.match(text, /Otto B\. · other@example\.test/);
    assert.doesNotMatch(text, /policy_rule_/);
    const again = await here.json('PATCH', '/account', { user: { name: 'Otto Berg' } });
    assert.equal(again.status, 200);
    assert.equal((again.body as { user: { name: string } }).user.name, 'Otto Berg');
    assert.deepEqual(fieldsOf(await here.json('PATCH', '/account', { user: { name: ' ' } })), ['user.name']);
  });

  it('shows the panel to administrators only', async () => {
    assert.match((await (await signedIn('admin@example.test')).page('/account')).text, /href="\/policies\/categories"/);
    const user = await signedIn();
    assert.doesNotMatch((await user.page('/account')).text, /href="\/policies\/categories"/);
    assert.equal((await user.json('GET', '/policies/categories.json')).status, 403);
  });
});

describe('requests of foreign pages', () => {
  it('change nothing', async () => {
    const here = await signedIn();
    for (const [headers, status] of [
      [{ 'sec-fetch-site': 'cross-site' }, 403],
      [{ 'sec-fetch-site': 'same-site' }, 403],
      [{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
      [{ origin: 'https://evil.example' }, 403],
      [{ origin: 'null' }, 403],
      [{ 'sec-fetch-site': 'same-origin', origin: 'https://elsewhere.example' }, 303],
    ] as const) {
      const answer = await here.form('/session', DEMO, headers);
      assert.equal(answer.status, status, JSON.stringify(headers));
      const users = await here.form('/users', {}, headers);
      assert.equal(users.status, status === 403 ? 403 : 422);
    }
    assert.notDeepEqual((await here.json('GET', '/session')).body, { user: null });
  });

  it('without any sign of their origin are accepted only if a form could not have sent them', async () => {
    const body = new URLSearchParams(DEMO);
    const post = (headers: Record<string, string>) =>
      fetch(`${shop.url}/session`, { method: 'POST', body, headers, redirect: 'manual' });
    assert.equal((await post({})).status, 303);
    assert.equal((await post({ cookie: 'any=1' })).status, 403);
    assert.equal((await post({ cookie: 'any=1', referer: `${shop.url}/sign-in` })).status, 303);
    assert.equal((await post({ referer: 'https://evil.example/' })).status, 403);
  });
});

describe('an unreadable request', () => {
  it('is answered with a problem document for programs and with a page for people', async () => {
    const headers = { 'content-type': 'application/json' };
    const broken = await fetch(`${shop.url}/session`, { method: 'POST', headers, body: '{"email":' });
    assert.equal(broken.status, 400);
    assert.match(broken.headers.get('content-type') ?? '', /^application\/problem\+json/);
    const large = await visitor().json('POST', '/session', { email: 'x'.repeat(40_000) });
    assert.equal(large.status, 413);
  });

  it('does not reach a prototype through the names of form fields', async () => {
    const answer = await visitor().form('/users', { 'user[__proto__][admin]': '1', 'user[constructor]': 'x' });
    assert.equal(answer.status, 422);
    assert.equal(({} as { admin?: unknown }).admin, undefined);
  });
});
