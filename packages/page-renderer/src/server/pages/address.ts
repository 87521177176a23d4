/** Completes an address that a person entered as their browser shows it, without the scheme. */
export function withScheme(text: string): string {
  const hasScheme = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text);
  return hasScheme || text === '' ? text : `https://${text}`;
}
