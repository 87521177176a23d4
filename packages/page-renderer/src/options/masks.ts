/** How values that contain secrets are shown: in the report of `check-config`, and in the log. */

const HIDDEN = '***';

/** One secret, or a list of them. */
export function hidden(value: string | readonly string[] | null): unknown {
  if (value === null) return null;
  return typeof value === 'string' ? HIDDEN : value.map(() => HIDDEN);
}

/** The address of a server, without user name, password and parameters. */
export function hiddenPassword(address: string): string {
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') [url.username, url.password] = [HIDDEN, ''];
  if (url.search !== '') url.search = HIDDEN;
  return url.href === new URL(address).href ? address : url.href;
}

/** Named values, such as headers; the names are shown. */
export function hiddenValues(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, HIDDEN]));
}

/** Keys with an id, which is shown. */
export function hiddenSecrets(keys: ReadonlyArray<{ readonly id: string }>): unknown {
  return keys.map(({ id }) => ({ id, secret: HIDDEN }));
}
