/** Where administrators find people, below the mount path. */

/** The search for people. */
export const PEOPLE: string = '/people';

/** The page of a browser without an account. */
export function visitorPath(id: string): string {
  return `${PEOPLE}/visitors/${encodeURIComponent(id)}`;
}

/** The page of one person. */
export function personPath(id: string): string {
  return `${PEOPLE}/${encodeURIComponent(id)}`;
}

/** Path of the form that merges an account into another. */
export function mergePath(id: string): string {
  return `${personPath(id)}/merge`;
}
