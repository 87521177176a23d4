/** What all kinds of request share knows of this one. */
import type { RequestKind } from '../requests/kind.ts';
import { awaitsIdentity } from './request.ts';
import type { ErasureService } from './service.ts';
import type { ErasureStore } from './store.ts';
import { pages, paths } from './views/pages.ts';

/** Requests to be forgotten, as a kind. */
export function kindOfRequest({ register }: ErasureService, store: ErasureStore): RequestKind {
  return {
    name: 'erasure',
    path: paths.all,
    overdue: (database, now, limit) => store.overdue(database, now, limit),
    countOverdue: (database, now) => store.count(database, 'overdue', now),
    exported: async (userId, { t, text }) =>
      (await register.ofUser(userId)).map((request) => ({
        id: request.id,
        kind: t('erasure.kind'),
        state: awaitsIdentity(request) ? t('erasure.state.unidentified') : text(pages.stateText(request.state)),
        createdAt: request.createdAt,
        completedAt: request.closedAt,
      })),
  };
}
