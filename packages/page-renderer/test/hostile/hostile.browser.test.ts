/**
 * Some of the pages that try to harm the renderer, together with a harmless page; `benchmarks/hostile` runs all of them, with
 * the time that each takes.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer, RendererError } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';
import { BUSY, HOSTILE, pathOf, serveHostile } from './pages.ts';

let hostile: Site;
let good: Site;
let renderer: Renderer;
/** For a page that keeps a core busy until the time budget ends. */
let brief: Renderer;

before(async () => {
  hostile = await startSite({ '*': serveHostile }, '127.0.0.2');
  good = await startSite({ '/': '<h1>good</h1><script>document.body.append("whole")</script>' });
  const options = { allowPrivateNetworks: ['127.0.0.0/8'], logLevel: 'silent', maxPageMemory: 256 } as const;
  renderer = await createRenderer({ ...options, timeout: stretched(5_000) });
  brief = await createRenderer({ ...options, timeout: stretched(2_000, 3) });
  await Promise.all([renderer.ready(), brief.ready()]);
});
after(async () => {
  await Promise.all([renderer.close(), brief.close()]);
  await hostile[Symbol.asyncDispose]();
  await good[Symbol.asyncDispose]();
});

/** The outcome of a page: a result, or an error that is not an internal error of the service. */
async function verdictOn(by: Renderer, name: string): Promise<string> {
  try {
    return (await by.render(hostile.url + pathOf(name))).verdict;
  } catch (error) {
    assert.ok(error instanceof RendererError, `${name}: ${String(error)}`);
    assert.notEqual(error.code, 'internal', name);
    return error.verdict ?? error.code;
  }
}

/** Pages, and their possible outcomes: on a slow machine the time budget may end before a page reaches a limit. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'a huge error': ['budget', 'over-bytes', 'crashed', 'over-memory'],
  'a getter that throws a huge error': ['complete', 'budget', 'over-memory', 'crashed'],
  'a script without end': ['budget'],
  'an address after the other': ['over-navigations', 'budget'],
  'workers of workers': ['over-workers', 'budget', 'over-memory'],
  'windows without end': ['over-popups', 'budget', 'complete'],
  'requests without end': ['over-requests', 'budget'],
  'memory without end': ['over-memory', 'budget', 'complete', 'crashed'],
};

describe('a hostile page ends, and does not affect other pages', () => {
  for (const [name, expected] of Object.entries(EXPECTED)) {
    test(name, async () => {
      assert.ok(name in HOSTILE);
      const by = name in BUSY ? brief : renderer;
      const [verdict, beside] = await Promise.all([verdictOn(by, name), by.render(`${good.url}/`)]);
      assert.ok(expected.includes(verdict), verdict);
      assert.match(beside.html, /whole/);
    });
  }
});
