import type { TextKey, TextParams } from '../platform/i18n/language.ts';

/**
 * The codes of a {@link PolicyEngineError}, each with its HTTP status; default 500. Codes are stable: match on them,
 * never on messages.
 */
export const policyEngineErrors = {
  /** The address is for administrators. */
  admin_required: { status: 403 },
  /** The request body is larger than the limit. */
  body_too_large: { status: 413 },
  /** Accepting a sale after an opt-out takes a second step: send it again with `confirmed: true`. */
  confirmation_needed: { status: 409 },
  /** The engine's configuration is missing something or contradicts itself. Thrown at start. */
  configuration_invalid: {},
  /** An unsafe request that came, or may have come, from a page of another site. */
  cross_site_request: { status: 403 },
  /** Another writer kept the database busy for longer than the wait limit; nothing was written; retry later. */
  database_busy: { status: 503 },
  /** The npm package of a database driver is not installed. */
  database_driver_missing: {},
  /** A database or transaction handle was used in a way that could lose or misplace a write. */
  database_misuse: {},
  /** A table prefix or schema is not a safe identifier. */
  database_name_refused: {},
  /** A table of this name exists that was not created by the engine and has other columns. */
  database_schema_conflict: {},
  /** The settings of a database session would change what is stored (MySQL without strict mode, without utf8mb4). */
  database_session_refused: {},
  /** Text that databases cannot store unchanged: U+0000 or half of a surrogate pair. */
  database_text_refused: { status: 400 },
  /** A statement of the transaction failed and its error was caught; the transaction was rolled back. */
  database_transaction_failed: {},
  /** A newer version of the engine has migrated the tables; this version could damage them. */
  database_schema_newer: {},
  /** The database is unreachable, read-only, or not migrated yet; `Retry-After` says when to retry. */
  database_unavailable: { status: 503 },
  /** A database URL or file name that cannot be understood. */
  database_url_refused: {},
  /** A parameter of a kind that drivers bind wrongly or differently (undefined, objects, NaN …). */
  database_value_refused: {},
  /** The fields of the host's form were not passed; without a body parser there are none. */
  form_missing: {},
  /** A person's data can't be exported as the host's rules say; the message names the rule. */
  export_failed: {},
  /** A file that should be a person's export is not an archive, or has no manifest. */
  export_unreadable: {},
  /** The export no longer exists. */
  export_gone: { status: 410 },
  /** No export can be created, since an option of the host is missing; the message names it. */
  export_impossible: { status: 409 },
  /**
   * Decisions or texts of another system that can't be imported as they are; the message names the first row and why.
   */
  import_refused: { status: 422 },
  /** A function of the host that a request needs, such as `currentUser`, has not answered in time. */
  host_unanswered: { status: 503 },
  /** A cookie name, domain, path or value that would break the syntax of the header. */
  invalid_cookie: {},
  /** Input that is readable but invalid; the `errors` of the answer name the fields. */
  invalid_input: { status: 422 },
  /** The job was taken over by another process, or its time limit is reached: its further results must be discarded. */
  job_lost: {},
  /**
   * The checkpoint stored outside of the database is not part of the ledger: the database was restored from a backup.
   */
  ledger_restored: { status: 503 },
  /** A body that is not what its content type says, not UTF-8, or nested too deeply. */
  malformed_body: { status: 400 },
  /** The rule has no text in force yet. */
  missing_term: { status: 404 },
  /** The address exists, but not for this method; `Allow` names its methods. */
  method_not_allowed: { status: 405 },
  /**
   * Nothing at this address, or nothing that the caller may see; in a call from the host, a rule that does not exist.
   */
  not_found: { status: 404 },
  /** Tables or columns of the engine are missing: `migrate()` never ran, or did not run since an update. */
  not_migrated: {},
  /**
   * This browser has no recorded decision of a visitor that the account could take over, or another account has taken
   * it over.
   */
  nothing_to_adopt: { status: 409 },
  /** The rule is a notice: people read it, and neither accept nor reject it. */
  nothing_to_decide: { status: 409 },
  /** Only a flagged event can be reviewed. */
  not_suspected: { status: 409 },
  /** The user has blocking policies to decide on first; the answer's `pending` names them. */
  policies_pending: { status: 403 },
  /** The request is already answered. */
  request_closed: { status: 409 },
  /** The deadline was already extended once (GDPR Art. 12(3)). */
  request_extended: { status: 409 },
  /** Only a failed request can be retried. */
  request_not_failed: { status: 409 },
  /** Only a pending request can be confirmed. */
  request_not_pending: { status: 409 },
  /** The user already has an open request. */
  request_open: { status: 422 },
  /** The deadline has passed, so it can no longer be extended. */
  request_overdue: { status: 409 },
  /** Nobody is signed in. */
  sign_in_required: { status: 401 },
  /** The draft was changed after it was read, so it was not published. */
  term_changed: { status: 409 },
  /** A published text is evidence: it cannot be changed or deleted; a change is a new version. */
  term_published: { status: 409 },
  /** A policy text that is empty, too long, nested too deeply, or that databases cannot store unchanged. */
  term_refused: { status: 422 },
  /** A decision on a text that is no longer in force; nothing was decided. */
  text_changed: { status: 409 },
  /** `Retry-After` says when to retry. */
  too_many_requests: { status: 429 },
  /** The response is not available in the requested format. */
  unknown_format: { status: 406 },
  /** A form's `_method` is not one of PUT, PATCH, DELETE. */
  unknown_method: { status: 400 },
  /** A user ID that does not have the type set by `userIdType`. */
  user_id_refused: { status: 400 },
  /** The body is neither JSON nor a form, or is compressed. */
  unsupported_media_type: { status: 415 },
  /** The host no longer has this user, so nothing can be exported. */
  user_gone: { status: 409 },
  /** The received request is not an event of the engine, or cannot be verified as one. */
  webhook_refused: { status: 400 },
  /** An event can't be sent again: its text was deleted, or its webhook is no longer configured. */
  webhook_not_sendable: { status: 409 },
  /** Only a failed delivery can be marked as resolved. */
  webhook_not_failed: { status: 409 },
} as const;

