/** Parts of the pages about cached results. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { REMEMBERED } from '../../../cache/results/demand.ts';
import type { Age } from '../../../cache/results/freshness.ts';
import type { KeyParts } from '../../../cache/keys/key.ts';
import { readKey } from '../../../cache/keys/key.ts';
import type { Metadata } from '../../../cache/stores/store.ts';
import { count } from '../../pages/format.ts';
import { Badge } from '../../pages/notice.tsx';
import type { Tone } from '../../pages/texts.ts';
import { VERDICT_TEXTS } from '../../pages/texts.ts';
import { Moment } from './moments.tsx';

/** Maximum number of characters of a text of a page. */
const MAX_TEXT = 500;

const KINDS: Readonly<Record<KeyParts['kind'], string>> = {
  render: 'HTML',
  screenshot: 'Screenshot',
  pdf: 'PDF',
  har: 'HAR',
  pair: 'HTML and screenshot',
};

/** A text of a page or a URL, not longer than a page needs. */
export function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

/** What a result is, and the options that distinguish it from others of the same URL. */
export function variantWords(key: string): string[] {
  const parts = readKey(key);
  if (!parts) return ['Unknown'];
  const { kind, options } = parts;
  const { mobile, width, height, headers, ...others } = options;
  const words = [KINDS[kind]];
  if (mobile) words.push('mobile');
  if (width !== undefined || height !== undefined) words.push(`${width ?? '–'} × ${height ?? '–'} px`);
  for (const [name, value] of Object.entries(others)) {
    if (typeof value === 'string' && !isUsual(name, value)) words.push(`${name}: ${value.slice(0, 80)}`);
  }
  const names = Object.keys(headers ?? {});
  if (names.length > 0) words.push(`headers: ${names.join(', ').slice(0, 80)}`);
  return words;
}

function isUsual(name: string, value: string): boolean {
  return (name === 'shadow' && value === 'flat') || (name === 'redirects' && value === 'follow');
}

const AGES: Readonly<Record<Age, { tone: Tone; label: string }>> = {
  fresh: { tone: 'success', label: 'Fresh' },
  stale: { tone: 'warning', label: 'Stale' },
  'stale-if-error': { tone: 'warning', label: 'Stale' },
  expired: { tone: 'neutral', label: 'Expired' },
};

/** Whether a result is served. A result of another configuration is not found any more. */
export function AgeBadge({ age, isServed }: { age: Age; isServed: boolean }): JSX.Element {
  const { tone, label } = isServed ? AGES[age] : { tone: 'neutral' as const, label: 'Older configuration' };
  return <Badge tone={tone}>{label}</Badge>;
}

/** Status and verdict of a result. */
export function Outcome({ metadata: { status, verdict } }: { metadata: Metadata }): JSX.Element {
  const { tone, label } = VERDICT_TEXTS[verdict];
  return (
    <span class="actions">
      <span class="figure">{status}</span> <Badge tone={tone}>{label}</Badge>
    </span>
  );
}

/** What the numbers of requests are. */
export const COUNTED_SINCE: string = `Requests are those to this instance since its start, from the cache or not, for the ${count(REMEMBERED)} results that were requested last.`;

/** Number of requests for a result. */
export function requestsText(requests: number | undefined): string {
  return requests === undefined ? '–' : count(requests);
}

/** When a result expires or has expired; it may be stored until it is removed. */
export function Expiry({ at, now }: { at: number; now: number }): JSX.Element {
  return at === Infinity ? <>never</> : <Moment at={at} now={now} />;
}
