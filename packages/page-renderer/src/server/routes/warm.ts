/** Warming: pages are rendered before anybody requests them. */
import { z } from 'zod';
import { RendererError } from '../../kernel/errors.ts';
import { type Client, clients, type Device, devices } from '../../options/warming.ts';
import type { AppContext, Backend } from '../context/context.ts';
import type { OtherLine } from '../../grammar/grammar.ts';
import { readPrefix } from './cache.ts';
import { parseJson } from './json-body.ts';
import { MAX_LINKED } from '../../warming/warming.ts';
import { readBytes } from '../context/body.ts';

const HEADERS = { 'Cache-Control': 'no-store' };
const MAX_BODY = 2 * 1024 * 1024;
/** Maximum number of addresses of one request. */
const MAX_URLS = 10_000;
const EXAMPLE =
  '{ "sitemap": "https://example.com/sitemap.xml" }, { "links": "https://example.com/" } or { "urls": ["https://example.com/"] }';
/** Bounds of a job that follows links, if it names none. */
export const LINK_LIMITS = { pages: 1_000, depth: 20 } as const;

/** What `POST /warm` reads. */
export const warmBody: z.ZodType<{
  sitemap?: string | undefined;
  links?: string | undefined;
  pages?: number | undefined;
  depth?: number | undefined;
  urls?: string[] | undefined;
  devices: Device[];
  clients: Client[];
}> = z
  .strictObject({
    sitemap: z.string().max(2_048).optional(),
    links: z.string().max(2_048).optional(),
    pages: z.int().min(1).max(MAX_LINKED).optional(),
    depth: z.int().min(0).max(100).optional(),
    urls: z.array(z.string().max(2_048)).min(1).max(MAX_URLS).optional(),
    devices,
    clients,
  })
  .refine(
    ({ sitemap, links, urls }) => [sitemap, links, urls].filter((one) => one !== undefined).length === 1,
    'expected one of "sitemap", "links" and "urls"',
  )
  .refine(
    ({ links, pages, depth }) => links !== undefined || (pages === undefined && depth === undefined),
    '"pages" and "depth" are for "links"',
  )
  .refine((body) => !(body.clients.includes('prerender') && body.devices.includes('mobile')), {
    path: ['devices'],
    message: 'requests in the dialect of Prerender have no device; leave "mobile" out, or "prerender"',
  });

/**
 * `POST /warm` begins a job and returns it with 202, `GET /warm/{id}` returns how far it is, `DELETE /warm/{id}` cancels it, and
 * `GET /warm` lists all jobs.
 */
export async function answerWarm(c: AppContext, backend: Backend, { rest }: OtherLine): Promise<Response> {
  const { admin, warming } = backend;
  admin.require(c);
  const id = /^[\w-]{0,64}$/.test(rest) ? rest : undefined;
  const { method } = c.req;
  if (id === '' && method === 'POST') return begin(c, backend);
  if (id === '' && (method === 'GET' || method === 'HEAD')) {
    const jobs = await warming.jobs();
    return c.json({ jobs: jobs.map((job) => warming.viewOf(job)) }, 200, HEADERS);
  }
  if (id === undefined || id === '' || method === 'POST') throw noSuchJob();
  const job = method === 'DELETE' ? await warming.cancel(id) : await warming.job(id);
  if (!job) throw noSuchJob();
  return c.json(warming.viewOf(job), 200, HEADERS);
}

async function begin(c: AppContext, { warming, cache, logger }: Backend): Promise<Response> {
  const body = parseJson(await readBytes(c, MAX_BODY), warmBody, EXAMPLE);
  const { sitemap, links, pages = LINK_LIMITS.pages, depth = LINK_LIMITS.depth, urls, ...variants } = body;
  const job =
    links !== undefined
      ? await warming.warmLinks(links, { pages, depth }, variants)
      : sitemap === undefined
        ? await warming.warmUrls(urls ?? [], variants)
        : await warming.warmSitemap(sitemap, variants);
  logger.info({ job: job.id, cache: cache !== undefined }, 'a warming job begins');
  return c.json(warming.viewOf(job), 202, { ...HEADERS, Location: `/warm/${job.id}` });
}

/**
 * `POST /refresh?prefix=…` or `POST /refresh?all=true`: all results are outdated, and are served until they are renewed in the
 * background. Meant to be called when a new version of a site is deployed.
 */
export async function answerRefresh(
  c: AppContext,
  { admin, warming }: Backend,
  { rest }: OtherLine,
): Promise<Response> {
  admin.require(c);
  const parameters = new URLSearchParams(rest);
  const prefix = parameters.get('prefix');
  const isAll = parameters.get('all') === 'true';
  if (parameters.size !== 1 || (prefix === null) !== isAll) {
    const message = 'Say what to refresh: "?prefix=https://example.com/", or "?all=true"';
    throw new RendererError('invalid-parameter', message);
  }
  const job = await warming.refresh(prefix === null ? '' : readPrefix(prefix));
  return c.json(warming.viewOf(job), 202, { ...HEADERS, Location: `/warm/${job.id}` });
}

function noSuchJob(): RendererError {
  return new RendererError('not-found', 'There is no such job; GET /warm lists all of them');
}
