/** The display of erasure requests: addresses, words, colours. */
import type { TextKey } from '../../../platform/web/index.ts';
import type { KindPages, Question, ReasonQuestion } from '../../requests/index.ts';
import type { ErasureRequest, ErasureState } from '../requests/request.ts';

/** Paths of the module below the mount path. */
export const paths = {
  mine: '/user_erasure_requests',
  own: (id: string): string => `/user_erasure_requests/${id}`,
  ownDelete: (id: string): string => `/user_erasure_requests/${id}/delete`,
  ownIdentity: (id: string): string => `/user_erasure_requests/${id}/identity`,
  /** The address of a mailed link. */
  identity: '/erasure_identity',
  all: '/erasure_requests',
  one: (id: string): string => `/erasure_requests/${id}`,
  act: (id: string, act: string): string => `/erasure_requests/${id}/${act}`,
  ask: (id: string, act: string): string => `/erasure_requests/${id}/${act}`,
} as const;

const STATES: Readonly<Record<ErasureState, TextKey>> = {
  pending: 'requests.state.pending',
  held: 'erasure.state.held',
  denied: 'requests.state.denied',
  cancelled: 'erasure.state.cancelled',
  running: 'erasure.state.running',
  failed: 'requests.state.failed',
  completed: 'erasure.state.completed',
  reopened: 'erasure.state.reopened',
};

export const pages: KindPages<ErasureRequest> = {
  paths,
  method: 'post',
  formerMethod: 'put',
  list: {
    title: 'erasure.all.title',
    lead: 'erasure.all.lead',
    none: 'erasure.all.none',
    noneText: 'erasure.all.none_text',
  },
  kind: 'requests.kind.erasure',
  one: 'erasure.one.title',
  filters: ['open', 'overdue', 'pending', 'held', 'running', 'failed', 'reopened', 'completed', 'denied', 'cancelled'],
  filterText: (filter) => (filter === 'open' || filter === 'overdue' ? `requests.filter.${filter}` : STATES[filter]),
  stateText: (state) => STATES[state],
  tones: {
    pending: 'warning',
    held: 'info',
    denied: 'neutral',
    cancelled: 'neutral',
    running: 'info',
    failed: 'danger',
    completed: 'success',
    reopened: 'danger',
  },
};

/** The question before an administrator's action. */
export const questions: {
  readonly confirm: Question;
  readonly retry: Question;
  readonly release: (request: ErasureRequest) => Question;
  readonly deny: ReasonQuestion;
  readonly extend: ReasonQuestion;
  readonly hold: ReasonQuestion;
  readonly eraseFound: Question;
  readonly settle: ReasonQuestion;
} = {
  confirm: {
    title: 'erasure.confirm.title',
    text: 'erasure.confirm.text',
    verb: 'erasure.confirm.verb',
    isFinal: true,
  },
  retry: { title: 'erasure.retry.title', text: 'erasure.retry.text', verb: 'requests.retry', isFinal: false },
  release: ({ confirmedAt }) => ({
    title: 'erasure.release.title',
    text: confirmedAt === null ? 'erasure.release.text' : 'erasure.release.text_confirmed',
    verb: 'erasure.release',
    isFinal: false,
  }),
  deny: {
    title: 'erasure.deny.title',
    text: 'erasure.deny.text',
    verb: 'requests.deny',
    hint: 'erasure.deny.hint',
    isFinal: true,
  },
  extend: {
    title: 'erasure.extend.title',
    text: 'erasure.extend.text',
    verb: 'requests.extend',
    hint: 'erasure.extend.hint',
    isFinal: false,
  },
  eraseFound: {
    title: 'erasure.erase_found.title',
    text: 'erasure.erase_found.text',
    verb: 'erasure.erase_found',
    isFinal: true,
  },
  settle: {
    title: 'erasure.settle.title',
    text: 'erasure.settle.text',
    verb: 'erasure.settle',
    hint: 'erasure.settle.hint',
    isFinal: false,
  },
  hold: {
    title: 'erasure.hold.title',
    text: 'erasure.hold.text',
    verb: 'erasure.hold',
    hint: 'erasure.hold.hint',
    isFinal: false,
  },
};
