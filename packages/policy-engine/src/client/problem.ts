/** What is wrong with one field of what was sent. */
export interface ProblemField {
  /** Dotted name, as in `user.policy_rule_age`. */
  readonly field: string;
  readonly code: string;
  readonly detail: string;
}

/** A problem document (RFC 9457) as it came. */
interface ProblemBody {
  readonly code?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly request_id?: string;
  readonly errors?: readonly ProblemField[];
}

/** The engine refused a request, or failed. `message` is a sentence for the person, in their language. */
export class PolicyProblem extends Error {
  override readonly name = 'PolicyProblem';
  /** HTTP status. */
  declare readonly status: number;
  /** Stable word for programs, as in `not_found`; `unreadable` where the answer was not the engine's. */
  declare readonly code: string;
  /** What to look for in the server's log. */
  declare readonly requestId: string | undefined;
  /** The fields that were refused (422). */
  declare readonly fields: readonly ProblemField[];
  /** Seconds to wait before the next try (429, 503). */
  declare readonly retryAfter: number | undefined;

  constructor(response: Response, body: ProblemBody) {
    super(body.detail ?? body.title ?? `HTTP status ${response.status}`);
    this.status = response.status;
    this.code = body.code ?? 'unreadable';
    this.requestId = body.request_id;
    this.fields = body.errors ?? [];
    // A date, which the header may also hold, is no number.
    this.retryAfter = Number(response.headers.get('retry-after')) || undefined;
  }
}

/** A request for JSON. */
export interface JsonRequest {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal | null;
}

/**
 * Sends a request and reads the JSON of its answer; undefined for an answer without content.
 *
 * @throws {PolicyProblem} for a status of 400 or more, and for an answer that isn't JSON
 * @throws {TypeError} where the server can't be reached
 */
export async function askJson(
  fetch: typeof globalThis.fetch,
  { method, url, body, signal }: JsonRequest,
): Promise<unknown> {
  const type = 'application/json';
  const headers = { accept: type, ...(body !== undefined && { 'content-type': type }) };
  const response = await fetch(url, { method, headers, body: JSON.stringify(body), signal: signal! });
  if (response.status === 204) return undefined;
  const content: unknown = await response.json().catch(() => null);
  if (response.ok && content !== null) return content;
  throw new PolicyProblem(response, content ?? {});
}
