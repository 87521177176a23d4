import type { Representation } from '../../cache/results/make-result.ts';
import { readTags } from '../../cache/keys/tags.ts';
import { RendererError } from '../../kernel/errors.ts';
import { pendingHeader } from '../../render/pending/pending.ts';
import type { Verdict } from '../../kernel/verdicts.ts';
import { wasStopped } from '../../kernel/verdicts.ts';
import type { PairResult } from '../../render/render-pair.ts';
import type { PdfResult } from '../../render/pdf.ts';
import type { RenderResult, Result, Timed } from '../../render/pipeline.ts';
import type { ScreenshotResult } from '../../render/render-screenshot.ts';
import type { HarResult } from '../../render/render-har.ts';
import { STATUS_FROM, X_RENDERER } from '../../headers/names.ts';
import { objectionsIn } from '../../headers/caching.ts';
import { headersIn, headersOfPage } from '../../headers/page.ts';

/** Seconds after which a page that exceeded its time budget should be requested again. */
const PARTIAL_RETRY = 30;
const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json';

/** The options of responses. */
export interface AnswerSettings {
  /** The response for a page that exceeded its time budget. */
  readonly partial: 'serve' | '503';
  /** Additional headers that pages may set. */
  readonly pageHeaders: readonly string[];
}

/**
 * The response with a page. If a script has set data, page and data are returned as JSON, as in Prerender.
 *
 * @throws {RendererError} `partial`
 */
export function renderedPage(result: RenderResult, { partial, pageHeaders }: AnswerSettings): Representation {
  const { html, headerMetas, metas } = result;
  const asked = headersIn(headerMetas, result.hops.at(-1)?.url);
  const headers: Array<[string, string]> = [
    // Content of another origin, shown under ours: nothing in it may run here.
    ['Content-Security-Policy', "script-src 'none'; object-src 'none'; sandbox"],
    ...headersOfPage(result.hops.at(-1)?.headers ?? {}, asked, pageHeaders, result.status),
  ];
  const tags = [metas?.tags, ...asked.filter(([name]) => name === 'cache-tag').map(([, value]) => value)];
  const textLength = metas?.textLength ?? null;
  if (result.data !== undefined) {
    const body = Buffer.from(JSON.stringify({ prerenderData: result.data, content: html }));
    return rendered(result, partial, { body, type: JSON_TYPE, headers, tags, textLength });
  }
  return rendered(result, partial, { body: Buffer.from(html), type: HTML, headers, tags, textLength });
}

/**
 * The response with a screenshot of a media type. Screenshots are indexed like pages, so they have the headers that the
 * target's server sends with the page.
 *
 * @throws {RendererError} `partial`
 */
export function renderedPicture(result: ScreenshotResult, settings: AnswerSettings, type: string): Representation {
  const { partial, pageHeaders } = settings;
  const headers = headersOfPage(result.hops.at(-1)?.headers ?? {}, [], pageHeaders);
  return rendered(result, partial, { body: result.image, type, headers, tags: [result.tags], textLength: null });
}

/**
 * The response with a PDF, with the same headers as a screenshot.
 *
 * @throws {RendererError} `partial`
 */
export function renderedPdf(result: PdfResult, { partial, pageHeaders }: AnswerSettings): Representation {
  const headers = headersOfPage(result.hops.at(-1)?.headers ?? {}, [], pageHeaders);
  return rendered(result, partial, {
    body: result.pdf,
    type: 'application/pdf',
    headers,
    tags: [result.tags],
    textLength: null,
  });
}

/**
 * The response with HTML and screenshot as JSON, with the same headers as a screenshot. @throws {RendererError} `partial`
 *
 * @param url the address that was asked for
 */
export function renderedPair(result: PairResult, { partial, pageHeaders }: AnswerSettings, url: URL): Representation {
  const { html, image, imageType, metas, status, verdict } = result;
  const picture = image && { type: `image/${imageType}`, base64: Buffer.from(image).toString('base64') };
  const body = Buffer.from(JSON.stringify({ url: url.href, status, verdict, html, picture }));
  const headers = headersOfPage(result.hops.at(-1)?.headers ?? {}, [], pageHeaders);
  const textLength = metas?.textLength ?? null;
  return rendered(result, partial, { body, type: JSON_TYPE, headers, tags: [metas?.tags], textLength });
}

/** The response with a HAR file. @throws {RendererError} `partial` */
export function renderedHar(result: HarResult, { partial }: AnswerSettings): Representation {
  const body = result.har === null ? new Uint8Array() : Buffer.from(JSON.stringify(result.har));
  return rendered(result, partial, { body, type: JSON_TYPE, headers: [], tags: [result.tags], textLength: null });
}

interface Content {
  body: Uint8Array;
  type: string;
  headers: ReadonlyArray<readonly [string, string]>;
  tags: ReadonlyArray<string | null | undefined>;
  textLength: number | null;
}

function rendered(result: Result & Timed, partial: 'serve' | '503', content: Content): Representation {
  refusePartial(result.verdict, partial);
  const { status, statusFrom, verdict, location, hops, pending, inputs } = result;
  const withBody = hasBody(result);
  const own: Array<[string, string]> = [[STATUS_FROM, statusFrom]];
  if (withBody) own.push(['Content-Type', content.type]);
  if (location !== undefined) own.push(['Location', location]);
  const waits = pendingHeader(pending);
  if (waits !== undefined) own.push(['X-Render-Pending', waits]);
  return {
    status,
    verdict,
    headers: [...own, ...content.headers],
    body: withBody ? content.body : new Uint8Array(),
    contentType: content.type,
    tags: readTags(content.tags.join(','), hops.at(-1)?.headers['cache-tag']),
    textLength: content.textLength,
    inputs,
    objections: [...new Set(hops.flatMap((hop) => objectionsIn(hop.headers)))],
    noVarySearch: hops.length === 1 ? hops[0]?.headers['no-vary-search'] : undefined,
  };
}

function refusePartial(verdict: Verdict, partial: 'serve' | '503'): void {
  if (!wasStopped(verdict) || partial === 'serve') return;
  throw new RendererError('partial', `The page was stopped before it was complete (${verdict})`, {
    retryAfter: PARTIAL_RETRY,
    verdict,
  });
}

/** A redirect that is passed on has no body, and responses with these statuses never have one (RFC 9110 §15). */
function hasBody({ status, verdict }: Result): boolean {
  return verdict !== 'redirect' && status !== 204 && status !== 205 && status !== 304;
}

/** The response with a result that is not stored. */
export function answerFromRender({ status, verdict, headers, body }: Representation): Response {
  const all = new Headers([
    ['Cache-Control', 'no-store'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Renderer', X_RENDERER],
    ['X-Render-Verdict', verdict],
  ]);
  for (const [name, value] of headers) all.append(name, value);
  return new Response(body.byteLength > 0 ? (body as Uint8Array<ArrayBuffer>) : null, { status, headers: all });
}
