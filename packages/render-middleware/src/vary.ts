const namesOf = (vary: string): string[] => vary.split(',').flatMap((name) => name.trim() || []);

/** Whether a `Vary` header says that the answer depends on the user agent. */
export const namesUserAgent = (vary: string): boolean =>
  namesOf(vary).some((name) => name === '*' || name.toLowerCase() === 'user-agent');

/**
 * A `Vary` header with `User-Agent` in it (RFC 9110 §12.5.5): a cache in front must keep the bots' pages apart from the
 * visitors'.
 */
export function withUserAgent(vary = ''): string {
  const names = namesOf(vary);
  return (namesUserAgent(vary) ? names : [...names, 'User-Agent']).join(', ');
}
