import { Readable } from 'node:stream';
import { RendererError } from '../../kernel/errors.ts';
import { parseHttpUrl } from '../../kernel/url.ts';
import { SitemapError } from '../../crawl/sitemap/parse.ts';
import type { AppContext, Backend } from '../context/context.ts';
import { noteTarget } from '../context/context.ts';
import type { OtherLine } from '../../grammar/grammar.ts';
import { atPace } from '../listen/reading-pace.ts';

/**
 * `GET /sitemap.xml?url=…`: the sitemap at this address, in which `lastmod` says when the rendered content of a page really changed,
 * as far as that is known.
 */
export async function correctedSitemap(c: AppContext, backend: Backend, { rest }: OtherLine): Promise<Response> {
  const credential = backend.renders.require(c);
  const url = parseHttpUrl(new URLSearchParams(rest).get('url') ?? '');
  noteTarget(c, url);
  backend.limit.require(c, credential);
  const safe = {
    'Cache-Control': 'private, no-cache',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  };
  let body: Readable | undefined;
  const giveUp = () => body?.destroy(new Error('the place is needed for another client'));
  const client = backend.limit.clientOf(c, credential);
  try {
    const { type, text, end } = await backend.warming.corrected.of(url, c.req.raw.signal, { client, giveUp });
    const headers = { 'Content-Type': `${type}; charset=utf-8`, ...safe };
    if (c.req.method === 'HEAD') {
      end();
      return new Response(null, { headers });
    }
    const onSlow = () => body?.destroy(new Error('the client reads too slowly'));
    body = Readable.from(atPace(text, onSlow), { objectMode: false }).once('close', end);
    return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, { headers });
  } catch (error) {
    if (!(error instanceof SitemapError)) throw error;
    const retryAfter = error.retryAfter === undefined ? {} : { retryAfter: Math.ceil(error.retryAfter / 1000) };
    throw new RendererError('connection-failed', `The sitemap ${error.message}`, retryAfter);
  }
}
