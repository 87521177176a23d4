/**
 * Tags that wait for consent: the host writes them inactive, and they are activated here, in document order.
 *
 * - `<script type="text/plain" data-consent="analytics" src="…">`, or with inline code; `data-type` for a module
 * - `<template data-consent="analytics">…</template>` for any HTML
 * - `<iframe|img|link … data-consent="marketing" data-src="…">`, or `data-srcset`, `data-href`, … for what it requests
 */
export const DONE = 'data-consent-given';
const WAITING = `[data-consent]:not([${DONE}],policy-embed,script:not([type="text/plain"]))`;
const OF_HEAD = /^(link|meta|(no)?script|style)$/;
const REQUESTING = ['src', 'srcset', 'srcdoc', 'href', 'poster', 'data'];

/** The gates a tag waits for, all of them: names of rules, or of a vendor of one, such as `analytics:Acme%20Ltd`. */
export const rulesOf = (tag: Element): string[] => (tag.getAttribute('data-consent') ?? '').match(/\S+/g) ?? [];

/** What browsers with Trusted Types (https://www.w3.org/TR/trusted-types/) accept as a script's text or address. */
interface TrustedTypes {
  createPolicy(name: string, rules: Readonly<Record<string, (text: string) => string>>): Trust;
}
interface Trust {
  createScript(text: string): string;
  createScriptURL(text: string): string;
}

let trust: Trust | undefined;

/** Passes on what the host wrote into the page. A site that enforces Trusted Types allows the policy by its name. */
function trusted(): Trust {
  const asIs = { createScript: (text: string) => text, createScriptURL: (text: string) => text };
  try {
    return (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('policy-engine', asIs) ?? asIs;
  } catch {
    return asIs;
  }
}

/** A script that runs when it is inserted; one that the parser treated as text never runs. */
function livingScript(inert: HTMLScriptElement): HTMLScriptElement {
  const script = document.createElement('script');
  for (const { name, value } of inert.attributes) {
    if (name !== 'type' && name !== 'src') script.setAttribute(name, value);
  }
  // Read as a property: browsers hide the attribute from pages.
  script.nonce = inert.nonce;
  const { type = '', src = inert.getAttribute('src') } = inert.dataset;
  if (type) script.type = type;
  if (src !== null) script.src = (trust ??= trusted()).createScriptURL(src);
  script.async = inert.hasAttribute('async');
  if (inert.text) script.text = (trust ??= trusted()).createScript(inert.text);
  return script;
}

/** Resolves when the following tags may run. A script that fails to load does not block the others. */
async function run(inert: HTMLScriptElement): Promise<void> {
  const script = livingScript(inert);
  const isOver = new Promise((resolve) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', resolve);
  });
  // A framework that rendered the tag will remove it later, so it stays.
  inert.after(script);
  if (script.src && !script.async) await isOver;
}

/** Takes out what can run until its turn; data blocks and tags that wait for another rule stay. */
function hold(content: DocumentFragment): HTMLScriptElement[] {
  const scripts = [...content.querySelectorAll('script')].filter(
    ({ type, dataset }) => dataset['consent'] === undefined && /^$|^module$|script/i.test(type),
  );
  for (const script of scripts) {
    if (script.type) script.dataset['type'] = script.type;
    script.type = 'text/plain';
  }
  return scripts;
}

async function activate(tag: Element): Promise<void> {
  if (tag instanceof HTMLScriptElement) return run(tag);
  if (!(tag instanceof HTMLTemplateElement)) {
    for (const name of REQUESTING) {
      const from = `data-${name}`;
      if (tag.hasAttribute(from)) tag.setAttribute(name, tag.getAttribute(from)!);
    }
    return;
  }
  const content = document.importNode(tag.content, true);
  const scripts = hold(content);
  // A parser would have ended the head at the first visible element: nothing is rendered there.
  const isShown = [...content.children].some((child) => !OF_HEAD.test(child.localName));
  if (isShown && tag.closest('head')) document.body.prepend(content);
  else tag.after(content);
  for (const script of scripts) await run(script);
}

/** Activates the tags of this page, and those that a client-side app adds later. */
export class TagActivator {
  readonly #has: (rule: string) => boolean;
  /** Gates of tags that run in this page; they run until it is reloaded. */
  readonly activated: Set<string> = new Set();
  #queue: Promise<void> = Promise.resolve();

  /** @param has whether a rule is accepted now */
  constructor(has: (rule: string) => boolean) {
    this.#has = has;
    new MutationObserver(() => this.look()).observe(document, { childList: true, subtree: true });
  }

  /** Activates what may run now. */
  look(): void {
    for (const tag of document.querySelectorAll(WAITING)) {
      const rules = rulesOf(tag);
      if (!rules.length || !rules.every(this.#has)) continue;
      tag.setAttribute(DONE, '');
      for (const rule of rules) this.activated.add(rule);
      this.#queue = this.#wakeAfter(this.#queue, tag, rules);
    }
  }

  async #wakeAfter(earlier: Promise<void>, tag: Element, rules: readonly string[]): Promise<void> {
    await earlier;
    // The consent may have been withdrawn while an earlier tag was loading.
    if (rules.every(this.#has)) await activate(tag);
  }
}
