/**
 * What decides whether a request gets the rendered page: who asks, and whether that is a renderer, which says so where the
 * user agent of another takes the place of its own.
 */
const DECIDING = ['User-Agent', 'X-Prerender'] as const;

const namesOf = (vary: string): string[] => vary.split(',').flatMap((name) => name.trim() || []);

/** Whether a `Vary` header says that the answer depends on the user agent. */
export const namesUserAgent = (vary: string): boolean =>
  namesOf(vary).some((name) => name === '*' || name.toLowerCase() === 'user-agent');

/**
 * A `Vary` header with what decides in it (RFC 9110 §12.5.5): a cache in front must keep the bots' pages apart from the
 * visitors', and those apart from what a renderer gets.
 */
export function withAgent(vary = ''): string {
  const names = namesOf(vary);
  if (names.includes('*')) return names.join(', ');
  const known = new Set(names.map((name) => name.toLowerCase()));
  return [...names, ...DECIDING.filter((name) => !known.has(name.toLowerCase()))].join(', ');
}
