/** The responses to the editor of texts. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, suite, test } from 'node:test';
import { callsOf, createTermsWeb, type TermsWeb } from './terms-web.ts';

const base = '/categories/cookie/terms';
let engine: TermsWeb;
const call = callsOf(() => engine);

beforeEach(async () => {
  engine = await createTermsWeb();
});
afterEach(() => engine.database.close());

suite('the editor', () => {
  test('gets a preview of an unfinished text as HTML, and an error for a text that cannot be rendered', async () => {
    const drawn = await call('POST', `${base}/preview`, { json: { description: '# Hello\n\n<script>x</script>' } });
    assert.deepEqual(drawn.body, { html: '<h2>Hello</h2>\n<p>&lt;script&gt;x&lt;/script&gt;</p>\n' });
    assert.deepEqual((await call('POST', `${base}/preview`, { json: { description: ' ' } })).body, { html: '' });
    const endless = await call('POST', `${base}/preview`, { json: { description: '>'.repeat(5000) } });
    assert.equal(endless.status, 422);
    assert.equal((await engine.terms.list('cookie')).total, 0);
  });

  test('does not overwrite a draft that was changed since it was opened', async () => {
    const draft = await engine.terms.createDraft('cookie', { markdown: 'One.' });
    const path = `${base}/${draft.id}`;
    const opened = (await call('GET', `${path}.json`)).body['revision'];
    const mine = { description: 'Mine.', revision: opened };
    const saved = await call('PUT', `${path}.json`, { json: mine });
    assert.deepEqual([saved.status, saved.body['revision'] === opened], [200, false]);
    // A lost response is not a change by others.
    assert.equal((await call('PUT', `${path}.json`, { json: mine })).status, 200);
    for (const state of ['draft', 'published']) {
      const refused = await call('PUT', `${path}.json`, { json: { description: 'Other.', state, revision: opened } });
      assert.deepEqual([refused.status, refused.body['code']], [409, 'term_changed']);
    }
    assert.equal((await engine.terms.find('cookie', draft.id)).markdown, 'Mine.\n');
    const form = { _method: 'PUT', 'term[description]': 'Other.', 'term[revision]': String(opened) };
    const again = await call('POST', path, { form });
    assert.equal(again.status, 422);
    assert.match(again.text, /<textarea[^>]*>Other\./);
    const notices = again.text.match(/class="pe-notice[^]*?<\/div><\/div>/g) ?? [];
    assert.equal(notices.length, 1);
    assert.match(notices[0] ?? '', /changed elsewhere after you opened it[^]*Read the saved draft/);
    const revision = /name="term\[revision\]" value="([0-9a-f]{64})"/.exec(again.text)?.[1] ?? '';
    assert.equal((await call('POST', path, { form: { ...form, 'term[revision]': revision } })).status, 303);
    assert.equal((await engine.terms.find('cookie', draft.id)).markdown, 'Other.\n');
  });

  test('does not overwrite a translation that was changed since it was opened', async () => {
    const { id } = await engine.terms.createDraft('cookie', { markdown: 'One.' });
    const path = `${base}/${id}/translations/fr`;
    const first = await call('PUT', `${path}.json`, { json: { description: 'Un.', revision: '' } });
    const { revision } = (first.body['translations'] as Record<string, { revision: string }>)['fr'] ?? {};
    const refused = await call('PUT', `${path}.json`, { json: { description: 'Deux.', revision: '' } });
    assert.deepEqual([refused.status, refused.body['code']], [409, 'term_changed']);
    const form = { _method: 'PUT', description: 'Deux.', revision: '' };
    assert.match((await call('POST', path, { form })).text, new RegExp(`name="revision" value="${revision}"`));
    assert.equal((await call('PUT', `${path}.json`, { json: { description: 'Deux.', revision } })).status, 200);
  });
});
