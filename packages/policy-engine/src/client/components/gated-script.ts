/** Scripts of components: each is in the page once, inactive, and is activated like every tag that waits for consent. */
import { attributeOf, type Rules } from './consent-view.ts';
import { GIVEN } from '../gates/gated.ts';

/** A script that waits for consent. */
export interface GatedScript {
  /** The rule it needs, or several. */
  readonly rule: Rules;
  /** The vendor it also needs: `provider` of a script of each rule. */
  readonly vendor?: string | undefined;
  /** Its address, or its code as `code`. */
  readonly src?: string | undefined;
  readonly code?: string | undefined;
  /** `module` for a module. Default: a classic script. */
  readonly type?: string | undefined;
  /** Whether it runs again each time the component is mounted, for instance on each page of a router. Default: once in a document. */
  readonly eachVisit?: boolean | undefined;
  /** Whether the following scripts need not wait until it has loaded. */
  readonly async?: boolean | undefined;
  readonly id?: string | undefined;
  /** The page's Content-Security-Policy nonce. */
  readonly nonce?: string | undefined;
  readonly crossOrigin?: string | undefined;
  readonly integrity?: string | undefined;
  readonly referrerPolicy?: string | undefined;
}

/** By the HTML of its tag: a script that several components use, or one component several times, runs once. */
const placed = new Map<string, { readonly tag: HTMLScriptElement; users: number }>();

/**
 * Adds a script to the page that is activated with consent.
 *
 * @returns removes it again, unless it has run and must not run a second time: then it stays
 */
export function placeScript(script: GatedScript): () => void {
  const {
    rule,
    vendor,
    src,
    code = '',
    type,
    async: isAsync,
    eachVisit,
    nonce,
    id,
    crossOrigin,
    integrity,
    referrerPolicy,
  } = script;
  const tag = document.createElement('script');
  const ofScript = { 'data-consent': attributeOf(rule, vendor), 'data-src': src, 'data-type': type };
  tag.type = 'text/plain';
  // In this order, which identifies a script.
  for (const [name, value] of Object.entries({ ...ofScript, id, crossOrigin, integrity, referrerPolicy })) {
    if (value !== undefined) tag.setAttribute(name, value);
  }
  tag.toggleAttribute('async', isAsync ?? false);
  tag.toggleAttribute('data-consent-each-visit', eachVisit ?? false);
  tag.append(code);
  const key = tag.outerHTML;
  if (nonce) tag.nonce = nonce;
  const entry = placed.get(key) ?? { tag, users: 0 };
  entry.users += 1;
  if (!placed.has(key)) document.head.append(tag);
  placed.set(key, entry);
  return () => {
    entry.users -= 1;
    if (entry.users || (!eachVisit && entry.tag.hasAttribute(GIVEN))) return;
    entry.tag.remove();
    placed.delete(key);
  };
}
