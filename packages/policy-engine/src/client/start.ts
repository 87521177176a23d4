import { PolicyConsentElement } from './banner.ts';

/** Defines an element once: the page may load it twice, from the engine's file and from the app's bundle. */
export function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}

/**
 * Adds the banner at the end of a page that has none, and defines its element and that of embedded frames.
 *
 * @param mount path at which the engine is mounted, for a banner without the attribute
 */
export function startElements(mount: string, embed: CustomElementConstructor): void {
  if (typeof document === 'undefined') return;
  const start = () => {
    const banner =
      document.querySelector('policy-consent') ?? document.body.appendChild(document.createElement('policy-consent'));
    if (!banner.hasAttribute('mount')) banner.setAttribute('mount', mount);
    define('policy-consent', PolicyConsentElement);
    define('policy-embed', embed);
  };
  // The content of the elements is parsed by now: modules run after the page was parsed, unless they are loaded with `async`.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
  else start();
}
