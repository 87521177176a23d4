import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { policyEngineErrors } from 'policy-engine';
import * as ownModules from '../../dist/modules.js';
import { declarationsOf } from '../../dist/kernel/compose.js';
import { createLanguages } from '../../dist/platform/i18n/language.js';
import { frameTexts } from '../../dist/platform/i18n/texts/catalogue.js';
import { sampleWeb } from '../support/sample-web.ts';

const declarations = declarationsOf(Object.values(ownModules));
const all = [frameTexts, ...declarations.catalogues];
const of = (locale: keyof typeof frameTexts): Record<string, string> =>
  Object.assign({}, ...all.map((catalogue) => catalogue[locale]));
const locales = Object.keys(frameTexts) as (keyof typeof frameTexts)[];
const english = of('en');
const catalogues = Object.fromEntries(locales.map((locale) => [locale, of(locale)])) as Record<
  keyof typeof frameTexts,
  Record<string, string>
>;

const placeholders = (text: string) => [...text.matchAll(/\{\w+(?=\}|, plural,)/g)].map(([found]) => found).toSorted();

suite('texts', () => {
  for (const [locale, texts] of Object.entries(catalogues)) {
    test(`${locale} has exactly the texts of English, with the same placeholders`, () => {
      for (const [key, original] of Object.entries(english)) {
        const text = texts[key] ?? '';
        assert.notEqual(text.trim(), '', key);
        assert.deepEqual(placeholders(text), placeholders(original), key);
      }
      assert.deepEqual(Object.keys(texts).toSorted(), Object.keys(english).toSorted());
    });
  }
  test('French marks do not begin a line', () => {
    for (const [key, text] of Object.entries(of('fr'))) assert.doesNotMatch(text, / [?!:;»]|« /, key);
  });
  test('each conflict has a title of its own', () => {
    const declared = Object.entries<{ status?: number }>({ ...policyEngineErrors, ...declarations.errors });
    const conflicts = declared.filter(([, { status }]) => status === 409).map(([code]) => `error.title.${code}`);
    assert.ok(conflicts.length > 15);
    assert.deepEqual(
      conflicts.filter((key) => english[key] === undefined),
      [],
    );
  });
  test('all places of the navigation have different names', () => {
    for (const [locale, texts] of Object.entries(catalogues)) {
      const names = Object.entries(texts).flatMap(([key, text]) => (key.startsWith('nav.') ? [text] : []));
      assert.equal(new Set(names).size, names.length, locale);
    }
  });
  test('the language is chosen by tag, then by language, then by default', () => {
    const choose = createLanguages({ 'pt-BR': { 'action.save': 'Salvar' } }, 'fr');
    const chosen = [['es-MX'], ['sv', 'tr-TR'], ['pt-br'], ['sv'], [], ['!!'], ['x'.repeat(300)]].map(
      (wishes) => choose(wishes).locale,
    );
    assert.deepEqual(chosen, ['es', 'tr', 'pt-BR', 'fr', 'fr', 'fr', 'fr']);
    assert.equal(choose(['pt-BR']).t('action.save'), 'Salvar');
    assert.equal(choose(['pt-BR']).t('action.cancel'), choose(['pt']).t('action.cancel'));
    assert.notEqual(choose(['pt']).t('action.cancel'), choose(['en']).t('action.cancel'));
  });
  test('dates and numbers are in the region of the reader, in the language of the page', () => {
    const choose = createLanguages({ 'pt-BR': {} });
    const tags = [
      ['en-GB', 'en'],
      ['en', 'en-US', 'en-GB'],
      ['en', 'de-DE'],
      ['de', 'en-GB', 'de-AT'],
      ['de'],
      ['sv-SE'],
      ['pt-BR', 'pt-PT'],
    ];
    assert.deepEqual(
      tags.map((wishes) => choose(wishes).formatLocale),
      ['en-GB', 'en-US', 'en-DE', 'de-AT', 'de', 'en-SE', 'pt-BR'],
    );
    const british = choose(['en-GB']);
    assert.equal(british.locale, 'en');
    assert.equal(british.t('action.save'), 'Save');
  });
  test('a region without data of its own, an invalid tag and an extension change nothing', () => {
    const choose = createLanguages();
    for (const tag of ['de-US', 'de-ZZ', 'de-999', 'de-DE-', '!!', 'de-u-nu-deva'])
      assert.equal(choose(['de', tag]).formatLocale, 'de', tag);
    assert.equal(choose(['en-GB-u-ca-buddhist-nu-deva']).formatLocale, 'en-GB');
  });
  test('a host can replace single texts', () => {
    const choose = createLanguages({ es: { 'action.save': 'Listo' } });
    assert.equal(choose(['es']).t('action.save'), 'Listo');
    assert.equal(choose(['es']).t('action.cancel'), 'Cancelar');
  });
  test('parameters replace their placeholders once and literally', () => {
    const { t } = createLanguages()(['en']);
    assert.equal(t('pager.position', { page: '{pages}', pages: '$&' }), 'Page {pages} of $&');
  });
  test('right-to-left languages have their direction', () => {
    const choose = createLanguages({ 'az-Arab': {}, he: {} });
    assert.deepEqual(
      ['ar', 'he', 'az-Arab', 'en', 'tr'].map((tag) => choose([tag]).dir),
      ['rtl', 'rtl', 'rtl', 'ltr', 'ltr'],
    );
  });
  test('an invalid locale fails at start', () => {
    assert.throws(() => createLanguages({ 'not a tag': {} }), /not a language tag/);
    assert.throws(() => createLanguages({}, 'sv'), /default locale "sv"/);
  });
});

