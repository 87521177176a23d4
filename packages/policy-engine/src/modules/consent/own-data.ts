/** What the engine knows of what a person decided, for their export. */
import { Cookies } from '../../platform/web/cookies.ts';
import type { ExportedDecision, ExportExtras } from '../export/export-request.ts';
import type { StoredEvent } from '../proof/rows.ts';
import type { LedgerService } from '../proof/service.ts';
import type { ConsentService } from './service.ts';

/** Entries of the ledger that are exported; nobody decides as often in a life. */
const MOST = 10_000;

/** @param user - the host's record */
export async function ownDecisions(
  { consents, ledger }: { readonly consents: ConsentService; readonly ledger: LedgerService },
  { userId, user, locale }: { readonly userId: string; readonly user: unknown; readonly locale: string },
): Promise<Pick<ExportExtras, 'consents' | 'decisions'>> {
  const [statuses, events] = await Promise.all([
    consents.statuses({ user: { id: userId, record: user }, cookies: new Cookies(null) }),
    ledger.eventsAbout({ userId, visitorId: null }, { limit: MOST }),
  ]);
  const labels = new Map(statuses.map(({ rule }) => [rule.name, rule.label(locale)]));
  return {
    consents: statuses.map(({ rule, state, decidedAt }) => {
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
  };
}

function decisionOf({ leaf, identity }: StoredEvent, labels: ReadonlyMap<string, string>): ExportedDecision {
  const { id, kind, rule, decision, version, textHash, at, how } = leaf;
  return {
    id,
    // Events of the sealer are about nobody.
    kind: kind === 'adoption' ? kind : 'decision',
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
