/**
 * Responses of targets that are not pages, passed through with their status, their body, and a closed list of their headers.
 * They are content of another origin, sent under ours, so nothing in them may run here.
 */
import type { ServerResponse } from 'node:http';
import type { Hop } from '../../render/job/job.ts';
import type { OpenAnswer, Passage, PartRequest } from '../../render/navigation/passage.ts';
import { isDecoded, lengthOf } from '../../render/navigation/passage.ts';
import { Reading } from '../listen/reading-pace.ts';
import { STATUS_FROM, X_RENDERER } from '../../headers/names.ts';
import { headersOfPage } from '../../headers/page.ts';

/** With this header a client says that it can get what is not a page from the origin; see {@link refusesPassage}. */
export const FALLBACK = 'x-render-fallback';

/** Destinations whose responses browsers run (Fetch Standard §2.2.5). */
const RUN_AS: ReadonlySet<string> = new Set([
  'audioworklet',
  'paintworklet',
  'script',
  'serviceworker',
  'sharedworker',
  'worker',
]);
// Visible ASCII, space and tab (RFC 9110 §5.5).
const VALUE = /^[\t\x20-\x7e]{1,4096}$/;
/** The same with text in another encoding, byte by byte (RFC 9110 §5.5: obs-text). */
const OCTETS = /^[\t\x20-\x7e\x80-\xff]{1,4096}$/;
/** The header that says which range it is (RFC 9110 §14.4). */
const HAS_RANGE: ReadonlySet<number> = new Set([206, 416]);
/** Statuses without a body (RFC 9110 §15): the target may respond differently to a second request. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);
/** Ranges of bytes (RFC 9110 §14.1.2); other ranges are ignored. */
const RANGE = /^bytes\s*=[\d\s,-]{1,500}$/i;

/**
 * Whether a response that is not a page is refused, so that it is not sent twice: for a client that says so (render-middleware
 * then serves its own response), and for a browser that would run it as a script of this service.
 */
export function refusesPassage(header: (name: string) => string | undefined): boolean {
  return header(FALLBACK) === 'origin' || RUN_AS.has(header('sec-fetch-dest') ?? '');
}

/** The parts of a request that decide about the form of its response. */
export interface PassageRequest {
  method: string;
  ifNoneMatch: string | undefined;
  ifModifiedSince: string | undefined;
  range: string | undefined;
  ifRange: string | undefined;
  /** `If-Match` or `If-Unmodified-Since`. */
  precondition: string | undefined;
  /** Additional headers that the configuration allows. */
  pageHeaders: readonly string[];
  /** Node's response, if there is one. */
  outgoing: ServerResponse | undefined;
}

/**
 * The response to a request for what is not a page.
 *
 * @throws {RendererError} if it cannot be read
 */
export async function answerPassage(passage: Passage, request: PassageRequest): Promise<Response> {
  const { method, pageHeaders, outgoing } = request;
  const known = isKnown(passage.answer, request);
  if (method === 'HEAD' || known) {
    passage.close();
    const headers = headersOf(passage.answer, pageHeaders);
    if (known) for (const name of ['content-type', 'content-length', 'content-disposition']) headers.delete(name);
    return new Response(null, { status: known ? 304 : passage.answer.status, headers });
  }
  const answer = await passage.open(partOf(request));
  const headers = headersOf(answer, pageHeaders);
  if (outgoing) sendOctets(outgoing);
  if (!BODILESS.has(answer.status)) return new Response(cutOff(answer, outgoing), { status: answer.status, headers });
  passage.close();
  return new Response(null, { status: answer.status, headers });
}

/** The requested part; a range can be requested with GET only (RFC 9110 §14.2). */
function partOf({ method, range = '', ifRange, precondition }: PassageRequest): PartRequest | undefined {
  // A range of another file than the one that the client has begun with is of no use to it (RFC 9110 §13.1.1).
  if (precondition !== undefined) return undefined;
  if (method !== 'GET' || !RANGE.test(range) || (ifRange !== undefined && !VALUE.test(ifRange))) return undefined;
  return { range, ifRange };
}

