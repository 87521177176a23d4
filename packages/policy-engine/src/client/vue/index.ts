/**
 * Consent in Vue 3: composables, and components for gates, scripts and embedded frames. They render on a server, and hydrate
 * without a flash.
 *
 * @module
 */
export type { Consent, ConsentSnapshot, ConsentSource, Rules } from '../components/consent-view.ts';
export type { GatedScript } from '../components/gated-script.ts';
export { ConsentBanner } from './consent-banner.ts';
export { ConsentEmbed, type ConsentEmbedProps, type ConsentEmbedSlots } from './consent-embed.ts';
export { ConsentGate, type ConsentGateProps, type ConsentGateSlots } from './consent-gate.ts';
export { ConsentScript, type ConsentScriptProps } from './consent-script.ts';
export { createConsent } from './context.ts';
export { useConsent, useConsentOf } from './use-consent.ts';
