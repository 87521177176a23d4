/** Google Consent Mode v2: https://developers.google.com/tag-platform/security/guides/consent. The defaults are in the page, before the tags. */
import { page, queueOf, type Signal } from './signal.ts';

export const google: Signal = {
  name: 'google',
  tell({ types, gates }) {
    if (!types) return;
    // The page's own function tells the name of a layer that is called otherwise. It may pass on a list, which the tag does not read.
    const own = page[/([\w$]+)\.push\(/.exec(page['gtag'] as string)?.[1] as string] as unknown[] | undefined;
    const layer = own?.push ? own : queueOf('dataLayer');
    const push = function (..._words: unknown[]): void {
      // oxlint-disable-next-line prefer-rest-params -- the tag reads only `arguments` objects, not arrays
      layer.push(arguments);
    };
    page['gtag'] ??= push;
    (own?.push ? push : (page['gtag'] as typeof push))('consent', 'update', types);
    // For triggers of Google Tag Manager, after the types are known.
    layer.push({ event: 'policy_consent_update', policy_consent: gates });
  },
};
