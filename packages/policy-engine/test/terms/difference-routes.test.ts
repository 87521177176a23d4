/** The difference between two versions, over HTTP. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, suite, test } from 'node:test';
import { apiOf, assertDescribed } from '../support/openapi.ts';
import { createTermsWeb, type TermsWeb } from './terms-web.ts';

let shop: TermsWeb;
const path = (id: string, rest = '') => `/categories/cookie/terms/${id}/difference${rest}`;

async function get(where: string, headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost/policies${where}`, { headers: { 'x-user': 'admin', ...headers } });
  const response = await shop.web.fetch(request);
  const body: unknown = await assertDescribed(apiOf(shop.web), 'GET', where, response);
  return {
    status: response.status,
    text: String(body),
    body: body as { from: { id: string } | null; to: { id: string }; lines: unknown[] },
  };
}

beforeEach(async () => {
  shop = await createTermsWeb();
});
afterEach(() => shop.database.close());

suite('the difference between two versions', () => {
  test('is compared with the previous version, or with any other, in JSON', async () => {
    const one = await shop.terms.createPublished('cookie', { markdown: 'We set one cookie.' });
    const two = await shop.terms.createPublished('cookie', { markdown: 'We set two cookies.' });
    const three = await shop.terms.createPublished('cookie', { markdown: 'We set two cookies.\nAnd a pixel.' });
    const draft = await shop.terms.createDraft('cookie', { markdown: 'None.' });
    const from = async (id: string, rest = '.json') => (await get(path(id, rest))).body.from?.id;
    assert.equal(await from(one.id), undefined);
    assert.equal(await from(two.id), one.id);
    assert.equal(await from(draft.id), three.id);
    assert.equal(await from(three.id, `.json?from=${one.id}`), one.id);
    assert.deepEqual((await get(path(three.id, '.json'))).body.lines, [
      { kind: 'same', text: 'We set two cookies.' },
      { kind: 'added', text: 'And a pixel.' },
    ]);
    assert.equal((await get(path(three.id, '.json?from=none'))).status, 404);
    assert.equal((await get(path('none', '.json'))).status, 404);
    assert.equal((await get(path(one.id, '.json'), { 'x-user': 'anna' })).status, 403);
  });

  test('says that the other version has no text in a language, instead of only underlining everything', async () => {
    const one = await shop.terms.createPublished('cookie', { markdown: 'One.', translations: { fr: 'Un.' } });
    const two = await shop.terms.createPublished('cookie', {
      markdown: 'Two.',
      translations: { fr: 'Deux.', tr: 'İki.' },
    });
    const lead = async (rest: string) => /<h1>.*?<p>(.*?)<\/p>/s.exec((await get(path(two.id, rest))).text)?.[1];
    assert.match((await lead('?language=tr')) ?? '', /“Version 1” has no text in this language \(Turkish\)/);
    assert.match((await lead(`?language=fr&from=${one.id}`)) ?? '', /From “Version 1” to “Version 2”/);
  });

  test('is a page whose marks are accessible to screen readers, and where hostile text stays text', async () => {
    await shop.terms.createPublished('cookie', { markdown: 'We set one cookie.' });
    const two = await shop.terms.createPublished('cookie', { markdown: 'We set <script>two</script> cookie.' });
    const page = (await get(path(two.id))).text;
    assert.match(page, /<del><span class="pe-hidden" lang="en">\[removed\] <\/span>one/);
    assert.match(page, /<ins><span class="pe-hidden" lang="en">\[added\] <\/span>&lt;script&gt;/);
    const source = (await get(path(two.id, '?view=source'))).text;
    assert.match(source, /<del><span class="pe-hidden">\[removed\] <\/span>one/);
    assert.match(source, /<ins><span class="pe-hidden">\[added\] <\/span>&lt;script&gt;/);
    assert.match(page, /<select[^>]*name="from"/);
    const french = (await get(path(two.id), { 'accept-language': 'fr' })).text;
    assert.match(french, /\[supprimé\]/);
  });

  test('is rendered by default, and shown as Markdown if only the Markdown changed', async () => {
    await shop.terms.createPublished('cookie', { markdown: '- one\n- two\n' });
    const two = await shop.terms.createPublished('cookie', { markdown: '* one\n* two\n' });
    assert.match((await get(path(two.id))).text, /only their Markdown source differs/);
    assert.match((await get(path(two.id, '?view=source'))).text, /<p class="pe-line pe-line-changed">/);
  });

  test('is linked from the list, the version and the last step before publishing', async () => {
    await shop.terms.createPublished('cookie', { markdown: 'One.' });
    const draft = await shop.terms.createDraft('cookie', { markdown: 'Two.' });
    for (const where of [
      '/cookie',
      '/cookie/terms',
      `/cookie/terms/${draft.id}`,
      `/cookie/terms/${draft.id}/publish`,
    ]) {
      const page = (await get(`/categories${where}`)).text;
      assert.ok(page.includes(`href="/policies${path(draft.id)}"`), where);
    }
  });
});
