/** `POST /hooks/content`: a content management system says what has changed. */
import { z } from 'zod';
import { removedPagesOf } from '../../cache/keys/key.ts';
import type { Selection } from '../../cache/stores/store.ts';
import { parseHttpUrl } from '../../kernel/url.ts';
import { TOLERANCE } from '../../warming/webhook.ts';
import { type Client, clients, type Device, devices } from '../../options/warming.ts';
import type { CacheAccess } from '../../cache/access.ts';
import type { AppContext, Backend } from '../context/context.ts';
import { readPrefix, readTag } from './cache.ts';
import { parseJson } from './json-body.ts';
import { readBytes } from '../context/body.ts';

const MAX_BODY = 1024 * 1024;
const MAX_URLS = 1_000;
const MAX_SELECTIONS = 50;
/** Maximum number of results that are rendered again after one webhook; others are rendered when they are requested. */
const MAX_WARMED = 10_000;
const EXAMPLE = '{ "urls": ["https://example.com/a"], "prefixes": [], "tags": ["post:17"] }';

const texts = (most: number) => z.array(z.string().min(1).max(2_048)).max(most).default([]);
interface Body {
  urls: string[];
  prefixes: string[];
  tags: string[];
  warm: boolean;
  devices: Device[];
  clients: Client[];
}

/** What it reads. */
export const hookBody: z.ZodType<Body> = z
  .strictObject({
    urls: texts(MAX_URLS),
    prefixes: texts(MAX_SELECTIONS),
    tags: texts(MAX_SELECTIONS),
    warm: z.boolean().default(true),
    devices,
    clients,
  })
  .refine(({ urls, prefixes, tags }) => urls.length + prefixes.length + tags.length > 0, 'nothing is named');

/**
 * Removes what has changed from the cache, and renders it again in the background. A webhook that was repeated by its sender has no
 * effect.
 */
export async function answerContentHook(c: AppContext, backend: Backend): Promise<Response> {
  const { webhooks, warming } = backend;
  const bytes = await readBytes(c, MAX_BODY);
  const id = webhooks.verify((name) => c.req.header(name), bytes);
  const body = parseJson(bytes, hookBody, EXAMPLE);
  const selections = selectionsOf(body, backend.cache);
  const done = await warming.once(`webhook:${id}`, 2 * TOLERANCE, () => apply(backend, body, selections));
  return c.json(done ?? { duplicate: true }, 202, { 'Cache-Control': 'no-store' });
}

function selectionsOf({ urls, prefixes, tags }: Body, cache: CacheAccess | undefined): Selection[] {
  const pages = urls.flatMap((url) => removedPagesOf(cache?.target(parseHttpUrl(url)) ?? parseHttpUrl(url)));
  return [
    ...(pages.length > 0 ? [{ by: 'page', pages: [...new Set(pages)] } as const] : []),
    ...prefixes.map((text) => ({ by: 'prefix', prefix: readPrefix(text) }) as const),
    ...tags.map((text) => ({ by: 'tag', tag: readTag(text) }) as const),
  ];
}

async function apply(backend: Backend, body: Body, selections: readonly Selection[]): Promise<object> {
  const { cache, warming } = backend;
  if (!cache) return {};
  const again = body.warm ? await storedOf(cache, selections) : [];
  let removed = 0;
  for (const selection of selections) removed += (await cache.results.remove(selection)).count;
  if (!body.warm) return { duplicate: false, removed, job: null };
  const job = await warming.warmChanged(body.urls, body, again);
  return { duplicate: false, removed, job: warming.viewOf(job) };
}

/** What is stored: it is rendered again in the same variants. */
async function storedOf(cache: CacheAccess, selections: readonly Selection[]): Promise<string[]> {
  const keys = new Set<string>();
  for (const selection of selections) {
    for await (const { metadata } of cache.results.list(selection)) {
      const { key } = metadata;
      if (keys.size >= MAX_WARMED) return [...keys];
      if (cache.requestOf(key)) keys.add(key);
    }
  }
  return [...keys];
}
