/** A target that supports ranges (RFC 9110 §14). */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Different bytes, so that no two parts are the same. */
export const WHOLE: Buffer = Buffer.from(Array.from({ length: 700_000 }, (_, at) => (at * 7 + (at >> 8)) % 256));
export const NO_SUCH_PART = '<h1>There is no such part</h1>';

/** Responds with the requested part. */
export function serveParts(request: IncomingMessage, response: ServerResponse): void {
  const { range, 'if-range': ifRange } = request.headers;
  const size = WHOLE.byteLength;
  const all = { 'Content-Type': 'application/octet-stream', 'Accept-Ranges': 'bytes', ETag: '"w1"' };
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (first + last === '' || (ifRange !== undefined && ifRange !== all.ETag)) {
    response.writeHead(200, { ...all, 'Content-Length': size }).end(WHOLE);
    return;
  }
  const from = first === '' ? size - Number(last) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (from >= size) {
    const headers = { 'Content-Type': 'text/html', 'Content-Range': `bytes */${size}` };
    response.writeHead(416, headers).end(NO_SUCH_PART);
    return;
  }
  const range206 = { 'Content-Range': `bytes ${from}-${to}/${size}`, 'Content-Length': to - from + 1 };
  response.writeHead(206, { ...all, ...range206 }).end(WHOLE.subarray(from, to + 1));
}
