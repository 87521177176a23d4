/** Pages that never rest are settled before the time budget ends, and their twins that bring content late lose nothing. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import { testsAll } from '../../../../testing/rounds.ts';
import { MORE_SOURCES } from './more-sources.ts';
import { LATE_TEXT, NEVER_AT_REST, neverAtRest } from './never-at-rest.ts';
import type { OracleSite } from './site.ts';
import { startOracleSite } from './site.ts';

/** One of each of the usual kinds, each with another twin; all of them in a long run. */
const PAGES = NEVER_AT_REST.filter(({ source }, index) => {
  return testsAll || (!(source in MORE_SOURCES) && index % 4 === Math.floor(index / 4) % 4);
});

let site: OracleSite;
let renderer: Renderer;
before(async () => {
  site = await startOracleSite();
  renderer = await createRenderer({
    allowPrivateNetworks: ['127.0.0.0/8'],
    concurrency: 8,
    timeout: stretched(15_000),
    logLevel: 'silent',
  });
});
after(async () => {
  await renderer.close();
  await site[Symbol.asyncDispose]();
});

describe('a page that never rests', { concurrency: 8 }, () => {
  for (const { source, wait, late } of PAGES) {
    test(`is settled, and says with what: ${source}, ${wait} ms`, async () => {
      const { verdict, pending, html } = await renderer.render(site.addHtml(neverAtRest(source, wait)));
      assert.equal(verdict, 'settled');
      assert.notDeepEqual(pending, {});
      assert.match(html, /<h1[^>]*>there<\/h1>/);
    });

    test(`loses nothing that it brings late: ${source}, ${wait} ms, by ${late}`, async () => {
      const { verdict, html } = await renderer.render(site.addHtml(neverAtRest(source, wait, late)));
      assert.ok(html.includes(LATE_TEXT), `${verdict}: ${html.slice(-300)}`);
      assert.equal(verdict, 'settled');
    });
  }
});
