/** What other modules and the host know of this module: options, members, services, hooks, and the names below. */
import type { RequestDesk } from './desk.ts';
import type { RequestKind } from './register/kind.ts';

export { dayText, deadlineAfter, MONTHS, overdueBefore } from './deadlines/deadline.ts';
export { isDeliberate } from './routes/deliberate.ts';
export type { RequestDesk } from './desk.ts';
export { Creating, type HostUsers, languageOf, listed, withReason } from './register/engine-actions.ts';
export type {
  Denial,
  Elsewhere,
  Extension,
  KindRequest,
  ListedRequest,
  RecordedMoment,
  RequestElsewhere,
  RequestKind,
  RequestRow,
  RequestTables,
} from './register/kind.ts';
export type { OpenCounts, RequestCounts } from './register/counts.ts';
export { requestSubjects, SHARED_ACTIONS } from './register/log-subjects.ts';
export { reasonedMail } from './notices/mail-contents.ts';
export { notifyPerson } from './notices/mails.ts';
export { REQUESTS } from './routes/paths.ts';
export { RequestRegister, type RequestRegisterOptions, type RequestsPage } from './register/register.ts';
export { isOpen, isOverdue, type PersonRequest, type RequestFilter, type States } from './register/request.ts';
export { acted, declareActs, declareQuestion, extensionOf } from './routes/acts.ts';
export { type CountsBody, CountsJson, countsJson } from './routes/all.ts';
export { type RequestOfKindBody, RequestOfKindJson, requestOfKindJson } from './routes/files.ts';
export { declareList, rowOf } from './routes/list.ts';
export { drawnRecord } from './routes/record.ts';
export {
  actingForCall,
  actingOn,
  ADMIN,
  type AnyCall,
  Id,
  type KindRoutes,
  Nothing,
  shownOf,
  subjectOf,
} from './routes/shared.ts';
export { questionPage } from './views/act-pages.tsx';
export {
  type Acting,
  type BulkAct,
  type KindPages,
  type Question,
  type ReasonQuestion,
  reopenQuestion,
  type Shown,
} from './views/kind-pages.ts';
export { requestColumns, type RequestListRow } from './views/list-page.tsx';
export { onePage } from './views/one-page.tsx';
export { commonSteps, type ExpectedEvent, type PastEvent } from './views/own-timeline.tsx';
export { ActLink, Due, Live, Made, Moment, ReasonFact, StateBadge } from './views/parts.tsx';
export { ALONE, AskCard, type CardHeading, CurrentRequest, EarlierRequests, personPage } from './views/person-page.tsx';
export { notifyOfRequest, type RequestStep } from './notices/webhook-events.ts';

declare module '../../kernel/module.ts' {
  interface Services {
    readonly requests: RequestDesk;
  }
  interface Hooks {
    /** A kind of request, through which the shared code reads it. */
    readonly requestKind: RequestKind;
  }
}
