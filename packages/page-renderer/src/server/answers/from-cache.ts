/** The response with a stored result: negotiated, conditional, and with headers about its age. */
import { chooseEncoding, plainBody } from '../../cache/results/encoding.ts';
import type { Source } from '../../cache/result-cache.ts';
import type { CachedResult, Encoding } from '../../cache/stores/store.ts';
import type { FormRequest } from '../../formats/forms.ts';
import type { CacheLabel } from '../../telemetry/definitions.ts';
import { hasTag } from '../../headers/conditional.ts';
import { STATUS_FROM, X_RENDERER } from '../../headers/names.ts';

/** The parts of a request that decide about the form of a result. */
export interface Negotiation extends FormRequest {
  /** The time of the store, in milliseconds since 1970. */
  now: number;
}

/** A response, ready to be written. */
export interface CachedAnswer {
  status: number;
  /** Names and values in turn. */
  headers: string[];
  /** Null for a response without a body. */
  body: Uint8Array | Promise<Uint8Array> | null;
}

type Coding = Encoding | 'identity';

/** Creates the response with a result. @param stored whether the store is known to have it */
export function answerFromCache(
  result: CachedResult,
  source: Source,
  stored: boolean,
  request: Negotiation,
): CachedAnswer {
  const coding = chooseEncoding(request.acceptEncoding, result.bodies);
  const isSafe = request.method === 'GET' || request.method === 'HEAD';
  const isKnown = isSafe && result.status === 200 && hasTag(request.ifNoneMatch, result.etag);
  const prepared = preparedHeaders(result, coding);
  const headers = [...(isKnown ? prepared.notModified : prepared.full), 'Cache-Status', STATUS[source](stored)];
  if (source === 'hit' || source === 'stale' || source === 'renewed') {
    // Since it was rendered or last renewed (RFC 9111 §4.2.3).
    const age = Math.max(0, Math.floor((request.now - (result.renewedAt ?? result.storedAt)) / 1000));
    headers.push('Age', String(age), 'X-Rendertron-Cached', prepared.date);
  }
  if (isKnown) return { status: 304, headers, body: null };
  const isEmpty = request.method === 'HEAD' || result.size === 0;
  const body = isEmpty ? null : coding === 'identity' ? plainBody(result) : (result.bodies[coding] ?? null);
  return { status: result.status, headers, body };
}

/** `Cache-Status` (RFC 9211). */
const STATUS: Record<Source, (stored: boolean) => string> = {
  hit: () => `${X_RENDERER}; hit`,
  stale: () => `${X_RENDERER}; hit; detail=stale`,
  miss: (stored) => `${X_RENDERER}; fwd=miss${stored ? '; stored' : ''}`,
  renewed: (stored) => `${X_RENDERER}; fwd=stale; fwd-status=304${stored ? '; stored' : ''}; detail=renewed`,
  collapsed: (stored) => `${X_RENDERER}; fwd=miss${stored ? '; stored' : ''}; collapsed`,
  refresh: (stored) => `${X_RENDERER}; fwd=request${stored ? '; stored' : ''}`,
};

/** The label of a response in metrics: of hits, those of results that are kept for a short time are counted apart. */
export function cacheLabelOf(
  source: Source,
  { status, verdict }: Pick<CachedResult, 'status' | 'verdict'>,
): CacheLabel {
  const isShort = status !== 200 || verdict === 'blank' || verdict === 'client-redirect';
  return source === 'hit' && isShort ? 'negative' : source;
}

/** The value of `Cache-Status` for a result that is not stored. */
export function statusOfUncached(source: Source): string {
  return STATUS[source](false);
}

interface Prepared {
  full: readonly string[];
  notModified: readonly string[];
  date: string;
}

/** By the bodies, which live as long as a result in memory. */
const prepared = new WeakMap<CachedResult, Partial<Record<Coding, Prepared>>>();

function preparedHeaders(result: CachedResult, coding: Coding): Prepared {
  let codings = prepared.get(result);
  if (!codings) prepared.set(result, (codings = {}));
  return (codings[coding] ??= prepare(result, coding));
}

function prepare(result: CachedResult, coding: Coding): Prepared {
  const notModified = [
    // The client may cache it, but must revalidate; and shared caches must not serve it to other clients, who may be no bots.
    'Cache-Control',
    'private, no-cache',
    'ETag',
    etagOf(result, coding),
    'Vary',
    // Pages have several forms.
    isPage(result) ? 'Accept, Accept-Encoding' : 'Accept-Encoding',
    'X-Renderer',
    X_RENDERER,
    'X-Render-Verdict',
    result.verdict,
  ];
  const { changedAt } = result;
  const isDated = result.headers.some(([name]) => name.toLowerCase() === 'last-modified');
  // When the content was seen to change; what the page says itself has priority.
  if (changedAt !== null && !isDated) notModified.push('Last-Modified', new Date(changedAt).toUTCString());
  const full = [...notModified, 'X-Content-Type-Options', 'nosniff', ...result.headers.flat()];
  const statusFrom = result.headers.find(([name]) => name === STATUS_FROM);
  if (statusFrom) notModified.push(...statusFrom);
  if (coding !== 'identity') full.push('Content-Encoding', coding);
  const length = coding === 'identity' ? result.size : (result.bodies[coding]?.byteLength ?? 0);
  full.push('Content-Length', String(length));
  return { full, notModified, date: new Date(result.storedAt).toUTCString() };
}

function isPage({ headers }: CachedResult): boolean {
  return headers.some(([name, value]) => name === 'Content-Type' && value.startsWith('text/html'));
}

/** Each coding is a representation of its own (RFC 9110 §8.8.3.3). */
function etagOf({ etag }: CachedResult, coding: Coding): string {
  return coding === 'identity' ? `"${etag}"` : `"${etag}.${coding}"`;
}
