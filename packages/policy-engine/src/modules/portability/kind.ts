/** What all kinds of request share knows of this one. */
import type { RequestKind } from '../requests/kind.ts';
import type { PortabilityService } from './service.ts';
import type { PortabilityStore } from './store.ts';
import { paths } from './views/pages.ts';

/** Requests for a copy, as a kind. */
export function kindOfRequest({ register }: PortabilityService, store: PortabilityStore): RequestKind {
  return {
    name: 'portability',
    path: paths.all,
    overdue: (database, now, limit) => store.overdue(database, now, limit),
    countOverdue: (database, now) => store.count(database, 'overdue', now),
    exported: async (userId, { t }) =>
      (await register.ofUser(userId)).map(({ id, state, createdAt, closedAt }) => ({
        id,
        kind: t('requests.kind'),
        state: t(`requests.state.${state}`),
        createdAt,
        completedAt: closedAt,
      })),
  };
}
