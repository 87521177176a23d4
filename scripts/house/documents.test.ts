/** Documents: a README is one screen with links to the guides, and each link leads to an existing file and heading. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { CONTENTS } from '../../site/contents.ts';
import { makeSite } from '../../site/pages.ts';
import { ROOT } from './sources.ts';

const LONGEST_README = 80;
const GUIDES = ['Quick start', 'Integrations', 'Concepts', 'Operations', 'Reference'];

const documents = globSync('**/*.md', {
  cwd: ROOT,
  exclude: ['**/node_modules/**', '**/dist/**', '**/fixtures/**', '**/exports/**'],
}).map((file) => file.replaceAll(path.sep, '/'));
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** Code blocks are not text. */
const textOf = (document: string) => document.replaceAll(/^(```+).*\n[^]*?^\1$/gm, '');

/** The anchors of headings, as Markdown renderers generate them: `what-is-cached` for `## What is cached`. */
function anchorsOf(file: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of textOf(read(file)).matchAll(/^#+ (.+)$/gm)) {
    const words = heading.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-');
    const twins = [...anchors].filter((one) => one === anchor || one.startsWith(`${anchor}-`)).length;
    anchors.add(anchors.has(anchor) ? `${anchor}-${twins}` : anchor);
  }
  return anchors;
}

/** Links of a document that lead nowhere. */
function deadLinksOf(file: string): string[] {
  const links = Array.from(
    textOf(read(file)).matchAll(/\]\((?!<|[a-z][a-z+.-]*:)([^)\s]+)\)/g),
    ([, link = '']) => link,
  );
  return links.filter((link) => {
    const [target = '', anchor] = link.split('#', 2);
    const to = target === '' ? file : path.posix.join(path.posix.dirname(file), target);
    if (!existsSync(path.join(ROOT, to))) return true;
    return anchor !== undefined && !(to.endsWith('.md') && anchorsOf(to).has(anchor));
  });
}

/** Packages that add to another one, and the guide of the other that says how. */
const ADDITIONS: Readonly<Record<string, string>> = {
  'page-renderer-datastore': 'packages/page-renderer/docs/operations.md',
};

test('each link leads to a file and a heading that are there', () => {
  const dead = documents.flatMap((file) => deadLinksOf(file).map((link) => `${file}: ${link}`));
  assert.ok(documents.length > 50, String(documents.length));
  assert.deepEqual(dead, []);
});

test('the sidebar of the site lists each page of a package', () => {
  const { pages } = makeSite();
  const listed = new Set(
    Object.entries(CONTENTS).flatMap(([product, parts]) =>
      parts.flatMap(({ pages: own = [], folder }) => [
        ...own.map((one) => `${product}/${one}.md`),
        ...pages.flatMap(({ file }) =>
          folder !== undefined && file.startsWith(`${product}/${folder}/`) ? [file] : [],
        ),
      ]),
    ),
  );
  const missing = pages.filter(({ file, product }) => product in CONTENTS && !listed.has(file));
  assert.deepEqual(
    missing.map(({ file }) => file),
    [],
  );
});

test('the first screen of a guide says what it is for, and shows something', () => {
  /** Lines of a screen. */
  const screen = 45;
  const guides = documents.filter((file) => /^packages\/[^/]+\/docs\/[^/]+\.md$/.test(file));
  const unclear = guides.filter((file) => {
    const text = read(file);
    if (text.includes('\n\nThis guide is now ')) return false;
    const [, first = ''] = text.split(/\n{2,}/);
    const says = first.length >= 80 && !/^(?:[#|!<-]|```)/.test(first);
    const shows = /^(?:```|\| |!\[|- |\d\. )/m.test(text.split('\n').slice(0, screen).join('\n'));
    return !says || !shows;
  });
  assert.ok(guides.length > 40, String(guides.length));
  assert.deepEqual(unclear, []);
});

describe('the README of', () => {
  test('a package that adds to another one is one screen that leads to the guide of the other', () => {
    for (const [name, guide] of Object.entries(ADDITIONS)) {
      const readme = read(`packages/${name}/README.md`);
      assert.ok(readme.split('\n').length - 1 <= LONGEST_README);
      assert.ok(readme.includes('`docs/operations.md` of page-renderer') && read(guide).includes(`\`${name}\``));
    }
  });

  for (const folder of globSync('packages/*', { cwd: ROOT })) {
    if (path.basename(folder) in ADDITIONS) continue;
    test(`${path.basename(folder)} is one screen that leads to its guides`, () => {
      const readme = read(`${folder}/README.md`);
      const lines = readme.split('\n').length - 1;
      assert.ok(lines <= LONGEST_README, `${lines} lines`);
      for (const guide of GUIDES) {
        const file = `docs/${guide.toLowerCase().replace(' ', '-')}.md`;
        assert.ok(readme.includes(`**[${guide}](${file})**`), guide);
        assert.match(read(`${folder}/${file}`), new RegExp(`^# ${guide}\\n`));
        assert.ok(read('README.md').includes(`](${folder}/${file})`), `the root README does not lead to ${file}`);
      }
    });
  }
});
