/**
 * Consent in Svelte 5: a reactive object, stores, scripts and a snippet for embedded frames. They render on a server, and hydrate
 * without a flash. Plain modules: the app does not need to compile them.
 *
 * @module
 */
export type { Consent, ConsentSnapshot, ConsentSource, Rules } from '../components/consent-view.ts';
export type { GatedScript } from '../components/gated-script.ts';
export { consentOf, getConsent, type ReactiveConsent, setConsent } from './consent.ts';
export { consentBanner } from './consent-banner.ts';
export { type ConsentEmbedOptions, createConsentEmbed } from './consent-embed.ts';
export { consentScript } from './consent-script.ts';
