/** The display of access requests: addresses, texts, colours. */
import type { KindPages, Question, ReasonQuestion, Shown } from '../../requests/index.ts';
import type { PortabilityRequest } from '../requests/request.ts';

/** Paths of the module below the mount path. */
export const paths = {
  mine: '/user_portability_requests',
  own: (id: string): string => `/user_portability_requests/${id}`,
  ownDelete: (id: string): string => `/user_portability_requests/${id}/delete`,
  download: (id: string): string => `/user_portability_requests/${id}/download`,
  all: '/portability_requests',
  one: (id: string): string => `/portability_requests/${id}`,
  act: (id: string, act: string): string => `/portability_requests/${id}/${act}`,
  /** Not at the address of the action, which runs for visitors from a page of this site. */
  ask: (id: string, act: string): string => `/portability_requests/${id}/${act === 'confirm' ? 'confirmation' : act}`,
} as const;

export const pages: KindPages<PortabilityRequest> = {
  paths,
  method: 'post',
  list: {
    title: 'requests.all.title',
    lead: 'requests.all.lead',
    none: 'requests.all.none',
    noneText: 'requests.all.none_text',
  },
  kind: 'requests.kind.portability',
  one: 'requests.one.title',
  filters: ['open', 'overdue', 'pending', 'progress', 'failed', 'completed', 'denied', 'expired'],
  filterText: (filter) => `requests.filter.${filter}`,
  stateText: (state) => `requests.state.${state}`,
  tones: {
    pending: 'warning',
    progress: 'info',
    completed: 'success',
    denied: 'neutral',
    failed: 'danger',
    expired: 'neutral',
  },
};

/** The question before an administrator's action. */
export const questions: {
  readonly confirm: Question;
  readonly retry: Question;
  readonly delete: Question;
  readonly deny: ReasonQuestion;
  readonly extend: ReasonQuestion;
} = {
  confirm: {
    title: 'requests.confirm.title',
    text: 'requests.confirm.text',
    verb: 'requests.confirm.verb',
    isFinal: false,
  },
  retry: { title: 'requests.retry.title', text: 'requests.retry.text', verb: 'requests.retry', isFinal: false },
  delete: { title: 'requests.delete.title', text: 'requests.delete.text', verb: 'requests.delete', isFinal: true },
  deny: {
    title: 'requests.deny.title',
    text: 'requests.deny.text',
    verb: 'requests.deny',
    hint: 'requests.deny.hint',
    isFinal: true,
  },
  extend: {
    title: 'requests.extend.title',
    text: 'requests.extend.text',
    verb: 'requests.extend',
    hint: 'requests.extend.hint',
    isFinal: false,
  },
};

/** An access request as administrators see it. */
export interface ShownExport extends Shown<PortabilityRequest> {
  /** Whether it was confirmed a while ago, and no worker has taken it. */
  readonly waiting: boolean;
  /** The missing option without which no export can be created; null if none is missing. */
  readonly lacking: string | null;
}
