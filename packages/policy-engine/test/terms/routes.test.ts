import assert from 'node:assert/strict';
import { afterEach, beforeEach, suite, test } from 'node:test';
import { hashOf } from '../../dist/modules/terms/markdown/text.js';
import { hostileTexts } from './hostile-texts.ts';
import { callsOf, createTermsWeb, type Json, type TermsWeb } from './terms-web.ts';

const base = '/categories/cookie/terms';
let engine: TermsWeb;
const call = callsOf(() => engine);

const fieldsOf = (body: Json) =>
  (body['errors'] as { field: string; code: string }[]).map((e) => `${e.field} ${e.code}`);

beforeEach(async () => {
  engine = await createTermsWeb({ now: () => new Date('2026-03-04T05:06:07.000Z') });
});
afterEach(() => engine.database.close());

suite('the routes of texts', () => {
  test('are for administrators only, and disclose to nobody else what exists', async () => {
    const { id } = await engine.terms.createDraft('cookie', { markdown: 'Cookies.' });
    const real = `${base}/${id}`;
    const routes: readonly (readonly [method: string, path: string])[] = [
      ['GET', '/categories'],
      ['GET', '/categories/cookie'],
      ['GET', '/categories/nothing'],
      ['GET', base],
      ['GET', `${base}/new`],
      ['POST', base],
      ['POST', '/categories/nothing/terms'],
      ...['', '/edit', '/publish'].flatMap((page): [string, string][] => [
        ['GET', real + page],
        ['GET', `${base}/none${page}`],
      ]),
      ...['PUT', 'PATCH', 'DELETE'].flatMap((method): [string, string][] => [
        [method, real],
        [method, `${base}/none`],
      ]),
    ];
    for (const [method, path] of routes) {
      const where = `${method} ${path}`;
      for (const headers of [{ accept: 'application/json' }, { accept: 'text/html' }]) {
        assert.equal((await call(method, path, { user: null, headers })).status, 401, where);
        assert.equal((await call(method, path, { user: 'anna', headers })).status, 403, where);
      }
    }
    assert.equal((await engine.terms.find('cookie', id)).markdown, 'Cookies.\n');
  });

  test('are 404 for administrators if the target does not exist', async () => {
    const { id } = await engine.terms.createDraft('age', { markdown: 'Age.' });
    for (const path of ['/categories/nothing', '/categories/nothing/terms', `${base}/none`, `${base}/${id}`]) {
      assert.equal((await call('GET', `${path}.json`)).status, 404, path);
      assert.equal((await call('GET', path)).status, 404, path);
    }
    const json = { description: 'x' };
    assert.equal((await call('POST', '/categories/nothing/terms.json', { json })).status, 404);
    assert.equal((await call('POST', '/categories/nothing/terms.json', { json: {} })).status, 404);
    assert.equal((await call('PUT', `${base}/${id}.json`, { json })).status, 404);
    assert.equal((await call('DELETE', `${base}/${id}.json`)).status, 404);
  });

  test('accept writes only from their own pages', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const form = { 'term[description]': 'Owned.', 'term[state]': 'published' };
    assert.equal((await call('POST', base, { form, headers })).status, 403);
    assert.equal((await engine.terms.list('cookie')).total, 0);
  });
});

