import { PolicyConsentElement } from './banner.ts';
import { PolicyEmbedElement } from './embed.ts';

function define(name: string, element: CustomElementConstructor): void {
  // The page may have been given the elements twice, by the engine's file and by the app's bundle.
  if (!customElements.get(name)) customElements.define(name, element);
}

/** Defines `<policy-embed>` in a page that may have no banner. */
export const defineEmbed = (): void => define('policy-embed', PolicyEmbedElement);

/**
 * Defines `<policy-consent>` and `<policy-embed>`, and puts the banner at the end of a page that has none. Does nothing on
 * a server.
 *
 * @param mount path at which the engine is mounted, for a banner that names none. Default: `/policies`
 */
export function defineElements(mount = '/policies'): void {
  if (typeof document === 'undefined') return;
  const start = () => {
    const banner =
      document.querySelector('policy-consent') ?? document.body.appendChild(document.createElement('policy-consent'));
    if (!banner.hasAttribute('mount')) banner.setAttribute('mount', mount);
    define('policy-consent', PolicyConsentElement);
    defineEmbed();
  };
  // The elements find what is in them: modules run when the page has been read, unless they are asked for with `async`.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
  else start();
}
