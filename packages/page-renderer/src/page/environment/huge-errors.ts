/// <reference lib="dom" />

/**
 * Keeps errors with huge texts out of the browser's console: copying them would block the whole browser, including its other
 * pages. The page itself still gets its error. Runs in the world of a page, a frame or a web worker, before its scripts.
 */
export function withoutHugeErrors(): void {
  const { apply, get, getOwnPropertyDescriptor } = Reflect;
  const listen = get(EventTarget.prototype, 'addEventListener');
  const quiet = get(Event.prototype, 'preventDefault');
  const captureDefault = (type: string, of: { readonly prototype: object } | undefined, name: string) => {
    const read = of && getOwnPropertyDescriptor(of.prototype, name)?.get;
    if (!read) return;
    const onEvent = (event: Event) => {
      try {
        const said: unknown = apply(read, event, []);
        if (typeof said === 'string' && said.length > 1e6) apply(quiet, event, []);
      } catch {
        // Another event with this name, for example of an image that cannot be loaded.
      }
    };
    apply(listen, globalThis, [type, onEvent, true] as never[]);
  };
  captureDefault('error', globalThis.ErrorEvent, 'message');
  captureDefault('unhandledrejection', globalThis.PromiseRejectionEvent, 'reason');
}
