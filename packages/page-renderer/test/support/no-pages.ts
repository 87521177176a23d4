/** Targets that are not pages, as they exist on sites. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** A response of a site. */
export interface NoPage {
  status?: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

const XML = '<?xml version="1.0" encoding="utf-8"?>\n';
const SITEMAP = `${XML}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://shop.example/</loc></url></urlset>`;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** Every byte value, repeatedly: if it were treated as text on the way, it would change. */
const BYTES = Buffer.from(Array.from({ length: 700_000 }, (_, at) => (at * 7) % 256));

const text = (type: string | undefined, content: string, more: OutgoingHttpHeaders = {}): NoPage => {
  return { headers: { ...(type !== undefined && { 'Content-Type': type }), ...more }, body: Buffer.from(content) };
};

/** By path. */
export const NO_PAGES: Readonly<Record<string, NoPage>> = {
  '/feed': text(
    'application/rss+xml; charset=utf-8',
    `${XML}<rss version="2.0"><channel><title>Né</title></channel></rss>`,
  ),
  '/feed.atom': text(
    'application/atom+xml',
    `${XML}<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title></feed>`,
  ),
  '/sitemap': text('application/xml', SITEMAP, { 'X-Robots-Tag': 'noindex', ETag: '"s1"' }),
  '/sitemap.xml': text('text/xml', SITEMAP, { 'Last-Modified': 'Sat, 21 Nov 2026 10:00:00 GMT' }),
  '/styled.xml': text(
    'text/xml',
    `${XML}<?xml-stylesheet href="/style.xsl" type="text/xsl"?><list><item>1</item></list>`,
  ),
  '/data': text('application/json', '{"a":1}'),
  '/data.jsonld': text('application/ld+json', '{"@context":"https://schema.org","name":"\u{1f4a1}"}'),
  '/robots.txt': text('text/plain', 'User-agent: *\r\nDisallow: /basket\r\n'),
  '/.well-known/security.txt': text('text/plain; charset=utf-8', 'Contact: mailto:security@example.com\n'),
  '/.well-known/assetlinks.json': text('application/json', '[]'),
  '/picture': text('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  '/picture.png': { headers: { 'Content-Type': 'image/png', 'Content-Length': PNG.byteLength }, body: PNG },
  '/paper.pdf': {
    headers: { 'Content-Type': 'application/pdf', 'Content-Length': BYTES.byteLength, ETag: '"p1"' },
    body: BYTES,
  },
  '/download': {
    headers: { 'Content-Type': 'application/octet-stream', 'Content-Disposition': 'attachment; filename="lamps.bin"' },
    body: BYTES,
  },
  '/saved.html': text('text/html', '<h1>to be saved</h1>', { 'Content-Disposition': 'attachment' }),
  '/packed': {
    headers: { 'Content-Type': 'text/csv', 'Content-Encoding': 'gzip', ETag: '"c1"' },
    body: Buffer.from('lamp;price\nDune;90\n'.repeat(5_000)),
  },
  // Names of files octet by octet, as browsers and Node have headers: in UTF-8, in ISO-8859-1, and written as RFC 8187 has it.
  '/named-utf8': text('text/csv', 'a', {
    'Content-Disposition': 'attachment; filename="Gr\u00c3\u00bcn\u00e2\u0082\u00ac.csv"',
  }),
  '/named-latin1': text('text/csv', 'a', {
    'Content-Disposition': `attachment; filename="Gr\u00fcn\u0080.csv"; filename*=UTF-8''Gr%C3%BCn.csv`,
    'Content-Length': 1,
  }),
  '/shown-by-name': text('text/csv', 'ab', {
    'Content-Disposition': 'inline; filename="Gr\u00c3\u00bcn\u00e2\u0082\u00ac.csv"',
    'Content-Length': 2,
  }),
  '/odd-type': text('application/x-price+list;version = 2; charset="ISO-8859-1, Gr\u00fcn";', 'a'),
  '/no-such-type': text('feed', 'news'),
  '/gone.json': { ...text('application/json', '{"error":"gone"}'), status: 410 },
  '/untyped': text(undefined, '{"a":1}'),
  '/untyped-bytes': { headers: {}, body: Buffer.from([0, 1, 2, 3, 255, 254, 0, 7]) },
};

/** Answers a request for one of them. @returns whether there is one */
export function serveNoPage(request: IncomingMessage, response: ServerResponse): boolean {
  const found = NO_PAGES[(request.url ?? '').split('?', 1)[0] ?? ''];
  if (!found) return false;
  const { status = 200, headers, body } = found;
  response.writeHead(status, headers);
  response.write(headers['Content-Encoding'] === 'gzip' ? gzipSync(body) : body);
  response.end();
  return true;
}
