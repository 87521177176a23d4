/**
 * Scripts that run after the page was loaded, and wait for `DOMContentLoaded`, `load`, `pageshow` or `readystatechange`: the events are over, so
 * each listener that such a script adds while it is run is called after it. No other listener is called again.
 */
import { doc } from '../page/doc.ts';
import { navigation } from '../state/navigation.ts';
import { takeOverWrites } from './late-writes.ts';

type Target = Window | Document;
type Listener = ((event: Event) => unknown) | { handleEvent(event: Event): unknown };
interface Call {
  readonly target: Target;
  readonly type: string;
  readonly listener: Listener;
  readonly signal?: AbortSignal | undefined;
}

const ORDER = ['readystatechange', 'DOMContentLoaded', 'load', 'pageshow'];

/** What late scripts have added, by script. */
const added = new Map<Element | null, Call[]>();
let end: (() => void) | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether an event of the page will not come again. */
function isOver(type: string): boolean {
  const { readyState } = doc;
  const times = navigation();
  if (readyState === 'complete') return !/^(load|pageshow)$/.test(type) || (times?.loadEventStart ?? 1) > 0;
  return type === 'DOMContentLoaded' && (times?.domContentLoadedEventStart ?? 0) > 0;
}

/** A script has taken a listener away again. */
function drop(target: Target, type: string, listener: unknown): void {
  const calls = added.get(doc.currentScript) ?? [];
  const at = calls.findIndex((one) => one.target === target && one.type === type && one.listener === listener);
  if (at !== -1) calls.splice(at, 1);
}

function note(target: Target, type: string, listener: unknown, options?: unknown): void {
  const calls = added.get(doc.currentScript);
  if (!calls || !listener || !ORDER.includes(type) || !isOver(type)) return;
  // Added twice, it is called once.
  drop(target, type, listener);
  const { signal } = new Object(options) as AddEventListenerOptions;
  calls.push({ target, type, listener: listener as Listener, signal });
}

/** Replaces a member of an object until the returned function is called. */
function replace(target: Target | HTMLElement, name: string, replacement: PropertyDescriptor): () => void {
  const own = Object.getOwnPropertyDescriptor(target, name);
  Reflect.defineProperty(target, name, { configurable: true, enumerable: true, ...replacement });
  return () => {
    // The script has replaced it itself.
    if (replacement.value && replacement.value !== Reflect.get(target, name)) return;
    if (own) Reflect.defineProperty(target, name, own);
    else Reflect.deleteProperty(target, name);
  };
}

/** Hears of `addEventListener(type, …)` and `removeEventListener(type, …)`. @returns ends it */
function hearListeners(target: Target): () => void {
  const ends = (
    [
      ['addEventListener', note],
      ['removeEventListener', drop],
    ] as const
  ).map(([name, hearOf]) => {
    const own = (target === document ? doc : target)[name].bind(target) as (type: string, ...more: unknown[]) => void;
    const value = (type: string, ...more: unknown[]) => {
      hearOf(target, type, ...(more as [unknown, unknown]));
      own(type, ...more);
    };
    return replace(target, name, { value, writable: true });
  });
  return () => ends.forEach((one) => one());
}

/** Hears of `onload = …` or `onreadystatechange = …`. @param holder has the handler of the target: the body has that of the window */
function hearHandler(holder: Target | HTMLElement, handler: string, target: Target): () => void {
  let present = Reflect.get(holder, handler) as Listener | null;
  const set = (listener: Listener | null) => {
    present = listener;
    note(target, handler.slice(2), listener);
  };
  // A script may put its handler around the present one, which has been called already.
  const get = () => {
    const former = present;
    return typeof former === 'function'
      ? (event: Event): unknown => (isCalling ? undefined : former.call(target, event))
      : former;
  };
  const stop = replace(holder, handler, { get, set });
  return () => {
    stop();
    if (present !== Reflect.get(holder, handler)) Reflect.set(holder, handler, present);
  };
}

const hear = (): readonly (() => void)[] => [
  hearListeners(window),
  hearListeners(document),
  ...['onload', 'onpageshow'].flatMap((name) => [
    hearHandler(window, name, window),
    hearHandler(doc.body, name, window),
  ]),
  hearHandler(document, 'onreadystatechange', document),
  takeOverWrites(),
];

let isCalling = false;

function call({ target, type, listener, signal }: Call): void {
  if (signal?.aborted) return;
  const event =
    type === 'pageshow' ? new PageTransitionEvent(type) : new Event(type, { bubbles: type === 'DOMContentLoaded' });
  const here = { value: target };
  Object.defineProperties(event, { target: here, currentTarget: here, srcElement: here });
  isCalling = true;
  try {
    if (typeof listener === 'function') listener.call(target, event);
    else listener.handleEvent(event);
  } catch (error) {
    reportError(error);
  }
  isCalling = false;
}

/** Begins with a script, before it is inserted. @returns ends it: its listeners are called */
export function listenFor(script: HTMLScriptElement): () => void {
  added.set(script, []);
  const ends = end ? [] : hear();
  end ??= () => ends.forEach((one) => one());
  return () => {
    const calls = added.get(script) ?? [];
    added.delete(script);
    // Later, because the next script follows at once, and replacing members of the window is slow.
    timer ??= setTimeout(() => {
      timer = undefined;
      if (added.size) return;
      end?.();
      end = undefined;
    });
    for (const type of ORDER) for (const one of calls) if (one.type === type) call(one);
  };
}
