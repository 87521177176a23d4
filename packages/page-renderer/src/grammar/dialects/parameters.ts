import { RendererError } from '../../kernel/errors.ts';
import { requireLanguages } from '../../render/job/languages.ts';
import type { RenderOptions } from '../../render/job/options.ts';

/** Maximum number of characters of a selector. */
const MAX_SELECTOR = 1_000;
/** Maximum number of characters of a list of languages. */
const MAX_LANGUAGES = 200;

/** Reads a flag: absent and `false` are off; present without a value and `true` are on (spec: R-render-mobile). */
export function readFlag(parameters: URLSearchParams, name: string): boolean {
  const value = parameters.get(name);
  switch (value) {
    case null:
    case 'false':
    case '0':
      return false;
    case '':
    case 'true':
    case '1':
      return true;
    default:
      throw new RendererError('invalid-parameter', `${name}: expected no value, "true" or "false", got "${value}"`);
  }
}

/** Reads a flag that is on only if it is `true`; anything but `true` and `false` is refused. */
export function readTrueOrFalse(parameters: URLSearchParams, name: string): boolean {
  const value = parameters.get(name) ?? 'false';
  if (value === 'true' || value === 'false') return value === 'true';
  throw new RendererError('invalid-parameter', `${name}: expected "true" or "false", got "${value}"`);
}

/** A whole number of CSS pixels within the limits of a viewport; undefined for any other text. */
export function pixelsIn(text: string): number | undefined {
  const pixels = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return pixels >= 1 && pixels <= 8_192 ? pixels : undefined;
}

/** Reads a whole number of CSS pixels within the limits of a screenshot. */
export function readPixels(parameters: URLSearchParams, name: string, fallback: number): number {
  const value = parameters.get(name);
  if (value === null) return fallback;
  const pixels = pixelsIn(value);
  if (pixels !== undefined) return pixels;
  throw new RendererError('invalid-parameter', `${name}: expected a whole number from 1 to 8192, got "${value}"`);
}

/** Reads a string; undefined if it is missing or empty. @param limit maximum number of characters */
export function readText(parameters: URLSearchParams, name: string, limit: number): string | undefined {
  const value = parameters.get(name) ?? '';
  if (value.length <= limit) return value === '' ? undefined : value;
  throw new RendererError('invalid-parameter', `${name}: expected at most ${limit} characters, got ${value.length}`);
}

/** Reads a string for a header: visible ASCII and spaces, so that it cannot end the header (RFC 9110 §5.5). */
export function readLine(parameters: URLSearchParams, name: string, limit: number): string | undefined {
  const value = readText(parameters, name, limit);
  if (value === undefined || /^[\x20-\x7e]+$/.test(value)) return value;
  throw new RendererError('invalid-parameter', `${name}: expected visible ASCII characters and spaces`);
}

/** Reads the selector to wait for; if it is missing, the configuration applies. */
export function readSelector(parameters: URLSearchParams): Pick<RenderOptions, 'waitForSelector'> {
  const waitForSelector = readText(parameters, 'waitForSelector', MAX_SELECTOR);
  return waitForSelector === undefined ? {} : { waitForSelector };
}

/** Reads what happens to frames; if it is missing, the configuration applies. */
export function readFrames(parameters: URLSearchParams): Pick<RenderOptions, 'frames'> {
  const value = parameters.get('frames');
  if (value === null) return {};
  if (value === 'inline' || value === 'keep') return { frames: value };
  throw new RendererError('invalid-parameter', `frames: expected "inline" or "keep", got "${value}"`);
}

/** Languages for servers and scripts. @throws {RendererError} `invalid-parameter` */
export function readLanguages(parameters: URLSearchParams): Pick<RenderOptions, 'acceptLanguage'> {
  const acceptLanguage = readLine(parameters, 'acceptLanguage', MAX_LANGUAGES);
  if (acceptLanguage === undefined) return {};
  requireLanguages(acceptLanguage);
  return { acceptLanguage };
}
