import { onMount } from 'svelte';
import { toStore } from 'svelte/store';
import { type GatedScript, placeScript } from '../components/gated-script.ts';
import { getConsent } from './consent.ts';

/**
 * A script that runs with consent, while this component is there: once in a page, however many components want it and however
 * often they come and go. Withdrawing works as for every tag that waits: what it left is deleted, and it runs until the page is
 * loaded again. Call it while the component is made.
 *
 * @param script read again whenever what it depends on changes
 *
 * @example
 * ```ts
 * consentScript(() => ({ rule: 'analytics', src: 'https://tags.example/tag.js', async: true }));
 * ```
 */
export function consentScript(script: () => GatedScript): void {
  const { view } = getConsent();
  onMount(() => {
    // Without anything else that asks what the visitor has consented to.
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
