/** Gated scripts: each runs once in a document, in the order in which they stand. Loaded when the first one may run. */
import { listenFor } from './late-listeners.ts';
import { GIVEN, tellFault } from './gated.ts';
import type { Trust } from './trusted.ts';

/** Milliseconds that a script which does not load holds up those behind it. */
const LONGEST = 2000;

/** A script that has run, or waits for its turn. */
interface Run {
  readonly key: string;
  /** The element that it was last written as. */
  tag: HTMLScriptElement;
  readonly gates: readonly string[];
  /** Undefined until its turn. */
  living?: HTMLScriptElement;
}

/** Identifies a script in every copy that a router makes of it. */
function keyOf(tag: HTMLScriptElement): string {
  let key = tag.text;
  for (const name of tag.getAttributeNames().toSorted()) {
    if (name !== 'nonce' && name !== GIVEN) key += `\n${name}=${tag.getAttribute(name)}`;
  }
  return key;
}

const addressOf = (tag: HTMLScriptElement): string | null => tag.dataset['src'] ?? tag.getAttribute('src');

/** A script that runs when it is inserted; one that the parser treated as text never runs. */
function livingScript(inert: HTMLScriptElement, trust: Trust): HTMLScriptElement {
  const script = document.createElement('script');
  for (const name of inert.getAttributeNames()) {
    if (!/^(type|src|data-consent.*)$/.test(name)) script.setAttribute(name, inert.getAttribute(name)!);
  }
  // Read as a property: browsers hide the attribute from pages.
  script.nonce = inert.nonce;
  const { type } = inert.dataset;
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
  readonly #has: (gate: string) => boolean;
  readonly #trusted: () => Trust;
  /** By what is written in it; more than one with the same code only if they were in the page together. */
  readonly #runs = new Map<string, Run[]>();
  readonly #seen = new WeakMap<HTMLScriptElement, string>();
  /** The elements as which the scripts were written. */
  readonly #written = new WeakMap<Element, HTMLScriptElement>();
  /** What waits for its turn. */
  readonly #queue: Run[] = [];
  #isRunning = false;

  /** @param trusted the page allows a policy of this name once, so it is that of the elements */
  constructor(has: (gate: string) => boolean, trusted: () => Trust) {
    this.#has = has;
    this.#trusted = trusted;
    addEventListener('error', ({ error }) => {
      const tag = document.currentScript && this.#written.get(document.currentScript);
      if (tag) tellFault(tag, 'exception', error);
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
    const isNewVisit = 'consentEachVisit' in tag.dataset;
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
    const script = livingScript(tag, this.#trusted());
    // The order is kept here. In the browser's own order, one that hangs would hold up all others.
    const isWaitedFor = script.src && !tag.hasAttribute('async');
    const finish = listenFor(script);
    const isOver = script.src && ended(script);
    run.living = script;
    this.#written.set(script, tag);
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
