/**
 * The behaviour of `<policy-embed>`: a frame of another site (a video, a map) is loaded when somebody accepts, or presses "show".
 * Until then, and without JavaScript, the host's content is shown, best a link. The engine serves this code as a file of its own,
 * `{mount}/assets/embed.<hash>.js`, which pages with such an element load.
 */
import type { PolicyConsentElement } from '../banner/banner.ts';
import type { PolicyConsent } from '../consent.ts';
import type { ConsentDocument } from '../state/state.ts';
import { embedCss } from './embed.generated.ts';
import { fetchPart } from '../page/fetch-part.ts';
import { persist } from '../page/persist.ts';
import { rulesOf } from '../gates/gated.ts';

/** Attributes of the element itself; all others are passed to the frame. */
const OWN = /^(?:data-|id$|class$|style$|mount$)/;

/** The company behind gates, as in `YouTube (Google Ireland Ltd)`, if the declared scripts name exactly one. */
function vendorOf(gates: readonly string[], { rules }: ConsentDocument): string | undefined {
  const scripts = rules
    .flatMap((rule) => rule.scripts)
    .filter(({ gate }) => gates.some((one) => `${gate}:`.startsWith(`${one}:`)));
  const [{ name, provider } = {} as Partial<(typeof scripts)[number]>, ...others] = scripts;
  if (others.some((other) => other.provider !== provider)) return undefined;
  return others.length || name === provider ? provider : provider && `${name} (${provider})`;
}

/** Replaces `{names}` in the texts of a fragment by values. */
function fill(node: Node, values: Readonly<Record<string, string>>): void {
  if (node.nodeType === Node.TEXT_NODE) {
    node.nodeValue = node.nodeValue!.replaceAll(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);
  }
  for (const child of node.childNodes) fill(child, values);
}

const findWords = () => document.querySelector<HTMLTemplateElement>('template[data-embed-words]');

/** Texts that are being fetched, by the template that they are for. */
const coming = new WeakMap<HTMLTemplateElement, Promise<void>>();

/** Fills an empty template with the texts from the address in it. */
async function fetchWords(template: HTMLTemplateElement): Promise<void> {
  const words = await persist(async () => {
    const found = await fetchPart<HTMLTemplateElement>(template.dataset['embedWords']!, 'template');
    // The banner in another language has another template.
    if (!found && template.isConnected) throw new Error('words');
    return found;
  });
  if (words) template.content.append(words.content);
}

let takenOver: Promise<void> | undefined;

/**
 * Frameworks draw a page that is loading again if an element has another content than theirs. In few bytes: the file of embedded frames is
 * loaded alone, so that it does not contain `state/taken-over.ts`.
 */
const untilPageIsTaken = (): Promise<void> =>
  (takenOver ??= new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    addEventListener('load', () => setTimeout(resolve, 500));
    setTimeout(resolve, 5000);
  }));

let sheet: CSSStyleSheet | undefined;

/**
 * Adds the style sheet of placeholders to the part of the page that an element is in. A Content-Security-Policy does not prevent
 * this.
 */
function addStyle(element: HTMLElement): void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(embedCss);
  }
  const { adoptedStyleSheets } = element.getRootNode() as Document | ShadowRoot;
  if (!adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet);
}

/** The behaviour of one `<policy-embed>`. */
export class EmbedPlace {
  readonly #element: HTMLElement;
  readonly #consentAt: (mount?: string | null) => PolicyConsent;
  #link: HTMLAnchorElement | null = null;
  /** State of its gates when it was shown once. */
  #once = '';
  #isDeciding: boolean | undefined;
  #isTakenOver: boolean | undefined;
  #end: (() => void) | undefined;

