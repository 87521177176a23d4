/**
 * The file that the engine serves, `{mount}/assets/consent.js`: a module without dependencies. It loads the code of embedded frames
 * when the first `<policy-embed>` is in the page.
 *
 * @example
 * ```html
 * <link rel="stylesheet" href="/policies/assets/consent.css" />
 * <script type="module" src="/policies/assets/consent.js"></script>
 * ```
 */
import { doc } from './doc.ts';
import type { PolicyConsent } from '../consent.ts';
import { policyConsent } from '../policy-consent.ts';
import { CHANGE_EVENT } from '../names.ts';
import { EmbedElement } from '../embed/embed-element.ts';
import type { EmbedPlace } from '../embed/embed-place.ts';
import { facts, type SiteFacts } from '../state/facts.ts';
import { loadFile } from './parts-served.ts';
import { startElements } from './start.ts';
import { rulesOf } from '../gates/gated.ts';

export { policyConsent } from '../policy-consent.ts';

/** Name of the file with the code of embedded frames, in the same folder; the engine inserts it. */
declare const EMBED_FILE: string;
/** What the engine inserts into the file at its plain name; null under a name with a hash. */
declare const SITE_FACTS: SiteFacts | null;

let code: Promise<{ readonly EmbedPlace: typeof EmbedPlace }> | undefined;

/** Even if the code is not loaded yet, or cannot be: a frame that a server rendered is removed on rejection. */
function removeRefused({ detail }: Event & { readonly detail?: PolicyConsent }): void {
  for (const frame of doc.querySelectorAll('policy-embed > iframe')) {
    if (!rulesOf(frame.parentElement!).every(detail!.hasConsent)) frame.remove();
  }
}

class LoadedEmbedElement extends EmbedElement {
  protected withCode(use: (Place: typeof EmbedPlace) => void): void {
    if (!code) {
      doc.addEventListener(CHANGE_EVENT, removeRefused);
      code = loadFile(EMBED_FILE);
    }
    void code.then((loaded) => {
      // Each place does so itself, and keeps what is shown once.
      doc.removeEventListener(CHANGE_EVENT, removeRefused);
      use(loaded.EmbedPlace);
      return;
    });
  }
}

// `/policies/assets/consent.js` belongs to the engine at `/policies`.
const mount = new URL('..', import.meta.url).pathname;
const known = SITE_FACTS;
if (known) {
  // What the cookies accept begins before the page is parsed.
  facts.set(policyConsent(mount).mount, known);
}
startElements(mount, LoadedEmbedElement);
