/**
 * The representation of a response. The suffix of the path wins over `Accept`; without either it is HTML.
 *
 * IDs are opaque and may contain dots (`/user_terms/mail@example.com`), so a dot alone proves nothing:
 *
 * - `.json` and `.html` are always a format. Request an ID that ends so with a second suffix: `a.json.json`.
 * - A path that is declared with its suffix (`/data_map.csv`) is that route.
 * - Any other suffix on a path that is a route without it (`/user_terms/pending.foo`) is an unknown format: 406.
 * - Where the last segment is a parameter, a suffix that is a format elsewhere (`.xml`, `.csv`, …) is 406 as well;
 *   every other dot belongs to the ID.
 */
import { parseAccept } from 'hono/utils/accept';
import { httpErrors } from '../response/http-error.ts';

/** A representation that the frame supports. */
export type Format = 'json' | 'html';

/** What is known about a declared route when a path is split. */
export interface RouteShape {
  /** Segments of the path; parameters are written `{name}`. */
  readonly segments: readonly string[];
}

const SUFFIX = /^(.+)\.([a-z][a-z0-9]{0,9})$/i;
const KNOWN: ReadonlySet<string> = new Set(['json', 'html']);
const PLAUSIBLE: ReadonlySet<string> = new Set(
  (
    'asp aspx atom css csv doc docx gif htm ics ico jpeg jpg js jsonl jsonld jsonp jsp md mjs ndjson ods odt pdf php ' +
    'png ps rdf rss rtf svg text tsv ttl txt webp xhtml xls xlsx xml yaml yml zip'
  ).split(' '),
);

/** Segments of a path below the mount path; the root has none. */
export function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Whether a segment of a declared path is a parameter. */
export function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

/** The format that a path ends in, wherever the engine is mounted; null for none. */
export function suffixOf(path: string): Format | null {
  const suffix = SUFFIX.exec(path.slice(path.lastIndexOf('/') + 1))?.[2]?.toLowerCase();
  return suffix !== undefined && KNOWN.has(suffix) ? (suffix as Format) : null;
}

function endsInLiteral(path: string, routes: readonly RouteShape[]): boolean {
  const segments = segmentsOf(path);
  return routes.some(
    (route) =>
      route.segments.length === segments.length &&
      !isParameter(route.segments.at(-1) ?? '{') &&
      route.segments.every((segment, index) => isParameter(segment) || segment === segments[index]),
  );
}

/**
 * Splits the format suffix off a path.
 *
 * @param path - path below the mount path
 * @param routes - every declared route
 * @returns the path to route by, and the format of its suffix
 * @throws HttpError 406 `unknown_format`
 */
export function splitSuffix(path: string, routes: readonly RouteShape[]): { path: string; suffix: Format | null } {
  const slash = path.lastIndexOf('/') + 1;
  const match = SUFFIX.exec(path.slice(slash));
  if (match === null) return { path, suffix: null };
  const [, name = '', written = ''] = match;
  const suffix = written.toLowerCase();
  const stripped = path.slice(0, slash) + name;
  if (KNOWN.has(suffix)) return { path: stripped, suffix: suffix as Format };
  if (endsInLiteral(path, routes)) return { path, suffix: null };
  if (PLAUSIBLE.has(suffix) || endsInLiteral(stripped, routes)) throw httpErrors.unknownFormat(suffix);
  return { path, suffix: null };
}

const isJson = (type: string): boolean => type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type);
const isHtml = (type: string): boolean => type === 'text/html' || type === 'application/xhtml+xml';
const isWildcard = (type: string): boolean => type === '*/*' || type === 'text/*';

/**
 * The format an `Accept` header prefers (RFC 9110 §12.5.1), reduced to the two there are: JSON where a JSON type is named
 * and no HTML type is liked more (equal: the one named first), HTML otherwise.
 */
export function formatOfAccept(accept: string | null): Format {
  if (accept === null || accept === '') return 'html';
  let json = 0;
  let html = 0;
  let jsonFirst = false;
  let wildcard = 0;
  for (const { type: written, params } of parseAccept(accept)) {
    const type = written.toLowerCase();
    // Hono takes a malformed quality for 1.
    const quality = Number(params['q'] ?? 1) || 0;
    if (isJson(type)) {
      if (html === 0) jsonFirst = true;
      json = Math.max(json, quality);
    } else if (isHtml(type)) html = Math.max(html, quality);
    else if (isWildcard(type)) wildcard = Math.max(wildcard, quality);
  }
  if (json === 0) return 'html';
  if (html === 0) return json >= wildcard ? 'json' : 'html';
  if (json === html) return jsonFirst ? 'json' : 'html';
  return json > html ? 'json' : 'html';
}
