/** The headers that the configuration adds to responses (`headers`, as in Rendertron). */

/** Headers that the service sets itself, and those that isolate pages from the origin of the service. */
const OWN: ReadonlySet<string> = new Set([
  'age',
  'cache-control',
  'cache-status',
  'connection',
  'content-encoding',
  'content-length',
  'content-range',
  'content-security-policy',
  'content-type',
  'date',
  'etag',
  'keep-alive',
  'location',
  'status',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'vary',
  'x-content-type-options',
  'x-render-status-from',
  'x-render-verdict',
  'x-renderer',
  'x-rendertron-cached',
  'x-request-id',
]);

/** Whether the configuration may add a header. */
export function mayBeSet(name: string): boolean {
  return !OWN.has(name.toLowerCase());
}

/** The relevant part of a representation. */
interface WithHeaders {
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>;
}

/** The message for a header that it may not add. */
export const MAY_BE_SET = 'the service sets this header itself; change it in a reverse proxy';

/** Adds the headers of the configuration; those that the page sets itself take precedence. */
export function withOperatorHeaders<Answered extends WithHeaders>(
  representation: Answered,
  headers: Readonly<Record<string, string>>,
): Answered {
  const set = new Set(representation.headers.map(([name]) => name.toLowerCase()));
  const added = Object.entries(headers).filter(([name]) => !set.has(name.toLowerCase()));
  return added.length === 0 ? representation : { ...representation, headers: [...representation.headers, ...added] };
}
