/** Paths of what a search finds, below the mount path. */
import { personPath, visitorPath } from '../../../platform/users/person-path.ts';
import type { StoredEvent } from '../../proof/index.ts';
import type { FoundPerson } from '../../subjects/index.ts';

/** The page of a person or a browser. */
export function personOrVisitorPath({ kind, id }: Pick<FoundPerson, 'kind' | 'id'>): string {
  return kind === 'person' ? personPath(id) : visitorPath(id);
}

/** The receipt of an entry; null for one about nobody, or about a person who is erased. */
export function eventPathOf({ leaf, identity }: StoredEvent): string | null {
  if (identity?.userId) return `${personPath(identity.userId)}/events/${leaf.id}`;
  return identity?.visitorId ? `${visitorPath(identity.visitorId)}/events/${leaf.id}` : null;
}
