/** The headers that the configuration adds to answers (`headers`, as Rendertron has them). */

/** What the service says itself of an answer and of how it is sent, and what keeps a page from acting as one of ours. */
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
  'x-render-verdict',
  'x-renderer',
  'x-rendertron-cached',
  'x-request-id',
]);

/** Whether the configuration may add a header. */
export function mayBeSet(name: string): boolean {
  return !OWN.has(name.toLowerCase());
}

/** A representation, as far as this is concerned. */
interface WithHeaders {
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>;
}

/** What is said of one that it may not. */
export const MAY_BE_SET = 'the service sets this header itself; change it in a reverse proxy';

/** With the headers of the configuration; those that the page sets itself stand as it says them. */
export function withOperatorHeaders<Answered extends WithHeaders>(
  representation: Answered,
  headers: Readonly<Record<string, string>>,
): Answered {
  const set = new Set(representation.headers.map(([name]) => name.toLowerCase()));
  const added = Object.entries(headers).filter(([name]) => !set.has(name.toLowerCase()));
  return added.length === 0 ? representation : { ...representation, headers: [...representation.headers, ...added] };
}
