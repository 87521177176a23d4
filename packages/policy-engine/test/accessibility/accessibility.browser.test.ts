/** The accessibility conformance report states what a browser finds now on the four surfaces. `npm run accessibility` writes it. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../../testing/browser.ts';
import { stretched } from '../../../../testing/load.ts';
import { actsOnLetters, IN_PAGE, LISTENERS, lookAt } from './checks.ts';
import { reportOf } from './document.ts';
import type { Finding, Found } from './found.ts';
import { travel } from './journeys.ts';
import { walkByKeyboard } from './keyboard.ts';
import { serveSurfaces, type Served, type SurfaceName } from './surfaces.ts';

const FILE = path.join(import.meta.dirname, '..', '..', 'docs', 'accessibility.md');
const isUpdate = process.env['UPDATE_GENERATED'] === '1';

let browser: Browser;
let served: Served;
before(async () => {
  served = await serveSurfaces();
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await served?.[Symbol.asyncDispose]();
});

async function findOut(): Promise<Record<SurfaceName, Found>> {
  const found = await Promise.all(
    served.surfaces.map(async (surface) => {
      const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' });
      context.setDefaultTimeout(stretched(20_000));
      await context.addInitScript(LISTENERS);
      if (surface.user) await context.addCookies([{ name: 'user', value: surface.user, url: served.site.url }]);
      const one = await lookAt(context, surface);
      await travel(context, surface, one);
      await context.close();
      return [surface.name, one] as const;
    }),
  );
  return Object.fromEntries(found) as Record<SurfaceName, Found>;
}

/** The formatter only aligns tables. */
const plain = (text: string) =>
  text
    .split('\n')
    .filter((line) => !/^[|\s:-]*$/.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim())
        .join('|'),
    );

test('the accessibility report states what a browser finds', { timeout: stretched(120_000) }, async () => {
  const all = await findOut();
  const text = readFileSync(FILE, 'utf8');
  const [start, end] = ['<!-- report: written by `npm run accessibility` -->\n', '\n<!-- /report -->'];
  const before = text.slice(0, text.indexOf(start) + start.length);
  assert.ok(before.length > start.length && text.includes(end), 'the marks of the report are there');
  const report = reportOf(all);
  if (isUpdate) writeFileSync(FILE, `${before}\n${report}\n${text.slice(text.indexOf(end))}`);
  else
    assert.deepEqual(plain(text.slice(before.length, text.indexOf(end))), plain(report), 'run `npm run accessibility`');
});

/** A page with a fault for each check. */
const AMISS = `<!doctype html><html lang="xx"><head><title></title><meta http-equiv="refresh" content="900"></head><body style="margin:0">
<main><img src="data:,"><audio autoplay></audio><p>Press the red button.</p>
<div style="display:flex;flex-direction:row-reverse"><span>One</span><span>Two</span></div>
<input style="border:1px solid #eee;background:#fff"><input type="password">
<div style="inline-size:60px;overflow:hidden;white-space:nowrap">Words that do not fit into their box</div>
<div style="animation:a 9s infinite">Moving</div><a href="/a">here</a>
<a href="/b" aria-label="Other words" style="display:block;inline-size:9px;block-size:9px;overflow:hidden">These words</a>
<a href="/c" style="display:block;inline-size:9px;block-size:9px;overflow:hidden;outline:none">x</a><a href="/d" lang="">Deutsch</a>
<button style="position:fixed;inset:auto 0 0 auto">Below</button><div style="position:fixed;inset:auto 0 0 auto;inline-size:200px;block-size:60px;background:#fff">Above</div>
<svg width="90" height="20"><text id="pale" y="15" fill="#ddd">Pale</text></svg></main></body></html>`;
const STYLES =
  '@media (orientation: portrait) { a { color: red } } a:hover b { display: block } @keyframes a { to { opacity: 0 } }';

test('each accessibility check finds its fault', { timeout: stretched(60_000) }, async () => {
  const page = await browser.newPage();
  await page.setContent(`${AMISS}<style>${STYLES}</style>`);
  await page.evaluate(IN_PAGE);
  await page.evaluate(`a11y.sheets([${JSON.stringify(STYLES)}])`);
  const silent: string[] = [];
  const checks =
    'images media labels order senses turned purposes passwords cut edges hovering limits motion title links labelInName language parts targets';
  for (const name of checks.split(' ')) {
    const { isThere, faults } = await page.evaluate<Finding>(`a11y.${name}()`);
    if (!isThere || faults.length === 0) silent.push(name);
  }
  const { faults } = await page.evaluate<Finding>(`a11y.openContrast(['#pale'])`);
  if (faults.length === 0) silent.push('openContrast');
  assert.deepEqual(silent, []);
  const found: Found = { checks: new Map(), axe: new Map() };
  await walkByKeyboard(page, found, true);
  assert.match(found.checks.get('focusSeen')?.faults.join() ?? '', /no outline: a/);
  assert.match(found.checks.get('focusUncovered')?.faults.join() ?? '', /button “Below”/);
  assert.deepEqual(found.checks.get('reached')?.faults, []);
});

test('a page that acts on a letter is found, and one that hears the keys of its dialogs is not', async () => {
  const page = await browser.newPage();
  const acting = async (script: string) => {
    await page.setContent(`<!doctype html><title>Keys</title><script>${script}</script>`);
    return actsOnLetters(page);
  };
  assert.equal(
    await acting(`onkeydown = ({ key }) => { if (key === 'Escape') document.body.append('closed') }`),
    false,
  );
  assert.equal(await acting(`onkeydown = ({ key }) => { if (key === '/') document.body.append('search') }`), true);
});

test(
  'the keyboard journey finds a keyboard trap and a control that it does not reach',
  { timeout: stretched(60_000) },
  async () => {
    const page = await browser.newPage();
    await page.setContent(`<!doctype html><title>Trap</title><button id="one">One</button><button id="two">Two</button><button>Three</button>
    <script>two.onkeydown = (event) => event.key === 'Tab' && event.preventDefault();</script>`);
    await page.evaluate(IN_PAGE);
    const found: Found = { checks: new Map(), axe: new Map() };
    await walkByKeyboard(page, found, false);
    assert.deepEqual(found.checks.get('left')?.faults, ['Tab does not lead on from button “Two”']);
    assert.deepEqual(found.checks.get('reached')?.faults, ['not reached: button “Three”']);
  },
);
