/** Gated scripts: each runs once in a document, in the order in which they stand. Loaded, with what opens templates, when the first may run. */
import { doc } from '../page/doc.ts';
import { listenFor } from './late-listeners.ts';
import { keepWrites } from './late-writes.ts';
import { hold, Templates } from './templates.ts';
import { GIVEN, rulesOf, tellFault } from './gated.ts';
import type { Trust } from './trusted.ts';
import { untilTakenOver } from '../state/taken-over.ts';

/** Milliseconds that a script which does not load holds up those behind it. */
const LONGEST = 2000;

/** Milliseconds that what is put into the body waits for a page that does not finish loading. */
const LONGEST_LOADING = 5000;

/** A script that has run, or waits for its turn. */
interface Run {
  readonly key: string;
  /** The element that it was last written as. */
  tag: HTMLScriptElement;
  /** Gates that it waits for, as in an attribute. */
  gates: string;
  /** Undefined until its turn, and if the page's Content-Security-Policy forbids it. */
  living?: HTMLScriptElement | undefined;
  /** What does not run, such as speculation rules: it can be taken back. */
  data?: HTMLScriptElement;
}

const EACH_VISIT = 'data-consent-each-visit';

/** Identifies a script in every copy that a router makes of it. */
function keyOf(tag: HTMLScriptElement): string {
  let key = tag.textContent;
  // oxlint-disable-next-line unicorn/no-array-sort -- browsers of 2022 have no toSorted, and it is a new array
  for (const name of tag.getAttributeNames().sort()) {
    if (name !== 'nonce' && name !== GIVEN && name !== 'data-consent') key += `\n${name}=${tag.getAttribute(name)}`;
  }
  return key;
}

/** What a browser runs; it ignores the others, and tells nobody. */
const RUNS = /^$|^module$|^(text|application)\/(x-)?(java|ecma|j|live)script/i;
const isRun = ({ type, noModule }: HTMLScriptElement): boolean => RUNS.test(type) && !(noModule && type !== 'module');

/** Attributes with the address of a script, also of one in a drawing. */
const ADDRESSES = ['data-src', 'src', 'data-href', 'href', 'xlink:href'];

// By attributes: the data set of each element is an object that would be made.
function addressOf(tag: HTMLScriptElement): string | null {
  for (const name of ADDRESSES) {
    const address = tag.getAttribute(name);
    if (address !== null) return address;
  }
  return null;
}

/** Looked up once: a page may have hundreds of scripts. */
const createScript = doc.createElement.bind(document, 'script') as () => HTMLScriptElement;

/** Attributes that the script which runs does not get; with an address, it gets no handlers either. */
const OTHERS = /^(type|src|(xlink:)?href|data-consent.*)$/;
const OTHERS_OF_ADDRESS = /^(type|src|(xlink:)?href|data-consent.*|on(load|error))$/;

/** A script that runs when it is inserted; one that the parser treated as text never runs. */
function livingScript(inert: HTMLScriptElement, trust: Trust): HTMLScriptElement {
  const script = createScript();
  const address = addressOf(inert);
  // Who waits for an address is told at the tag.
  const others = address === null ? OTHERS : OTHERS_OF_ADDRESS;
  for (const name of inert.getAttributeNames()) {
    if (others.test(name)) continue;
    const value = inert.getAttribute(name)!;
    script.setAttribute(name, name.startsWith('on') ? trust.createScript(value) : value);
  }
  // Read as a property: browsers hide the attribute from pages.
  if (inert.nonce) script.nonce = inert.nonce;
  const type = inert.getAttribute('data-type');
  if (type) script.type = type;
  if (address !== null) script.src = trust.createScriptURL(address);
  const code = inert.textContent;
  if (code) script.text = trust.createScript(code);
  return script;
}

/** Resolves when a script with an address has run, or could not be loaded. */
const ended = (script: HTMLScriptElement): Promise<boolean> =>
  new Promise((resolve) => {
    script.addEventListener('load', () => resolve(true));
    script.addEventListener('error', () => resolve(false));
  });

