/** Texts of the host that are not in the language of the page say which language they are in, block by block. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyEngineOptions } from 'policy-engine';
import { getTestEngine, TEST_ORIGIN } from 'policy-engine/testing';

const PURPOSES = { en: 'Counts visits.', de: 'Zählt Besuche.' };

const OPTIONS: Partial<PolicyEngineOptions> = {
  rules: [
    {
      name: 'analytics',
      label: { en: 'Statistics', ar: 'إحصاءات' },
      description: 'How the shop is used.',
      sessionless: true,
    },
    {
      name: 'media',
      label: (locale) => ({ de: 'Videos und Karten', fr: 'Vidéos' })[locale] ?? 'Videos and maps',
      description: { en: 'Shows videos.', de: 'Zeigt Videos.', ar: 'يعرض مقاطع فيديو.' },
      sessionless: true,
    },
  ],
  scripts: [
    {
      name: 'Counter',
      provider: 'Acme Ltd',
      rule: 'analytics',
      script: '<script src="/tag.js"></script>',
      environments: ['test'],
      description: PURPOSES,
      cookies: [{ name: '_c', purpose: PURPOSES, duration: 'two days' }],
      domain: 'shop.example',
    },
  ],
  necessaryCookies: [
    { name: 'basket', purpose: { en: 'Your basket', de: 'Ihr Warenkorb' }, duration: 'a day', recipients: false },
  ],
};

async function engineWithTexts(options: Partial<PolicyEngineOptions> = {}) {
  const made = await getTestEngine<string>({ ...OPTIONS, ...options });
  for (const rule of ['analytics', 'media']) {
    const text = { description: 'What we ask.', state: 'published' };
    await made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, text);
  }
  return made;
}

/** What is spoken how in HTML: the text of each element with `lang` and `dir`. */
function blocks(html: string, tag: string): string[] {
  const found = html.matchAll(new RegExp(`<${tag} lang="([^"]*)" dir="([^"]*)">([^<]*)`, 'g'));
  return [...found].map(([, lang = '', dir = '', text = '']) => `${lang} ${dir} ${text}`);
}

test('a banner in Arabic says of each English and German text what it is, and nothing of Arabic ones', async () => {
  await using made = await engineWithTexts();
  const banner = async (headers: Record<string, string> = {}) =>
    made.engine.consentContext(new Request(`${TEST_ORIGIN}/`, { headers })).renderBanner({ locale: 'ar' });
  const html = await banner();
  assert.match(html, /<policy-consent[^>]* lang="ar" dir="rtl"/);
  assert.deepEqual(blocks(html, 'bdi'), [
    // The first layer, then the second one.
    'en ltr How the shop is used.',
    'en ltr Videos and maps',
    'en ltr How the shop is used.',
    'en ltr Counts visits.',
    'en ltr Counts visits.',
    'en ltr two days',
    'en ltr Videos and maps',
  ]);
  assert.match(html, /<bdi>إحصاءات<\/bdi>/);
  assert.match(html, /<bdi>يعرض مقاطع فيديو\.<\/bdi>/);
  // First the page's language, then those of the person, then the default one.
  const german = blocks(await banner({ 'accept-language': 'tlh-x, de-AT;q=0.9, fr;q=0.5' }), 'bdi');
  assert.deepEqual(
    german.filter((one) => one.startsWith('de')),
    ['de ltr Zählt Besuche.', 'de ltr Zählt Besuche.'],
  );
});

test('a banner in English says nothing of English texts', async () => {
  await using made = await engineWithTexts();
  const html = await made.engine.consentContext(new Request(`${TEST_ORIGIN}/`)).renderBanner({ locale: 'en-GB' });
  assert.equal(html.match(/ lang="(?!en")/), null);
  assert.equal(html.match(/<(?:bdi|b|small|li) lang=/), null);
});

test('names of purposes within a sentence say it, too', async () => {
  const rules = [
    { name: 'analytics', label: 'Statistics', sessionless: true },
    { name: 'media', label: { en: 'Videos', ar: 'فيديو' }, sessionless: true },
  ];
  await using made = await engineWithTexts({ rules });
  const html = await made.engine.consentContext(new Request(`${TEST_ORIGIN}/`)).renderBanner({ locale: 'ar' });
  assert.match(html, /<bdi lang="en" dir="ltr">Statistics<\/bdi>[^<]*<bdi>فيديو<\/bdi>/);
});