suite('language of a request', () => {
  const web = sampleWeb({
    texts: { ar: { 'app.name': 'الخصوصية' } },
    userLanguage: (_request, user) => (user?.id === 'ayse' ? 'tr' : undefined),
  });
  const page = async (headers: Record<string, string>) => {
    const response = await web.fetch(new Request('http://localhost/policies/nowhere', { headers }));
    const text = await response.text();
    return { locale: response.headers.get('content-language'), text };
  };
  test('is chosen by the quality in Accept-Language', async () => {
    assert.equal((await page({ 'accept-language': 'sv, fr;q=0.7, es;q=0.9, *;q=0.1' })).locale, 'es');
  });
  test('is primarily what the host says about the user', async () => {
    assert.equal((await page({ 'accept-language': 'fr', 'x-user': 'ayse' })).locale, 'tr');
    assert.equal((await page({ 'accept-language': 'fr', 'x-user': 'anna' })).locale, 'fr');
  });
  test('is independent of concurrent requests', async () => {
    const wishes = Array.from({ length: 40 }, (_, index) => ['en', 'es', 'fr', 'tr'][index % 4] ?? 'en');
    const pages = await Promise.all(wishes.map((wish) => page({ 'accept-language': wish })));
    for (const [index, wish] of wishes.entries()) {
      const own = catalogues[wish as keyof typeof catalogues]['error.title.404'];
      assert.ok(pages[index]?.text.includes(`<h1>${own}</h1>`), wish);
    }
  });
  test('sets lang and dir of the page', async () => {
    assert.match((await page({ 'accept-language': 'ar' })).text, /<html lang="ar" dir="rtl"/);
  });
  test('is used in problem documents, too', async () => {
    const response = await web.fetch(
      new Request('http://localhost/policies/notes.json', {
        method: 'POST',
        headers: { 'accept-language': 'fr', 'x-user': 'anna', 'content-type': 'application/json' },
        body: '{"note":{"title":7,"urgent":[]}}',
      }),
    );
    const problem = (await response.json()) as { title: string; errors: { field: string; detail: string }[] };
    assert.equal(problem.title, catalogues.fr['error.title.422']);
    assert.deepEqual(
      problem.errors.map(({ field, detail }) => [field, detail]),
      [
        ['note.title', catalogues.fr['field.invalid']],
        ['note.urgent', catalogues.fr['field.invalid']],
      ],
    );
  });
});
