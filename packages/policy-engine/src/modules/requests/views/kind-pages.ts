/** How a kind of request is shown: its addresses, its words, its colours. */
import type { TextKey, Tone } from '../../../platform/web/index.ts';
import type { PersonRequest, RequestFilter } from '../request.ts';

/** Where an administrator acts on a request; not every kind has every act. */
export type ActName = 'confirm' | 'deny' | 'extend' | 'retry' | 'delete' | 'hold' | 'release';

/** What administrators do to several requests at once. */
export const bulkActs = ['confirm', 'deny', 'extend'] as const;
/** One of {@link bulkActs}. */
export type BulkAct = (typeof bulkActs)[number];

/** Paths of a kind below the mount path. */
export interface RequestPaths {
  /** The person's own. */
  readonly mine: string;
  readonly own: (id: string) => string;
  /** All of them, for administrators. */
  readonly all: string;
  readonly one: (id: string) => string;
  readonly act: (id: string, act: ActName) => string;
  /** The page that asks before an act. */
  readonly ask: (id: string, act: ActName) => string;
}

/** What is asked before an act. `text` may name the `{person}`. */
export interface Question {
  readonly title: TextKey;
  readonly text: TextKey;
  /** What the button says. */
  readonly verb: TextKey;
  /** Whether it can't be undone. */
  readonly isFinal: boolean;
}

/** A question that is answered with a reason. */
export interface ReasonQuestion extends Question {
  /** What to write. */
  readonly hint: TextKey;
}

/** Words and colours of a kind's pages. */
export interface KindPages<Request extends PersonRequest> {
  readonly paths: RequestPaths;
  /** How acts are sent. */
  readonly method: 'post' | 'put';
  /** The administrators' list: what it is about, and what it says when it is empty. */
  readonly list: {
    readonly title: TextKey;
    readonly lead: TextKey;
    readonly none: TextKey;
    readonly noneText: TextKey;
  };
  /** Title of one request; names the `{person}`. */
  readonly one: TextKey;
  /** The filters of the list after "All", in their order. */
  readonly filters: readonly RequestFilter<Request['state']>[];
  filterText(filter: RequestFilter<Request['state']>): TextKey;
  stateText(state: Request['state']): TextKey;
  readonly tones: Readonly<Record<Request['state'], Tone>>;
}

/** A request, with who made it. */
export interface Acting<Request extends PersonRequest> {
  readonly request: Request;
  /** What the host calls the person: their e-mail address or name, else "User 7". */
  readonly person: string;
}

/** A request as administrators see it. */
export interface Shown<Request extends PersonRequest> extends Acting<Request> {
  readonly overdue: boolean;
  /** Whether the person still waits for an answer. */
  readonly open: boolean;
  readonly mayExtend: boolean;
  /** Days until the deadline, negative after it; null where nobody waits any more. */
  readonly daysLeft: number | null;
}
