/// <reference lib="dom" />

import type { Native, Noted, Scope } from './replace.ts';
import { promisedBy, proxyOf, replaceFunction, replaceMethods } from './replace.ts';

/*
 * Who reads the bodies of answers: the browser does not tell the end of one that nobody reads. These functions run where
 * `notePending` does, under the same rules.
 */

/** Functions that read a body to its end before their promise is kept, by the class or object that has them. */
export function wholeReads(): Record<string, string> {
  return {
    'Response.prototype': 'arrayBuffer blob bytes formData json text',
    'Cache.prototype': 'add addAll put',
    WebAssembly: 'compileStreaming instantiateStreaming',
  };
}

/**
 * Notes who reads. What has been given away as a stream (`body`, `textStream`) may be read by anybody, and is taken to be read in
 * parts from then on. An answer that has not come is read as a whole: with `integrity`, it is before it comes.
 *
 * @returns tells 0 for nobody, 1 for somebody who reads parts, 2 for somebody who waits for a whole body or an answer
 */
export function noteBodies(noted: Noted, now: () => number): () => number {
  const scope = globalThis as unknown as Scope;
  const { apply } = Reflect;
  let whole = 0;
  let isGivenAway = false;
  const read = promisedBy(() => {
    whole += 1;
    return () => {
      whole -= 1;
      noted.movedAt = now();
    };
  });
  replaceFunction('fetch', read);
  replaceMethods(wholeReads(), read);
  const give = (native: Native, self: unknown, given: unknown[]) => {
    const stream = apply(native, self, given as never[]);
    if (stream !== null) isGivenAway = true;
    return stream;
  };
  replaceMethods({ 'Response.prototype': 'textStream' }, give);
  const prototype = (scope['Response'] as { prototype: Scope }).prototype;
  const body = Reflect.getOwnPropertyDescriptor(prototype, 'body');
  const get: Native | undefined = body?.get;
  if (body && get) {
    const getter = proxyOf(get, { apply: (_, self, given: unknown[]) => give(get, self, given) });
    Reflect.defineProperty(prototype, 'body', Object.assign(body, { get: getter }));
  }
  return () => (whole > 0 ? 2 : isGivenAway ? 1 : 0);
}
