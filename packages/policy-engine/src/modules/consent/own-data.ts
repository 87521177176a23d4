/** What the engine knows about a person's decisions, for their export. */
import { Cookies } from '../../platform/web/request/cookies.ts';
import type { ExportExtras, ExportedDecision, ExportedText } from '../export/index.ts';
import type { LedgerService, StoredEvent } from '../proof/index.ts';
import { type Rules, vendorsIn } from '../rules/index.ts';
import type { TermsService } from '../terms/index.ts';
import type { ConsentService } from './service.ts';

/** Entries of the ledger that are exported; far more than one person makes. */
const MOST = 10_000;

/** Where decisions, and the texts they were made on, are read. */
export interface OwnDecisionsSources {
  readonly consents: ConsentService;
  readonly ledger: LedgerService;
  readonly terms: TermsService;
  readonly rules: Rules;
}

/** @param user - the host's record */
export async function ownDecisions(
  { consents, ledger, terms, rules }: OwnDecisionsSources,
  { userId, user, locale }: { readonly userId: string; readonly user: unknown; readonly locale: string },
): Promise<Pick<ExportExtras, 'consents' | 'decisions' | 'texts'>> {
  const [statuses, events] = await Promise.all([
    consents.statuses({ user: { id: userId, record: user }, cookies: new Cookies(null) }),
    ledger.eventsAbout({ userId, visitorId: null }, { limit: MOST }),
  ]);
  const labels = new Map(statuses.map(({ rule }) => [rule.name, rule.label(locale)]));
  return {
    consents: statuses.map(({ rule, state, decidedAt }) => {
      // Of the text that was decided on, which may differ from the one in force.
      const decided = state === 'passive' ? undefined : events.find(({ leaf }) => leaf.rule === rule.name)?.leaf;
      return {
        rule: rule.name,
        label: rule.label(locale),
        state,
        vendors: vendorsIn(decided?.vendors),
        decidedAt: state === 'passive' ? null : decidedAt,
        version: decided?.version ?? null,
        hash: decided?.textHash ?? null,
      };
    }),
    decisions: events.map((event) => decisionOf(event, labels)),
    texts: await agreedTexts(events, terms, rules),
  };
}

/** Each text once, the most recently accepted first. */
async function agreedTexts(
  events: readonly StoredEvent[],
  terms: TermsService,
  rules: Rules,
): Promise<readonly ExportedText[]> {
  const texts = new Map<string, ExportedText>();
  for (const { leaf } of events) {
    const { rule, version, textHash: hash, decision } = leaf;
    if (decision !== 'accepted' || rule === null || version === null || hash === null) continue;
    const key = `${rule} ${version} ${hash}`;
    if (texts.has(key)) continue;
    const {
      markdown = null,
      locale = null,
      publishedAt = null,
    } = (await terms.decidedOn({ rule, version, hash })) ?? {};
    // For a rule that no longer exists, its name.
    const title = rules.find(rule)?.label(locale ?? terms.defaultLocale) ?? rule;
    texts.set(key, { rule, title, version, hash, locale, publishedAt, markdown });
  }
  return [...texts.values()];
}

function decisionOf({ leaf, identity }: StoredEvent, labels: ReadonlyMap<string, string>): ExportedDecision {
  const { id, kind, rule, decision, vendors, version, textHash, at, decidedAt, months, posture, fact, how } = leaf;
  return {
    id,
    // Events of the sealer concern nobody.
    kind: kind === 'adoption' ? kind : 'decision',
    rule,
    // For a rule that no longer exists, its name.
    label: rule === null ? null : (labels.get(rule) ?? rule),
    decision,
    vendors: vendorsIn(vendors),
    version,
    hash: textHash,
    at,
    decidedAt,
    months,
    posture,
    fact,
    region: identity?.region ?? null,
    how,
    locale: identity?.locale ?? null,
    userAgent: identity?.userAgent ?? null,
    network: identity?.ip ?? null,
  };
}