suite('texts as JSON', () => {
  test('a version is created and published by one call', async () => {
    const { status, body } = await call('POST', `${base}.json`, {
      json: { description: '# Cookies\r\n\r\nTwo.  ', state: 'published' },
    });
    assert.equal(status, 201);
    assert.deepEqual(body, {
      id: body['id'],
      rule: 'cookie',
      state: 'published',
      version: 1,
      locale: 'en',
      description: '# Cookies\n\nTwo.\n',
      hash: hashOf('# Cookies\n\nTwo.\n'),
      revision: body['revision'],
      material: true,
      note: null,
      translations: {},
      published_at: '2026-03-04T05:06:07.000Z',
      created_at: '2026-03-04T05:06:07.000Z',
      updated_at: '2026-03-04T05:06:07.000Z',
    });
    assert.deepEqual((await call('GET', `${base}/${String(body['id'])}.json`)).body, body);
  });

  test('the field names of the original’s form work as well, in JSON and in a form', async () => {
    const term = { description: 'One.', state: 'draft', material: false, note: 'Why' };
    const { body } = await call('POST', `${base}.json`, { json: { term } });
    assert.deepEqual([body['state'], body['material'], body['note']], ['draft', false, 'Why']);
    const form = {
      'term[description]': 'Two.',
      'term[state]': 'published',
      'term[material]': '0',
      'term[rule]': 'age',
    };
    const sent = await call('POST', `${base}.json`, { form });
    assert.deepEqual(
      [sent.status, sent.body['rule'], sent.body['version'], sent.body['material']],
      [201, 'cookie', 1, false],
    );
  });

  test('a draft can be changed and published, and is then fixed', async () => {
    const draft = (await call('POST', `${base}.json`, { json: { description: 'One.' } })).body;
    const path = `${base}/${String(draft['id'])}.json`;
    const patched = await call('PATCH', path, { json: { note: 'New' } });
    assert.deepEqual([patched.body['description'], patched.body['note']], ['One.\n', 'New']);
    const published = await call('PUT', path, { json: { description: 'Two.', state: 'published' } });
    assert.deepEqual([published.status, published.body['version'], published.body['description']], [200, 1, 'Two.\n']);
    for (const json of [{ description: 'Three.' }, { state: 'draft' }, { material: false, state: 'published' }]) {
      for (const method of ['PUT', 'PATCH']) {
        const refused = await call(method, path, { json });
        assert.deepEqual([refused.status, refused.body['code']], [409, 'term_published'], JSON.stringify(json));
      }
    }
    assert.equal((await call('DELETE', path)).status, 409);
    assert.deepEqual((await call('PUT', path, { json: { state: 'published' } })).body, published.body);
    assert.deepEqual((await call('GET', path)).body, published.body);
  });

  test('a draft that was changed meanwhile is not published', async () => {
    const draft = (await call('POST', `${base}.json`, { json: { description: 'One.' } })).body;
    const path = `${base}/${String(draft['id'])}.json`;
    const refused = await call('PUT', path, { json: { state: 'published', hash: hashOf('Other.\n') } });
    assert.deepEqual([refused.status, refused.body['code']], [409, 'term_changed']);
    assert.equal((await call('PUT', path, { json: { state: 'published', hash: hashOf('One.\n') } })).status, 200);
  });

  test('a draft can be deleted', async () => {
    const draft = (await call('POST', `${base}.json`, { json: { description: 'One.' } })).body;
    const path = `${base}/${String(draft['id'])}.json`;
    assert.deepEqual((await call('DELETE', path)).body, draft);
    assert.equal((await call('GET', path)).status, 404);
  });

  test('categories name a missing text, and do not fail', async () => {
    await engine.terms.createPublished('cookie', { markdown: 'Cookies.' });
    await engine.terms.createDraft('age', { markdown: 'Age.' });
    const { body } = await call('GET', '/categories.json');
    const rows = body as unknown as { name: string; error?: string; current: Json | null; drafts: Json[] }[];
    assert.deepEqual(
      rows.map(({ name, error, current, drafts }) => [name, error, current?.['version'], drafts.length]),
      [
        ['cookie', undefined, 1, 0],
        ['age', 'no term for age policy', undefined, 1],
        ['privacy_terms', 'no term for privacy_terms policy', undefined, 0],
      ],
    );
    assert.deepEqual((await call('GET', '/categories/age.json')).body, rows[1] as unknown as Json);
    const headers = { 'accept-language': 'tr' };
    const turkish = await call('GET', '/categories/privacy_terms.json', { headers });
    assert.equal(turkish.body['label'], 'Gizlilik ve hizmet koşulları');
    assert.equal(turkish.body['error'], 'no term for privacy_terms policy');
  });

  test('lists have pages of twenty', async () => {
    for (let number = 1; number <= 21; number += 1)
      await engine.terms.createPublished('cookie', { markdown: `${number}` });
    const second = (await call('GET', `${base}.json?page=2`)).body;
    assert.deepEqual([second['page'], second['pages'], second['total']], [2, 2, 21]);
    assert.deepEqual(
      (second['terms'] as Json[]).map((term) => term['version']),
      [1],
    );
    assert.deepEqual((await call('GET', `${base}.json?page=9`)).body['terms'], []);
    for (const page of ['0', '-1', 'abc', '1.5']) {
      assert.equal((await call('GET', `${base}.json?page=${page}`)).status, 422, page);
    }
  });
});

