/// <reference lib="dom" />

/**
 * Makes the polyfills of web components that a page brings along do their work although the browser could: what they
 * render is then in the document itself. A page that brings none is not changed by it. Runs in the page's own world,
 * before its scripts.
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
