/** What the engine itself knows of a person, for their export: what they decided, and what they asked for. */
import type { ConsentService } from '../consents/service.ts';
import type { ExportExtras } from '../portability/export-request.ts';
import { Cookies } from '../web/cookies.ts';
import type { Language } from '../web/i18n.ts';
import type { RequestService } from './service.ts';

/** Where it is read. */
export interface ExtrasSources {
  readonly consents: ConsentService;
  readonly requests: RequestService;
  readonly language: (locale: string) => Language;
}

/** @param user - the host's record */
export async function extrasOf(
  { consents, requests, language }: ExtrasSources,
  { userId, user, locale }: { readonly userId: string; readonly user: unknown; readonly locale: string },
): Promise<ExportExtras> {
  const { t } = language(locale);
  const [standings, own] = await Promise.all([
    consents.standings({ user: { id: userId, record: user }, cookies: new Cookies(null) }),
    requests.ofUser(userId),
  ]);
  return {
    consents: standings.map(({ rule, term, state, decidedAt }) => ({
      rule: rule.name,
      label: rule.label(locale),
      state,
      decidedAt,
      version: term?.version ?? null,
      hash: term?.hash ?? null,
    })),
    requests: own.map(({ id, state, createdAt, closedAt }) => ({
      id,
      kind: t('requests.kind'),
      state: t(`requests.state.${state}`),
      createdAt,
      completedAt: closedAt,
    })),
  };
}
