/** Follows links from page to page, like a person who views everything. */

/** The kind of a page: its path without IDs and numbers. */
export function kindOfPath(path: string): string {
  return path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id').replaceAll(/\/\d+/g, '/:n');
}

/** Queries are compared by the names of their fields. */
function kindOf(url: URL): string {
  return `${kindOfPath(url.pathname)}?${[...url.searchParams.keys()].toSorted().join('&')}`;
}

function linksOf(html: string, from: URL): URL[] {
  return [...html.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(
    ([, link = '']) => new URL(link.replaceAll('&amp;', '&'), from),
  );
}

/**
 * Opens one page of each kind that links lead to, below a path.
 *
 * @param get opens a path; follows redirects
 * @returns the links that do not lead to a page or a file, with their status, the number of opened addresses, and those that are pages
 */
export async function followLinks(
  get: (path: string) => Promise<Response>,
  start: string,
): Promise<{ readonly broken: readonly string[]; readonly opened: number; readonly pages: readonly string[] }> {
  const waiting = [{ path: start, from: '' }];
  const seen = new Set<string>();
  const broken: string[] = [];
  const pages: string[] = [];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const kind = kindOf(new URL(next.path, 'http://shop.test'));
    if (seen.has(kind)) continue;
    seen.add(kind);
    const response = await get(next.path);
    const text = await response.text();
    if (!response.ok) broken.push(`${next.path} on ${next.from}: ${response.status}`);
    if (!/html/.test(response.headers.get('content-type') ?? '')) continue;
    const here = new URL(response.url);
    pages.push(here.pathname + here.search);
    for (const { origin, pathname, search } of linksOf(text, here)) {
      if (origin === here.origin && pathname.startsWith(start))
        waiting.push({ path: pathname + search, from: next.path });
    }
  }
  return { broken, opened: seen.size, pages };
}
