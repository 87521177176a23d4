/** Requests as the audit log names them: by the person who made them. */
import type { AdminAction } from '../../module.ts';
import type { Language } from '../../platform/i18n/language.ts';
import type { LogSubjects, NamedSubject, NamingSubjects } from '../audit/subjects.ts';

/** Actions on requests of every kind. */
export const SHARED_ACTIONS: readonly AdminAction[] = ['request_registered', 'request_noted', 'request_note_deleted'];

/** How requests of a kind are looked up. */
export interface RequestSubjects {
  readonly actions: readonly AdminAction[];
  /** The person of each request, null once erased; missing requests are left out. */
  readonly usersOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string | null>>;
  readonly pathOf: (id: string) => string;
}

/** Names requests of a kind. */
export function requestSubjects({ actions, usersOf, pathOf }: RequestSubjects): LogSubjects {
  return {
    actions,
    async name(entries, options) {
      const users = await usersOf([...new Set(entries.map(({ subject }) => subject))]);
      const people = await peopleOf(new Set(users.values()), options);
      const named = [...users].map(([id, user]): [string, NamedSubject] => {
        return [id, { text: people.get(user) ?? options.language.t('requests.forgotten'), path: pathOf(id) }];
      });
      return new Map(named);
    },
  };
}

/** The names of people; IDs for those whom the host no longer knows, or if it cannot be asked. */
async function peopleOf(
  users: ReadonlySet<string | null>,
  { language, nameOf }: NamingSubjects,
): Promise<ReadonlyMap<string | null, string>> {
  const ids = [...users].filter((id) => id !== null);
  return new Map(await Promise.all(ids.map(async (id) => [id, (await nameOf(id)) ?? unknown(language, id)] as const)));
}

const unknown = ({ t }: Language, id: string): string => t('requests.user', { id });
