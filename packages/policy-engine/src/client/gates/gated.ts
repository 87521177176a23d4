/**
 * The elements that wait for consent, as the host writes them:
 *
 * - `<script type="text/plain" data-consent="analytics" src="…">`, or with inline code; `data-type` for a module
 * - `<template data-consent="analytics">…</template>` for any HTML
 * - `<iframe|img|link … data-consent="marketing" data-src="…">`, or `data-srcset`, `data-href`, … for what it requests
 */

/** Attribute of elements that are active. */
export const GIVEN = 'data-consent-given';

/** Attributes that make an element request something; `data-src` holds what `src` gets, and so on. */
export const REQUESTING: readonly string[] = 'src srcset srcdoc href poster data imagesrcset xlink:href'.split(' ');

/** Scripts that the host has written active, and `<policy-embed>`, take care of themselves. */
export const GATED = '[data-consent]:not(policy-embed,script:not([type^="text/plain"]))';

/** Attribute of what was made of a template: its gates, with a space between. A copy that the page makes waits for them, too. */
export const OF = 'data-consent-of';

/** The gates in an attribute: names of rules, or of a vendor of one, such as `analytics:Acme%20Ltd`. */
export const gatesIn = (text: string): string[] => text.match(/\S+/g) ?? [];

/** The gates an element waits for, all of them. */
export const rulesOf = (element: Element): string[] => gatesIn(element.getAttribute('data-consent') ?? '');

/** Event at an element that could not be activated, which bubbles; `detail` says why. */
export const ERROR_EVENT = 'policy-consent-error';

/** Why an element could not be activated: an address or code that was blocked, or not answered; not answered yet; or an error. */
export type GateFault = 'load' | 'timeout' | 'exception';

/** Tells of a fault with an element, which remains without effect on the others. */
export function tellFault(element: Element, reason: GateFault, error?: unknown): void {
  console.warn('policy-engine', reason, element, error);
  element.dispatchEvent(new CustomEvent(ERROR_EVENT, { bubbles: true, detail: { reason, error } }));
}
