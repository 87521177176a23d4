import { doc } from './doc.ts';
import { hasPage } from './page-element.ts';
import { PolicyConsentElement } from '../banner/banner.ts';
import { pageReconciler } from '../gates/reconciler.ts';

/** Most times in a second that a banner comes back. */
const MOST = 9;

/** Defines an element once: the page may load it twice, from the engine's file and from the app's bundle. */
export function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}

/**
 * Adds the banner at the end of a page that has none, also after a router has replaced the body, and defines its element and that of
 * embedded frames.
 *
 * @param mount path at which the engine is mounted, for a banner without the attribute
 */
export function startElements(mount: string, embed: CustomElementConstructor): void {
  if (!hasPage) return;
  let banner: Element | undefined;
  let isOurs = false;
  let times = 0;
  const keep = () => {
    // An extension may remove it whenever it is there.
    if (!doc.body || banner?.isConnected || times++ > MOST) return;
    setTimeout(() => (times = 0), 1000);
    const present = doc.querySelector('policy-consent');
    isOurs ||= !present;
    // The one that was removed comes back: it knows what it was asked.
    banner = present ?? banner ?? doc.createElement('policy-consent');
    if (!banner.hasAttribute('mount')) banner.setAttribute('mount', mount);
    if (!present) doc.body.append(banner);
  };
  const start = () => {
    keep();
    define('policy-consent', PolicyConsentElement);
    define('policy-embed', embed);
    const gates = pageReconciler();
    // When the changes of this turn are done: routers remove the old page before they add the new one, or after.
    gates.onChange ??= (records) => {
      if (banner?.isConnected) return;
      // The page has removed the banner that it wrote itself, and nothing else.
      if (!isOurs && records.some(({ removedNodes: [one, other] }) => one === banner && !other))
        gates.onChange = () => {};
      else queueMicrotask(keep);
    };
  };
  // The content of the elements is parsed by now: modules run after the page was parsed, unless they are loaded with `async`.
  if (doc.readyState === 'loading') doc.addEventListener('DOMContentLoaded', start, { once: true });
  else start();
}
