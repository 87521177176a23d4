/**
 * The headers that decide whether a request gets the rendered page: the user agent, and `X-Prerender`, with which a renderer
 * identifies itself if it uses another user agent.
 */
const DECIDING = ['User-Agent', 'X-Prerender'] as const;

const namesOf = (vary: string): string[] => vary.split(',').flatMap((name) => name.trim() || []);

/** Whether a `Vary` header says that the response depends on the user agent. */
export const namesUserAgent = (vary: string): boolean =>
  namesOf(vary).some((name) => name === '*' || name.toLowerCase() === 'user-agent');

/**
 * A `Vary` header that includes these headers (RFC 9110 §12.5.5): a cache must not mix up the pages for bots, for visitors
 * and for renderers.
 */
export function withAgent(vary = ''): string {
  const names = namesOf(vary);
  if (names.includes('*')) return names.join(', ');
  const known = new Set(names.map((name) => name.toLowerCase()));
  return [...names, ...DECIDING.filter((name) => !known.has(name.toLowerCase()))].join(', ');
}
