/** Where administrators find people, below the mount path. */

/** The search for people. */
export const PEOPLE: string = '/people';

/** The page of one person. */
export function personPath(id: string): string {
  return `${PEOPLE}/${encodeURIComponent(id)}`;
}
