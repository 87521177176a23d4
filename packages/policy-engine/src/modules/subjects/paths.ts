/** Paths of the module below the mount path, besides the page of a person. */
import { PEOPLE } from '../../platform/users/person-path.ts';

/** The page of a browser without an account. */
export function visitorPath(id: string): string {
  return `${PEOPLE}/visitors/${encodeURIComponent(id)}`;
}
