/** A kind of request, as the shared code sees it: access to its tables, its texts, and the possible actions. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { AliasableExpression } from 'kysely';
import type { Database } from '../../../platform/database/port.ts';
import type { TimeText } from '../../../platform/database/statements/times.ts';
import type { MailName } from '../../../platform/mail/messages.ts';
import type { Language, TextKey } from '../../../platform/i18n/language.ts';
import type { View } from '../../../platform/web/index.ts';
import type { ExportedRequest } from '../../export/index.ts';
import type { PersonRequest, States } from './request.ts';
import type { BulkAct, KindPages, Shown } from '../views/kind-pages.ts';

/** A request as lists filter, sort and count it. */
export interface RequestRow {
  readonly id: string;
  readonly user_id: string | null;
  readonly state: string;
  readonly created_at: TimeText;
  /** For an open request the last moment of its legal deadline; for another one, or without an entry in the register, any time. */
  readonly due_at: TimeText;
  /** 1 if the request is open and overdue, else 0. */
  readonly late: number;
}

/** The tables of a kind. */
export interface RequestTables<Request extends PersonRequest> {
  /**
   * A row for each request, as a query that others filter and sort.
   *
   * @param now null for rows without deadlines: `due_at` is when they were made, and `late` is 0
   */
  rows(database: Database, now: Date | null): AliasableExpression<RequestRow>;
  /** Requests by their ids, in any order. */
  load(database: Database, ids: readonly string[]): Promise<Request[]>;
  find(database: Database, id: string): Promise<Request | undefined>;
  /** A request, locked until the transaction ends. */
  lock(transaction: Database, id: string): Promise<Request | undefined>;
  /** Whether a user has an open request. */
  hasOpen(database: Database, userId: string): Promise<boolean>;
  /** All requests of a user, the newest first. */
  ofUser(database: Database, userId: string): Promise<Request[]>;
  /** Moves the requests of an account to the one that it was merged into; none of them is open. */
  move(transaction: Database, from: string, into: string): Promise<void>;
  /** Records that a locked request is denied, and why. */
  deny(transaction: Database, request: Request, denial: Denial): Promise<void>;
  /** Records that a locked request that was denied is pending again. */
  reopen(transaction: Database, request: Request, at: Date): Promise<void>;
  /** Records that the deadline of a locked request is extended, and why. */
  extend(transaction: Database, request: Request, extension: Extension): Promise<void>;
}

/** Why a request is denied, and when. */
export interface Denial {
  readonly reason: string;
  readonly at: Date;
}

/** Why the deadline is extended, and until when. */
export interface Extension extends Denial {
  readonly dueAt: Date;
}

/** A request as the lists show it. */
export interface ListedRequest extends Shown<PersonRequest> {
  readonly badge: JSX.Element;
  readonly mayConfirm: boolean;
  readonly mayDeny: boolean;
}

/** A recorded event of a request. */
export interface RecordedMoment {
  readonly at: TimeText;
  readonly text: TextKey;
  /** Its object, in the host's words. Default: none. */
  readonly about?: string;
  /** Whether the host says so, or the administrator who entered the request. Default: the engine saw it itself. */
  readonly isVouched?: boolean;
}

/** A request, with its kind. */
export interface KindRequest {
  readonly kind: RequestKind;
  readonly request: PersonRequest;
}

/** How a request arrived that was not made on the person's own pages, such as by letter or by phone. */
export interface Elsewhere {
  readonly receivedAt: Date;
  /** Records who entered it, in the transaction that stores it. */
  readonly note: (transaction: Database, id: string) => Promise<void>;
}

/** Such a request, of a person whose identity was verified. */
export interface RequestElsewhere extends Elsewhere {
  readonly userId: string;
  /** Language of the person, BCP 47. */
  readonly locale: string;
}

/** What a kind provides for the hook `requestKind`. */
export interface RequestKind {
  /** A word, such as `portability`. */
  readonly name: string;
  /** Path of the administrators' list, below the mount path. */
  readonly path: string;
  /** Its name, in a word or two. */
  readonly label: TextKey;
  /** The question before several requests are confirmed. Names nobody. */
  readonly confirmText: TextKey;
  /** Whether a confirmed one cannot be undone. */
  readonly confirmsForGood: boolean;
  readonly states: States<string>;
  readonly pages: KindPages<PersonRequest>;
  readonly tables: Pick<RequestTables<PersonRequest>, 'rows' | 'load' | 'lock' | 'ofUser' | 'hasOpen' | 'move'>;
  /** The background jobs on one request, whose payload has its ID as `requestId`. */
  readonly jobs: readonly string[];
  /** The mails about one request, by name. */
  readonly mails: readonly MailName[];
  /** Whether administrators may add notes to a request: not if its person is being erased, or was. */
  takesNotes(request: PersonRequest): boolean;
  /** How a request is shown in a list. */
  listed(view: View, request: PersonRequest): Promise<ListedRequest>;
  /** Enters a request that was made elsewhere; null if this kind cannot be requested. */
  readonly receive: ((asked: RequestElsewhere) => Promise<PersonRequest>) | null;
  /**
   * Applies to one request what an administrator has confirmed for several. `reason` is present if the act needs one.
   *
   * @returns false if it was only proposed to a second administrator
   */
  act(act: BulkAct, id: string, reason: string): Promise<boolean>;
  /** Recorded events of a request besides its own fields, the audit log and its mails, such as the steps of its execution. */
  moments(request: PersonRequest, locale: string): Promise<readonly RecordedMoment[]>;
  /** A person's requests, for their export; the newest first. */
  exported(userId: string, language: Language): Promise<readonly ExportedRequest[]>;
}
