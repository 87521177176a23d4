/** The page that verifies receipts, as served: one self-contained file. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';
import { TRANSLATED } from '../../dist/platform/i18n/texts/catalogue.js';

const PATH = '/policies/ledger/verifier';
const html = { accept: 'text/html' };

test('the verifier page is one file without addresses, and may only run its own script', async () => {
  await using made = await getTestEngine();
  const response = await made.as(null).fetch(PATH, { headers: html });
  const page = await response.text();
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
  assert.doesNotMatch(page.replaceAll('http-equiv', ''), /https?:\/\/|@import|url\(|src=/);
  const policy = response.headers.get('content-security-policy') ?? '';
  assert.match(policy, /^default-src 'none'; .*frame-ancestors 'none'$/);
  const own = /http-equiv="Content-Security-Policy" content="(?<own>[^"]+)"/.exec(page)?.groups?.['own'] ?? '';
  assert.equal(`${own.replaceAll('&#39;', "'")}; frame-ancestors 'none'`, policy);
  const scripts = [...page.matchAll(/<script type="module">([^]*?)<\/script>/g)].map(([, script]) => script ?? '');
  const styles = [...page.matchAll(/<style>([^]*?)<\/style>/g)].map(([, style]) => style ?? '');
  const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  assert.equal(scripts.length + styles.length, 2);
  assert.match(policy, new RegExp(`script-src ${hashOf(scripts[0]).replaceAll('+', '\\+')};`));
  assert.match(policy, new RegExp(`style-src ${hashOf(styles[0]).replaceAll('+', '\\+')};`));
  assert.ok(page.length < 82_000, `${page.length} characters`);
});

test('the verifier page has the name of the site, not a general word', async () => {
  await using made = await getTestEngine({ appearance: { name: 'Shop <1>' } });
  const page = await (await made.as(null).fetch(PATH, { headers: html })).text();
  assert.match(page, /<title>[^<]* · Shop &lt;1&gt;<\/title>/);
  assert.match(page, /class="pe-brand"[^]*Shop &lt;1&gt;[^]*<\/header>/);
});

test('the verifier page is revalidated before reuse, and not sent twice', async () => {
  await using made = await getTestEngine();
  const visitor = made.as(null);
  const first = await visitor.fetch(PATH, { headers: html });
  const etag = first.headers.get('etag') ?? '';
  assert.equal(first.headers.get('cache-control'), 'private, no-cache');
  assert.match(first.headers.get('vary') ?? '', /Accept-Language/);
  assert.match(first.headers.get('content-disposition') ?? '', /^inline; filename="receipt-verifier\.html"$/);
  const again = await visitor.fetch(PATH, { headers: { ...html, 'if-none-match': `"other", W/${etag}` } });
  assert.equal(again.status, 304);
  assert.equal(await again.text(), '');
  const other = await visitor.fetch(PATH, { headers: { ...html, 'if-none-match': etag, 'accept-language': 'fr' } });
  assert.equal(other.status, 200);
});

test('the verifier page contains its texts, in the requested language', async () => {
  await using made = await getTestEngine({ texts: { fr: { 'ledger.verifier.check': '</script><b>Voilà' } } });
  for (const locale of ['en', ...TRANSLATED]) {
    const page = await (await made.as(null).fetch(PATH, { headers: { ...html, 'accept-language': locale } })).text();
    assert.match(page, new RegExp(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`));
    const texts = /<script type="application\/json" id="texts">([^]*?)<\/script>/.exec(page)?.[1] ?? '';
    const words = JSON.parse(texts) as Record<string, string>;
    assert.ok(Object.keys(words).length > 80);
    for (const word of Object.values(words)) assert.doesNotMatch(word, /, plural,/, 'the script has no plurals');
    assert.equal(words['ledger.verifier.check'] === '</script><b>Voilà', locale === 'fr', locale);
    assert.doesNotMatch(page, /<b>/);
  }
});
