/**
 * Every code a {@link PolicyEngineError} can carry. Codes are stable: match on them, never on messages.
 * A room adds its own codes here, prefixed with its name.
 */
export const policyEngineErrorCodes = [
  /** 403: the area is for administrators. */
  'admin_required',
  /** 413: the request body is larger than the limit. */
  'body_too_large',
  /** The engine's configuration is missing something or contradicts itself. Thrown at start. */
  'configuration_invalid',
  /** 403: an unsafe request that came, or may have come, from a page of another site. */
  'cross_site_request',
  /** Another writer kept the database busy for longer than the wait limit; nothing was written, trying later is right. */
  'database_busy',
  /** The npm package of a database driver is not installed. */
  'database_driver_missing',
  /** A database or transaction handle was used in a way that could lose or misplace a write. */
  'database_misuse',
  /** A table prefix or schema is not a safe identifier. */
  'database_name_refused',
  /** A table of this name exists, made by something else, with other columns. */
  'database_schema_conflict',
  /** The settings of a database session would change what is stored (MySQL without strict mode, without utf8mb4). */
  'database_session_refused',
  /** Text no database stores faithfully: U+0000 or half of a surrogate pair. */
  'database_text_refused',
  /** A statement of the transaction failed and its error was swallowed; the transaction was rolled back. */
  'database_transaction_failed',
  /** A database URL or file name that cannot be understood. */
  'database_url_refused',
  /** A parameter of a kind that drivers bind wrongly or differently (undefined, objects, NaN …). */
  'database_value_refused',
  /** The fields of the host's form were not handed over; without a body parser there are none. */
  'form_missing',
  /** A person's data can't be exported as the host's rules say; the message names the rule. */
  'export_failed',
  /** A file that should be a person's export is no archive, or has no manifest. */
  'export_unreadable',
  /** 410: the export was there and is no more. */
  'export_gone',
  /** 409: no export can be made, since an option of the host's is missing; the sentence names it. */
  'export_impossible',
  /** Decisions of another system that can't be taken over as they are; the message names the first line and why. */
  'import_refused',
  /** 500: a cookie name, domain, path or value that would not stay inside its place. */
  'invalid_cookie',
  /** 422: input that can be read but not used; the answer's `errors` name the fields. */
  'invalid_input',
  /** The job was taken over by another process, or its time is up: what it still does must not count. */
  'job_lost',
  /** 400: a body that is not what its content type says, not UTF-8, or nested without end. */
  'malformed_body',
  /** 404: the rule has no text in force yet. */
  'missing_term',
  /** 405: the address exists, but not for this method; `Allow` names those it answers to. */
  'method_not_allowed',
  /** 404: nothing at this address, or nothing the caller may see; from a call of the host's, a rule that there is not. */
  'not_found',
  /** 500: tables or columns of the engine are not there: `migrate()` did not run, or not since an update. */
  'not_migrated',
  /** 403: the user has blocking policies to decide on first; the answer's `pending` names them. */
  'policies_pending',
  /** 409: the request has its answer already. */
  'request_closed',
  /** 409: the time to answer was extended once already (GDPR Art. 12(3)). */
  'request_extended',
  /** 409: only a request that failed is begun anew. */
  'request_not_failed',
  /** 409: only a pending request is confirmed. */
  'request_not_pending',
  /** 422: the user has an open request already. */
  'request_open',
  /** 409: the deadline is over, and with it the time to extend it. */
  'request_overdue',
  /** 401: nobody is signed in. */
  'sign_in_required',
  /** 409: the draft changed after it was looked at, so it was not published. */
  'term_changed',
  /** 409: a published text is evidence: it neither changes nor goes; a change is a new version. */
  'term_published',
  /** 422: a policy text that is empty, too long, nested without end, or that no database stores faithfully. */
  'term_refused',
  /** 409: a decision on a text that is no longer in force; nothing was decided. */
  'text_changed',
  /** 429: `Retry-After` says when to come back. */
  'too_many_requests',
  /** 406: the answer does not exist in the format asked for. */
  'unknown_format',
  /** 400: a form's `_method` is none of PUT, PATCH, DELETE. */
  'unknown_method',
  /** 415: the body is neither JSON nor a form, or is compressed. */
  'unsupported_media_type',
] as const;

/** One of {@link policyEngineErrorCodes}. */
export type PolicyEngineErrorCode = (typeof policyEngineErrorCodes)[number];

/** A mistake in a configuration. */
export interface ConfigurationProblem {
  /** The option, as in `rules[1].validatesOn`. */
  readonly path: string;
  /** What is wrong with it, and for a name that is not an option which one was likely meant. */
  readonly message: string;
}

/** What a {@link PolicyEngineError} can carry beside its code and message. */
export interface PolicyEngineErrorOptions {
  /** The error underneath, usually the driver's. */
  cause?: unknown;
  /** The HTTP status that fits when the error reaches a client; unset means 500. */
  status?: number;
  /** Every mistake of a configuration. */
  problems?: readonly ConfigurationProblem[];
}

/**
 * The one error class of the package. `code` is stable, `message` is a sentence for the developer, `cause` is the error
 * underneath.
 *
 * @example
 * ```ts
 * try {
 *   await migrate(database);
 * } catch (error) {
 *   if (error instanceof PolicyEngineError && error.code === 'database_schema_conflict') …
 * }
 * ```
 */
export class PolicyEngineError extends Error {
  override name: string = 'PolicyEngineError';
  readonly code: PolicyEngineErrorCode;
  /** The HTTP status that fits when the error reaches a client. */
  readonly status: number;
  /** Every mistake that `configuration_invalid` is about; empty for other errors. */
  readonly problems: readonly ConfigurationProblem[];

  constructor(code: PolicyEngineErrorCode, message: string, options: PolicyEngineErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.status = options.status ?? 500;
    this.problems = options.problems ?? [];
  }
}

/** What somebody else's error says. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
