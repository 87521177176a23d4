/** The results that a job makes fresh: each page of its list or sitemap, for each device and client. */
import type { Selection } from '../cache/stores/store.ts';
import { RendererError } from '../kernel/errors.ts';
import { readPrerenderUrl } from '../grammar/dialects/prerender.ts';
import { readRender } from '../grammar/dialects/rendertron.ts';
import type { RenderRequest } from '../grammar/dialects/request.ts';
import { parseHttpUrl } from '../kernel/url.ts';
import type { Client, Device } from '../options/warming.ts';
import type { JobSource, JobSpec } from './jobs/job.ts';
import type { ReadItem } from './queue/queue.ts';
import type { Found } from '../crawl/sitemap/walk.ts';
import { newerThan } from '../crawl/sitemap/lastmod.ts';
import type { WarmPort } from './jobs/warm-page.ts';

type Variants = Pick<JobSpec, 'devices' | 'clients'>;

/** The results for a page. @param newer see `newerThan` of `WarmPage` */
export function* itemsOf(address: string, variants: Variants, newer: number, port: WarmPort): Iterable<ReadItem> {
  for (const client of variants.clients) {
    for (const device of variants.devices) yield itemOf(address, client, device, newer, port);
  }
}

/** The results for everything that is found. */
export async function* itemsOfFound(
  found: AsyncIterable<Found>,
  variants: Variants,
  port: WarmPort,
  onFound: (found: Found) => Promise<void>,
): AsyncIterable<ReadItem> {
  for await (const one of found) {
    await onFound(one);
    if (one.kind === 'error') yield { kind: 'error', url: one.url, error: one.error };
    if (one.kind === 'page') yield* itemsOf(one.url.href, variants, newerThan(one.lastmod, port.now()), port);
  }
}

/** The results that are stored under these keys. @param newer see `newerThan` of `WarmPage` */
export function* itemsOfKeys(keys: Iterable<string>, newer: number, port: WarmPort): Iterable<ReadItem> {
  for (const key of keys) {
    const request = port.requestOf(key);
    if (request) yield itemOfRequest(request, newer, port);
  }
}

/** The results that are outdated: the most requested ones first, then all others. */
export async function* itemsOfRefresh(
  { prefix, before }: Extract<JobSource, { kind: 'refresh' }>,
  port: WarmPort,
): AsyncIterable<ReadItem> {
  for (const item of itemsOfKeys(port.demand.keys(), before, port)) {
    if (item.kind === 'page' && item.page.url.startsWith(prefix)) yield item;
  }
  const selection: Selection = prefix === '' ? { by: 'all' } : { by: 'prefix', prefix };
  for await (const { metadata } of port.list(selection)) {
    const { key, begunAt } = metadata;
    if (begunAt < before) yield* itemsOfKeys([key], before, port);
  }
}

function itemOf(address: string, client: Client, device: Device, newer: number, port: WarmPort): ReadItem {
  try {
    return itemOfRequest(requestFor(parseHttpUrl(address), client, device), newer, port);
  } catch (error) {
    if (error instanceof RendererError) return { kind: 'error', url: address, error: error.reason };
    throw error;
  }
}

function itemOfRequest(request: RenderRequest, newer: number, port: WarmPort): ReadItem {
  const { request: located, key } = port.locate(request);
  const { kind, url, options } = located;
  return { kind: 'page', id: key.id, page: { kind, url: url.href, options, newerThan: newer } };
}

/** The request that a client makes for a page. */
function requestFor(url: URL, client: Client, device: Device): RenderRequest {
  const target = encodeURIComponent(url.href);
  if (client === 'prerender') return readPrerenderUrl(target);
  const context = { width: 0, height: 0, passesRedirects: client === 'middleware' };
  return readRender(device === 'mobile' ? `${target}?mobile` : target, context);
}
