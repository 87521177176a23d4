/** Points in time, for people: how long ago or until when, with the exact time for those who need it. */
import type { JSX } from 'hono/jsx/jsx-runtime';

const STEPS: ReadonlyArray<readonly [most: number, unit: number, name: string]> = [
  [120_000, 1_000, 's'],
  [120 * 60_000, 60_000, 'min'],
  [48 * 3_600_000, 3_600_000, 'h'],
  [Infinity, 24 * 3_600_000, 'days'],
];

/** A duration in milliseconds: `40 s`, `12 min`, `30 h`, `5 days`. */
export function span(ms: number): string {
  const [, unit, name] = STEPS.find(([most]) => ms < most) ?? [0, 1, 'ms'];
  return `${Math.floor(ms / unit)} ${name}`;
}

/** `3 min ago` or `in 3 min`. Times are milliseconds since 1970. */
export function Moment({ at, now }: { at: number; now: number }): JSX.Element {
  const iso = new Date(at).toISOString();
  return (
    <time datetime={iso} title={`${iso.slice(0, 19).replace('T', ' ')} UTC`}>
      {at <= now ? `${span(now - at)} ago` : `in ${span(at - now)}`}
    </time>
  );
}
