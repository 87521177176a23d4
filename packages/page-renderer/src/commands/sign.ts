/** The command `page-renderer sign`. */
import { wallClock } from '../kernel/clock.ts';
import { RendererError } from '../kernel/errors.ts';
import type { RendererConfig } from '../options/options.ts';
import { signUrl } from '../server/access/signature.ts';

/** What the command line says. */
export interface SignWords {
  /** Id of the key; default: the first of the configuration. */
  readonly key?: string | undefined;
  /** How long the address holds, as in `30d`, or until when, as a date. Default: 7 days. */
  readonly expires?: string | undefined;
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Signs an address with a key of the configuration. @throws {RendererError} saying which word is wrong */
export function signFor({ signingKeys }: RendererConfig, url: string, words: SignWords): string {
  const key = words.key === undefined ? signingKeys[0] : signingKeys.find(({ id }) => id === words.key);
  if (!key) {
    const known = signingKeys.map(({ id }) => `"${id}"`).join(', ');
    const message =
      known === '' ? 'sign: the configuration has no "signingKeys"' : `--key: unknown key; known: ${known}`;
    throw new RendererError('invalid-parameter', message);
  }
  return signUrl(url, { key, expires: readExpiry(words.expires ?? '7d') });
}

function readExpiry(text: string): Date {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const time = count === undefined ? Date.parse(text) : wallClock() + Number(count) * (UNITS[unit] ?? Number.NaN);
  if (time > wallClock()) return new Date(time);
  const message = `--expires: expected minutes, hours or days such as 90m, 12h or 30d, or a future date; got "${text}"`;
  throw new RendererError('invalid-parameter', message);
}
