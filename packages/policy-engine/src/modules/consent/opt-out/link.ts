/** Addresses of the page “Your Privacy Choices” and of the second step on the way back. */
/** The page, below the mount path. */
export const CHOICES_PATH = '/privacy_choices';

/** The page, which leads back to a path of the host. @param returnTo empty for none */
export function choicesPath(returnTo: string): string {
  return withQuery(CHOICES_PATH, { return_to: returnTo });
}

/** The second step for one rule, or without it for all. @param returnTo empty for none */
export function returnPath(rule: string | undefined, returnTo: string): string {
  return withQuery(`${CHOICES_PATH}/return`, { rule, return_to: returnTo });
}

function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((one): one is [string, string] => Boolean(one[1]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}
