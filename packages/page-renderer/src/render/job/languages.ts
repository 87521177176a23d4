/** The languages that a page and its servers are told: one list for headers and scripts. */
import { RendererError } from '../../kernel/errors.ts';

/** One language with its weight: `fr-CH`, `en;q=0.8` (RFC 9110 §12.5.4). */
const RANGE = /^([a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

/**
 * The languages of an `Accept-Language` header, most preferred first, as `navigator.languages` has them; undefined if it is not one, or
 * names none. `*` is any other language, which scripts are not told.
 */
export function languagesOf(header: string): readonly string[] | undefined {
  const ranges = header.split(',').map((part) => part.trim());
  const named = ranges.filter((range) => !/^\*(?:\s*;\s*q=[01](?:\.\d{0,3})?)?$/.test(range));
  const matches = named.map((range) => RANGE.exec(range));
  if (matches.length === 0 || matches.includes(null)) return undefined;
  const weighted = matches.map((match) => ({ language: match?.[1] ?? '', weight: Number(match?.[2] ?? 1) }));
  const wanted = weighted.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight);
  return wanted.length === 0 ? undefined : wanted.map(({ language }) => language);
}

/** @throws {RendererError} `invalid-parameter` */
export function requireLanguages(header: string): void {
  if (languagesOf(header)) return;
  throw new RendererError(
    'invalid-parameter',
    `acceptLanguage: "${header}" is not a list of languages such as "fr-CH, fr;q=0.9"`,
  );
}
