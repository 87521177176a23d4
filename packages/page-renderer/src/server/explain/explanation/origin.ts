/** What the origin of a page says about caching, and what is made of it. */
import { kindOf, unsettled } from '../../../cache/origin/origin-rules.ts';
import { headerOf, proposedRule } from '../../../cache/origin/remedy.ts';
import type { CacheKey } from '../../../cache/keys/key.ts';
import { objectionsIn } from '../../../headers/caching.ts';
import type { WholeOriginRule } from '../../../options/origin-rules.ts';
import type { RenderResult } from '../../../render/pipeline.ts';
import type { Explanation } from './explanation.ts';
import { cut, MAX_ITEMS, ORIGIN_TEXTS } from './texts.ts';

type Origin = NonNullable<Explanation['origin']>;

/** What the explanation is about. */
interface Explained {
  readonly result: RenderResult | undefined;
  /** Undefined without a cache. */
  readonly key: CacheKey | undefined;
  /** What the configuration says about the page. */
  readonly rule: WholeOriginRule | undefined;
}

/** Request headers on which a page depends, whose value neither its key nor a rule settles; `*`: anything. */
export function varyingOf({ result, key, rule }: Explained): string[] {
  const objections = [...new Set(result?.hops.flatMap((hop) => objectionsIn(hop.headers)))];
  const open = key ? unsettled(objections, key) : objections;
  if (rule?.ignore.includes('vary') === true) return [];
  return open.flatMap((one) => (one.startsWith('vary: ') ? [one.slice('vary: '.length)] : []));
}

/** Null without a cache, and if there is no page. */
export function originOf({ result, key, rule }: Explained): Explanation['origin'] {
  if (!key || !result || result.verdict === 'passed-through') return null;
  const { hops } = result;
  const objections = [...new Set(hops.flatMap((hop) => objectionsIn(hop.headers)))];
  const open = unsettled(objections, key);
  const ignored = new Set<string>(rule?.ignore);
  const outcomeOf = (one: (typeof objections)[number]) =>
    !open.includes(one) ? 'in-key' : ignored.has(kindOf(one)) ? 'ignored' : 'honoured';
  const standing = open.filter((one) => outcomeOf(one) === 'honoured');
  const noVarySearch = hops.length === 1 ? hops[0]?.headers['no-vary-search'] : undefined;
  return {
    cacheable: standing.length === 0,
    says: objections.slice(0, MAX_ITEMS).map((one): Origin['says'][number] => {
      const outcome = outcomeOf(one);
      return { header: cut(headerOf(one)), outcome, sentence: ORIGIN_TEXTS[outcome] };
    }),
    noVarySearch: noVarySearch === undefined ? null : cut(noVarySearch),
    rule: rule
      ? { urlPattern: cut(rule.urlPattern), ignore: [...rule.ignore], keyHeaders: [...rule.keyHeaders] }
      : null,
    proposal: standing.length === 0 ? null : cut(JSON.stringify(proposedRule(key.url, standing))),
  };
}
