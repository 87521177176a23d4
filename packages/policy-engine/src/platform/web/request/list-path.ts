/** Addresses of lists: filters and order are in the query, so that they can be linked to. */

/** The parameters of a list, by the names of its query. */
export type ListQuery = Readonly<Record<string, string | number | undefined | null>>;

/**
 * The path of a list with its query. Undefined, null and empty values are omitted, and so is the first page.
 *
 * @example
 * ```ts
 * listPath('/audit', { action: 'published', actor: undefined, page: 2 }); // '/audit?action=published&page=2'
 * ```
 */
export function listPath(path: string, query: ListQuery): string {
  const present = Object.entries(query).filter(([name, value]) => {
    return value !== undefined && value !== null && value !== '' && !(name === 'page' && Number(value) <= 1);
  });
  if (present.length === 0) return path;
  return `${path}?${new URLSearchParams(present.map(([name, value]): [string, string] => [name, String(value)])).toString()}`;
}
