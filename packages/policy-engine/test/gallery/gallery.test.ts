/** The gallery has everything there is, so that nobody changes a mail or a component that is not looked at. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { declarationsOf } from '../../dist/compose.js';
import * as ownModules from '../../dist/modules.js';
import * as web from '../../dist/platform/web/index.js';
import { createGallery, LOCALES, MAIL_NAMES, PANEL_PAGES } from './gallery.ts';

const server = createGallery().listen(0, '127.0.0.1');
let origin: string;
before(async () => {
  if (!server.listening) await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const get = (path: string): Promise<Response> => fetch(origin + path, { headers: { accept: 'text/html' } });

test('shows each mail there is as HTML and text, in each language', async () => {
  const { mails } = declarationsOf(Object.values(ownModules));
  assert.deepEqual(MAIL_NAMES.toSorted(), Object.keys(mails).toSorted());
  for (const name of MAIL_NAMES) {
    const texts = await Promise.all(LOCALES.map(async (locale) => (await get(`/mails/${name}.${locale}.txt`)).text()));
    assert.equal(new Set(texts).size, LOCALES.length, name);
    assert.match(await (await get(`/mails/${name}.fr.html`)).text(), /^<!doctype html>[^]*lang="fr"/i, name);
  }
  assert.equal((await get('/mails/nothing.en.html')).status, 404);
});

test('shows the panel’s pages of components in the language of the link', async () => {
  for (const name of PANEL_PAGES) {
    const response = await get(`/in/tr/${name}`);
    assert.equal(response.status, { missing: 404, refused: 422 }[name] ?? 200, name);
    assert.match(await response.text(), /<html lang="tr"/, name);
  }
  assert.match(await (await get('/in/ar/states')).text(), /dir="rtl"/);
});

test('shows every component that the panel has', () => {
  // Functions whose names begin like components; classes are none.
  const components = Object.entries(web)
    .filter(([name, value]) => /^[A-Z]/.test(name) && typeof value === 'function' && !/^class/.test(String(value)))
    .map(([name]) => name);
  const sources = ['../support/component-pages.ts', './states.ts']
    .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
    .join('');
  // Part of a form of one button.
  const missing = components.filter((name) => name !== 'MethodField' && !sources.includes(`${name}({`));
  assert.ok(components.length > 15);
  assert.deepEqual(missing, []);
});

test('links to everything it has, and frames no other site', async () => {
  const index = await (await get('/')).text();
  const links = [...index.matchAll(/href="(\/(?:mails|in)[^"]+)"/g)].map(([, link]) => link!);
  assert.equal(links.length, MAIL_NAMES.length * LOCALES.length * 2 + PANEL_PAGES.length * (LOCALES.length + 1));
  const framed = await (await get(`/both?page=${encodeURIComponent('//evil.example/" onload="x')}`)).text();
  assert.doesNotMatch(framed, /evil|onload/);
});
