/** A kind of request, as what all kinds share knows it: its tables through a small port, and where its pages are. */
import type { Database } from '../../platform/database/port.ts';
import type { Language } from '../../platform/i18n/language.ts';
import type { ExportedRequest } from '../export/export-request.ts';
import type { PersonRequest, RequestFilter } from './request.ts';

/** Which requests are read for a page. */
export interface ListPlace<State extends string> {
  readonly filter: RequestFilter<State> | undefined;
  readonly now: Date;
  readonly limit: number;
  readonly offset: number;
}

/** The tables of a kind. */
export interface RequestTables<Request extends PersonRequest> {
  find(database: Database, id: string): Promise<Request | undefined>;
  /** A request that nobody else changes until the transaction ends. */
  lock(transaction: Database, id: string): Promise<Request | undefined>;
  /** Whether a user waits for an answer. */
  hasOpen(database: Database, userId: string): Promise<boolean>;
  /** All requests of a user, the newest first. */
  ofUser(database: Database, userId: string): Promise<Request[]>;
  /** Overdue ones first, the longest overdue on top; then the newest. `overdueFirst` orders a query so. */
  list(database: Database, place: ListPlace<Request['state']>): Promise<Request[]>;
  count(database: Database, filter: RequestFilter<Request['state']> | undefined, now: Date): Promise<number>;
  /** The longest overdue requests, the longest first. */
  overdue(database: Database, now: Date, limit: number): Promise<Request[]>;
  /** Notes that a locked request is denied, and why. */
  deny(transaction: Database, request: Request, denial: Denial): Promise<void>;
  /** Notes that the answer to a locked request takes longer, and why. */
  extend(transaction: Database, request: Request, extension: Extension): Promise<void>;
}

/** Why a request is denied, and when. */
export interface Denial {
  readonly reason: string;
  readonly at: Date;
}

/** Why an answer takes longer, and until when. */
export interface Extension extends Denial {
  readonly dueAt: Date;
}

/** What a kind gives for the hook `requestKind`. */
export interface RequestKind {
  /** A word, as in `portability`. */
  readonly name: string;
  /** Path of the administrators' list, below the mount path. */
  readonly path: string;
  /** The longest overdue requests, the longest first. */
  overdue(database: Database, now: Date, limit: number): Promise<readonly PersonRequest[]>;
  countOverdue(database: Database, now: Date): Promise<number>;
  /** What a person asked for, for their export; the newest first. */
  exported(userId: string, language: Language): Promise<readonly ExportedRequest[]>;
}
