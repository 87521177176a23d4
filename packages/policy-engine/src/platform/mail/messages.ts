/** The mails of the engine, and what each is told. Plain data: it is stored as JSON until the mail is sent. */

/** A head of the ledger, as a mail tells it. */
interface NotedHead {
  readonly sequence: number;
  readonly hash: string;
  readonly signature: string | null;
  readonly keyId: string | null;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** What each mail is told. Times are ISO 8601 in UTC, paths begin at the engine's mount path; a full URL is left as it is. */
export interface MailData {
  /** To the administrators: somebody asked for their data. */
  readonly portability_requested: {
    readonly requestId: string;
    readonly userId: string;
    readonly dueAt: string;
    /** Whether it was confirmed as it came (`portability.autoConfirm`). Default: false. */
    readonly isConfirmed?: boolean;
    readonly path: string;
  };
  /** To the user: the request was confirmed, the export is being made. */
  readonly portability_progress: { readonly requestId: string; readonly path: string };
  /** To the user: the export can be fetched. */
  readonly portability_completed: {
    readonly requestId: string;
    readonly expireAt: string | null;
    readonly path: string;
  };
  /** To the user: the request was denied, and why. */
  readonly portability_denied: { readonly requestId: string; readonly reason: string; readonly path: string };
  /** To the user: it takes longer, and why (GDPR Art. 12(3)). */
  readonly portability_extended: {
    readonly requestId: string;
    readonly reason: string;
    readonly dueAt: string;
    readonly path: string;
  };
  /** To the administrators, once a day: requests whose time is over. */
  readonly requests_overdue: {
    /** The longest overdue ones. */
    readonly requests: ReadonlyArray<{ readonly id: string; readonly userId: string; readonly dueAt: string }>;
    /** How many there are. Default: as many as are named. */
    readonly total?: number;
    readonly path: string;
  };
  /** To the administrators, once a day: the newest head of the ledger, to be kept where the database can't reach. */
  readonly ledger_digest: {
    readonly head: NotedHead;
    /** How many events it covers, with the heads before it. */
    readonly events: number;
    readonly path: string;
  };
}

/** Name of a mail. */
export type MailName = keyof MailData;
