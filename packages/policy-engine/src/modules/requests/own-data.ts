/** What the register knows of a person, for their export. */
import type { Language } from '../../platform/web/i18n.ts';
import type { ExportExtras } from '../export/export-request.ts';
import type { RequestService } from './service.ts';

/** Whose data the engine itself is asked for, and in which language. */
export interface DataSubject {
  readonly userId: string;
  /** The host's record. */
  readonly user: unknown;
  /** BCP 47 tag. */
  readonly locale: string;
}

/** What they asked for. */
export async function ownRequests(
  requests: RequestService,
  userId: string,
  { t }: Language,
): Promise<Pick<ExportExtras, 'requests'>> {
  const own = await requests.ofUser(userId);
  return {
    requests: own.map(({ id, state, createdAt, closedAt }) => ({
      id,
      kind: t('requests.kind'),
      state: t(`requests.state.${state}`),
      createdAt,
      completedAt: closedAt,
    })),
  };
}
