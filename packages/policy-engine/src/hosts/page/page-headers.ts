/** Sends pages with a decision of their visitor with the headers that keep them out of shared caches; shared by all host adapters. */
import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { HeaderChanges, RenderedPage } from '../../platform/host-env.ts';

// On the request itself, as the consent context is.
const RESPONSE: unique symbol = Symbol('response');

/** A request of Node with its response: Express sets `res`, and adapters what they get to know. */
interface Answered {
  [RESPONSE]?: ServerResponse;
  readonly res?: ServerResponse;
}

/** Remembers which response answers a request. */
export function rememberResponse(incoming: IncomingMessage, outgoing: ServerResponse): void {
  (incoming as Answered)[RESPONSE] = outgoing;
}

/** Sets the headers of a page right before Node sends them, after everything that the host sets. */
export function holdHeaders(incoming: IncomingMessage, page: RenderedPage): void {
  const { [RESPONSE]: remembered, res } = incoming as Answered;
  const outgoing = remembered ?? res;
  // A host that shows its response to no adapter sets the headers of `responseHeaders()` itself.
  if (outgoing === undefined) return;
  if (outgoing.headersSent) {
    page.sentAlready((name) => headerIn(outgoing, name));
    return;
  }
  const writeHead = outgoing.writeHead.bind(outgoing) as (...given: WriteHead) => ServerResponse;
  const hold = (...given: WriteHead): ServerResponse => {
    const headers = given.find((one) => typeof one === 'object');
    if (!outgoing.headersSent) {
      for (const [name, value] of headers === undefined ? [] : pairsOf(headers)) outgoing.setHeader(name, value);
      const changes = page.headersFor((name) => headerIn(outgoing, name));
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) outgoing.removeHeader(name);
        else outgoing.setHeader(name, value);
      }
    }
    return writeHead(...given.filter((one) => typeof one !== 'object'));
  };
  outgoing.writeHead = hold;
}

type GivenHeaders = OutgoingHttpHeaders | readonly OutgoingHttpHeader[];
type WriteHead = ReadonlyArray<number | string | GivenHeaders | undefined>;

/** The headers given to `writeHead`: an object, or a list of names and values, in which a name may be repeated. */
function pairsOf(headers: GivenHeaders): Map<string, OutgoingHttpHeader> {
  const pairs = new Map<string, OutgoingHttpHeader>();
  if (!Array.isArray(headers)) {
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) pairs.set(name, value);
    return pairs;
  }
  const flat = headers.flat() as string[];
  for (let place = 0; place + 1 < flat.length; place += 2) {
    const [name = '', value = ''] = flat.slice(place, place + 2);
    const before = pairs.get(name);
    pairs.set(name, before === undefined ? value : [before, value].flat().map(String));
  }
  return pairs;
}

function headerIn(outgoing: ServerResponse, name: string): string | undefined {
  const value = outgoing.getHeader(name);
  return value === undefined ? undefined : String(value);
}

/** The pages that were rendered for requests of frameworks with web-standard responses. */
export class RenderedPages {
  readonly #pages = new WeakMap<object, RenderedPage[]>();

  /** @param key identifies the request */
  add(key: object, page: RenderedPage): void {
    this.#pages.set(key, [...(this.#pages.get(key) ?? []), page]);
  }

  /** The response to a request, with the headers of its pages; the same object if nothing changes. */
  sent(key: object, response: Response): Response {
    return withPageHeaders(response, this.#pages.get(key) ?? []);
  }
}

/** A response with the headers of its pages; the same object if its headers can be changed. */
export function withPageHeaders(response: Response, pages: readonly RenderedPage[]): Response {
  let changed = response;
  for (const page of pages) {
    changed = changedBy(
      changed,
      page.headersFor((name) => changed.headers.get(name) ?? undefined),
    );
  }
  return changed;
}

function changedBy(response: Response, changes: HeaderChanges): Response {
  try {
    apply(response.headers, changes);
    return response;
  } catch {
    // Of `fetch` or `Response.redirect`: its headers cannot be changed.
    const { status, statusText, headers: own, body } = response;
    const headers = new Headers(own);
    apply(headers, changes);
    return new Response(body, { status, statusText, headers });
  }
}

function apply(headers: Headers, changes: HeaderChanges): void {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
}
