/** The first line of an error; for a host with several addresses the error has only a code. */
export function wordsOf(error: unknown): string {
  const { message, code } = error as Error & { code?: unknown };
  return (message || String(code)).split('\n', 1)[0]?.slice(0, 300).trim() ?? '';
}
