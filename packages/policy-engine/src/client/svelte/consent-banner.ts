import { onMount } from 'svelte';
import { defineElements } from '../page/elements.ts';
import { getConsent } from './consent.ts';

/**
 * Adds the engine's banner at the end of the page, once, unless the server has. For apps that render no banner of their own. Call
 * it during component initialisation.
 *
 * @example
 * ```ts
 * consentBanner();
 * ```
 */
export function consentBanner(): void {
  const { mount } = getConsent().view;
  onMount(() => defineElements(mount));
}
