import { isAgent } from './match.ts';
import type { DecisionOptions } from './options.ts';
import { header, pathOf, type RenderRequest } from './request.ts';

/** Sent with each question to the renderer, so that a renderer's address that leads back to this site can't loop. */
export const LOOP_HEADER = 'x-render-middleware';

/** Ours, and the one by which renderers of the Prerender family mark their own page loads. */
const LOOP_HEADERS = [LOOP_HEADER, 'x-prerender'] as const;

/** Files that are no pages; a renderer has nothing to add to them. */
const STATIC_EXTENSIONS: ReadonlySet<string> = new Set(
  (
    'js mjs cjs map css less scss wasm json jsonld webmanifest xml rss atom txt csv md ' +
    'png jpg jpeg gif svg webp avif ico bmp tif tiff psd ' +
    'woff woff2 ttf otf eot mp3 m4a wav ogg oga flac mp4 m4v webm ogv mov avi mpg mpeg wmv flv swf ts m3u8 vtt ' +
    'pdf doc docx xls xlsx ppt pptx odt ods odp epub zip gz tgz bz2 xz zst 7z rar tar dmg iso exe msi apk torrent'
  ).split(' '),
);

function isStaticFile(path: string): boolean {
  const pathname = path.split(/[?#]/, 1)[0] ?? '';
  const extension = /\.([a-z0-9]+)$/i.exec(pathname)?.[1];
  return extension !== undefined && STATIC_EXTENSIONS.has(extension.toLowerCase());
}

/**
 * Whether the user agent decides how this request is answered: a page, asked for with GET or HEAD, that is not excluded
 * and was not asked for by a renderer. Such answers differ by user agent and have to say so (`Vary`).
 */
export function dependsOnAgent(request: RenderRequest, options: DecisionOptions = {}): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = pathOf(request.url);
  if (path === undefined || isStaticFile(path)) return false;
  if (LOOP_HEADERS.some((name) => header(request.headers, name) !== undefined)) return false;
  // `search` ignores the state that a pattern with the flag g keeps between calls of `test`.
  return options.excludeUrlPattern === undefined || path.search(options.excludeUrlPattern) === -1;
}

/**
 * Whether a request is to be answered with a rendered page. Pure: it reads the request and nothing else.
 *
 * @example
 * shouldRender({ method: 'GET', url: '/products/1', headers: { 'user-agent': 'Googlebot/2.1' } }); // true
 */
export function shouldRender(request: RenderRequest, options: DecisionOptions = {}): boolean {
  const userAgent = header(request.headers, 'user-agent');
  return userAgent !== undefined && dependsOnAgent(request, options) && isAgent(userAgent, options.classes);
}
