import assert from 'node:assert/strict';
import { type Client, client } from './client.ts';
import { type RunningStorefront, startStorefront } from './storefront.ts';

const RULES = ['cookie', 'age', 'terms', 'media', 'privacy'];
/** A banner that asks for decisions. */
const BANNER = /<section class="pe-consent-panel"(?![^>]*hidden)/;
const NEW_USER = { name: 'Nora Lind', email: 'nora@example.test', password: 'a long password' };

interface Standing {
  readonly name: string;
  readonly state: string;
  readonly error?: string;
}

async function signedIn(shop: RunningStorefront, email: string): Promise<Client> {
  const here = client(shop.url);
  assert.equal((await here.json('POST', '/session', { email, password: 'demo' })).status, 200);
  return here;
}

async function standings(here: Client, path = ''): Promise<string[]> {
  const { status, body } = await here.json('GET', `/policies/user_terms${path}.json`);
  assert.equal(status, 200);
  return (body as Standing[]).map(({ name, state, error }) => `${name}: ${error ?? state}`);
}

const scriptsOf = async (here: Client): Promise<string[]> =>
  [...(await here.page('/')).text.matchAll(/<script nonce="[^"]+" src="[^"]+(\/tags\/[^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );

const boxErrors = ({ body }: { body: unknown }): string[] =>
  (body as { errors: { field: string; code: string }[] }).errors.map(({ field, code }) => `${field} ${code}`);

async function beforeAnythingIsPublished(shop: RunningStorefront): Promise<void> {
  const admin = await signedIn(shop, 'admin@example.test');
  assert.deepEqual(
    await standings(admin),
    RULES.map((rule) => `${rule}: no term for ${rule} policy`),
  );
  for (const rule of RULES) {
    const { status, body } = await client(shop.url).json('GET', `/policies/user_terms/${rule}.json`);
    assert.equal(status, 404);
    assert.equal((body as { detail: string }).detail, `no term for ${rule} policy`);
  }
  const page = await client(shop.url).page('/');
  assert.equal(page.status, 200);
  assert.doesNotMatch(page.text, BANNER);
  assert.equal((await client(shop.url).page('/sign-up')).status, 200);
  const early = await client(shop.url).json('POST', '/users', { user: { ...NEW_USER, policy_rule_age: true } });
  assert.deepEqual(boxErrors(early), ['user.policy_rule_age missing_term', 'user.policy_rule_terms missing_term']);
}

async function publish(shop: RunningStorefront): Promise<void> {
  const texts = (rule: string) => ({ description: `# ${rule}\n\nPlease agree.`, state: 'published' });
  const user = await signedIn(shop, 'user@example.test');
  assert.equal((await user.json('POST', '/policies/categories/cookie/terms.json', texts('cookie'))).status, 403);
  const admin = await signedIn(shop, 'admin@example.test');
  for (const rule of RULES) {
    const { status } = await admin.json('POST', `/policies/categories/${rule}/terms.json`, texts(rule));
    assert.ok(status === 200 || status === 201, String(status));
  }
}

async function decide(shop: RunningStorefront): Promise<Client> {
  const user = await signedIn(shop, 'user@example.test');
  assert.deepEqual(
    await standings(user, '/pending'),
    // Nobody decides on the privacy notice.
    RULES.filter((rule) => rule !== 'privacy').map((rule) => `${rule}: passive`),
  );
  assert.match((await user.page('/')).text, BANNER);
  assert.deepEqual(await scriptsOf(user), []);

  assert.equal((await user.json('PUT', '/policies/user_terms/cookie/accept.json')).status, 200);
  assert.equal(user.cookies.get('policy_rule_cookie'), 'accepted');
  assert.deepEqual(await scriptsOf(user), ['/tags/analytics.js', '/tags/recommendations.js']);

  const rejected = await user.json('PUT', '/policies/user_terms/cookie/reject.json');
  for (const name of ['_sf_stats', '_sf_visitor', '_sf_taste']) {
    const lines = rejected.headers.getSetCookie().filter((line) => line.startsWith(`${name}=;`));
    assert.ok(lines.every((line) => line.includes('Max-Age=0')));
    // With the domain of the declaration, and as host-only cookie.
    assert.equal(lines.length, 2);
    assert.equal(lines.filter((line) => line.includes('Domain=localhost')).length, 1);
  }
  assert.equal(user.cookies.get('policy_rule_cookie'), 'rejected');
  assert.deepEqual(await scriptsOf(user), []);

  const { status } = await user.json('PUT', '/policies/user_terms/accept_multiples.json', {
    user: { policy_rule_age: true, policy_rule_media: false },
  });
  assert.equal(status, 200);
  assert.doesNotMatch((await user.page('/')).text, BANNER);
  // A rejected policy that does not block is not pending again.
  assert.deepEqual(await standings(user, '/pending'), ['terms: passive']);
  return user;
}

async function signUp(shop: RunningStorefront): Promise<Client> {
  const here = client(shop.url);
  const refused = await here.json('POST', '/users', { user: NEW_USER });
  assert.equal(refused.status, 422);
  assert.deepEqual(boxErrors(refused), ['user.policy_rule_age required', 'user.policy_rule_terms required']);
  const user = { ...NEW_USER, policy_rule_age: '1', policy_rule_terms: '1' };
  assert.equal((await here.json('POST', '/users', { user })).status, 201);
  assert.deepEqual(await standings(here), [
    'cookie: passive',
    'age: accepted',
    'terms: accepted',
    'media: passive',
    'privacy: passive',
  ]);
  return here;
}

/** Continues as somebody with their cookies from before the restart of the shop. */
async function afterRestart(shop: RunningStorefront, earlier: Client): Promise<string[]> {
  const cookie = [...earlier.cookies].map((pair) => pair.join('=')).join('; ');
  const response = await fetch(`${shop.url}/policies/user_terms.json`, { headers: { cookie } });
  assert.equal(response.status, 200);
  return ((await response.json()) as Standing[]).map(({ name, state }) => `${name}: ${state}`);
}

/** The main task of the engine in the shop, by JSON, on a fresh database. */
export async function walkByJson(databaseUrl: string): Promise<void> {
  const before = await startStorefront({ databaseUrl });
  let user: Client;
  let newcomer: Client;
  try {
    await beforeAnythingIsPublished(before);
    await publish(before);
    user = await decide(before);
    newcomer = await signUp(before);
  } finally {
    await before[Symbol.asyncDispose]();
  }
  await using after = await startStorefront({ databaseUrl });
  assert.deepEqual(await afterRestart(after, user), [
    'cookie: rejected',
    'age: accepted',
    'terms: passive',
    'media: rejected',
    'privacy: passive',
  ]);
  assert.deepEqual(await afterRestart(after, newcomer), [
    'cookie: passive',
    'age: accepted',
    'terms: accepted',
    'media: passive',
    'privacy: passive',
  ]);
}
