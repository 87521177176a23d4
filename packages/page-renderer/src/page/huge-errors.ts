/// <reference lib="dom" />

/**
 * Keeps errors with huge texts from the browser's console: it would copy them until nothing else of the browser moves, and no
 * other page of it. The page sees its error all the same. Runs in the world of a page, a frame or a worker, before its scripts.
 */
export function withoutHugeErrors(): void {
  const { apply, get, getOwnPropertyDescriptor } = Reflect;
  const listen = get(EventTarget.prototype, 'addEventListener');
  const quiet = get(Event.prototype, 'preventDefault');
  const hear = (type: string, of: { readonly prototype: object } | undefined, name: string) => {
    const read = of && getOwnPropertyDescriptor(of.prototype, name)?.get;
    if (!read) return;
    const onEvent = (event: Event) => {
      try {
        const said: unknown = apply(read, event, []);
        if (typeof said === 'string' && said.length > 1e6) apply(quiet, event, []);
      } catch {
        // Another event of the name, as of a picture that does not come.
      }
    };
    apply(listen, globalThis, [type, onEvent, true] as never[]);
  };
  hear('error', globalThis.ErrorEvent, 'message');
  hear('unhandledrejection', globalThis.PromiseRejectionEvent, 'reason');
}
