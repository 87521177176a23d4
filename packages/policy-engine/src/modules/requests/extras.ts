/** What the engine itself knows of a person, for their export: what they decided, and what they asked for. */
import type { ConsentService } from '../consent/service.ts';
import type { StoredEvent } from '../proof/rows.ts';
import type { Ledger } from '../proof/service.ts';
import type { ExportedDecision, ExportExtras } from '../export/export-request.ts';
import { Cookies } from '../../platform/web/cookies.ts';
import type { Language } from '../../platform/i18n/language.ts';
import type { RequestService } from './service.ts';

/** Where it is read. */
export interface ExtrasSources {
  readonly consents: ConsentService;
  readonly ledger: Ledger;
  readonly requests: RequestService;
  readonly language: (locale: string) => Language;
}

/** Entries of the ledger that are exported; nobody decides as often in a life. */
const MOST = 10_000;

/** @param user - the host's record */
export async function extrasOf(
  { consents, ledger, requests, language }: ExtrasSources,
  { userId, user, locale }: { readonly userId: string; readonly user: unknown; readonly locale: string },
): Promise<ExportExtras> {
  const { t } = language(locale);
  const [standings, own, events] = await Promise.all([
    consents.standings({ user: { id: userId, record: user }, cookies: new Cookies(null) }),
    requests.ofUser(userId),
    ledger.eventsAbout({ userId, visitorId: null }, { limit: MOST }),
  ]);
  const labels = new Map(standings.map(({ rule }) => [rule.name, rule.label(locale)]));
  return {
    consents: standings.map(({ rule, state, decidedAt }) => {
      // Of the text they decided on, which need not be the one in force.
      const decided = state === 'passive' ? undefined : events.find(({ leaf }) => leaf.rule === rule.name)?.leaf;
      return {
        rule: rule.name,
        label: rule.label(locale),
        state,
        decidedAt: state === 'passive' ? null : decidedAt,
        version: decided?.version ?? null,
        hash: decided?.textHash ?? null,
      };
    }),
    decisions: events.map((event) => decisionOf(event, labels)),
    requests: own.map(({ id, state, createdAt, closedAt }) => ({
      id,
      kind: t('requests.kind'),
      state: t(`requests.state.${state}`),
      createdAt,
      completedAt: closedAt,
    })),
  };
}

function decisionOf({ leaf, identity }: StoredEvent, labels: ReadonlyMap<string, string>): ExportedDecision {
  const { id, kind, rule, decision, version, textHash, at, how } = leaf;
  return {
    id,
    kind,
    rule,
    // A rule that is gone has its name.
    label: rule === null ? null : (labels.get(rule) ?? rule),
    decision,
    version,
    hash: textHash,
    at,
    how,
    locale: identity?.locale ?? null,
    userAgent: identity?.userAgent ?? null,
    network: identity?.ip ?? null,
  };
}
