/** Requests as the log of administrators names them: by the person who made them. */
import type { AdminAction } from '../../module.ts';
import type { Language } from '../../platform/i18n/language.ts';
import type { LogSubjects, NamedSubject, NamingSubjects } from '../audit/subjects.ts';
import type { NameOf } from './routes/shared.ts';

/** What can be done to requests of every kind. */
export const SHARED_ACTIONS: readonly AdminAction[] = ['request_registered', 'request_noted', 'request_note_deleted'];

/** How requests of a kind are found. */
export interface RequestSubjects {
  readonly actions: readonly AdminAction[];
  /** Who made which request, null once forgotten; only those that are there. */
  readonly usersOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string | null>>;
  readonly pathOf: (id: string) => string;
  readonly nameOf: NameOf;
}

/** Names requests of a kind. */
export function requestSubjects({ actions, usersOf, pathOf, nameOf }: RequestSubjects): LogSubjects {
  return {
    actions,
    async name(entries, options) {
      const users = await usersOf([...new Set(entries.map(({ subject }) => subject))]);
      const people = await peopleOf(new Set(users.values()), nameOf, options);
      const named = [...users].map(([id, user]): [string, NamedSubject] => {
        return [id, { text: people.get(user) ?? options.language.t('requests.forgotten'), path: pathOf(id) }];
      });
      return new Map(named);
    },
  };
}

/** What people are called; those that the host does not know any more, or of whom it is not asked, by their ids. */
async function peopleOf(
  users: ReadonlySet<string | null>,
  nameOf: NameOf,
  { language, withPeople }: NamingSubjects,
): Promise<ReadonlyMap<string | null, string>> {
  const ids = [...users].filter((id) => id !== null);
  const called = (id: string) => (withPeople ? nameOf(id).catch(() => null) : null);
  return new Map(await Promise.all(ids.map(async (id) => [id, (await called(id)) ?? unknown(language, id)] as const)));
}

const unknown = ({ t }: Language, id: string): string => t('requests.user', { id });
