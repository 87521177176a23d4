/// <reference lib="dom" />

import type { Native, Noted, Scope } from '../environment/replace.ts';
import { promisedBy, proxyOf, replaceFunction, replaceMethods } from '../environment/replace.ts';

/*
 * Which bodies of responses are read: the browser does not report the end of a body that no script reads. These functions run
 * with `notePending`, under the same rules.
 */

/** Functions that read a body to its end before their promise resolves, by the class or object that has them. */
export function wholeReads(): Record<string, string> {
  return {
    'Response.prototype': 'arrayBuffer blob bytes formData json text',
    'Cache.prototype': 'add addAll put',
    WebAssembly: 'compileStreaming instantiateStreaming',
  };
}

/**
 * Records who reads bodies. A body that was returned as a stream (`body`, `textStream`) may be read by any script, and is
 * read in parts from then on. A response that has not arrived is read as a whole: with `integrity`, before it resolves.
 *
 * @returns a function that returns 0 for nobody, 1 for reading in parts, 2 for a wait for a whole body or a response
 */
export function noteBodies(noted: Noted): () => number {
  const scope = globalThis as unknown as Scope;
  const { apply } = Reflect;
  let whole = 0;
  let isGivenAway = false;
  const read = promisedBy(() => {
    whole += 1;
    return () => {
      whole -= 1;
      noted.move('r');
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
