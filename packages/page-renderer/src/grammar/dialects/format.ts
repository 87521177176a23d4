/** The forms in which a rendered page is returned; all are made from its HTML. */
import { RendererError } from '../../kernel/errors.ts';

/** Media types by the names of the forms. */
export const FORMATS = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  metadata: 'application/json',
  links: 'application/json',
} as const;

/** `html`; `md`: Markdown of the main content; `metadata` and `links`: JSON about the whole page. */
export type PageFormat = keyof typeof FORMATS;

/** A form that is made from HTML. */
export type DerivedFormat = Exclude<PageFormat, 'html'>;

/** Reads the parameter `format`; undefined if it is missing. @throws {RendererError} `invalid-parameter` */
export function readFormat(parameters: URLSearchParams): PageFormat | undefined {
  const value = parameters.get('format');
  if (value === null) return undefined;
  if (isFormat(value)) return value;
  const names = Object.keys(FORMATS).map((name) => `"${name}"`);
  throw new RendererError('invalid-parameter', `format: expected ${names.join(', ')}, got "${value}"`);
}

function isFormat(value: string): value is PageFormat {
  return Object.hasOwn(FORMATS, value);
}

const MARKDOWN = /(?:^|,)[ \t]*text\/(?:x-)?markdown[ \t]*(?:;([^,]*))?(?=,|$)/i;
const HTML = /(?:^|,)[ \t]*(?:text\/html|application\/xhtml\+xml)[ \t]*(?:;([^,]*))?(?=,|$)/i;

/**
 * Whether a client prefers Markdown (RFC 9110 §12.5.1): it names the type, and does not prefer HTML. Wildcards mean HTML: most
 * clients that send one cannot show Markdown.
 *
 * @param accept the header
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  // Nearly all requests.
  if (accept === undefined || !/markdown/i.test(accept)) return false;
  const [markdown, html] = [MARKDOWN, HTML].map((pattern) => qualityOf(pattern.exec(accept)));
  return markdown !== undefined && markdown > 0 && markdown >= (html ?? 0);
}

function qualityOf(match: RegExpExecArray | null): number | undefined {
  if (match === null) return undefined;
  const weight = /(?:^|;)\s*q\s*=\s*([\d.]+)/i.exec(match[1] ?? '')?.[1];
  const quality = Number(weight ?? 1);
  return quality >= 0 && quality <= 1 ? quality : 0;
}
