/// <reference lib="dom" />

/**
 * Activates the web component polyfills of a page although the browser does not need them: what they render is then in the
 * document itself. A page without such polyfills is not changed. Runs in the page's own world, before its scripts.
 */
export function forceShadyDom(): void {
  const settings: Record<string, object> = {
    // webcomponentsjs 1 and 2: lite, loader and bundles
    ShadyDOM: { force: true },
    ShadyCSS: { shimcssproperties: true },
    // webcomponents.js 0.7, for the first version of web components
    WebComponents: { flags: { shadow: true, register: true } },
    // Polymer 1
    Polymer: { dom: 'shady' },
  };
  for (const [name, value] of Object.entries(settings)) Object.assign(window, { [name]: value });
  Object.assign(customElements, { forcePolyfill: true });
}
