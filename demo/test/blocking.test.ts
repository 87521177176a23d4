/** A blocking rule that is not accepted: what it blocks in the shop, and the redirect to the decision and back. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { after, before, it } from 'node:test';
import { type Client, client } from './support/client.ts';
import { type RunningStorefront, startStorefront } from './support/storefront.ts';

const CHECKOUT = '/checkout?cart=4x1%2C2x2';
const PENDING = `/policies/user_terms/pending?return_to=${encodeURIComponent(CHECKOUT)}`;
const ORDER = { cart: '4x1', recipient: 'Uma Santos', street: 'Elm Street 5', postcode: '12345', city: 'Hamburg' };
const NOTE = /Before you can order or write a review, you must accept a policy\. <a href="([^"]+)">/;

let shop: RunningStorefront;
before(async () => {
  shop = await startStorefront({ sampleTexts: true });
});
after(() => shop?.[Symbol.asyncDispose]());

async function signedIn(email: string): Promise<Client> {
  const here = client(shop.url);
  assert.equal((await here.json('POST', '/session', { email, password: 'demo' })).status, 200);
  return here;
}

/** The target of the redirect when a person opens a page; null if the page is shown. `fetch` sends no navigation headers. */
async function leadsTo({ cookies }: Client, path: string): Promise<string | null> {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', ...(cookie !== '' && { cookie }) };
  const request = get(shop.url + path, { headers, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  assert.ok([200, 303].includes(answer.statusCode ?? 0), `${path}: ${answer.statusCode}`);
  return answer.headers.location ?? null;
}

it('a blocking rule prevents orders and reviews until it is accepted, and leads to the decision and back', async () => {
  const here = await signedIn('user@example.test');
  assert.equal(await leadsTo(here, CHECKOUT), PENDING);
  for (const path of ['/account/orders', '/reviews/new?product=4']) {
    assert.match((await leadsTo(here, path)) ?? '', /^\/policies\/user_terms\/pending\?return_to=/, path);
  }
  const refused = await here.json('POST', '/orders', ORDER);
  assert.equal(refused.status, 403);
  assert.deepEqual((refused.body as { pending: string[] }).pending, ['age', 'terms']);

  // Public pages stay open and show what is missing; so does the account page, where the account can be closed.
  for (const path of ['/', '/products/4', '/account']) {
    const [, link] = NOTE.exec((await here.page(path)).text) ?? [];
    assert.equal(link, `/policies/user_terms/pending?return_to=${encodeURIComponent(path)}`);
  }

  const decisions = { user: { policy_rule_age: true, policy_rule_terms: false } };
  await here.json('PUT', '/policies/user_terms/accept_multiples.json', decisions);
  // One of them was rejected, so it is still not accepted.
  assert.equal(await leadsTo(here, CHECKOUT), PENDING);
  await here.json('PUT', '/policies/user_terms/terms/accept.json');
  assert.equal(await leadsTo(here, PENDING), CHECKOUT);
  assert.equal(await leadsTo(here, CHECKOUT), null);
  assert.equal((await here.json('POST', '/orders', ORDER)).status, 201);
  assert.doesNotMatch((await here.page('/')).text, NOTE);
});

it('a blocking rule blocks nothing for a visitor without an account', async () => {
  const visitor = client(shop.url);
  assert.equal(await leadsTo(visitor, CHECKOUT), `/sign-in?return_to=${encodeURIComponent(CHECKOUT)}`);
  assert.doesNotMatch((await visitor.page('/')).text, NOTE);
});
