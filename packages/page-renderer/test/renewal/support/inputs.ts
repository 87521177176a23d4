import type { Exchange, Judging } from '../../../dist/renewal/judge.js';

export const PAGE = 'https://example.com/';
export const NOW = Date.parse('2026-11-23T12:00:00Z');

/** An exchange that can be repeated, with changes. Undefined headers are left out. */
export function exchange(
  changes: Partial<Omit<Exchange, 'answer'>> & {
    status?: number;
    headers?: Record<string, string | undefined>;
  } = {},
): Exchange {
  const { status = 200, headers = {}, ...rest } = changes;
  const all = Object.entries({ 'content-type': 'text/html', etag: '"1"', ...headers });
  const given = Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined));
  return {
    url: PAGE,
    method: 'GET',
    type: 'Document',
    sent: { accept: '*/*', 'user-agent': 'test' },
    end: 'whole',
    ...rest,
    answer: { status, headers: given, at: NOW },
  };
}

export const JUDGING: Judging = { url: PAGE, pageHeaders: [], isAdded: () => false };
