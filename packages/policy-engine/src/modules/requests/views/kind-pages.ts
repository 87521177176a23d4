/** The display of a kind of request: its addresses, texts and colours. */
import type { TextKey, Tone } from '../../../platform/web/index.ts';
import type { PersonRequest, RequestFilter } from '../register/request.ts';

/** The administrators' actions on a request; not every kind has every action. */
export type ActName =
  | 'confirm'
  | 'deny'
  | 'extend'
  | 'retry'
  | 'delete'
  | 'reopen'
  | 'hold'
  | 'release'
  | 'erase_found'
  | 'settle';

/** Administrators' actions on several requests at once. */
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
  /** The page that asks for confirmation of an action. */
  readonly ask: (id: string, act: ActName) => string;
}

/** The question before an action. `text` may name the `{person}`. */
export interface Question {
  readonly title: TextKey;
  readonly text: TextKey;
  /** Label of the button. */
  readonly verb: TextKey;
  /** Whether it cannot be undone. */
  readonly isFinal: boolean;
}

/** A question with a reason as its answer. */
export interface ReasonQuestion extends Question {
  /** Hint on what to write. */
  readonly hint: TextKey;
}

/** The question before a closed request is reopened. */
export const reopenQuestion: ReasonQuestion = {
  title: 'requests.reopen.title',
  text: 'requests.reopen.text',
  verb: 'requests.reopen',
  hint: 'requests.reopen.hint',
  isFinal: false,
};

/** Texts and colours of a kind's pages. */
export interface KindPages<Request extends PersonRequest> {
  readonly paths: RequestPaths;
  /** The HTTP method of actions. */
  readonly method: 'post' | 'put';
  /** The one that actions had before, which is still answered. */
  readonly formerMethod?: 'put';
  /** The administrators' list: its subject, and its text if it is empty. */
  readonly list: {
    readonly title: TextKey;
    readonly lead: TextKey;
    readonly none: TextKey;
    readonly noneText: TextKey;
  };
  /** The kind in a word, such as "Access request". */
  readonly kind: TextKey;
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
  /** The host's name of the person: their email address or name, else "User 7". */
  readonly person: string;
}

/** A request as administrators see it. */
export interface Shown<Request extends PersonRequest> extends Acting<Request> {
  readonly overdue: boolean;
  /** Whether the request is open. */
  readonly open: boolean;
  readonly mayExtend: boolean;
  /** Days until the deadline, negative after it; null for a closed request. */
  readonly daysLeft: number | null;
}
