/** A cache, and requests to it. */
import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { CacheConfig } from 'page-renderer';
import { parseConfig } from 'page-renderer';
import type { Logger } from 'pino';
import { pino } from 'pino';
import { MemoryStore } from '../../../dist/cache/stores/memory.js';
import type { Representation } from '../../../dist/cache/results/make-result.js';
import type { CacheResponse, CacheRequest } from '../../../dist/cache/result-cache.js';
import { ResultCache } from '../../../dist/cache/result-cache.js';
import type { CacheStore } from '../../../dist/cache/stores/store.js';
import { UNLIMITED } from './limits.ts';
import { keyOf } from './results.ts';

export const silent: Logger = pino({ level: 'silent' });
export const URL_ = 'https://example.com/';

/** A rendered page. */
export function page(changes: Partial<Representation> = {}, text = 'page'): Representation {
  return {
    status: 200,
    verdict: 'complete',
    headers: [['Content-Type', 'text/html; charset=utf-8']],
    body: Buffer.from(`<p>${text}</p>`),
    contentType: 'text/html; charset=utf-8',
    tags: [],
    textLength: text.length,
    ...changes,
  };
}

export function cacheOf(
  config: Partial<CacheConfig> = {},
  store: CacheStore = new MemoryStore(UNLIMITED),
): ResultCache {
  return new ResultCache(store, parseConfig({ cacheConfig: config }).cacheConfig, silent);
}

/** Requests a page, and renders it if necessary. */
export async function ask(
  cache: ResultCache,
  render: CacheRequest['render'] | Representation,
  order: Partial<CacheRequest> & { url?: string } = {},
): Promise<CacheResponse> {
  // By then, earlier renders have been stored.
  await settle();
  const lookup = await cache.lookUp(keyOf(order.url ?? URL_));
  return cache.answer({
    lookup,
    refresh: false,
    render: typeof render === 'function' ? render : async () => render,
    ...order,
  });
}

/** Text of a response without a coding. */
export const textOf = (answered: CacheResponse) =>
  Buffer.from(
    answered.kind === 'rendered' ? answered.rendered.body : (answered.result.bodies.identity ?? Buffer.alloc(0)),
  )
    .toString()
    .replace(/<\/?p>/g, '');

/** A logger, and its lines. */
export function logged(): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  return { logger: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }), lines };
}

/** Runs everything that is ready to run. */
export const settle = async () => {
  for (let round = 0; round < 20; round++) await turn();
};

/** Checks that every request is answered by a render, and that nothing is thrown. */
export async function isPassedOver(cache: ResultCache, requests = 8): Promise<void> {
  for (let request = 0; request < requests; request++) {
    // Each request is for another page, because a result that is being stored would also be served.
    const url = `${URL_}${request}`;
    assert.equal(textOf(await ask(cache, page({}, `render ${request}`), { url })), `render ${request}`);
    await settle();
  }
}