/** Runs gated scripts, and opens templates. */
export class ScriptRunner {
  readonly #isOpen: (gates: string) => boolean;
  readonly #trusted: () => Trust;
  readonly #templates: Templates;
  /** By what is written in it; more than one with the same code only if they were in the page together. */
  readonly #runs = new Map<string, Run[]>();
  readonly #seen = new WeakMap<HTMLScriptElement, Run>();
  /** By the scripts that were inserted. */
  readonly #living = new WeakMap<EventTarget, Run>();
  /** What is to be looked at when this turn is over, with its gates. */
  readonly #wanted = new Map<HTMLScriptElement, string>();
  /** What waits for its turn. */
  readonly #queue: Run[] = [];
  #isRunning = false;
  #isTakenOver = doc.readyState === 'complete';

  /**
   * @param isOpen whether gates are open, as they are written in an attribute
   * @param trusted the page allows a policy of this name once, so it is that of the elements
   * @param settle looks at an element and at what is in it
   */
  constructor(isOpen: (gates: string) => boolean, trusted: () => Trust, settle: (element: Element) => void) {
    this.#isOpen = isOpen;
    this.#trusted = trusted;
    this.#templates = new Templates(settle);
    if (!this.#isTakenOver)
      void untilTakenOver(LONGEST_LOADING).then(() => {
        this.#isTakenOver = true;
        settle(doc.body);
        return;
      });
    addEventListener('error', ({ error }) => {
      const run = doc.currentScript && this.#living.get(doc.currentScript);
      if (run) tellFault(run.tag, 'exception', error);
    });
    // Code in the page, which has no event of its own.
    addEventListener('securitypolicyviolation', ({ target }) => {
      const run = target && this.#living.get(target);
      if (!run?.living || run.living.src) return;
      run.living = undefined;
      tellFault(run.tag, 'load');
    });
  }

  /** Gates of the scripts that have run in this document, with their addresses, which are empty for code in the page. Each pair once. */
  get ran(): ReadonlyArray<{ readonly gates: readonly string[]; readonly src: string }> {
    const pairs = new Map<string, { readonly gates: readonly string[]; readonly src: string }>();
    for (const { gates, living } of [...this.#runs.values()].flat())
      if (living) pairs.set(`${gates}\n${living.src}`, { gates: gates.split(' '), src: living.src });
    return [...pairs.values()];
  }

  /** Applies the state of its gates to a script or a template. */
  settle(element: HTMLScriptElement | HTMLTemplateElement, isOpen: boolean): void {
    // It would be beside what a framework finds in the page that a server has drawn.
    if (isOpen && !this.#isTakenOver && element.closest('body')) return;
    const isTemplate = element instanceof HTMLTemplateElement;
    if (!isOpen) return isTemplate ? this.#templates.close(element) : this.#takeBack(element);
    const scripts = isTemplate ? this.#templates.open(element) : [element];
    const gates = rulesOf(element).join(' ');
    // In a task of its own: what is told to the tags of the page comes before.
    if (scripts.length && !this.#wanted.size) queueMicrotask(() => this.#wantAll());
    for (const script of scripts) this.#wanted.set(script, gates);
  }

  /** An element was taken away, perhaps to another place. */
  removed(element: Element): void {
    this.#templates.removed(element);
    if (!element.isConnected) this.#takeBack(element as HTMLScriptElement);
  }

  #takeBack(tag: HTMLScriptElement): void {
    const run = this.#seen.get(tag);
    if (!run?.data) return;
    run.data.remove();
    this.#forget(run);
  }

  #wantAll(): void {
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    for (const [tag, gates] of wanted) this.#want(tag, gates);
    if (!this.#isRunning) void this.#runAll();
  }

  /** Runs a script that is allowed now, if it has not run. */
  #want(tag: HTMLScriptElement, gates: string): void {
    const key = keyOf(tag);
    const seen = this.#seen.get(tag);
    if (seen?.key === key) return void (seen.gates = gates);
    const address = addressOf(tag);
    // Its code comes later.
    if (address === null && !tag.textContent) return;
    const runs = this.#runs.get(key) ?? [];
    const isNewVisit = tag.hasAttribute(EACH_VISIT);
    // A router has brought it back, or writes a script with an address twice.
    const earlier = isNewVisit ? undefined : runs.find((run) => address !== null || !run.tag.isConnected);
    if (earlier) {
      earlier.tag = tag;
      return void this.#seen.set(tag, earlier);
    }
    this.#queue.push(this.#noted(key, tag, gates));
  }

  #noted(key: string, tag: HTMLScriptElement, gates: string): Run {
    const run: Run = { key, tag, gates };
    this.#seen.set(tag, run);
    this.#runs.set(key, [...(this.#runs.get(key) ?? []), run]);
    return run;
  }

  /** Scripts that nothing waits for run in one go: the page tells of its changes once. */
  async #runAll(): Promise<void> {
    this.#isRunning = true;
    for (let run; (run = this.#queue.shift());) {
      const isOver = this.#take(run);
      if (isOver) await isOver;
    }
    this.#isRunning = false;
  }

  /** @returns resolves when the following scripts may run, undefined if that is at once */
  #take(run: Run): Promise<void> | undefined {
    const { tag, gates } = run;
    // It may have been removed meanwhile, or the consent withdrawn.
    if (!tag.isConnected || !this.#isOpen(gates)) return void this.#forget(run);
    try {
      return this.#run(run);
    } catch (error) {
      return void tellFault(tag, 'exception', error);
    }
  }

  /** Lets it run another time. */
  #forget(run: Run): void {
    this.#seen.delete(run.tag);
    this.#runs.set(
      run.key,
      this.#runs.get(run.key)!.filter((one) => one !== run),
    );
  }