suite('an invalid text', () => {
  const cases: readonly (readonly [what: string, json: unknown, fields: readonly string[]])[] = [
    ['nothing', {}, ['description required']],
    ['a form without text', { term: { state: 'draft' } }, ['term.description required']],
    ['white space', { description: ' \n ' }, ['description required']],
    ['too much', { description: 'x'.repeat(200_001) }, ['description too_long']],
    ['a null', { description: 'a\0b' }, ['description unreadable']],
    ['half a character', { description: 'a\ud800' }, ['description unreadable']],
    ['endless nesting', { description: '>'.repeat(100_000) }, ['description too_nested']],
    ['a number', { description: 1 }, ['description invalid']],
    ['an unknown state', { description: 'x', state: 'archived' }, ['state invalid']],
    ['a long note', { description: 'x', note: 'n'.repeat(1001) }, ['note too_long']],
    [
      'several at once',
      { term: { description: '', note: 'n'.repeat(1001) } },
      ['term.description required', 'term.note too_long'],
    ],
    ['a list', [], [' invalid']],
  ];
  for (const [what, json, fields] of cases) {
    test(`an invalid text is answered with one error per field: ${what}`, async () => {
      const created = await call('POST', `${base}.json`, { json });
      assert.deepEqual([created.status, fieldsOf(created.body)], [422, fields]);
      assert.equal((await engine.terms.list('cookie')).total, 0);
    });
  }

  test('has errors in the language of the author', async () => {
    const headers = { 'accept-language': 'tr' };
    const { body } = await call('POST', `${base}.json`, { json: { description: 'x'.repeat(200_001) }, headers });
    assert.equal((body['errors'] as Json[])[0]?.['detail'], 'En çok 200.000 karakter kullanın.');
  });

  test('the longest text is accepted, in JSON and in a form', async () => {
    const longest = `${'€'.repeat(199_999)}\n`;
    const json = await call('POST', `${base}.json`, { json: { description: longest } });
    assert.deepEqual([json.status, json.body['description'] === longest], [201, true]);
    const form = await call('POST', `${base}.json`, { form: { 'term[description]': longest } });
    assert.deepEqual([form.status, form.body['description'] === longest], [201, true]);
    assert.equal((await call('POST', `${base}.json`, { json: { description: 'x'.repeat(2_000_000) } })).status, 413);
  });

  test('is shown again in its form', async () => {
    const form = { 'term[description]': '', 'term[note]': '<b>"note"</b>', 'term[material]': '0' };
    await engine.terms.createPublished('cookie', { markdown: 'Before.' });
    const { status, text } = await call('POST', base, { form });
    assert.equal(status, 422);
    assert.match(text, /Enter the text of the policy\./);
    assert.match(text, /name="term\[note\]"[^>]*>&lt;b&gt;&quot;note&quot;&lt;\/b&gt;</);
    assert.doesNotMatch(text, /<input type="checkbox"[^>]*checked/);
    assert.equal(
      (await call('POST', base, { form: { 'term[state]': 'x', 'term[description]': 'Kept.' } })).status,
      422,
    );
  });
});

