/** Translations of a version: changeable with the draft, fixed with the version, and proven in the language that was read. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, beforeEach, suite, test } from 'node:test';
import type { Database, PolicyEngine } from 'policy-engine';
import { bestTag } from '../../dist/modules/terms/translations/languages.js';
import { RECHECK_MS } from '../../dist/modules/terms/in-force/memory.js';
import { forEachDatabase } from '../support/databases.ts';
import { apiOf, assertDescribed, type DescribedApi } from '../support/openapi.ts';
import { ask, type Asking, empty, engineOn, eventsIn, newKeys } from '../proof/support.ts';

type Body = Record<string, unknown> & { translations: Record<string, { hash: string | null; late: boolean }> };

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const [EN, FR, SV] = ['# Cookies\n', '# Témoins\n', '# Kakor\n'];

for (const { available, wishes, best } of [
  { available: ['en', 'fr'], wishes: ['fr-CA'], best: 'fr' },
  { available: ['en', 'fr', 'fr-CA'], wishes: ['fr-CA', 'en'], best: 'fr-CA' },
  { available: ['en', 'fr'], wishes: ['de', 'fr;x', 'FR'], best: 'fr' },
  { available: ['en', 'pt-BR'], wishes: ['pt'], best: 'pt-BR' },
  { available: ['en', 'zh-Hans'], wishes: ['zh-TW'], best: null },
  { available: ['en', 'zh-Hant'], wishes: ['zh-TW'], best: 'zh-Hant' },
  { available: ['en', 'de'], wishes: ['de-DE-u-co-phonebk'], best: 'de' },
  { available: ['en'], wishes: ['tr', '', '*', 'x'.repeat(99)], best: null },
]) {
  test(`with texts in ${available.join(', ')}, a reader of ${wishes.join(', ').slice(0, 30)} gets ${best ?? 'the original'}`, () => {
    assert.equal(bestTag(available, wishes), best);
  });
}

forEachDatabase((target) => {
  let database: Database;
  let engine: PolicyEngine;
  let api: DescribedApi;

  const send = async (method: string, path: string, body?: unknown, asking: Asking = { user: 'admin' }) => {
    const response = await ask(engine, `${path}.json`, { ...asking, method, ...(body !== undefined && { body }) });
    const answer = await assertDescribed(api, method, path, response);
    return { status: response.status, headers: response.headers, body: answer as Body };
  };
  const write = async (body: object) => {
    const { status, body: term } = await send('POST', '/categories/cookie/terms', body);
    assert.equal(status, 201, JSON.stringify(term));
    return { term, path: `/categories/cookie/terms/${String(term['id'])}` };
  };
  const publishAll = (translations: object = { fr: FR, sv: SV }) =>
    write({ description: EN, translations, state: 'published' });
  const read = async (languages: string, path = '/user_terms/cookie') =>
    (await send('GET', path, undefined, { headers: { 'accept-language': languages } })).body;

  before(async () => {
    database = await target.open();
    engine = engineOn(database, { ledgerKey: newKeys().secret, writeLimit: false });
    await engine.migrate();
    api = apiOf(engine);
  });
  beforeEach(async () => {
    await empty(database);
    for (const table of ['term_translations', 'terms', 'admin_actions']) {
      await database.execute(`delete from policy_manager_${table}`);
    }
    engine = engineOn(database, { ledgerKey: newKeys().secret, writeLimit: false });
  });

  suite('a translation', () => {
    test('can be written, changed and removed with the draft, and is fixed with the version', async () => {
      const { path } = await write({ description: EN, translations: { fr: 'Un', 'DE-de': 'Eins' } });
      assert.equal((await send('PUT', `${path}/translations/fr`, { description: '# Témoins  \r\n' })).status, 200);
      assert.equal((await send('DELETE', `${path}/translations/de-DE`)).status, 200);
      const { body: draft } = await send('GET', path);
      assert.deepEqual(Object.keys(draft.translations), ['fr']);
      assert.equal(draft.translations['fr']?.hash, null);
      const { body: published } = await send('PATCH', path, { state: 'published' });
      assert.deepEqual([published.translations['fr']?.hash, published.translations['fr']?.late], [sha256(FR), false]);
      for (const [method, description, status] of [
        ['PUT', 'Autre', 409],
        ['PUT', FR, 200],
        ['DELETE', undefined, 409],
      ] as const) {
        const body = description === undefined ? undefined : { description, late: true };
        assert.equal((await send(method, `${path}/translations/fr`, body)).status, status, `${method} ${description}`);
      }
      assert.equal((await send('PATCH', path, { translations: { fr: null } })).status, 409);
    });

    test('the page offers the languages of the panel first: that of the page, then the others by name', async () => {
      const { path } = await write({ description: EN });
      const offered = async (language: string) => {
        const headers = { accept: 'text/html', 'accept-language': language };
        const page = await (await ask(engine, path, { user: 'admin', headers })).text();
        const [, select = ''] = /<select[^>]*name="language"([^]*?)<\/select>/.exec(page) ?? [];
        return [...select.matchAll(/<option[^>]*value="([^"]+)"/g)].map(([, tag]) => tag);
      };
      const inGerman = await offered('de');
      assert.deepEqual(inGerman.slice(0, 10), ['de', 'ar', 'fr', 'it', 'nl', 'pl', 'pt', 'es', 'tr', 'sq']);
      assert.equal((await offered('en'))[0], 'ar', 'the text itself is in English');
    });

    test('is added to a published version only on purpose, once, and is recorded', async () => {
      const { path } = await publishAll({});
      assert.equal((await send('PUT', `${path}/translations/fr`, { description: FR })).status, 409);
      assert.equal((await read('fr'))['locale'], 'en');
      const { body } = await send('PUT', `${path}/translations/fr`, { description: FR, late: true });
      assert.deepEqual([body.translations['fr']?.hash, body.translations['fr']?.late], [sha256(FR), true]);
      assert.equal(body['hash'], sha256(EN));
      assert.equal((await read('fr'))['locale'], 'fr');
      const again = await send('PUT', `${path}/translations/fr`, { description: 'Autre', late: true });
      assert.equal(again.status, 409);
      const { body: log } = await send('GET', '/audit');
      const [last] = log['entries'] as { action: string; subject: string }[];
      assert.deepEqual([last?.action, last?.subject.endsWith('/translations/fr')], ['translation_added_late', true]);
    });

    test('a translation can be changed again when its scheduled version is cancelled, and is deleted with its draft', async () => {
      const { path } = await write({ description: EN, translations: { fr: FR }, published_at: '2999-01-01T00:00Z' });
      const { body: back } = await send('PATCH', path, { state: 'draft' });
      assert.equal(back.translations['fr']?.hash, null);
      assert.equal((await send('DELETE', path)).status, 200);
      const { rows } = await database.execute('select id from policy_manager_term_translations');
      assert.deepEqual(rows, []);
    });

    test('is soon shown by another process if it is added late', async () => {
      const { path } = await publishAll({});
      const other = engineOn(database);
      assert.match(await other.renderTerm('cookie', { locale: 'fr' }), /Cookies/);
      await send('PUT', `${path}/translations/fr`, { description: FR, late: true });
      for (const until = Date.now() + 20 * RECHECK_MS; Date.now() < until;) {
        if (/Témoins/.test(await other.renderTerm('cookie', { locale: 'fr-CA' }))) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      assert.fail('it was never shown');
    });

    for (const { why, translations, code } of [
      { why: 'an invalid language tag', translations: { 'no tag': 'x' }, code: 'language' },
      { why: 'a language tag that is too long', translations: { ['x-'.padEnd(400, 'a')]: 'x' }, code: 'language' },
      { why: 'the language of the original', translations: { EN: 'x' }, code: 'language' },
      { why: 'an empty text', translations: { fr: ' \n' }, code: 'required' },
      { why: 'a text that is too long', translations: { fr: 'x'.repeat(200_001) }, code: 'too_long' },
      { why: 'a text with a null character', translations: { fr: 'x\u0000' }, code: 'unreadable' },
    ]) {
      test(`a translation is refused, with an error text: ${why}`, async () => {
        const { status, body } = await send('POST', '/categories/cookie/terms', { description: EN, translations });
        assert.equal(status, 422);
        const [error] = body['errors'] as { field: string; code: string; detail: string }[];
        assert.match(error?.field ?? '', /^translations\./);
        assert.equal(error?.code, code);
        assert.match(error?.detail ?? '', /\.$/);
      });
    }
  });

  suite('a reader', () => {
    test('gets their language and can choose another, and caches keep both apart', async () => {
      await publishAll();
      const english = await send('GET', '/user_terms/cookie', undefined, { headers: { 'accept-language': 'tr' } });
      const french = await send('GET', '/user_terms/cookie', undefined, { headers: { 'accept-language': 'fr-CA' } });
      assert.deepEqual([english.body['hash'], french.body['hash']], [sha256(EN), sha256(FR)]);
      assert.match(String(french.body['body']), /Témoins/);
      assert.deepEqual(french.body['locales'], ['en', 'fr', 'sv']);
      assert.equal(french.headers.get('content-language'), 'fr');
      assert.match(french.headers.get('vary') ?? '', /Accept-Language/i);
      assert.match(french.headers.get('cache-control') ?? '', /public/);
      const etag = french.headers.get('etag') ?? '';
      assert.notEqual(etag, english.headers.get('etag'));
      const known = { headers: { 'accept-language': 'fr', 'if-none-match': etag } };
      assert.equal((await ask(engine, '/user_terms/cookie.json', known)).status, 304);
      const other = { headers: { 'accept-language': 'sv', 'if-none-match': etag } };
      assert.equal((await ask(engine, '/user_terms/cookie.json', other)).status, 200);
      const page = await ask(engine, '/user_terms/cookie?locale=sv', { headers: { 'accept-language': 'fr' } });
      assert.equal(page.headers.get('content-language'), 'fr, sv');
      const html = await page.text();
      assert.match(html, /<div class="pe-prose" lang="sv" dir="auto">\s*<h2[^>]*>Kakor/);
      assert.match(html, /hreflang="fr" lang="fr"[^>]*>français</);
      assert.match(html, new RegExp(`name="hash" value="${sha256(SV)}"`));
    });

    test('decides on the text they were shown, and the ledger records which', async () => {
      await publishAll();
      const accept = async (user: string, body: object, headers: Record<string, string> = {}) =>
        (await send('PUT', '/user_terms/cookie/accept', body, { user, headers })).status;
      assert.equal(await accept('anna', {}, { 'accept-language': 'fr-CH' }), 200);
      assert.equal(await accept('bert', { hash: sha256(SV) }, { 'accept-language': 'fr' }), 200);
      assert.equal(await accept('cleo', { locale: 'sv' }), 200);
      assert.equal(await accept('dora', {}), 200);
      assert.equal(await accept('emil', { hash: sha256('older') }), 409);
      const rejected = await send('PUT', '/user_terms/cookie/reject', { hash: sha256('older') }, { user: 'emil' });
      assert.equal(rejected.status, 200);
      const events = new Map((await eventsIn(database)).map(({ subject, text_hash }) => [subject, text_hash]));
      const expected = { anna: FR, bert: SV, cleo: SV, dora: EN, emil: EN };
      for (const [user, text] of Object.entries(expected)) assert.equal(events.get(user), sha256(text), user);
      await engine.ledger.seal();
      assert.equal((await engine.ledger.verify()).ok, true);
    });

    test('a person who read a translation before signing in decided on that text', async () => {
      await publishAll();
      const first = await ask(engine, '/user_terms/cookie/accept.json', {
        method: 'PUT',
        headers: { 'accept-language': 'fr' },
        body: {},
      });
      const cookie = first.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
      const headers = { cookie, 'x-user': 'fred', 'sec-fetch-site': 'same-origin' };
      const request = new Request('http://host.test/', { method: 'POST', headers });
      await engine.consentContext(request).adoptVisitorDecision('cookie');
      const adopted = (await eventsIn(database)).find(({ subject, kind }) => subject === 'fred' && kind === 'adoption');
      assert.equal(adopted?.text_hash, sha256(FR));
    });
  });

  test('a version without a language of the previous one shows a warning before and after publishing', async () => {
    await publishAll();
    const { path } = await write({ description: 'Two', translations: { sv: 'Zwei' } });
    const page = await (await ask(engine, `${path}/publish`, { user: 'admin' })).text();
    assert.match(page, /Version 1 is also available in French/);
    assert.deepEqual(
      (await engine.check()).filter(({ code }) => code === 'missing_language'),
      [],
    );
    await send('PATCH', path, { state: 'published' });
    const found = (await engine.check()).find(({ code }) => code === 'missing_language');
    assert.match(found?.message ?? '', /cookie \(fr\)/);
    await send('PUT', `${path}/translations/fr`, { description: 'Deux', late: true });
    assert.deepEqual(
      (await engine.check()).filter(({ code }) => code === 'missing_language'),
      [],
    );
    const { body } = await send('GET', `${path}/difference`);
    const inFrench = await ask(engine, `${path}/difference.json?language=fr`, { user: 'admin' });
    const { lines } = (await inFrench.json()) as { lines: { text: string }[] };
    assert.notDeepEqual(body['lines'], lines);
    assert.deepEqual(
      lines.map(({ text }) => text),
      ['# Témoins', 'Deux'],
    );
  });
});