function headersOf(answer: Hop, pageHeaders: readonly string[]): Headers {
  const { headers: sent } = answer;
  const headers = new Headers([
    // The client may cache it, but must revalidate; and shared caches must not serve it to other clients.
    ['Cache-Control', 'private, no-cache'],
    ['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox"],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Renderer', X_RENDERER],
    ['X-Render-Verdict', 'passed-through'],
    [STATUS_FROM, 'target'],
    ['Content-Type', contentType(sent['content-type'])],
  ]);
  for (const [name, value] of headersOfPage(sent, [], pageHeaders)) headers.append(name, value);
  const disposition = sent['content-disposition'];
  if (disposition !== undefined) headers.set('Content-Disposition', dispositionOf(disposition));
  const ranges = sent['accept-ranges'];
  if (ranges !== undefined && VALUE.test(ranges)) headers.set('Accept-Ranges', ranges);
  const range = sent['content-range'];
  if (range !== undefined && VALUE.test(range) && HAS_RANGE.has(answer.status)) headers.set('Content-Range', range);
  const etag = etagOf(answer);
  if (etag !== undefined) headers.set('ETag', etag);
  const coding = sent['content-encoding'];
  if (coding !== undefined && !isDecoded(answer) && VALUE.test(coding)) headers.set('Content-Encoding', coding);
  const length = lengthOf(answer);
  if (length !== undefined) headers.set('Content-Length', String(length));
  return headers;
}

/** As it was sent, of several the last; without a type it is a sequence of bytes (RFC 9110 §8.3). */
function contentType(sent: string | undefined): string {
  const last = sent?.split('\n').at(-1)?.trim() ?? '';
  return OCTETS.test(last) ? last : 'application/octet-stream';
}

/** Without its parameters if these contain characters that are not allowed in a header. */
function dispositionOf(sent: string): string {
  if (OCTETS.test(sent)) return sent;
  return /^\s*inline\b/i.test(sent) ? 'inline' : 'attachment';
}

/** A body in another coding is the same by meaning, but not byte for byte (RFC 9110 §8.8.1). */
function etagOf(answer: Hop): string | undefined {
  const etag = answer.headers['etag'];
  if (etag === undefined || !/^(?:W\/)?"[\x21\x23-\x7e]*"$/.test(etag)) return undefined;
  return isDecoded(answer) && !etag.startsWith('W/') ? `W/${etag}` : etag;
}

/** Whether the client already has it (RFC 9110 §13.1.2, §13.1.3). */
function isKnown(answer: Hop, { ifNoneMatch, ifModifiedSince }: PassageRequest): boolean {
  if (answer.status !== 200) return false;
  if (ifNoneMatch !== undefined) {
    const etag = etagOf(answer)?.replace(/^W\//, '');
    const tags: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
    return ifNoneMatch.trim() === '*' || (etag !== undefined && tags.includes(etag));
  }
  const since = Date.parse(ifModifiedSince ?? '');
  const modified = Date.parse(answer.headers['last-modified'] ?? '');
  return modified <= since;
}

/** Node writes headers as UTF-8 unless bytes follow them immediately, and so changes other encodings. */
function sendOctets(outgoing: ServerResponse): void {
  outgoing.flushHeaders = () => void outgoing.write(new Uint8Array());
}

/**
 * An incomplete response ends with a closed connection, so that no client takes it for complete. So does one whose client reads
 * too slowly.
 */
function cutOff({ body }: OpenAnswer, outgoing: ServerResponse | undefined): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  const reading = new Reading(() => {
    fail(new Error('The client reads too slowly'));
    void reader.cancel().catch(() => {});
  });
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // Also while the client is behind and nothing is read.
        Promise.race([reader.closed, failed]).catch((error: unknown) => {
          reading.take();
          if (outgoing) outgoing.destroy();
          else controller.error(error);
        });
        reading.give(0);
      },
      async pull(controller) {
        reading.take();
        // An error ends it above.
        const part = await reader.read().catch(() => undefined);
        if (part?.done) return controller.close();
        if (!part) return;
        controller.enqueue(part.value);
        reading.give(part.value.byteLength);
      },
      cancel: (reason) => {
        reading.take();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
