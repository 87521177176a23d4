/** Requests as the audit log names them: by the person who made them. */
import type { AdminAction } from '../../../kernel/module.ts';
import type { LogSubjects, NamedSubject } from '../../audit/index.ts';

/** Actions on requests of every kind. */
export const SHARED_ACTIONS: readonly AdminAction[] = [
  'request_registered',
  'request_noted',
  'request_note_deleted',
  'request_message_sent',
  'request_assigned',
  'request_reopened',
];

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
    async name(entries, { t }) {
      const users = await usersOf([...new Set(entries.map(({ subject }) => subject))]);
      const named = [...users].map(([id, userId]): [string, NamedSubject] => {
        const text = userId === null ? t('requests.forgotten') : t('requests.user', { id: userId });
        return [id, { text, userId, path: pathOf(id) }];
      });
      return new Map(named);
    },
  };
}
