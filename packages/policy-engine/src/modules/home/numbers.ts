/** Each number of the panel: what it counts, and the list that has as many entries. The only place where they are defined. */
import { type CappedCount, COUNT_LIMIT } from '../../platform/database/statements/capped-count.ts';
import type { TextKey } from '../../platform/i18n/language.ts';
import { PEOPLE } from '../../platform/users/person-path.ts';
import type { Jobs } from '../../platform/jobs/job.ts';
import type { Audit } from '../audit/index.ts';
import type { LedgerService } from '../proof/index.ts';
import { type RequestDesk, REQUESTS } from '../requests/index.ts';
import type { Rule, Rules } from '../rules/index.ts';
import type { PeopleList } from '../subjects/index.ts';
import type { VersionFigures } from '../terms/index.ts';
import type { WebhookService } from '../webhooks/index.ts';

/** Names of what is counted. */
export const numberNames = [
  'accepted',
  'rejected',
  'people_accepted',
  'people_rejected',
  'opt_outs',
  'decisions',
  'entries',
  'requests_open',
  'requests_overdue',
  'requests_week',
  'requests_failed',
  'requests_closed',
  'requests_all',
  'jobs_failed',
  'webhooks_failed',
  'actions',
] as const;
/** One of {@link numberNames}: `numbers.<name>` is its label, and `numbers.<name>.text` its definition. */
export type NumberName = (typeof numberNames)[number];

/** A list, and the filters of its query. */
export interface CountedList {
  readonly path: string;
  readonly query: Readonly<Record<string, string | number>>;
}

/** A number with its list. */
export interface PanelNumber extends CappedCount {
  readonly name: NumberName;
  readonly label: TextKey;
  readonly definition: TextKey;
  /** The policy that it is about; null for all. */
  readonly rule: Rule | null;
  /** Version of the text; null without a policy. */
  readonly version: number | null;
  /** The list: its path below the mount path, and its filters. */
  readonly list: CountedList;
}

/** What counting needs. */
export interface NumberSources {
  readonly rules: Rules;
  /** The texts in force, by rule. */
  readonly current: () => Promise<ReadonlyMap<string, { readonly id: string; readonly version: number }>>;
  /** Of every rule. */
  readonly figures: () => Promise<readonly VersionFigures[]>;
  readonly people: Pick<PeopleList, 'count'>;
  readonly ledger: Pick<LedgerService, 'count'>;
  readonly desk: Pick<RequestDesk, 'counts'>;
  readonly jobs: Pick<Jobs, 'health'>;
  readonly webhooks: Pick<WebhookService, 'count'>;
  readonly audit: Pick<Audit, 'count'>;
}

const listed = (path: string, query: CountedList['query'] = {}): CountedList => ({ path, query });
const exactly = (count: number): CappedCount => ({ count, isCapped: false });
/** Lists count so far and no further. */
const asInList = (count: number): CappedCount => ({
  count: Math.min(count, COUNT_LIMIT),
  isCapped: count > COUNT_LIMIT,
});

function numberOf(
  name: NumberName,
  list: CountedList,
  count: CappedCount,
  about: { readonly rule: Rule; readonly version: number } | null = null,
): PanelNumber {
  const texts = { label: `numbers.${name}`, definition: `numbers.${name}.text` } as const;
  return { name, ...texts, list, ...count, rule: about?.rule ?? null, version: about?.version ?? null };
}

/** All numbers: those of each policy with a text in force first. */
export async function numbersOf(sources: NumberSources): Promise<PanelNumber[]> {
  const { rules, current, ledger, desk, jobs, webhooks, audit } = sources;
  const [texts, counted] = await Promise.all([current(), sources.figures()]);
  const policies = rules.all.filter(({ name, notice }) => !notice && texts.has(name));
  const [ofPolicies, decisions, entries, requests, health, failed, actions] = await Promise.all([
    Promise.all(
      policies.map((rule) => {
        const { id = '', version = 0 } = texts.get(rule.name) ?? {};
        return numbersOfRule(
          sources.people,
          { rule, id, version },
          counted.filter((one) => one.rule === rule.name),
        );
      }),
    ),
    ledger.count({ kind: 'decisions' }),
    ledger.count({ kind: 'all' }),
    desk.counts(),
    jobs.health(),
    webhooks.count({ state: 'failed' }),
    audit.count({}),
  ]);
  const states = ['open', 'overdue', 'week', 'failed', 'closed', 'all'] as const;
  return [
    ...ofPolicies.flat(),
    numberOf('decisions', listed('/ledger'), decisions),
    numberOf('entries', listed('/ledger', { kind: 'all' }), entries),
    ...states.map((state) => numberOf(`requests_${state}`, listed(REQUESTS, { state }), exactly(requests[state]))),
    numberOf('jobs_failed', listed('/jobs'), exactly(health.failed)),
    numberOf('webhooks_failed', listed('/webhooks', { state: 'failed' }), failed),
    numberOf('actions', listed('/audit'), actions),
  ];
}

/** Decisions on the text in force, and people by their current decision on it; opt-outs on every version. */
async function numbersOfRule(
  people: NumberSources['people'],
  about: { readonly rule: Rule; readonly id: string; readonly version: number },
  counted: readonly VersionFigures[],
): Promise<PanelNumber[]> {
  const { rule, id, version } = about;
  const numbers = (['accepted', 'rejected'] as const).map(async (decision) => {
    const query = { rule: rule.name, version, decision };
    const decisions = counted.reduce((sum, one) => sum + (one.version === version ? one[decision] : 0), 0);
    return [
      numberOf(decision, listed('/ledger', query), asInList(decisions), about),
      numberOf(`people_${decision}`, listed(PEOPLE, query), await people.count({ ...query, textId: id }), about),
    ];
  });
  const shown = (await Promise.all(numbers)).flat();
  if (!rule.sells) return shown;
  const optOuts = counted.reduce((sum, { rejected }) => sum + rejected, 0);
  const list = listed('/ledger', { rule: rule.name, decision: 'rejected' });
  return [...shown, numberOf('opt_outs', list, asInList(optOuts), about)];
}
