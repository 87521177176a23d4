/** Orders and reviews: what is accepted, what is refused, and what is left on the disk. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Client, client } from './support/client.ts';
import { type RunningStorefront, startStorefront } from './support/storefront.ts';

const ADDRESS = { recipient: 'Uma Santos', street: 'Elm Street 5', postcode: '12345', city: 'Hamburg' };
const JPEG = readFileSync(path.resolve(import.meta.dirname, '../public/pictures/thumbs/1.jpg'));

let shop: RunningStorefront;
let uploads: string;
before(async () => {
  uploads = mkdtempSync(path.join(tmpdir(), 'storefront-uploads-'));
  shop = await startStorefront({ uploadFolder: uploads });
});
after(async () => {
  await shop?.[Symbol.asyncDispose]();
  rmSync(uploads, { recursive: true, force: true });
});

async function signedIn(email: string): Promise<Client> {
  const here = client(shop.url);
  assert.equal((await here.json('POST', '/session', { email, password: 'demo' })).status, 200);
  return here;
}

const fieldsOf = (body: unknown): string[] =>
  (body as { errors: { field: string; code: string }[] }).errors.map(({ field, code }) => `${field} ${code}`);

describe('orders', () => {
  const ordered = async (here: Client) => (await here.page('/account/orders')).text;

  it('are stored with current prices, the delivery and the address', async () => {
    const here = await signedIn('other@example.test');
    const { status, body } = await here.json('POST', '/orders', { cart: '4x1', ...ADDRESS });
    assert.equal(status, 201);
    const { number } = (body as { order: { number: string } }).order;
    assert.match(number, /^NL-\d{8}$/);
    const page = await ordered(here);
    assert.match(page, new RegExp(`Order ${number}[^]*€23\\.90[^]*1 × Tide mug[^]*To Uma Santos, Elm Street 5`));
    assert.doesNotMatch(await ordered(await signedIn('user@example.test')), new RegExp(number));
  });

  it('are refused without an account, without an address, and without a product', async () => {
    assert.equal((await client(shop.url).json('POST', '/orders', { cart: '4x1', ...ADDRESS })).status, 401);
    const here = await signedIn('other@example.test');
    const refused = await here.json('POST', '/orders', { cart: '4x1', ...ADDRESS, street: ' ', city: 'a\u0000b' });
    assert.equal(refused.status, 422);
    assert.deepEqual(fieldsOf(refused.body), ['street required', 'city invalid']);
    for (const cart of ['', '4', '99x1', '4x0', '4x-1', 'constructorx1', ['4x1'], { toString: '4x1' }]) {
      const { status, body } = await here.json('POST', '/orders', { cart, ...ADDRESS });
      assert.equal(status, 422, JSON.stringify(cart));
      assert.deepEqual(fieldsOf(body), ['cart required']);
    }
  });

  it('never contain more of a product than is in stock', async () => {
    const here = await signedIn('other@example.test');
    assert.equal((await here.json('POST', '/orders', { cart: '1x9999,1x2,1x9998', ...ADDRESS })).status, 201);
    assert.match(await ordered(here), /14 × Dune table lamp/);
  });
});

describe('reviews', () => {
  const write = async (here: Client, fields: Readonly<Record<string, string>>, picture?: Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    if (picture !== undefined) form.set('picture', new Blob([picture], { type: 'image/jpeg' }), '../../me.jpg');
    const cookie = [...here.cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { cookie, accept: 'application/json', origin: shop.url };
    const response = await fetch(`${shop.url}/reviews`, { method: 'POST', headers, body: form });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const reviewsOf = async (product: string) =>
    (await client(shop.url).json('GET', `/api/products/${product}/reviews`)).body as {
      reviews: { author: string; rating: number; words: string; picture: string | null }[];
    };
  const pictures = () => readdirSync(uploads, { recursive: true }).filter((name) => String(name).includes('.'));

  it('are published with their picture under a file name chosen by the shop', async () => {
    const here = await signedIn('user@example.test');
    const { status } = await write(here, { product: '2', rating: '4', words: '<b>Fine</b>' }, new Uint8Array(JPEG));
    assert.equal(status, 201);
    const { reviews } = await reviewsOf('2');
    const [{ picture, ...review } = { picture: null }] = reviews;
    assert.match(picture ?? '', /^\/review-pictures\/[\w-]{22}\.jpg$/);
    assert.partialDeepStrictEqual(review, { author: 'Uma Santos', rating: 4, words: '<b>Fine</b>' });
    const served = await fetch(shop.url + String(picture));
    assert.equal(served.headers.get('content-type'), 'image/jpeg');
    assert.equal(Buffer.compare(Buffer.from(await served.arrayBuffer()), JPEG), 0);

    const twice = await write(here, { product: '2', rating: '1', words: 'Again' }, new Uint8Array(JPEG));
    assert.deepEqual([twice.status, fieldsOf(twice.body)], [422, ['product taken']]);
    assert.equal(pictures().length, 1);
  });

  it('are refused with one error per invalid field, and leave no file', async () => {
    const here = await signedIn('user@example.test');
    const before = pictures();
    const html = new TextEncoder().encode('<script>alert(1)</script>');
    for (const [fields, picture, expected] of [
      [{}, undefined, ['product invalid', 'rating required', 'words required']],
      [{ product: '3', rating: '6', words: ' ' }, undefined, ['rating required', 'words required']],
      [{ product: '3', rating: '5', words: 'x'.repeat(2001) }, undefined, ['words too_long']],
      [{ product: '3', rating: '5', words: 'Fine' }, html, ['picture invalid']],
      [{ product: '3', rating: '5', words: 'Fine' }, new Uint8Array(3_000_001), ['picture too_large']],
      [{ product: '3', rating: '5', words: 'Fine' }, new Uint8Array(4_000_000), ['picture too_large']],
    ] as const) {
      const { status, body } = await write(here, fields, picture);
      assert.deepEqual([status, fieldsOf(body)], [422, expected]);
    }
    assert.equal((await write(client(shop.url), { product: '3', rating: '5', words: 'Fine' })).status, 401);
    const headers = { 'content-type': 'multipart/form-data; boundary=x', accept: 'application/json', origin: shop.url };
    const cookie = [...here.cookies].map((pair) => pair.join('=')).join('; ');
    const broken = await fetch(`${shop.url}/reviews`, { method: 'POST', headers: { ...headers, cookie }, body: 'x' });
    assert.equal(broken.status, 400);
    assert.deepEqual(pictures(), before);
    assert.deepEqual((await reviewsOf('3')).reviews, []);
  });
});
