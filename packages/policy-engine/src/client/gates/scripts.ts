/** Gated scripts: each runs once in a document, in the order in which they stand. Loaded, with what opens templates, when the first may run. */
import { doc } from '../page/doc.ts';
import { listenFor } from './late-listeners.ts';
import { keepWrites } from './late-writes.ts';
import { openTemplate } from './templates.ts';
import { GIVEN, tellFault } from './gated.ts';
import type { Trust } from './trusted.ts';

export type { Contents } from './templates.ts';

/** Milliseconds that a script which does not load holds up those behind it. */
const LONGEST = 2000;

/** A script that has run, or waits for its turn. */
interface Run {
  readonly key: string;
  /** The element that it was last written as. */
  tag: HTMLScriptElement;
  readonly gates: readonly string[];
  /** Undefined until its turn, and if the page's Content-Security-Policy forbids it. */
  living?: HTMLScriptElement | undefined;
}

/** Identifies a script in every copy that a router makes of it. */
function keyOf(tag: HTMLScriptElement): string {
  let key = tag.text;
  for (const name of tag.getAttributeNames().toSorted()) {
    if (name !== 'nonce' && name !== GIVEN) key += `\n${name}=${tag.getAttribute(name)}`;
  }
  return key;
}

/** What a browser runs; it ignores the others, and tells nobody. */
const RUNS = /^$|^module$|^(text|application)\/(x-)?(java|ecma|j|live)script/i;
const isRun = ({ type, noModule }: HTMLScriptElement): boolean => RUNS.test(type) && !(noModule && type !== 'module');

// By attributes: the data set of each element is an object that would be made.
const addressOf = (tag: HTMLScriptElement): string | null => tag.getAttribute('data-src') ?? tag.getAttribute('src');

/** A script that runs when it is inserted; one that the parser treated as text never runs. */
function livingScript(inert: HTMLScriptElement, trust: Trust): HTMLScriptElement {
  const script = doc.createElement('script');
  for (const name of inert.getAttributeNames()) {
    if (!/^(type|src|data-consent.*)$/.test(name)) script.setAttribute(name, inert.getAttribute(name)!);
  }
  // Read as a property: browsers hide the attribute from pages.
  script.nonce = inert.nonce;
  const type = inert.getAttribute('data-type');
  const address = addressOf(inert);
  if (type) script.type = type;
  if (address !== null) script.src = trust.createScriptURL(address);
  if (inert.text) script.text = trust.createScript(inert.text);
  return script;
}

/** Resolves when a script with an address has run, or could not be loaded. */
const ended = (script: HTMLScriptElement): Promise<boolean> =>
  new Promise((resolve) => {
    script.addEventListener('load', () => resolve(true));
    script.addEventListener('error', () => resolve(false));
  });

/** Runs gated scripts. */
export class ScriptRunner {
  readonly openTemplate: typeof openTemplate = openTemplate;
  readonly #has: (gate: string) => boolean;
  readonly #trusted: () => Trust;
  /** By what is written in it; more than one with the same code only if they were in the page together. */
  readonly #runs = new Map<string, Run[]>();
  readonly #seen = new WeakMap<HTMLScriptElement, string>();
  /** By the scripts that were inserted. */
  readonly #living = new WeakMap<EventTarget, Run>();
  /** What waits for its turn. */
  readonly #queue: Run[] = [];
  #isRunning = false;

  /** @param trusted the page allows a policy of this name once, so it is that of the elements */
  constructor(has: (gate: string) => boolean, trusted: () => Trust) {
    this.#has = has;
    this.#trusted = trusted;
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

  /** Gates of the scripts that have run in this document, with their addresses, which are empty for code in the page. */
  get ran(): ReadonlyArray<{ readonly gates: readonly string[]; readonly src: string }> {
    return [...this.#runs.values()].flat().flatMap(({ gates, living }) => (living ? [{ gates, src: living.src }] : []));
  }

  /** Runs a script that is allowed now, if it has not run. @param gates that it waits for */
  want(tag: HTMLScriptElement, gates: readonly string[]): void {
    const key = keyOf(tag);
    if (this.#seen.get(tag) === key) return;
    this.#seen.set(tag, key);
    const runs = this.#runs.get(key) ?? [];
    const isNewVisit = tag.hasAttribute('data-consent-each-visit');
    // A router has brought it back, or writes a script with an address twice.
    const earlier = isNewVisit ? undefined : runs.find((run) => addressOf(tag) !== null || !run.tag.isConnected);
    if (earlier) return void (earlier.tag = tag);
    const run: Run = { key, tag, gates };
    this.#runs.set(key, [...runs, run]);
    this.#queue.push(run);
    if (!this.#isRunning) void this.#runAll();
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
    if (!tag.isConnected || !gates.every(this.#has)) return void this.#forget(run);
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

  #run(run: Run): Promise<void> | undefined {
    const { tag } = run;
    const trust = this.#trusted();
    const script = livingScript(tag, trust);
    // Data, or code for older browsers.
    if (!isRun(script)) return void tag.after(script);
    // The order is kept here. In the browser's own order, one that hangs would hold up all others.
    const isWaitedFor = script.src && !tag.hasAttribute('async');
    const tell = listenFor(script);
    const insert = keepWrites(script, trust);
    const finish = () => {
      insert();
      tell();
    };
    const isOver = script.src && ended(script);
    run.living = script;
    this.#living.set(script, run);
    // A framework that rendered the tag will remove it later, so it stays.
    tag.after(script);
    // It runs. A router that keeps a copy of the page would run it with each visit, whatever is decided by then.
    script.type = 'text/plain';
    if (!isOver) return void finish();
    const onEnd = (hasLoaded: boolean) => {
      finish();
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
