/** The gallery contains everything, so that every changed mail or component can be reviewed. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { declarationsOf } from '../../dist/kernel/compose.js';
import * as ownModules from '../../dist/modules.js';
import { suspicionReasons } from '../../dist/modules/proof/ledger/kinds.js';
import * as web from '../../dist/platform/web/index.js';
import { createGallery, LOCALES, MAIL_NAMES, PANEL_PAGES } from './gallery.ts';
import { type Listening, listening } from '../../../../testing/listening.ts';

let server: Listening;
before(async () => {
  server = await listening(createGallery());
});
after(() => server[Symbol.asyncDispose]());

const get = (path: string): Promise<Response> => fetch(server.url + path, { headers: { accept: 'text/html' } });

test('the gallery shows each mail as HTML and text, in each language', async () => {
  const { mails } = declarationsOf(Object.values(ownModules));
  assert.deepEqual(MAIL_NAMES.toSorted(), Object.keys(mails).toSorted());
  for (const name of MAIL_NAMES) {
    const texts = await Promise.all(LOCALES.map(async (locale) => (await get(`/texts/${locale}/${name}`)).text()));
    assert.equal(new Set(texts).size, LOCALES.length, name);
    assert.match(await (await get(`/in/dark/mails/fr/${name}`)).text(), /^<!doctype html>[^]*lang="fr"/i, name);
  }
  assert.equal((await get('/in/dark/mails/en/nothing')).status, 404);
});

test('the gallery shows the panel’s pages of components in the language of the link', async () => {
  for (const name of PANEL_PAGES) {
    const response = await get(`/in/light/panel/tr/${name}`);
    assert.equal(response.status, { missing: 404, refused: 422, unavailable: 503 }[name] ?? 200, name);
    assert.match(await response.text(), /<html lang="tr"/, name);
  }
  assert.match(await (await get('/in/light/panel/ar/states')).text(), /dir="rtl"/);
});

test('the page of flagged entries says each reason in words', async () => {
  const page = await (await get('/in/light/panel/en/flagged')).text();
  assert.match(page, /Its identity was erased, but not by a server of this site/);
  for (const reason of suspicionReasons) assert.doesNotMatch(page, new RegExp(`>${reason}<`));
});

test('the gallery shows every component of the panel', () => {
  // Functions with names like components; classes are not components.
  const components = Object.entries(web)
    .filter(([name, value]) => /^[A-Z]/.test(name) && typeof value === 'function' && !String(value).startsWith('class'))
    .map(([name]) => name);
  const sources = ['../support/component-pages.ts', './states.ts']
    .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
    .join('');
  // Part of a form of one button.
  const missing = components.filter((name) => name !== 'MethodField' && !sources.includes(`${name}({`));
  assert.ok(components.length > 15);
  assert.deepEqual(missing, []);
});

test('the gallery shows each page in light and dark, with its own style sheets', async () => {
  const page = await (await get('/both/panel/en/states')).text();
  const frames = [...page.matchAll(/src="([^"]+)"/g)].map(([, source]) => source!);
  assert.deepEqual(frames, ['/in/light/panel/en/states', '/in/dark/panel/en/states']);
  for (const [frame, wished] of [
    [frames[0]!, 'not all'],
    [frames[1]!, 'all'],
  ] as const) {
    const html = await (await get(frame)).text();
    const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href!);
    const css = await Promise.all(sheets.map(async (href) => (await get(href)).text()));
    assert.match(css.join(''), new RegExp(`@media ${wished}\\s*{`));
    assert.doesNotMatch(css.join(''), /prefers-color-scheme/);
  }
});

test('the gallery links to all its pages, and to nothing else', async () => {
  const index = await (await get('/')).text();
  const links = [...index.matchAll(/href="(\/(?:both|texts)[^"]+)"/g)].map(([, link]) => link!);
  assert.equal(links.length, MAIL_NAMES.length * LOCALES.length * 2 + PANEL_PAGES.length * LOCALES.length);
  for (const path of [
    '/both//evil.example',
    '/both/panel/en/"onload="x',
    '/in/dark/mails/en/constructor',
    '/policies',
  ]) {
    assert.equal((await get(path)).status, 404, path);
  }
});
