import { onMount } from 'svelte';
import { toStore } from 'svelte/store';
import { type GatedScript, placeScript } from '../components/gated-script.ts';
import { getConsent } from './consent.ts';

/**
 * A script that runs with consent while this component is mounted: once in a page, regardless of how many components use it and how
 * often they are mounted. Withdrawing works as for every tag that waits: what it left is deleted, and it runs until the page is
 * reloaded. Call it during component initialisation.
 *
 * @param script called again whenever its dependencies change
 *
 * @example
 * ```ts
 * consentScript(() => ({ rule: 'analytics', src: 'https://tags.example/tag.js', async: true }));
 * ```
 */
export function consentScript(script: () => GatedScript): void {
  const { view } = getConsent();
  onMount(() => {
    // Loads the settings even if nothing else in the page does.
    const ask = view.subscribe(() => {});
    let remove: (() => void) | undefined;
    const end = toStore(script).subscribe((now) => {
      remove?.();
      remove = placeScript(now);
    });
    return () => {
      end();
      ask();
      remove?.();
    };
  });
}
