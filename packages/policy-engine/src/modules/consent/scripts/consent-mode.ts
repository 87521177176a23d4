/**
 * Google Consent Mode v2: Google's tags receive the state of consent. Everything is denied before the first tag, and only what was
 * accepted is granted (https://developers.google.com/tag-platform/security/guides/consent).
 */

import type { Gate } from './gate.ts';

/** Types without which Google does not treat consent as managed. */
const REQUIRED: ReadonlySet<ConsentType> = new Set([
  'ad_storage',
  'ad_user_data',
  'ad_personalization',
  'analytics_storage',
]);

/** The types of Google's tags. */
export const consentTypes = [
  'ad_storage',
  'ad_user_data',
  'ad_personalization',
  'analytics_storage',
  'functionality_storage',
  'personalization_storage',
  'security_storage',
] as const;
/** One of {@link consentTypes}. */
export type ConsentType = (typeof consentTypes)[number];

/** What is passed to Google's tags. */
export type ConsentMode = Partial<Record<ConsentType, 'granted' | 'denied'>>;

/** How Google's tags behave without consent. */
export interface ConsentModeOptions {
  /** Milliseconds that tags wait for the decision of the page's own code. Default: 500. */
  readonly waitForUpdate?: number;
  /** Removes identifiers from ad clicks while `ad_storage` is denied. Default: false. */
  readonly adsDataRedaction?: boolean;
  /** Passes click IDs on in links while storage is denied. Default: false. */
  readonly urlPassthrough?: boolean;
  /** Name of the variable that Google's tags read, where a page calls it otherwise. Default: `dataLayer`. */
  readonly dataLayer?: string;
}

/**
 * The values of a visitor.
 *
 * @param declared the scripts of each type: all of them must be allowed
 * @returns null if no script declares a type
 */
export function consentModeOf(
  declared: ReadonlyMap<ConsentType, readonly Gate[]>,
  hasConsented: (gate: Gate) => boolean,
): ConsentMode | null {
  if (declared.size === 0) return null;
  const types = consentTypes.filter((type) => declared.has(type) || REQUIRED.has(type));
  const granted = (type: ConsentType) => declared.get(type)?.every(hasConsented) ?? false;
  return Object.fromEntries(types.map((type) => [type, granted(type) ? 'granted' : 'denied'] as const));
}
