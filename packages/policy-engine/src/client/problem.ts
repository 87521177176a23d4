/** An error in one field of the request. */
export interface ProblemField {
  /** Dotted name, as in `user.policy_rule_age`. */
  readonly field: string;
  readonly code: string;
  readonly detail: string;
}

/** A problem document (RFC 9457) as received. */
interface ProblemBody {
  readonly code?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly request_id?: string;
  readonly errors?: readonly ProblemField[];
}

/** The engine returned an error. `message` is a sentence for the person, in their language. */
export class PolicyProblem extends Error {
  override readonly name = 'PolicyProblem';
  /** HTTP status. */
  declare readonly status: number;
  /** Stable word for programs, such as `not_found`; `unreadable` if the response was not the engine's. */
  declare readonly code: string;
  /** The ID to search for in the server's log. */
  declare readonly requestId: string | undefined;
  /** The invalid fields (422). */
  declare readonly fields: readonly ProblemField[];
  /** Seconds to wait before the next try (429, 503). */
  declare readonly retryAfter: number | undefined;

  constructor(response: Response, body: ProblemBody) {
    super(body.detail ?? body.title ?? `HTTP status ${response.status}`);
    this.status = response.status;
    this.code = body.code ?? 'unreadable';
    this.requestId = body.request_id;
    this.fields = body.errors ?? [];
    // The header may also contain a date, which is not a number.
    this.retryAfter = Number(response.headers.get('retry-after')) || undefined;
  }
}

/** Characters of a request, at most three bytes each, that outlives its page: https://fetch.spec.whatwg.org/#http-network-or-cache-fetch */
const LONGEST_KEPT = 2e4;

/** Old libraries give arrays a `toJSON` that makes them a text. */
function asItIs(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const own = this[key];
  return Array.isArray(own) ? own : value;
}

/** A request for JSON, and what `fetch` is told besides. */
export interface JsonRequest {
  readonly method: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal | null;
}

/**
 * Sends a request and reads the JSON of its response; undefined for a response without content.
 *
 * @throws {PolicyProblem} for a status of 400 or more, and for a response that is not JSON
 * @throws {TypeError} if the server cannot be reached
 */
export async function askJson(
  fetch: typeof globalThis.fetch,
  url: string,
  { body, ...init }: JsonRequest,
): Promise<unknown> {
  const type = 'application/json';
  const text = JSON.stringify(body, asItIs) as string | undefined;
  const headers = { accept: type, ...(text && { 'content-type': type }) };
  // It arrives, and its cookies are kept, if the person leaves the page meanwhile; browsers refuse that for much text.
  const keepalive = (text?.length as number) < LONGEST_KEPT;
  const response = await fetch(url, { ...init, headers, keepalive, body: text! });
  if (response.status === 204) return undefined;
  const content: unknown = await response.json().catch(() => null);
  if (response.ok && content) return content;
  throw new PolicyProblem(response, content ?? {});
}
