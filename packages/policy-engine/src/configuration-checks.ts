/** What can be wrong with single values of a configuration, said in a sentence that names the option. */
import { PolicyEngineError } from './errors.ts';
import { readAddress } from './platform/mail/address.ts';
import { normalizeMount } from './platform/web/mount.ts';
import { isTimeZone } from './platform/web/wall-time.ts';

/** The error of a configuration that can't be. */
export function invalidConfiguration(message: string): PolicyEngineError {
  return new PolicyEngineError('configuration_invalid', message);
}

/** An address, plain or with a name before it: `Shop <privacy@shop.example>`. */
export function requireEmail(option: string, value: string | undefined): void {
  if (value === undefined) return;
  if (readAddress(value) === null) throw invalidConfiguration(`${option}: ${shown(value)} is no e-mail address`);
}

/** An address of this site or of another that a browser can be led to. */
export function requireLink(option: string, value: string | undefined): void {
  if (value === undefined) return;
  const isPath = typeof value === 'string' && /^\/(?![/\\])/.test(value);
  if (isPath && URL.canParse(value, 'http://local.invalid')) return;
  const isUrl = typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value);
  if (!isUrl) throw invalidConfiguration(`${option}: ${shown(value)} is neither a path such as /sign-in nor a URL`);
}

export function requireMountPath(path: string | undefined): void {
  try {
    if (path !== undefined) normalizeMount(path);
  } catch {
    throw invalidConfiguration(`mountPath: ${shown(path)} is no path such as /policies`);
  }
}

export function requireOrigins(origins: readonly string[] = []): void {
  for (const origin of origins) {
    const isOrigin = URL.canParse(origin) && /^https?:$/.test(new URL(origin).protocol);
    if (!isOrigin || new URL(origin).origin !== origin.replace(/\/$/, '').toLowerCase()) {
      throw invalidConfiguration(`publicOrigins: ${shown(origin)} is no origin such as https://shop.example`);
    }
  }
}

export function requireLocale(option: string, locale: string | undefined): void {
  try {
    if (locale !== undefined) Intl.getCanonicalLocales(locale);
  } catch {
    throw invalidConfiguration(`${option}: ${shown(locale)} is no language tag such as "en" or "pt-BR"`);
  }
}

export function requireTimeZone(option: string, name: string | undefined): void {
  if (name === undefined || (typeof name === 'string' && isTimeZone(name))) return;
  throw invalidConfiguration(`${option}: ${shown(name)} is no time zone such as "UTC" or "Europe/Paris"`);
}

export function requireFunction(option: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function') {
    throw invalidConfiguration(`${option}: must be a function, not ${typeof value}`);
  }
}

export function requireText(option: string, value: string | undefined): void {
  if (value === undefined || (typeof value === 'string' && value.trim() !== '')) return;
  throw invalidConfiguration(`${option}: ${shown(value)} is no name`);
}

/**
 * Refuses options that are none: a `validates_on` that nobody reads would be a rule that nobody has to accept.
 *
 * @param where begins the sentence
 * @param known every option there is
 */
export function requireKnown(where: string, given: object, known: Readonly<Record<string, true>>): void {
  for (const [option, value] of Object.entries(given)) {
    if (value === undefined || Object.hasOwn(known, option)) continue;
    const plain = (name: string) => name.replaceAll('_', '').toLowerCase();
    const meant = Object.keys(known).find((name) => plain(name) === plain(option));
    const hint = meant === undefined ? '' : `; it is ${meant}`;
    throw invalidConfiguration(`${where}: there is no option ${shown(option)}${hint}`);
  }
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
