/** Scripts of components: each is in the page once, asleep, and wakes as every tag that waits. */
import { attributeOf, type Rules } from './consent-view.ts';
import { DONE } from '../wake.ts';

/** A script that waits for consent. */
export interface GatedScript {
  /** The rule it needs, or several. */
  readonly rule: Rules;
  /** The vendor it needs beside: `provider` of a script of each rule. */
  readonly vendor?: string | undefined;
  /** Its address; or its text, as `code`. */
  readonly src?: string | undefined;
  readonly code?: string | undefined;
  /** `module`, for one. Default: a classic script. */
  readonly type?: string | undefined;
  /** Whether scripts behind it need not wait until it has loaded. */
  readonly async?: boolean | undefined;
  readonly id?: string | undefined;
  /** The page's Content-Security-Policy nonce. */
  readonly nonce?: string | undefined;
  readonly crossOrigin?: string | undefined;
  readonly integrity?: string | undefined;
  readonly referrerPolicy?: string | undefined;
}

/** By the HTML of its tag, so that a script that many components want, or one component many times, runs once. */
const placed = new Map<string, { readonly tag: HTMLScriptElement; users: number }>();

/**
 * Puts a script into the page that wakes with consent.
 *
 * @returns takes it away again, unless it has run: then it stays, and does not run a second time
 */
export function placeScript(script: GatedScript): () => void {
  const {
    rule,
    vendor,
    src,
    code = '',
    type,
    async: isAsync,
    nonce,
    id,
    crossOrigin,
    integrity,
    referrerPolicy,
  } = script;
  const tag = document.createElement('script');
  const ofScript = { 'data-consent': attributeOf(rule, vendor), 'data-src': src, 'data-type': type };
  tag.type = 'text/plain';
  // In this order, by which a script is known.
  for (const [name, value] of Object.entries({ ...ofScript, id, crossOrigin, integrity, referrerPolicy })) {
    if (value !== undefined) tag.setAttribute(name, value);
  }
  tag.toggleAttribute('async', isAsync ?? false);
  tag.append(code);
  const key = tag.outerHTML;
  if (nonce) tag.nonce = nonce;
  const entry = placed.get(key) ?? { tag, users: 0 };
  entry.users += 1;
  if (!placed.has(key)) document.head.append(tag);
  placed.set(key, entry);
  return () => {
    entry.users -= 1;
    if (entry.users || entry.tag.hasAttribute(DONE)) return;
    entry.tag.remove();
    placed.delete(key);
  };
}
