/**
 * The file the engine serves, `{mount}/assets/consent.js`: a module that needs nothing else.
 *
 * @example
 * ```html
 * <link rel="stylesheet" href="/policies/assets/consent.css" />
 * <script type="module" src="/policies/assets/consent.js"></script>
 * ```
 */
import { defineElements } from './elements.ts';

export { policyConsent } from './consent.ts';

// `/policies/assets/consent.js` is the engine at `/policies`.
defineElements(new URL('..', import.meta.url).pathname);