suite('pages of texts', () => {
  test('store a form and redirect', async () => {
    const saved = await call('POST', base, { form: { 'term[description]': 'One.', 'term[state]': 'draft' } });
    assert.equal(saved.status, 303);
    const [draft] = (await engine.terms.list('cookie')).terms;
    const path = `${base}/${draft?.id}`;
    assert.equal(saved.headers.get('location'), `/policies${path}`);
    const toPublish = await call('POST', path, {
      form: { _method: 'PUT', next: 'publish', 'term[description]': 'Two.' },
    });
    assert.equal(toPublish.headers.get('location'), `/policies${path}/publish`);
    const confirm = await call('GET', `${path}/publish`);
    assert.match(confirm.text, /Everyone this policy applies to\./);
    const hash = /name="term\[hash\]" value="(\w{64})"/.exec(confirm.text)?.[1] ?? '';
    assert.equal(hash, hashOf('Two.\n'));
    const form = { _method: 'PUT', 'term[state]': 'published', 'term[hash]': hash };
    const published = await call('POST', path, { form });
    assert.equal(published.headers.get('location'), '/policies/categories/cookie');
    assert.equal((await engine.terms.currentOf('cookie')).markdown, 'Two.\n');
    assert.equal((await call('GET', `${path}/publish`)).status, 409);
  });

  test('store nothing for a preview', async () => {
    const form = { next: 'preview', 'term[description]': '# Hello\n\n<script>x</script>' };
    const fresh = await call('POST', base, { form });
    assert.equal(fresh.status, 200);
    assert.match(fresh.text, /<h2>Hello<\/h2>\n<p>&lt;script&gt;/);
    assert.match(fresh.text, /<textarea[^>]*># Hello/);
    assert.equal((await engine.terms.list('cookie')).total, 0);
    const draft = await engine.terms.createDraft('cookie', { markdown: 'Stored.' });
    const again = await call('POST', `${base}/${draft.id}`, { form: { ...form, _method: 'PUT' } });
    assert.match(again.text, /<h2>Hello<\/h2>/);
    assert.deepEqual(await engine.terms.find('cookie', draft.id), draft);
    assert.match((await call('POST', base, { form: { next: 'preview' } })).text, /The text is empty/);
    const endless = { next: 'preview', 'term[description]': '>'.repeat(5000) };
    assert.equal((await call('POST', base, { form: endless })).status, 422);
  });

  test('refuse JSON with an unknown name by that name; a form may have fields of the host', async () => {
    const description = 'x';
    const slip = await call('POST', `${base}.json`, { json: { description, publish: true } });
    const told = (answer: typeof slip) =>
      (answer.body as { errors: Array<{ field: string; code: string }> }).errors.map(({ field, code }) => [
        field,
        code,
      ]);
    assert.deepEqual([slip.status, told(slip)], [422, [['publish', 'unknown']]]);
    const nested = await call('POST', `${base}.json`, { json: { term: { description, rule: 'cookie', live: 1 } } });
    assert.deepEqual([nested.status, told(nested)], [422, [['term.live', 'unknown']]]);
    const beside = await call('POST', `${base}.json`, { json: { term: { description }, state: 'published' } });
    assert.deepEqual([beside.status, told(beside)], [422, [['state', 'unknown']]]);
    assert.equal((await engine.terms.list('cookie')).total, 0);
    const known = await call('POST', `${base}.json`, { json: { term: { description, rule: 'cookie' } } });
    assert.equal(known.status, 201);
    const { id } = known.body as { id: string };
    const translation = `${base}/${id}/translations/fr.json`;
    const late = await call('PUT', translation, { json: { description, published: true } });
    assert.deepEqual([late.status, told(late)], [422, [['published', 'unknown']]]);
    const form = { utf8: '✓', authenticity_token: 'y', commit: 'Save', 'term[description]': 'x', 'term[own]': 'z' };
    assert.equal((await call('POST', base, { form })).status, 303);
  });

  test('store the text of a program that sends the preview field', async () => {
    const { status } = await call('POST', `${base}.json`, { json: { description: 'x', next: 'preview' } });
    assert.deepEqual([status, (await engine.terms.list('cookie')).total], [201, 1]);
  });

  test('start a new draft with the text of a published one', async () => {
    const term = await engine.terms.createPublished('cookie', { markdown: 'As it was.', note: 'Old reason' });
    const { text } = await call('GET', `${base}/${term.id}/edit`);
    assert.match(text, /<form class="pe-form" method="post" action="\/policies\/categories\/cookie\/terms"/);
    assert.match(text, /<textarea[^>]*>As it was\./);
    assert.doesNotMatch(text, /Old reason|_method/);
  });

  test('delete a draft by a form', async () => {
    const { id } = await engine.terms.createDraft('cookie', { markdown: 'Never mind.' });
    const sent = await call('POST', `${base}/${id}`, { form: { _method: 'DELETE' } });
    assert.equal(sent.headers.get('location'), '/policies/categories/cookie');
    assert.equal((await engine.terms.list('cookie')).total, 0);
  });

  test('of forms and confirmations have no JSON', async () => {
    const { id } = await engine.terms.createDraft('cookie', { markdown: 'x' });
    for (const page of ['new', `${id}/edit`, `${id}/publish`]) {
      assert.equal((await call('GET', `${base}/${page}.json`)).status, 406, page);
    }
  });

  test('show hostile texts as text, wherever they appear', async () => {
    const markdown = hostileTexts.map(([, text]) => text.replaceAll('\0', '')).join('\n\n');
    const note = '<img src=x onerror=pwned()>"\'';
    const term = await engine.terms.createPublished('cookie', { markdown, note });
    const draft = await engine.terms.createDraft('cookie', { markdown, note });
    const form = { _method: 'PUT', next: 'preview', 'term[description]': markdown, 'term[note]': note };
    const pages = await Promise.all([
      ...['/categories', '/categories/cookie', base, `${base}/${term.id}`, `${base}/${term.id}/edit`].map((path) =>
        call('GET', path),
      ),
      ...['', '/edit', '/publish'].map((page) => call('GET', `${base}/${draft.id}${page}`)),
      call('POST', `${base}/${draft.id}`, { form }),
    ]);
    for (const { status, text } of pages) {
      assert.equal(status, 200);
      assert.deepEqual(
        text.match(/<(?:script(?! src="\/policies\/assets)|iframe|object|embed|base|style|template|video)\b/gi),
        null,
      );
      // Attributes as a parser finds them: `>` in quotes does not end a tag.
      for (const [tag] of text.matchAll(/<[a-z](?:"[^"]*"|'[^']*'|[^>"'])*>/gi)) {
        const attributes = tag.replaceAll(/"[^"]*"|'[^']*'/g, '""');
        assert.doesNotMatch(attributes, /\s(?:on\w+|style)\s*=/i, tag);
        assert.doesNotMatch(tag, /\s(?:href|src|action|formaction)="(?!\/|https?:|mailto:|tel:|\?|#|data:,")/, tag);
      }
    }
  });

  test('are in the requested language', async () => {
    const titles = { en: 'Policies', es: 'Políticas', fr: 'Politiques', tr: 'Politikalar' };
    for (const [locale, title] of Object.entries(titles)) {
      const { text } = await call('GET', '/categories', { headers: { 'accept-language': locale } });
      assert.match(text, new RegExp(`<h1>${title}</h1>`));
      assert.match(text, /no term for cookie policy/);
    }
  });
});
