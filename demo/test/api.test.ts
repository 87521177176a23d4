import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type RunningStorefront, startStorefront } from './support/storefront.ts';

interface ListedProduct {
  id: string;
  name: string;
  category: string;
  price: number;
  stock: number;
  pictures: { src: string; alt: string }[];
}

interface List {
  categories: { id: string; name: string }[];
  products: ListedProduct[];
}

describe('the API', () => {
  let shop: RunningStorefront;
  before(async () => {
    shop = await startStorefront();
  });
  after(() => shop[Symbol.asyncDispose]());

  const read = async <T>(address: string): Promise<T> => {
    const response = await fetch(shop.url + address);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    return (await response.json()) as T;
  };
  const names = async (query: string): Promise<string[]> =>
    (await read<List>(`/api/products?${query}`)).products.map(({ name }) => name);

  it('lists every product once, with a price in whole cents and a known category', async () => {
    const { categories, products } = await read<List>('/api/products');
    assert.equal(products.length, 12);
    assert.equal(new Set(products.map(({ id }) => id)).size, 12);
    for (const { name, price, stock, category } of products) {
      assert.ok(Number.isInteger(price) && price > 0, name);
      assert.ok(Number.isInteger(stock) && stock >= 0, name);
      assert.ok(
        categories.some(({ id }) => id === category),
        name,
      );
    }
  });

  it('names pictures that exist, each with an alternative text', async () => {
    const { products } = await read<List>('/api/products');
    const folder = path.resolve(import.meta.dirname, '../public');
    for (const { src, alt } of products.flatMap(({ pictures }) => pictures)) {
      assert.ok(existsSync(path.join(folder, src)), src);
      assert.ok(alt.length > 10, src);
    }
  });

  it('declares at the root of the site that it honours Global Privacy Control', async () => {
    assert.deepEqual(await read('/.well-known/gpc.json'), { gpc: true, lastUpdate: '2026-11-21' });
  });

  it('filters by category', async () => {
    const { products } = await read<List>('/api/products?category=lighting');
    assert.equal(products.length, 3);
    assert.ok(products.every(({ category }) => category === 'lighting'));
    assert.deepEqual(await names('category=furniture'), []);
  });

  it('searches for all words, ignoring case and accents', async () => {
    assert.deepEqual(await names('q=MUG'), ['Tide mug']);
    assert.deepEqual(await names('q=linen+towel'), ['Linen tea towels']);
    assert.deepEqual(await names('q=l%C3%ADn%C3%A9n+cushion'), ['Meadow cushion']);
    assert.deepEqual(await names('q=stoneware&category=lighting'), []);
    assert.deepEqual(
      await names('q=stoneware&q=glass'),
      (await read<List>('/api/products')).products.map((p) => p.name),
    );
  });

  it('returns one product with four others that do not include it', async () => {
    const { product, related } = await read<{ product: ListedProduct; related: ListedProduct[] }>('/api/products/2');
    assert.equal(product.name, 'Halo pendant');
    assert.equal(related.length, 4);
    assert.ok(related.every(({ id }) => id !== '2'));
    assert.equal(related[0]?.category, product.category);
  });

  it('answers 404 with a problem document for what does not exist', async () => {
    for (const address of ['/api/products/99', '/api/products/constructor', '/api/none', '/api']) {
      const response = await fetch(shop.url + address);
      assert.equal(response.status, 404, address);
      assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/);
      assert.equal(((await response.json()) as { status: number }).status, 404);
    }
  });
});
