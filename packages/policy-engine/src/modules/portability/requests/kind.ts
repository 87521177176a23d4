/** Access requests as the shared code of all kinds of request sees them. */
import type { BulkAct, RequestKind } from '../../requests/index.ts';
import { DISCARD, EXPORT } from '../job-names.ts';
import { type PortabilityRequest, states } from './request.ts';
import { type PortabilityRoutesOptions, shownExport } from '../routes/shared.ts';
import type { PortabilityStore } from './store.ts';
import { listedExport } from '../views/admin-pages.tsx';
import { pages, paths } from '../views/pages.ts';

/** The kind "access request". */
export function kindOfRequest(options: PortabilityRoutesOptions, store: PortabilityStore): RequestKind {
  const { requests } = options;
  const acts: Readonly<Record<BulkAct, (id: string, reason: string) => Promise<PortabilityRequest>>> = {
    confirm: (id) => requests.confirm(id),
    deny: (id, reason) => requests.deny(id, reason),
    extend: (id, reason) => requests.extend(id, reason),
  };
  return {
    name: 'portability',
    path: paths.all,
    label: 'requests.kind.portability',
    confirmText: 'requests.bulk.confirm.portability',
    confirmsForGood: false,
    states,
    pages,
    tables: store,
    jobs: [EXPORT, DISCARD],
    mails: [
      'portability_requested',
      'portability_progress',
      'portability_completed',
      'portability_denied',
      'portability_extended',
    ],
    takesNotes: () => true,
    listed: async (view, request: PortabilityRequest) => listedExport(view, await shownExport(options, view, request)),
    receive: ({ userId, locale, ...elsewhere }) => requests.create(userId, locale, elsewhere),
    async act(act, id, reason) {
      await acts[act](id, reason);
      return true;
    },
    moments: async ({ failedAt, closedAt, state }: PortabilityRequest) => [
      ...(failedAt !== null ? [{ at: failedAt, text: 'requests.timeline.copy_failed' } as const] : []),
      ...(closedAt !== null && state !== 'denied' ? [{ at: closedAt, text: 'requests.timeline.copied' } as const] : []),
    ],
    exported: async (userId, { t }) =>
      (await requests.register.ofUser(userId)).map(({ id, state, createdAt, closedAt }) => ({
        id,
        kind: t('requests.kind'),
        state: t(`requests.state.${state}`),
        createdAt,
        completedAt: closedAt,
      })),
  };
}