/**
 * The URL of the page about a code. The package has the same page as `docs/errors/<code>.md`, and
 * `policy-engine explain <code>` prints it.
 *
 * @example errorPage('not_migrated') // 'https://policy-engine.example/errors/not_migrated'
 */
export function errorPage(code: string): string {
  return `https://policy-engine.example/errors/${encodeURIComponent(code)}`;
}

/** What a code means in HTTP. */
export interface ErrorCode {
  /** Status of the answer; default 500. */
  readonly status?: number;
}

/** Codes by name, as a module declares its own. */
export type ErrorCodes = Readonly<Record<string, ErrorCode>>;

/** One of {@link policyEngineErrors}, or one that a module declares. */
export type PolicyEngineErrorCode = keyof typeof policyEngineErrors | (string & Record<never, never>);

/** One thing that is wrong with the input. */
export interface FieldError {
  /** Dotted name of the field, as in `user.policy_rule_age`; empty for the input as a whole. */
  readonly field: string;
  /** Stable identifier for programs, such as `required` or `too_long`. */
  readonly code: string;
  /** Sentence for people, in the caller's language. */
  readonly detail: string;
}

/** A mistake in a configuration. */
export interface ConfigurationProblem {
  /** The option, as in `rules[1].validatesOn`. */
  readonly path: string;
  /** What is wrong with it, and for an unknown option, which one was probably meant. */
  readonly message: string;
}

/** Further properties of a {@link PolicyEngineError}. */
export interface PolicyEngineErrorOptions {
  /** The underlying error, usually from the driver. */
  cause?: unknown;
  /** Every mistake of a configuration. */
  problems?: readonly ConfigurationProblem[];
  /** Key of the text that people see; without it they see the message. */
  text?: { readonly key: TextKey; readonly params?: TextParams };
  /** Key of the text of the error page, if programs look for the message: they get the message, people get this text. */
  pageText?: TextKey;
  /** What is wrong with the input, field by field. */
  errors?: readonly FieldError[];
  /** The text that the original implementation returned as `notice`, for programs that look for it. */
  notice?: string;
  /** Whole seconds until a retry makes sense. */
  retryAfter?: number;
}

/**
 * The one error class of the package. `code` is stable, `message` is a sentence for developers that ends with the URL
 * of the page about the code, `cause` is the underlying error.
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
  /** The message without the URL of the page: for logs, and for errors that quote this one. */
  readonly reason: string;
  /** Every mistake that `configuration_invalid` is about; empty for other errors. */
  readonly problems: readonly ConfigurationProblem[];
  readonly text: PolicyEngineErrorOptions['text'];
  readonly pageText: PolicyEngineErrorOptions['pageText'];
  readonly errors: readonly FieldError[];
  readonly notice: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: PolicyEngineErrorCode, reason: string, options: PolicyEngineErrorOptions = {}) {
    super(pointingTo(reason, errorPage(code)), 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.reason = reason;
    this.problems = options.problems ?? [];
    this.text = options.text;
    this.pageText = options.pageText;
    this.errors = options.errors ?? [];
    this.notice = options.notice;
    this.retryAfter = options.retryAfter;
  }

  /** The HTTP status of the code, under the name that error handlers of hosts such as Express look for. */
  get status(): number {
    const codes: ErrorCodes = policyEngineErrors;
    return (Object.hasOwn(codes, this.code) ? codes[this.code]?.status : undefined) ?? 500;
  }
}

/**
 * Appends the link to further information: on a line of its own after a list of mistakes, else on the same line, for
 * logs.
 */
export function pointingTo(reason: string, where: string): string {
  if (reason.includes('\n')) return `${reason}\nSee ${where}`;
  return /[.!?]$/.test(reason) ? `${reason} See ${where}` : `${reason}; see ${where}`;
}

/** The message of an error without the address of a page. */
export function reasonOf(error: unknown): string {
  if (error instanceof PolicyEngineError) return error.reason;
  return error instanceof Error ? error.message || error.name : String(error);
}
