/** People write addresses as their browser shows them, without the scheme. */
export function withScheme(text: string): string {
  const hasScheme = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text);
  return hasScheme || text === '' ? text : `https://${text}`;
}