  /** Puts what a script has written behind it. Its scripts run next, as often as they are written, and may write themselves. */
  #insertBehind(script: HTMLScriptElement, { tag, gates }: Run, content: DocumentFragment | undefined): void {
    if (!content) return;
    const written = hold(content);
    for (const one of written) one.setAttribute(EACH_VISIT, '');
    // Some scripts remove themselves.
    if (script.isConnected) script.after(content);
    else tag.before(content);
    this.#queue.unshift(...written.map((one) => this.#noted(keyOf(one), one, gates)));
    if (!this.#isRunning) void this.#runAll();
  }

  #run(run: Run): Promise<void> | undefined {
    const { tag } = run;
    const trust = this.#trusted();
    const script = livingScript(tag, trust);
    // Data, or code for older browsers.
    if (!isRun(script)) {
      run.data = script;
      return void tag.after(script);
    }
    // The order is kept here. In the browser's own order, one that hangs would hold up all others.
    const isWaitedFor = script.src && !tag.hasAttribute('async');
    const tell = listenFor(script);
    const end = keepWrites(script, trust);
    const finish = () => {
      this.#insertBehind(script, run, end());
      tell();
    };
    const isOver = script.src && ended(script);
    run.living = script;
    this.#living.set(script, run);
    // A framework that rendered the tag will remove it later, so it stays. The script comes before it: it may look for itself by its id, or
    // for the element before it.
    tag.before(script);
    // It runs. A router that keeps a copy of the page would run it with each visit, whatever is decided by then.
    script.type = 'text/plain';
    if (!isOver) return void finish();
    const onEnd = (hasLoaded: boolean) => {
      finish();
      run.tag.dispatchEvent(new Event(hasLoaded ? 'load' : 'error'));
      if (hasLoaded) return;
      this.#forget(run);
      tellFault(tag, 'load');
    };
    void isOver.then(onEnd);
    return isWaitedFor ? this.#waitFor(tag, isOver) : undefined;
  }

  async #waitFor(tag: HTMLScriptElement, isOver: Promise<boolean>): Promise<void> {
    let timer;
    const isLate = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, LONGEST, 'late')));
    if ((await Promise.race([isOver, isLate])) === 'late') tellFault(tag, 'timeout');
    clearTimeout(timer);
  }
}
