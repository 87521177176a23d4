/**
 * A `Vary` header with `User-Agent` in it (RFC 9110 §12.5.5): a cache in front must keep the bots' pages apart from the
 * visitors'.
 */
export function withUserAgent(vary: string | undefined): string {
  const names = (vary ?? '').split(',').flatMap((name) => name.trim() || []);
  if (names.some((name) => ['user-agent', '*'].includes(name.toLowerCase()))) return names.join(', ');
  return [...names, 'User-Agent'].join(', ');
}
