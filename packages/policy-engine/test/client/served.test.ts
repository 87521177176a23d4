/** The served files: small, cached permanently under a name with a hash, and revalidated under their plain names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { getTestEngine, TEST_ORIGIN } from 'policy-engine/testing';
import { TRANSLATED } from '../../dist/platform/i18n/texts/catalogue.js';

const text = { description: 'What we count.', state: 'published' };

async function engineWithTexts() {
  const made = await getTestEngine({
    rules: [
      { name: 'analytics', label: 'Statistics', description: 'Counts visits.', sessionless: true },
      { name: 'media', label: 'Films', description: 'Shows films of others.', sessionless: true },
    ],
  });
  for (const rule of ['analytics', 'media']) {
    const { status } = await made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, text);
    assert.ok(status < 300);
  }
  return made;
}

const CODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  br: (text) => brotliCompressSync(text),
  gzip: (text) => gzipSync(text, { level: 9 }),
};

type Engine = Awaited<ReturnType<typeof engineWithTexts>>;

async function bannerIn(made: Engine, locale: string): Promise<string> {
  const headers = { 'accept-language': locale };
  const page = await made.engine.consentContext(new Request(`${TEST_ORIGIN}/`, { headers })).renderBanner();
  assert.match(page, new RegExp(`lang="${locale}"`));
  return page;
}

/** Bytes of a file as served with an encoding. */
async function servedSize(made: Engine, path: string, coding: string): Promise<number> {
  const response = await made.as(null).fetch(path, { headers: { 'accept-encoding': coding } });
  assert.equal(response.status, 200, path);
  assert.equal(response.headers.get('content-encoding'), coding);
  return (await response.arrayBuffer()).byteLength;
}

const assetsOf = (page: string) =>
  [...page.matchAll(/(?:href|src)="([^"]+\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');

/** Address of the file with the code of embedded frames, as the banner's script names it. */
async function embedFile(made: Engine, page: string): Promise<string> {
  const script = assetsOf(page).find((path) => path.endsWith('.js')) ?? '';
  const text = await (await made.as(null).fetch(script)).text();
  const [file] = /\bembed\.[\w-]{6}\.js/.exec(text) ?? [''];
  return new URL(file, new URL(script, TEST_ORIGIN)).pathname;
}

/** Bytes of the banner with all its parts, and of the files for embedded frames: as gzip, and with Brotli. */
const LIMITS: Readonly<Record<string, Readonly<Record<'banner' | 'embed', number>>>> = {
  gzip: { banner: 11_000, embed: 2_500 },
  br: { banner: 9_800, embed: 2_100 },
};

test('the banner with its script, its style sheet and its texts is less than 11,000 bytes compressed, in all languages', async (t) => {
  await using made = await engineWithTexts();
  for (const locale of ['en', ...TRANSLATED]) {
    const page = await bannerIn(made, locale);
    const paths = assetsOf(page);
    assert.deepEqual(
      paths.map((path) => path.split('.').at(-1)),
      ['css', 'js'],
    );
    for (const [coding, compressed] of Object.entries(CODINGS)) {
      let size = compressed(page).length;
      for (const path of paths) size += await servedSize(made, path, coding);
      t.diagnostic(`${locale}, ${coding}: ${size} bytes`);
      assert.ok(size < LIMITS[coding]!.banner, `${locale}, ${coding}: ${size} bytes`);
    }
  }
});

test('the client alone is at most 6 kB compressed, and 11 kB with the code of the banner', async (t) => {
  await using made = await engineWithTexts();
  const sizeOf = (path: string) => servedSize(made, path, 'gzip');
  const core = '/policies/assets/consent.js';
  const text = await (await made.as(null).fetch(core)).text();
  const [banner = ''] = /\bbanner\.[\w-]{6}\.js/.exec(text) ?? [];
  const [alone, beside] = [await sizeOf(core), await sizeOf(`/policies/assets/${banner}`)];
  t.diagnostic(`${alone} bytes, with the banner ${alone + beside} bytes`);
  assert.ok(alone <= 6000, `${alone} bytes`);
  assert.ok(alone + beside <= 11_000, `${alone + beside} bytes`);
});

test('what a page with embedded frames loads additionally is less than 2,500 bytes compressed, in all languages', async (t) => {
  await using made = await engineWithTexts();
  for (const locale of ['en', ...TRANSLATED]) {
    const page = await bannerIn(made, locale);
    const address = /<template data-embed-words="([^"]+)">/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const words = await made.as(null).fetch(address);
    assert.equal(words.headers.get('content-language'), locale);
    assert.equal(words.headers.get('cache-control'), 'public, max-age=600, must-revalidate');
    const html = await words.text();
    for (const [coding, compressed] of Object.entries(CODINGS)) {
      const size = compressed(html).length + (await servedSize(made, await embedFile(made, page), coding));
      t.diagnostic(`${locale}, ${coding}: ${size} bytes`);
      assert.ok(size < LIMITS[coding]!.embed, `${locale}, ${coding}: ${size} bytes`);
    }
  }
});

test('the texts of embedded frames are in the language of the address, whatever language the browser prefers', async () => {
  await using made = await engineWithTexts();
  const wordsOf = async (query: string, headers: Record<string, string> = {}) =>
    (await made.as(null).fetch(`/policies/consent/embed.html${query}`, { headers })).text();
  const french = await wordsOf('?locale=fr');
  assert.equal(await wordsOf('?locale=fr', { 'accept-language': 'tr', cookie: 'policy_engine_locale=de' }), french);
  const usual = await wordsOf('');
  assert.notEqual(french, usual);
  assert.equal(await wordsOf('', { 'accept-language': 'tr' }), usual);
  assert.equal(await wordsOf('?locale=no-such-language'), usual);
});

test('the code of embedded frames is cached permanently, and available at one address only', async () => {
  await using made = await engineWithTexts();
  const file = await embedFile(made, await bannerIn(made, 'en'));
  const kept = await made.as(null).fetch(file);
  assert.equal(kept.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.match(kept.headers.get('content-type') ?? '', /^text\/javascript/);
  assert.match(await kept.text(), /export\s*\{\s*\w+ as EmbedPlace\s*\}/);
  assert.equal((await made.as(null).fetch('/policies/assets/embed.js')).status, 404);
});

test('a file is cached permanently under the name with its hash, and revalidated under its plain name', async () => {
  await using made = await engineWithTexts();
  const page = await made.engine.consentContext(new Request(`${TEST_ORIGIN}/`)).renderBanner();
  const hashed = /src="([^"]+)"/.exec(page)?.[1] ?? '';
  const client = made.as(null);
  const kept = await client.fetch(hashed);
  assert.equal(kept.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  const named = await client.fetch('/policies/assets/consent.js');
  const facts = /\{"texts":.*?"signals":\[[^\]]*\]\}/;
  const text = await named.text();
  assert.match(text, facts);
  assert.equal(text.replace(facts, 'null'), await kept.text());
  assert.equal(named.headers.get('cache-control'), 'public, max-age=600, must-revalidate');
  const etag = named.headers.get('etag') ?? '';
  for (const [headers, status] of [
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': etag, 'accept-encoding': 'br' }, 304],
    [{ 'if-none-match': '"other"' }, 200],
    [{ 'accept-encoding': 'br;q=0, identity' }, 200],
  ] as const) {
    const response = await client.fetch('/policies/assets/consent.js', { headers });
    assert.equal(response.status, status, JSON.stringify(headers));
    assert.equal(response.headers.get('content-encoding'), null);
    await response.body?.cancel();
  }
});
