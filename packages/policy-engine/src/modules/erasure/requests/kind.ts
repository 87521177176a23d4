/** Erasure requests as the shared code of all kinds of request sees them. */
import type { BulkAct, RecordedMoment, RequestElsewhere, RequestKind } from '../../requests/index.ts';
import { ERASE, ERASE_FOUND, SEARCH_AGAIN } from '../job-names.ts';
import { awaitsIdentity, type ErasureRequest, mayCancelErasure, states } from './request.ts';
import { type ErasureRoutesOptions, shownErasure } from '../routes/shared.ts';
import type { ErasureStore } from './store.ts';
import { listedErasure } from '../views/admin-pages.tsx';
import { pages, paths } from '../views/pages.ts';

/** The kind "erasure request". */
export function kindOfRequest(options: ErasureRoutesOptions, store: ErasureStore): RequestKind {
  const { erasures } = options;
  const acts: Readonly<Record<BulkAct, (id: string, reason: string) => Promise<ErasureRequest>>> = {
    confirm: (id) => erasures.confirm(id),
    deny: (id, reason) => erasures.deny(id, reason),
    extend: (id, reason) => erasures.register.extend(id, reason),
  };
  return {
    name: 'erasure',
    path: paths.all,
    label: 'requests.kind.erasure',
    confirmText: 'requests.bulk.confirm.erasure',
    confirmsForGood: true,
    states,
    pages,
    tables: store,
    jobs: [ERASE, SEARCH_AGAIN, ERASE_FOUND],
    mails: [
      'erasure_requested',
      'erasure_received',
      'erasure_identify',
      'erasure_confirmed',
      'erasure_denied',
      'erasure_held',
      'erasure_released',
      'erasure_extended',
      'erasure_cancelled',
      'erasure_completed',
      'erasure_receipt',
      'erasure_reopened',
    ],
    takesNotes: ({ userId, state }: ErasureRequest) =>
      userId !== null && (mayCancelErasure({ state }) || state === 'denied' || state === 'cancelled'),
    listed: async (view, request: ErasureRequest) => listedErasure(view, await shownErasure(options, view, request)),
    get receive() {
      if (!erasures.isPossible) return null;
      // The administrator who enters the request has verified the identity.
      return ({ userId, locale, ...elsewhere }: RequestElsewhere) =>
        erasures.create({ id: userId, record: null }, { locale, proof: null, elsewhere });
    },
    async act(act, id, reason) {
      const { confirmedAt } = await acts[act](id, reason);
      return act !== 'confirm' || confirmedAt !== null;
    },
    moments: (request: ErasureRequest, locale) => momentsOf(options, request, locale),
    exported: async (userId, { t, text }) =>
      (await erasures.register.ofUser(userId)).map((request) => ({
        id: request.id,
        kind: t('erasure.kind'),
        state: awaitsIdentity(request) ? t('erasure.state.unidentified') : text(pages.stateText(request.state)),
        createdAt: request.createdAt,
        completedAt: request.closedAt,
      })),
  };
}

async function momentsOf(
  { erasures }: ErasureRoutesOptions,
  request: ErasureRequest,
  locale: string,
): Promise<readonly RecordedMoment[]> {
  const { identifiedAt, linksAsked, begunAt, closedAt, state } = request;
  const found: RecordedMoment[] = [];
  // Only the use of a mailed link is seen by the engine.
  if (identifiedAt !== null) {
    found.push({ at: identifiedAt, text: 'erasure.identified', isVouched: linksAsked === 0 });
  }
  if (begunAt !== null) found.push({ at: begunAt, text: 'erasure.receipt.begun' });
  for (const { state: step, label, at } of await erasures.progressOf(request, locale)) {
    if (step === 'done') found.push({ at, text: 'requests.timeline.step', about: label });
    if (step === 'failed') found.push({ at, text: 'requests.timeline.step_failed', about: label });
  }
  if (closedAt !== null && state === 'cancelled') found.push({ at: closedAt, text: 'erasure.state.cancelled' });
  if (closedAt !== null && state === 'completed') found.push({ at: closedAt, text: 'erasure.state.completed' });
  return found;
}
