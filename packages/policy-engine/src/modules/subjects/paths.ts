/** Paths of the module below the mount path, besides those that requests link to. */
import { PEOPLE } from '../requests/paths.ts';

export { PEOPLE, personPath } from '../requests/paths.ts';

/** The page of a browser without an account. */
export function visitorPath(id: string): string {
  return `${PEOPLE}/visitors/${encodeURIComponent(id)}`;
}
