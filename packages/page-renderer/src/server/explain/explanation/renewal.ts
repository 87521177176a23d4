/** Whether a result could be renewed without a render after it has expired, and what has changed since the cached result. */
import type { Lookup, ResultCache } from '../../../cache/result-cache.ts';
import { wallClock } from '../../../kernel/clock.ts';
import type { Input, Inputs } from '../../../renewal/inputs.ts';
import { refused, unpackInputs } from '../../../renewal/inputs.ts';
import { isSame } from '../../../renewal/judge.ts';
import type { RenderResult } from '../../../render/pipeline.ts';
import type { Explanation } from './explanation.ts';
import { cut, MAX_ITEMS, REFUSAL_TEXTS, ROUTE_TEXTS } from './texts.ts';

type Renewal = NonNullable<Explanation['renewal']>;

/** Null if nothing is renewed, or if there is no result. */
export function renewalOf(
  result: RenderResult | undefined,
  lookup: Lookup | undefined,
  results: ResultCache | undefined,
): Explanation['renewal'] {
  const known = lookup && results?.renewalOf(lookup.key);
  if (!known || !lookup || !result?.inputs) return null;
  const inputs = result.verdict === 'complete' ? result.inputs : refused('verdict');
  const { refusal } = inputs;
  const before = lookup.result && unpackInputs(lookup.result.inputs);
  const { last, route } = known;
  return {
    renewable: refusal === null,
    reason: refusal?.reason ?? null,
    url: cutOrNull(refusal?.url),
    sentence: refusal ? REFUSAL_TEXTS[refusal.reason] : ROUTE_TEXTS[route],
    route,
    inputs: inputs.inputs.map((input) => told(input, before)).slice(0, MAX_ITEMS),
    renewed: secondsSince(lookup.result?.renewedAt),
    last: last ? { outcome: last.outcome, url: cutOrNull(last.url), age: secondsSince(last.at) ?? 0 } : null,
  };
}

/** @param at milliseconds since 1970 */
function secondsSince(at: number | null | undefined): number | null {
  return typeof at === 'number' ? Math.max(0, Math.floor((wallClock() - at) / 1_000)) : null;
}

function cutOrNull(text: string | null | undefined): string | null {
  return typeof text === 'string' ? cut(text) : null;
}

function told(input: Input, before: Inputs | undefined): Renewal['inputs'][number] {
  const { url, type, etag, lastModified, freshUntil } = input;
  const kept = before?.refusal === null ? before.inputs : undefined;
  const isKnown = (one: Input) => one.url === url && one.type === type;
  return {
    url: cut(url),
    type: cut(type),
    asked:
      freshUntil > wallClock() ? 'fresh' : etag !== null ? 'etag' : lastModified !== null ? 'last-modified' : 'status',
    changed: kept ? !kept.some((one) => isKnown(one) && isSame(one, input)) : null,
  };
}
