/** A kind of request, as what all kinds share knows it: its tables through a small port, its words, and what can be done. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { AliasableExpression } from 'kysely';
import type { Database } from '../../platform/database/port.ts';
import type { TimeText } from '../../platform/database/times.ts';
import type { MailName } from '../../platform/mail/messages.ts';
import type { Language, TextKey } from '../../platform/i18n/language.ts';
import type { View } from '../../platform/web/index.ts';
import type { ExportedRequest } from '../export/export-request.ts';
import type { PersonRequest, States } from './request.ts';
import type { BulkAct, KindPages, Shown } from './views/kind-pages.ts';

/** A request as lists filter, sort and count it. */
export interface RequestRow {
  readonly id: string;
  readonly user_id: string | null;
  readonly state: string;
  readonly created_at: TimeText;
  /** Of an open request the last moment of its legal deadline; of another one, or without an entry in the register, any time. */
  readonly due_at: TimeText;
  /** 1 where the person waits and the deadline is over, else 0. */
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
  /** A request that nobody else changes until the transaction ends. */
  lock(transaction: Database, id: string): Promise<Request | undefined>;
  /** Whether a user waits for an answer. */
  hasOpen(database: Database, userId: string): Promise<boolean>;
  /** All requests of a user, the newest first. */
  ofUser(database: Database, userId: string): Promise<Request[]>;
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

/** A request as the lists show it. */
export interface ListedRequest extends Shown<PersonRequest> {
  readonly badge: JSX.Element;
  readonly mayConfirm: boolean;
  readonly mayDeny: boolean;
}

/** Something that is on record about a request. */
export interface RecordedMoment {
  readonly at: TimeText;
  readonly text: TextKey;
  /** What it was done to, in words of the host's. Default: nothing. */
  readonly about?: string;
}

/** A request, with its kind. */
export interface KindRequest {
  readonly kind: RequestKind;
  readonly request: PersonRequest;
}

/** How a request came that was not made in the person's own pages, such as by letter or on the phone. */
export interface Elsewhere {
  readonly receivedAt: Date;
  /** Notes who took it in, in the transaction that stores it. */
  readonly note: (transaction: Database, id: string) => Promise<void>;
}

/** Such a request, of a person whom somebody vouches for. */
export interface RequestElsewhere extends Elsewhere {
  readonly userId: string;
  /** Language of the person, BCP 47. */
  readonly locale: string;
}

/** What a kind gives for the hook `requestKind`. */
export interface RequestKind {
  /** A word, as in `portability`. */
  readonly name: string;
  /** Path of the administrators' list, below the mount path. */
  readonly path: string;
  /** What is asked for, in a word or two. */
  readonly label: TextKey;
  /** What is asked before it is confirmed with others. Names nobody. */
  readonly confirmText: TextKey;
  readonly states: States<string>;
  readonly pages: KindPages<PersonRequest>;
  readonly tables: Pick<RequestTables<PersonRequest>, 'rows' | 'load' | 'lock' | 'ofUser'>;
  /** The mails about one request, by their names. */
  readonly mails: readonly MailName[];
  /** Whether administrators may note something about a request: not while its person is being forgotten, or is. */
  takesNotes(request: PersonRequest): boolean;
  /** How a request is shown in a list. */
  listed(view: View, request: PersonRequest): Promise<ListedRequest>;
  /** Takes in a request that was made elsewhere; null where nobody can ask for this. */
  readonly receive: ((asked: RequestElsewhere) => Promise<PersonRequest>) | null;
  /** Does to one request what an administrator has confirmed for several. `reason` is there where the act needs one. */
  act(act: BulkAct, id: string, reason: string): Promise<unknown>;
  /** What is on record about a request beside its own facts, the log and its mails, such as the steps of its work. */
  moments(request: PersonRequest, locale: string): Promise<readonly RecordedMoment[]>;
  /** What a person asked for, for their export; the newest first. */
  exported(userId: string, language: Language): Promise<readonly ExportedRequest[]>;
}
