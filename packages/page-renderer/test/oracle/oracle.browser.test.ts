/**
 * Random pages whose final document is known: pages that are called complete are complete. The seed is fixed, so that the same
 * pages are judged everywhere, with those that were once judged wrongly; `npm run benchmark:oracle` generates others.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import { rounds } from '../../../../testing/rounds.ts';
import { FOUND } from './found.ts';
import type { Judgement } from './judge.ts';
import { judge, judgeAll, samplePages } from './judge.ts';
import type { OracleSite } from './site.ts';
import { startOracleSite } from './site.ts';

const PAGES = rounds(80, 200);
const AT_A_TIME = 16;
/** Milliseconds that a step may take in addition to its waiting time. */
const SLACK = stretched(800);

let site: OracleSite;
let renderer: Renderer;
before(async () => {
  site = await startOracleSite();
  renderer = await createRenderer({
    allowPrivateNetworks: ['127.0.0.0/8', '::1'],
    concurrency: AT_A_TIME,
    timeout: stretched(15_000),
    logLevel: 'silent',
  });
});
after(async () => {
  await renderer.close();
  await site[Symbol.asyncDispose]();
});

test(`none of ${PAGES} pages is called complete that is not`, async () => {
  const judged: Judgement[] = [];
  await judgeAll(
    [...FOUND, ...samplePages(PAGES, 2026)],
    AT_A_TIME,
    (page) => judge(renderer, site, page, SLACK),
    (judgement) => void judged.push(judgement),
  );
  const wrong = judged.filter((judgement) => judgement.wrong !== undefined);
  assert.deepEqual(wrong, [], JSON.stringify(wrong));
  // A detector that never calls a page complete would not be wrong, either.
  const isDone = ({ verdict }: Judgement) => ['complete', 'settled', 'client-redirect', 'blank'].includes(verdict);
  const others = judged.filter((judgement) => !isDone(judgement)).map(({ verdict, page }) => ({ verdict, page }));
  assert.deepEqual(others, [], JSON.stringify(others));
  assert.ok(judged.filter(({ missing }) => missing.length === 0).length > PAGES * 0.8);
});
