/** The built site: every guide is in it, no link is broken, programs can read it, and it asks no other server for anything. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { addressOf, makeSite, ROOT } from '../pages.ts';
import { builtPages, WEB } from './built.ts';

const { pages, files } = makeSite();
const built = builtPages();
const byAddress = new Map(built.map((page) => [page.address, page]));

test('each document of a package is a page, except those that only name their successor', () => {
  const documents = globSync('packages/*/{README,CHANGELOG,docs/**/*}.md', { cwd: ROOT }).map((file) =>
    file.replaceAll(path.sep, '/'),
  );
  const sources = new Set(pages.map(({ source }) => source));
  const missing = documents.filter((file) => !sources.has(file));
  const moved = missing.filter((file) => readFileSync(path.join(ROOT, file), 'utf8').split('\n').length < 5);
  assert.ok(documents.length > 100);
  assert.deepEqual(missing, moved);
});

test('each page has a title of its own, a description, a language and its Markdown', () => {
  assert.equal(built.length, pages.length);
  const titles = new Set<string>();
  for (const { address, html, title } of built) {
    assert.ok(title !== '' && !titles.has(title), `${address}: ${title}`);
    titles.add(title);
    assert.match(html, /<html lang="en"/, address);
    assert.match(html, /<meta name="description" content="[^"]{20,300}"/, address);
    const [, markdown = ''] = /<link rel="alternate" type="text\/markdown" href="([^"]+)"/.exec(html) ?? [];
    assert.match(markdown, /^\/.*\.md$/, address);
    assert.ok(existsSync(path.join(WEB, markdown)), markdown);
    if (!address.endsWith('/')) assert.equal(markdown, `${address}.md`);
  }
});

test('each link of the site leads to a page and a heading, or a file, that is there', () => {
  const dead: string[] = [];
  let links = 0;
  for (const { address, hrefs } of built) {
    for (const href of hrefs) {
      const target = new URL(href, `http://site${address}`);
      if (target.host !== 'site') continue;
      links += 1;
      const page = byAddress.get(target.pathname);
      const isThere =
        page === undefined
          ? target.hash === '' &&
            existsSync(path.join(WEB, decodeURIComponent(target.pathname))) &&
            path.extname(target.pathname) !== ''
          : target.hash === '' || page.ids.has(decodeURIComponent(target.hash.slice(1)));
      if (!isThere) dead.push(`${address}: ${href}`);
    }
  }
  assert.ok(links > 5000, String(links));
  assert.deepEqual(dead, []);
});

test('links lead from the start page to each page', () => {
  const reached = new Set<string>();
  const open = ['/'];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const page = byAddress.get(at);
    if (!page || reached.has(at)) continue;
    reached.add(at);
    const targets = page.hrefs.map((href) => new URL(href, `http://site${page.address}`));
    open.push(...targets.flatMap(({ host, pathname }) => (host === 'site' ? [pathname] : [])));
  }
  assert.deepEqual(
    built.map(({ address }) => address).filter((address) => !reached.has(address)),
    [],
  );
});

test('the Markdown of the site links to Markdown and files that are there', () => {
  const dead = pages.flatMap(({ file, text }) =>
    Array.from(text.replaceAll(/^ *(```+)[^]*?^ *\1$|`[^`\n]+`/gm, '').matchAll(/\]\((\.[^)#\s]+)/g), ([, link = '']) =>
      path.posix.join(path.posix.dirname(file), link),
    ).filter((target) => !existsSync(path.join(WEB, target))),
  );
  assert.deepEqual(dead, []);
  assert.ok(files.size > 3);
});

test('llms.txt leads to every page, and llms-full.txt contains every guide', () => {
  const list = readFileSync(path.join(WEB, 'llms.txt'), 'utf8');
  const full = readFileSync(path.join(WEB, 'llms-full.txt'), 'utf8');
  assert.match(list, /^# .+\n\n> .+\n\n## /);
  const links = new Set(Array.from(list.matchAll(/^- \[[^\]]+\]\((\/[^)]+\.md)\)/gm), ([, link = '']) => link));
  for (const link of links) assert.ok(existsSync(path.join(WEB, link)), link);
  for (const { file } of pages) if (file !== 'index.md') assert.ok(links.has(`/${file}`), file);
  for (const { file, text } of pages.filter(({ source }) => /^packages\/[^/]+\/docs\/[^/]+\.md$/.test(source))) {
    assert.equal(full.includes(text.trim()), true, file);
  }
});

test('a page loads nothing from other servers', () => {
  for (const { address, html } of built) {
    const loaded = Array.from(
      html.matchAll(/<(?:script|img|link|iframe|source)\b[^>]*?\b(?:src|href)="([^"]+)"/g),
      ([, url = '']) => url,
    );
    assert.ok(loaded.length > 3, address);
    assert.deepEqual(
      loaded.filter((url) => /^(?:[a-z]+:)?\/\//.test(url)),
      [],
      address,
    );
  }
  const sheets = globSync('assets/**/*.css', { cwd: WEB }).map((file) => readFileSync(path.join(WEB, file), 'utf8'));
  assert.ok(sheets.length > 0);
  for (const sheet of sheets) assert.doesNotMatch(sheet, /url\(["']?(?:https?:)?\/\//);
});

test('the address of a page is that of its document', () => {
  const addresses = new Map(pages.map(({ source, file }) => [source, addressOf(file)]));
  assert.equal(addresses.get('packages/policy-engine/docs/erasure.md'), '/policy-engine/erasure');
  assert.equal(addresses.get('packages/policy-engine/README.md'), '/policy-engine/');
  assert.equal(addresses.get('packages/page-renderer/docs/errors/overloaded.md'), '/page-renderer/errors/overloaded');
  assert.equal(addresses.get('site/pages/index.md'), '/');
  assert.deepEqual(
    [...addresses.values()].filter((address) => !byAddress.has(address)),
    [],
  );
});
