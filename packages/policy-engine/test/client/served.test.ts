/** The served files: small, kept for good under a name with a hash, and asked about again under their own. */
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

/** Languages that miss the 9,000 bytes as gzip; none may miss them by more. */
const OVER: Readonly<Record<string, number>> = { ar: 9_160, de: 9_020, pl: 9_060 };

test('the banner with its script, its style sheet and its words is less than 9 kB compressed, in all languages but three', async () => {
  await using made = await engineWithTexts();
  const codings = {
    br: (text: string) => brotliCompressSync(text),
    gzip: (text: string) => gzipSync(text, { level: 9 }),
  };
  for (const locale of ['en', ...TRANSLATED]) {
    const headers = { 'accept-language': locale };
    const page = await made.engine.consentContext(new Request(`${TEST_ORIGIN}/`, { headers })).renderBanner();
    assert.match(page, new RegExp(`lang="${locale}"`));
    const paths = [...page.matchAll(/(?:href|src)="([^"]+\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
    assert.deepEqual(
      paths.map((path) => path.split('.').at(-1)),
      ['css', 'js'],
    );
    for (const [coding, compressed] of Object.entries(codings)) {
      let size = compressed(page).length;
      for (const path of paths) {
        const response = await made.as(null).fetch(path, { headers: { 'accept-encoding': coding } });
        assert.equal(response.headers.get('content-encoding'), coding);
        size += (await response.arrayBuffer()).byteLength;
      }
      assert.ok(size < (OVER[locale] ?? 9_000), `${locale}, ${coding}: ${size} bytes`);
    }
  }
});

test('a file is cached permanently under the name with its hash, and revalidated under its plain name', async () => {
  await using made = await engineWithTexts();
  const page = await made.engine.consentContext(new Request(`${TEST_ORIGIN}/`)).renderBanner();
  const hashed = /src="([^"]+)"/.exec(page)?.[1] ?? '';
  const client = made.as(null);
  const kept = await client.fetch(hashed);
  assert.equal(kept.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  const named = await client.fetch('/policies/assets/consent.js');
  assert.equal(await named.text(), await kept.text());
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