  /** @param consentAt `policyConsent` as the page has loaded it */
  constructor(element: HTMLElement, consentAt: (mount?: string | null) => PolicyConsent) {
    this.#element = element;
    this.#consentAt = consentAt;
    element.addEventListener('click', (event) => void this.#click(event));
    // Routers change a page until it equals one without what is shown here.
    new MutationObserver(() => this.#draw()).observe(element, { childList: true });
  }

  /** A client-side app may reuse the element for another film: "show once" does not apply to it. */
  change(name: string, before: string | null, after: string | null): void {
    // A size changes nothing else; Vue sets every attribute again during hydration.
    if (!this.#end || before === after || !/-/.test(name)) return;
    if (before !== null) {
      this.#once = '';
      this.#element.replaceChildren();
    }
    // When all attributes are changed: an address belongs to its own rules.
    queueMicrotask(() => this.#draw());
  }

  connect(): void {
    // It may have been removed and added again before the code was loaded.
    if (this.#end) return;
    this.#link ??= this.#element.querySelector('a');
    this.#end = this.#consent.onChange(() => this.#draw());
    void untilPageIsTaken().then(() => {
      this.#isTakenOver = true;
      this.#draw();
      return;
    });
  }

  /** A frame that is added again would be loaded before it is allowed. */
  disconnect(): void {
    this.#end?.();
    this.#end = undefined;
    this.#frame?.remove();
  }

  /** Also one that a server has rendered, because it knew of the consent. */
  get #frame(): HTMLIFrameElement | null {
    return this.#element.querySelector('iframe');
  }

  get #consent(): PolicyConsent {
    const named = this.#element.hasAttribute('mount') ? this.#element : document.querySelector('policy-consent');
    return this.#consentAt(named?.getAttribute('mount'));
  }

  async #click({ target }: MouseEvent): Promise<void> {
    // A click comes from this element or from a child.
    const button = (target as Element).closest<HTMLElement>('[data-embed]');
    if (button === null) return;
    if (button.dataset['embed'] === 'once') {
      this.#once = this.#standing;
      this.#draw();
    } else if (!this.#isDeciding) {
      this.#isDeciding = true;
      const { locale = '' } = this.#consent.state ?? {};
      // Neither a rejection nor the texts are shown here.
      const shown = { locale, choices: ['once', 'accept'], texts: {} };
      await this.#consent
        // Nothing is decided about other vendors: they stay as they are.
        .decide(Object.fromEntries(rulesOf(this.#element).map((gate) => [gate, true])), shown)
        .catch(() => this.#consent.refresh());
      this.#isDeciding = false;
    }
    this.#frame?.focus();
  }

  get #standing(): string {
    const { state } = this.#consent;
    return rulesOf(this.#element)
      .map((gate) => state?.gates[gate])
      .join();
  }

  /** The site of the frame, in a link that is not in the page; null for anything but an http(s) address. */
  get #source(): HTMLAnchorElement | null {
    const link = document.createElement('a');
    link.href = this.#element.dataset['src'] ?? '';
    return /^https?:/.test(link.protocol) ? link : null;
  }

  #draw(): void {
    const rules = rulesOf(this.#element);
    if (!this.#end || !rules.length) return;
    const isAllowed = rules.every(this.#consent.hasConsent);
    // "Once" ends with the next decision.
    if (isAllowed || this.#once !== this.#standing) this.#once = '';
    const source = this.#source;
    // A frame that is rejected does not wait.
    if (!source || (!this.#isTakenOver && (isAllowed || !this.#frame))) return;
    if (isAllowed || this.#once) this.#showFrame(source);
    else this.#showPlaceholder(source);
  }

  #showFrame({ href }: HTMLAnchorElement): void {
    if (this.#frame) return;
    const frame = document.createElement('iframe');
    // See `renew` of the reconciler.
    frame.name = `${Math.random()}`;
    for (const { name, value } of this.#element.attributes) if (!OWN.test(name)) frame.setAttribute(name, value);
    frame.src = href;
    this.#element.replaceChildren(frame);
  }

  #showPlaceholder(source: HTMLAnchorElement): void {
    const { state } = this.#consent;
    const element = this.#element;
    if (!state || element.querySelector('.pe-embed')) return;
    const words = findWords();
    if (!words?.content.firstChild) {
      // Without texts (not loaded yet, or never in a page without the banner) the frame is still removed.
      if (this.#frame) element.replaceChildren(this.#link ?? '');
      if (words) this.#await(words);
      // They come with the banner, which is not loaded where nobody is asked.
      else void document.querySelector<Partial<PolicyConsentElement> & Element>('policy-consent')?.load?.();
      return;
    }
    const labels = rulesOf(element).map((gate) => {
      const [rule, vendor] = gate.split(':');
      return decodeURIComponent(vendor ?? '') || state.rules.find(({ name }) => name === rule)?.label;
    });
    const content = document.importNode(words.content, true);
    const { host } = source;
    fill(content, {
      title: element.title,
      host,
      vendor: vendorOf(rulesOf(element), state) || host,
      rule: labels.join(', '),
    });
    for (const link of content.querySelectorAll('a')) link.href = this.#link?.href ?? source.href;
    addStyle(element);
    element.replaceChildren(content);
  }

  #await(words: HTMLTemplateElement): void {
    const arrival = coming.get(words) ?? fetchWords(words);
    coming.set(words, arrival);
    void arrival.then(() => this.#draw());
  }
}