test('the pages of the engine and their JSON say it', async () => {
  await using made = await engineWithTexts();
  const headers = { 'accept-language': 'ar' };
  const visitor = made.as(null);
  const text = async (path: string) =>
    (await visitor.fetch(path, { headers: { ...headers, accept: 'text/html' } })).text();
  const declaration = await text('/policies/cookies');
  assert.match(
    declaration,
    /<p dir="ltr" lang="en">How the shop is used\.<\/p>|<p lang="en" dir="ltr">How the shop is used\.<\/p>/,
  );
  assert.match(declaration, /<bdi lang="en" dir="ltr">Your basket<\/bdi>/);
  assert.match(declaration, /<bdi lang="en" dir="ltr">two days<\/bdi>/);
  const centre = await text('/policies/privacy');
  assert.match(
    centre,
    /<h3 id="rule-media-name" lang="en" dir="ltr"><bdi lang="en" dir="ltr">Videos and maps<\/bdi><\/h3>/,
  );
  assert.match(
    centre,
    /<p dir="ltr" lang="en">How the shop is used\.<\/p>|<p lang="en" dir="ltr">How the shop is used\.<\/p>/,
  );
  assert.match(await text('/policies/user_terms/media'), /<h1 lang="en" dir="ltr">Videos and maps<\/h1>/);
  const json = async (path: string) =>
    (await (await visitor.fetch(path, { headers: { ...headers, accept: 'application/json' } })).json()) as {
      rules: Array<{
        name: string;
        lang?: unknown;
        scripts: Array<{ lang?: unknown; cookies?: Array<{ lang?: unknown }> }>;
      }>;
      necessary?: Array<{ name: string; lang?: unknown }>;
    };
  const settings = await json('/policies/consent.json');
  assert.deepEqual(
    settings.rules.map(({ lang }) => lang),
    [{ description: 'en' }, { label: 'en' }],
  );
  assert.deepEqual(settings.rules[0]?.scripts[0]?.lang, { description: 'en' });
  const cookies = await json('/policies/cookies.json');
  assert.deepEqual(cookies.rules[0]?.scripts[0]?.cookies?.[0]?.lang, { purpose: 'en', duration: 'en' });
  const basket = cookies.necessary?.find(({ name }) => name === 'basket');
  assert.deepEqual(basket?.lang, { purpose: 'en', duration: 'en' });
});

test('check names each text that is not translated into a language of the site, its option and the language', async () => {
  await using made = await engineWithTexts();
  const found = async () =>
    (await made.engine.check()).filter(({ code }) => code === 'text_untranslated').map(({ subject }) => subject);
  // Arabic and German are named by other texts; French only by a function.
  assert.deepEqual(await found(), [
    'rules[0].label “Statistics” (de)',
    'rules[0].description “How the shop is used.” (ar, de)',
    'rules[1].label “Videos and maps” (ar)',
    'scripts[0].description “Counts visits.” (ar)',
    'scripts[0].cookies[0].purpose “Counts visits.” (ar)',
    'scripts[0].cookies[0].duration “two days” (ar, de)',
    'necessaryCookies[0].purpose “Your basket” (ar)',
    'necessaryCookies[0].duration “a day” (ar, de)',
  ]);
  // A text in force in another language offers it, too; one in which the engine cannot speak does not.
  await made.engine.terms.deploy([
    {
      rule: 'media',
      markdown: 'What we ask of you.',
      translations: { fr: 'Ce que nous demandons.', sv: 'Vad vi frågar.' },
    },
  ]);
  const [first, , ...others] = await found();
  assert.equal(first, 'rules[0].label “Statistics” (de, fr)');
  assert.equal(
    others.find((one) => one?.startsWith('rules[1].label')),
    'rules[1].label “Videos and maps” (ar)',
  );
});

test('a site in one language is not asked for translations', async () => {
  const rules = [{ name: 'analytics', label: 'Statistik', description: 'Zählt.', sessionless: true }];
  await using made = await getTestEngine<string>({ rules, defaultLocale: 'de' });
  const text = { description: 'Was wir fragen.', state: 'published' };
  await made.as('admin').json('POST', '/policies/categories/analytics/terms.json', text);
  assert.deepEqual(
    (await made.engine.check()).filter(({ code }) => code === 'text_untranslated'),
    [],
  );
  const html = await made.engine.consentContext(new Request(`${TEST_ORIGIN}/`)).renderBanner({ locale: 'en' });
  assert.match(html, /<li><bdi lang="de" dir="ltr"><b>Statistik<\/b> Zählt\.<\/bdi><\/li>/);
});

test('texts by locale that cannot be read are refused with what to write instead', async () => {
  const refused = async (label: unknown, message: RegExp, defaultLocale = 'en') =>
    assert.rejects(
      getTestEngine<string>({ rules: [{ name: 'a', label: label as string, sessionless: true }], defaultLocale }),
      message,
    );
  await refused(
    { english: 'A' },
    /rules\[0\]\.label\.english: "english" is not the tag of a language; write one such as "en" or "pt-BR"/,
  );
  await refused({ en: 'A', de: 5 }, /rules\[0\]\.label\.de: must be text, not 5/);
  await refused(
    { en: 'A', de: ' ' },
    /rules\[0\]\.label\.de: must not be blank; leave the locale out, or write its text/,
  );
  await refused(
    { en: 'A' },
    /rules\[0\]\.label\.de: is missing: write the text in the default locale, as in \{ de: '…' \}/,
    'de',
  );
  await refused(
    7,
    /rules\[0\]\.label: must be text, an object such as \{ en: 'Statistics', de: 'Statistik' \}, or a function of the locale, not 7/,
  );
  await refused([], /rules\[0\]\.label: must be text, an object such as/);
});
